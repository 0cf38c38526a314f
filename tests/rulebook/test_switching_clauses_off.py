"""Driver: without the rule that carries out a clause, a test of that clause fails; so the tests prove the clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from sightline.rules import Rule, installed_systems
from tests.rulebook.clause_tests import clear_caches, iter_cases, rules_of

pytestmark = pytest.mark.slow  # a test of each clause is run twice

RULES = [(key, rule) for key in installed_systems() for rule in rules_of(key)]


@pytest.mark.parametrize(("key", "rule"), RULES, ids=[rule.clause.id for _, rule in RULES])
def test_a_test_fails_without_the_clause(key: str, rule: Rule[Any, Any]) -> None:
    cases = list(iter_cases(key, rule.clause.id))  # imported with the rule in force
    with switched_off(key, rule):
        failing = next((case for case in cases if fails(case)), None)
    assert failing is not None
    failing()  # it passes with the rule in force


@contextmanager
def switched_off(key: str, rule: Rule[Any, Any]) -> Iterator[None]:
    """Let a rule return what it would return without its clause."""
    carry_out = rule.carry_out
    rule.carry_out = lambda *args, **kwargs: rule.off
    clear_caches(key)
    try:
        yield
    finally:
        rule.carry_out = carry_out
        clear_caches(key)


def fails(case: Callable[[], None]) -> bool:
    """Return whether a test fails, in whatever way."""
    try:
        case()
    except (Exception, pytest.fail.Exception):
        return True
    return False
