"""The layers of the ground: cells, terrain, levels, sight, labels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import hypot, sin

from sightline.board import format_cell
from sightline.lattice import Cell, format_column
from sightline.render.canvas import Pixel, number, pair
from sightline.render.layers.stacking import ring
from sightline.render.svg_tags import BOLD, END, HALO, MIDDLE, circle, path, shared, words
from sightline.render.view import View
from sightline.rules import Sight

_SMALLEST_WITH_TICKS = 7


def cells(view: View) -> Iterator[str]:
    """Draw every cell, then the tints of terrain and of levels."""
    yield from _blank_cells(view)
    board = view.scene.board
    tints, levels = defaultdict(list), defaultdict(list)
    for cell in board:
        if kinds := board.kinds(cell):
            tints[view.scene.drawing_of(kinds[0]).tint].append(cell)
        if level := board.level(cell):
            levels[level].append(cell)
    for tint, found in sorted(tints.items()):
        yield path(tint, view.cells.cell_path(found, 0.97))
    for level, found in sorted(levels.items()):
        yield path("level", view.cells.cell_path(found, 0.97), None, f' fill-opacity="{number(0.12 + 0.1 * level)}"')


def _blank_cells(view: View) -> Iterator[str]:
    """Draw the cells run by run; a run as long as an earlier one is a copy of it, which keeps files small."""
    drawn: dict[tuple[int, int], tuple[str, Pixel]] = {}
    for run in view.cells.runs():
        start = view.cells.centre(run[0])
        # Shoved columns begin half a cell lower, so a copy begins in such a one too, or in none.
        shape = len(run), view.cells.grid.column_row(run[0])[0] % 2
        if shape in drawn:
            name, origin = drawn[shape]
            yield f'<use href="#{name}" x="{number(start.x - origin.x)}" y="{number(start.y - origin.y)}"/>'
        else:
            drawn[shape] = f"{view.prefix}-run-{len(drawn)}", start
            cells_of_run = path("ground", view.cells.cell_path(run), max(0.4, 0.035 * view.unit))
            yield shared(drawn[shape][0], view.scope, cells_of_run)


def terrain_marks(view: View) -> Iterator[str]:
    """Draw the mark of every kind in every cell: one fills the cell, several stand side by side."""
    board, values = view.scene.board, view.scene.values
    for cell in board:
        kinds = board.kinds(cell) or ()
        is_taken = cell in board.occupants or cell in values
        # A letter would be covered by what stands in the middle; a mark shows round it.
        if len(kinds) == 1 and (kinds[0] in view.scene.drawings or not is_taken):
            yield _mark(view, kinds[0], view.cells.centre(cell), is_small=False)
            continue
        for index, kind in enumerate(kinds):
            x, y = _beside(index, len(kinds), is_taken=is_taken)
            yield _mark(view, kind, view.cells.centre(cell).plus(x * view.unit, y * view.unit), is_small=True)


def _beside(index: int, count: int, *, is_taken: bool) -> tuple[float, float]:
    """Return the offset of one of several marks in a cell: in rows of two, at the edge where the middle is taken."""
    column, row, rows = index % 2, index // 2, (count + 1) // 2
    is_alone = index == count - 1 and count > 1 and count % 2 == 1
    away = 0.57 if is_taken else 0.4
    x = 0.0 if is_alone else away if column else -away
    y = 0.04 if rows == 1 else -0.34 + 0.8 * row / (rows - 1)
    return x, y + (0.36 if is_taken and rows == 1 else 0.0)


def _mark(view: View, kind: str, at: Pixel, *, is_small: bool) -> str:
    if kind not in view.scene.drawings:
        height = view.unit * (0.5 if is_small else 0.8)
        return words("words", at.plus(0, height * 0.36), height, view.scene.letters[kind], MIDDLE + BOLD)
    size = "small" if is_small else "mark"
    return f'<use href="#{view.prefix}-{size}-{kind}" x="{number(at.x)}" y="{number(at.y)}"/>'


def contours(view: View) -> Iterator[str]:
    """Draw the edges of heights, with ticks that point downhill: the steeper, the more."""
    board = view.scene.board
    edges: list[str] = []
    ticks: list[str] = []
    for cell in board:
        if not board.level(cell):
            continue
        for side, other in enumerate(view.cells.grid.neighbours(cell)):
            fall = board.level(cell) - board.level(other) if other in board else 0
            if fall > 0:
                a, b = view.cells.edge(cell, side)
                edges.append(f"M{pair(a)}L{pair(b)}")
                ticks += _ticks(a, b, 3 + 2 * min(fall, 3), 0.16 * view.unit)
    if edges and not view.scene.groups:
        yield path("contour", "".join(edges), 0.09 * view.unit, ' stroke-linecap="round"')
    if ticks and view.unit >= _SMALLEST_WITH_TICKS:
        yield path("contour", "".join(ticks), 0.05 * view.unit)


def _ticks(a: Pixel, b: Pixel, count: int, length: float) -> Iterator[str]:
    dx, dy = b.x - a.x, b.y - a.y
    out = Pixel(dy / hypot(dx, dy) * length, -dx / hypot(dx, dy) * length)  # sides run clockwise, so out is to the left
    for index in range(count):
        part = (index + 0.5) / count
        yield f"M{pair(a.plus(dx * part, dy * part))}l{pair(out)}"


def level_numbers(view: View) -> Iterator[str]:
    """Write the level of every cell above level 0."""
    size = 0.3 * view.unit
    if size < 4:
        return
    for cell in view.scene.board:
        if level := view.scene.board.level(cell):
            # Clear of the borders round groups.
            x, y = (0.44, 0.62) if view.scene.groups else (0.56, 0.72)
            at = view.cells.centre(cell).plus(x * view.unit, y * view.unit)
            yield words("level-number", at, size, f"▲{level}", MIDDLE + BOLD + HALO)


def sights(view: View) -> Iterator[str]:
    """Draw what is seen: unseen cells dark and hatched, impeded ones half hatched, a ring round the viewer."""
    seen, board = view.scene.seen, view.scene.board
    if seen is None:
        return
    viewer = board.pieces[view.scene.viewer].cells if view.scene.viewer else ()
    unseen = [cell for cell in board if cell not in seen and cell not in viewer]
    half = [cell for cell, sight in seen.items() if sight is Sight.IMPEDED]
    clear = [cell for cell, sight in seen.items() if sight is Sight.CLEAR]
    for name, found, opacity in (("seen", clear, 0.25), ("half-seen", half, 0.3), ("unseen", unseen, 0.45)):
        yield path(name, view.cells.cell_path(found), None, f' fill-opacity="{opacity}"')
    for name, found in (("half-seen-hatch", half), ("unseen-hatch", unseen)):
        yield f'<path d="{view.cells.cell_path(found)}" fill="url(#{view.prefix}-{name})"/>'
    if view.scene.viewer:
        yield path("viewer", ring(view, board.pieces[view.scene.viewer], 0.08), 0.12 * view.unit)


def hatches(view: View) -> Iterator[str]:
    """Define the hatchings of cells that are seen badly or not at all."""
    gap = max(3.0, 0.26 * view.unit)
    for css, step, turned in (("half-seen-hatch", 1.6 * gap, 45), ("unseen-hatch", gap, -45)):
        attributes = f'width="{number(step)}" height="{number(step)}" patternUnits="userSpaceOnUse"'
        yield f'<pattern id="{view.prefix}-{css}" {attributes} patternTransform="rotate({turned})">'
        yield path(css, f"M0 0V{number(step)}", 0.16 * gap, ' stroke-opacity="0.6"') + "</pattern>"


def labels(view: View) -> Iterator[str]:
    """Write the label of every cell into it, or, where cells are too small, columns and rows along the edges."""
    if not view.cells.has_labels:
        yield from _edge_labels(view)
        return
    board, size = view.scene.board, 0.26 * view.unit
    for cell in board:
        down = 0.92 if _is_label_hidden(view, cell) else -0.58 if view.scene.groups else -0.72
        yield words(
            "label", view.cells.centre(cell).plus(0, down * view.unit), size, format_cell(board, cell), MIDDLE + HALO
        )


def _is_label_hidden(view: View, cell: Cell) -> bool:
    """Return whether a piece in a cell that faces upwards, or is to face so, would hide its label."""
    facings = [str(piece.facing) for piece in view.scene.board.occupants.get(cell, ())]
    facings += [view.scene.values[cell].facing or ""] if cell in view.scene.values else []
    angles = map(view.cells.angle, facings)
    return any(angle is not None and sin(angle) < -0.95 for angle in angles)


EDGE = 18.0
"""The width of the labels along the edges, in pixels."""


def _edge_labels(view: View) -> Iterator[str]:
    board, size = view.scene.board, 9.0
    # Every column or every fifth, so that neighbours do not run into each other.
    step = next(step for step in (1, 2, 5, 10, 20, 50) if view.unit * 2 * step >= 20 or step == 50)
    for column in range(0, board.columns, step):
        x = view.cells.centre(view.cells.grid.cell_at(column, 0)).x
        yield words("edge-label", Pixel(x, view.projection.top - 5), size, format_column(column), MIDDLE)
    for row in range(step - 1 if step > 1 else 0, board.rows, step):
        y = view.cells.centre(view.cells.grid.cell_at(0, row)).y
        yield words("edge-label", Pixel(view.projection.left - 4, y + 3), size, str(row + 1), END)


def seen_dots(view: View) -> Iterator[str]:
    """Mark cells that are seen clearly with a dot, for those who cannot tell the tints apart."""
    for cell, sight in (view.scene.seen or {}).items():
        if sight is Sight.CLEAR and cell not in view.scene.board.occupants:
            at = view.cells.centre(cell).plus(-0.56 * view.unit, 0.6 * view.unit)
            yield circle("mark-solid", at, 0.09 * view.unit)
