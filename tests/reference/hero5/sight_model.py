"""Model: concealment and shots in HERO 5th, written from the rulebook page alone.

Every hex and every side of a hex with something in it is held against every line from corner to corner. Degrees of
concealment are numbers here, so that the greater one is the greater concealment: 0 none, 1 half, 2 mostly, 3 total.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import product
from typing import Any, NamedTuple

from tests.reference import geometry
from tests.reference.geometry import Point, Side
from tests.reference.hero5.model import (
    RULINGS,
    Meaning,
    World,
    are_friends,
    how_it_stands,
    is_small,
    others,
    reach_of,
    standing,
    stands_on,
)

NONE, HALF, MOSTLY, TOTAL = range(4)
DEGREES = ("none", "half", "mostly", "total")
SIGHT = ("clear", "impeded", "impeded", "blocked")
DCV = (0, 2, 4)
OWN = {None: NONE, "half": HALF, "mostly": MOSTLY, "total": TOTAL}
FAR = 6
"""Low things farther from the target than this conceal nothing."""

Line = tuple[Point, Point]
Finding = dict[str, Any]


# --- one line and one hex, or one side of a hex ------------------------------------------------------------


def has_length(line: Line) -> bool:
    return line[0] != line[1]


@lru_cache(maxsize=100_000)
def crosses_hex(layout: str, label: str, line: Line) -> bool:
    """Return whether the line goes through the inside of the hex."""
    part = geometry.clip(layout, geometry.parse_cell(label), *line)
    return has_length(line) and part is not None and part.enter < part.leave and part.side is None


def passes(point: Point, line: Line) -> bool:
    """Return whether the point is on the line, its ends included."""
    (x, y), (to_x, to_y) = line
    return (
        geometry.turn(*line, point) == 0
        and min(x, to_x) <= point[0] <= max(x, to_x)
        and min(y, to_y) <= point[1] <= max(y, to_y)
    )


def touches_end(side: Side, line: Line) -> bool:
    """Return whether the line starts, ends or passes at an end of the side."""
    return any(passes(end, line) for end in side)


def runs_along(side: Side, line: Line) -> bool:
    """Return whether the line lies on the side for some length: between corners that is all of the side, or nothing."""
    one, other = side
    return has_length(line) and passes(one, line) and passes(other, line)


def crosses_side(side: Side, line: Line) -> bool:
    """Return whether the line passes through the side at an inner point of it."""
    one, other = side
    return geometry.crossing((one, other), *line) is not None


# --- two characters and what is between them ---------------------------------------------------------------


class Met(NamedTuple):
    """What a line meets: how it conceals by everything, and by borders alone; whether it has sight."""

    degree: int
    by_borders: int
    has_sight: bool


@dataclass(frozen=True)
class Case:
    """Two characters on their hexes, and the hexes that third ones hold."""

    world: World
    attacker: frozenset[str]
    target: frozenset[str]
    third: frozenset[str]

    # --- hexes and borders

    def distance(self, hexes: Iterable[str], site: Iterable[str]) -> int:
        return min(geometry.distance(self.world.layout, one, other) for one, other in product(hexes, site))

    def conceals(self, terrain: Meaning, site: tuple[str, ...]) -> int:
        """Return how much terrain in a hex, or on the border of two, conceals if a line meets it.

        HERO-6.1, 6.3, 6.6.
        """
        if terrain.height == "low":
            to_target = self.distance(self.target, site)
            if to_target > FAR or self.distance(self.attacker, site) < to_target:
                return NONE
        if terrain.covers == "mostly":
            return MOSTLY
        return HALF if terrain.covers == "half" or terrain.blocks else NONE

    def is_own(self, label: str) -> bool:
        return label in self.attacker or label in self.target

    def hex_degree(self, label: str) -> int:
        if self.is_own(label):
            return NONE
        by_terrain = [self.conceals(terrain, (label,)) for terrain in self.world.ground(label)]
        return max([*by_terrain, HALF if label in self.third else NONE])

    def hex_blocks(self, label: str) -> bool:
        return not self.is_own(label) and any(map(blocks_sight, self.world.ground(label)))

    @cached_property
    def hex_degrees(self) -> dict[str, int]:
        """The hexes that conceal."""
        return {label: degree for label in self.world.cells if (degree := self.hex_degree(label))}

    @cached_property
    def blocking_hexes(self) -> set[str]:
        return {label for label in self.world.cells if self.hex_blocks(label)}

    @cached_property
    def border_degrees(self) -> dict[Side, int]:
        """The borders that conceal."""
        return {
            side: degree
            for side, pair in borders(self.world)
            if (degree := max(self.conceals(terrain, pair) for terrain in self.world.border(*pair)))
        }

    @cached_property
    def blocking_borders(self) -> set[Side]:
        return {side for side, pair in borders(self.world) if any(map(blocks_sight, self.world.border(*pair)))}

    @cached_property
    def side_degrees(self) -> dict[Side, int]:
        """The sides that conceal where a line runs along them, by the hexes on both sides."""
        found = {}
        for side in {side for label in self.hex_degrees for side in sides_of(self.world, label)}:
            beside = [self.hex_degrees.get(label, NONE) for label in hexes_beside(self.world, side)]
            found[side] = max(beside) if self.is_either else min([*beside, *[NONE] * (2 - len(beside))])
        return {side: degree for side, degree in found.items() if degree}

    @cached_property
    def blocking_sides(self) -> set[Side]:
        """The sides of which the hexes on both sides block a line that runs along."""
        found = set()
        for side in {side for label in self.blocking_hexes for side in sides_of(self.world, label)}:
            count = sum(label in self.blocking_hexes for label in hexes_beside(self.world, side))
            if count >= (1 if self.is_either else 2):
                found.add(side)
        return found

    @property
    def is_either(self) -> bool:
        return self.world.ruling("hexside") == "either"

    # --- lines

    def met(self, line: Line) -> Met:
        by_borders = self.by_borders(line, set(self.border_degrees))
        return Met(max(by_borders, self.by_hexes(line)), by_borders, self.has_sight(line))

    def by_borders(self, line: Line, counting: Collection[Side]) -> int:
        """Return how the line is concealed by these borders."""
        met = [side for side in counting if crosses_side(side, line) or runs_along(side, line)]
        return max((self.border_degrees[side] for side in met), default=NONE)

    def by_hexes(self, line: Line) -> int:
        crossed = [self.hex_degrees[label] for label in self.hex_degrees if self.crosses(label, line)]
        along = [self.side_degrees[side] for side in self.side_degrees if runs_along(side, line)]
        return max([*crossed, *along], default=NONE)

    def has_sight(self, line: Line) -> bool:
        return not (
            any(self.crosses(label, line) for label in self.blocking_hexes)
            or any(runs_along(side, line) for side in self.blocking_sides)
            or any(crosses_side(side, line) or touches_end(side, line) for side in self.blocking_borders)
        )

    def crosses(self, label: str, line: Line) -> bool:
        return crosses_hex(self.world.layout, label, line)

    @cached_property
    def lines(self) -> dict[Line, Met]:
        """Every line from a corner of the attacker to one of the target."""
        ends = corners_of(self.world, self.attacker), corners_of(self.world, self.target)
        return {line: self.met(line) for line in product(*ends)}


def blocks_sight(terrain: Meaning) -> bool:
    return terrain.blocks and terrain.height != "low"


def borders(world: World) -> Iterator[tuple[Side, tuple[str, str]]]:
    """Yield every border with something on it, and its two hexes."""
    for one, other in world.borders:
        if world.borders[one, other]:
            [side] = sides_of(world, one) & sides_of(world, other)
            yield side, (one, other)


def sides_of(world: World, label: str) -> frozenset[Side]:
    return _sides(world.layout, label)


@cache
def _sides(layout: str, label: str) -> frozenset[Side]:
    return frozenset(frozenset(ends) for ends in geometry.sides(layout, geometry.parse_cell(label)))


def hexes_beside(world: World, side: Side) -> list[str]:
    """Return the one or two hexes of the map that have this side."""
    return [label for label in world.cells if side in sides_of(world, label)]


def corners_of(world: World, hexes: Iterable[str]) -> set[Point]:
    return {corner for label in hexes for corner in geometry.polygon(world.layout, geometry.parse_cell(label))}


# --- concealment by geometry -------------------------------------------------------------------------------

Concealment = tuple[int, str | None]
"""The degree, and the corner that the attacker picks, if it picks one."""


def ranged(case: Case) -> Concealment:
    """HERO-6.3, 6.7 and 6.8: from the best corner of all hexes of the attacker."""
    if case.attacker & case.target:
        return NONE, None
    return best_corner(case, case.attacker, case.target)


def best_corner(case: Case, attacker: Iterable[str], target: Iterable[str]) -> Concealment:
    """Return the attacker picks a corner of these hexes of its own against these of the target."""
    choices = []
    for corner in corners_of(case.world, attacker):
        lines = [case.lines[corner, end] for end in corners_of(case.world, target)]
        if any(line.has_sight for line in lines):
            choices.append((max(line.degree for line in lines), case.world.corners[corner]))
    return min(choices, default=(TOTAL, None))


def melee(case: Case) -> Concealment:
    """HERO-6.4 to 6.8: the least concealed pair of one hex of each."""
    if case.attacker & case.target:
        return NONE, None
    pairs = [of_pair(case, one, other) for one, other in product(case.attacker, case.target)]
    least = min(degree for degree, _ in pairs)
    corners = [corner for degree, corner in pairs if degree == least]
    return least, None if None in corners else min(corner for corner in corners if corner is not None)


def of_pair(case: Case, one: str, other: str) -> Concealment:
    if geometry.distance(case.world.layout, one, other) > 1:
        return best_corner(case, [one], [other])
    lines = list(product(corners_of(case.world, [one]), corners_of(case.world, [other])))
    if not any(case.lines[line].has_sight for line in lines):
        return TOTAL, None
    if case.world.ruling("melee-wall") == "any-line":
        return max(case.lines[line].by_borders for line in lines), None
    between = sides_of(case.world, one) & sides_of(case.world, other) & case.border_degrees.keys()
    return max(case.by_borders(line, between) for line in lines), None


# --- attacks of opportunity --------------------------------------------------------------------------------


def hexes_of(world: World, names: Iterable[str]) -> frozenset[str]:
    return frozenset(label for name in names for label in stands_on(world, name))


def concealed(world: World, attacker: str, mover: str, place: str, ignored: Collection[str] = ()) -> bool:
    """HERO-6.2: whether the mover has any concealment at a place; the ignored friends give none."""
    found = standing(world, world.pieces[mover], place)
    if found is None:
        raise ValueError(f"{mover} does not fit at {place}")
    third = [name for name in others(world, mover) if name != attacker and name not in ignored]
    case = Case(world, stands_on(world, attacker), found[0], hexes_of(world, third))
    return max(melee(case)[0], OWN[world.pieces[mover]["concealment"]]) > NONE


# --- the shot ----------------------------------------------------------------------------------------------


def case_of(world: World, attacker: str, target: str) -> Case:
    third = [name for name in others(world, attacker) if name != target]
    return Case(world, stands_on(world, attacker), stands_on(world, target), hexes_of(world, third))


def is_melee(world: World, attacker: str, weapon: int) -> bool:
    weapons = world.pieces[attacker]["weapons"]
    return bool(weapons) and weapons[weapon]["range"] == "melee"


def shot(world: World, attacker: str, target: str, weapon: int = 0) -> dict[str, Any]:
    """Return the verdict on an attack with one of the weapons, or with none, without rulings, places and words."""
    case = case_of(world, attacker, target)
    geometric, corner = melee(case) if is_melee(world, attacker, weapon) else ranged(case)
    degree = max(geometric, OWN[world.pieces[target]["concealment"]])
    distance = case.distance(case.attacker, case.target)
    against = list(_against(world, attacker, target, weapon, distance))
    if degree == TOTAL:
        against.append(_finding("6.1", "forbids"))
    if geometric == TOTAL:
        against.append(_finding("6.8", "blocks"))
    numbers = [] if against else list(_numbers(world, attacker, target, weapon, distance, degree))
    needed = 11 + total(numbers, "ocv") - total(numbers, "dcv")
    return {
        "distance": distance,
        "sight": SIGHT[degree],
        "legal": not against,
        "to_hit": None if against else {"roll_at_most": needed},
        "odds": None if against else odds(needed),
        "concealment": DEGREES[degree],
        "corner": None if degree == TOTAL else corner,
        "findings": against + numbers,
    }


def _finding(clause: str, effect: str, on: str | None = None, value: int | None = None) -> Finding:
    return {"clause": f"HERO-{clause}", "effect": effect, "on": on, "value": value}


def _against(world: World, attacker: str, target: str, weapon: int, distance: int) -> Iterator[Finding]:
    """Yield what forbids the attack, save concealment."""
    one, other = world.pieces[attacker], world.pieces[target]
    if how_it_stands(world, attacker) == "contorted":
        yield _finding("3.4", "forbids")
    if one["helpless"]:
        yield _finding("4.3", "forbids")
    if is_melee(world, attacker, weapon):
        if distance > reach_of(one):
            yield _finding("5.2" if is_small(one) and one["reach"] is None else "5.3", "forbids")
    elif one["weapons"] and distance > int(one["weapons"][weapon]["range"]):
        yield _finding("7.2", "forbids")
    if are_friends(one, other):
        yield _finding("7.3", "forbids")


def _numbers(world: World, attacker: str, target: str, weapon: int, distance: int, degree: int) -> Iterator[Finding]:
    """Yield what makes up the two numbers; what is 0 is left out."""
    one, other = world.pieces[attacker], world.pieces[target]
    ocv, dcv = [("7.1", one["ocv"])], [("7.1", other["dcv"])]
    if how_it_stands(world, attacker) == "squeezed":
        ocv.append(("3.1", -2))
    if how_it_stands(world, target) == "squeezed":
        dcv.append(("3.1", -2))
    if how_it_stands(world, target) == "contorted":
        dcv.append(("3.4", -other["dcv"]))
    if not is_melee(world, attacker, weapon) and world.ruling("range-modifiers") == "table":
        ocv.append(("7.2", range_modifier(distance)))
    dcv.append(("6.1", DCV[degree]))
    for on, parts in (("ocv", ocv), ("dcv", dcv)):
        for clause, value in parts:
            if value:
                yield _finding(clause, "modifies", on, value)


def range_modifier(distance: int) -> int:
    """Nothing up to 4 hexes, then 2 less for each doubling begun."""
    modifier, limit = 0, 4
    while distance > limit:
        modifier, limit = modifier - 2, 2 * limit
    return modifier


def total(findings: list[Finding], on: str) -> int:
    return sum(each["value"] for each in findings if each["on"] == on)


def odds(needed: int) -> dict[str, Any]:
    """By writing down every throw."""
    throws = [sum(dice) for dice in product(range(1, 7), repeat=3)]
    hits = sum(throw == 3 or (throw <= needed and throw != 18) for throw in throws)
    hit = Fraction(hits, len(throws))
    return {"hit": str(hit), "percent": (hit * 10_000 + Fraction(1, 2)).__floor__() / 100}


def rulings_that_matter(world: World, attacker: str, target: str, weapon: int = 0) -> dict[str, str]:
    """Return the rulings of which another choice alone would change anything of the answer, as they stand."""
    here = shot(world, attacker, target, weapon)

    def is_changed(name: str) -> bool:
        [choice] = [choice for choice in RULINGS[name] if choice != world.ruling(name)]
        return shot(replace(world, rulings=world.rulings | {name: choice}), attacker, target, weapon) != here

    return {name: world.ruling(name) for name in RULINGS if is_changed(name)}


# --- what it sees ------------------------------------------------------------------------------------------


def see(world: World, viewer: str) -> dict[str, str]:
    """Return the sight to a plain character in every hex, as if whoever stands there were not on the board."""
    held = stands_on(world, viewer)
    seen = {}
    for label in world.cells:
        if label not in held:
            third = [name for name in others(world, viewer) if label not in stands_on(world, name)]
            degree, _ = ranged(Case(world, held, frozenset([label]), hexes_of(world, third)))
            if degree < TOTAL:
                seen[label] = SIGHT[degree]
    return seen
