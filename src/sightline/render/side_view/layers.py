"""The layers of a strip, from the bottom up."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.i18n import _
from sightline.render.layers.borders import border_line
from sightline.render.layers.cell_pieces import body, describe
from sightline.render.layers.crates import crate, terrain_badge
from sightline.render.layers.rays import contact_sign, cross, dashes, outline, sign
from sightline.render.primitives.pixels import Pixel, between, number
from sightline.render.primitives.svg_tags import BOLD, END, HALO, MIDDLE, ROUND, line, path, polygon, words
from sightline.render.primitives.text_metrics import advance, escape
from sightline.render.side_view.profile import ProfileColumn, Stand
from sightline.render.side_view.strip import BODY, EYE, LABEL, ROW, SIGN, SLAB, STOREY, Strip

_CRATE = 0.36


def levels(strip: Strip) -> Iterator[str]:
    """Draw the scale at the left, with a thin line at each level whose name fits."""
    first, last = strip.profile.columns[0], strip.profile.columns[-1]
    for level in filter(strip.is_ruled, strip.levels):
        y = strip.y(level)
        yield line("rule", Pixel(strip.x(first.start) - 6, y), Pixel(strip.x(last.stop), y), 1)
        name = _("level {level}").format(level=level) if level else _("ground")
        yield words("edge-label", Pixel(strip.x(first.start) - 10, y + 4), 11, name, END)


def ground(strip: Strip) -> Iterator[str]:
    """Draw the ground of each column up to its level, with a line at each level of the scale on the way."""
    lowest = strip.y(strip.levels[0])
    for column in strip.profile.columns:
        level = strip.surface(column.cell)
        yield _box(strip, "ground", column, strip.ground, lowest, ' stroke-width="1"')
        if level > strip.levels[0]:
            yield _box(strip, "earth", column, lowest, strip.y(level), ' stroke-width="1"')
        for step in range(strip.levels[0] + 1, level + 1):
            if step == level or strip.is_ruled(step):
                left, right = (Pixel(strip.x(at), strip.y(step)) for at in (column.start, column.stop))
                yield line("contour", left, right, 3 if step == level else 0.8)
        if column.is_beside:
            side = strip.x(column.stop)
            yield line("mark", Pixel(side, strip.y(level)), Pixel(side, strip.ground), 1.4, ' stroke-dasharray="3 3"')


def blocks(strip: Strip) -> Iterator[str]:
    """Draw the terrain as blocks with broken outlines, because their heights are unknown."""
    for column in strip.profile.columns:
        kinds = strip.profile.board.kinds(column.cell) or ()
        if kinds:
            bottom, top = _extent(strip, column)
            more = ' stroke-width="1.2" stroke-dasharray="5 3"'
            yield _box(strip, strip.canvas.scene.drawing_of(kinds[0]).tint, column, bottom, top, "")
            yield _box(strip, "block-edge", column, bottom, top, more)
            yield from _marks(strip, column, kinds, bottom, top)


def _extent(strip: Strip, column: ProfileColumn) -> tuple[float, float]:
    """Return the pixel rows of the surface of a column and of the upper end of its terrain."""
    level = strip.surface(column.cell)
    return strip.y(level), strip.y(level, strip.height(column.cell))


def _marks(strip: Strip, column: ProfileColumn, kinds: tuple[str, ...], bottom: float, top: float) -> Iterator[str]:
    """Draw the marks of the kinds between two pixel rows, each as often as it fits."""
    left = strip.x(column.start)
    width, height = strip.x(column.stop) - left, bottom - top
    count = len(kinds) * max(1, int(width / (len(kinds) * 1.15 * height)))
    size = min(0.44 * height, 0.46 * width / count)
    rows = max(1, min(3, int(height / (2.4 * size))))
    for index in range(count * rows):
        x, y = (index % count + 0.5) / count, (index // count + 0.5) / rows
        kind, at = kinds[index % len(kinds)], Pixel(left + width * x, bottom - height * y)
        if kind in strip.canvas.scene.drawings:
            place = f"translate({number(at.x)} {number(at.y)}) scale({number(size)})"
            yield f'<use href="#{strip.canvas.symbol("unit", kind)}" transform="{place}"/>'
        else:
            yield words("words", at.plus(0, 0.7 * size), 2 * size, strip.canvas.scene.letters[kind], MIDDLE + BOLD)


def walls(strip: Strip) -> Iterator[str]:
    """Draw the terrain on borders: upright if the line crosses it, otherwise along the ground."""
    canvas = strip.canvas.at(0.6 * STOREY)
    for wall in strip.profile.walls:
        level = max(strip.surface(cell) for cell in wall.border)
        for index, kind in enumerate(strip.profile.board.borders[wall.border]):
            if wall.start == wall.stop:
                x = strip.x(wall.start) + 7 * index
                yield from border_line(canvas, kind, Pixel(x, strip.y(level)), Pixel(x, strip.y(level, 0.8)))
            else:
                y = strip.y(level, 0.1 + 0.2 * index)
                yield from border_line(canvas, kind, Pixel(strip.x(wall.start), y), Pixel(strip.x(wall.stop), y))


def marked(strip: Strip) -> Iterator[str]:
    """Outline the columns that findings are about."""
    for column in strip.profile.columns:
        if mark := strip.canvas.scene.marks.get(column.cell):
            more = f' stroke-width="3"{outline(strip.canvas, mark.effect)}'
            bottom = strip.ground - 0.4 * SLAB
            yield _box(strip, str(mark.effect), column, bottom, _extent(strip, column)[1], more, inset=3)


def sight(strip: Strip) -> Iterator[str]:
    """Draw the line from eye to eye, broken from the point where it is first blocked, with its contacts."""
    ray, (a, b) = strip.profile.ray, strip.eyes()
    if a == b:
        return
    css, broken = f"ray-{ray.style}", ray.broken_at
    turn = a if broken is None else between(a, b, float(broken))
    yield line("halo", a, b, 6, ' stroke-opacity="0.8"')
    yield line(css, a, turn, 2.6)
    yield line(css, turn, b, 2.6, dashes(strip.canvas, ray.style))
    for contact in ray.contacts:
        ends = [between(a, b, float(at)) for at in contact.at]
        yield from contact_sign(strip.canvas, ray, contact.kind, ends)
    if broken is not None:
        yield from cross(turn, 7)


def pieces(strip: Strip) -> Iterator[str]:
    """Draw the pieces on their columns, attacker and target last."""
    canvas = strip.canvas
    things = [stand for stand in strip.profile.stands if stand.piece.as_terrain is not None]
    for stand in things:
        yield from _crate(strip, stand)
    for stand in reversed(strip.profile.stands):
        if stand in things:
            continue
        is_end = stand.piece in (strip.profile.attacker, strip.profile.target)
        radius = (BODY if is_end else 0.75 * BODY) * STOREY
        at, foot = (Pixel(strip.x(stand.at), strip.y(stand.level, up)) for up in (EYE, 0.04))
        shape, colour = canvas.sides.index(stand.piece.side), canvas.colours[stand.piece.side]
        yield f"<g><title>{escape(describe(canvas.scene, stand.piece))}</title>"
        if stand.level > stand.below:  # another of its cells is higher
            yield line("leader", foot, Pixel(foot.x, strip.y(stand.below)), 1.4, ' stroke-dasharray="2 2"')
        base = (foot.plus(-0.7 * radius, 0), foot.plus(0.7 * radius, 0), at)
        yield path(f"side-{colour}", polygon(*base), 1.4, ROUND)
        yield body(shape if stand.piece.side else None, colour, at, radius)
        name = canvas.names[stand.piece.name]
        size = min(0.95 * radius, 1.6 * radius / advance(name))
        yield words(f"name-{colour}", at.plus(0, 0.36 * size), size, name, MIDDLE + BOLD)
        yield "</g>"


def _crate(strip: Strip, stand: Stand) -> Iterator[str]:
    """Draw an object as a crate on the ground."""
    half = _CRATE * STOREY
    at = Pixel(strip.x(stand.at), strip.y(stand.level) - 1.1 * half)
    yield f"<g><title>{escape(describe(strip.canvas.scene, stand.piece))}</title>"
    yield from crate(at, half)
    yield from terrain_badge(strip.canvas, stand.piece.as_terrain or "", at.plus(-half, half), 0.4 * half, "legend")
    yield "</g>"


def tags(strip: Strip) -> Iterator[str]:
    """Write the labels of the cells, each with a thin line to its column, and the signs of findings before them."""
    for index, row in enumerate(strip.rows):
        y = strip.ground + 6 + ROW * index
        for tag in row:
            x = strip.x(tag.at)
            more = ' stroke-dasharray="2 2"' if tag.is_touch else ""
            yield line("leader", Pixel(x, strip.ground - (SLAB if tag.is_touch else 0)), Pixel(x, y + 4), 1, more)
    for index, row in enumerate(strip.rows):
        y = strip.ground + 6 + ROW * index
        for tag in row:
            x = strip.x(tag.at) - tag.half
            if tag.mark:
                yield from sign(tag.mark.effect, Pixel(x + 8, y + 9), 8, tag.mark.value)
                x += SIGN
            yield words("label" if tag.is_touch else "tag", Pixel(x, y + 13), LABEL, tag.text, HALO)


def _box(
    strip: Strip, css: str, column: ProfileColumn, bottom: float, top: float, more: str, *, inset: float = 0
) -> str:
    """Draw a column between two pixel rows."""
    left, right = strip.x(column.start), strip.x(column.stop)
    inset = min(inset, (right - left) / 4)
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    inward = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    box = polygon(*(Pixel(x + inset * h, y + inset * v) for (x, y), (h, v) in zip(corners, inward, strict=True)))
    return path(css, box, None, more)


LAYERS = (levels, ground, blocks, walls, marked, sight, pieces, tags)
