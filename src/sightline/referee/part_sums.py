"""The sums of the findings of an attack, part by part, each with the choices of rulings under which it holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from msgspec import Struct

from sightline.referee.judge import AGAINST
from sightline.rules.attack import Attack
from sightline.rules.position import Position
from sightline.rules.ruleset import FindingPart
from sightline.rules.ruling import TrackedRulings

Choices = tuple[tuple[str, str], ...]
"""The rulings consulted for a result, with the choices in force. Under other choices the result may differ."""
Numbers = tuple[tuple[str, int], ...]
"""Sums by the name of the number."""


class PartSum(Struct, frozen=True, gc=False):
    """The sums of the findings of one part; `numbers` is None if a finding is against the attack, the last found."""

    choices: Choices
    numbers: Numbers | None


_NOTHING = PartSum((), ())


class PartSums(Struct, frozen=True, gc=False):
    """The sums of several parts, up to the first one against the attack: each, and the total."""

    parts: tuple[PartSum, ...]
    choices: Choices
    numbers: Numbers | None


class Tracked(NamedTuple):
    """A position whose rulings are tracked, and the set of those consulted since `take` was last called."""

    position: Position
    consulted: set[str]

    @classmethod
    def of(cls, position: Position, rulings: TrackedRulings) -> Tracked:
        """Return a position with tracked rulings, which may have been tracked in other positions before."""
        rulings.consulted.clear()
        return cls(position.with_rulings(rulings), rulings.consulted)

    def take(self) -> Choices:
        """Return the choices of the consulted rulings, and clear the set."""
        if not self.consulted:
            return ()
        choices = tuple((name, self.position.rulings[name]) for name in sorted(self.consulted))
        self.consulted.clear()
        return choices


def are_in_force(position: Position, choices: Choices) -> bool:
    """Return whether a position has these choices."""
    return not choices or all(position.rulings[name] == choice for name, choice in choices)


def find_sums(parts: Sequence[FindingPart], attack: Attack[Any], tracked: Tracked, kept: PartSums | None) -> PartSums:
    """Return the sums of parts up to one against the attack. Kept sums are reused while their choices are in force.

    The position of the attack is the tracked one.
    """
    found: list[PartSum] = []
    before = kept.parts if kept else ()
    for index, find in enumerate(parts):
        part = before[index] if index < len(before) else None
        if part is None or not are_in_force(tracked.position, part.choices):
            tracked.consulted.clear()
            part = _find_sum(find, attack, tracked)
        found.append(part)
        if part.numbers is None:
            break
    choices = all_choices(*[part.choices for part in found])
    if found and found[-1].numbers is None:
        return PartSums(tuple(found), choices, None)
    numbers = totals(*[part.numbers for part in found if part.numbers])
    return PartSums(tuple(found), choices, tuple(numbers.items()))


def _find_sum(find: FindingPart, attack: Attack[Any], tracked: Tracked) -> PartSum:
    numbers: dict[str, int] = {}
    for finding in find(attack):
        if finding.effect in AGAINST:
            return PartSum(tracked.take(), None)
        if finding.on is not None and finding.value is not None:
            numbers[finding.on] = numbers.get(finding.on, 0) + finding.value
    if not (numbers or tracked.consulted):
        return _NOTHING
    return PartSum(tracked.take(), tuple(numbers.items()))


def totals(*each: Numbers) -> Mapping[str, int]:
    """Return the sum on each number, 0 where there is none."""
    found: dict[str, int] = defaultdict(int)
    for number, value in chain.from_iterable(each):
        found[number] += value
    return found


def all_choices(*each: Choices) -> Choices:
    """Return several choices as one, each once."""
    filled = [choices for choices in each if choices]
    return filled[0] if len(filled) == 1 else tuple(dict.fromkeys(chain.from_iterable(filled)))
