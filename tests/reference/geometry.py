"""Model: lines on grids. Cells are polygons, and the segment is clipped against each by itself.

Every layout is drawn in a picture of its own with whole-number vertices. The pictures are affine images of
the regular ones, which changes no incidence and no position along a line. Columns and rows count from 0.
"""

from __future__ import annotations

from collections.abc import Set as AnySet
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple, TypedDict

Point = tuple[int, int]
Cell = tuple[int, int]
Side = frozenset[Point]
HalfPlane = tuple[int, int, int]


class Contact(TypedDict):
    """One entry of the answer: positions are "0", "1" or "n/d" of the line's length."""

    kind: str
    cells: list[str]
    at: list[str]


class Clip(NamedTuple):
    """What a closed polygon has of the segment; `side` when it lies on the line through that side."""

    enter: Fraction
    leave: Fraction
    side: Side | None


class Shape(NamedTuple):
    """Corners clockwise from the centre; the side of the same index leads to the next corner."""

    corners: dict[str, Point]
    sides: tuple[str, ...]


# Flat hexes: drawn upright (columns 3 apart, rows 2 apart), then each point lowered by its x.
FLAT = Shape(
    {"E": (2, 2), "SE": (1, 2), "SW": (-1, 0), "W": (-2, -2), "NW": (-1, -2), "NE": (1, 0)},
    ("SE", "S", "SW", "NW", "N", "NE"),
)
# Pointy hexes: columns 2 apart, rows 3 apart.
POINTY = Shape(
    {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)},
    ("NE", "E", "SE", "SW", "W", "NW"),
)
# Squares: the unit is half a side.
SQUARE = Shape({"NE": (1, -1), "SE": (1, 1), "SW": (-1, 1), "NW": (-1, -1)}, ("E", "S", "W", "N"))

LAYOUTS = ("flat odd-q", "flat even-q", "pointy odd-r", "pointy even-r", "square")


def shape_of(layout: str) -> Shape:
    return {"flat": FLAT, "pointy": POINTY, "square": SQUARE}[layout.split(maxsplit=1)[0]]


def centre(layout: str, cell: Cell) -> Point:
    column, row = cell
    match layout:
        case "flat odd-q":
            return 3 * column, 2 * row + column % 2 + 3 * column
        case "flat even-q":
            return 3 * column, 2 * row + (column + 1) % 2 + 3 * column
        case "pointy odd-r":
            return 2 * column + row % 2, 3 * row
        case "pointy even-r":
            return 2 * column + (row + 1) % 2, 3 * row
        case "square":
            return 2 * column + 1, 2 * row + 1
    raise ValueError(f"unknown layout {layout!r}")


@cache
def polygon(layout: str, cell: Cell) -> tuple[Point, ...]:
    x, y = centre(layout, cell)
    return tuple((x + dx, y + dy) for dx, dy in shape_of(layout).corners.values())


@cache
def sides(layout: str, cell: Cell) -> tuple[tuple[Point, Point], ...]:
    ring = polygon(layout, cell)
    return tuple(zip(ring, ring[1:] + ring[:1], strict=True))


@cache
def half_planes(layout: str, cell: Cell) -> tuple[HalfPlane, ...]:
    """(a, b, c) per side with a x + b y + c > 0 inside, = 0 on the line through the side."""
    return tuple((py - qy, qx - px, (qy - py) * px - (qx - px) * py) for (px, py), (qx, qy) in sides(layout, cell))


# --- names -------------------------------------------------------------------------------------------------


@cache
def parse_cell(label: str) -> Cell:
    letters = label.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1, int(label[len(letters) :]) - 1


@cache
def format_cell(cell: Cell) -> str:
    column, row = cell[0] + 1, cell[1] + 1
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row}"


def parse_point(layout: str, name: str) -> tuple[Point, Cell]:
    """Return the point and the cell that it is named after."""
    label, _, corner = name.partition("@")
    cell = parse_cell(label)
    x, y = centre(layout, cell)
    dx, dy = shape_of(layout).corners[corner] if corner else (0, 0)
    return (x + dx, y + dy), cell


def written_point(layout: str, columns: int, rows: int, holes: AnySet[str], name: str) -> str:
    """Return the name under which a point is written: of all names on cells of the map, the first string."""
    if "@" not in name:
        return name
    point, cell = parse_point(layout, name)
    corners = tuple(shape_of(layout).corners)
    return min(
        f"{format_cell(near)}@{corner}"
        for near in cells_near(columns, rows, holes, cell, cell)
        for corner, vertex in zip(corners, polygon(layout, near), strict=True)
        if vertex == point
    )


# --- clipping ----------------------------------------------------------------------------------------------


def cells_near(columns: int, rows: int, holes: AnySet[str], one: Cell, other: Cell) -> list[Cell]:
    """Return the cells of the map in the box of two cells grown by one cell: no line between the two leaves it."""
    left, right = sorted((one[0], other[0]))
    top, bottom = sorted((one[1], other[1]))
    box = product(range(max(left - 1, 0), min(right + 2, columns)), range(max(top - 1, 0), min(bottom + 2, rows)))
    return [cell for cell in box if format_cell(cell) not in holes]


def height(plane: HalfPlane, point: Point) -> int:
    return plane[0] * point[0] + plane[1] * point[1] + plane[2]


def is_inside(layout: str, cell: Cell, point: Point) -> bool:
    return all(height(plane, point) > 0 for plane in half_planes(layout, cell))


def clip(layout: str, cell: Cell, start: Point, stop: Point) -> Clip | None:
    """Cyrus and Beck: each half-plane leaves a part of the segment, and what all leave is the answer."""
    enter, leave, side = Fraction(0), Fraction(1), None
    for ends, plane in zip(sides(layout, cell), half_planes(layout, cell), strict=True):
        first, last = height(plane, start), height(plane, stop)
        if first < 0 and last < 0:
            return None
        if first == last == 0:
            side = frozenset(ends)
        elif first < 0:
            enter = max(enter, Fraction(first, first - last))
        elif last < 0:
            leave = min(leave, Fraction(first, first - last))
    return Clip(enter, leave, side) if enter <= leave else None


def turn(start: Point, stop: Point, point: Point) -> int:
    return (stop[0] - start[0]) * (point[1] - start[1]) - (stop[1] - start[1]) * (point[0] - start[0])


def crossing(ends: tuple[Point, Point], start: Point, stop: Point) -> Fraction | None:
    """Return where the segment passes through the side at an inner point of it, if it does."""
    if turn(start, stop, ends[0]) * turn(start, stop, ends[1]) >= 0:
        return None
    first, last = turn(*ends, start), turn(*ends, stop)
    return Fraction(first, first - last) if first * last < 0 else None


# --- contacts ----------------------------------------------------------------------------------------------


class _Met(NamedTuple):
    kind: str
    cells: list[str]
    at: tuple[Fraction, ...]


def line(layout: str, columns: int, rows: int, holes: AnySet[str], start: str, stop: str) -> list[Contact]:
    """Return every contact of the segment between two points, as `sightline line --json` prints them."""
    (first, one), (last, other) = parse_point(layout, start), parse_point(layout, stop)
    near = cells_near(columns, rows, holes, one, other)
    met = _point_contacts(layout, near, first) if first == last else _contacts(layout, near, first, last)
    met.sort(key=lambda contact: (contact.at[0], contact.at[-1], contact.cells))
    return [{"kind": kind, "cells": cells, "at": [str(place) for place in at]} for kind, cells, at in met]


def _point_contacts(layout: str, near: list[Cell], point: Point) -> list[_Met]:
    met = []
    for cell in near:
        if is_inside(layout, cell, point):
            met.append(_Met("starts-in", [format_cell(cell)], (Fraction(0), Fraction(1))))
        elif point in polygon(layout, cell):
            met.append(_Met("touches", [format_cell(cell)], (Fraction(0),)))
    return met


def _contacts(layout: str, near: list[Cell], start: Point, stop: Point) -> list[_Met]:
    met: list[_Met] = []
    crossed: list[Cell] = []
    along: dict[Side, _Met] = {}
    for cell in near:
        part = clip(layout, cell, start, stop)
        if part is None:
            continue
        label = format_cell(cell)
        if part.enter == part.leave:
            met.append(_Met("touches", [label], (part.enter,)))
        elif part.side is None:
            crossed.append(cell)
            met.append(_Met(_kind(layout, cell, start, stop), [label], (part.enter, part.leave)))
        else:
            along.setdefault(part.side, _Met("along", [], (part.enter, part.leave))).cells.append(label)
    for contact in along.values():
        contact.cells.sort()
    return met + list(along.values()) + _borders(layout, crossed, start, stop)


def _kind(layout: str, cell: Cell, start: Point, stop: Point) -> str:
    if is_inside(layout, cell, start):
        return "starts-in"
    return "ends-in" if is_inside(layout, cell, stop) else "crosses"


def _borders(layout: str, crossed: list[Cell], start: Point, stop: Point) -> list[_Met]:
    """Sides that two crossed cells share and through which the line passes between them."""
    owners: dict[Side, list[Cell]] = {}
    places: dict[Side, Fraction] = {}
    for cell in crossed:
        for ends in sides(layout, cell):
            place = crossing(ends, start, stop)
            if place is not None:
                owners.setdefault(frozenset(ends), []).append(cell)
                places[frozenset(ends)] = place
    return [
        _Met("crosses-border", [format_cell(cell) for cell in sorted(pair)], (places[side],))
        for side, pair in owners.items()
        if len(pair) == 2
    ]


# --- distance, neighbours, directions ----------------------------------------------------------------------


@cache
def _steps(layout: str, column_parity: int, row_parity: int) -> tuple[Cell, ...]:
    """To which cells near by one can go: hexes over a common side, squares also over a common corner."""
    here = set(polygon(layout, (column_parity, row_parity)))
    shared = 1 if layout == "square" else 2
    return tuple(
        (dx, dy)
        for dx, dy in product((-1, 0, 1), repeat=2)
        if (dx, dy) != (0, 0) and len(here & set(polygon(layout, (column_parity + dx, row_parity + dy)))) >= shared
    )


def neighbours(layout: str, cell: Cell) -> list[Cell]:
    steps = _steps(layout, cell[0] % 2, cell[1] % 2)
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in steps]


@cache
def distance(layout: str, one: str, other: str) -> int:
    """Return the least number of steps between two cells, over an endless board without holes."""
    goal = parse_cell(other)
    reached = {parse_cell(one)}
    edge = set(reached)
    steps = 0
    while goal not in reached:
        edge = {near for cell in edge for near in neighbours(layout, cell)} - reached
        reached |= edge
        steps += 1
    return steps


@cache
def edges_towards(layout: str, cell: str, other: str) -> list[str]:
    """Return the sides through which the line from the centre of one cell to that of another leaves the first.

    One name, or two where the line leaves exactly at a corner.
    """
    here = parse_cell(cell)
    start, stop = centre(layout, here), centre(layout, parse_cell(other))
    part = clip(layout, here, start, stop)
    if part is None or start == stop:
        raise ValueError(f"no line leaves {cell} towards {other}")
    x = start[0] + part.leave * (stop[0] - start[0])
    y = start[1] + part.leave * (stop[1] - start[1])
    return [
        name
        for name, (a, b, c) in zip(shape_of(layout).sides, half_planes(layout, here), strict=True)
        if a * x + b * y + c == 0
    ]
