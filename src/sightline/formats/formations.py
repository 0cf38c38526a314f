"""What formations of teams have to be: everybody of the team once, where the rules and the map let them stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sightline.board import Board, Piece, Zone, format_cell, format_label
from sightline.formats.context import Context
from sightline.formats.readers import join, shorten
from sightline.formats.tree import Node, entry_of
from sightline.language import _
from sightline.rules import Position, Rulings, Team


def check_members(team: Team, node: Node, key: str, context: Context) -> None:
    """Report a team without characters or formations, and formations of other characters than the team's."""
    for part in ("characters", "formations"):
        if not getattr(team, part):
            message = _("a team has at least one character and one formation")
            empty = entry_of(node, [part])[1]
            context.problems.add(empty, join(key, part), message, found=empty.found)
    for label, formation in team.formations.items():
        path = f"{key}.formations.{label}"
        word, tiles = entry_of(node, ["formations", label])
        for name in formation:
            if name not in team.characters:
                stranger = entry_of(tiles, [name])[0]
                message = _("{name!r} is no character of the team").format(name=shorten(name))
                allowed = tuple(team.characters)
                context.problems.add(stranger, join(path, name), message, found=name, allowed=allowed)
        for name in team.characters:
            if name not in formation:
                message = _("{name!r} is missing: a formation places every character of the team")
                context.problems.add(word, join(path, name), message.format(name=shorten(name)))


def check_formations(teams: Sequence[Team], zones: Mapping[str, Zone] | None, node: Node, context: Context) -> None:
    """Report characters who cannot stand where a formation has them.

    `node` is the mapping of teams, where the problems have their places.
    """
    board, rules = context.board, context.rules
    if board is None or rules is None or zones is None:
        return
    for seat, team in enumerate(teams):
        zone = zones.get(team.side)
        if zone is None:
            continue
        for label, formation in team.formations.items():
            tiles = {name: tile for name, tile in formation.items() if name in team.characters}
            laid = [rules.game().lay(team.characters[name], tile, zone, seat) for name, tile in tiles.items()]
            for name, message in _iter_misfits(laid, zone, board.with_pieces(context.pieces), context):
                keys = [team.side, "formations", label, name]
                found = format_label(*tiles[name])
                place = entry_of(node, keys)[1]
                context.problems.add(place, ".".join(("teams", *keys)), message, found=found)


def _iter_misfits(laid: Sequence[Piece], zone: Zone, board: Board, context: Context) -> Iterator[tuple[str, str]]:
    """Yield the names of characters, laid together, who cannot stand where they do, and why."""
    rules = context.rules
    assert rules is not None
    position = Position(board, context.terrain, context.border_terrain, Rulings(()))
    standing = dict(board.occupants)
    for piece in laid:
        if board.grid.place_of(piece.cell) not in zone:
            yield piece.name, _("this tile lies outside the zone of {side!r}").format(side=shorten(piece.side or ""))
            continue
        if piece.cell not in board:
            yield piece.name, _("{cell} is a hole in the map").format(cell=format_cell(board, piece.cell))
            continue
        for error in rules.check_place(position, piece):
            yield piece.name, str(error)
        there = (*standing.get(piece.cell, ()), piece)
        if len(there) > 1 and not (rules.shares_cells and rules.can_share(board, piece.cell, there)):
            message = _("{name!r} stands at {cell} already")
            cell = format_cell(board, piece.cell)
            yield piece.name, message.format(name=shorten(there[-2].name), cell=cell)
        standing[piece.cell] = there
