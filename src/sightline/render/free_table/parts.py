"""What scenes of free tables are made of besides pieces and features: lines."""

from __future__ import annotations

from dataclasses import dataclass

from sightline.plane import Spot
from sightline.rules import Sight, Sign


@dataclass(frozen=True)
class Segment:
    """A straight line on a table, from edge to edge.

    `band` is how many inches wide the way along it is that nothing stands in, None where none is to be drawn.
    `broken_at` is where on it, from 0 to 1, it is first blocked, `sign` what stands at the target.
    """

    start: Spot
    stop: Spot
    sight: Sight
    band: float | None = None
    broken_at: float | None = None
    sign: Sign | None = None


@dataclass(frozen=True)
class Tape:
    """A tape laid from edge to edge, and how many inches are read off it."""

    start: Spot
    stop: Spot
    inches: float

    def along(self, part: float) -> Spot:
        """Give the place at that part of its length, from 0 to 1."""
        (ax, ay), (bx, by) = self.start, self.stop
        return Spot(ax + part * (bx - ax), ay + part * (by - ay))
