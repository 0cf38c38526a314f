"""Warriors, the pieces of Combat Hex, and the hexes of their bases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal, cast

from msgspec import Meta

from sightline.board import Board, Piece, PlaceError, format_cell
from sightline.i18n import N_, _
from sightline.rules import Clause, rule


class Warrior(Piece, frozen=True, kw_only=True):
    """A warrior, on one hex, or mounted on two. It shoots with `dice` dice, at a target within `range` hexes."""

    max_cells: ClassVar[int] = 2

    mounted: bool = False
    dice: Annotated[int, Meta(ge=1, le=99)] = 1
    range: Annotated[int, Meta(ge=1, le=9999)] | Literal["unlimited"] = "unlimited"


def warrior_of(piece: Piece) -> Warrior:
    """Return a piece as a `Warrior`: all pieces of this system are warriors."""
    return cast("Warrior", piece)


@rule(
    Clause(
        "CH-BASE",
        "Bases",
        "A warrior on foot covers one hex. A mounted warrior covers two neighbouring hexes, both elevated (level 1 "
        "or more) or both on the ground, and stands at the higher of their levels. Connected elevated hexes form "
        "one elevated terrain.",
        "Ours: the sheet only tells warriors on foot from mounted ones",
    ),
    off=(),
)
def check_base(board: Board, warrior: Warrior) -> Iterator[PlaceError]:
    """Yield the errors in the hexes of a base."""
    labels = [format_cell(board, cell) for cell in warrior.cells]
    if len(labels) == 1:
        if warrior.mounted:
            message = _("a mounted warrior stands on two neighbouring hexes, not only on {cell}")
            yield PlaceError(message.format(cell=labels[0]), *_translate_all(_PAIR))
        return
    one, other = warrior.cells
    if not warrior.mounted:
        message = _("only a mounted warrior can stand on two hexes, {one} and {other}")
        yield PlaceError(message.format(one=labels[0], other=labels[1]), *_translate_all(_ONE_HEX), _MOUNTED)
    if board.grid.edge_between(one, other) is None:
        near = sorted(format_cell(board, cell) for cell in board.grid.neighbours(one) if cell in board)
        message = _("{one} and {other} are not neighbours").format(one=labels[0], other=labels[1])
        yield PlaceError(message, *(f"[{labels[0]}, {cell}]" for cell in near))
    if (board.level(one) > 0) != (board.level(other) > 0):
        high, low = labels if board.level(one) > 0 else reversed(labels)
        message = _("half of the base stands on elevated terrain, {high}, and half beside it, {low}")
        yield PlaceError(message.format(high=high, low=low), *_translate_all(_LEVEL))


def _translate_all(texts: Iterable[str]) -> Iterator[str]:
    return (_(text) for text in texts)


_PAIR = (N_("a list of two neighbouring hexes"),)
_ONE_HEX = (N_("one hex"),)
_MOUNTED = "mounted: true"
_LEVEL = (N_("two elevated hexes"), N_("two hexes on the ground"))
