"""The places of labels on a board of cells: they do not cover each other or important content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from math import atan2, cos, hypot, radians, sin

from sightline.board import Border, Piece, format_cell
from sightline.deadline import limited
from sightline.i18n import N_
from sightline.lattice import Cell, Point
from sightline.render.layers import chosen_corner
from sightline.render.layers.board_ground import KEPT_GROUNDS, BoardGround, board_ground
from sightline.render.layers.canvas import MARGIN, Canvas
from sightline.render.layers.cell_pieces import RADIUS, name_on
from sightline.render.layers.cell_stacks import Body, stack_pieces
from sightline.render.layers.ground import level_text
from sightline.render.layers.label_obstacles import (
    BODY,
    SIGN,
    Obstacle,
    answer_obstacles,
    surface_obstacles,
    terrain_obstacles,
)
from sightline.render.layers.plates import plate_size
from sightline.render.primitives.label_layout import BOLDER, Capsule, LabelLayout
from sightline.render.primitives.pixels import Pixel, across, between, polar
from sightline.render.primitives.text_metrics import advance, clean
from sightline.render.scenes.parts import Value
from sightline.rules import Sight, Site

_ALL_ROUND = (90, -90, 0, 180, 45, 135, -45, -135)
_FOR_NUMBERS = (39, 141, -141, -39, 180, 0, 90, -90)
_FOR_SIGNS = (133, 47, -133, -47, 180, 0, 90, -90)
_FOR_LEVELS = (52, 128, -52, -128, 0, 180, 90, -90)
_FOR_COORDINATES = (-90, -128, -52, 180, 0, 128, 52, 90)
"""The directions of candidate places from the middle of a cell, in degrees clockwise from the right."""
_MARGINS, _MARGINS_IN_GROUPS, _MARGINS_OF_SIGNS = (0.07, 0.3), (0.24, 0.36), (-0.02, 0.2)
_LEVEL, _LARGEST_LEVEL, _COORDINATE, _SIGN, _LARGEST_SIGN, _DOT = 0.3, 0.75, 0.26, 0.24, 0.4, 0.09
_SMALLEST_LEVEL, _READABLE_LEVEL, _READABLE_SIGN, _SMALLEST_DOT = 5.0, 7.5, 0.75, 0.6
_SMALLEST_NUMBER, _SMALLEST_NAME, _NAME = 5.5, 8.0, 0.27
_MAX_PIECES, _LONGEST_NAME, _WORST_NAME = 150, 26, 0.9
"""With more pieces than this, names beside bodies are limited to the pieces that the picture is about."""


@dataclass(frozen=True)
class NameTag:
    """A name beside the body of its piece: the middle of its lines, and the lines."""

    at: Pixel
    lines: tuple[str, ...]
    size: float


@dataclass(frozen=True)
class PlacedNumber:
    """The middle of a number, and its text size."""

    at: Pixel
    size: float


@dataclass(frozen=True)
class BoardLabels:
    """The middle of each label of a board in pixels; also the size of numbers, and the lines of names."""

    numbers: Mapping[Cell, PlacedNumber]
    corner_numbers: Mapping[Point, PlacedNumber]
    signs: Mapping[Site, Pixel]
    corner: Pixel | None
    levels: Mapping[Cell, Pixel]
    names: Mapping[str, NameTag]
    coordinates: Mapping[Cell, Pixel]
    dots: Mapping[Cell, Pixel]


def board_labels(canvas: Canvas) -> BoardLabels:
    """Return the positions of the labels of a board, computed once for all its layers."""
    return canvas.computed(_place_labels)


def _place_labels(canvas: Canvas) -> BoardLabels:
    labeller = _Labeller(canvas)
    numbers, corner_numbers = labeller.numbers(), labeller.corner_numbers()
    signs, corner = labeller.signs(), labeller.corner()
    levels, names, coordinates = labeller.labels_of_board()
    return BoardLabels(numbers, corner_numbers, signs, corner, levels, names, coordinates, labeller.dots())


@dataclass
class _Labeller:
    """The labels of one board, placed in the order of their importance."""

    canvas: Canvas
    _offsets: dict[tuple[object, ...], Sequence[Pixel]] = field(default_factory=dict)

    @cached_property
    def layout(self) -> LabelLayout:
        """The obstacles on the board, and the labels so far. Lazy, because many pictures have no label to place."""
        canvas = self.canvas
        if canvas.below is not None:
            return _layout(canvas, answer_obstacles(canvas), canvas.below.computed(_board_layout))
        return _layout(canvas, chain(surface_obstacles(canvas), answer_obstacles(canvas)), _terrain_of(canvas))

    @property
    def margins(self) -> tuple[float, ...]:
        return _MARGINS_IN_GROUPS if self.canvas.scene.groups else _MARGINS

    def numbers(self) -> dict[Cell, PlacedNumber]:
        """Place numbers in the middle of cells, or smaller ones beside the pieces there."""
        unit, found = self.canvas.unit, {}
        largest = 0.56 if self.canvas.cells.has_labels else 0.8
        texts = {value.text for value in self.canvas.scene.values.values()}
        sizes = {text: min(largest, 1.5 / advance(text)) * unit if text else 0.0 for text in texts}
        for cell, value in self.canvas.scene.values.items():
            at, size = self.canvas.cells.centre(cell), sizes[value.text]
            if size < _SMALLEST_NUMBER:
                continue
            if not self.layout.place([at], *plate_size(size, value.text), BODY, 0.25 * BODY):
                size = min(0.42, 0.62 / advance(value.text)) * unit
                width, height = plate_size(size, value.text)
                at = self._in_cell(cell, width, height, _FOR_NUMBERS, (0.0, 0.2))
                if size < _SMALLEST_NUMBER:
                    continue
                self.layout.add(Capsule.of_text(at, width, height), BODY)
            found[cell] = PlacedNumber(at, size)
            self._add_signs_on_plate(at, size, value)
        return found

    def corner_numbers(self) -> dict[Point, PlacedNumber]:
        """Place numbers at corners, or beside the body there."""
        unit, found = self.canvas.unit, {}
        bodies = [body.at for body in stack_pieces(self.canvas).bodies.values()]
        for corner, value in self.canvas.scene.corner_values.items():
            at = self.canvas.pixel(corner)
            size = min(0.42, 0.9 / advance(value.text)) * unit if value.text else 0.0
            if size < _SMALLEST_NUMBER:
                continue
            if any(hypot(body.x - at.x, body.y - at.y) < RADIUS * unit for body in bodies):
                width, height = plate_size(size, value.text)
                turns = map(radians, _FOR_NUMBERS)
                places = [at.plus(*_around(turn, RADIUS * unit, width, height)) for turn in turns]
                placed = self.layout.place(places, width, height, SIGN)
                assert placed is not None
                at = placed.at
            found[corner] = PlacedNumber(at, size)
            self.layout.add(Capsule.of_text(at, *plate_size(size, value.text)), BODY)
            self._add_signs_on_plate(at, size, value)
        return found

    def _add_signs_on_plate(self, at: Pixel, size: float, value: Value) -> None:
        width, _ = plate_size(size, value.text)
        if value.badges:
            self.layout.add(Capsule.of_text(at.plus(0, 0.98 * size), width, 0.8 * size), SIGN)
        angle = None if value.facing is None else self.canvas.cells.angle(value.facing)
        if angle is not None:
            self.layout.add(Capsule(at, polar(at, 0.5 * width + 0.5 * size, angle), 0.3 * size), SIGN)

    def signs(self) -> dict[Site, Pixel]:
        """Place the signs of findings: at the rim of cells, on either side of borders."""
        found: dict[Site, Pixel] = {}
        size = 2.2 * sign_radius(self.canvas)
        for site in self.canvas.scene.marks:
            if isinstance(site, Cell):
                found[site] = self._in_cell(site, size, size, _FOR_SIGNS, _MARGINS_OF_SIGNS)
            else:
                placed = self.layout.place(self._beside_border(site), size, size, SIGN)
                assert placed is not None
                found[site] = placed.at
        return found

    def _beside_border(self, border: Border) -> Iterator[Pixel]:
        a, b = self.canvas.cells.border(border)
        for part in (0.5, 0.25, 0.75):
            for far in (0.46, -0.46):
                yield between(a, b, part).plus(*across(a, b, far * self.canvas.unit))

    def corner(self) -> Pixel | None:
        """Place the label of the corner that a verdict is about, preferably on the side without lines."""
        picked = self.canvas.scene.corner
        if picked is None:
            return None
        at, size = self.canvas.pixel(picked.at), corner_size(self.canvas)
        width = advance(picked.name) * size
        away = atan2(*chosen_corner.away(self.canvas, at))
        turns = (away + radians(turn) for turn in (0, 45, -45, 90, -90, 135, -135, 180))
        places = [at.plus(*_around(turn, 0.24 * self.canvas.unit, width, size)) for turn in turns]
        placed = self.layout.place(places, width, 0.8 * size, SIGN)
        return placed.at if placed else None

    def labels_of_board(self) -> tuple[Mapping[Cell, Pixel], Mapping[str, NameTag], Mapping[Cell, Pixel]]:
        """Place levels, names and coordinates, or return their positions on the canvas of the board alone."""
        if self.canvas.below is not None:
            found = board_labels(self.canvas.below)
            return found.levels, found.names, found.coordinates
        return self.levels(), self.names(), self.coordinates()

    def levels(self) -> dict[Cell, Pixel]:
        """Place the levels of cells."""
        size, board = level_size(self.canvas), self.canvas.scene.board
        if size < _SMALLEST_LEVEL or not self.canvas.scene.levels:
            return {}
        raised = {cell: board.level(cell) for cell in board.cells_at_levels(self.canvas.scene.levels.__contains__)}
        return {
            cell: self._in_cell(cell, advance(level_text(level)) * size, 0.8 * size, _FOR_LEVELS, self.margins)
            for cell, level in raised.items()
        }

    def coordinates(self) -> dict[Cell, Pixel]:
        """Place the labels of cells."""
        if not self.canvas.cells.has_labels:
            return {}
        size, board = coordinate_size(self.canvas), self.canvas.scene.board
        wide = {cell: advance(format_cell(board, cell)) * size for cell in board}
        return {
            cell: self._in_cell(cell, width, 0.8 * size, _FOR_COORDINATES, self.margins) for cell, width in wide.items()
        }

    def dots(self) -> dict[Cell, Pixel]:
        """Place the dots of cells that are seen clearly."""
        scene, size = self.canvas.scene, 2.4 * _DOT * self.canvas.unit
        if dot_radius(self.canvas) < _SMALLEST_DOT:
            return {}
        seen = (cell for cell, sight in (scene.seen or {}).items() if sight is Sight.CLEAR)
        free = (cell for cell in seen if cell not in scene.board.occupants)
        return {cell: self._in_cell(cell, size, size, _FOR_SIGNS, (0.2, 0.35)) for cell in free}

    def names(self) -> dict[str, NameTag]:
        """Place names that do not fit on bodies beside them, if there is room."""
        found = {}
        for name, body in self._iter_tagged():
            for lines in _lines_of(clean(name).strip()):
                if tag := self._name_tag(body, lines):
                    found[name] = tag
                    break
        return found

    def _iter_tagged(self) -> Iterator[tuple[str, Body]]:
        """Yield the pieces whose names are beside them; those that the picture is about come first."""
        scene, bodies = self.canvas.scene, stack_pieces(self.canvas).bodies
        about = {*scene.about, scene.viewer, *scene.attackers}
        for name, body in sorted(bodies.items(), key=lambda item: item[0] not in about):
            piece = scene.board.pieces[name]
            is_shown = name in about or len(bodies) <= _MAX_PIECES
            if is_shown and piece.as_terrain is None and not _is_whole(self.canvas, piece, body):
                yield name, body

    def _name_tag(self, body: Body, lines: tuple[str, ...]) -> NameTag | None:
        size = max(_SMALLEST_NAME, self.canvas.smallest_text, _NAME * self.canvas.unit)
        width, height = _tag_box(lines, size)
        away = 1.28 * RADIUS * body.size * self.canvas.unit
        # Farther away, a name could be mistaken for that of another piece.
        places = (body.at.plus(*_around(radians(turn), away, width, height)) for turn in _ALL_ROUND)
        inside = [at for at in places if self._is_on_page(at, width, height)]
        placed = self.layout.place(inside, width, height, BODY, _WORST_NAME)
        return None if placed is None else NameTag(placed.at, lines, size)

    def _is_on_page(self, at: Pixel, width: float, height: float) -> bool:
        on = self.canvas.projection
        left, right = max(0.0, on.left - MARGIN), on.left + on.width + MARGIN
        return (
            left <= at.x - width / 2
            and at.x + width / 2 <= right
            and on.top <= at.y - height / 2
            and at.y + height / 2 <= on.bottom
        )

    def _in_cell(
        self, cell: Cell, width: float, height: float, turns: tuple[int, ...], margins: tuple[float, ...]
    ) -> Pixel:
        """Place a label in a cell as far out as possible in one of the directions, some cell units from the edge."""
        key = width, height, turns, margins
        if key not in self._offsets:
            self._offsets[key] = list(self._rim(width, height, turns, margins))
        centre = self.canvas.cells.centre(cell)
        placed = self.layout.place((centre.plus(*offset) for offset in self._offsets[key]), width, height, SIGN)
        assert placed is not None
        return placed.at

    def _rim(self, width: float, height: float, turns: tuple[int, ...], margins: tuple[float, ...]) -> Iterator[Pixel]:
        corners = self.canvas.cells.outline
        normals = [Pixel((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in pairwise((*corners, corners[0]))]
        for margin in margins:
            for turn in turns:
                ahead = Pixel(cos(radians(turn)), sin(radians(turn)))
                yield Pixel(0, 0).plus(*_pushed(ahead, normals, width / 2, height / 2, margin * self.canvas.unit))


def _tag_box(lines: Sequence[str], size: float) -> tuple[float, float]:
    """Return the width and height of a name in lines of a text size."""
    return BOLDER * max(map(advance, lines)) * size, (1.1 * len(lines) - 0.2) * size


def _layout(canvas: Canvas, found: Iterable[Obstacle], below: LabelLayout | None = None) -> LabelLayout:
    """Return a layout of obstacles."""
    layout = LabelLayout(1.6 * canvas.unit, below)
    for capsule, weight in limited(found, N_("parts of the picture")):
        layout.add(capsule, weight)
    return layout


def _board_layout(canvas: Canvas) -> LabelLayout:
    """Return the layout of a board alone, with its levels, names and coordinates."""
    labels = ((capsule, SIGN) for capsule in _iter_board_capsules(canvas))
    return _layout(canvas, chain(surface_obstacles(canvas), labels), _terrain_of(canvas))


def _terrain_of(canvas: Canvas) -> LabelLayout:
    """Return the layout of the marks of terrain."""
    return _terrain_layout(canvas.computed(board_ground))


@lru_cache(KEPT_GROUNDS)
def _terrain_layout(ground: BoardGround) -> LabelLayout:
    return _layout(ground.canvas, terrain_obstacles(ground.canvas))


def _iter_board_capsules(canvas: Canvas) -> Iterator[Capsule]:
    """Yield the levels, names and coordinates of a board alone."""
    placed, board = board_labels(canvas), canvas.scene.board
    for cell, at in placed.levels.items():
        size = level_size(canvas)
        yield Capsule.of_text(at, advance(level_text(board.level(cell))) * size, 0.8 * size)
    for tag in placed.names.values():
        yield Capsule.of_text(tag.at, *_tag_box(tag.lines, tag.size))
    for cell, at in placed.coordinates.items():
        size = coordinate_size(canvas)
        yield Capsule.of_text(at, advance(format_cell(board, cell)) * size, 0.8 * size)


def _pushed(ahead: Pixel, normals: Sequence[Pixel], half: float, high: float, margin: float) -> Pixel:
    """Return how far a box can move from the middle of a cell in a direction and stay `margin` pixels within its edges.

    `normals` are the middles of the edges.
    """
    far = []
    for x, y in normals:
        long = hypot(x, y)
        onward = (ahead.x * x + ahead.y * y) / long
        if onward > 1e-6:
            far.append((long - margin - (abs(x) * half + abs(y) * high) / long) / onward)
    return Pixel(ahead.x * max(0.0, min(far)), ahead.y * max(0.0, min(far)))


def _around(turn: float, away: float, width: float, height: float) -> Pixel:
    """Return the middle of a box that touches a disc with radius `away` round (0, 0) in a direction."""
    x, y = cos(turn), sin(turn)
    return Pixel(x * away + (x if abs(x) > 0.1 else 0.0) * width / 2, y * away + y * height / 2)


def _is_whole(canvas: Canvas, piece: Piece, body: Body) -> bool:
    text, size = name_on(canvas, piece, body.size)
    return text == clean(piece.name).strip() and canvas.is_legible(size)


def _lines_of(name: str) -> Iterator[tuple[str, ...]]:
    """Yield a name in one line, and in two of similar length if it has a space."""
    if len(name) > _LONGEST_NAME:
        return
    yield (name,)
    spaces = [index for index, char in enumerate(name) if char == " "]
    if spaces:
        middle = min(spaces, key=lambda index: abs(2 * index - len(name)))
        yield name[:middle].strip(), name[middle:].strip()


def level_size(canvas: Canvas) -> float:
    """Return the text size of levels in pixels; it is larger in small cells, which have no other texts."""
    return max(_LEVEL * canvas.unit, min(max(_READABLE_LEVEL, canvas.smallest_text), _LARGEST_LEVEL * canvas.unit))


def sign_radius(canvas: Canvas) -> float:
    """Return the radius of the signs of findings in pixels; it is larger in small cells, for legible text."""
    return max(_SIGN * canvas.unit, min(_READABLE_SIGN * canvas.smallest_text, _LARGEST_SIGN * canvas.unit))


def corner_size(canvas: Canvas) -> float:
    """Return the text size of the label of a corner in pixels."""
    return max(8.0, 0.3 * canvas.unit)


def coordinate_size(canvas: Canvas) -> float:
    """Return the text size of the labels of cells in pixels."""
    return max(canvas.smallest_text, _COORDINATE * canvas.unit)


def dot_radius(canvas: Canvas) -> float:
    """Return the radius in pixels of the dots of cells that are seen clearly."""
    return _DOT * canvas.unit
