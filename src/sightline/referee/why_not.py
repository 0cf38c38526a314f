"""Answer `--why-not`: each single change that would clear the line or allow the shot."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, Literal

from sightline.board import Board, Piece, Rectangle, Table, Weapon, iter_named_pieces, parse_border, parse_cell
from sightline.deadline import check_limit
from sightline.i18n import N_, terrain_term
from sightline.lattice import Cell
from sightline.referee.deciding_rulings import with_deciding_rulings
from sightline.referee.judge import Judgement, build_attack, build_verdict, judge
from sightline.rules import Movable, depiction_of
from sightline.rules.answers import Change, Effect, Message, Sight, Verdict, WhyNot, extend
from sightline.rules.capabilities import placing_of
from sightline.rules.message_text import say
from sightline.rules.position import Position, Site
from sightline.rules.ruleset import Ruleset
from sightline.too_much import MAX_STEPS_TRIED, MAX_TERRAIN_TRIED, check_amount


def why_not(rules: Ruleset[Any], position: Position, attacker: Piece, target: Piece, weapon: Weapon | None) -> Verdict:
    """Judge an attack as `shot` does; where it is not legal, add each single change that would help.

    A change helps if the shot is legal after it, or if its sight, not clear before, is clear after it.
    """

    def answer(at: Position) -> Verdict:
        shot = _Shot(rules, at, attacker, target, weapon)
        changes = () if shot.verdict.legal else (*_removals(shot), *_turns_and_moves(shot))
        return extend(shot.verdict, WhyNot(why_not=tuple(changes)))

    return with_deciding_rulings(position, answer)


_TOO_MANY = N_("single changes are tried along lines of at most {most} cells in all, and here there are {found}")

_TOO_LARGE = N_(
    "changes are tried one by one on maps of at most {most} cells and borders with terrain or levels in all, and here "
    "of {found}"
)


@dataclass(frozen=True)
class _Shot:
    """A shot in a position, the given one or one after a change."""

    rules: Ruleset[Any]
    position: Position
    attacker: Piece
    target: Piece
    weapon: Weapon | None

    @cached_property
    def judgement(self) -> Judgement:
        attack = build_attack(self.rules, self.position, self.attacker, self.target, self.weapon)
        return judge(self.rules, attack)

    @cached_property
    def verdict(self) -> Verdict:
        return build_verdict(self.rules, self.judgement)

    def on(self, surface: Board | Table) -> _Shot:
        """Return this shot on a changed board. Pieces are placed in their cells again, as the room may have changed."""
        changed = self.position.with_surface(surface)
        if self.rules.piece_type.centred:
            surface = surface.with_pieces(
                [placing_of(self.rules).occupy(changed, piece) for piece in surface.pieces.values()]
            )
            changed = changed.with_surface(surface)
        attacker, target = surface.pieces[self.attacker.name], surface.pieces[self.target.name]
        return _Shot(self.rules, changed, attacker, target, self.weapon)


def _check_effort(shot: _Shot, changes: int) -> None:
    """Raise `TooMuch` if there are too many changes to try for the number and length of the lines."""
    ends = (shot.attacker, shot.target)
    lines = prod(len(end.cells) for end in ends) if all(end.building for end in ends) else 1
    steps = changes * lines * max(1, int(shot.judgement.distance))
    check_amount(steps, MAX_STEPS_TRIED, "to", _TOO_MANY)


def _check_map(board: Board, changes: int) -> None:
    """Raise `TooMuch` if there are too many changes to try for the size of the map, which is read again after each."""
    filled = sum(map(bool, board.ground)) + sum(map(bool, board.levels)) + len(board.borders)
    check_amount(changes * filled, MAX_TERRAIN_TRIED, "map", _TOO_LARGE)


def _removals(shot: _Shot) -> Iterator[Change]:
    """Yield the removals of a piece or of terrain that help."""
    return _removals_from_table(shot) if shot.position.is_free else _removals_from_board(shot)


def _removals_from_table(shot: _Shot) -> Iterator[Change]:
    table, ends = shot.position.table, {shot.attacker.name, shot.target.name}
    features = {feature.name for feature in table.features}
    for name in _obstacles(shot):
        if name in table.pieces and name not in ends:
            message = Message("without", {"what": name})
            yield from _change(shot, table.without_piece(name), "remove", name, None, message)
        if name in features:
            feature = terrain_term(name, depiction_of(shot.rules).terrain_adjectives)
            message = Message("without-feature", {"what": feature})
            yield from _change(shot, table.without_feature(name), "remove", feature, None, message)


def _removals_from_board(shot: _Shot) -> Iterator[Change]:
    board, tried = shot.position.board, {shot.attacker.name, shot.target.name}
    sites = dict.fromkeys(_sites(shot))
    _check_effort(shot, len(sites))
    _check_map(board, len(sites))
    for label in sites:
        for piece in () if "/" in label else board.occupants.get(parse_cell(board, label), ()):
            if piece.name not in tried:
                tried.add(piece.name)
                message = Message("without-piece", {"piece": piece.name, "cell": label})
                yield from _change(shot, board.without_piece(piece.name), "remove", piece.name, None, message)
        for message, without in _cleared(board, label, depiction_of(shot.rules).terrain_adjectives):
            yield from _change(shot, without, "remove", label, None, message)


def _sites(shot: _Shot) -> Iterable[str]:
    """Return the labels of all sites that may matter: the obstacles, the cells beside them, and those around both ends.

    Terrain on, in or next to the cells of an end may decide which pieces are adjacent to it and how it fits in.
    """
    board = shot.position.board
    obstacles = dict.fromkeys(_obstacles(shot))
    beside = (cell for label in obstacles if "/" in label for cell in parse_border(board, label))
    near = dict.fromkeys(cell for end in (shot.attacker, shot.target) for cell in _iter_round(board, end))
    walls = (border for border in board.borders if all(cell in near for cell in border))
    sites: Iterable[Site] = (*beside, *near, *walls)
    return obstacles | dict.fromkeys(map(shot.position.label, sites))


def _iter_round(board: Board, piece: Piece) -> Iterator[Cell]:
    """Yield the cells of a piece, then their neighbours across edges and corners."""
    yield from piece.cells
    for cell in piece.cells:
        around = Rectangle.around(board.grid.column_row(cell), 1).within(board.columns, board.rows)
        yield from (near for index in around.indices(board.columns) if (near := board.cell_at(index)) in board)


def _obstacles(shot: _Shot) -> Iterable[str]:
    """Return the labels that findings against the shot are about, and the obstacles of lines not chosen."""
    against = (finding for finding in shot.verdict.findings if finding.effect is not Effect.MODIFIES)
    found = dict.fromkeys(label for finding in against for label in finding.at)
    return found | dict.fromkeys(shot.judgement.view.iter_obstacles(shot.position))


def _cleared(board: Board, label: str, adjectives: Collection[str]) -> Iterator[tuple[Message, Board]]:
    """Yield the board without the terrain of a cell or border, and the board without the height of the cell."""
    if "/" in label:
        border = parse_border(board, label)
        kinds, cleared = board.borders.get(border, ()), board.with_borders({border: ()})
    else:
        cell = parse_cell(board, label)
        kinds, cleared = board.kinds(cell) or (), board.with_ground({cell: ()})
        if level := board.level(cell):
            message = Message("without-hill" if level > 0 else "without-pit", {"cell": label})
            yield message, board.with_levels({cell: 0})
    if kinds:
        terrain = ", ".join(kinds)
        yield Message("without-terrain", {"terrain": terrain_term(terrain, adjectives), "cell": label}), cleared


def _turns_and_moves(shot: _Shot) -> Iterator[Change]:
    """Yield the turns of the attacker, and the cheapest move, that help on a board of cells."""
    if shot.position.is_free or not isinstance(shot.rules, Movable):
        return
    movable: Movable[Any, Any] = shot.rules
    places = dict(movable.places(shot.position, shot.attacker))
    own = next(iter(places))
    _, *turned = movable.placements(shot.position, shot.attacker, own, places.pop(own))
    for piece in turned:
        facing = str(piece.facing)
        message = Message("turned", {"piece": piece.name, "facing": facing})
        yield from _change(shot, _with(shot, piece), "turn", piece.name, facing, message)
    paths = sorted(
        (place.cost, len(place.path), label) for label, place in places.items() if movable.may_attack_from(place)
    )
    _check_effort(shot, len(paths))
    arrivals = (
        (label, places[label].cost, next(iter(movable.placements(shot.position, shot.attacker, label, places[label]))))
        for _, _, label in paths
    )
    yield from _first_best(change for label, cost, piece in arrivals for change in _move(shot, label, cost, piece))


def _move(shot: _Shot, label: str, cost: int, piece: Piece) -> Iterator[Change]:
    """Yield the change of moving to a place, with the piece as it then stands, if it helps."""
    message = Message("moved-to", {"piece": piece.name, "cell": label, "cost": cost})
    yield from _change(shot, _with(shot, piece), "move", piece.name, label, message)


def _first_best(moves: Iterator[Change]) -> Iterator[Change]:
    """Yield the first change that allows the shot; where none does, the first that clears the line."""
    opening = None
    for change in moves:
        if change.legal:
            yield change
            return
        opening = opening or change
    if opening is not None:
        yield opening


def _with(shot: _Shot, piece: Piece) -> Board:
    return shot.position.board.with_pieces([piece])


def _change(
    shot: _Shot,
    surface: Board | Table,
    change: Literal["remove", "turn", "move"],
    what: str,
    to: str | None,
    message: Message,
) -> Iterator[Change]:
    """Yield the change that leads to a board or table, if it helps."""
    check_limit()
    changed = shot.on(surface)
    after = changed.verdict
    opens = after.sight is Sight.CLEAR and shot.verdict.sight is not Sight.CLEAR
    if (after.legal or opens) and _is_possible(shot.rules, changed.position):
        why = say(message, shot.rules.messages)
        yield Change(change=change, what=what, to=to, sight=after.sight, legal=after.legal, why=why, message=message)


def _is_possible(rules: Ruleset[Any], position: Position) -> bool:
    """Return whether a position is valid: each piece may be where and as it is, and everything that it names exists."""
    placing, pieces = placing_of(rules), position.pieces
    if not position.is_free:
        together = (item for item in position.board.occupants.items() if len(item[1]) > 1)
        if not all(placing.can_share(position.board, cell, sharing) for cell, sharing in together):
            return False
    return not any(
        any(name not in pieces for name in iter_named_pieces(piece))
        or any(placing.check_place(position, piece))
        or any(rules.check_piece(position, piece))
        for piece in pieces.values()
    )
