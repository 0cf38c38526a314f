"""What Combat Hex is played with: warriors on foot and mounted, hexes with levels, printed lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal, cast

from msgspec import Meta

from sightline.board import Board, Piece, PlaceError, format_cell
from sightline.rules import Clause, Terrain, rule

RED_LINE, DOTTED_LINE = "red-line", "dotted-line"
TERRAIN: Mapping[str, Terrain] = MappingProxyType({"clear": Terrain(letter=".")})
PRINTED_LINES: Mapping[str, Terrain] = MappingProxyType({RED_LINE: Terrain(), DOTTED_LINE: Terrain()})


class Warrior(Piece, frozen=True, kw_only=True):
    """A warrior, who throws `dice` dice at whoever is at most `range` hexes away."""

    most_cells: ClassVar[int] = 2

    mounted: bool = False
    dice: Annotated[int, Meta(ge=1, le=99)] = 1
    range: Annotated[int, Meta(ge=1, le=9999)] | Literal["unlimited"] = "unlimited"


def warrior_of(piece: Piece) -> Warrior:
    """Give a piece of this system as what it is."""
    return cast("Warrior", piece)


@rule(
    Clause(
        "CH-BASE",
        "Bases",
        "A warrior on foot covers one hex, a mounted one two neighbouring hexes, both elevated (level 1 or more) or "
        "neither; it stands at the higher of their levels. Connected elevated hexes are one elevated terrain.",
        "Ours: the sheet only tells warriors on foot from mounted ones",
    ),
    off=(),
)
def check_base(board: Board, warrior: Warrior) -> Iterator[PlaceError]:
    """Yield what is wrong with the hexes of a base."""
    labels = [format_cell(board, cell) for cell in warrior.cells]
    if len(labels) == 1:
        if warrior.mounted:
            yield PlaceError(f"a mounted warrior stands on two neighbouring hexes, not on {labels[0]} alone", *_PAIR)
        return
    one, other = warrior.cells
    if not warrior.mounted:
        yield PlaceError(f"only a mounted warrior stands on two hexes, {' and '.join(labels)}", "one hex", *_MOUNTED)
    if board.grid.side_between(one, other) is None:
        near = sorted(format_cell(board, cell) for cell in board.grid.neighbours(one) if cell in board)
        yield PlaceError(
            f"{labels[0]} and {labels[1]} are not neighbours", *(f"[{labels[0]}, {cell}]" for cell in near)
        )
    if bool(board.level(one)) != bool(board.level(other)):
        high, low = labels if board.level(one) else reversed(labels)
        yield PlaceError(f"half of the base stands on elevated terrain, {high}, and half beside it, {low}", *_LEVEL)


_PAIR = ("a list of two neighbouring hexes",)
_MOUNTED = ("mounted: true",)
_LEVEL = ("two elevated hexes", "two hexes on the ground")
