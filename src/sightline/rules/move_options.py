"""Options of a move that a system supports in questions, as the fields of a struct."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, NamedTuple, get_args, get_origin

from msgspec import Meta, Struct, structs

from sightline.board import Piece
from sightline.rules.field_errors import FieldError


class MoveOption(NamedTuple):
    """One option of a move: the name of its field, whether its value is a piece, and an English description."""

    name: str
    names_piece: bool
    description: str


class MoveOptions(Struct, frozen=True, kw_only=True):
    """A move without options. A system with options derives a struct whose fields all have defaults.

    A field is a `bool`, or a `PieceName` or None: the name of another piece. `Meta(description=...)` is its English
    description in the command line and the documentation.
    """

    @classmethod
    def iter_options(cls) -> Iterator[MoveOption]:
        """Yield the options in the order of the fields."""
        for field in structs.fields(cls):
            value, *more = get_args(field.type) if get_origin(field.type) is Annotated else (field.type,)
            description = next((each.description for each in more if isinstance(each, Meta)), None)
            yield MoveOption(field.name, value is not bool, description or "")

    def check(self, piece: Piece) -> Iterator[FieldError]:
        """Yield the errors in these options for a move of a piece; keys are those of the fields."""
        del piece
        yield from ()


PLAIN_MOVE = MoveOptions()
