"""Generator: random sight plans, of all that plans can be made of, and random boards for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import eq, ge, gt, lt, ne
from random import Random
from typing import Any, Literal, get_args

from msgspec.structs import replace

from sightline.board import Board, Piece
from sightline.lattice import HEX_LAYOUTS, Cell, parse_grid
from sightline.rules import Clause, MapMask, Position, Ruling, Rulings, Sight, Site
from sightline.rules.position import Mask, TerrainMask
from sightline.sight import (
    Choose,
    ContactKind,
    EndIsIn,
    ForEach,
    IsOwnSide,
    Leaf,
    Max,
    Min,
    Reading,
    Relation,
    Ruled,
    SightLine,
    SightPlan,
)
from sightline.sight.plan import All, Always, ByAdjacency, Distances, End, Fold, Role

CLAUSES = tuple(Clause(f"X-{number}", "", "", "") for number in range(3))
RULINGS = (Ruling("strict", "?", ("no", "yes")), Ruling("dark", "?", ("a", "b", "c")))
ENDS: tuple[End, ...] = ("from", "to")
CELLS: Mapping[ContactKind, tuple[Role, ...]] = {
    "cell": ("cell",),
    "end": ("cell",),
    "touch": ("cell",),
    "along": ("one", "other"),
    "border": ("before", "after"),
    "border-touch": ("one", "other"),
    "corner": ("one", "other"),
}
BORDERS: Mapping[ContactKind, tuple[Role, ...]] = {
    "cell": (),
    "end": ("border",),
    "touch": (),
    "along": ("border",),
    "border": ("border",),
    "border-touch": ("border",),
    "corner": ("into-one", "out-of-one", "into-other", "out-of-other"),
}
POINTS: tuple[tuple[Literal["centre", "corners"], Literal["centre", "corners", "outermost"]], ...] = (
    ("centre", "centre"),
    ("corners", "corners"),
    ("centre", "corners"),
    ("corners", "centre"),
    ("centre", "outermost"),
)
CLASSES: tuple[tuple[Sight, ...], ...] = (
    (Sight.CLEAR, Sight.IMPEDED, Sight.BLOCKED),
    (Sight.CLEAR, Sight.BLOCKED),
    (Sight.CLEAR, Sight.IMPEDED, Sight.IMPEDED, Sight.BLOCKED),
)


@dataclass(frozen=True)
class Of:
    """The mask of the cells and borders with a kind of terrain, or with a piece of that side on them."""

    kind: str

    def __call__(self, position: Position) -> Mapping[Site, str]:
        board = position.board
        cells = [cell for cell in board if self.kind in (board.kinds(cell) or ())]
        borders = [border for border, kinds in board.borders.items() if self.kind in kinds]
        stood_on = [cell for piece in board.pieces.values() if piece.side == self.kind for cell in piece.cells]
        return dict.fromkeys((*cells, *borders, *stood_on), self.kind)


MASKS: tuple[Mask, ...] = (
    *(Of(kind) for kind in ("wall", "mud", "red", "blue", "nothing")),
    *(TerrainMask(Of(kind)) for kind in ("wall", "mud", "fence")),
    MapMask,
)
"""Of cells, of borders, of both, of neither; with pieces and without."""


def level(position: Position, cell: Cell) -> int:
    return position.board.level(cell)


def ground(position: Position, cell: Cell) -> tuple[str, ...]:
    return position.board.kinds(cell) or ()


def is_nearer_start(start: int, stop: int) -> bool:
    return start < stop


def is_beside_stop(start: int, stop: int) -> bool:
    return stop <= 1


def is_far_from_both(start: int, stop: int) -> bool:
    return start > 1 < stop


LABELS: tuple[Callable[[Position, Cell], Any], ...] = (level, ground)
RELATIONS: tuple[Callable[[Any, Any], bool], ...] = (gt, lt, ge, eq, ne)
DISTANCES = (is_nearer_start, is_beside_stop, is_far_from_both)


class Plans:
    """Makes plans by lot, of every shape that the language allows."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.classes, self.is_plain = CLASSES[0], False

    def plan(self) -> SightPlan:
        """Return a plan; one in three is of the plainest, which are the same from both ends."""
        self.classes = self.rng.choice(CLASSES)
        self.is_plain = self.rng.random() < 1 / 3
        start, stop = self.rng.choice(POINTS[: 2 if self.is_plain else None])
        several = [end for end, points in zip(ENDS, (start, stop), strict=True) if points != "centre"]
        self.rng.shuffle(several)
        return SightPlan(start, stop, self._fold(several, can_be_near=True), self.classes)

    # --- folds ---------------------------------------------------------------------------------------------------

    def _fold(self, several: Sequence[End], *, can_be_near: bool) -> Fold:
        """Return a fold that chooses among the points of these ends, the first of them in its outermost part."""
        if can_be_near and self.rng.random() < 0.25:
            far = self._fold(several, can_be_near=False)
            apart = (
                self._fold(several, can_be_near=False) if several or self.rng.random() < 0.5 else self._always_apart()
            )
            return ByAdjacency(apart, self._weaker(far), far)
        if not self.is_plain and self.rng.random() < 0.15:
            return All(tuple(self._fold(several, can_be_near=can_be_near) for _ in range(self.rng.choice((1, 2)))))
        if not several and (self.is_plain or self.rng.random() < 0.9):
            return self._line()
        end, *others = several or [self.rng.choice(ENDS)]
        take = self.rng.choice((Max, Min, None))
        inner = self._fold(others, can_be_near=can_be_near)
        return ForEach(end, inner) if take is None else Choose(end, take, inner)

    def _always_apart(self) -> Fold:
        return SightLine({"border": Leaf(MapMask, "after", len(self.classes) - 1, CLAUSES[0])})

    def _weaker(self, fold: Fold) -> Fold:
        """Return a fold with less in the way on some of its lines, that is never worse."""
        match fold:
            case SightLine(readings):
                left = {kind: reading for kind, reading in readings.items() if self.rng.random() < 0.5}
                return SightLine(left)
            case All(parts):
                return All(tuple(map(self._weaker, parts)))
            case ByAdjacency():
                raise TypeError("none of them is in another")
        return replace(fold, of=self._weaker(fold.of))

    def _line(self) -> SightLine:
        kinds = self.rng.sample(get_args(ContactKind), self.rng.choice((1, 1, 2, 3, 7)))
        return SightLine({kind: self.reading(kind) for kind in kinds})

    # --- readings ------------------------------------------------------------------------------------------------

    def reading(self, kind: ContactKind) -> Reading:
        """Return a reading that has a leaf with a clause, as others never count."""
        reason = self._reason(kind)
        if self.is_plain and self.rng.random() < 0.7:
            return reason
        more = [self._reading(kind, 2) for _ in range(self.rng.choice((0, 1, 1, 2)))]
        both = self.rng.choice((Max, Min))((reason, *more))
        return both if self.rng.random() < 0.7 else Max((both, self._reading(kind, 2)))

    def _reason(self, kind: ContactKind) -> Leaf:
        return Leaf(self.rng.choice(MASKS), self._role(kind), self._degree(), self.rng.choice(CLAUSES))

    def _reading(self, kind: ContactKind, depth: int) -> Reading:
        makes = (self._leaf, self._reason, self._condition_on_end, self._condition_on_site)
        if depth == 0 or self.rng.random() < 0.5:
            return self.rng.choice(makes)(kind)
        if self.rng.random() < 0.25:
            ruling = self.rng.choice(RULINGS)
            return Ruled(ruling.name, {choice: self._reading(kind, depth - 1) for choice in ruling.choices})
        parts = tuple(self._reading(kind, depth - 1) for _ in range(self.rng.choice((0, 1, 2, 2, 3))))
        return self.rng.choice((Max, Min))(parts)

    def _leaf(self, kind: ContactKind) -> Reading:
        negated = self.rng.random() < 0.5
        return Leaf(self.rng.choice(MASKS), self._role(kind), self._degree(), negated=negated)

    def _condition_on_end(self, kind: ContactKind) -> Reading:
        end, degree = self.rng.choice(ENDS), self._degree()
        if self.rng.random() < 0.2:
            return Always(degree)
        if self.rng.random() < 0.5:
            return EndIsIn(self.rng.choice(MASKS), end, degree, negated=self.rng.random() < 0.5)
        label, holds = self.rng.choice(LABELS), self.rng.choice(RELATIONS)
        return Relation(label, holds, self.rng.choice(CELLS[kind]), end, degree, negated=self.rng.random() < 0.3)

    def _condition_on_site(self, kind: ContactKind) -> Reading:
        degree = self._degree()
        if BORDERS[kind] and self.rng.random() < 0.5:
            end, negated = self.rng.choice(ENDS), self.rng.random() < 0.5
            return IsOwnSide(self.rng.choice(BORDERS[kind]), end, degree, negated=negated)
        negated = self.rng.random() < 0.3
        return Distances(self.rng.choice(DISTANCES), self._role(kind), degree, negated)

    def _role(self, kind: ContactKind) -> Role:
        return self.rng.choice((*CELLS[kind], *BORDERS[kind]))

    def _degree(self) -> int:
        most = len(self.classes) - 1
        return min(self.rng.randint(0, most + 1), most)


# --- boards ------------------------------------------------------------------------------------------------------

SIZES = ((1, 1), (1, 4), (5, 1), (2, 2), (3, 3), (4, 3), (4, 4), (5, 4), (6, 5))


def random_position(rng: Random) -> Position:
    """Return a board with terrain, levels, borders, holes and pieces of one cell and several, and rulings."""
    layout, (columns, rows) = rng.choice(("square", *HEX_LAYOUTS)), rng.choice(SIZES)
    board = Board.empty(parse_grid(layout), columns, rows)
    cells, density = list(board), rng.choice((0.1, 0.3, 0.5))

    def some(kinds: tuple[str, ...]) -> list[str]:
        return [kind for kind in kinds if rng.random() < density]

    board = board.with_ground({cell: some(("wall", "mud")) for cell in cells})
    if rng.random() < 0.6:
        board = board.with_levels({cell: rng.choice((0, 0, 1, 2)) for cell in cells})
    sides = {board.border(cell, other) for cell in cells for other in board.grid.neighbours(cell) if other in board}
    board = board.with_borders({side: some(("wall", "fence")) for side in sorted(sides)})
    holes = rng.sample(cells, rng.choice((0, 0, 1, len(cells) // 4)) if len(cells) > 1 else 0)
    board = board.with_ground(dict.fromkeys(holes))
    choices = {ruling.name: rng.choice(ruling.choices) for ruling in RULINGS}
    return Position(with_pieces(board, rng), {}, {}, Rulings(RULINGS, choices))


def with_pieces(board: Board, rng: Random) -> Board:
    """Return a board with other pieces, some of them on two cells."""
    for name in board.pieces:
        board = board.without_piece(name)
    for number in range(rng.choice((0, 1, 3))):
        at = rng.choice(list(board))
        beside = [cell for cell in board.grid.neighbours(at) if cell in board][: rng.choice((0, 0, 1))]
        piece = Piece(name=f"piece {number}", at=at, beside=tuple(beside), side=rng.choice(("red", "blue")))
        board = board.with_sole_occupant(piece)
    return board
