"""Checks of formations: each character of the team once, where the rules and the map let them stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from sightline.board import Piece, Zone, format_cell, format_label
from sightline.formats import yaml_tree
from sightline.formats.context import Context
from sightline.formats.readers import join, shorten
from sightline.formats.yaml_tree import Node, entry_of
from sightline.i18n import _
from sightline.lattice import Cell
from sightline.rules import Playable, Position, Ruleset, Rulings, Team, placing_of, require


def check_members(node: Node, key: str, context: Context) -> None:
    """Report a team without characters or formations, and formations of other characters than the team's.

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
            _check_formation(word, tiles, characters.entries, f"{key}.formations.{label}", context)


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


def check_formations(teams: Sequence[Team], zones: Mapping[str, Zone] | None, node: Node, context: Context) -> None:
    """Report characters who cannot stand where a formation has them.

    `node` is the mapping of teams, where the problems have their places.
    """
    board, rules = context.board, context.rules
    if board is None or rules is None or zones is None:
        return
    surface = board.with_pieces(context.pieces)
    position = Position(surface, context.terrain, context.border_terrain, Rulings(()))
    for seat, team in enumerate(teams):
        zone = zones.get(team.side)
        if zone is None:
            continue
        for label, formation in team.formations.items():
            tiles = {name: tile for name, tile in formation.items() if name in team.characters}
            laid = [
                require(rules, Playable).game().lay(team.characters[name], tile, zone, seat)
                for name, tile in tiles.items()
            ]
            for name, message in _iter_misfits(laid, zone, position, rules):
                keys = [team.side, "formations", label, name]
                found = format_label(*tiles[name])
                place = entry_of(node, keys)[1]
                context.problems.add(place, ".".join(("teams", *keys)), message, found=found)


def _iter_misfits(
    laid: Sequence[Piece], zone: Zone, position: Position, rules: Ruleset[Any]
) -> Iterator[tuple[str, str]]:
    """Yield the names of characters, laid together, who cannot stand where they do, and why."""
    board, standing = position.board, dict[Cell, tuple[Piece, ...]]()
    for piece in laid:
        if board.grid.column_row(piece.cell) not in zone:
            yield piece.name, _("this tile is outside the zone of {side!r}").format(side=shorten(piece.side or ""))
            continue
        cell = format_cell(board, piece.cell)
        if piece.cell not in board:
            yield piece.name, _("{cell} is a hole in the map").format(cell=cell)
            continue
        for error in placing_of(rules).check_place(position, piece):
            yield piece.name, str(error)
        others = (*board.occupants.get(piece.cell, ()), *standing.get(piece.cell, ()))
        if others and not placing_of(rules).can_share(board, piece.cell, (*others, piece)):
            message = _("{name!r} already stands at {cell}")
            yield piece.name, message.format(name=shorten(others[-1].name), cell=cell)
        standing[piece.cell] = (*standing.get(piece.cell, ()), piece)
