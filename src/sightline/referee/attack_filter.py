"""The attacks among pieces that lie within the limits of their system: the others need not be judged."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

from sightline.board import Piece, Weapon
from sightline.lattice import Cell
from sightline.referee.plain_sight import PlainSight, plainly_seen
from sightline.rules.attack import AttackLimits
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset

Options = tuple[Weapon | None, ...]
"""The weapons that a piece attacks with, or None alone for a piece without any."""
_Attackers = tuple[tuple[Piece, Options], ...]


def attack_options(piece: Piece) -> Options:
    """Return what a piece can attack with: its weapons, or None alone for a piece without any."""
    return piece.weapons or (None,)


class AttackFilter:
    """Attacks between the pieces on a board and one that is put there, wherever it stands.

    All that is left out is refused. What is found is kept by the cells of that one and the limits of its attacks.
    """

    def __init__(self, rules: Ruleset[Any], position: Position, plain_sight: PlainSight | None) -> None:
        self._rules, self._position, self._plain_sight = rules, position, plain_sight
        self._others = [piece for piece in position.pieces.values() if piece.as_terrain is None]
        self._limits = [self._limits_of(piece) for piece in self._others]
        self._seen: dict[Cell, bytes | None] = {}
        self._targets: dict[tuple[tuple[Cell, ...], tuple[AttackLimits, ...]], Mapping[str, Options]] = {}
        self._attackers: dict[tuple[Cell, ...], _Attackers] = {}
        self._near: dict[tuple[tuple[Cell, ...], int], list[Piece]] = {}

    def targets(self, attacker: Piece) -> Mapping[str, Options]:
        """Return the pieces, by name, that one may be able to hit, each with the weapons for it."""
        limits = self._limits_of(attacker)
        key = attacker.cells, limits
        if key not in self._targets:
            near = self._find_near(attacker.cells, limits)
            each = ((target, tuple(self._iter_within(attacker, limits, target))) for target in near)
            self._targets[key] = {target.name: able for target, able in each if able}
        return self._targets[key]

    def attackers(self, target: Piece) -> _Attackers:
        """Return the pieces that may be able to hit one, each with the weapons for it."""
        if target.cells not in self._attackers:
            each = zip(self._others, self._limits, strict=True)
            able = ((piece, tuple(self._iter_within(piece, limits, target))) for piece, limits in each)
            self._attackers[target.cells] = tuple((piece, weapons) for piece, weapons in able if weapons)
        return self._attackers[target.cells]

    def _find_near(self, cells: tuple[Cell, ...], limits: tuple[AttackLimits, ...]) -> list[Piece]:
        """Return the pieces within the greatest reach of a piece in some cells, whichever way it faces."""
        reach = max(sys.maxsize if limit.reach is None else limit.reach for limit in limits)
        if (cells, reach) not in self._near:
            distance = self._position.board.grid.distance
            self._near[cells, reach] = [
                other
                for other in self._others
                if any(distance(one, their) <= reach for one in cells for their in other.cells)
            ]
        return self._near[cells, reach]

    def _limits_of(self, attacker: Piece) -> tuple[AttackLimits, ...]:
        find, position = self._rules.attack_limits, self._position
        return tuple(find(position, attacker, weapon) for weapon in attack_options(attacker))

    def _iter_within(self, attacker: Piece, limits: tuple[AttackLimits, ...], target: Piece) -> Iterator[Weapon | None]:
        """Yield the weapons whose attack on a target is within all limits, or not known to be beyond them."""
        grid = self._position.board.grid
        for weapon, limit in zip(attack_options(attacker), limits, strict=True):
            is_near = any(limit.are_within(grid, one, other) for one in attacker.cells for other in target.cells)
            if is_near and not (limit.needs_sight and self._is_hidden(attacker, target)):
                yield weapon

    def _is_hidden(self, attacker: Piece, target: Piece) -> bool:
        """Return whether a plain piece in the attacker's place is known not to see the target's."""
        if len(attacker.cells) > 1 or len(target.cells) > 1:
            return False
        if attacker.cell not in self._seen:
            self._seen[attacker.cell] = plainly_seen(self._rules, self._position, attacker, self._plain_sight)
        seen, index = self._seen[attacker.cell], self._position.board.index(target.cell)
        return seen is not None and index is not None and not seen[index]
