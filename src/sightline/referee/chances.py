"""The chances to hit of attacks, for whole-board questions: under other rulings only that is found again which differs.

A position under other rulings is asked for the same attacks again. Most consulted none of the rulings that changed, and
of the others only some of the parts did: what the rest found is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from msgspec import Struct

from sightline.board import Piece, Weapon
from sightline.deadline import check_limit
from sightline.referee.judge import AGAINST
from sightline.rules.attack import Attack
from sightline.rules.position import Position
from sightline.rules.ruleset import FindingPart, Ruleset
from sightline.rules.view import View

_Choices = tuple[tuple[str, str], ...]
"""The rulings consulted for a result, with the choices in force: under others it may be another one."""
_Numbers = tuple[tuple[str, int], ...]
_Three = tuple[Piece, Piece, Weapon | None]


class _PartSum(Struct, frozen=True, gc=False):
    """The sums of the findings of one part on each number; None if one is against the attack, and so the last asked."""

    choices: _Choices
    numbers: _Numbers | None


class _Asked(Struct, frozen=True, gc=False):
    """An attack that was asked for its chance to hit.

    - `attack`: attacker, target and weapon.
    - `choices`: those of everything.
    - `common`: those of the distance and the view, on which any part may depend.
    """

    attack: _Three
    choices: _Choices
    common: _Choices
    parts: tuple[_PartSum, ...]
    hit: Fraction | None


class Chances:
    """The chances to hit of attacks in positions that differ in rulings, and in where attacker and target stand."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self._rules = rules
        parts = (part for part in rules.finding_parts if part not in rules.damage_parts)
        self._parts = tuple(parts) or (rules.findings,)
        self._known: dict[Hashable, _Asked] = {}
        self._sums: dict[tuple[_Choices, _Numbers | None], _PartSum] = {}

    def find(self, position: Position, attacker: Piece, target: Piece, weapon: Weapon | None) -> Fraction | None:
        """Return the probability to hit, None where the attack is not legal or cannot be rolled.

        Findings are evaluated up to the first one against the attack.
        """
        check_limit()
        three = attacker, target, weapon
        # Pieces may be unhashable: what mostly tells them apart is enough to find them by.
        key = attacker.name, attacker.at, attacker.facing, target.name, target.at, target.facing, id(weapon)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._ask(position, three, ())
        elif known.attack != three:
            return self._ask(position, three, ()).hit
        elif not _are_in_force(position, known.choices):
            return self._ask(position, three, known.parts if _are_in_force(position, known.common) else ()).hit
        return known.hit

    def _ask(self, position: Position, three: _Three, kept: tuple[_PartSum, ...]) -> _Asked:
        """Find a chance; `kept` are parts found under choices that may have changed."""
        rules, common = self._rules, set[str]()
        watched, consulted = position.tracking_rulings()

        def find_view() -> View:
            before = consulted.copy()
            consulted.clear()
            view = rules.view(watched, *three)
            common.update(consulted)
            consulted.update(before)
            return view

        attack = Attack(watched, *three, rules.distance(watched, three[0], three[1]), find_view)
        common.update(consulted)
        consulted.clear()
        parts: list[_PartSum] = []
        totals = Counter[str]()
        for find in self._parts:
            part = kept[len(parts)] if len(parts) < len(kept) else None
            if part is None or not _are_in_force(position, part.choices):
                part = self._sum(find, attack, consulted)
            parts.append(part)
            if part.numbers is None:
                break
            for number, value in part.numbers:
                totals[number] += value
        rolled = rules.roll(attack, totals) if parts[-1].numbers is not None else None
        of_roll = _take(watched, consulted)
        if attack.is_seen:
            common.update(attack.view.consulted)
        of_all = _take(watched, common)
        every = {*of_all, *of_roll, *(choice for part in parts for choice in part.choices)}
        return _Asked(three, tuple(sorted(every)), of_all, tuple(parts), rolled[1].hit if rolled else None)

    def _sum(self, find: FindingPart, attack: Attack[Any], consulted: set[str]) -> _PartSum:
        """Return the sums of a part; equal ones are the same object, as there are few."""
        numbers: dict[str, int] = {}
        is_against = False
        for finding in find(attack):
            if finding.effect in AGAINST:
                is_against = True
                break
            if finding.on is not None and finding.value is not None:
                numbers[finding.on] = numbers.get(finding.on, 0) + finding.value
        key = _take(attack.position, consulted), None if is_against else tuple(numbers.items())
        if key not in self._sums:
            self._sums[key] = _PartSum(*key)
        return self._sums[key]


def _take(position: Position, consulted: set[str]) -> _Choices:
    """Return the choices of the rulings consulted, and forget which they were."""
    if not consulted:
        return ()
    choices = tuple((name, position.rulings[name]) for name in sorted(consulted))
    consulted.clear()
    return choices


def _are_in_force(position: Position, choices: _Choices) -> bool:
    return not choices or all(position.rulings[name] == choice for name, choice in choices)
