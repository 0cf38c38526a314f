"""Section 7: kinds of terrain of tiles, objects and borders, their effects, and levels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal, cast

from msgspec import structs

from sightline.board import Board, Piece, PlaceError
from sightline.i18n import Term, _, localized
from sightline.lattice import Cell
from sightline.rules import Clause, Position, Site, Terrain, TerrainMask, rule
from sightline.systems.sodwa.pieces import Character, character_of

TRANSITION: Final = "transition"
"""The kind of terrain that allows a change of level."""
LIQUID: Final = "liquid"
"""The kind of terrain whose further effects the source leaves open."""
ICY: Final = "icy"
"""The kind of terrain on which movements may end (SOD-8.17)."""
CORROSIVE: Final = "corrosive"
"""The kind of terrain that hurts (SOD-8.18)."""
OBSTRUCTING: Final = "obstructing"
"""The kind of terrain of barriers."""
DIFFICULT: Final = "difficult"
"""The kind of terrain of rubble."""


class SodwaTerrain(Terrain, frozen=True, kw_only=True):
    """A kind of terrain: its effects on sight and movement. Indoor terrain reaches to the ceiling."""

    sight: Literal["clear", "impeding", "obstructing"] = "clear"
    movement: Literal["clear", "difficult", "obstructing"] = "clear"
    indoor: bool = False


_IMPEDING = SodwaTerrain(letter="i", sight="impeding", movement="difficult")
_OBSTRUCTING = SodwaTerrain(letter="#", sight="obstructing", movement="obstructing")
TERRAIN: Mapping[str, SodwaTerrain] = MappingProxyType(
    {
        "clear": SodwaTerrain(letter="."),
        "impeding": _IMPEDING,
        DIFFICULT: SodwaTerrain(letter="d", movement="difficult"),
        LIQUID: SodwaTerrain(letter="w", movement="difficult"),
        ICY: SodwaTerrain(letter="y"),
        CORROSIVE: SodwaTerrain(letter="v"),
        OBSTRUCTING: _OBSTRUCTING,
        "obstructing-indoor": structs.replace(_OBSTRUCTING, letter="X", indoor=True),
        TRANSITION: SodwaTerrain(letter="t", movement="difficult"),
    }
)
BORDERS: Mapping[str, SodwaTerrain] = MappingProxyType(
    {kind: structs.replace(terrain, letter="") for kind, terrain in TERRAIN.items() if kind != "clear"}
)

TerrainTest = Callable[[SodwaTerrain], bool]


def meaning(terrain: Mapping[str, Terrain], kind: str) -> SodwaTerrain:
    """Return a kind of terrain by name."""
    return cast("SodwaTerrain", terrain[kind])


@rule(
    Clause(
        "SOD-7.1",
        "Kinds, levels and groups",
        "Tiles and borders have kinds of terrain, and each kind counts on its own. Icy and corrosive are kinds that "
        "abilities make. Elevated is a level, and only tiles have levels. Tiles of one kind that share a side or a "
        "corner form a group, whatever their levels.",
        "Terrain; Terrain Types",
    ),
    off=(),
)
def drawn_kinds(position: Position, cell: Cell) -> tuple[str, ...]:
    """Return the kinds of terrain of a tile, without those of objects."""
    return position.board.kinds(cell) or ()


@rule(
    Clause(
        "SOD-7.10",
        "Objects",
        "An object counts as its kind of terrain, impeding unless stated, for sight and movement. This comes on "
        "top of what its tile is, and it lies at the level of its tile. Characters may stand on it unless it "
        "obstructs. It engages nobody.",
        "Terrain; Tile of terrain",
    ),
    off=None,
)
def as_terrain(piece: Piece) -> str | None:
    """Return the kind of terrain that an object counts as, None for characters."""
    return piece.as_terrain


def object_kinds(position: Position, cell: Cell) -> tuple[str, ...]:
    """Return the kinds of terrain that objects on a tile count as."""
    standing = position.board.occupants.get(cell, ())
    return tuple(kind for piece in standing if (kind := as_terrain(piece)) is not None)


def kinds_at(position: Position, cell: Cell) -> tuple[str, ...]:
    """Return the distinct kinds of terrain of a tile for movement, with those of objects."""
    return tuple(dict.fromkeys((*drawn_kinds(position, cell), *object_kinds(position, cell))))


def border_kinds(position: Position, one: Cell, other: Cell) -> tuple[str, ...]:
    """Return the kinds of terrain on the border of two neighbouring tiles."""
    board = position.board
    return board.borders.get(board.border(one, other), ()) if board.borders else ()


def character_on(position: Position, cell: Cell) -> Character | None:
    """Return the character on a tile, if any."""
    standing = (character_of(piece) for piece in position.board.occupants.get(cell, ()))
    return next((piece for piece in standing if piece.as_terrain is None), None)


def characters(position: Position) -> Mapping[Site, str]:
    """Return the mask of the tiles with characters, with their names."""
    pieces = position.pieces.values()
    return {piece.cell: piece.name for piece in pieces if piece.as_terrain is None}


def objects_that(holds: TerrainTest) -> Callable[[Position], Mapping[Site, str]]:
    """Return the mask of the tiles with an object for whose kind a test holds, with the name of one."""

    def find(position: Position) -> Mapping[Site, str]:
        kinds = ((piece, as_terrain(piece)) for piece in position.pieces.values())
        return {
            piece.cell: piece.name
            for piece, kind in kinds
            if kind is not None and holds(meaning(position.terrain, kind))
        }

    return find


def terrain_that(holds: TerrainTest) -> TerrainMask:
    """Return the mask of the tiles and borders with a kind of terrain for which a test holds, with the kind."""

    def find(position: Position) -> Mapping[Site, str]:
        def word(kinds: Iterable[str], terrain: Mapping[str, Terrain]) -> str | None:
            return next((Term(kind) for kind in kinds if holds(meaning(terrain, kind))), None)

        found = dict(position.cells_with(lambda kinds: word(kinds, position.terrain)))
        for border, kinds in position.board.borders.items():
            if kind := word(kinds, position.border_terrain):
                found[border] = kind
        return found

    return TerrainMask(find)


def transitions(position: Position) -> Mapping[Site, str]:
    """Return the mask of the tiles (with their objects) and borders over which levels change."""
    board = position.board
    drawn = position.cells_with(lambda kinds: TRANSITION if TRANSITION in kinds else None)
    objects = (cell for cell in board.occupants if TRANSITION in object_kinds(position, cell))
    borders = (border for border, kinds in board.borders.items() if TRANSITION in kinds)
    return dict.fromkeys((*drawn, *objects, *borders), TRANSITION)


def changes_level(position: Position, one: Cell, other: Cell) -> bool:
    """Return whether levels can change between two neighbouring tiles: over a transition border or tile."""
    return TRANSITION in (
        *border_kinds(position, one, other),
        *kinds_at(position, one),
        *kinds_at(position, other),
    )


def is_elevated(position: Position, cell: Cell) -> bool:
    """Return whether a tile is elevated."""
    return _is_raised(position.board.level(cell))


def elevated_tiles(position: Position) -> Iterator[Cell]:
    """Yield all elevated tiles, row by row."""
    return position.board.cells_at_levels(_is_raised)


def _is_raised(level: int) -> bool:
    return level > 0


def can_share(board: Board, cell: Cell, pieces: Iterable[Piece]) -> bool:
    """Return whether these pieces may be on one tile: at most one character, and any number of objects."""
    del board, cell
    return sum(piece.as_terrain is None for piece in pieces) <= 1


@rule(
    Clause(
        "SOD-7.2",
        "Obstructing terrain",
        "Obstructing terrain cannot be entered, stopped on or seen through, and nothing is put on an obstructing "
        "tile. Tiles across an obstructing border are not adjacent.",
        "Obstructing Terrain",
    ),
    off=False,
)
def obstructs(terrain: SodwaTerrain) -> bool:
    """Return whether terrain stops movement."""
    return terrain.movement == "obstructing"


def check_place(position: Position, piece: Piece) -> Iterable[PlaceError]:
    """Yield the errors in the place of a character or object."""
    kinds = drawn_kinds(position, piece.cell)
    if piece.as_terrain is None:
        kinds = kinds_at(position, piece.cell)
    label = position.label(piece.cell)
    for kind in kinds:
        if obstructs(meaning(position.terrain, kind)):
            message = _("{name!r} cannot be at {cell} ({terrain}): nothing can be put there")
            yield PlaceError(message.format(name=piece.name, cell=label, terrain=localized(Term(kind))))
