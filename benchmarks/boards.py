"""The boards that are measured: random ground with pieces in random places, the same in every run."""

from __future__ import annotations

import random
from typing import NamedTuple

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")


class Measured(NamedTuple):
    """A board: its size, the blocked places as column and row, the places of the pieces, and the scenario as text."""

    size: int
    blocked: frozenset[tuple[int, int]]
    places: tuple[tuple[int, int], ...]
    text: str


def random_board(size: int, pieces: int, walls: float) -> Measured:
    """Give a board of `size` x `size` flat hexes, this share of them walls, with Caskets that are all enemies."""
    draw = random.Random(1)
    rows = [["#" if draw.random() < walls else draw.choice("....f~w") for _ in range(size)] for _ in range(size)]
    places = tuple(divmod(place, size) for place in draw.sample(range(size * size), pieces))
    lines = ["sightline: 1", "rules: penance", "map:", "  grid: hex", "  cells: |"]
    lines += [f"    {' '.join(row)}" for row in rows]
    lines.append("pieces:")
    for number, (column, row) in enumerate(places):
        weapon = f"{{name: rifle, range: {draw.choice((8, size))}}}"
        facing = draw.choice(FACINGS)
        lines.append(f"  P{number}: {{at: {_label(column, row)}, facing: {facing}, weapons: [{weapon}]}}")
    blocked = frozenset((column, row) for row, line in enumerate(rows) for column, at in enumerate(line) if at == "#")
    return Measured(size, blocked, places, "\n".join(lines) + "\n")


class Ground(NamedTuple):
    """A board for moves: its size, the cost of entering each hex that can be entered, and the scenario as text."""

    size: int
    costs: dict[tuple[int, int], int]
    start: tuple[int, int]
    text: str


def random_ground(size: int, characters: int, movement: int, growth: int) -> Ground:
    """Give a board of `size` x `size` flat hexes with a character in the middle that moves, and others round it.

    One hex in a hundred blocks, 14 hamper in some way; half of the others are friends of who moves.
    """
    draw, middle = random.Random(1), size // 2
    rows = [draw.choices(".do#", (85, 10, 4, 1), k=size) for _ in range(size)]
    near = range(middle - 4, middle + 5)
    for row in near:
        for column in near:
            rows[row][column] = "."
    lines = ["sightline: 1", "rules: hero5", "map:", "  grid: hex", "  cells: |"]
    lines += [f"    {' '.join(row)}" for row in rows]
    corner = "@E" if growth % 2 else ""
    at = f"{_label(middle, middle)}{corner}"
    lines += ["pieces:", f"  M: {{at: {at}, side: red, growth: {growth}, movement: {movement}}}"]
    around = [
        (column, row)
        for row in range(size // 5, size - size // 5)
        for column in range(size // 5, size - size // 5)
        if rows[row][column] != "#" and not (row in near and column in near)
    ]
    for number, (column, row) in enumerate(draw.sample(around, characters - 1)):
        lines.append(f"  P{number}: {{at: {_label(column, row)}, side: {('red', 'blue')[number % 2]}}}")
    costs = {
        (column, row): 1 if kind == "." else 2
        for row, line in enumerate(rows)
        for column, kind in enumerate(line)
        if kind != "#"
    }
    return Ground(size, costs, (middle, middle), "\n".join(lines) + "\n")


def _label(column: int, row: int) -> str:
    letters, left = "", column + 1
    while left:
        left, letter = divmod(left - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row + 1}"
