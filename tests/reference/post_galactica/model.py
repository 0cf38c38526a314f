"""Model: sight, cover and engagement in Post Galactica on hexes, written from the rulebook page alone.

Every hex of the map is held against every line by exact clipping. Attacks and movement have files of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from typing import Any, NamedTuple, TypedDict

from tests.reference import geometry
from tests.reference.geometry import Cell, Point

RULINGS: dict[str, tuple[str, ...]] = {
    "hex-sight": ("centre", "any-corner"),
    "hexside": ("both", "either"),
    "units-block": ("large", "none"),
    "inside": ("sees-out", "blocks"),
    "cover-in-melee": ("none", "counts"),
    "buildings-engage": ("no", "yes"),
}
SHOOT_THROUGH = {"firing ports", "elevated platform", "transparent shield", "shoot-through"}
COVERS = ("none", "light", "heavy")
"""What counts for the numbers, the better the later; obscuring cover only blocks."""


class Meaning(NamedTuple):
    """What a terrain word says."""

    blocks: bool = False
    cover: str = "none"  # light, heavy, obscuring
    difficult: bool = False
    impassable: bool = False


BUILT_IN = {
    "clear": Meaning(),
    "difficult": Meaning(difficult=True),
    "impassable": Meaning(impassable=True),
    "blocking": Meaning(blocks=True),
    "light-cover": Meaning(cover="light"),
    "heavy-cover": Meaning(cover="heavy"),
    "obscuring": Meaning(cover="obscuring"),
}


class Weapon(TypedDict):
    name: str
    range: int | str | None  # a number of hexes, or "melee"; None only of the shot without a weapon
    attacks: int
    melee_reach: int | None
    damage: int


class Piece(TypedDict):
    at: list[str]
    building: bool
    side: str | None
    movement: int
    toughness: int
    armor: int
    cohesion: int
    body_value: int
    ranged_skill: int
    melee_skill: int
    tags: list[str]
    weapons: list[Weapon]
    split_fire: bool
    split_melee: bool
    targets: dict[str, str]
    protected: str | None
    allows: list[str]
    disengaged: bool
    cover: str | None


def piece(at: list[str], **stated: Any) -> Piece:
    """Return a piece with the defaults of a scenario for everything that is not stated."""
    plain = Piece(
        at=at,
        building=False,
        side=None,
        movement=6,
        toughness=4,
        armor=0,
        cohesion=1,
        body_value=1,
        ranged_skill=7,
        melee_skill=7,
        tags=[],
        weapons=[],
        split_fire=False,
        split_melee=False,
        targets={},
        protected=None,
        allows=[],
        disengaged=False,
        cover=None,
    )
    if unknown := stated.keys() - plain.keys():
        raise ValueError(f"no piece states {unknown}")
    return plain | stated  # type: ignore[return-value]


@dataclass(frozen=True)
class World:
    """A board with pieces, in file order. A hole is a label of the map that `cells` lacks; clear ground is no kind.

    Levels mean nothing.
    """

    layout: str
    columns: int
    rows: int
    cells: dict[str, set[str]]
    levels: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, dict[str, Any]] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)
    rulings: dict[str, str] = field(default_factory=dict)

    def ruling(self, name: str) -> str:
        return self.rulings.get(name, RULINGS[name][0])

    def meaning(self, kind: str) -> Meaning:
        return Meaning(**self.kinds[kind]) if kind in self.kinds else BUILT_IN[kind]

    def cuts(self, kind: str) -> bool:
        """Return whether terrain of a kind cuts lines."""
        meaning = self.meaning(kind)
        return meaning.blocks or meaning.cover == "obscuring"

    def ground(self, label: str) -> list[Meaning]:
        return [self.meaning(kind) for kind in sorted(self.cells[label])]

    def neighbours(self, label: str) -> list[str]:
        near = map(geometry.format_cell, geometry.neighbours(self.layout, geometry.parse_cell(label)))
        return [name for name in near if name in self.cells]

    def distance(self, one: Piece, other: Piece) -> int:
        return min(geometry.distance(self.layout, a, b) for a, b in product(one["at"], other["at"]))

    @cached_property
    def walls(self) -> set[str]:
        """The hexes whose terrain cuts lines."""
        return {label for label, kinds in self.cells.items() if any(map(self.cuts, kinds))}


def are_friends(one: Piece, other: Piece) -> bool:
    return one["side"] is not None and one["side"] == other["side"]


# --- lines -------------------------------------------------------------------------------------------------


Place = tuple[str, ...]
"""Where a line is cut: a hex, or the hexes beside a side."""


class Line(NamedTuple):
    """A line and where it meets which hexes, own ones and those off the map among them.

    `along` has the hexes beside every side that the line runs along.
    """

    crossed: dict[str, Fraction]
    along: dict[Place, Fraction]


def lines(world: World, one: Piece, other: Piece) -> list[Line]:
    """Return every line there is between two pieces."""
    corners = world.ruling("hex-sight") == "any-corner"
    pairs = product(map(geometry.parse_cell, one["at"]), map(geometry.parse_cell, other["at"]))
    return [line for pair in pairs for line in _lines_between(world.layout, *pair, corners)]


@cache
def _lines_between(layout: str, one: Cell, other: Cell, corners: bool) -> list[Line]:
    near = geometry.cells_near(99, 99, frozenset(), one, other)
    if not corners:
        return [_line(layout, near, geometry.centre(layout, one), geometry.centre(layout, other))]
    ends = product(geometry.polygon(layout, one), geometry.polygon(layout, other))
    return [_line(layout, near, *pair) for pair in ends]


def _line(layout: str, near: list[Cell], start: Point, stop: Point) -> Line:
    if start == stop:
        return Line({}, {})
    crossed: dict[str, Fraction] = {}
    along: dict[tuple[Fraction, geometry.Side], list[str]] = {}
    for cell in near:
        part = geometry.clip(layout, cell, start, stop)
        if part is None or part.enter == part.leave:
            continue
        label = geometry.format_cell(cell)
        if part.side is None:
            crossed[label] = part.enter
        else:
            along.setdefault((part.enter, part.side), []).append(label)
    return Line(crossed, {tuple(sorted(beside)): enter for (enter, _), beside in along.items()})


@dataclass(frozen=True)
class Between:
    """What lies between two pieces, who are named; whoever else has a name is somebody else."""

    world: World
    attacker: str
    target: str

    @cached_property
    def one(self) -> Piece:
        return self.world.pieces[self.attacker]

    @cached_property
    def other(self) -> Piece:
        return self.world.pieces[self.target]

    @cached_property
    def own(self) -> set[str]:
        return {*self.one["at"], *self.other["at"]}

    @cached_property
    def lines(self) -> list[Line]:
        return lines(self.world, self.one, self.other)

    @cached_property
    def others(self) -> dict[str, Piece]:
        return {name: p for name, p in self.world.pieces.items() if name not in (self.attacker, self.target)}

    @cached_property
    def buildings(self) -> dict[str, set[str]]:
        return {name: set(p["at"]) for name, p in self.others.items() if p["building"]}

    @cached_property
    def large(self) -> set[str]:
        """The hexes of Large units, where they block."""
        if self.world.ruling("units-block") == "none":
            return set()
        return {p["at"][0] for p in self.others.values() if not p["building"] and "Large" in p["tags"]}

    def blockers(self, *, without: str | None = None) -> set[str]:
        """Return every hex that cuts lines, were it not for this building."""
        standing = [hexes for name, hexes in self.buildings.items() if name != without]
        return self.world.walls | self.large | set().union(*standing)

    def cuts(self, line: Line, blockers: set[str]) -> dict[Place, Fraction]:
        """Return where these hexes cut a line, and how far along it."""
        blockers = (blockers & self.world.cells.keys()) - self.own
        found: dict[Place, Fraction] = {(label,): enter for label, enter in line.crossed.items() if label in blockers}
        for beside, enter in line.along.items():
            there = tuple(label for label in beside if label in blockers)
            if len(there) >= (2 if self.world.ruling("hexside") == "both" else 1):
                found[there] = min(enter, found.get(there, enter))
        return found

    def is_open(self, blockers: set[str]) -> bool:
        return any(not self.cuts(line, blockers) for line in self.lines)

    def first_met(self, label: str) -> Fraction:
        """Return where a line first comes to a hex, 1 if none does."""
        met = [line.crossed[label] for line in self.lines if label in line.crossed]
        met += [enter for line in self.lines for beside, enter in line.along.items() if label in beside]
        return min(met, default=Fraction(1))

    def cut_by(self, blockers: set[str]) -> list[Place]:
        """Return where these hexes cut lines, the first met first."""
        first: dict[Place, Fraction] = {}
        for line in self.lines:
            for place, enter in self.cuts(line, blockers).items():
                first[place] = min(enter, first.get(place, enter))
        return sorted(first, key=lambda place: (first[place], place))


def joined(places: list[Place]) -> Place:
    """Return all their hexes, each once."""
    return tuple(dict.fromkeys(label for place in places for label in place))


# --- sight -------------------------------------------------------------------------------------------------


class View(NamedTuple):
    """Whether there is sight, and by what leave; `walled` where buildings forbid the attack."""

    is_clear: bool
    is_lifted: bool = False
    through: str | None = None
    walled: bool = False


def view(between: Between, *, is_shooting: bool) -> View:
    one, all_buildings = between.one, set().union(*between.buildings.values())
    if between.is_open(between.blockers()):
        return View(True)
    if "PG-20.5" in one["allows"]:
        is_clear = between.is_open(between.world.walls | between.large)
        return View(is_clear, is_lifted=is_clear)
    if is_shooting:
        for name in own_buildings_beside(between):
            if between.is_open(between.blockers(without=name)):
                return View(True, through=name)
    return View(False, walled=not between.is_open(all_buildings))


def own_buildings_beside(between: Between) -> Iterator[str]:
    """Yield the buildings that the attacker may shoot through."""
    for name in between.buildings:
        building = between.others[name]
        near = between.world.distance(between.one, building) <= 1
        if near and are_friends(between.one, building) and SHOOT_THROUGH & set(building["tags"]):
            yield name


# --- cover -------------------------------------------------------------------------------------------------


class Cover(NamedTuple):
    """One thing that covers; sorting puts the one that counts first."""

    rank: int
    hexes: int
    label: str
    clause: str
    at: Place

    @property
    def word(self) -> str:
        return COVERS[-self.rank]


def covers(between: Between, through: str | None) -> list[Cover]:
    found = [*_terrain_covers(between), *_building_covers(between, through)]
    return sorted(cover for cover in found if cover.rank)


def _terrain_covers(between: Between) -> Iterator[Cover]:
    world, stands_on = between.world, between.other["at"]
    beside = {near for label in stands_on for near in world.neighbours(label)} - between.own
    crossed = {label for line in between.lines for label in line.crossed}
    for label in {*stands_on, *(beside & crossed)}:
        rank = max((COVERS.index(k.cover) for k in world.ground(label) if k.cover in COVERS), default=0)
        yield Cover(-rank, int(label not in stands_on), label, "PG-20.4", (label,))


def _building_covers(between: Between, through: str | None) -> Iterator[Cover]:
    cut = joined(between.cut_by(between.blockers()))
    for name, hexes in between.buildings.items():
        building, there = between.others[name], tuple(label for label in cut if label in hexes)
        if there and name != through:
            away = between.world.distance(building, between.other)
            yield Cover(-COVERS.index(building["cover"] or "light"), away, min(there), "PG-20.5", there)


# --- engagement --------------------------------------------------------------------------------------------


def can_engage(world: World, one: Piece, other: Piece) -> bool:
    """Return whether these two would engage each other, if they stood near enough."""
    is_kind = world.ruling("buildings-engage") == "yes" or not (one["building"] or other["building"])
    return is_kind and not are_friends(one, other)


def engaged_by(world: World, name: str) -> list[str]:
    """Return who engages a piece, in file order."""
    one = world.pieces[name]
    return [
        other
        for other, piece in world.pieces.items()
        if other != name and can_engage(world, one, piece) and world.distance(one, piece) == 1
    ]
