"""A pytest plugin that runs the tests of each clause of a system while the rule that carries it out is switched off.

    pytest -p tests.rulebook.switching_off --switch-off penance --found FILE tests/rulebook/penance

It writes into the file, as JSON, the test that failed for each clause, or null where all of them still passed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from sightline.rules import Rule
from tests.rulebook.clauses import rules_of


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options for the system and for the file."""
    parser.addoption("--switch-off", required=True, help="the key of the system whose rules are switched off")
    parser.addoption("--found", required=True, help="the file to write what failed to")


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run the tests of each rule's clause without it, up to the first that fails, instead of all tests once."""
    found: dict[str, str | None] = {}
    for rule in rules_of(session.config.getoption("--switch-off")):
        items = (item for item in session.items if _shows(item, rule.clause.id))
        with switched_off(rule):
            found[rule.clause.id] = next((item.nodeid for item in items if _fails(item)), None)
    Path(session.config.getoption("--found")).write_text(json.dumps(found), encoding="utf-8")
    return True


@contextmanager
def switched_off(rule: Rule[Any, Any]) -> Iterator[None]:
    """Let a rule give what it would give without its clause."""
    carry_out = rule.carry_out
    rule.carry_out = lambda *args, **kwargs: rule.off
    try:
        yield
    finally:
        rule.carry_out = carry_out


def _shows(item: pytest.Item, clause: str) -> bool:
    return any(marker.args == (clause,) for marker in item.iter_markers("clause"))


def _fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))
