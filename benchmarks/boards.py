"""The boards that are measured: random ground with Caskets in random places, the same in every run."""

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


def _label(column: int, row: int) -> str:
    letters, left = "", column + 1
    while left:
        left, letter = divmod(left - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row + 1}"
