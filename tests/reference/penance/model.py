"""Model: shots in Penance, written from the rulebook page alone.

The answer is worked out clause by clause from the contacts of one line. Findings are tuples
(clause, effect, on, value, at); `shot` lists them in the order of the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple, TypedDict

from tests.reference import geometry
from tests.reference.penance.boards import FACINGS, RULINGS, Piece, Shield, Weapon, World, random_world, to_yaml

__all__ = ["FACINGS", "RULINGS", "Finding", "Piece", "Shield", "Shot", "Weapon", "World"]
__all__ += ["random_world", "roll", "rulings_that_matter", "shot", "to_yaml"]

Finding = tuple[str, str, str | None, int | None, tuple[str, ...]]

# Readings of what the page leaves open; change them here to compare another reading.
LOWER_COVER_CLAUSE = "PEN-3.4"  # the clause that notes a cover which is not the one that counts
HIGH_GROUND_CLAUSE = "PEN-5.1"  # the clause that notes every cover lost to height

BLOCKING = {"wall", "building", "cliff", "dense-forest"}
LIGHT = {"forest", "rubble"}
HEAVY = {"wall", "dense-forest", "building"}
DIE = (1, 2, 3, 4, 5, 0)
QUALITY_DAMAGE = {"plain": 0, "strong": 1, "critical": 2, "execution": 0}
ARC = {6, 1, 2}
REAR = {3, 4, 5}

# Side: to-hit, damage, Defense.
LEFT_SHIELD = {1: (0, 0, 0), 2: (0, 1, -1), 3: (-1, 2, -2), 4: (-2, 3, -3), 5: (-1, 2, -2), 6: (1, 0, 1)}
MIRROR = {1: 1, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2}
# How good a side is for the defender: the lower the better, equal numbers are alike.
RANK = {
    "left": {6: 0, 1: 1, 2: 2, 3: 3, 5: 3, 4: 4},
    "right": {2: 0, 1: 1, 6: 2, 3: 3, 5: 3, 4: 4},
    "none": {1: 0, 6: 0, 2: 1, 3: 2, 5: 2, 4: 3},
}
SHIELD_WORKS = {"left": {6, 1}, "right": {1, 2}, "none": set[int]()}


class Shot(TypedDict):
    distance: int
    sight: str
    legal: bool
    target_number: int | None
    hit: Fraction | None
    outcomes: dict[str, Fraction] | None
    side_hit: int
    damage_bonus: int
    defense: int
    reactions: list[str]
    dealt: dict[str, int] | None
    expected_damage: Fraction | None
    findings: list[Finding]
    lines: list[dict[str, str]]


class Cover(NamedTuple):
    """A source of cover in one hex; sorting puts the one that counts first."""

    worse: int
    hexes_from_target: int
    cell: str
    is_casket: bool

    @property
    def value(self) -> int:
        return -self.worse

    @property
    def clause(self) -> str:
        return "PEN-3.3" if self.is_casket else "PEN-3.2"


@dataclass(frozen=True)
class Case:
    world: World
    attacker: Piece
    target: Piece
    weapon: Weapon | None
    contacts: list[geometry.Contact]

    def ruling(self, name: str) -> str:
        return self.world.rulings.get(name, RULINGS[name][0])

    def kinds(self, cell: str) -> frozenset[str]:
        return self.world.cells[cell][0]

    def hexes(self, cell: str, other: str) -> int:
        return geometry.distance(self.world.layout, cell, other)

    @property
    def distance(self) -> int:
        return self.hexes(self.attacker["at"], self.target["at"])

    @property
    def climb(self) -> int:
        """Levels of the attacker above the target."""
        return self.world.cells[self.attacker["at"]][1] - self.world.cells[self.target["at"]][1]

    @property
    def through(self) -> dict[str, str]:
        """What the line passes through or runs along a side of: cell -> kind of contact."""
        kinds = ("starts-in", "crosses", "ends-in", "along")
        return {cell: each["kind"] for each in self.contacts if each["kind"] in kinds for cell in each["cells"]}


def shot(world: World, attacker: str, target: str, weapon_index: int = 0) -> Shot:
    """Return what the rules say of one attack; without weapons the index is of no account."""
    case = _case(world, attacker, target, weapon_index)
    side = _side_hit(case)
    against = [*blocked_by(case), *_forbidden(case)]
    blocked = any(each[0] == "PEN-2.2" for each in against)
    legal = not against
    findings = against + [each for each in _effects(case, side, blocked) if legal or _stands(each)]
    number = _total(findings, "target_number") if legal else None
    outcomes = _outcomes(case, side, number)
    dealt = _dealt(case, findings) if legal else None
    return {
        "distance": case.distance,
        "sight": "blocked" if blocked else "clear",
        "legal": legal,
        "target_number": number,
        "hit": sum(outcomes.values(), Fraction(0)) if outcomes else None,
        "outcomes": outcomes,
        "side_hit": side,
        "damage_bonus": _total([each for each in findings if each[0] != "PEN-6.6"], "damage"),
        "defense": _total(findings, "defense"),
        "reactions": _reactions(case.target["shield"], side),
        "dealt": dealt,
        "expected_damage": _expected(outcomes, dealt),
        "findings": _ordered(case, findings),
        "lines": [{"from": case.attacker["at"], "to": case.target["at"]}],
    }


def rulings_that_matter(world: World, attacker: str, target: str, weapon_index: int = 0) -> dict[str, str]:
    """Return the rulings of which another choice alone would change anything of the answer, as they stand."""
    here = shot(world, attacker, target, weapon_index)

    def changes(name: str, choice: str) -> bool:
        other = replace(world, rulings=world.rulings | {name: choice})
        return shot(other, attacker, target, weapon_index) != here

    return {
        name: world.rulings.get(name, choices[0])
        for name, choices in RULINGS.items()
        if any(changes(name, choice) for choice in choices if choice != world.rulings.get(name, choices[0]))
    }


def _case(world: World, attacker: str, target: str, weapon_index: int) -> Case:
    one, other = world.pieces[attacker], world.pieces[target]
    contacts = _contacts(world.layout, world.columns, world.rows, frozenset(world.holes()), one["at"], other["at"])
    return Case(world, one, other, one["weapons"][weapon_index] if one["weapons"] else None, contacts)


# A line is the same under all rulings, and `rulings_that_matter` asks a dozen times.
_contacts = lru_cache(maxsize=64)(geometry.line)


def _total(findings: list[Finding], on: str) -> int:
    return sum(value for _, _, what, value, _ in findings if what == on and value is not None)


def _modifies(clause: str, on: str, value: int, *at: str) -> Iterator[Finding]:
    """Yield what gives nothing is no finding."""
    if value:
        yield clause, "modifies", on, value, at


def _refusal(clause: str) -> Finding:
    return clause, "forbids", None, None, ()


def _stands(finding: Finding) -> bool:
    """Return whether a finding is named even when the attack is not legal."""
    return finding[2] in ("damage", "defense")


# --- may the attack be made at all? ------------------------------------------------------------------------


def blocked_by(case: Case) -> Iterator[Finding]:
    """Sight: clauses 2.1 to 2.4."""
    blocked = False
    for contact in case.contacts:
        blockers = [cell for cell in contact["cells"] if case.kinds(cell) & BLOCKING]
        all_needed = contact["kind"] == "along" and case.ruling("hexside") == "both"
        needed = len(contact["cells"]) if all_needed else 1
        if contact["kind"] in ("crosses", "along") and len(blockers) >= needed:
            blocked = True
            yield "PEN-2.2", "blocks", None, None, tuple(blockers)
    if blocked:
        yield _refusal("PEN-2.4")


def _forbidden(case: Case) -> Iterator[Finding]:
    if case.weapon is not None:
        most = 1 if case.weapon["range"] == "melee" else case.weapon["range"]
        if case.distance > most:
            yield _refusal("PEN-1.3")
    if not _hostile(case.attacker, case.target):
        yield _refusal("PEN-2.5")
    if not _numbers(case, case.attacker, case.target) & ARC:
        yield _refusal("PEN-4.6")


def _hostile(one: Piece, other: Piece) -> bool:
    return one["side"] is None or other["side"] is None or one["side"] != other["side"]


# --- what changes the numbers ------------------------------------------------------------------------------


def _effects(case: Case, side: int, blocked: bool) -> Iterator[Finding]:
    yield "PEN-6.1", "modifies", "target_number", 5, ()
    yield from _modifies("PEN-1.2", "target_number", _band(case.distance))
    yield from _modifies("PEN-6.1", "target_number", _movement(case.attacker["moved"]))
    yield from _modifies("PEN-6.1", "target_number", _movement(case.target["moved_last_turn"]))
    yield from _side_effects(case, side)
    yield from _height_effects(case)
    if case.weapon is not None:
        yield from _modifies("PEN-6.6", "damage", case.weapon["damage"])
    if not blocked:
        yield from _cover_effects(case)
    if case.ruling("advantage") != "none" and _has_advantage(case, side):
        yield "PEN-6.8", "notes", None, None, ()


def _band(hexes: int) -> int:
    return 0 if hexes <= 3 else 1 if hexes <= 6 else 2 if hexes <= 10 else 3


def _movement(hexes: int) -> int:
    return 0 if hexes == 0 else 1 if hexes <= 3 else 2 if hexes <= 6 else 3


def _side_effects(case: Case, side: int) -> Iterator[Finding]:
    to_hit, damage, defense = _row(case, side)
    if not (side in REAR and case.ruling("advantage") == "replaces"):
        yield from _modifies("PEN-4.4", "target_number", to_hit)
    yield from _modifies("PEN-4.4", "damage", damage)
    yield from _modifies("PEN-4.4", "defense", defense)


def _row(case: Case, side: int) -> tuple[int, int, int]:
    shield = case.target["shield"]
    if shield == "none" and side == 6:
        return (1 if case.ruling("no-shield-side") == "to-hit-stays" else 0), 0, 0
    return LEFT_SHIELD[MIRROR[side] if shield == "right" else side]


def _height_effects(case: Case) -> Iterator[Finding]:
    if case.climb > 0:
        if case.ruling("advantage") != "replaces":
            yield from _modifies("PEN-5.1", "target_number", -1)
        yield from _modifies("PEN-5.1", "damage", 1)
    if case.climb < 0:
        yield from _modifies("PEN-5.2", "target_number", 1)
        yield from _modifies("PEN-5.2", "damage", -1)


def _has_advantage(case: Case, side: int) -> bool:
    return side in REAR or case.climb > 0


# --- cover -------------------------------------------------------------------------------------------------


def _cover_effects(case: Case) -> Iterator[Finding]:
    covers = sorted([*_terrain_covers(case), *_casket_covers(case)])
    if case.climb > 0:
        for cover in covers:
            yield HIGH_GROUND_CLAUSE, "notes", None, None, (cover.cell,)
        return
    for cover in covers[:1]:
        yield from _modifies(cover.clause, "target_number", cover.value, cover.cell)
        gives_defense = case.ruling("cover-effect") == "to-hit-and-defense"
        if gives_defense and not cover.is_casket and cover.value == 1:
            yield from _modifies("PEN-3.5", "defense", 1, cover.cell)
    for cover in covers[1:]:
        yield LOWER_COVER_CLAUSE, "notes", None, None, (cover.cell,)


def _terrain_covers(case: Case) -> Iterator[Cover]:
    for cell, contact in case.through.items():
        hexes = case.hexes(cell, case.target["at"])
        value = 2 if case.kinds(cell) & HEAVY else 1 if case.kinds(cell) & LIGHT else 0
        if contact == "along" and case.ruling("near") == "crosses":
            continue
        if contact == "starts-in" and case.ruling("attackers-hex") == "no-cover":
            continue
        if value and hexes <= 1:
            yield Cover(-value, hexes, cell, False)


def _casket_covers(case: Case) -> Iterator[Cover]:
    for piece in case.world.pieces.values():
        between = case.through.get(piece["at"]) in ("crosses", "along")
        if between and _gives_cover(case, piece):
            yield Cover(-1, case.hexes(piece["at"], case.target["at"]), piece["at"], True)


def _gives_cover(case: Case, piece: Piece) -> bool:
    match case.ruling("casket-cover"):
        case "hostile-to-target":
            return _hostile(piece, case.target)
        case "hostile-to-attacker":
            return _hostile(piece, case.attacker)
    return True


# --- sides -------------------------------------------------------------------------------------------------


def _numbers(case: Case, piece: Piece, other: Piece) -> set[int]:
    """Return the numbers of the sides through which the line to another piece passes out of the first one's hex."""
    names = geometry.shape_of(case.world.layout).sides
    towards = geometry.edges_towards(case.world.layout, piece["at"], other["at"])
    front = names.index(piece["facing"])
    return {(names.index(name) - front) % 6 + 1 for name in towards}


def _side_hit(case: Case) -> int:
    rank = RANK[case.target["shield"]]
    entered = _numbers(case, case.target, case.attacker)
    choose = min if case.ruling("corner-entry") == "defender" else max
    best = choose(rank[side] for side in entered)
    return min(side for side in entered if rank[side] == best)


def _reactions(shield: str, side: int) -> list[str]:
    return ["shield"] * (side in SHIELD_WORKS[shield]) + ["other"] * (side in {1, 2, 6})


# --- dice and damage ---------------------------------------------------------------------------------------


def _outcomes(case: Case, side: int, number: int | None) -> dict[str, Fraction] | None:
    if number is None:
        return None
    dice = 3 if case.ruling("advantage") != "none" and _has_advantage(case, side) else 2
    return dict(roll(dice, number, case.ruling("execution") == "always-hits"))


@cache
def roll(dice: int, number: int, execution_always_hits: bool = True) -> tuple[tuple[str, Fraction], ...]:
    """Return how likely each quality of hit is: all faces of all dice, the best two kept."""
    counts = dict.fromkeys(QUALITY_DAMAGE, 0)
    for faces in product(DIE, repeat=dice):
        kept = sorted(faces)[-2:]
        total = sum(kept)
        if kept != [0, 0] and (total >= number or (total == 10 and execution_always_hits)):
            counts[_quality(total)] += 1
    return tuple((name, Fraction(count, 6**dice)) for name, count in counts.items())


def _quality(total: int) -> str:
    return {7: "strong", 8: "strong", 9: "critical", 10: "execution"}.get(total, "plain")


def _dealt(case: Case, findings: list[Finding]) -> dict[str, int]:
    defense = case.target["defense"] + _total(findings, "defense")
    bypassed = {"plain": 0, "strong": 0, "critical": 1, "execution": defense}
    rolled = _total(findings, "damage")
    return {name: max(1, rolled + more - max(0, defense - bypassed[name])) for name, more in QUALITY_DAMAGE.items()}


def _expected(outcomes: dict[str, Fraction] | None, dealt: dict[str, int] | None) -> Fraction | None:
    if outcomes is None or dealt is None:
        return None
    return sum((chance * dealt[name] for name, chance in outcomes.items()), Fraction(0))


# --- order -------------------------------------------------------------------------------------------------


def _ordered(case: Case, findings: list[Finding]) -> list[Finding]:
    """By clause, then first place on the line, then label; each base directly before its number's first."""
    place = {
        cell: Fraction(contact["at"][0])
        for contact in case.contacts
        if contact["kind"] != "crosses-border"
        for cell in contact["cells"]
    }

    def key(finding: Finding) -> tuple[str, Fraction, tuple[str, ...]]:
        clause, _, _, _, at = finding
        return clause, min((place[cell] for cell in at), default=Fraction(-1)), at

    ordered = sorted(findings, key=key)
    for base in [each for each in findings if _is_base(each)]:
        first = next(number for number, each in enumerate(ordered) if each[2] == base[2])
        ordered.remove(base)
        ordered.insert(first, base)
    return ordered


def _is_base(finding: Finding) -> bool:
    return finding[0] == "PEN-6.6" or finding[:4] == ("PEN-6.1", "modifies", "target_number", 5)
