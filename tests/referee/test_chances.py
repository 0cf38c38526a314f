"""Chances to hit under other rulings: only those parts of the findings are found again that consulted them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from unittest.mock import patch

import sightline
from sightline.referee.chances import Chances
from sightline.referee.judge import build_attack, judge
from sightline.rules import Attack, Finding, FindingPart, Position

TEXT = """
sightline: 1
rules: penance
map:
  grid: hex
  cells: |
    . . . f . .
    . . f ~ # .
    . . . ~ . .
    . . f . . .
pieces:
  A: {at: C2, facing: SE, side: red, weapons: [{name: rifle, range: 8}]}
  B: {at: D2, facing: NW, side: blue, shield: none}
  C: {at: A1, facing: N, side: blue}
"""
"""A stands in a wood beside B in rubble; C lies outside the front arc of A."""


class Asked:
    """A scenario whose system counts which parts of the findings are asked for, by their place among them."""

    def __init__(self) -> None:
        self.scenario = sightline.parse(TEXT)
        self.rules = self.scenario.rules
        self.parts: list[int] = []
        parts, system = self.rules.finding_parts, type(self.rules)
        counting = {part: self._counting(number, part) for number, part in enumerate(parts)}
        details = tuple(counting[part] for part in self.rules.detail_parts)
        with (
            patch.object(system, "finding_parts", tuple(counting.values())),
            patch.object(system, "detail_parts", details),
        ):
            self.chances = Chances(self.rules)

    def _counting(self, number: int, part: FindingPart) -> FindingPart:
        def find(attack: Attack[Any]) -> Iterable[Finding]:
            self.parts.append(number)
            return part(attack)

        return find

    def of(self, target: str, **choices: str) -> list[str]:
        """Return the names of the parts asked for in finding the chance of A under these choices, and check it."""
        position: Position = self.scenario.with_rulings(choices).position
        attacker, other = position.pieces["A"], position.pieces[target]
        weapon = attacker.weapons[0]
        odds = judge(self.rules, build_attack(self.rules, position, attacker, other, weapon)).odds
        self.parts.clear()
        assert self.chances.find(position, attacker, other, weapon) == (odds and odds.hit)
        each = (self.rules.finding_parts[number] for number in self.parts)
        return [getattr(getattr(part, "carry_out", part), "__name__", "") for part in each]


def test_only_parts_that_consulted_a_ruling_are_asked_again() -> None:
    asked = Asked()
    assert asked.of("B")[:3] == ["maximum_range", "check_friend", "front_arc"]
    assert asked.of("B") == []
    assert asked.of("B", **{"attackers-hex": "covers"}) == ["cover_findings"]
    assert asked.of("B", hexside="either", near="crosses", execution="needs-number") == []


def test_what_stops_an_attack_is_asked_once() -> None:
    asked = Asked()
    assert asked.of("C") == ["maximum_range", "check_friend", "front_arc"]
    assert asked.of("C", **{"attackers-hex": "covers"}) == []


def test_what_a_hit_does_is_not_asked() -> None:
    parts = Asked().of("B")
    assert "cover_findings" in parts
    assert not {"cover_defense", "card_damage"}.intersection(parts)
