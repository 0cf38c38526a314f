"""A filter for attacks within the limits of their system. All others are refused, so they need not be judged."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sightline.board import Piece, Weapon
from sightline.lattice import Cell
from sightline.referee.plain_sight import CLEAR, PlainSight, plainly_seen
from sightline.rules.attack import AttackLimits
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset
from sightline.rules.view import View

Options = tuple[Weapon | None, ...]
"""The weapons of a piece, or only None for a piece without any."""
_Attackers = tuple[tuple[Piece, Options], ...]


def attack_options(piece: Piece) -> Options:
    """Return the weapons of a piece, or only None for a piece without any."""
    return piece.weapons or (None,)


class _Other(NamedTuple):
    """A piece on the board, the limits of its attacks, and the greatest reach of these."""

    piece: Piece
    limits: tuple[AttackLimits, ...]
    farthest: int


class AttackFilter:
    """Attacks between the pieces on a board and one more piece, which can be placed anywhere.

    All attacks left out would be refused. Results are cached by the cells of that piece and the limits of its attacks.
    """

    def __init__(self, rules: Ruleset[Any], position: Position, plain_sight: PlainSight | None) -> None:
        self._rules, self._position, self._plain_sight = rules, position, plain_sight
        acting = [piece for piece in position.pieces.values() if piece.as_terrain is None]
        self._others = [_Other(piece, limits := self._limits_of(piece), _reach(limits)) for piece in acting]
        self._distances: dict[tuple[Cell, ...], Sequence[tuple[_Other, int]]] = {}
        self._seen: dict[tuple[str, Cell], bytes | None] = {}
        self._targets: dict[tuple[tuple[Cell, ...], tuple[AttackLimits, ...]], Mapping[str, Options]] = {}
        self._attackers: dict[tuple[Cell, ...], _Attackers] = {}
        self._near: dict[tuple[tuple[Cell, ...], int, bool], Sequence[Piece]] = {}

    def targets(self, attacker: Piece) -> Mapping[str, Options]:
        """Return the pieces that a piece may be able to hit, by name, each with the weapons for it."""
        limits = self._limits_of(attacker)
        key = attacker.cells, limits
        if key not in self._targets:
            near = self._find_near(attacker, attacker.cells, limits)
            each = ((target.name, tuple(self._iter_within(attacker, limits, target))) for target in near)
            self._targets[key] = {name: able for name, able in each if able}
        return self._targets[key]

    def attackers(self, target: Piece) -> _Attackers:
        """Return the pieces that may be able to hit a piece, each with the weapons for it."""
        cells = target.cells
        if cells not in self._attackers:
            near = (other for other, away in self._distances_from(cells) if away <= other.farthest)
            able = ((other.piece, tuple(self._iter_within(other.piece, other.limits, target))) for other in near)
            self._attackers[cells] = tuple((piece, weapons) for piece, weapons in able if weapons)
        return self._attackers[cells]

    def view(self, position: Position, attacker: Piece, target: Piece) -> View | None:
        """Return how one of these pieces sees another in a position, None if that is not known."""
        is_asked = (attacker.name, attacker.cell) in self._seen  # it is computed only where a limit depends on sight
        is_clear = is_asked and self._seen_of(attacker, target) == CLEAR
        return self._rules.clear_view(position, attacker, target) if is_clear else None

    def _find_near(self, attacker: Piece, cells: tuple[Cell, ...], limits: tuple[AttackLimits, ...]) -> Sequence[Piece]:
        """Return the pieces within the greatest reach of a piece and not hidden from it, whatever its facing."""
        reach, needs_sight = _reach(limits), all(limit.needs_sight for limit in limits)
        key = cells, reach, needs_sight
        if key not in self._near:
            near = [other.piece for other, away in self._distances_from(cells) if away <= reach]
            self._near[key] = [other for other in near if not (needs_sight and self._is_hidden(attacker, other))]
        return self._near[key]

    def _distances_from(self, cells: tuple[Cell, ...]) -> Sequence[tuple[_Other, int]]:
        """Return all pieces, each with its distance in steps from some cells."""
        if cells not in self._distances:
            distance = self._position.board.grid.distance
            self._distances[cells] = [
                (other, min([distance(one, their) for one in cells for their in other.piece.cells]))
                for other in self._others
            ]
        return self._distances[cells]

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
        seen = self._seen_of(attacker, target)
        return seen is not None and not seen

    def _seen_of(self, attacker: Piece, target: Piece) -> int | None:
        """Return how a plain piece in the attacker's place sees the target's place, None if that is not known."""
        if attacker.beside or target.beside:
            return None
        key = attacker.name, attacker.cell
        if key not in self._seen:
            self._seen[key] = plainly_seen(self._rules, self._position, attacker, self._plain_sight)
        seen, index = self._seen[key], self._position.board.index(target.cell)
        return None if seen is None or index is None else seen[index]


def _reach(limits: tuple[AttackLimits, ...]) -> int:
    """Return the greatest reach of some attacks."""
    return max(sys.maxsize if limit.reach is None else limit.reach for limit in limits)
