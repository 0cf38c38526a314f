"""Model: shots in Combat Hex, written from the rulebook page alone.

Every hex and every hexside of the map is held against both lines by exact clipping and exact turns; nothing is kept
from one line to the next. Findings are dicts as in the JSON, without words, with the numbers of the lines that met
what they are about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any, TypedDict

from tests.reference import geometry
from tests.reference.boards import labels_of

RULINGS: dict[str, tuple[str, ...]] = {"foot-soldier": ("meets", "crosses"), "own-line": ("both", "dotted")}
CLAUSES = ["5.11", "5.12", "5.141", "8.10", "5.171", "BONUS", "HIT", "FRIEND", "RANGE"]

Line = tuple[geometry.Point, geometry.Point]
Finding = dict[str, Any]


class Piece(TypedDict):
    at: list[str]
    mounted: bool
    side: str | None
    dice: int
    range: int | None


@dataclass(frozen=True)
class World:
    """A board with warriors. A hole is a label of the map that `levels` lacks; borders are pairs of labels."""

    layout: str
    columns: int
    rows: int
    levels: dict[str, int]
    borders: dict[tuple[str, str], set[str]]
    pieces: dict[str, Piece]
    rulings: dict[str, str] = field(default_factory=dict)

    def labels(self) -> list[str]:
        return labels_of(self.columns, self.rows)

    def holes(self) -> set[str]:
        return set(self.labels()) - set(self.levels)

    def ruling(self, name: str) -> str:
        return self.rulings.get(name, RULINGS[name][0])

    def level_of(self, base: list[str]) -> int:
        return max(self.levels[label] for label in base)

    def neighbours(self, label: str) -> list[str]:
        near = geometry.neighbours(self.layout, geometry.parse_cell(label))
        return [name for cell in near if (name := _name_of(self, cell)) in self.levels]


def _name_of(world: World, cell: geometry.Cell) -> str:
    column, row = cell
    return geometry.format_cell(cell) if 0 <= column < world.columns and 0 <= row < world.rows else ""


@dataclass(frozen=True)
class Case:
    """A shot of a base at another, from one hex; `names` are those of the two warriors, whom nobody else is."""

    world: World
    shooter: Piece
    target: Piece
    names: tuple[str, ...]
    hex: str

    @property
    def others(self) -> dict[str, Piece]:
        return {name: piece for name, piece in self.world.pieces.items() if name not in self.names}

    @property
    def is_shooter_high(self) -> bool:
        return self.world.level_of(self.shooter["at"]) > 0

    @property
    def is_target_high(self) -> bool:
        return self.world.level_of(self.target["at"]) > 0

    @property
    def is_with_mounted(self) -> bool:
        return self.shooter["mounted"] or self.target["mounted"]

    def lines(self) -> list[tuple[str, Line]]:
        """Return the two lines with the names of the corners that they run to, in the order of these names."""
        world, start = self.world, geometry.centre(self.world.layout, geometry.parse_cell(self.hex))
        named = [(_corner_name(world, corner), (start, corner)) for corner in outermost(world, start, self.target)]
        return sorted(named)


# --- geometry ----------------------------------------------------------------------------------------------


def corners(world: World, base: list[str]) -> set[geometry.Point]:
    return {corner for label in base for corner in geometry.polygon(world.layout, geometry.parse_cell(label))}


def outermost(world: World, start: geometry.Point, target: Piece) -> list[geometry.Point]:
    """On either side, the corner that has no other beyond it and no nearer one before it."""
    found = []
    for side in (1, -1):
        all_corners = corners(world, target["at"])
        outer = [c for c in all_corners if all(side * geometry.turn(start, c, other) <= 0 for other in all_corners)]
        found.append(min(outer, key=lambda c: (c[0] - start[0]) ** 2 + (c[1] - start[1]) ** 2))
    return found


def _corner_name(world: World, point: geometry.Point) -> str:
    names = [
        f"{label}@{corner}"
        for label in world.levels
        for corner, vertex in zip(
            geometry.shape_of(world.layout).corners,
            geometry.polygon(world.layout, geometry.parse_cell(label)),
            strict=True,
        )
        if vertex == point
    ]
    return min(names)


def hexes_met(world: World, line: Line) -> dict[str, tuple[Fraction, bool]]:
    """Return every hex that the closed segment meets: where first, and whether it passes through its inside."""
    met = {}
    for label in world.levels:
        cell = geometry.parse_cell(label)
        part = geometry.clip(world.layout, cell, *line)
        if part is not None:
            met[label] = part.enter, part.enter < part.leave and part.side is None
    return met


def borders_met(world: World, line: Line) -> dict[tuple[str, str], Fraction]:
    """Return every border with something printed on it that the closed segment has a point of, and where first."""
    met = {}
    for border in world.borders:
        one, other = (corners(world, [label]) for label in border)
        place = _first_common_point(line, tuple(sorted(one & other)))
        if place is not None:
            met[border] = place
    return met


def _first_common_point(line: Line, side: tuple[geometry.Point, ...]) -> Fraction | None:
    (start, stop), (a, b) = line, side
    turns = geometry.turn(start, stop, a), geometry.turn(start, stop, b)
    if turns == (0, 0):
        places = sorted(_place(line, end) for end in side)
        return max(places[0], Fraction(0)) if places[0] <= 1 and places[1] >= 0 else None
    if turns[0] * turns[1] > 0:
        return None
    first, last = geometry.turn(a, b, start), geometry.turn(a, b, stop)
    if first * last > 0:
        return None
    return Fraction(first, first - last)


def _place(line: Line, point: geometry.Point) -> Fraction:
    """Return where on the line a point of its straight line lies."""
    (x, y), (to_x, to_y) = line
    return Fraction(point[0] - x, to_x - x) if to_x != x else Fraction(point[1] - y, to_y - y)


# --- hills -------------------------------------------------------------------------------------------------


def hill_of(world: World, label: str) -> frozenset[str]:
    """Return the connected elevated hexes that a hex belongs to; none on the ground."""
    hill = {label} if world.levels[label] > 0 else set()
    while True:
        grown = hill | {near for each in hill for near in world.neighbours(each) if world.levels[near] > 0}
        if grown == hill:
            return frozenset(hill)
        hill = grown


# --- sight -------------------------------------------------------------------------------------------------


def sight_findings(case: Case) -> list[Finding]:
    """Return what blocks or degrades, of all lines from one hex."""
    lines = [line for _, line in case.lines()]
    hexes = [hexes_met(case.world, line) for line in lines]
    borders = [borders_met(case.world, line) for line in lines]
    return [*_warriors(case, hexes), *_hills(case, hexes), *_printed(case, borders)]


def _warriors(case: Case, hexes: list[dict[str, tuple[Fraction, bool]]]) -> Iterator[Finding]:
    highest = max(case.world.level_of(base["at"]) for base in (case.shooter, case.target))
    for other in case.others.values():
        if case.world.level_of(other["at"]) < highest:
            continue
        places = [{label: met[label] for label in other["at"] if label in met} for met in hexes]
        if not other["mounted"] and case.is_with_mounted:
            if case.world.ruling("foot-soldier") == "crosses":
                places = [{label: at for label, at in met.items() if at[1]} for met in places]
            if not case.is_shooter_high:
                yield from _found("8.10", "impedes", [{label: at[0] for label, at in met.items()} for met in places])
        else:
            yield from _found("5.11", "blocks", [{label: at[0] for label, at in met.items()} for met in places])


def _hills(case: Case, hexes: list[dict[str, tuple[Fraction, bool]]]) -> Iterator[Finding]:
    own = [hill_of(case.world, piece["at"][0]) for piece in (case.shooter, case.target)]
    met_hills = {hill_of(case.world, label) for met in hexes for label in met} - {frozenset()}
    for hill in met_hills:
        places = [{label: at[0] for label, at in met.items() if label in hill} for met in hexes]
        if not case.is_shooter_high and not case.is_target_high:
            yield from _found("5.12", "blocks", places)
        if hill not in own:
            yield from _found("5.141", "blocks", places)


def _printed(case: Case, borders: list[dict[tuple[str, str], Fraction]]) -> Iterator[Finding]:
    for border, kinds in case.world.borders.items():
        is_own = any(label in case.shooter["at"] for label in border)
        is_edge = (case.world.levels[border[0]] > 0) != (case.world.levels[border[1]] > 0)
        exempt = {"red-line", "dotted-line"} if case.world.ruling("own-line") == "both" else {"dotted-line"}
        counts = {
            "red-line": not is_edge and not case.is_shooter_high and not (is_own and "red-line" in exempt),
            "dotted-line": not (is_own and "dotted-line" in exempt),
        }
        if any(counts[kind] for kind in kinds):
            name = "/".join(sorted(border, key=geometry.parse_cell))
            yield from _found("5.171", "impedes", [{name: met[border]} if border in met else {} for met in borders])


def _found(clause: str, effect: str, places: list[dict[str, Fraction]]) -> Iterator[Finding]:
    """Yield one finding about something that the lines meet at these places, if they meet it at all."""
    first: dict[str, Fraction] = {}
    for met in places:
        for name, place in met.items():
            first[name] = min(place, first.get(name, place))
    if first:
        at = sorted(first, key=lambda name: (first[name], name))
        numbers = ", ".join(str(number) for number, met in enumerate(places, start=1) if met)
        found = {"clause": f"CH-{clause}", "effect": effect, "on": None, "value": None, "at": at, "lines": numbers}
        yield {**found, "place": first[at[0]]}


def degree(findings: list[Finding]) -> int:
    """0 clear, 1 degraded, 2 blocked."""
    return max((2 if each["effect"] == "blocks" else 1 for each in findings), default=0)


# --- the shot ----------------------------------------------------------------------------------------------


def shot(world: World, shooter: str, target: str) -> dict[str, Any]:
    """Return what the rules say of one shot, as JSON, without rulings and words."""
    one, other = world.pieces[shooter], world.pieces[target]
    found, case = _best(world, one, other, (shooter, target))
    how = degree(found)
    hexes = min(geometry.distance(world.layout, a, b) for a, b in product(one["at"], other["at"]))
    bonus = int(case.is_shooter_high and not case.is_target_high)
    against = []
    if one["side"] is not None and one["side"] == other["side"]:
        against.append(_plain("FRIEND", "forbids"))
    if one["range"] is not None and hexes > one["range"]:
        against.append(_plain("RANGE", "forbids"))
    legal = how < 2 and not against
    numbers = _numbers(one["dice"], bonus, how) if legal else []
    dice, hits_on = one["dice"] + bonus, 6 if how == 1 else 5
    return {
        "distance": hexes,
        "sight": "blocked" if how == 2 else "clear",
        "legal": legal,
        "to_hit": {"dice": dice, "hits_on": hits_on, "glances_on": 1} if legal else None,
        "odds": _odds(dice, hits_on) if legal else None,
        "bonus": bonus,
        "degraded": how == 1,
        "shooter_hex": case.hex,
        "findings": [*_ordered(found), *numbers, *against],
        "lines": [{"from": case.hex, "to": name} for name, _ in case.lines()],
    }


def _best(world: World, shooter: Piece, target: Piece, names: tuple[str, ...]) -> tuple[list[Finding], Case]:
    """Return the findings from the hex that serves the shooter best."""
    cases = [Case(world, shooter, target, names, label) for label in shooter["at"]]
    return min(((sight_findings(case), case) for case in cases), key=lambda found: degree(found[0]))


def see(world: World, viewer: str) -> dict[str, str]:
    """Return which hexes a warrior sees, as if a plain one stood there instead of whoever does."""
    seen = {}
    for label in world.levels:
        if label not in world.pieces[viewer]["at"]:
            plain = Piece(at=[label], mounted=False, side=None, dice=1, range=None)
            gone = tuple(name for name, piece in world.pieces.items() if label in piece["at"])
            if degree(_best(world, world.pieces[viewer], plain, (viewer, *gone))[0]) < 2:
                seen[label] = "clear"
    return seen


def rulings_that_matter(world: World, shooter: str, target: str) -> dict[str, str]:
    """Return the rulings of which another choice alone would change anything of the answer, as they stand."""
    here = shot(world, shooter, target)

    def is_changed(name: str) -> bool:
        [choice] = [choice for choice in RULINGS[name] if choice != world.ruling(name)]
        return shot(replace(world, rulings=world.rulings | {name: choice}), shooter, target) != here

    return {name: world.ruling(name) for name in RULINGS if is_changed(name)}


def _plain(clause: str, effect: str, on: str | None = None, value: int | None = None) -> Finding:
    return {"clause": f"CH-{clause}", "effect": effect, "on": on, "value": value, "at": [], "lines": None}


def _numbers(dice: int, bonus: int, how: int) -> list[Finding]:
    """Return the numbers of the roll; the base of the dice stands before the die that the height adds."""
    found = [_plain("HIT", "modifies", "dice", dice)]
    found += [_plain("BONUS", "modifies", "dice", 1)] * bonus
    found += [_plain("HIT", "modifies", "hits_on", 5)]
    return found + [_plain("HIT", "modifies", "hits_on", 1)] * (how == 1)


def _ordered(findings: list[Finding]) -> list[Finding]:
    """By clause, then first place on a line, then label."""

    def key(finding: Finding) -> tuple[int, Fraction, list[str]]:
        return CLAUSES.index(finding["clause"].removeprefix("CH-")), finding["place"], finding["at"]

    return [{name: value for name, value in each.items() if name != "place"} for each in sorted(findings, key=key)]


def _odds(dice: int, hits_on: int) -> dict[str, Any]:
    """By writing down every throw."""
    outcomes = {str(count): Fraction(0) for count in range(dice + 1)}
    glances = dict(outcomes)
    for faces in product(range(1, 7), repeat=dice):
        outcomes[str(sum(face >= hits_on for face in faces))] += Fraction(1, 6**dice)
        glances[str(faces.count(1))] += Fraction(1, 6**dice)
    hit = 1 - outcomes["0"]
    return {
        "hit": str(hit),
        "percent": (hit * 10_000 + Fraction(1, 2)).__floor__() / 100,
        "outcomes": {count: str(chance) for count, chance in outcomes.items()},
        "glances": {count: str(chance) for count, chance in glances.items()},
    }
