"""Every clause that a system declares has a test where it applies and one where it just does not."""

from __future__ import annotations

import re

import pytest

from sightline.rules import installed_systems
from tests.rulebook.clause_tests import Shown, rules_of, shown

SYSTEMS = tuple(installed_systems())

WITHOUT_RULE: dict[str, str] = {}
"""Clauses that no function of their own carries out, each with the reason."""


@pytest.mark.parametrize("applies", [True, False])
@pytest.mark.parametrize("key", SYSTEMS)
def test_every_clause_is_shown(key: str, applies: bool) -> None:
    declared = [clause.id for clause in installed_systems()[key].clauses]
    marked = {marker.clause for marker in shown() if marker.applies == applies}
    assert [clause for clause in declared if clause not in marked] == []


def test_no_marker_names_an_unknown_clause() -> None:
    declared = {clause.id for key in SYSTEMS for clause in installed_systems()[key].clauses}
    assert [marker for marker in shown() if marker.clause not in declared] == []


def test_every_marked_test_is_named_after_its_clause() -> None:
    def is_named(marker: Shown) -> bool:
        name = f"test_{marker.clause.lower().replace('-', '_').replace('.', '_')}_"
        return marker.test.startswith(name) and marker.test.startswith(f"{name}applies_") == marker.applies

    assert [marker for marker in shown() if not is_named(marker)] == []


@pytest.mark.parametrize("key", SYSTEMS)
def test_clauses_are_declared_once(key: str) -> None:
    declared = [clause.id for clause in installed_systems()[key].clauses]
    assert len(declared) == len(set(declared))


@pytest.mark.parametrize("key", ["hero5", "penance", "sodwa"])
def test_clauses_are_declared_in_the_order_of_their_numbers(key: str) -> None:
    declared = [clause.id for clause in installed_systems()[key].clauses]
    assert declared == sorted(declared, key=lambda clause: [int(number) for number in re.findall(r"\d+", clause)])


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_clause_has_one_rule(key: str) -> None:
    declared = [clause.id for clause in installed_systems()[key].clauses]
    carried_out = [rule.clause.id for rule in rules_of(key)]
    assert sorted(carried_out) == sorted(clause for clause in declared if clause not in WITHOUT_RULE)
    assert set(WITHOUT_RULE) <= {clause.id for each in SYSTEMS for clause in installed_systems()[each].clauses}
