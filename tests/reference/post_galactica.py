"""A slow reference for Post Galactica on hexes, written from the rulebook page alone.

Every hex with something in it is held against every line between the two; dice are thrown one by one. Findings are
plain tuples (clause, effect, on, value, places), places as sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from . import geometry
from .geometry import Point

RULINGS: dict[str, tuple[str, ...]] = {
    "hex-sight": ("centre", "any-corner"),
    "hexside": ("both", "either"),
    "units-block": ("large", "none"),
    "inside": ("sees-out", "blocks"),
    "cover-in-melee": ("none", "counts"),
    "buildings-engage": ("no", "yes"),
}
KINDS: dict[str, tuple[str, str]] = {
    "difficult": ("d", "none"),
    "impassable": ("x", "none"),
    "blocking": ("#", "none"),
    "light-cover": ("l", "light"),
    "heavy-cover": ("h", "heavy"),
    "obscuring": ("s", "obscuring"),
    "ruin": ("r", "heavy"),
}
"""Letter and cover of each kind; a ruin blocks too."""
CUTTING = {"blocking", "obscuring", "ruin"}
WORTH = {"none": 0, "light": 1, "heavy": 2, "obscuring": 0}
PORTS = ("firing ports", "elevated platform", "transparent shield", "shoot-through")

Piece = dict[str, Any]
Line = tuple[Point, Point]
Finding = tuple[str, str, str | None, int | None, frozenset[str]]
Counts = Callable[[str], bool]
"""Whether a hex cuts."""


@dataclass
class World:
    """A board of hexes: kinds by label of each hex that there is, and pieces in the order of the file."""

    layout: str
    columns: int
    rows: int
    ground: dict[str, set[str]]
    pieces: dict[str, Piece]
    rulings: dict[str, str]

    def ruling(self, name: str) -> str:
        return self.rulings.get(name, RULINGS[name][0])


def are_friends(one: Piece, other: Piece) -> bool:
    return one["side"] is not None and one["side"] == other["side"]


def apart(world: World, one: Piece, other: Piece) -> int:
    return min(geometry.distance(world.layout, a, b) for a, b in product(one["at"], other["at"]))


def engaging(world: World, name: str) -> list[str]:
    piece = world.pieces[name]
    return [
        other_name
        for other_name, other in world.pieces.items()
        if other_name != name
        and not are_friends(piece, other)
        and apart(world, piece, other) <= 1
        and (world.ruling("buildings-engage") == "yes" or not (piece["building"] or other["building"]))
    ]


@lru_cache(maxsize=200_000)
def meets(layout: str, label: str, line: Line) -> str | frozenset[Point] | None:
    """Whether a line goes through the inside of a hex ("crosses"), or along which side of it."""
    if line[0] == line[1]:
        return None
    part = geometry.clip(layout, geometry.parse_cell(label), *line)
    if part is None or part.enter >= part.leave:
        return None
    return part.side if part.side is not None else "crosses"


@dataclass(frozen=True)
class Case:
    """One attack."""

    world: World
    attacker: str
    target: str
    weapon: Piece | None

    @cached_property
    def ends(self) -> tuple[Piece, Piece]:
        return self.world.pieces[self.attacker], self.world.pieces[self.target]

    @cached_property
    def is_melee(self) -> bool:
        return self.weapon is not None and self.weapon["range"] == "melee"

    @cached_property
    def own(self) -> set[str]:
        return {*self.ends[0]["at"], *self.ends[1]["at"]}

    @cached_property
    def lines(self) -> list[Line]:
        of_both = []
        for piece in self.ends:
            cells = [geometry.parse_cell(label) for label in piece["at"]]
            if self.world.ruling("hex-sight") == "centre":
                of_both.append({geometry.centre(self.world.layout, cell) for cell in cells})
            else:
                of_both.append({corner for cell in cells for corner in geometry.polygon(self.world.layout, cell)})
        return list(product(*of_both))

    def terrain(self, label: str) -> bool:
        return bool(self.world.ground[label] & CUTTING)

    def large(self, label: str) -> bool:
        return self.world.ruling("units-block") == "large" and any(
            label in piece["at"] and not piece["building"] and "large" in piece["tags"]
            for piece in self.world.pieces.values()
        )

    def building(self, label: str, without: tuple[str, ...] = ()) -> bool:
        return any(
            label in piece["at"] and piece["building"]
            for name, piece in self.world.pieces.items()
            if name not in without
        )

    def anything(self, without: tuple[str, ...] = ()) -> Counts:
        return lambda label: self.terrain(label) or self.large(label) or self.building(label, without)

    def cuts(self, line: Line, counts: Counts) -> set[frozenset[str]]:
        """The hexes that cut a line, those together that do it together."""
        found: set[frozenset[str]] = set()
        beside: dict[frozenset[Point], set[str]] = {}
        for label in self.world.ground:
            if label not in self.own and counts(label):
                met = meets(self.world.layout, label, line)
                if met == "crosses":
                    found.add(frozenset({label}))
                elif isinstance(met, frozenset):
                    beside.setdefault(met, set()).add(label)
        needed = 2 if self.world.ruling("hexside") == "both" else 1
        return found | {frozenset(labels) for labels in beside.values() if len(labels) >= needed}

    def is_open(self, counts: Counts) -> bool:
        return any(not self.cuts(line, counts) for line in self.lines)

    def cutting(self, counts: Counts) -> set[frozenset[str]]:
        return {labels for line in self.lines for labels in self.cuts(line, counts)}

    @cached_property
    def between(self) -> dict[str, frozenset[str]]:
        """The buildings that cut any line, with the hexes where they do."""
        cutting = {label for labels in self.cutting(self.anything()) for label in labels}
        pieces = self.world.pieces.items()
        found = {name: frozenset(cutting & set(piece["at"])) for name, piece in pieces if piece["building"]}
        return {name: labels for name, labels in found.items() if labels}

    @cached_property
    def seen(self) -> tuple[bool, str | None, tuple[str, ...]]:
        """Whether there is sight, how ("past", "through"), and the buildings that do not count for it."""
        if self.is_open(self.anything()):
            return True, None, ()
        if "PG-20.5" in self.ends[0]["allows"]:
            every = tuple(self.between)
            return self.is_open(self.anything(every)), "past" if every else None, every
        opening = (name for name in self.to_shoot_through() if self.is_open(self.anything((name,))))
        name = next(opening, None)
        return (False, None, ()) if name is None else (True, "through", (name,))

    def to_shoot_through(self) -> list[str]:
        return [
            name
            for name, piece in self.world.pieces.items()
            if not self.is_melee and name != self.attacker
            if piece["building"] and are_friends(piece, self.ends[0]) and set(piece["tags"]) & set(PORTS)
            if apart(self.world, piece, self.ends[0]) <= 1
        ]

    def covers(self) -> list[tuple[str, str, int, frozenset[str]]]:
        """Clause, degree, distance and hexes of all that covers the target."""
        is_seen, how, without = self.seen
        if not is_seen and not self.is_melee:
            return []
        if self.is_melee and self.world.ruling("cover-in-melee") == "none":
            return []
        attacker, target = self.ends
        found = []
        for label, kinds in self.world.ground.items():
            degree = max((KINDS[kind][1] for kind in kinds), key=WORTH.__getitem__, default="none")
            away = min(geometry.distance(self.world.layout, label, own) for own in target["at"])
            is_crossed = label not in attacker["at"] and any(
                meets(self.world.layout, label, line) == "crosses" for line in self.lines
            )
            if WORTH[degree] and (away == 0 or (away == 1 and is_crossed)):
                found.append(("PG-20.4", degree, away, frozenset({label})))
        for name, labels in self.between.items():
            piece = self.world.pieces[name]
            if WORTH[piece["cover"]] and not (how == "through" and name in without):
                found.append(("PG-20.5", piece["cover"], apart(self.world, piece, target), labels))
        return sorted(found, key=lambda cover: (-WORTH[cover[1]], cover[2], min(cover[3])))


def findings(case: Case) -> Iterator[Finding]:
    yield from _against_target(case)
    yield from _about_sight(case)
    yield from _about_engagement(case)
    yield from _about_numbers(case)


def _against(case: Case, clause: str, at: frozenset[str] = frozenset()) -> Finding:
    is_lifted = clause in case.ends[0]["allows"]
    return clause, "permits" if is_lifted else "forbids", None, None, at


def _against_target(case: Case) -> Iterator[Finding]:
    (attacker, target), weapon, distance = case.ends, case.weapon, apart(case.world, *case.ends)
    general = "PG-21.5" if case.is_melee else "PG-20.1"
    yield from [_against(case, general)] * (are_friends(attacker, target) + bool(target["protected"]))
    if weapon and distance > (weapon["melee_reach"] if case.is_melee else weapon["range"]):
        yield _against(case, general)
    if not attacker["melee_skill" if case.is_melee else "ranged_skill"]:
        yield _against(case, "PG-0.1" if case.is_melee else "PG-20.1")
    if "stealth" in target["tags"] and not case.is_melee and distance > 4:
        is_found = "stealth detection" in attacker["tags"]
        yield ("PG-20.6", "permits", None, None, frozenset()) if is_found else _against(case, "PG-20.6")
    targets = attacker["targets"]
    if targets and not case.is_melee and weapon and targets.get(weapon["name"]) != case.target:
        yield _against(case, "PG-20.7")


def _about_sight(case: Case) -> Iterator[Finding]:
    is_seen, how, without = case.seen
    cutting = case.cutting(case.anything(without)) if not is_seen else set()
    if not is_seen and not case.is_melee:
        yield _against(case, "PG-20.1")
        yield from (("PG-20.2", "blocks", None, None, labels) for labels in cutting)
    if not is_seen and case.is_melee:
        yield "PG-21.5", "notes", None, None, frozenset(label for labels in cutting for label in labels)
    if how == "through":
        yield "PG-20.3", "permits", None, None, frozenset(case.world.pieces[without[0]]["at"])
    at = frozenset(label for labels in case.between.values() for label in labels)
    if how == "past" and is_seen:
        yield "PG-20.5", "permits", None, None, at
    if how is None and "PG-20.5" not in case.ends[0]["allows"] and not case.is_open(case.building):
        yield _against(case, "PG-20.5", at)


def _about_engagement(case: Case) -> Iterator[Finding]:
    engaged = engaging(case.world, case.attacker)
    if engaged and not case.is_melee:
        yield _against(case, "PG-21.3", frozenset(label for name in engaged for label in case.world.pieces[name]["at"]))
    if case.ends[0]["disengaged"]:
        yield _against(case, "PG-21.4")
    if case.is_melee and engaged:
        yield "PG-21.2", "notes", None, None, frozenset()
    if case.is_melee and len(engaged) > 1:
        yield "PG-21.6", "notes", None, None, frozenset()


def _about_numbers(case: Case) -> Iterator[Finding]:
    attacker, target = case.ends
    if "stealth" in target["tags"]:
        yield "PG-20.6", "modifies", "hit_check", 1, frozenset()
    for number, (clause, degree, _, labels) in enumerate(case.covers()):
        if number:
            yield "PG-20.4", "notes", None, None, labels
        else:
            yield clause, "modifies", "wound_threshold", 1, labels
            if degree == "heavy":
                yield clause, "modifies", "hit_check", 1, labels
    yield "PG-H1", "modifies", "hit_check", attacker["melee_skill" if case.is_melee else "ranged_skill"], frozenset()
    for value in (target["toughness"], target["armor"]):
        if value:
            yield "PG-H2", "modifies", "wound_threshold", value, frozenset()


def shot(world: World, attacker: str, target: str, weapon: Piece | None) -> dict[str, Any]:
    """What `shot` answers, findings in any order and without what words say."""
    case = Case(world, attacker, target, weapon)
    found = list(findings(case))
    legal = not any(effect in ("forbids", "blocks") for _, effect, *_ in found)
    if not legal:
        found = [finding for finding in found if finding[1] not in ("modifies", "notes")]
    covers = case.covers()
    answer: dict[str, Any] = {
        "distance": apart(world, *case.ends),
        "sight": "clear" if case.seen[0] else "blocked",
        "legal": legal,
        "margin": None,
        "too_close": False,
        "cover": covers[0][1] if covers else "none",
        "engaged": engaging(world, attacker),
        "findings": sorted(found, key=repr),
        "to_hit": None,
        "hit": None,
        "outcomes": None,
        "wound": None,
        "expected_models_lost": None,
    }
    if legal:
        numbers = {
            on: sum(value or 0 for _, _, of, value, _ in found if of == on) for on in ("hit_check", "wound_threshold")
        }
        answer |= {"to_hit": numbers, **_rolled(case, numbers["hit_check"], numbers["wound_threshold"])}
    return answer


def _rolled(case: Case, hit_check: int, threshold: int) -> dict[str, Any]:
    throws = [one + other for one, other in product(range(1, 7), repeat=2)]
    hit = Fraction(sum(total >= hit_check and total > 2 for total in throws), 36)
    wound = Fraction(sum(total >= threshold for total in throws), 36)
    target, weapon = case.ends[1], case.weapon or {"attacks": 1, "damage": 0}
    lost = {0: Fraction(1)}
    for _ in range(weapon["attacks"]):
        after: dict[int, Fraction] = {}
        for loss, chance in lost.items():
            for more, part in ((weapon["damage"], hit * wound), (0, 1 - hit * wound)):
                total = min(loss + more, target["cohesion"])
                after[total] = after.get(total, Fraction(0)) + chance * part
        lost = after

    def models(cohesion: int) -> int:
        return len(range(0, cohesion, target["body_value"]))

    gone = {loss: models(target["cohesion"]) - models(target["cohesion"] - loss) for loss in lost}
    return {
        "hit": str(hit),
        "outcomes": {str(loss): str(chance) for loss, chance in lost.items() if chance},
        "wound": str(wound),
        "expected_models_lost": str(sum((chance * gone[loss] for loss, chance in lost.items()), Fraction(0))),
    }


# --- movement ----------------------------------------------------------------------------------------------


def reach(world: World, name: str) -> dict[str, tuple[int, bool, bool, tuple[str, ...]]]:
    """For each place the cost, whether the move may stop there, whether it has to, and the clauses why."""
    piece = world.pieces[name]
    [start, *_] = piece["at"]
    if piece["building"]:
        return {start: (0, True, bool(_engaged_at(world, name, start)) and not engaging(world, name), ())}
    is_leaving = bool(engaging(world, name))
    budget = -(-piece["movement"] // 2) if is_leaving else piece["movement"]
    costs, edge = {start: 0}, [start]
    while edge:
        here = edge.pop()
        if here != start and not is_leaving and _engaged_at(world, name, here):
            continue
        for there in geometry.neighbours(world.layout, geometry.parse_cell(here)):
            label = geometry.format_cell(there)
            cost = _cost(world, name, label, is_leaving)
            if cost is not None and costs[here] + cost <= min(budget, costs.get(label, budget + 1) - 1):
                costs[label] = costs[here] + cost
                edge.append(label)
    return {label: _place(world, name, label, cost, is_leaving) for label, cost in costs.items()}


def _cost(world: World, name: str, label: str, is_leaving: bool) -> int | None:
    if label not in world.ground or "impassable" in world.ground[label]:
        return None
    there = [piece for other, piece in world.pieces.items() if other != name and label in piece["at"]]
    if any(piece["building"] or not are_friends(piece, world.pieces[name]) for piece in there):
        return None
    if there and not is_leaving and _engaged_at(world, name, label):
        return None
    return 2 if "difficult" in world.ground[label] else 1


def _place(world: World, name: str, label: str, cost: int, is_leaving: bool) -> tuple[int, bool, bool, tuple[str, ...]]:
    if label == world.pieces[name]["at"][0]:
        return cost, True, False, ()
    is_engaged = _engaged_at(world, name, label)
    if is_engaged and not is_leaving:
        return cost, True, True, ("PG-14.1",)
    is_taken = any(label in piece["at"] for other, piece in world.pieces.items() if other != name)
    stops = ("PG-4.3",) * is_taken + ("PG-21.4",) * is_engaged
    return cost, not stops, False, stops


def _engaged_at(world: World, name: str, label: str) -> bool:
    moved = {**world.pieces, name: {**world.pieces[name], "at": [label]}}
    return bool(engaging(World(world.layout, world.columns, world.rows, world.ground, moved, world.rulings), name))
