"""The parts of scenes: lines, shots, marks of findings, numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from msgspec import Struct

from sightline.lattice import Contact, Point
from sightline.plane import Edge, Spot
from sightline.rules import Badge, Effect, Sight, Sign

ChartLines = Literal["exact", "all", "seen", "allowed", "best"]
"""The lines in the picture of a chart.

They are the lines of sight, or lines from piece to piece: for all pairs of attacker and target, for those with sight,
for those with an attack that is allowed, or for the likeliest attack of each piece.
"""

LineStyle = Literal["bare", "clear", "impeded", "blocked", "forbidden", "forbidden-impeded"]
"""The style of a line: that of its sight, or another where the attack is not allowed although the target is seen."""
LINE_STYLES: tuple[LineStyle, ...] = ("clear", "impeded", "forbidden", "forbidden-impeded", "blocked")
"""The styles of lines of sight, from the best."""


def line_style(sight: Sight | None, *, is_allowed: bool = True) -> LineStyle:
    """Return the style of a line of that sight, or of bare geometry, for an attack that is allowed or not."""
    if sight is None:
        return "bare"
    if is_allowed or sight is Sight.BLOCKED:
        return sight.value
    return "forbidden" if sight is Sight.CLEAR else "forbidden-impeded"


class Ray(Struct, frozen=True):
    """A straight line in the picture. `sight` is None for bare geometry; `broken_at` is where it is first blocked.

    Of one of many lines `meets` holds where it meets what counts; None where all contacts are drawn. `is_allowed`:
    the attack along it is.
    """

    start: Point
    stop: Point
    sight: Sight | None = None
    contacts: tuple[Contact, ...] = ()
    broken_at: Fraction | None = None
    meets: tuple[Fraction, ...] | None = None
    is_allowed: bool = True

    @property
    def style(self) -> LineStyle:
        """The style in which the line is drawn."""
        return line_style(self.sight, is_allowed=self.is_allowed)


class Shot(Struct, frozen=True):
    """A shot of a chart with signs: where its lines start and stop, and the sign at the target."""

    start: Point
    stops: tuple[Point, ...]
    sign: Sign


class Link(NamedTuple):
    """A line between two pieces of a chart, by their names, and the sign at its end where the system has signs.

    `is_mutual`: it stands for the attack in the other direction too, `back_sign` is at its start. `has_other`: another
    line is drawn for that.
    """

    start: str
    stop: str
    style: LineStyle
    sign: Sign | None = None
    is_mutual: bool = False
    back_sign: Sign | None = None
    has_other: bool = False


class Mark(Struct, frozen=True):
    """The effect of findings on one place, and by how much they change a number there."""

    effect: Effect
    value: int | None = None


class Value(Struct, frozen=True):
    """The text in a cell, and the tint, a class of the colour table, that stands for its size.

    `is_barred`: a move may not stop there. `facing` is how to face there.
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


class Segment(Struct, frozen=True):
    """A straight line on a table, from edge to edge.

    `band` is the width of the corridor along it in inches, None where none is drawn. `broken_at` is where on it, from
    0 to 1, it is first blocked, `sign` stands at the target. `is_allowed`: the attack along it is.
    """

    start: Spot
    stop: Spot
    sight: Sight
    band: float | None = None
    broken_at: float | None = None
    sign: Sign | None = None
    is_allowed: bool = True

    @property
    def style(self) -> LineStyle:
        """The style in which the line is drawn."""
        return line_style(self.sight, is_allowed=self.is_allowed)


class Tape(Struct, frozen=True):
    """A measured line from edge to edge, and its length in inches."""

    start: Spot
    stop: Spot
    inches: float

    def along(self, part: float) -> Spot:
        """Return the point at that part of its length, from 0 to 1."""
        return Edge(self.start, self.stop).at(part)
