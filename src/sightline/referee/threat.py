"""Answer `threat`: which pieces could hit a plain target in each cell, and which could hit one piece as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import compress
from typing import Any, NamedTuple

from sightline.board import Board, Piece, Rectangle, format_cell
from sightline.deadline import announce_passes, check_limit, limited
from sightline.i18n import N_
from sightline.referee.attack_filter import AttackFilter, Options, attack_options
from sightline.referee.chances import Chances
from sightline.referee.deciding_rulings import find_deciding_rulings
from sightline.referee.plain_sight import CLEAR, PlainSight, plainly_seen
from sightline.rules.answers import Danger, Threat
from sightline.rules.attack import AttackLimits
from sightline.rules.capabilities import can_enter, placing_of, require_cells
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset
from sightline.rules.view import View

_NO_CHANCE = Fraction(0)


class _Enemy(NamedTuple):
    """A piece that may be able to hit a target in a cell; `sees` if it is known to see a plain one there clearly."""

    piece: Piece
    sees: bool


def threat(rules: Ruleset[Any], position: Position, side: str, plain_sight: PlainSight | None = None) -> Threat:
    """Return, for every cell that can be entered, which enemies of a side could hit a plain target of it there.

    Raise `NotAnswered` on a free table.
    """
    require_cells(rules, position)
    first, consulted = position.tracking_rulings()
    near = _enemies_in_reach(rules, first, side, plain_sight)
    limited_by = frozenset(consulted)
    cell_at = position.board.cell_at
    announce_passes(sum(len(enemies) for index, enemies in near.items() if can_enter(rules, first, cell_at(index))))
    chances = Chances(rules)
    found: dict[int, Danger] = {}
    consulted_in: dict[int, frozenset[str]] = {}
    here, consulted_here = first.tracking_rulings()
    for index, enemies in limited(near.items(), N_("cells"), len(near)):
        consulted_here.clear()
        found[index] = _danger_in(rules, here, index, side, enemies, chances)
        consulted_in[index] = frozenset(consulted_here)

    def is_decided_by(at: Position, changed: str) -> bool:
        there = _enemies_in_reach(rules, at, side, plain_sight) if changed in limited_by else near
        nobody = _danger(())
        return any(
            _danger_in(rules, at, index, side, there.get(index, ()), chances) != found.get(index, nobody)
            for index in {**near, **there}
            if changed in consulted_in.get(index, ()) or near.get(index) != there.get(index)
        )

    cells = {
        format_cell(position.board, position.board.cell_at(index)): found[index]
        for index in sorted(found)
        if found[index].attackers
    }
    return Threat(side=side, cells=cells, rulings=find_deciding_rulings(position, consulted, is_decided_by))


def _enemies_in_reach(
    rules: Ruleset[Any], position: Position, side: str, plain_sight: PlainSight | None
) -> Mapping[int, list[_Enemy]]:
    """Return, by cell index, the enemies of a side that may be able to hit a target there, in file order."""
    found: dict[int, list[_Enemy]] = {}
    for piece in position.pieces.values():
        if piece.side != side and piece.as_terrain is None:
            check_limit()
            own = {position.board.index(cell) for cell in piece.cells}
            by_sight = _Enemy(piece, sees=False), _Enemy(piece, sees=True)
            for index, sees in _cells_in_reach(rules, position, piece, plain_sight).items():
                if index not in own:
                    found.setdefault(index, []).append(by_sight[sees])
    return found


def _cells_in_reach(
    rules: Ruleset[Any], position: Position, piece: Piece, plain_sight: PlainSight | None
) -> Mapping[int, bool]:
    """Return the cells within the limits of some attack of a piece, by index: whether it surely sees them clearly."""
    limits = {rules.attack_limits(position, piece, weapon) for weapon in attack_options(piece)}
    seen, found = None, dict[int, bool]()
    if any(limit.needs_sight for limit in limits):
        seen = plainly_seen(rules, position, piece, plain_sight)
    for limit in limits:
        for index in _iter_within(position.board, piece, limit, seen if limit.needs_sight else None):
            found[index] = seen is not None and seen[index] == CLEAR
    return found


def _iter_within(board: Board, piece: Piece, limit: AttackLimits, seen: bytes | None) -> Iterator[int]:
    """Yield the index of each cell within the limits of a piece that it sees, according to `seen` if that is known."""
    grid, reach = board.grid, max(board.columns, board.rows) if limit.reach is None else limit.reach
    for own in piece.cells:
        around = Rectangle.around(grid.column_row(own), reach).within(board.columns, board.rows)
        for row in around.rows(board.columns):
            cells = slice(row.start, row.stop)
            wanted = [kinds is not None for kinds in board.ground[cells]] if seen is None else seen[cells]
            for index in compress(row, wanted):
                if limit.are_within(grid, own, board.cell_at(index)):
                    yield index


def danger_to(position: Position, target: Piece, attacks: AttackFilter, chances: Chances) -> Danger:
    """Return which enemies could hit a piece from where they stand, by attacks within their limits."""
    return _danger(
        (piece, _best_chance(chances, position, piece, target, weapons, attacks.view(position, piece, target)))
        for piece, weapons in attacks.attackers(target)
    )


def _danger_in(
    rules: Ruleset[Any], position: Position, index: int, side: str, enemies: Iterable[_Enemy], chances: Chances
) -> Danger:
    """Return which of some enemies could hit a plain target of a side in a cell."""
    cell = position.board.cell_at(index)
    if not can_enter(rules, position, cell):
        return _danger(())
    placing, stands = placing_of(rules), dict[Piece, Position]()

    def each() -> Iterator[tuple[Piece, Fraction]]:
        for piece, sees in enemies:
            target = rules.dummy_target(position, cell, side, piece)
            there = stands.get(target)
            if there is None:  # most are the same for all attackers, which then share the results
                there = stands[target] = position.with_surface(position.board.with_sole_occupant(target))
                if any(placing.check_place(there, target)):
                    return  # nobody is hit in a cell where nobody can stand
            view = rules.clear_view(there, piece, target) if sees else None
            yield piece, _best_chance(chances, there, piece, target, attack_options(piece), view)

    return _danger(each())


def _danger(hits: Iterable[tuple[Piece, Fraction]]) -> Danger:
    able = {piece.name: hit for piece, hit in hits if hit.numerator}
    return Danger(attackers=tuple(able), best=max(able.values(), default=_NO_CHANCE))


def _best_chance(
    chances: Chances, position: Position, attacker: Piece, target: Piece, weapons: Options, view: View | None
) -> Fraction:
    found = [chances.find(position, attacker, target, weapon, view) for weapon in weapons]
    return max([hit for hit in found if hit is not None], default=_NO_CHANCE)
