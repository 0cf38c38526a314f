"""The layers of lines and of the places that findings are about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import atan2, hypot

from sightline.lattice import Cell, ContactType
from sightline.render.layers.border_styles import FORMS
from sightline.render.layers.canvas import Canvas
from sightline.render.primitives.pixels import Pixel, across, number, pair, polar
from sightline.render.primitives.svg_tags import BOLD, MIDDLE, ROUND, circle, dashed, line, path, polygon, words
from sightline.render.scenes.parts import LineStyle, Ray
from sightline.rules import Effect

_DASHES: Mapping[LineStyle, tuple[float, ...]] = {
    "impeded": (0.5, 0.14, 0.06, 0.14),
    "blocked": (0.3, 0.2),
    "forbidden": (0.01, 0.2),
    "forbidden-impeded": (0.01, 0.15, 0.01, 0.35),
}
_DOTTED: tuple[LineStyle, ...] = ("forbidden", "forbidden-impeded")
_MIN_DOTTED_UNIT = 22.0
"""The unit in pixels below which the dots of lines get no closer."""
# Outlines of marked places: dashes in cell units, empty for an unbroken line.
_OUTLINES = {
    Effect.BLOCKS: (),
    Effect.FORBIDS: (0.4, 0.12),
    Effect.IMPEDES: (0.36, 0.12, 0.08, 0.12),
    Effect.MODIFIES: (0.22, 0.12),
    Effect.PERMITS: (),
    Effect.NOTES: (0.05, 0.14),
}
SIGNS = {
    Effect.BLOCKS: "✕",
    Effect.FORBIDS: "!",
    Effect.IMPEDES: "≈",
    Effect.MODIFIES: "±",
    Effect.PERMITS: "✓",
    Effect.NOTES: "i",
}


def rays(canvas: Canvas) -> Iterator[str]:
    """Draw the lines: unbroken for clear sight, broken for other sight, dotted if the attack is not allowed."""
    # Lines with obstacles are on top.
    drawn = sorted(canvas.scene.rays, key=lambda ray: bool(ray.meets))
    for ray in drawn:
        if ray.start != ray.stop:
            yield from _ray(canvas, ray, is_one_of_many=_is_one_of_many(canvas, ray))
    for ray in drawn:
        if ray.meets is None:
            for contact in ray.contacts:
                yield from contact_sign(canvas, ray, contact.kind, [canvas.along(ray, at) for at in contact.at])
        for at in ray.meets or ():
            yield circle(f"contact-{ray.style}", canvas.along(ray, at), 0.1 * canvas.unit, 0.05 * canvas.unit)


def _is_one_of_many(canvas: Canvas, ray: Ray) -> bool:
    """Return whether a line is one of many, each of which leaves room for others."""
    return len(canvas.scene.rays) > 1 and (not ray.contacts or ray.meets is not None)


def _ray(canvas: Canvas, ray: Ray, *, is_one_of_many: bool) -> Iterator[str]:
    start, stop = _ends(canvas, ray, is_one_of_many=is_one_of_many)
    angle = atan2(stop.y - start.y, stop.x - start.x)
    width = max(1.0 if is_one_of_many else 1.8, (0.055 if is_one_of_many else 0.085) * canvas.unit)
    tip = stop if is_one_of_many or not _has_piece(canvas, ray) else polar(stop, -0.58 * canvas.unit, angle)
    yield line("halo", start, stop, 2.2 * width, halo_opacity(ray.style))
    short = -0.1 * canvas.unit if ray.meets is None else 0.0
    yield line(f"ray-{ray.style}", start, polar(tip, short, angle), width, dashes(canvas, ray.style))
    if canvas.scene.shots or ray.meets is not None:
        return
    yield ray_head(canvas, ray.style, tip, angle, max(5.0, 0.34 * canvas.unit))


def ray_head(canvas: Canvas, style: LineStyle, tip: Pixel, angle: float, size: float) -> str:
    """Return the arrowhead of a line, hollow if the attack is not allowed; `size` is its length in pixels."""
    left, notch, right = (polar(tip, -size * far, angle + turn) for far, turn in ((1, -0.45), (0.7, 0), (1, 0.45)))
    is_hollow = style in ("blocked", *_DOTTED)
    name, edge = ("hollow", 0.1 * size) if is_hollow else ("head", 0.04 * canvas.unit)
    return path(f"{name}-{style}", polygon(tip, left, notch, right), edge)


def _ends(canvas: Canvas, ray: Ray, *, is_one_of_many: bool) -> tuple[Pixel, Pixel]:
    """Return the ends of a line; one of many is clear of the pieces, and beside the line in the other direction."""
    start, stop = canvas.along(ray, 0), canvas.along(ray, 1)
    if not is_one_of_many or canvas.scene.shots or ray.meets is not None:
        return start, stop
    angle = atan2(stop.y - start.y, stop.x - start.x)
    aside, trim = 0.12 * canvas.unit, min(0.66 * canvas.unit, 0.3 * hypot(stop.x - start.x, stop.y - start.y))
    return (
        polar(polar(start, aside, angle - 1.5708), trim, angle),
        polar(polar(stop, aside, angle - 1.5708), -trim, angle),
    )


def ray_ends(canvas: Canvas, ray: Ray) -> tuple[Pixel, Pixel]:
    """Return the drawn ends of a line."""
    return _ends(canvas, ray, is_one_of_many=_is_one_of_many(canvas, ray))


def _has_piece(canvas: Canvas, ray: Ray) -> bool:
    """Return whether a line ends in the middle of a cell with a piece in it."""
    return any(canvas.cells.grid.centre(cell) == ray.stop for cell in canvas.scene.board.occupants)


def dashes(canvas: Canvas, style: LineStyle) -> str:
    """Return the dash attributes of a line style."""
    is_dotted = style in _DOTTED
    unit = max(canvas.unit, _MIN_DOTTED_UNIT) if is_dotted else canvas.unit
    return dashed(*(part * unit for part in _DASHES.get(style, ()))) + (ROUND if is_dotted else "")


def halo_opacity(style: LineStyle) -> str:
    """Return the attribute of the halo along a line, faint if it would be more visible than the dots of the line."""
    return f' stroke-opacity="{0.4 if style in _DOTTED else 0.8}"'


def outline(canvas: Canvas, effect: Effect) -> str:
    """Return the attributes of an outline round places that findings of an effect are about."""
    return dashed(*(part * canvas.unit for part in _OUTLINES[effect])) + ROUND


def contact_sign(canvas: Canvas, ray: Ray, kind: ContactType, places: Sequence[Pixel]) -> Iterator[str]:
    """Draw a contact: a dot where an edge is crossed, a diamond at a corner, a thick stretch along an edge."""
    name, unit = ray.style, canvas.unit
    if kind is ContactType.CROSSES_BORDER:
        yield circle(f"contact-{name}", places[0], 0.085 * unit, 0.045 * unit)
    elif kind is ContactType.TOUCHES:
        corners = (polar(places[0], 0.15 * unit, k * 1.5708) for k in range(4))
        yield path(f"contact-{name}", polygon(*corners), 0.05 * unit)
    elif kind is ContactType.ALONG:
        start, stop = places
        yield line(f"ray-{name}", start, stop, 0.22 * unit, ' stroke-linecap="butt"')


def crosses(canvas: Canvas) -> Iterator[str]:
    """Draw a cross at the point where each line is first blocked."""
    drawn = canvas.scene.rays
    size = max(3.5, 0.2 * canvas.unit) if len(drawn) == 1 else max(2.5, 0.13 * canvas.unit)
    for ray in drawn:
        if ray.broken_at is not None:
            start, stop = _ends(canvas, ray, is_one_of_many=_is_one_of_many(canvas, ray))
            exact, (a, b) = canvas.along(ray, ray.broken_at), (canvas.along(ray, 0), canvas.along(ray, 1))
            aside = Pixel((start.x - a.x + stop.x - b.x) / 2, (start.y - a.y + stop.y - b.y) / 2)
            yield from cross(exact.plus(*aside), size)


def cross(at: Pixel, size: float) -> Iterator[str]:
    """Draw the cross at the point where a line is blocked."""
    arms = "".join(f"M{pair(at.plus(-x, -y))}L{pair(at.plus(x, y))}" for x, y in ((size, size), (size, -size)))
    yield path("halo", arms, 0.95 * size, ROUND)
    yield path("ray-blocked", arms, 0.5 * size, ROUND)


def marked_places(canvas: Canvas) -> Iterator[str]:
    """Outline every place that findings are about, each effect in its own style."""
    for site, mark in canvas.scene.marks.items():
        css, more = str(mark.effect), outline(canvas, mark.effect)
        if isinstance(site, Cell):
            # Borders round groups are between the two rings.
            outer, inner = (0.98, 0.66) if canvas.scene.groups else (0.88, 0.76)
            yield path("halo", canvas.cells.cell_path([site], outer), 0.2 * canvas.unit, ' stroke-opacity="0.7"')
            yield path(css, canvas.cells.cell_path([site], outer), 0.1 * canvas.unit, more)
            if mark.effect in (Effect.BLOCKS, Effect.PERMITS):
                yield path(css, canvas.cells.cell_path([site], inner), 0.035 * canvas.unit, ROUND)
        elif FORMS.keys() & set(canvas.scene.board.borders.get(site, ())):
            yield from _beside(canvas, css, *canvas.cells.border(site), more)
        else:
            a, b = canvas.cells.border(site)
            yield line("halo", a, b, 0.42 * canvas.unit, ' stroke-opacity="0.7"')
            yield line(css, a, b, 0.14 * canvas.unit, more)


def _beside(canvas: Canvas, css: str, a: Pixel, b: Pixel, more: str) -> Iterator[str]:
    """Draw a line on either side of a border, so that its form remains visible."""
    for far in (-0.26, 0.26):
        aside = across(a, b, far * canvas.unit)
        yield line("halo", a.plus(*aside), b.plus(*aside), 0.18 * canvas.unit, ' stroke-opacity="0.7"')
        yield line(css, a.plus(*aside), b.plus(*aside), 0.09 * canvas.unit, more)


def sign(effect: Effect, at: Pixel, radius: float, value: int | None = None) -> Iterator[str]:
    """Draw the sign of an effect; a changed number is on a shield, everything else on a disc."""
    css, text = f"sign-{effect}", SIGNS[effect] if value is None else f"{value:+d}".replace("-", "−")
    if effect is Effect.MODIFIES:
        shield = (
            f"M{pair(at.plus(-radius, -radius))}h{number(2 * radius)}v{number(1.1 * radius)}"
            f"q0 {number(0.8 * radius)} {number(-radius)} {number(1.2 * radius)}"
            f"q{number(-radius)} {number(-0.4 * radius)} {number(-radius)} {number(-1.2 * radius)}z"
        )
        yield path(css, shield, 0.16 * radius, ' stroke-linejoin="round"')
    else:
        yield circle(css, at, radius, 0.16 * radius)
    size = 1.15 * radius
    yield words("sign-text", at.plus(0, 0.36 * size), size, text, MIDDLE + BOLD)
