"""The borders that pictures draw round groups of tiles (SOD-9.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sightline.language import Word
from sightline.rules import Outline, OutlineColour, Position
from sightline.rules.sodwa.ground import changes_level, drawn_kinds, is_elevated, meaning
from sightline.rules.sodwa.pieces import DIFFICULT, TRANSITION, SodwaTerrain

_COLOURS: Mapping[str, OutlineColour] = MappingProxyType({"liquid": "blue", DIFFICULT: "gray", TRANSITION: "green"})


def outlines(position: Position) -> Iterator[Outline]:
    """Yield the groups: all elevated tiles, with gaps where levels change, then those of each kind."""
    board, grid = position.board, position.board.grid
    elevated = frozenset(cell for cell in board if is_elevated(position, cell))
    if elevated:
        rim = ((cell, near) for cell in elevated for near in grid.neighbours(cell) if near in board)
        gaps = {board.border(*pair) for pair in rim if pair[1] not in elevated and changes_level(position, *pair)}
        yield Outline(Word("elevated"), "red", elevated, frozenset(gaps))
    for kind in position.terrain:
        colour = _colour(kind, meaning(position.terrain, kind))
        cells = frozenset(cell for cell in board if kind in drawn_kinds(position, cell))
        if colour and cells:
            yield Outline(Word(kind), colour, cells)


def _colour(kind: str, terrain: SodwaTerrain) -> OutlineColour | None:
    """Give the colour for a kind: its own, or that of what it is like; None for clear terrain."""
    if "obstructing" in (terrain.movement, terrain.sight):
        return "black"
    if terrain.sight == "impeding":
        return "yellow"
    return _COLOURS.get(kind, "gray" if terrain.movement == "difficult" else None)
