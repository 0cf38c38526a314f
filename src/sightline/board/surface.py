"""The common base of boards and free tables: what pieces stand on."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar, Self, TypeVar

from msgspec import Struct, structs

from sightline.board.piece import Piece

Key = TypeVar("Key")
Value = TypeVar("Value")


def copied(mapping: Mapping[Key, Value]) -> dict[Key, Value]:
    """Return a mapping as a dict of its own. One that is read-only is copied whole, not entry by entry."""
    return mapping.copy() if isinstance(mapping, MappingProxyType) else dict(mapping)


class Surface(Struct, frozen=True, dict=True):
    """A board of cells or a free table, with its pieces by name. An immutable value."""

    pieces: Mapping[str, Piece]

    derived_from_pieces: ClassVar[tuple[str, ...]] = ()
    """The cached properties that depend on the pieces."""

    def with_pieces(self, pieces: Iterable[Piece]) -> Self:
        """Return this surface with these pieces; each replaces the piece with its name, or is appended."""
        return self._with(copied(self.pieces) | {piece.name: piece for piece in pieces})

    def without_piece(self, name: str) -> Self:
        """Return this surface without a piece. Raise KeyError if there is none of that name."""
        if name not in self.pieces:
            raise KeyError(name)
        return self.without_pieces([name])

    def without_pieces(self, names: Container[str]) -> Self:
        """Return this surface without the pieces of these names."""
        left = {name: piece for name, piece in self.pieces.items() if name not in names}
        return self._with(left)

    def _with(self, pieces: dict[str, Piece]) -> Self:
        """Return this surface with exactly these pieces. Must be fast: whole boards call it for every attack."""
        other = structs.replace(self, pieces=MappingProxyType(pieces))
        other.__dict__.update(self.__dict__)
        for name in self.derived_from_pieces:
            other.__dict__.pop(name, None)
        return other
