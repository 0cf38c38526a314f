"""Model: sight and attacks in SODWA, written from sections 4 and 5 of the rulebook page alone.

Every tile is held against the line by clipping in fractions, every corner of the lattice by itself. Tiles and borders
go by their labels, degrees are 0 clear, 1 impeded, 2 blocked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, product
from typing import Any, NamedTuple, TypedDict

from tests.reference.geometry import Cell, format_cell, parse_cell

CLEAR, IMPEDED, BLOCKED = range(3)
SIGHT = ("clear", "impeded", "blocked")
RULINGS: dict[str, tuple[str, ...]] = {
    "adjacent-fence": ("ignored", "impedes"),
    "corner-characters": ("block-in-pairs", "never"),
    "engaged": ("enemies-only", "all-targets"),
    "diagonals": ("one", "alternating"),
}
"""Those that have a say in sight and attacks."""

COMPASS = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
Border = tuple[str, str]
"""Two tiles, in the order of columns, then rows."""


class Meaning(TypedDict, total=False):
    """What a kind of terrain of one's own states."""

    sight: str
    movement: str
    indoor: bool


BUILT_IN: dict[str, Meaning] = {
    "impeding": {"sight": "impeding", "movement": "difficult"},
    "difficult": {"movement": "difficult"},
    "liquid": {"movement": "difficult"},
    "obstructing": {"sight": "obstructing", "movement": "obstructing"},
    "obstructing-indoor": {"sight": "obstructing", "movement": "obstructing", "indoor": True},
    "transition": {"movement": "difficult"},
}
MADE: dict[str, Meaning] = {"icy": {}, "corrosive": {}}
"""The kinds that abilities make: they hide nothing."""


class Numbers(TypedDict):
    """What a character has for one kind of attack."""

    accuracy: int
    defense: int
    damage: int


class Character(TypedDict):
    at: str
    side: str | None
    facing: str | None
    range: int
    evasion: int
    moved: bool
    damage_kind: str
    reduction: dict[str, int]
    melee: Numbers | None
    ranged: Numbers | None
    abilities: list[str]


class Object(TypedDict):
    at: str
    kind: str


def character(at: str, **stated: Any) -> Character:
    """Return a character as it is by default, but for what is stated."""
    plain = Character(
        at=at,
        side=None,
        facing=None,
        range=6,
        evasion=0,
        moved=False,
        damage_kind="physical",
        reduction={},
        melee=None,
        ranged=None,
        abilities=[],
    )
    return {**plain, **stated}  # type: ignore[typeddict-item]


@dataclass(frozen=True)
class World:
    """A board with what stands on it. A hole is a label of the map that `tiles` lacks."""

    columns: int
    rows: int
    tiles: dict[str, set[str]]
    elevated: set[str] = field(default_factory=set)
    borders: dict[Border, set[str]] = field(default_factory=dict)
    kinds: dict[str, Meaning] = field(default_factory=dict)
    characters: dict[str, Character] = field(default_factory=dict)
    objects: dict[str, Object] = field(default_factory=dict)
    rulings: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    """Where each tile of a portal leads to, if one sees through portals (SOD-8.15)."""

    def ruling(self, name: str) -> str:
        return self.rulings.get(name, RULINGS[name][0])

    def is_elevated(self, label: str) -> bool:
        return label in self.elevated

    def degree(self, kind: str) -> int:
        """Return what a kind of terrain does to sight by itself."""
        meaning = (MADE | BUILT_IN | self.kinds)[kind]
        return ("clear", "impeding", "obstructing").index(meaning.get("sight", "clear"))

    def degree_of_tile(self, label: str) -> int:
        """Return the terrain of a tile without objects."""
        return max(map(self.degree, self.tiles[label]), default=CLEAR)

    def degree_of_objects(self, label: str) -> int:
        return max((self.degree(each["kind"]) for each in self.objects.values() if each["at"] == label), default=CLEAR)

    def degree_of_border(self, border: Border) -> int:
        return max(map(self.degree, self.borders.get(border, ())), default=CLEAR)

    def is_occupied(self, label: str) -> bool:
        return any(each["at"] == label for each in self.characters.values())

    def has_transition(self, label: str) -> bool:
        """Return whether it is a transition tile, by what is drawn or by an object."""
        laid = {each["kind"] for each in self.objects.values() if each["at"] == label}
        return "transition" in self.tiles[label] | laid


# --- geometry ----------------------------------------------------------------------------------------------


class Corner(NamedTuple):
    """A corner of the lattice that a line passes through, between two tiles, and the two beside it."""

    before: str
    after: str
    sides: tuple[str, str]


class Course(NamedTuple):
    """What a line from centre to centre meets: tiles strictly between, borders crossed, corners."""

    between: list[str]
    borders: list[Border]
    corners: list[Corner]


@cache
def border_of(one: str, other: str) -> Border:
    first, second = sorted((one, other), key=parse_cell)
    return first, second


def stretch(tile: Cell, start: Cell, stop: Cell) -> tuple[Fraction, Fraction] | None:
    """From where to where a line between two centres is in a closed tile, in shares of its length."""
    enter, leave = Fraction(0), Fraction(1)
    for low, here, there in zip(tile, start, stop, strict=True):
        if here == there:
            if low != here:
                return None
            continue
        places = sorted((edge - here - Fraction(1, 2)) / (there - here) for edge in (low, low + 1))
        enter, leave = max(enter, places[0]), min(leave, places[1])
    return (enter, leave) if enter <= leave else None


@cache
def course(one: str, other: str) -> Course:
    """Return all that the line meets, in order; every tile and corner in the box of the two ends is tried."""
    start, stop = parse_cell(one), parse_cell(other)
    columns, rows = (range(min(pair), max(pair) + 1) for pair in zip(start, stop, strict=True))
    met = {tile: part for tile in product(columns, rows) if (part := stretch(tile, start, stop))}
    crossed = {tile: enter for tile, (enter, leave) in met.items() if enter < leave}
    in_order = sorted(crossed, key=lambda tile: crossed[tile])
    borders = [(a, b) for a, b in combinations(in_order, 2) if _share_side(a, b) and met[a][1] == met[b][0]]
    corners = [
        _corner(point, crossed)
        for point in product(columns[1:], rows[1:])
        if (2 * point[0] - 2 * start[0] - 1) * (stop[1] - start[1])
        == (2 * point[1] - 2 * start[1] - 1) * (stop[0] - start[0])
    ]
    return Course(
        [format_cell(tile) for tile in in_order if tile not in (start, stop)],
        [border_of(format_cell(a), format_cell(b)) for a, b in borders],
        sorted(corners, key=lambda corner: crossed[parse_cell(corner.before)]),
    )


def _share_side(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def _corner(point: Cell, crossed: dict[Cell, Fraction]) -> Corner:
    x, y = point
    around = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]
    before, after = sorted((tile for tile in around if tile in crossed), key=lambda tile: crossed[tile])
    first, second = (format_cell(tile) for tile in around if tile not in crossed)
    return Corner(format_cell(before), format_cell(after), (first, second))


def away(one: str, other: str) -> tuple[int, int]:
    """Return how many columns and rows the second tile is to the right of and below the first."""
    start, stop = parse_cell(one), parse_cell(other)
    return stop[0] - start[0], stop[1] - start[1]


def distance(world: World, one: str, other: str) -> int:
    """SOD-4.8."""
    shorter, longer = sorted(map(abs, away(one, other)))
    return longer + (shorter // 2 if world.ruling("diagonals") == "alternating" else 0)


# --- sight -------------------------------------------------------------------------------------------------


class Met(NamedTuple):
    """Something on a line that counts: to which degree, and where; a corner is named by the two tiles beside it."""

    degree: int
    at: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """A look from one tile at another; `is_near` where they are adjacent."""

    world: World
    start: str
    stop: str
    is_near: bool

    @cached_property
    def heights(self) -> int:
        """How many of the two ends are elevated."""
        return self.world.is_elevated(self.start) + self.world.is_elevated(self.stop)

    def between(self, label: str, people: bool) -> int:
        """Return a tile strictly between: SOD-4.1, 4.3 and 4.5. People on it count or not."""
        if label not in self.world.tiles:
            return CLEAR
        terrain, things = self.world.degree_of_tile(label), self.world.degree_of_objects(label)
        person = BLOCKED if people and self.world.is_occupied(label) else CLEAR
        if self.world.is_elevated(label):
            found = max(terrain, things, person) if self.heights == 2 else BLOCKED
        else:
            found = (max(terrain, things, person), terrain if terrain == BLOCKED else CLEAR, CLEAR)[self.heights]
        return CLEAR if self.is_near and found == IMPEDED else found

    def target(self) -> int:
        """Return the tile of the target: SOD-4.3 and 4.5."""
        is_from_above = self.world.is_elevated(self.start) and not self.world.is_elevated(self.stop)
        things = self.world.degree_of_objects(self.stop)
        if is_from_above and things == BLOCKED:
            things = CLEAR
        found = max(self.world.degree_of_tile(self.stop), things)
        return CLEAR if self.is_near and found == IMPEDED else found

    def border(self, border: Border) -> int:
        """Return a border crossed, or beside a corner: SOD-4.3 and 4.5."""
        found = self.world.degree_of_border(border)
        if self.is_near and self.world.ruling("adjacent-fence") == "ignored" and found == IMPEDED:
            return CLEAR
        if any(self.world.is_elevated(label) for label in border):
            return found
        return (found, found if found == BLOCKED else CLEAR, CLEAR)[self.heights]

    def way(self, corner: Corner, side: str) -> int:
        """Return one way round a corner: SOD-4.4."""
        people = self.world.ruling("corner-characters") == "block-in-pairs"
        borders = (border_of(corner.before, side), border_of(side, corner.after))
        return max(self.between(side, people), *map(self.border, borders))

    def corner(self, corner: Corner) -> int:
        return min(self.way(corner, side) for side in corner.sides)

    def met(self) -> Iterator[Met]:
        line = course(self.start, self.stop)
        found = [Met(self.between(label, people=True), (label,)) for label in line.between]
        found += [Met(self.border(border), ("/".join(border),)) for border in line.borders]
        found += [Met(self.corner(corner), corner.sides) for corner in line.corners]
        found += [Met(self.target(), (self.stop,))]
        return (each for each in found if each.degree)


def is_adjacent(world: World, one: str, other: str) -> bool:
    """SOD-4.6."""
    across, down = map(abs, away(one, other))
    if max(across, down) != 1:
        return False
    is_level = world.is_elevated(one) == world.is_elevated(other)
    if across and down:
        [corner] = course(one, other).corners
        return is_level and View(world, one, other, is_near=False).corner(corner) != BLOCKED
    border = border_of(one, other)
    is_open = world.degree_of_border(border) != BLOCKED
    return is_open and (is_level or "transition" in world.borders.get(border, ()) or has_ramp(world, border))


def has_ramp(world: World, border: Border) -> bool:
    """Return whether one of the two tiles is a transition tile.

    If so, the sides to the other level are transition borders.
    """
    return any(map(world.has_transition, border))


def look(world: World, start: str, stop: str) -> list[Met]:
    """Return all that counts on the line between two tiles."""
    return list(View(world, start, stop, is_adjacent(world, start, stop)).met())


def sight(world: World, start: str, stop: str) -> int:
    return max((met.degree for met in look(world, start, stop)), default=CLEAR)


def see(world: World, viewer: str) -> dict[str, str]:
    """Return what a character sees, whoever stands there: those at the ends of a line never count."""
    here = world.characters[viewer]["at"]
    seen = {label: sight(world, here, label) for label in world.tiles if label != here}
    return {label: SIGHT[degree] for label, degree in seen.items() if degree < BLOCKED}


# --- attacks -----------------------------------------------------------------------------------------------

Finding = tuple[str, str, str | None, int | None]
"""Clause, effect, on, value."""


def is_friend(one: Character, other: Character) -> bool:
    return one["side"] is not None and one["side"] == other["side"]


def is_engaged(world: World, one: Character) -> bool:
    """Return whether an enemy is adjacent: SOD-4.7."""
    others = (other for other in world.characters.values() if other is not one and not is_friend(one, other))
    return any(is_adjacent(world, one["at"], other["at"]) for other in others)


def is_from_behind(attacker: Character, target: Character) -> bool:
    """Return whether the direction to the attacker lies between the two diagonal edges of what is behind: SOD-5.6."""
    if target["facing"] is None:
        return False
    x, y = away(target["at"], attacker["at"])
    names = list(COMPASS)
    back = names.index(target["facing"]) + 4
    edges = (COMPASS[names[(back + turned) % 8]] for turned in (-1, 1))
    return all(x * edge_x + y * edge_y >= 0 for edge_x, edge_y in edges)


def is_aware(world: World, attacker: Character, target: Character) -> bool:
    """SOD-5.6."""
    one, other = attacker["at"], target["at"]
    notices = is_adjacent(world, one, other) or look_through(world, other, one, None).degree != BLOCKED
    return notices and not is_from_behind(attacker, target)


class Look(NamedTuple):
    """How well a target is seen, over how many tiles."""

    degree: int
    distance: int


def look_through(world: World, one: str, other: str, reach: int | None) -> Look:
    """Return the best sight from tile to tile, and its distance: portals count as where they lead to (SOD-8.15).

    What is within reach is better than anything beyond, and nearer than no less well seen.
    """
    starts, stops = ([at, *filter(None, [world.links.get(at)])] for at in (one, other))
    pairs = product(starts, stops)
    looks = [Look(sight(world, a, b) if a != b else CLEAR, distance(world, a, b)) for a, b in pairs]
    return min([look for look in looks if reach is None or look.distance <= reach] or looks)


def findings(world: World, attacker: Character, target: Character) -> Iterator[Finding]:
    """Yield all reasons against the attack, and all parts of its numbers, save what sight meets."""
    one, other = attacker["at"], target["at"]
    is_melee = is_adjacent(world, one, other)
    through = look_through(world, one, other, attacker["range"])
    seen, away = (sight(world, one, other), 1) if is_melee else through
    if is_friend(attacker, target):
        yield "SOD-5.11", "forbids", None, None
    is_limited = world.ruling("engaged") == "all-targets" or not is_friend(attacker, target)
    if not is_melee and is_limited and is_engaged(world, attacker):
        yield "SOD-4.7", "forbids", None, None
    if not is_melee and away > attacker["range"]:
        yield "SOD-5.1", "forbids", None, None
    if not is_melee and seen == BLOCKED and "homing-attack" not in attacker["abilities"]:
        yield "SOD-5.1", "forbids", None, None
    yield from _numbers(world, attacker, target, seen, "melee" if is_melee else "ranged")


def _numbers(world: World, attacker: Character, target: Character, seen: int, kind: str) -> Iterator[Finding]:
    own, against = attacker[kind], target[kind]  # type: ignore[literal-required]
    if own is None or against is None:
        return
    rise = world.is_elevated(attacker["at"]) - world.is_elevated(target["at"])
    reduced = min(target["reduction"].get(attacker["damage_kind"], 0), own["damage"])
    is_homing = kind == "ranged" and "homing-attack" in attacker["abilities"]
    is_piercing = "piercing-attack" in attacker["abilities"]
    parts = [
        ("SOD-5.2", "attack_value", own["accuracy"]),
        ("SOD-3.3", "attack_value", -10 * attacker["moved"]),
        ("SOD-5.5", "attack_value", 10 * rise),
        ("SOD-5.2", "defense_value", against["defense"]),
        ("SOD-5.6", "defense_value", target["evasion"] if is_aware(world, attacker, target) else 0),
        ("SOD-5.4", "defense_value", 20 * (seen == IMPEDED and not is_homing)),
        ("SOD-8.1", "defense_value", 10 * (seen == BLOCKED and is_homing)),
        ("SOD-3.3", "defense_value", 10 * target["moved"]),
        ("SOD-5.7", "damage", own["damage"]),
        ("SOD-5.7", "damage", 0 if is_piercing else -reduced),
    ]
    yield from ((clause, "modifies", on, value) for clause, on, value in parts if value)


def shot(world: World, shooter: str, at: str) -> dict[str, Any]:
    """Return what the rules say of one attack, as JSON, without rulings and words.

    `found` is sorted and without places.
    """
    attacker, target = world.characters[shooter], world.characters[at]
    one, other = attacker["at"], target["at"]
    is_melee, met = is_adjacent(world, one, other), look(world, one, other)
    found = list(findings(world, attacker, target))
    legal = not any(effect == "forbids" for _, effect, _, _ in found)
    numbers = {on: sum(each[3] or 0 for each in found if each[2] == on) for on in ("attack_value", "defense_value")}
    own, is_stated = attacker["melee" if is_melee else "ranged"], attacker["melee"] and target["melee"]
    damage = sum(each[3] or 0 for each in found if each[2] == "damage")
    difficulty = numbers["defense_value"] - numbers["attack_value"]
    is_rolled = legal and is_stated
    return {
        "distance": distance(world, one, other),
        "sight": SIGHT[max((each.degree for each in met), default=CLEAR)],
        "adjacent": is_melee,
        "kind": "melee" if is_melee else "ranged",
        "legal": legal,
        **{on: value if is_stated else None for on, value in numbers.items()},
        "damage": damage if is_stated else None,
        "ignored": own["damage"] - damage if is_stated and own else None,
        "to_hit": {"difficulty": difficulty} if is_rolled else None,
        "odds": odds(difficulty) if is_rolled else None,
        "met": sorted(met),
        "found": sorted(found, key=str),
    }


def odds(difficulty: int) -> dict[str, Any]:
    """SOD-5.2, 5.3 and 5.8, by throwing all pairs of dice."""
    counts = {"plain": 0, "doubles": 0}
    for tens, ones in product(range(10), repeat=2):
        rolled = 10 * tens + ones or 100
        if rolled == 100 or (rolled != 1 and rolled >= difficulty):
            counts["doubles" if tens == ones else "plain"] += 1
    hits = sum(counts.values())
    return {
        "hit": str(Fraction(hits, 100)),
        "percent": float(hits),
        "outcomes": {name: str(Fraction(count, 100)) for name, count in counts.items()},
    }


def rulings_that_matter(world: World, shooter: str, at: str) -> dict[str, str]:
    """Return the rulings of which another choice alone changes anything of the answer, as they stand."""
    here = shot(world, shooter, at)

    def is_changed(name: str) -> bool:
        [choice] = [choice for choice in RULINGS[name] if choice != world.ruling(name)]
        return shot(replace(world, rulings=world.rulings | {name: choice}), shooter, at) != here

    return {name: world.ruling(name) for name in RULINGS if is_changed(name)}
