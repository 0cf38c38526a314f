"""The interface by which clauses measure a board, in hexes or in inches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from sightline.board import Piece, format_inches
from sightline.i18n import LocalNumber
from sightline.plane import SAME
from sightline.rules import Sight, Site, View

ObstacleSites = tuple[tuple[Site | str, str], ...]
"""The sites of an obstacle, each with the word for it: a `Term` for terrain, or a `PieceName`.

On a free table the site of an obstacle is its name.
"""


@dataclass(frozen=True)
class MeasuredView(View):
    """The view of one piece of another.

    - `margin` is that of PG-20.2a in inches, None on hexes.
    - `without` are the names of buildings that were disregarded.
    - `through` is the name of the building that is shot through, if any.
    """

    sight: Sight
    rulings: frozenset[str] = field(default=frozenset(), kw_only=True)
    margin: float | None = field(default=None, kw_only=True)
    without: tuple[str, ...] = field(default=(), kw_only=True)
    through: str | None = field(default=None, kw_only=True)


class TerrainCover(NamedTuple):
    """Terrain that covers a target: its site, kind, degree of cover, and distance from the target."""

    site: Site | str
    kind: str
    cover: str
    gap: float


class Measure(Protocol):
    """A way to measure. Obstacles between two pieces never include these two themselves."""

    def distance(self, one: Piece, other: Piece) -> float:
        """Return the distance of two pieces, in hexes or in inches from edge to edge."""

    def view(
        self, start: Piece, stop: Piece, *, without: tuple[str, ...] = (), only_buildings: bool = False
    ) -> MeasuredView:
        """Return the view of one piece of another, clear or blocked.

        Pieces named in `without` are not obstacles; with `only_buildings`, only buildings are.
        """

    def blocking(self, start: Piece, stop: Piece, *, without: tuple[str, ...] = ()) -> Iterable[ObstacleSites]:
        """Return the obstacles that block sight if it is blocked, each once, except pieces named in `without`."""

    def cutting(self, start: Piece, stop: Piece, *, without: tuple[str, ...] = ()) -> Iterable[ObstacleSites]:
        """Return the obstacles that cut any line, at least all buildings, each once, except those in `without`."""

    def covering(self, start: Piece, stop: Piece) -> Iterable[TerrainCover]:
        """Yield all terrain that gives the second piece cover from the first."""

    def sites(self, piece: Piece) -> Iterable[Site | str]:
        """Return the sites of a piece, as findings name them."""


def is_within(distance: float, limit: float) -> bool:
    """Return whether a distance is at most a limit, up to the tolerance `SAME`."""
    return distance < limit + SAME


def message_length(length: float) -> int | LocalNumber:
    """Return a length as an argument of messages: an integer, or a number with up to six places."""
    length = round(length, 6)
    return int(length) if float(length).is_integer() else format_inches(length)
