"""Sequences of actions, counted by the product and by the slow reference; both come to what is kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.battles.perft import DEPTHS, KINDS, Fast, Node, Slow, kept, perft, scenarios, seed_of

MARKS = {3: pytest.mark.slow, 4: pytest.mark.long}
"""How long sequences of a length take to count."""
LENGTHS = [pytest.param(depth, marks=MARKS.get(depth, ()), id=f"{depth}-actions") for depth in DEPTHS]


@pytest.mark.parametrize("depth", LENGTHS)
@pytest.mark.parametrize("name", scenarios())
@pytest.mark.parametrize("begun", [Fast.begun, Slow.begun], ids=["product", "reference"])
def test_there_are_as_many_sequences_as_are_kept(name: str, depth: int, begun: Callable[[str, str], Node]) -> None:
    assert perft(begun(scenarios()[name], seed_of(name)), depth) == kept()[name, depth]


def test_every_scenario_is_counted_to_every_length() -> None:
    assert list(kept()) == [(name, depth) for name in scenarios() for depth in DEPTHS]


def test_every_kind_of_action_is_counted() -> None:
    assert {kind for counts in kept().values() for kind in counts if counts[kind]} == set(KINDS)
