"""The cells of a board on a screen: their places, their surroundings, and their names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from sightline.board import format_cell
from sightline.i18n import _, word
from sightline.lattice import Cell, Grid
from sightline.render.layers.canvas import Canvas
from sightline.render.primitives.pixels import number
from sightline.render.primitives.text_metrics import clean
from sightline.render.scenes.scene import Scene
from sightline.render.screen.screen_payload import ScreenCell
from sightline.render.text_maps.board_roster import side_words

_CLEAR = "clear"


def outline_points(canvas: Canvas) -> str:
    """Return the corners of a cell, relative to its centre, as the points of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in canvas.cells.outline)


def screen_cells(canvas: Canvas) -> Iterator[ScreenCell]:
    """Yield the cells of a board in the order of rows."""
    board, steps, centre = canvas.scene.board, steps_by_facing(canvas.scene.board.grid).items(), canvas.cells.centre
    labels: Mapping[tuple[int, int], str] = {cell: format_cell(board, cell) for cell in board}
    sides, ground_words = _side_words(canvas.scene, labels), cache(_ground_words)
    for cell, (kinds, level) in zip(board, board.iter_ground(), strict=True):
        label, (q, r), (x, y) = labels[cell], cell, centre(cell)
        neighbours = {facing: labels[there] for facing, (dq, dr) in steps if (there := (q + dq, r + dr)) in labels}
        name = ", ".join((label, ground_words(kinds, level), *sides.get(cell, ())))
        yield ScreenCell(label, round(x, 2), round(y, 2), name, kinds, level, neighbours)


def occupied_cells(scene: Scene, names: Mapping[str, str]) -> Mapping[str, str]:
    """Return the names of occupied cells including the pieces, by label; `names` are those without pieces."""
    found = {}
    for cell, pieces in scene.board.occupants.items():
        if cell in scene.board:
            label = format_cell(scene.board, cell)
            words = (f"{clean(piece.name)}, {side_words(piece)}" for piece in pieces)
            found[label] = ", ".join((names[label], *words))
    return found


def steps_by_facing(grid: Grid) -> Mapping[str, Cell]:
    """Return the displacement to the neighbour in each facing, over a corner if there is no edge."""
    edges = dict(zip(grid.edges, grid.edge_steps, strict=True))
    both = {facing: [edges[facing]] if facing in edges else [edges[each] for each in facing] for facing in grid.facings}
    return {facing: Cell(sum(q for q, _ in steps), sum(r for _, r in steps)) for facing, steps in both.items()}


def _ground_words(kinds: tuple[str, ...], level: int) -> str:
    """Return the words for terrain and its level."""
    return ", ".join((*map(word, kinds or (_CLEAR,)), _("level {level}").format(level=level)))


def _side_words(scene: Scene, labels: Mapping[tuple[int, int], str]) -> Mapping[Cell, Sequence[str]]:
    """Return the terrain on the borders of each cell, with the cell beyond."""
    found: dict[Cell, list[str]] = defaultdict(list)
    for (one, other), kinds in scene.board.borders.items():
        for cell, beyond in ((one, other), (other, one)):
            text = _("{kind} toward {cell}")
            found[cell] += [text.format(kind=word(kind), cell=labels[beyond]) for kind in kinds]
    return found
