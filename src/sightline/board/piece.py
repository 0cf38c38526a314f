"""A piece as every system knows it. A rule system states more by deriving from `Piece` and `Weapon`."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from sightline.lattice import Cell, Point


class Facing(str):
    """The direction that a piece faces, one of its grid's `facings`."""

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
    """Something that stands on the board: its place, and the side that it fights for.

    `at` is its cell, of several the first; `beside` are the others.

    A system in which files list all cells of a piece under `at` says in `most_cells` how many. One in which `at` is the
    middle of a piece, a cell or a corner, is `centred`: then `middle` is that corner, None where the middle is the cell
    `at`, and the system's `settle` gives the cells. `worked_out` are the fields that files do not state.
    """

    most_cells: ClassVar[int] = 1
    centred: ClassVar[bool] = False
    worked_out: ClassVar[tuple[str, ...]] = ("beside", "middle")

    name: str
    at: Cell
    beside: tuple[Cell, ...] = ()
    middle: Point | None = None
    side: Annotated[str, Meta(min_length=1)] | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that it stands on."""
        return (self.at, *self.beside)

    def is_friend_of(self, other: Piece) -> bool:
        """Tell whether both fight for one stated side. A piece without a side is everyone's enemy."""
        return self.side is not None and self.side == other.side
