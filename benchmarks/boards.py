"""The boards that are measured: random ground with pieces in random places, the same in every run."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

Place = tuple[int, int]
"""Column and row."""

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
_BESIDE = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


class WalledBoard(NamedTuple):
    """A board: cells a side, the blocked places, the places of the pieces, and the scenario as text."""

    size: int
    blocked: frozenset[Place]
    places: tuple[Place, ...]
    text: str

    @property
    def open_places(self) -> list[Place]:
        """All places that are not blocked, column by column."""
        size = range(self.size)
        return [(column, row) for column in size for row in size if (column, row) not in self.blocked]


class Kit(NamedTuple):
    """The things that a system lays on a board: its grid, letters with how often each comes, levels, and borders."""

    grid: str
    letters: dict[str, int]
    highest: int = 0
    borders: tuple[str, ...] = ()


KITS = {
    "penance": Kit("hex", {".": 62, "#": 15, "f": 10, "~": 8, "F": 5}, highest=2),
    "hero5": Kit("hex", {".": 80, "#": 10, "d": 5, "o": 5}, borders=("wall", "low-wall", "fence")),
    "combat-hex": Kit("hex", {".": 1}, highest=2, borders=("red-line", "dotted-line")),
    "post-galactica": Kit("hex", {".": 65, "#": 15, "l": 10, "h": 5, "s": 5}),
    "sodwa": Kit("square", {".": 70, "#": 12, "i": 10, "d": 5, "t": 3}, highest=1, borders=("impeding", "obstructing")),
}
"""By the key of the system: a bit of all that counts for sight."""


@cache
def walled_board(system: str, size: int, walls: float) -> WalledBoard:
    """Return a board of `size` x `size` cells without pieces, this share of them walls, the others clear."""
    draw = random.Random(1)
    rows = [["#" if draw.random() < walls else "." for _ in range(size)] for _ in range(size)]
    return WalledBoard(size, _walls(rows), (), "\n".join(_heading(system, rows)) + "\n")


@cache
def mixed_board(system: str, size: int) -> WalledBoard:
    """Return a board of `size` x `size` cells without pieces, with a bit of all that counts for a system's sight."""
    draw, kit = random.Random(1), KITS[system]
    letters, often = zip(*kit.letters.items(), strict=True)
    rows = [draw.choices(letters, often, k=size) for _ in range(size)]
    heights = _hills(draw, size, kit.highest)
    lines = _heading(system, [[at + heights.get((x, y), "") for x, at in enumerate(row)] for y, row in enumerate(rows)])
    if kit.borders:
        lines.append("  borders:")
    for kind in kit.borders:
        # The cell below is a neighbour on squares and on flat hexes alike.
        places = dict.fromkeys((draw.randrange(size), draw.randrange(size - 1)) for _ in range(size * size // 25))
        sides = [f"{label_of(column, row)}/{label_of(column, row + 1)}" for column, row in places]
        lines.append(f"    {kind}: [{', '.join(sides)}]")
    return WalledBoard(size, _walls(rows), (), "\n".join(lines) + "\n")


def _hills(draw: random.Random, size: int, highest: int) -> dict[Place, str]:
    """Return the levels of hills of 3 x 2 cells, which may run into each other, on about 6% of the board."""
    count = size * size // 100 if highest else 0
    tops = [(draw.randrange(size), draw.randrange(size), str(draw.randint(1, highest))) for _ in range(count)]
    return {(column + x, row + y): level for column, row, level in tops for x in range(3) for y in range(2)}


@cache
def crowded_board(size: int, pieces: int, walls: float) -> WalledBoard:
    """Return a board of `size` x `size` flat hexes, this share of them walls, with Caskets that are all enemies."""
    draw = random.Random(1)
    rows = [["#" if draw.random() < walls else draw.choice("....f~w") for _ in range(size)] for _ in range(size)]
    places = tuple(divmod(place, size) for place in draw.sample(range(size * size), pieces))
    lines = [*_heading("penance", rows), "pieces:"]
    for number, (column, row) in enumerate(places):
        weapon = f"{{name: rifle, range: {draw.choice((8, size))}}}"
        facing = draw.choice(FACINGS)
        lines.append(f"  P{number}: {{at: {label_of(column, row)}, facing: {facing}, weapons: [{weapon}]}}")
    return WalledBoard(size, _walls(rows), places, "\n".join(lines) + "\n")


@cache
def sided_board(size: int, pieces: int, walls: float) -> WalledBoard:
    """Return a board of `size` x `size` flat hexes, this share of them walls, with Caskets of two sides in the open."""
    draw = random.Random(1)
    rows = [["#" if draw.random() < walls else draw.choice("....f~w") for _ in range(size)] for _ in range(size)]
    blocked = _walls(rows)
    free = [(column, row) for column in range(size) for row in range(size) if (column, row) not in blocked]
    places = tuple(draw.sample(free, min(pieces, len(free))))
    lines = [*_heading("penance", rows), "pieces:"]
    for number, (column, row) in enumerate(places):
        weapon = f"{{name: rifle, range: {draw.choice((8, 12, 20))}}}"
        at, facing, side = label_of(column, row), draw.choice(FACINGS), ("red", "blue")[number % 2]
        lines.append(f"  P{number}: {{at: {at}, side: {side}, facing: {facing}, weapons: [{weapon}]}}")
    return WalledBoard(size, blocked, places, "\n".join(lines) + "\n")


class Ground(NamedTuple):
    """A board for moves: the cost of entering each cell that can be entered, the start, and the scenario as text."""

    grid: str
    costs: dict[Place, int]
    start: Place
    text: str

    def steps(self) -> Iterator[tuple[Place, Place, int]]:
        """Yield every step from a cell to a neighbour, on squares also over corners, with its cost."""
        for place in self.costs:
            yield from ((place, near, self.costs[near]) for near in self._near(place) if near in self.costs)

    def _near(self, place: Place) -> list[Place]:
        column, row = place
        if self.grid == "square":
            return [(column + x, row + y) for x, y in _BESIDE]
        low = row + column % 2
        sides = [(other, beside) for other in (column - 1, column + 1) for beside in (low - 1, low)]
        return [(column, row - 1), (column, row + 1), *sides]


@cache
def random_ground(size: int, characters: int, movement: int, growth: int) -> Ground:
    """Return a board of `size` x `size` flat hexes with a character in the middle that moves, and others round it.

    One hex in a hundred blocks, 14 hamper in some way; half of the others are friends of who moves.
    """
    draw, middle = random.Random(1), size // 2
    rows = [draw.choices(".do#", (85, 10, 4, 1), k=size) for _ in range(size)]
    near = range(middle - 4, middle + 5)
    for row in near:
        for column in near:
            rows[row][column] = "."
    corner = "@E" if growth % 2 else ""
    at = f"{label_of(middle, middle)}{corner}"
    lines = [*_heading("hero5", rows), "pieces:"]
    lines.append(f"  M: {{at: {at}, side: red, growth: {growth}, movement: {movement}}}")
    around = [
        (column, row)
        for row in range(size // 5, size - size // 5)
        for column in range(size // 5, size - size // 5)
        if rows[row][column] != "#" and not (row in near and column in near)
    ]
    for number, (column, row) in enumerate(draw.sample(around, characters - 1)):
        lines.append(f"  P{number}: {{at: {label_of(column, row)}, side: {('red', 'blue')[number % 2]}}}")
    costs = {
        (column, row): 1 if kind == "." else 2
        for row, line in enumerate(rows)
        for column, kind in enumerate(line)
        if kind != "#"
    }
    return Ground("hex", costs, (middle, middle), "\n".join(lines) + "\n")


def bare_ground(size: int, walls: float, movement: int) -> Ground:
    """Return a board of `size` x `size` squares, this share of them walls, and one character, who moves."""
    board = walled_board("sodwa", size, walls)
    start = board.open_places[0]
    text = f"{board.text}pieces:\n  M: {{at: {label_of(*start)}, move: {movement}}}\n"
    return Ground("square", dict.fromkeys(board.open_places, 1), start, text)


def _heading(system: str, rows: Sequence[Sequence[str]]) -> list[str]:
    drawing = [f"    {' '.join(row)}" for row in rows]
    return ["sightline: 1", f"rules: {system}", "map:", f"  grid: {KITS[system].grid}", "  cells: |", *drawing]


def _walls(rows: Sequence[Sequence[str]]) -> frozenset[Place]:
    return frozenset((column, row) for row, line in enumerate(rows) for column, at in enumerate(line) if at == "#")


def label_of(column: int, row: int) -> str:
    """Return the label of a cell, as in C4."""
    letters, left = "", column + 1
    while left:
        left, letter = divmod(left - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row + 1}"
