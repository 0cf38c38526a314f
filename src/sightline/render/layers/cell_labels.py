"""The layers of labels on a board of cells, at the places that `label_placement` finds."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.board import format_cell
from sightline.render.layers import chosen_corner
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.ground import edge_labels, level_text
from sightline.render.layers.label_placement import (
    PlacedNumber,
    board_labels,
    coordinate_size,
    corner_size,
    dot_radius,
    level_size,
    sign_radius,
)
from sightline.render.layers.plates import plate
from sightline.render.layers.rays import sign
from sightline.render.primitives.pixels import Pixel
from sightline.render.primitives.svg_tags import BOLD, HALO, MIDDLE, beside, circle, words
from sightline.render.scenes.parts import Value


def coordinates(canvas: Canvas) -> Iterator[str]:
    """Write its label into every cell, or, if cells are too small, columns and rows along the edges."""
    if not canvas.cells.has_labels:
        yield from edge_labels(canvas)
        return
    size = coordinate_size(canvas)
    for cell, at in board_labels(canvas).coordinates.items():
        text = format_cell(canvas.scene.board, cell)
        yield words("label", at.plus(0, 0.36 * size), size, text, MIDDLE + HALO)


def levels(canvas: Canvas) -> Iterator[str]:
    """Write the level of every cell above or below level 0."""
    size = level_size(canvas)
    for cell, at in board_labels(canvas).levels.items():
        text = level_text(canvas.scene.board.level(cell))
        yield words("level-number", at.plus(0, 0.36 * size), size, text, MIDDLE + BOLD + HALO)


def names(canvas: Canvas) -> Iterator[str]:
    """Write names that do not fit on bodies beside them."""
    for name, tag in board_labels(canvas).names.items():
        first = tag.at.y - 0.55 * tag.size * (len(tag.lines) - 1)
        for index, text in enumerate(tag.lines):
            at = Pixel(tag.at.x, first + (1.1 * index + 0.36) * tag.size)
            yield words("tag", at, tag.size, text, MIDDLE + BOLD + HALO + beside(name))


def numbers(canvas: Canvas) -> Iterator[str]:
    """Write numbers on plates: in the middle of a cell, beside the pieces there, or at a corner."""
    placed = board_labels(canvas)
    for cell, each in placed.numbers.items():
        yield from _plate(canvas, canvas.scene.values[cell], each)
    for corner, each in placed.corner_numbers.items():
        yield from _plate(canvas, canvas.scene.corner_values[corner], each)


def _plate(canvas: Canvas, value: Value, placed: PlacedNumber) -> Iterator[str]:
    angle = None if value.facing is None else canvas.cells.angle(value.facing)
    yield from plate(placed.at, placed.size, value.text, angle, value.badges)


def signs(canvas: Canvas) -> Iterator[str]:
    """Draw a sign at every marked place: the effect and its amount."""
    for site, at in board_labels(canvas).signs.items():
        mark = canvas.scene.marks[site]
        yield from sign(mark.effect, at, sign_radius(canvas), mark.value)


def corner(canvas: Canvas) -> Iterator[str]:
    """Draw a ring round the corner that a verdict is about, with its label."""
    picked, at = canvas.scene.corner, board_labels(canvas).corner
    if picked is not None and at is not None:
        size = corner_size(canvas)
        yield from chosen_corner.ring(canvas.pixel(picked.at), 0.15 * canvas.unit)
        yield words("tag", at.plus(0, 0.36 * size), size, picked.name, MIDDLE + BOLD + HALO)


def seen_dots(canvas: Canvas) -> Iterator[str]:
    """Mark clearly seen cells with a dot, for pictures in which tints are not distinguishable."""
    for at in board_labels(canvas).dots.values():
        yield circle("mark-solid", at, dot_radius(canvas))
