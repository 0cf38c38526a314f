"""What scenes are made of: lines, shots, marks of findings, numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from sightline.lattice import Contact, Point
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
