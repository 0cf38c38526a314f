"""A piece as every system knows it. A rule system states more by deriving from `Piece` and `Weapon`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from sightline.board.units import Inches
from sightline.lattice import Cell, Point
from sightline.plane import Disc, Polygon, Shape, Spot, rectangle

if TYPE_CHECKING:
    Where = Cell | Spot
else:  # msgspec knows no union of two kinds of named tuples; files are read by a reader of its own
    Where = Any


class Facing(str):
    """The direction that a piece faces, one of its grid's `facings`."""

    __slots__ = ()


class Degrees(float):
    """A direction on a free table, in degrees clockwise from up."""

    __slots__ = ()


class TerrainName(str):
    """The name of a kind of terrain of cells."""

    __slots__ = ()


class PieceName(str):
    """The name of a piece on the same board."""

    __slots__ = ()


class Weapon(Struct, frozen=True, kw_only=True):
    """What a piece attacks with. `range` is the farthest distance in cells, or "melee"."""

    name: Annotated[str, Meta(min_length=1)]
    range: Annotated[int, Meta(ge=1, le=9999)] | Literal["melee"]
    damage: Annotated[int, Meta(ge=0, le=9999)] = 1
    attacks: Annotated[int, Meta(ge=1, le=9999)] = 1


class Piece(Struct, frozen=True, kw_only=True):
    """Something that stands on a board or table: its place, and the side that it fights for.

    `at` is its cell, of several the first; `beside` are the others. On a free table `at` is a place in inches.

    A system in which files list all cells of a piece under `at` says in `most_cells` how many. One in which `at` is the
    middle of a piece, a cell or a corner, is `centred`: then `middle` is that corner, None where the middle is the cell
    `at`, and the system's `settle` gives the cells. `worked_out` are the fields that files do not state.
    """

    most_cells: ClassVar[int] = 1
    centred: ClassVar[bool] = False
    worked_out: ClassVar[tuple[str, ...]] = ("beside", "middle")

    name: str
    at: Where
    beside: tuple[Cell, ...] = ()
    middle: Point | None = None
    side: Annotated[str, Meta(min_length=1)] | None = None

    @property
    def cell(self) -> Cell:
        """The cell that it stands on, of several the first. Raises TypeError on a free table."""
        if isinstance(self.at, Cell):
            return self.at
        raise TypeError(f"{self.name} stands on a free table, in no cell")

    @property
    def spot(self) -> Spot:
        """The place of its middle on a free table. Raises TypeError on a board of cells."""
        if isinstance(self.at, Spot):
            return self.at
        raise TypeError(f"{self.name} stands in a cell")

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that it stands on. Raises TypeError on a free table."""
        return (self.cell, *self.beside)

    @property
    def shape(self) -> Shape:
        """What it covers of a free table. Raises TypeError on a board of cells."""
        raise TypeError(f"{self.name} covers cells, and no part of a free table")

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        """What it can attack with. A system whose pieces state weapons has a field of this name."""
        return ()

    @property
    def facing(self) -> Facing | Degrees | None:
        """The direction that it faces. A system whose pieces face one has a field of this name."""
        return None

    @property
    def base(self) -> Base | None:
        """What it stands on, on a free table; `BasedPiece` has a field of this name."""
        return None

    @property
    def building(self) -> bool:
        """True for a building on a free table; `BasedPiece` has a field of this name."""
        return False

    @property
    def as_terrain(self) -> str | None:
        """The kind of terrain that it counts as where it is an object, None for all who act."""
        return None

    def is_friend_of(self, other: Piece) -> bool:
        """Tell whether both fight for one stated side. A piece without a side is everyone's enemy."""
        return self.side is not None and self.side == other.side


class Base(Struct, frozen=True):
    """What a piece stands on: a circle of that diameter, or a rectangle whose length runs along the facing."""

    width: Inches
    length: Inches | None = None


class BasedPiece(Piece, frozen=True, kw_only=True):
    """A piece for free tables too: it has a base, or is a building with an outline.

    A building's `at` is a place within the outline; where the file states none, its middle.
    """

    base: Base | None = None
    facing: Degrees = Degrees(0)
    building: bool = False
    outline: tuple[Spot, ...] = ()

    @property
    def shape(self) -> Shape:
        """What it covers of a free table. Raises TypeError on a board of cells, and without base and outline."""
        if self.outline:
            return Polygon(self.outline)
        if self.base is None:
            raise TypeError(f"{self.name} has no base on a free table")
        if self.base.length is None:
            return Disc(self.spot, self.base.width / 2)
        return rectangle(self.spot, self.base.width, self.base.length, self.facing)
