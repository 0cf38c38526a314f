"""Sight across a patch of 3x3 tiles in SODWA: every pattern of what a line can meet there, against the reference.

Of a pattern of the whole patch a line meets only the tiles that it crosses, those beside its corners, and borders of
these. So for each line all patterns of these sites are tried: of terrain, of levels, of borders, of people and things.
Many patterns lie side by side on one board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from types import MappingProxyType

import pytest

import sightline
from sightline.board import Board, Border, TerrainName
from sightline.lattice import Cell, parse_grid
from sightline.rules import Position, installed_systems, require
from sightline.sight import PlannedSight
from sightline.systems.sodwa.pieces import Character
from sightline.systems.sodwa.sight import is_adjacent
from tests.reference.boards import sampled
from tests.reference.geometry import format_cell, parse_cell
from tests.reference.sodwa import model as sodwa
from tests.reference.sodwa.model import SIGHT, Object, World, border_of, character, course

Line = tuple[str, str]

SIDE, PATCHES_A_SIDE = 5, 40
LABELS = [format_cell((x, y)) for y in range(SIDE) for x in range(SIDE)]
PATCH = [format_cell((x, y)) for y in (1, 2, 3) for x in (1, 2, 3)]
LINES = {
    "straight across": ("A3", "E3"),
    "straight": ("B3", "D3"),
    "over a side": ("B3", "C3"),
    "knight's across": ("A2", "E4"),
    "knight's": ("B2", "D3"),
    "diagonal across": ("A1", "E5"),
    "diagonal": ("B2", "D4"),
    "over a corner": ("B2", "C3"),
    "through one corner": ("A2", "D3"),
    "off the middle": ("A2", "E3"),
}
KINDS = ("", "impeding", "obstructing")
THINGS = ("", "character", "impeding", "obstructing")
RULED = {"borders": "adjacent-fence", "things": "corner-characters"}
"""The ruling that a family of patterns is tried with both ways."""


def tiles_met(line: Line) -> list[str]:
    """Return the tiles of the patch that a line meets, its ends among them."""
    beside = [side for corner in course(*line).corners for side in corner.sides]
    return [label for label in (*line, *course(*line).between, *beside) if label in PATCH]


def borders_met(line: Line) -> list[sodwa.Border]:
    """Return the inner borders of the patch that a line crosses, or that lie on a way round a corner of it."""
    found = list(course(*line).borders)
    for corner in course(*line).corners:
        found += [border_of(tile, side) for side in corner.sides for tile in (corner.before, corner.after)]
    return [border for border in found if set(border) <= set(PATCH)]


# --- patterns ----------------------------------------------------------------------------------------------


def flat(line: Line) -> Iterator[World]:
    """Clear ground, the ends and all other tiles on every level, save where one between blocks whatever there is."""
    for is_one_up, is_other_up, are_others_up in product((False, True), repeat=3):
        if are_others_up and not (is_one_up and is_other_up) and course(*line).between:
            continue
        elevated = set(LABELS) - set(line) if are_others_up else set[str]()
        elevated |= {end for end, is_up in zip(line, (is_one_up, is_other_up), strict=True) if is_up}
        yield World(SIDE, SIDE, {label: set() for label in LABELS}, elevated)


def _terrain(line: Line) -> Iterator[World]:
    tiles = tiles_met(line)
    for board, kinds in product(flat(line), product(KINDS, repeat=len(tiles))):
        yield replace(board, tiles=board.tiles | {at: {kind} - {""} for at, kind in zip(tiles, kinds, strict=True)})


def _levels(line: Line) -> Iterator[World]:
    tiles = [*line, *(label for label in tiles_met(line) if label not in line)]
    for kind, levels in product(KINDS, product((False, True), repeat=len(tiles))):
        elevated = {label for label, is_up in zip(tiles, levels, strict=True) if is_up}
        yield World(SIDE, SIDE, {label: {kind} - {""} for label in LABELS}, elevated)


def _borders(line: Line) -> Iterator[World]:
    borders = borders_met(line)
    for board, kinds in product(flat(line), product(KINDS, repeat=len(borders))):
        yield replace(board, borders={border: {kind} for border, kind in zip(borders, kinds, strict=True) if kind})


def _things(line: Line) -> Iterator[World]:
    tiles = [label for label in tiles_met(line) if label not in line]
    for board, things in product(flat(line), product(THINGS, repeat=len(tiles))):
        there = dict(zip(tiles, things, strict=True))
        people = {at: character(at) for at, thing in there.items() if thing == "character"}
        objects = {at: Object(at=at, kind=thing) for at, thing in there.items() if thing in KINDS[1:]}
        yield replace(board, characters=people, objects=objects)


FAMILIES = {"terrain": _terrain, "levels": _levels, "borders": _borders, "things": _things}
OMITTED = {("diagonal across", "borders"), ("diagonal across", "things")}
"""Families left out: the line has no border and no corner in the patch that `diagonal` lacks."""


# --- the board of the product ------------------------------------------------------------------------------


def side_by_side(worlds: list[World]) -> Board:
    """Return all patterns on one board, in rows."""
    columns = SIDE * PATCHES_A_SIDE
    rows = SIDE * -(-len(worlds) // PATCHES_A_SIDE)
    ground: list[tuple[str, ...]] = [()] * (columns * rows)
    levels, borders, pieces = bytearray(columns * rows), dict[Border, tuple[str, ...]](), dict[str, Character]()
    for number, world in enumerate(worlds):
        cells = {label: cell_in(number, label) for label in LABELS}
        for label, (q, r) in cells.items():
            ground[r * columns + q] = tuple(world.tiles[label])
            levels[r * columns + q] = label in world.elevated
        borders |= {(cells[a], cells[b]): tuple(kinds) for (a, b), kinds in world.borders.items()}
        for label in world.characters:
            pieces[f"{number} {label}"] = Character(name=f"{number} {label}", at=cells[label])
        for label, each in world.objects.items():
            name = f"{number} {label}"
            pieces[name] = Character(name=name, at=cells[label], kind="object", is_=TerrainName(each["kind"]))
    return Board(MappingProxyType(pieces), parse_grid("square"), columns, rows, tuple(ground), tuple(levels), borders)


def cell_in(number: int, label: str) -> Cell:
    x, y = parse_cell(label)
    row, column = divmod(number, PATCHES_A_SIDE)
    return Cell(SIDE * column + x, SIDE * row + y)


def position_under(ruling: str | None, choice: str) -> Position:
    rulings = f"{{{ruling}: {choice}}}" if ruling else "{}"
    return sightline.parse(f"sightline: 1\nrules: sodwa\nrulings: {rulings}\nmap: {{grid: square, size: 1x1}}").position


# --- the comparison ----------------------------------------------------------------------------------------


def compare(line: Line, worlds: Iterator[World], ruling: str | None, choice: str) -> Counter[str]:
    """Compare all patterns, both ways along the line; return how many looks came out how."""
    found: Counter[str] = Counter()
    rules, position = installed_systems()["sodwa"], position_under(ruling, choice)
    rulings, has_neighbours = {ruling: choice} if ruling else {}, not course(*line).between
    while batch := list(islice(worlds, PATCHES_A_SIDE**2)):
        laid = position.with_surface(side_by_side(batch))
        for number, world in enumerate(batch):
            board = replace(world, rulings=rulings)
            for one, other in (line, line[::-1]):
                start, stop = cell_in(number, one), cell_in(number, other)
                seen = require(rules, PlannedSight).sight_at(laid, Character(name="", at=start), stop).value
                wanted = SIGHT[sodwa.sight(board, one, other)]
                assert seen == wanted, f"{one} at {other}: {seen}, not {wanted}, in\n{board}"
                found[seen] += 1
            if has_neighbours:
                start, stop = (cell_in(number, end) for end in line)
                assert is_adjacent(laid, start, stop) is sodwa.is_adjacent(board, *line), str(board)
                found["adjacent"] += is_adjacent(laid, start, stop)
    return found


def compare_family(line: str, family: str) -> Counter[str]:
    """Compare all patterns of a family under both choices of its ruling, if it has one and the line cares."""
    ends, ruling = LINES[line], RULED.get(family)
    is_ruled = bool(course(*ends).corners) if family == "things" else not course(*ends).between
    choices = sodwa.RULINGS[ruling] if ruling and is_ruled else ("",)
    found: Counter[str] = Counter()
    for choice in choices:
        patterns = FAMILIES[family](ends)
        found += compare(ends, patterns if line in SHORT else sampled(patterns), ruling if choice else None, choice)
    return found


CASES = [case for case in product(LINES, FAMILIES) if case not in OMITTED]
QUICK = {"straight", "over a side"}
SHORT = {*QUICK, "over a corner"}


@pytest.mark.parametrize(
    ("line", "family"), [pytest.param(*case, marks=[] if case[0] in QUICK else [pytest.mark.slow]) for case in CASES]
)
def test_every_pattern(line: str, family: str) -> None:
    found = compare_family(line, family)
    assert found["clear"]
    assert found["blocked"] or (line, family) == ("over a side", "things")
