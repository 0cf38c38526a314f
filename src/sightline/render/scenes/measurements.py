"""The lines of verdicts on free tables: the corridors along them, where they are blocked, and their lengths."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from sightline.board import Piece, Table, format_inches
from sightline.i18n import _, localized
from sightline.plane import Disc, Polygon, Shape, Spot, nearest_spots
from sightline.render.scenes.captions import Remark
from sightline.render.scenes.parts import Segment, Tape
from sightline.rules import Effect, MeasuredCorridor, Sight, Verdict

_MIN_INCHES = 0.01
"""The minimum length that is written as a number, in inches."""


def segments(table: Table, verdict: Verdict, corridor: MeasuredCorridor | None = None) -> tuple[Segment, ...]:
    """Return the lines of a verdict, each with its corridor if open, otherwise with the point where it is blocked."""
    ends = [(_spot(line.from_), _spot(line.to)) for line in verdict.lines]
    if verdict.sight is Sight.BLOCKED:
        blocking = _blocking(table, verdict)
        return tuple(Segment(*each, verdict.sight, broken_at=_find_break(*each, blocking)) for each in ends)
    band = _band(table, verdict, corridor)
    return tuple(Segment(*each, verdict.sight, band, is_allowed=verdict.legal) for each in ends)


def tape(table: Table, verdict: Verdict) -> Tape:
    """Return the line between the nearest points of the two pieces of a verdict."""
    start, stop = nearest_spots(*(table.pieces[name].shape for name in (verdict.from_, verdict.to)))
    return Tape(start, stop, float(verdict.distance))


def _spot(place: str | tuple[float, float]) -> Spot:
    if isinstance(place, str):
        raise TypeError(f"{place!r} is no place on a free table")
    return Spot(*place)


def _band(table: Table, verdict: Verdict, corridor: MeasuredCorridor | None) -> float | None:
    """Return the width of the corridor in inches, None if the system does not measure it."""
    if corridor is None:
        return None
    if corridor.width is not None:
        return corridor.width
    return min(filter(None, (_width(table.pieces[name]) for name in (verdict.from_, verdict.to))), default=None)


def _width(piece: Piece) -> float | None:
    """Return the diameter or the shorter side of a base in inches, None without a base."""
    base = piece.base
    return None if base is None else min(base.width, base.length or base.width)


def _blocking(table: Table, verdict: Verdict) -> list[Shape]:
    named = {name for finding in verdict.findings if finding.effect is Effect.BLOCKS for name in finding.at}
    pieces = [piece.shape for piece in table.pieces.values() if piece.name in named]
    return pieces + [feature.outline for feature in table.features if feature.name in named]


def _find_break(start: Spot, stop: Spot, shapes: list[Shape]) -> float:
    """Return the position, from 0 to 1, where a line first meets one of these shapes; 0.5 if it meets none."""
    return min((part for shape in shapes for part in _meetings(start, stop, shape)), default=0.5)


def _meetings(start: Spot, stop: Spot, shape: Shape) -> Iterator[float]:
    yield from _disc_meetings(start, stop, shape) if isinstance(shape, Disc) else _side_meetings(start, stop, shape)


def _disc_meetings(start: Spot, stop: Spot, disc: Disc) -> Iterator[float]:
    way = start.plus(-disc.centre.x, -disc.centre.y)
    dx, dy = stop.x - start.x, stop.y - start.y
    a, b, c = dx * dx + dy * dy, way.x * dx + way.y * dy, way.x**2 + way.y**2 - disc.radius**2
    if a and b * b >= a * c:
        yield from (part for part in ((-b - sqrt(b * b - a * c)) / a, (-b + sqrt(b * b - a * c)) / a) if 0 <= part <= 1)


def _side_meetings(start: Spot, stop: Spot, polygon: Polygon) -> Iterator[float]:
    dx, dy = stop.x - start.x, stop.y - start.y
    for (ax, ay), (bx, by) in polygon.edges:
        turn = dx * (by - ay) - dy * (bx - ax)
        if turn:
            part = ((ax - start.x) * (by - ay) - (ay - start.y) * (bx - ax)) / turn
            on_side = ((ax - start.x) * dy - (ay - start.y) * dx) / turn
            if 0 <= part <= 1 and 0 <= on_side <= 1:
                yield part


def measured_remarks(verdict: Verdict, corridor: MeasuredCorridor | None) -> Iterator[Remark]:
    """Yield the distance of the two pieces, and the width of the corridor between them."""
    yield Remark(_("distance"), inches(verdict.distance), _("from edge to edge"))
    if corridor is None:
        return
    if corridor.width is not None and verdict.sight is not Sight.BLOCKED:
        yield Remark(_("way"), inches(corridor.width), _("as wide as the widest open corridor between them"))
    if corridor.is_too_close:
        yield Remark(_("too close"), "", _("no ruler on a table can measure this: agree on it before rolling"))


def coordinates(x: float, y: float) -> str:
    """Format a place with at most two decimals, with a decimal point in all languages, as in files."""
    return f"[{format_inches(round(x, 2))}, {format_inches(round(y, 2))}]"


def inches(length: float) -> str:
    """Format a length with its sign and at most two decimals."""
    if 0 < length < _MIN_INCHES:
        return _("under {number}″").format(number=localized(_MIN_INCHES))
    return _("{number}″").format(number=localized(float(length)))
