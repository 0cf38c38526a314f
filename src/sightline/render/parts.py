"""What scenes are made of: lines, shots, marks of findings, numbers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from sightline.lattice import Contact, Point
from sightline.plane import Spot
from sightline.rules import Badge, Effect, Sight, Sign


class Ray(Struct, frozen=True):
    """A straight line in the picture. `sight` is None for bare geometry; `broken_at` is where it is first blocked.

    `meets` are, of one of many lines, the places where it meets what counts; None where all contacts are to be drawn.
    """

    start: Point
    stop: Point
    sight: Sight | None = None
    contacts: tuple[Contact, ...] = ()
    broken_at: Fraction | None = None
    meets: tuple[Fraction, ...] | None = None


class Shot(Struct, frozen=True):
    """One of the shots of a chart that have signs: where its lines start and stop, and what stands at the target."""

    start: Point
    stops: tuple[Point, ...]
    sign: Sign


class Mark(Struct, frozen=True):
    """What the findings say about one cell or border, and by how much they change a number there."""

    effect: Effect
    value: int | None = None


class Value(Struct, frozen=True):
    """What is written into a cell: a number or nothing, and the tint (a class of the colour table) for how much it is.

    `is_barred` is a cell that may only be passed. `facing` is how to stand there, `badges` are those of the place.
    """

    text: str
    tint: str
    is_barred: bool = False
    facing: str | None = None
    badges: tuple[Badge, ...] = ()


class Corner(NamedTuple):
    """A corner that a verdict is about: its label, and its meaning in the legend."""

    at: Point
    name: str
    meaning: str


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
