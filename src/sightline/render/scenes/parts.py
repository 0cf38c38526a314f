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
for those with an allowed attack, or for the attack of each piece that is most likely to hit.
"""

LineStyle = Literal["bare", "clear", "impeded", "blocked", "forbidden", "forbidden-impeded"]
"""The style of a line: that of its sight, or another one if the target is seen but the attack is not allowed."""
LINE_STYLES: tuple[LineStyle, ...] = ("clear", "impeded", "forbidden", "forbidden-impeded", "blocked")
"""The styles of lines of sight, from the best."""


def line_style(sight: Sight | None, *, is_allowed: bool = True) -> LineStyle:
    """Return the style of a line with a sight, or without one, for an attack that is allowed or not."""
    if sight is None:
        return "bare"
    if is_allowed or sight is Sight.BLOCKED:
        return sight.value
    return "forbidden" if sight is Sight.CLEAR else "forbidden-impeded"


class Ray(Struct, frozen=True):
    """A straight line in the picture. `sight` is None for bare geometry; `broken_at` is where it is first blocked.

    If there are many lines, `meets` holds the points of its relevant contacts; None if all contacts are drawn.
    `is_allowed`: the attack along it is.
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
    """A line between two pieces of a chart, by their names, and the sign at its end if the system has signs.

    `is_mutual`: it also stands for the attack in the other direction, with `back_sign` at its start. `has_other`: that
    attack has a line of its own.
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
    """The text in a cell, and its tint by value, a class of the colour table.

    `is_barred`: a move may not stop there. `facing` is the facing to take there.
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

    `band` is the width of the corridor along it in inches, None if none is drawn. `broken_at` is the position, from 0
    to 1, where it is first blocked, `sign` is drawn at the target. `is_allowed`: the attack along it is.
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
        """Return the point at a fraction of its length, from 0 to 1."""
        return Edge(self.start, self.stop).at(part)
