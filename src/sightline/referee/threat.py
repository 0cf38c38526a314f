"""Answer `threat`: what could hit a plain target in every cell; and what could hit one piece as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from sightline.board import Piece, Weapon, format_cell
from sightline.deadline import limited
from sightline.i18n import N_
from sightline.lattice import Cell
from sightline.referee.deciding_rulings import find_deciding_rulings
from sightline.referee.judge import attack_on, chance
from sightline.rules.answers import Danger, Threat
from sightline.rules.capabilities import placing_of, require_cells
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset


def threat(rules: Ruleset[Any], position: Position, side: str) -> Threat:
    """Return, for every cell, which enemies of a side could hit a plain target of it there. Raise `NotAnswered`."""
    require_cells(rules, position)
    first, consulted = position.tracking_rulings()
    found: dict[Cell, Danger] = {}
    consulted_in: dict[Cell, set[str]] = {}
    for cell in limited(position.board, N_("cells")):
        here, consulted_in[cell] = first.tracking_rulings()
        found[cell] = _danger_in(rules, here, cell, side)

    def is_decided_by(at: Position, changed: str) -> bool:
        return any(
            changed in consulted_in[cell] and _danger_in(rules, at, cell, side) != danger
            for cell, danger in found.items()
        )

    cells = {format_cell(position.board, cell): danger for cell, danger in found.items() if danger.attackers}
    return Threat(side=side, cells=cells, rulings=find_deciding_rulings(position, consulted, is_decided_by))


def danger_to(rules: Ruleset[Any], position: Position, target: Piece) -> Danger:
    """Return which enemies, as they stand, could hit a piece as it stands."""
    enemies = (piece for piece in position.pieces.values() if piece is not target and piece.as_terrain is None)
    return _danger((piece, _best_chance(rules, position, piece, target)) for piece in enemies)


def attack_options(piece: Piece) -> tuple[Weapon | None, ...]:
    """Return what a piece can attack with: its weapons, or None alone for a piece without any."""
    return piece.weapons or (None,)


def _danger_in(rules: Ruleset[Any], position: Position, cell: Cell, side: str) -> Danger:
    stands: dict[Piece, Position] = {}

    def chances() -> Iterator[tuple[Piece, Fraction]]:
        for piece in position.pieces.values():
            if piece.side != side and cell not in piece.cells and piece.as_terrain is None:
                target = rules.dummy_target(position, cell, side, piece)
                if target not in stands:  # most are the same for all attackers, who then share what is worked out
                    stands[target] = position.with_surface(position.board.with_sole_occupant(target))
                    if any(placing_of(rules).check_place(stands[target], target)):
                        return  # where nobody can stand nobody is hit
                yield piece, _best_chance(rules, stands[target], piece, target)

    return _danger(chances())


def _danger(chances: Iterable[tuple[Piece, Fraction]]) -> Danger:
    able = {piece.name: hit for piece, hit in chances if hit}
    return Danger(attackers=tuple(able), best=max(able.values(), default=Fraction(0)))


def _best_chance(rules: Ruleset[Any], position: Position, attacker: Piece, target: Piece) -> Fraction:
    attacks = (attack_on(rules, position, attacker, target, weapon) for weapon in attack_options(attacker))
    return max(chance(rules, attack) or Fraction(0) for attack in attacks)
