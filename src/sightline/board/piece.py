"""Pieces and weapons as every rule system knows them. A system adds fields by deriving from `Piece` and `Weapon`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct, structs

from sightline.board.units import Inches
from sightline.lattice import Cell, Point
from sightline.plane import Disc, Polygon, Shape, Spot, rectangle

if TYPE_CHECKING:
    PieceLocation = Cell | Spot
else:  # msgspec does not support a union of two named tuples; files have their own reader
    PieceLocation = Any


class Facing(str):
    """The direction in which a piece faces, one of the `facings` of its grid."""

    __slots__ = ()


class Degrees(float):
    """A direction on a free table, in degrees clockwise from up."""

    __slots__ = ()


class TerrainName(str):
    """The name of a terrain type of cells."""

    __slots__ = ()


class PieceName(str):
    """The name of a piece on the same board."""

    __slots__ = ()


class Weapon(Struct, frozen=True, kw_only=True):
    """A weapon of a piece. `range` is the greatest distance in cells, or "melee"."""

    name: Annotated[str, Meta(min_length=1)]
    range: Annotated[int, Meta(ge=1, le=9999)] | Literal["melee"]
    damage: Annotated[int, Meta(ge=0, le=9999)] = 1
    attacks: Annotated[int, Meta(ge=1, le=9999)] = 1


class Piece(Struct, frozen=True, kw_only=True):
    """A piece on a board or table, with its place and the side it fights for.

    - `at`: its cell, or the first of several; on a free table a spot in inches.
    - `beside`: its other cells.
    - `middle`: the corner at the centre of a `centred` piece; None if the centre is the cell `at`.

    Class variables for rule systems:

    - `max_cells`: the maximum number of cells that a file may list under `at`.
    - `centred`: true if `at` is the centre of a piece, a cell or a corner; the system's `occupy` then sets the cells.
    - `derived_fields`: fields that files do not state.
    """

    max_cells: ClassVar[int] = 1
    centred: ClassVar[bool] = False
    derived_fields: ClassVar[tuple[str, ...]] = ("beside", "middle")

    name: str
    at: PieceLocation
    beside: tuple[Cell, ...] = ()
    middle: Point | None = None
    side: Annotated[str, Meta(min_length=1)] | None = None

    @property
    def cell(self) -> Cell:
        """The cell of the piece, or the first of several. Raise TypeError on a free table."""
        if isinstance(self.at, Cell):
            return self.at
        raise TypeError(f"{self.name} stands on a free table, in no cell")

    @property
    def spot(self) -> Spot:
        """The spot of its centre on a free table. Raise TypeError on a board of cells."""
        if isinstance(self.at, Spot):
            return self.at
        raise TypeError(f"{self.name} stands in a cell")

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells of the piece. Raise TypeError on a free table."""
        at = self.at  # without a call of `cell`: every question asks for the cells of all pieces, again and again
        return (at, *self.beside) if isinstance(at, Cell) else (self.cell,)

    @property
    def shape(self) -> Shape:
        """The area that it covers on a free table. Raise TypeError on a board of cells."""
        raise TypeError(f"{self.name} covers cells, and no part of a free table")

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        """Its weapons. A system whose pieces have weapons defines a field of this name."""
        return ()

    @property
    def facing(self) -> Facing | Degrees | None:
        """The direction in which it faces. A system whose pieces have a facing defines a field of this name."""
        return None

    @property
    def base(self) -> Base | None:
        """Its base on a free table. `BasedPiece` has a field of this name."""
        return None

    @property
    def building(self) -> bool:
        """True for a building on a free table; `BasedPiece` has a field of this name."""
        return False

    @property
    def as_terrain(self) -> str | None:
        """The terrain type of an object; None for pieces that act."""
        return None

    def is_friend_of(self, other: Piece) -> bool:
        """Return whether both fight for the same stated side. A piece without a side is everyone's enemy."""
        return self.side is not None and self.side == other.side


class Base(Struct, frozen=True):
    """The base of a piece, in inches.

    A circle with diameter `width`, or a rectangle whose length runs along the facing.
    """

    width: Inches
    length: Inches | None = None


class BasedPiece(Piece, frozen=True, kw_only=True):
    """A piece for boards and free tables: it has a base, or is a building with an outline.

    The `at` of a building is a spot inside its outline; by default an interior point.
    """

    base: Base | None = None
    facing: Degrees = Degrees(0)
    building: bool = False
    outline: tuple[Spot, ...] = ()

    @property
    def shape(self) -> Shape:
        """The area that it covers on a free table.

        Raise TypeError on a board of cells, and without base and outline.
        """
        if self.outline:
            return Polygon(self.outline)
        if self.base is None:
            raise TypeError(f"{self.name} has no base on a free table")
        if self.base.length is None:
            return Disc(self.spot, self.base.width / 2)
        return rectangle(self.spot, self.base.width, self.base.length, self.facing)


def iter_named_pieces(value: object) -> Iterator[PieceName]:
    """Yield the names of pieces contained in a value, such as in the fields of a piece."""
    match value:
        case PieceName():
            yield value
        case Struct():
            yield from iter_named_pieces(structs.astuple(value))
        case Mapping():
            yield from iter_named_pieces((*value.keys(), *value.values()))
        case tuple():
            for each in value:
                yield from iter_named_pieces(each)
