"""The probabilities to hit, for whole-board questions: findings that attacks share are computed once.

The same attacks are evaluated again under other rulings. Most of them consulted none of the changed rulings, and in the
others only some of the parts did, so that the results of the other parts are kept. Attacks in the same circumstances
share the parts that depend on the circumstances alone.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from msgspec import Struct

from sightline.board import Piece, Weapon
from sightline.deadline import check_limit
from sightline.referee.part_sums import Choices, PartSums, Tracked, all_choices, are_in_force, find_sums, totals
from sightline.rules.attack import Attack
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset
from sightline.rules.ruling import Rulings, TrackedRulings
from sightline.rules.view import View

_Participants = tuple[Piece, Piece, Weapon | None]


class _KnownChance(Struct, frozen=True, gc=False):
    """An attack whose probability to hit was computed, and the ruling choices that were consulted for it.

    - `participants`: attacker, target and weapon.
    - `choices`: all choices consulted.
    - `common`: those consulted for the distance and the view, on which any part may depend.
    - `own`: the sums of the parts that the attack does not share; None if a shared part is against the attack.
    """

    participants: _Participants
    choices: Choices
    common: Choices
    own: PartSums | None
    hit: Fraction | None


class Chances:
    """The probabilities to hit in positions that differ only in rulings and in the places of attacker and target."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self._rules = rules
        parts = [part for part in rules.finding_parts if part not in rules.detail_parts] or [rules.findings]
        self._shared_parts = [part for part in parts if part in rules.shared_parts]
        self._own_parts = [part for part in parts if part not in rules.shared_parts]
        self._known: dict[Hashable, _KnownChance] = {}
        self._shared: dict[Hashable, PartSums] = {}
        self._tracking: tuple[Rulings, TrackedRulings] | None = None

    def find(
        self, position: Position, attacker: Piece, target: Piece, weapon: Weapon | None, view: View | None = None
    ) -> Fraction | None:
        """Return the probability to hit, None where the attack is not legal or cannot be rolled.

        `view` is how the attacker sees the target, if that is known under the rulings of the position. Findings are
        evaluated up to the first one against the attack.
        """
        check_limit()
        participants = attacker, target, weapon
        # Pieces may be unhashable. These fields distinguish most of them, which is enough for a key.
        ends = attacker.name, attacker.at, attacker.facing, target.name, target.at, target.facing
        key = *ends, id(weapon), view is None
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._compute(position, participants, view, None)
        elif known.participants != participants:
            return self._compute(position, participants, view, None).hit
        elif not are_in_force(position, known.choices):
            own = known.own if are_in_force(position, known.common) else None
            return self._compute(position, participants, view, own).hit
        return known.hit

    def _compute(
        self, position: Position, participants: _Participants, view: View | None, earlier: PartSums | None
    ) -> _KnownChance:
        """Compute a probability.

        `earlier` are the sums of the parts that it does not share, computed under choices that may have changed.
        """
        rules, tracked, common = self._rules, self._tracked(position), set[str]()

        def find_view() -> View:
            viewed, consulted = tracked.position.tracking_rulings()
            found = rules.view(viewed, *participants)
            common.update(consulted)
            return found

        distance = rules.distance(tracked.position, participants[0], participants[1])
        common.update(tracked.consulted)
        attack = Attack(tracked.position, *participants, distance, (lambda: view) if view else find_view)
        shared = self._find_shared(attack, tracked)
        own = None if shared.numbers is None else find_sums(self._own_parts, attack, tracked, earlier)
        rolled = None
        tracked.consulted.clear()
        if shared.numbers is not None and own is not None and own.numbers is not None:
            rolled = rules.roll(attack, totals(shared.numbers, own.numbers))
        of_roll = tracked.take()
        if view is None and attack.is_seen:
            common.update(attack.view.consulted)
        of_all = Tracked(tracked.position, common).take()
        choices = all_choices(of_all, shared.choices, own.choices if own else (), of_roll)
        return _KnownChance(participants, choices, of_all, own, rolled[1].hit if rolled else None)

    def _tracked(self, position: Position) -> Tracked:
        """Return a position with its rulings tracked, by the same set for all attacks under the same rulings."""
        if self._tracking is None or self._tracking[0] is not position.rulings:
            self._tracking = position.rulings, TrackedRulings(position.rulings)
        return Tracked.of(position, self._tracking[1])

    def _find_shared(self, attack: Attack[Any], tracked: Tracked) -> PartSums:
        """Return the sums of the parts that an attack shares with all in the same circumstances."""
        circumstances = self._rules.circumstances(attack)
        known = self._shared.get(circumstances)
        if known is None or not are_in_force(tracked.position, known.choices):
            known = self._shared[circumstances] = find_sums(self._shared_parts, attack, tracked, known)
        return known
