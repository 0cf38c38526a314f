"""Checks of formations: each character of the team appears once, where the rules and the map allow it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sightline.board import MAX_BOARD_SIZE, Board, Hint, Piece, Zone, format_cell, format_label
from sightline.formats import yaml_tree
from sightline.formats.context import Context
from sightline.formats.readers import join, shorten
from sightline.formats.yaml_tree import Node, entry_of
from sightline.i18n import _
from sightline.lattice import HEX_LAYOUTS, Cell, parse_grid
from sightline.rules import Position, Ruleset, Rulings, placing_of

if TYPE_CHECKING:
    from sightline.formats.team_reader import StatedTeam


def check_members(node: Node, key: str, context: Context) -> None:
    """Report a team without characters or formations, and formations whose characters are not those of the team.

    `node` is the mapping of the team. All names in it count, even those of invalid characters.
    """
    characters, formations = (_mapping_in(node, part) for part in ("characters", "formations"))
    for part, stated in (("characters", characters), ("formations", formations)):
        if stated is not None and not stated.entries:
            message = _("a team has at least one character and one formation")
            context.problems.add(stated, join(key, part), message, found=stated.found)
    if characters is None or formations is None:
        return
    for label, (word, tiles) in formations.entries.items():
        if isinstance(tiles, yaml_tree.Mapping):
            path = f"{join(key, 'formations')}.{label}"
            _check_formation(word, tiles, characters.entries, path, context)


def _mapping_in(node: Node, key: str) -> yaml_tree.Mapping | None:
    stated = entry_of(node, [key])[1]
    return stated if isinstance(stated, yaml_tree.Mapping) and stated is not node else None


def _check_formation(
    word: Node, tiles: yaml_tree.Mapping, members: Collection[str], key: str, context: Context
) -> None:
    for name, (stranger, _tile) in tiles.entries.items():
        if name not in members:
            message = _("{name!r} is not a character of the team").format(name=shorten(name))
            context.problems.add(stranger, join(key, name), message, found=name, allowed=members)
    for name in members:
        if name not in tiles.entries:
            message = _("{name!r} is missing: a formation must place every character of the team")
            context.problems.add(word, join(key, name), message.format(name=shorten(name)))


def check_tiles(team: StatedTeam, context: Context) -> None:
    """Report characters that collide in a formation, as if it were placed on clear ground, or stand beyond any map."""
    ground = Board.empty(parse_grid("square" if "square" in context.grids else HEX_LAYOUTS[0]), 1, 1)
    cell = ground.grid.cell_at(0, 0)
    for label, formation in team.data.formations.items():
        standing = dict[tuple[int, int], tuple[Piece, ...]]()
        for name, tile in formation.items():
            if name not in team.data.characters:
                continue
            if max(tile) >= MAX_BOARD_SIZE:
                message = _("this tile lies beyond the largest map, of {most}x{most} cells").format(most=MAX_BOARD_SIZE)
                _report_place(team, label, name, message, context)
            others = standing.get(tile, ())
            standing[tile] = (*others, team.data.characters[name])
            if others and not placing_of(context.rules).can_share(ground, cell, standing[tile]):
                place = format_label(*tile)
                message = _("{name!r} already stands at {cell}").format(name=shorten(others[-1].name), cell=place)
                _report_place(team, label, name, message, context)


def check_formations(team: StatedTeam, side: str, seat: int, context: Context) -> None:
    """Report characters that cannot stand at their place of a formation, in the zone of their side if that is known.

    `seat` is 0 or 1.
    """
    board, rules, zone = context.board, context.rules, (context.zones or {}).get(side)
    if board is None or rules is None or zone is None:
        check_tiles(team, context)
        return
    surface = board.with_pieces(context.pieces)
    position = Position(surface, context.terrain, context.border_terrain, Rulings(()))
    for label, formation in team.data.formations.items():
        laid = [*context.game.deploy(team.data, formation, side, zone, seat).values()]
        for name, message, allowed in _iter_misfits(laid, zone, position, rules):
            _report_place(team, label, name, message, context, allowed)


def _report_place(
    team: StatedTeam, label: str, name: str, message: str, context: Context, allowed: Sequence[str] = ()
) -> None:
    keys = ["formations", label, name]
    found = format_label(*team.data.formations[label][name])
    place, key = entry_of(team.node, keys)[1], join(team.key, ".".join(keys))
    context.problems.add(place, key, message, found=found, allowed=allowed)


def _iter_misfits(
    laid: Sequence[Piece], zone: Zone, position: Position, rules: Ruleset[Any]
) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield the names of deployed characters that cannot stand at their places, the reason, and what is allowed."""
    board, standing = position.board, dict[Cell, tuple[Piece, ...]]()
    for piece in laid:
        if board.grid.column_row(piece.cell) not in zone:
            message = _("this tile is outside the zone of {side!r}").format(side=shorten(piece.side or ""))
            yield piece.name, message, _fitting_tiles(zone)
            continue
        cell = format_cell(board, piece.cell)
        if piece.cell not in board:
            yield piece.name, _("{cell} is a hole in the map").format(cell=cell), ()
            continue
        for error in placing_of(rules).check_place(position, piece):
            yield piece.name, str(error), ()
        others = (*board.occupants.get(piece.cell, ()), *standing.get(piece.cell, ()))
        if others and not placing_of(rules).can_share(board, piece.cell, (*others, piece)):
            message = _("{name!r} already stands at {cell}")
            yield piece.name, message.format(name=shorten(others[-1].name), cell=cell), ()
        standing[piece.cell] = (*standing.get(piece.cell, ()), piece)


def _fitting_tiles(zone: Zone) -> Sequence[str]:
    """Return the tiles of formations that fit in a zone, in words; none unless the zone is a rectangle."""
    if len(zone.rectangles) > 1:
        return ()
    left, top, right, bottom = zone.box
    return (Hint(_("A1 to {last}").format(last=format_label(right - left, bottom - top))),)
