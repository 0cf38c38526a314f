"""Model: what the references for HERO 5th share, written from the rulebook page alone.

The board, what terrain means to a character, and where a character stands. A place is the label of a hex for odd
widths and the name of a corner for even ones; hexes of a footprint that may lie off the map are pairs of numbers, hexes
that somebody stands on are labels.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple, TypedDict

from tests.reference import geometry
from tests.reference.boards import labels_of
from tests.reference.geometry import Cell, Point

RULINGS: dict[str, tuple[str, ...]] = {
    "squeeze-past": ("needs-acrobatics", "free"),
    "opportunity": ("attacks", "none"),
    "hexside": ("both", "either"),
    "melee-wall": ("any-line", "shared-side"),
    "range-modifiers": ("none", "table"),
}

Border = tuple[str, str]
Standing = tuple[frozenset[str], str]
"""The hexes held, and how: none, squeezed or contorted."""


class Weapon(TypedDict):
    name: str
    range: int | str  # a number of hexes, or "melee"


class Piece(TypedDict):
    at: str
    side: str | None
    growth: int
    shrinking: int
    movement: int
    reach: int | None
    ocv: int
    dcv: int
    helpless: bool
    fills_space: bool
    obstacle_when_helpless: bool
    flying: bool
    desolid: bool
    acrobatics: int | None
    contortionist: int | None
    concealment: str | None  # half, mostly, total
    weapons: list[Weapon]


def piece(at: str, **stated: Any) -> Piece:
    """Return a piece with the defaults of a scenario for everything that is not stated."""
    plain = Piece(
        at=at,
        side=None,
        growth=0,
        shrinking=0,
        movement=6,
        reach=None,
        ocv=3,
        dcv=3,
        helpless=False,
        fills_space=False,
        obstacle_when_helpless=False,
        flying=False,
        desolid=False,
        acrobatics=None,
        contortionist=None,
        concealment=None,
        weapons=[],
    )
    return changed(plain, **stated)


def changed(piece: Piece, **stated: Any) -> Piece:
    """Return the same piece, save for what is stated anew."""
    if unknown := stated.keys() - piece.keys():
        raise ValueError(f"no piece states {unknown}")
    return piece | stated  # type: ignore[return-value]


class Meaning(NamedTuple):
    """What a terrain word says."""

    difficult: bool = False
    hampers: bool = False
    blocks: bool = False
    covers: str | None = None  # half, mostly
    height: str = "full"  # low
    roll: str | None = None  # acrobatics
    solid: str | None = None  # ceiling, dense


BUILT_IN_CELLS = {
    "clear": Meaning(),
    "difficult": Meaning(difficult=True),
    "obstacle": Meaning(hampers=True),
    "blocking": Meaning(blocks=True),
}
BUILT_IN_BORDERS = {
    "fence": Meaning(hampers=True),
    "low-wall": Meaning(hampers=True, covers="half", height="low"),
    "wall": Meaning(blocks=True),
    "door-frame": Meaning(covers="mostly"),
}


@dataclass(frozen=True)
class World:
    """A board with characters, in file order. A hole is a label of the map that `cells` lacks.

    Clear ground is an empty set of kinds; levels mean nothing. Borders may be named in either order. What is worked
    out is kept: a world is replaced, not changed, once it was asked something.
    """

    layout: str
    columns: int
    rows: int
    cells: dict[str, set[str]]
    levels: dict[str, int] = field(default_factory=dict)
    borders: dict[Border, set[str]] = field(default_factory=dict)
    kinds: dict[str, dict[str, Any]] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)
    rulings: dict[str, str] = field(default_factory=dict)

    def labels(self) -> list[str]:
        return labels_of(self.columns, self.rows)

    def holes(self) -> set[str]:
        return set(self.labels()) - set(self.cells)

    def ruling(self, name: str) -> str:
        return self.rulings.get(name, RULINGS[name][0])

    def label(self, cell: Cell) -> str | None:
        """Return the label of a hex of the map; none for a hole and off the map."""
        column, row = cell
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        name = geometry.format_cell(cell)
        return name if name in self.cells else None

    def neighbours(self, label: str) -> list[str]:
        near = (self.label(cell) for cell in geometry.neighbours(self.layout, geometry.parse_cell(label)))
        return [name for name in near if name is not None]

    def meaning(self, kind: str) -> Meaning:
        if kind in self.kinds:
            return Meaning(**self.kinds[kind])
        return (BUILT_IN_CELLS | BUILT_IN_BORDERS)[kind]

    def ground(self, label: str) -> list[Meaning]:
        """Return what is in a hex."""
        return [self.meaning(kind) for kind in sorted(self.cells[label])]

    def border(self, one: str, other: str) -> list[Meaning]:
        """Return what is on the border between two neighbouring hexes."""
        kinds = self.borders.get((one, other), set()) | self.borders.get((other, one), set())
        return [self.meaning(kind) for kind in sorted(kinds)]

    @cached_property
    def corners(self) -> dict[Point, str]:
        """Every corner of the hexes of the map, with the name under which it is written: the first string."""
        names: dict[Point, str] = {}
        for label in self.cells:
            ring = geometry.polygon(self.layout, geometry.parse_cell(label))
            for corner, point in zip(geometry.shape_of(self.layout).corners, ring, strict=True):
                name = f"{label}@{corner}"
                names[point] = min(name, names.get(point, name))
        return names

    @cached_property
    def standings(self) -> dict[str, Standing]:
        """Where everybody stands."""
        found = {}
        for name, piece in self.pieces.items():
            stands = standing(self, piece, piece["at"])
            if stands is None:
                raise ValueError(f"{name} does not fit at {piece['at']}")
            found[name] = stands
        return found


# --- characters --------------------------------------------------------------------------------------------


def net_size(piece: Piece) -> int:
    return piece["growth"] - piece["shrinking"]


def net_shrinking(piece: Piece) -> int:
    return max(0, -net_size(piece))


def is_small(piece: Piece) -> bool:
    return net_shrinking(piece) >= 2


def width(piece: Piece) -> int:
    return 1 + max(0, net_size(piece))


def reach_of(piece: Piece) -> int:
    """Return how far it threatens, HERO-5.2 and 5.3; nothing is said here of helpless ones, who threaten nothing."""
    if piece["reach"] is not None:
        return piece["reach"]
    if is_small(piece):
        return 0
    return 1 + max(0, net_size(piece))


def are_friends(one: Piece, other: Piece) -> bool:
    return one["side"] is not None and one["side"] == other["side"]


def others(world: World, name: str) -> list[str]:
    return [other for other in world.pieces if other != name]


def friends(world: World, name: str) -> list[str]:
    return [other for other in others(world, name) if are_friends(world.pieces[name], world.pieces[other])]


def opponents(world: World, name: str) -> list[str]:
    return [other for other in others(world, name) if not are_friends(world.pieces[name], world.pieces[other])]


# --- what terrain means to a character: HERO-2.3 to 2.5 ----------------------------------------------------


def ignores_obstacles(piece: Piece) -> bool:
    return piece["flying"] or piece["desolid"]


def is_open_to(piece: Piece, terrain: Iterable[Meaning]) -> bool:
    """Return whether the character can enter or cross all of this terrain, be it by a roll."""
    for kind in terrain:
        if kind.solid == "ceiling" and piece["flying"]:
            return False
        if kind.solid == "dense" and piece["desolid"]:
            return False
        if ignores_obstacles(piece):
            continue
        if kind.blocks:
            return False
        if kind.roll == "acrobatics" and piece["acrobatics"] is None:
            return False
    return True


def can_enter(world: World, piece: Piece, label: str) -> bool:
    return is_open_to(piece, world.ground(label))


def can_cross(world: World, piece: Piece, one: str, other: str) -> bool:
    """Return whether it can cross the border between two neighbouring hexes."""
    return is_open_to(piece, world.border(one, other))


# --- places: HERO-0.2 --------------------------------------------------------------------------------------


def written(world: World, place: str) -> str:
    """Return the name under which a place is written."""
    if "@" not in place:
        return place
    return world.corners[geometry.parse_point(world.layout, place)[0]]


def has_corner(world: World, cell: Cell, point: Point) -> bool:
    return point in geometry.polygon(world.layout, cell)


def hexes_round(world: World, corner: str) -> list[Cell]:
    """Return the three hexes round a corner, on the map or not."""
    point, cell = geometry.parse_point(world.layout, corner)
    near = [cell, *geometry.neighbours(world.layout, cell)]
    return [hex_ for hex_ in near if has_corner(world, hex_, point)]


def places(world: World, piece: Piece) -> list[str]:
    """Return all places that there are for its width, whether it fits there or not."""
    return list(world.cells) if width(piece) % 2 else list(world.corners.values())


def next_places(world: World, piece: Piece, place: str) -> set[str]:
    """Return where one step leads from a place, were there nothing in the way."""
    if width(piece) % 2:
        return set(world.neighbours(place))
    point, cell = geometry.parse_point(world.layout, place)
    x, y = geometry.centre(world.layout, cell)
    to: set[Point] = set()
    for near in geometry.neighbours(world.layout, cell):
        near_x, near_y = geometry.centre(world.layout, near)
        to.add((point[0] + near_x - x, point[1] + near_y - y))
    for hex_ in hexes_round(world, place):
        to |= {corner for ends in geometry.sides(world.layout, hex_) if point in ends for corner in ends}
    to.discard(point)
    return {world.corners[corner] for corner in to if corner in world.corners}


def within(world: World, cells: Iterable[Cell], steps: int) -> set[Cell]:
    """Return all hexes, on the map or not, that are so near to one of these."""
    found = set(cells)
    for _ in range(steps):
        found |= {near for cell in found for near in geometry.neighbours(world.layout, cell)}
    return found


def footprint(world: World, piece: Piece, place: str) -> set[Cell]:
    """Return the hexes that it is wide, on the map or not."""
    wide = width(piece)
    if wide % 2:
        return within(world, [geometry.parse_cell(place)], (wide - 1) // 2)
    return within(world, hexes_round(world, place), wide // 2 - 1)


# --- standing: HERO-3.1, 3.2, 3.4 --------------------------------------------------------------------------


def cores(world: World, piece: Piece, place: str) -> list[set[Cell]]:
    """Return the parts of the footprint of which one is enough to be squeezed."""
    match width(piece):
        case 2:
            return [set(pair) for pair in combinations(hexes_round(world, place), 2)]
        case 3:
            middle = geometry.parse_cell(place)
            corners = geometry.shape_of(world.layout).corners
            label = geometry.format_cell(middle)
            return [set(hexes_round(world, f"{label}@{corner}")) for corner in corners]
        case 4:
            return [set(hexes_round(world, place))]
        case 5:
            return [within(world, [geometry.parse_cell(place)], 1)]
    return []


def contorted_cores(world: World, piece: Piece, place: str) -> list[set[Cell]]:
    """Return the parts of the footprint of which one is enough for a contortionist."""
    match width(piece):
        case 3 | 5:
            return [{geometry.parse_cell(place)}]
        case 4:
            return [set(pair) for pair in combinations(hexes_round(world, place), 2)]
    return []


def standing(world: World, piece: Piece, place: str) -> Standing | None:
    """Return the hexes that it holds at a place, and how; None where it does not fit.

    How: "none", "squeezed" or "contorted".
    """
    wide = footprint(world, piece, place)
    if _is_whole(world, piece, wide):
        return _labels(world, wide), "none"
    for core in cores(world, piece, place):
        if _is_whole(world, piece, core):
            return _joined(world, piece, core, wide), "squeezed"
    if piece["contortionist"] is not None:
        for core in contorted_cores(world, piece, place):
            if _is_whole(world, piece, core):
                return _joined(world, piece, core, wide), "contorted"
    return None


def _labels(world: World, cells: Iterable[Cell]) -> frozenset[str]:
    """Return the labels of those of these hexes that are on the map."""
    return frozenset(label for cell in cells if (label := world.label(cell)) is not None)


def _is_whole(world: World, piece: Piece, cells: set[Cell]) -> bool:
    """Return whether it can enter each of these hexes and cross each border between two of them."""
    labels = _labels(world, cells)
    borders = [(one, near) for one in labels for near in world.neighbours(one) if near in labels]
    return (
        len(labels) == len(cells)
        and all(can_enter(world, piece, label) for label in labels)
        and all(can_cross(world, piece, one, near) for one, near in borders)
    )


def _joined(world: World, piece: Piece, core: set[Cell], wide: set[Cell]) -> frozenset[str]:
    """Return the core and all of the footprint that it can get to from there without leaving the footprint."""
    room = {label for label in _labels(world, wide) if can_enter(world, piece, label)}
    held = set(_labels(world, core))
    while True:
        more = {
            near
            for label in held
            for near in world.neighbours(label)
            if near in room and can_cross(world, piece, label, near)
        }
        if more <= held:
            return frozenset(held)
        held |= more


def stands_on(world: World, name: str) -> frozenset[str]:
    """Return the hexes that a character of the board holds."""
    return world.standings[name][0]


def how_it_stands(world: World, name: str) -> str:
    return world.standings[name][1]


# --- who may stop where: HERO-1.4, 3.3, 5.1 ----------------------------------------------------------------


SHARES = {2: Fraction(1, 4), 3: Fraction(1, 25), 4: Fraction(1, 100), 5: Fraction(1, 100)}


def share(piece: Piece) -> Fraction:
    """Return the part of a hex that a small one needs; full-sized ones do not count against the small ones."""
    return SHARES[net_shrinking(piece)] if is_small(piece) else Fraction(0)


def stop_clauses(world: World, name: str, place: str) -> list[str]:
    """Return the clauses that forbid to end a move at a place where the character fits, in rulebook order."""
    mover = world.pieces[name]
    found = standing(world, mover, place)
    if found is None:
        raise ValueError(f"{name} does not fit at {place}")
    held, how = found
    foes = opponents(world, name)
    forbidding = set()
    for label in held:
        there = [other for other in others(world, name) if label in stands_on(world, other)]
        if there and how != "none":
            forbidding.add("HERO-3.3")
        counting = [world.pieces[o] for o in there if not (o in foes and world.pieces[o]["helpless"])]
        if any(not is_small(mover) and not is_small(other) for other in counting):
            forbidding.add("HERO-1.4")
        if share(mover) + sum(share(other) for other in counting) > 1:
            forbidding |= {"HERO-1.4", "HERO-5.1"}
    return sorted(forbidding)


def may_stop(world: World, name: str, place: str) -> bool:
    return not stop_clauses(world, name, place)
