"""What the clauses ask of the table, whether it is measured in hexes or in inches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from sightline.board import Piece, format_inches
from sightline.i18n import LocalNumber
from sightline.plane import SAME
from sightline.rules import Sight, Site, View

Named = tuple[tuple[Site | str, str], ...]
"""Something on the table: its sites, each with what is there, a `Word` for terrain or a `PieceName`.

On a free table the site of something is its name.
"""


@dataclass(frozen=True)
class MeasuredView(View):
    """What one piece sees of another.

    `margin` is that of PG-20.2a in inches, None on hexes. `without` are the names of buildings that did not count,
    `through` that of the one which is shot through, if any.
    """

    sight: Sight
    rulings: frozenset[str] = field(default=frozenset(), kw_only=True)
    margin: float | None = field(default=None, kw_only=True)
    without: tuple[str, ...] = field(default=(), kw_only=True)
    through: str | None = field(default=None, kw_only=True)


class Shelter(NamedTuple):
    """Terrain that covers a target: where, which kind and degree, and how far from the target."""

    site: Site | str
    kind: str
    cover: str
    away: float


class Measure(Protocol):
    """The table as it is measured. Everything between two pieces leaves these two themselves out."""

    def distance(self, one: Piece, other: Piece) -> float:
        """Give the distance of two pieces, in hexes or in inches from edge to edge."""

    def view(
        self, start: Piece, stop: Piece, *, without: tuple[str, ...] = (), only_buildings: bool = False
    ) -> MeasuredView:
        """Give what one piece sees of another: clear or blocked.

        Pieces of the names in `without` are no obstacles; with `only_buildings` buildings alone are.
        """

    def blocking(self, start: Piece, stop: Piece, *, without: tuple[str, ...] = ()) -> Iterable[Named]:
        """Give what blocks sight, where it is blocked, save pieces of the names in `without`: each once."""

    def cutting(self, start: Piece, stop: Piece, *, without: tuple[str, ...] = ()) -> Iterable[Named]:
        """Give what cuts any line between two pieces, once, all buildings at least, save those named in `without`."""

    def covering(self, start: Piece, stop: Piece) -> Iterable[Shelter]:
        """Yield all terrain that gives the second piece cover from the first."""

    def sites(self, piece: Piece) -> Iterable[Site | str]:
        """Give what findings name where a piece stands."""


def is_within(distance: float, most: float) -> bool:
    """Tell whether a distance is at most so much; those that differ by less than what can be told are equal."""
    return distance < most + SAME


def told(length: float) -> int | LocalNumber:
    """Give a length as messages hold it: whole, or with up to six places."""
    length = round(length, 6)
    return int(length) if float(length).is_integer() else format_inches(length)
