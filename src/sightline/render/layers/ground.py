"""The layers of the ground: cells, terrain, levels, sight, labels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot

from sightline.deadline import limited
from sightline.i18n import N_
from sightline.lattice import Cell, format_column
from sightline.render.layers import textures
from sightline.render.layers.board_ground import KEPT_GROUNDS, BoardGround, board_ground
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.cell_stacks import ring
from sightline.render.primitives.pixels import Pixel, number, pair
from sightline.render.primitives.svg_tags import BOLD, END, MIDDLE, copies, hatch, path, shared, words
from sightline.rules import Sight
from sightline.too_much import MAX_MARKS, check_amount

_SMALLEST_WITH_TICKS = 7
_TOO_MANY_MARKS = N_("a picture shows at most {most} marks of terrain, and this map has {found}")


def cells(canvas: Canvas) -> Iterator[str]:
    """Draw every cell, then the tints of terrain and of levels."""
    yield _drawn_cells(canvas.computed(board_ground))


@lru_cache(KEPT_GROUNDS)
def _drawn_cells(ground: BoardGround) -> str:
    return "".join(limited(_iter_cells(ground.canvas), N_("cells")))


def _iter_cells(canvas: Canvas) -> Iterator[str]:
    board = canvas.scene.board
    check_amount(sum(map(len, filter(None, board.ground))), MAX_MARKS, "map", _TOO_MANY_MARKS)
    yield from _blank_cells(canvas)
    tints, textured, levels = defaultdict(list), defaultdict(list), defaultdict(list)
    own_kinds = canvas.scene.own_kinds
    tint_of = {kinds: canvas.scene.drawing_of(kinds[0]).tint for kinds in set(board.ground) if kinds}
    for cell, kinds in board.iter_terrain():
        tints[tint_of[kinds]].append(cell)
        for kind in kinds if own_kinds else ():
            if kind in own_kinds:
                textured[own_kinds[kind].texture].append(cell)
    for cell in board.cells_at_levels(canvas.scene.levels.__contains__):
        levels[board.level(cell)].append(cell)
    for tint, found in sorted(tints.items()):
        yield path(tint, canvas.cells.cell_path(found, 0.97))
    for texture, found in sorted(textured.items()):
        yield textures.fill(canvas, canvas.cells.cell_path(found, 0.97), texture)
    for level, found in sorted(levels.items()):
        yield level_tint(canvas, canvas.cells.cell_path(found, 0.97), level)


def level_tint(canvas: Canvas, data: str, level: int) -> str:
    """Return a path in the tint of a level, which is stronger farther from level 0."""
    step = min(0.1, 0.8 / max(map(abs, canvas.scene.levels), default=1))
    opacity = f' fill-opacity="{number(0.12 + step * abs(level))}"'
    return path("level" if level > 0 else "pit", data, None, opacity)


def level_text(level: int) -> str:
    """Format a level for pictures: ▲2 above level 0, ▼2 below it."""
    return f"{'▲' if level > 0 else '▼'}{abs(level)}"


def _blank_cells(canvas: Canvas) -> Iterator[str]:
    """Draw the cells run by run; a run of the same length as an earlier one is a copy of it, to keep files small."""
    drawn: dict[tuple[int, int], tuple[str, Pixel]] = {}
    cell_at = canvas.cells.grid.cell_at
    for row, columns in canvas.cells.runs():
        start = canvas.cells.centre(cell_at(columns.start, row))
        # Shifted columns start half a cell lower, so a copy must start in a column of the same kind.
        shape = len(columns), columns.start % 2
        if shape in drawn:
            name, origin = drawn[shape]
            yield f'<use href="#{name}" x="{number(start.x - origin.x)}" y="{number(start.y - origin.y)}"/>'
        else:
            drawn[shape] = f"{canvas.prefix}-run-{len(drawn)}", start
            outlines = canvas.cells.cell_path(cell_at(column, row) for column in columns)
            drawn_run = path("ground", outlines, max(0.4, 0.035 * canvas.unit))
            yield shared(drawn[shape][0], canvas.scope, drawn_run)


def terrain_marks(canvas: Canvas) -> Iterator[str]:
    """Draw the mark of every kind in every cell: one fills the cell, several are side by side."""
    taken = frozenset((*canvas.scene.board.occupants, *canvas.scene.values))
    yield _drawn_marks(canvas.computed(board_ground), taken)


@lru_cache(KEPT_GROUNDS)
def _drawn_marks(ground: BoardGround, taken: frozenset[Cell]) -> str:
    """Draw the marks of terrain; the middle of some cells is taken by something else."""
    return "".join(limited(_iter_marks(ground.canvas, taken), N_("cells")))


def _iter_marks(canvas: Canvas, taken: frozenset[Cell]) -> Iterator[str]:
    """Draw the letters, and in one element all equal marks of a row: browsers are slow with an element for each."""
    board, marks = canvas.scene.board, defaultdict[tuple[int, str], list[str]](list)
    for cell, kinds in board.iter_terrain():
        _, row = board.grid.column_row(cell)
        for kind, at, size in _places_of_marks(canvas, cell, kinds, is_taken=cell in taken):
            if kind in canvas.scene.drawings:
                marks[row, canvas.symbol(size, kind)].append(pair(at))
            else:
                yield _letter(canvas, kind, at, size)
    for (_, symbol), places in marks.items():
        yield copies(symbol, places)


def _places_of_marks(
    canvas: Canvas, cell: Cell, kinds: Sequence[str], *, is_taken: bool
) -> Iterator[tuple[str, Pixel, str]]:
    """Yield the kinds of a cell, each with the place and size of its mark."""
    at, unit = canvas.cells.centre(cell), canvas.unit
    # A piece in the middle would cover a letter, but a mark remains visible round it.
    if len(kinds) == 1 and (kinds[0] in canvas.scene.drawings or not is_taken):
        yield kinds[0], at, "mark"
        return
    for index, kind in enumerate(kinds):
        x, y = _beside(index, len(kinds), is_taken=is_taken)
        yield kind, at.plus(x * unit, y * unit), "small"


def _beside(index: int, count: int, *, is_taken: bool) -> tuple[float, float]:
    """Return the offset of one of several marks in a cell: in rows of two, or at the edge if the middle is taken."""
    column, row, rows = index % 2, index // 2, (count + 1) // 2
    is_alone = index == count - 1 and count > 1 and count % 2 == 1
    away = 0.57 if is_taken else 0.4
    x = 0.0 if is_alone else away if column else -away
    y = 0.04 if rows == 1 else -0.34 + 0.8 * row / (rows - 1)
    return x, y + (0.36 if is_taken and rows == 1 else 0.0)


def _letter(canvas: Canvas, kind: str, at: Pixel, size: str) -> str:
    """Write the letter of a kind without a mark, in the size of one."""
    height = canvas.unit * (0.8 if size == "mark" else 0.5)
    return words("words", at.plus(0, height * 0.36), height, canvas.scene.letters[kind], MIDDLE + BOLD)


def contours(canvas: Canvas) -> Iterator[str]:
    """Draw the edges of heights, closed at the map's edge, with downhill ticks: the steeper, the more."""
    board = canvas.scene.board
    edges: list[str] = []
    ticks: list[str] = []
    for cell in board if canvas.scene.levels else ():
        for side, other in enumerate(canvas.cells.grid.neighbours(cell)):
            fall = board.level(cell) - board.level(other)
            if fall > 0 if other in board else board.level(cell):
                a, b = canvas.cells.edge(cell, side)
                edges.append(f"M{pair(a)}L{pair(b)}")
            if fall > 0 and other in board:
                ticks += _ticks(a, b, 3 + 2 * min(fall, 3), 0.16 * canvas.unit)
    if edges and not canvas.scene.groups:
        yield path("contour", "".join(edges), 0.09 * canvas.unit, ' stroke-linecap="round"')
    if ticks and canvas.unit >= _SMALLEST_WITH_TICKS:
        yield path("contour", "".join(ticks), 0.05 * canvas.unit)


def _ticks(a: Pixel, b: Pixel, count: int, length: float) -> Iterator[str]:
    dx, dy = b.x - a.x, b.y - a.y
    out = Pixel(dy / hypot(dx, dy) * length, -dx / hypot(dx, dy) * length)  # sides run clockwise, so out is to the left
    for index in range(count):
        part = (index + 0.5) / count
        yield f"M{pair(a.plus(dx * part, dy * part))}l{pair(out)}"


def sights(canvas: Canvas) -> Iterator[str]:
    """Draw sight: unseen cells dark and hatched, impeded ones half hatched, and a ring round the viewer."""
    seen, board = canvas.scene.seen, canvas.scene.board
    if seen is None:
        return
    viewer = board.pieces[canvas.scene.viewer].cells if canvas.scene.viewer else ()
    unseen = [cell for cell in board if cell not in seen and cell not in viewer]
    half = [cell for cell, sight in seen.items() if sight is Sight.IMPEDED]
    clear = [cell for cell, sight in seen.items() if sight is Sight.CLEAR]
    for name, found, opacity in (("seen", clear, 0.25), ("half-seen", half, 0.3), ("unseen", unseen, 0.45)):
        yield path(name, canvas.cells.cell_path(found), None, f' fill-opacity="{opacity}"')
    for name, found in (("half-seen-hatch", half), ("unseen-hatch", unseen)):
        yield f'<path d="{canvas.cells.cell_path(found)}" fill="url(#{canvas.prefix}-{name})"/>'
    if canvas.scene.viewer:
        yield path("viewer", ring(canvas, board.pieces[canvas.scene.viewer], 0.08), 0.12 * canvas.unit)


def hatches(canvas: Canvas) -> Iterator[str]:
    """Define the hatchings of impeded and unseen cells."""
    gap = max(3.0, 0.26 * canvas.unit)
    for css, step, turned in (("half-seen-hatch", 1.6 * gap, 45), ("unseen-hatch", gap, -45)):
        yield hatch(f"{canvas.prefix}-{css}", css, step, turned, 0.16 * gap, 0.6)


EDGE = 18.0
"""The width of the labels along the edges, in pixels."""


def edge_labels(canvas: Canvas) -> Iterator[str]:
    """Write columns and rows along the edges."""
    board, size = canvas.scene.board, 9.0
    # Every column, or every fifth, so that neighbouring labels do not overlap.
    step = next(step for step in (1, 2, 5, 10, 20, 50) if canvas.unit * 2 * step >= 20 or step == 50)
    for column in range(0, board.columns, step):
        x = canvas.cells.centre(canvas.cells.grid.cell_at(column, 0)).x
        yield words("edge-label", Pixel(x, canvas.projection.top - 5), size, format_column(column), MIDDLE)
    for row in range(step - 1 if step > 1 else 0, board.rows, step):
        y = canvas.cells.centre(canvas.cells.grid.cell_at(0, row)).y
        yield words("edge-label", Pixel(canvas.projection.left - 4, y + 3), size, str(row + 1), END)
