"""HERO 5th and its slow reference agree on concealment and shots, on random boards of all four layouts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

import sightline
from sightline.rules import installed_systems
from tests.reference.boards import HEX_LAYOUTS, many
from tests.reference.driver import Ledger
from tests.reference.geometry import Side
from tests.reference.hero5 import model as hero5
from tests.reference.hero5 import sight_model as hero5_sight
from tests.reference.hero5.boards import to_yaml
from tests.reference.hero5.model import Meaning, World
from tests.reference.hero5.sight_boards import FAR, LONG, PLAIN, SIGHT_RULINGS, THEMES, Theme, random_board, with_plain
from tests.reference.hero5.sight_model import HALF, NONE, OWN, TOTAL, Case, Concealment, Line, Met

SHARDS, BOARDS = 4, many(14)
ATTACKS, SEE_EVERY, TOLD = 4, 5, 1

Answer = dict[str, Any]
Attack = tuple[str, str, int]
"""Who attacks whom, and with which of its weapons."""
Judge = Callable[[Case], Concealment]


# --- readings that are wrong -------------------------------------------------------------------------------
# A comparison shows something only where it can tell these from the right ones.


class ThirdCharactersDoNotConceal(Case):
    def hex_degree(self, label: str) -> int:
        return Case(self.world, self.attacker, self.target, frozenset()).hex_degree(label)


class ThirdCharactersBlock(Case):
    def hex_blocks(self, label: str) -> bool:
        return super().hex_blocks(label) or (label in self.third and not self.is_own(label))


class ThirdCharactersDoNotConcealAlongTheirSides(Case):
    @cached_property
    def side_degrees(self) -> dict[Side, int]:
        return Case(self.world, self.attacker, self.target, frozenset()).side_degrees


class CoverDoesNotConceal(Case):
    def conceals(self, terrain: Meaning, site: tuple[str, ...]) -> int:
        return super().conceals(terrain._replace(covers=None), site)


class BlockersDoNotConceal(Case):
    def conceals(self, terrain: Meaning, site: tuple[str, ...]) -> int:
        return super().conceals(terrain._replace(blocks=False), site)


class MostlyIsHalf(Case):
    def conceals(self, terrain: Meaning, site: tuple[str, ...]) -> int:
        return min(HALF, super().conceals(terrain, site))


class BordersDoNotConceal(Case):
    @cached_property
    def border_degrees(self) -> dict[Side, int]:
        return {}


class LowIsHigh(Case):
    def conceals(self, terrain: Meaning, site: tuple[str, ...]) -> int:
        return super().conceals(terrain._replace(height="full"), site)


class LowDoesNotConceal(Case):
    def conceals(self, terrain: Meaning, site: tuple[str, ...]) -> int:
        return NONE if terrain.height == "low" else super().conceals(terrain, site)


class LowConcealsFarOff(Case):
    def conceals(self, terrain: Meaning, site: tuple[str, ...]) -> int:
        is_counting = self.distance(self.attacker, site) >= self.distance(self.target, site)
        return super().conceals(terrain._replace(height="full") if is_counting else terrain, site)


class LowConcealsFromTheNearer(Case):
    def conceals(self, terrain: Meaning, site: tuple[str, ...]) -> int:
        is_counting = self.distance(self.target, site) <= hero5_sight.FAR
        return super().conceals(terrain._replace(height="full") if is_counting else terrain, site)


class LowDoesNotConcealAtEqualDistance(Case):
    def conceals(self, terrain: Meaning, site: tuple[str, ...]) -> int:
        is_equal = self.distance(self.attacker, site) == self.distance(self.target, site)
        return NONE if terrain.height == "low" and is_equal else super().conceals(terrain, site)


class LowDistanceToTheFirstHex(Case):
    """Not to the nearer one of a border."""

    def conceals(self, terrain: Meaning, site: tuple[str, ...]) -> int:
        return super().conceals(terrain, site[:1])


class LowBlocks(Case):
    def hex_blocks(self, label: str) -> bool:
        return not self.is_own(label) and any(terrain.blocks for terrain in self.world.ground(label))

    @cached_property
    def blocking_borders(self) -> set[Side]:
        pairs = hero5_sight.borders(self.world)
        return {side for side, pair in pairs if any(terrain.blocks for terrain in self.world.border(*pair))}


class WallsEndWithoutTheirEnds(Case):
    def has_sight(self, line: Line) -> bool:
        met = [
            side
            for side in self.blocking_borders
            if hero5_sight.crosses_side(side, line) or hero5_sight.runs_along(side, line)
        ]
        return not met and _without_borders(self).has_sight(line)


class WallsDoNotEndLinesWithoutLength(Case):
    def has_sight(self, line: Line) -> bool:
        return not hero5_sight.has_length(line) or super().has_sight(line)


class NoLineMeetsABorderAlongIt(Case):
    def by_borders(self, line: Line, counting: Any) -> int:
        return super().by_borders(line, [side for side in counting if not hero5_sight.runs_along(side, line)])


class NoLineMeetsHexesAlongIt(Case):
    @cached_property
    def side_degrees(self) -> dict[Side, int]:
        return {}

    @cached_property
    def blocking_sides(self) -> set[Side]:
        return set()


class SidesOfOwnHexesAreTheOthers(Case):
    """Along an own hex the other one counts alone."""

    @cached_property
    def side_degrees(self) -> dict[Side, int]:
        return super().side_degrees | _sides_by_own_hexes(self)


class SidesOfOwnHexesAreFree(Case):
    """Along an own hex nothing counts, under no ruling."""

    @cached_property
    def side_degrees(self) -> dict[Side, int]:
        own = _sides_by_own_hexes(self)
        return {side: degree for side, degree in super().side_degrees.items() if side not in own}


class SidesAtTheEdgeAreTheOthers(Case):
    """Along the edge of the map, or of a hole, the one hex counts alone."""

    @cached_property
    def side_degrees(self) -> dict[Side, int]:
        return super().side_degrees | {
            side: degree
            for label, degree in self.hex_degrees.items()
            for side in hero5_sight.sides_of(self.world, label)
            if len(hero5_sight.hexes_beside(self.world, side)) == 1
        }


class BlockingSidesAtTheEdgeBlock(Case):
    @cached_property
    def blocking_sides(self) -> set[Side]:
        edges = {
            side
            for label in self.blocking_hexes
            for side in hero5_sight.sides_of(self.world, label)
            if len(hero5_sight.hexes_beside(self.world, side)) == 1
        }
        return super().blocking_sides | edges


class OwnHexesCount(Case):
    def is_own(self, label: str) -> bool:
        return False


class BordersInsideDoNotCount(Case):
    @cached_property
    def border_degrees(self) -> dict[Side, int]:
        inside = {
            side
            for side, pair in hero5_sight.borders(self.world)
            if set(pair) <= self.attacker or set(pair) <= self.target
        }
        return {side: degree for side, degree in super().border_degrees.items() if side not in inside}


class LinesWithoutSightDoNotConceal(Case):
    def met(self, line: Line) -> Met:
        met = super().met(line)
        return met if met.has_sight else met._replace(degree=NONE, by_borders=NONE)


class EverythingConcealsByHalf(Case):
    """As if own concealment by half, where the target has it, took part in picking the corner."""

    def met(self, line: Line) -> Met:
        met = super().met(line)
        return met._replace(degree=max(HALF, met.degree))


class EverythingIsSeen(Case):
    def has_sight(self, line: Line) -> bool:
        return True


class LinesNeedSightToEveryCorner(Case):
    """Sight from a corner is taken away by a single line without it."""

    @cached_property
    def lines(self) -> dict[Line, Met]:
        lines = super().lines
        blocked = {line[0] for line, met in lines.items() if not met.has_sight}
        return {line: met._replace(has_sight=line[0] not in blocked) for line, met in lines.items()}


def _sides_by_own_hexes(case: Case) -> dict[Side, int]:
    """Return the sides between a hex that conceals and an own one, with what the former gives."""
    return {
        side: degree
        for label, degree in case.hex_degrees.items()
        for side in hero5_sight.sides_of(case.world, label)
        if any(map(case.is_own, hero5_sight.hexes_beside(case.world, side)))
    }


def _without_borders(case: Case) -> Case:
    return Case(replace(case.world, borders={}), case.attacker, case.target, case.third)


def _adjacent_as_ranged(case: Case) -> Concealment:
    if case.attacker & case.target:
        return NONE, None
    return min(hero5_sight.best_corner(case, [a], [t]) for a, t in product(case.attacker, case.target))


def _pairs_alone(case: Case) -> Concealment:
    """Return each pair as if the two characters held nothing else."""
    if case.attacker & case.target:
        return NONE, None
    alone = [
        Case(case.world, frozenset([one]), frozenset([other]), case.third - {one, other})
        for one, other in product(case.attacker, case.target)
    ]
    return min(map(hero5_sight.melee, alone), key=lambda found: (found[0], found[1] or ""))


def _corners_are_picked_without_sight(case: Case) -> Concealment:
    """Return the least degree of all corners, unless nothing is seen at all."""
    if hero5_sight.ranged(case)[0] == TOTAL:
        return TOTAL, None
    return hero5_sight.ranged(EverythingIsSeen(case.world, case.attacker, case.target, case.third))


WRONG: tuple[type[Case], ...] = (
    ThirdCharactersDoNotConceal,
    ThirdCharactersBlock,
    ThirdCharactersDoNotConcealAlongTheirSides,
    CoverDoesNotConceal,
    BlockersDoNotConceal,
    MostlyIsHalf,
    BordersDoNotConceal,
    LowIsHigh,
    LowDoesNotConceal,
    LowConcealsFarOff,
    LowConcealsFromTheNearer,
    LowDoesNotConcealAtEqualDistance,
    LowDistanceToTheFirstHex,
    LowBlocks,
    WallsEndWithoutTheirEnds,
    WallsDoNotEndLinesWithoutLength,
    NoLineMeetsABorderAlongIt,
    NoLineMeetsHexesAlongIt,
    SidesOfOwnHexesAreTheOthers,
    SidesOfOwnHexesAreFree,
    SidesAtTheEdgeAreTheOthers,
    BlockingSidesAtTheEdgeBlock,
    OwnHexesCount,
    BordersInsideDoNotCount,
    LinesWithoutSightDoNotConceal,
    EverythingConcealsByHalf,
    EverythingIsSeen,
    LinesNeedSightToEveryCorner,
)
OF_SIDES = (
    ThirdCharactersDoNotConcealAlongTheirSides,
    SidesOfOwnHexesAreTheOthers,
    SidesOfOwnHexesAreFree,
    SidesAtTheEdgeAreTheOthers,
)
"""Those that differ only in what conceals along a side."""
WHERE: dict[str, tuple[Theme, ...]] = {
    "LowConcealsFarOff": (FAR,),
    "SidesAtTheEdgeAreTheOthers": (LONG,),
    "BlockingSidesAtTheEdgeBlock": (LONG,),
}
"""On which boards those are told that few others tell."""
WRONG_JUDGES: dict[str, Judge] = {
    "melee: adjacent as ranged": _adjacent_as_ranged,
    "melee: all corners": hero5_sight.ranged,
    "melee: pairs alone": _pairs_alone,
    "ranged: corners without sight": _corners_are_picked_without_sight,
    "ranged: pairs": hero5_sight.melee,
}


EXPECTED = [
    *HEX_LAYOUTS,
    *("ranged none", "ranged half", "ranged mostly", "ranged total"),
    *("melee none", "melee half", "melee mostly", "melee total"),
    *("own concealment", "own concealment total", "own concealment less", "no corner", "corner in melee"),
    *("adjacent melee with walls", "distant melee", "large both", "large both in melee", "shared hex"),
    *("squeezed attacker", "squeezed target", "contorted attacker", "contorted target"),
    *("HERO-3.4 forbids", "HERO-4.3 forbids", "HERO-5.2 forbids", "HERO-5.3 forbids", "HERO-6.1 forbids"),
    *("HERO-6.8 blocks", "HERO-7.2 forbids", "HERO-7.3 forbids"),
    *("HERO-3.1 modifies", "HERO-3.4 modifies", "HERO-6.1 modifies", "HERO-7.1 modifies", "HERO-7.2 modifies"),
    *(f"{name}: {choice}" for name in SIGHT_RULINGS for choice in hero5.RULINGS[name]),
    *(f"see by {name}" for name in ("clear", "impeded", "blocked", "hexside: both", "hexside: either")),
]


# --- comparing ---------------------------------------------------------------------------------------------


def test_the_reference_knows_every_ruling() -> None:
    declared = {ruling.name: ruling.choices for ruling in installed_systems()["hero5"].rulings}
    assert declared == hero5.RULINGS


def test_a_few_boards_agree() -> None:
    compare(Random("a few boards"), 2)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_boards_agree(shard: int, ledger: Ledger) -> None:
    counts = compare(Random(f"boards {shard}"), BOARDS)
    total = ledger.add(counts, SHARDS, EXPECTED)
    if total is not None:
        assert total["boards"] == SHARDS * BOARDS


RARELY_TOLD = {
    "SidesAtTheEdgeAreTheOthers",
    "LowConcealsFromTheNearer",
    "LowConcealsFarOff",
    "ThirdCharactersDoNotConceal",
    "melee: pairs alone",
}
"""The wrong readings that many boards have to be made to find."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(name, marks=[pytest.mark.long] if name in RARELY_TOLD else [])
        for name in (*(wrong.__name__ for wrong in WRONG), *WRONG_JUDGES)
    ],
)
def test_a_wrong_reading_would_be_found(wrong: str) -> None:
    """An attack that a wrong reading answers with another degree or corner is found, and agrees."""
    rng, told, themes = Random(wrong), 0, WHERE.get(wrong, THEMES)
    while told < TOLD:
        world = random_board(rng, themes)
        attack = next((attack for attack in _attacks(world) if _is_told(world, attack, wrong)), None)
        if attack is not None:
            compare_shot(sightline.parse(to_yaml(world)), world, attack, Counter())
            told += 1


def _is_told(world: World, attack: Attack, wrong: str) -> bool:
    attacker, target, weapon = attack
    case = hero5_sight.case_of(world, attacker, target)
    is_melee = hero5_sight.is_melee(world, attacker, weapon)
    judge = hero5_sight.melee if is_melee else hero5_sight.ranged
    if wrong in WRONG_JUDGES:
        is_meant = wrong.startswith("melee") == is_melee
        return is_meant and WRONG_JUDGES[wrong](case) != judge(case)
    [kind] = [each for each in WRONG if each.__name__ == wrong]
    wrong_case = kind(case.world, case.attacker, case.target, case.third)
    if kind is EverythingConcealsByHalf:
        return world.pieces[target]["concealment"] == "half" and judge(wrong_case)[1] != judge(case)[1]
    if kind in OF_SIDES:
        changed = {side for side, _ in wrong_case.side_degrees.items() ^ case.side_degrees.items()}
        if not _has_line_along(case, changed):  # which is most often so, and sooner found out
            return False
    return judge(wrong_case) != judge(case)


def _has_line_along(case: Case, sides: set[Side]) -> bool:
    ends = [hero5_sight.corners_of(case.world, hexes) for hexes in (case.attacker, case.target)]
    return any(hero5_sight.runs_along(side, (start, end)) for side in sides for start, end in product(*ends))


def compare(rng: Random, boards: int) -> Counter[str]:
    """Compare a few attacks boards; return the counts of what was met."""
    counts: Counter[str] = Counter()
    while counts["boards"] < boards:
        world = random_board(rng)
        scenario = sightline.parse(to_yaml(world))
        attacks = _attacks(world)
        for attack in rng.sample(attacks, min(len(attacks), ATTACKS)):
            compare_shot(scenario, world, attack, counts)
        if counts["boards"] % SEE_EVERY == 0:
            compare_see(scenario, world, rng, counts)
        counts.update(["boards", world.layout])
    return counts


def _attacks(world: World) -> list[Attack]:
    return [
        (attacker, target, weapon)
        for attacker, target in permutations(world.pieces, 2)
        for weapon in range(max(1, len(world.pieces[attacker]["weapons"])))
    ]


def compare_shot(scenario: sightline.Scenario, world: World, attack: Attack, counts: Counter[str]) -> None:
    attacker, target, weapon = attack
    weapons = world.pieces[attacker]["weapons"]
    name = weapons[weapon]["name"] if weapons else None

    def ask(asked: sightline.Scenario) -> Answer:
        return dict(json.loads(asked.shot(attacker, target, weapon=name).to_json(indent=0)))

    found, wanted = ask(scenario), hero5_sight.shot(world, *attack)
    where = f"{attacker} at {target} with {name} in\n{to_yaml(world)}"
    assert comparable(found) == comparable(wanted), where
    rulings = hero5_sight.rulings_that_matter(world, *attack)
    assert rulings.items() <= found["rulings"].items(), where
    assert found["rulings"] == _said_to_matter(scenario, world, found, ask), where
    _count(world, attack, wanted, rulings, counts)
    counts["shots"] += 1


def comparable(answer: Answer) -> Answer:
    """Return what both say: numbers as sums, and which clauses forbid, block or change something."""
    findings = [each for each in answer["findings"] if each["effect"] in ("forbids", "blocks", "modifies")]
    said = ("distance", "sight", "legal", "to_hit", "concealment", "corner")
    odds = answer["odds"]
    return {
        **{key: answer[key] for key in said},
        "odds": odds and {key: odds[key] for key in ("hit", "percent")},
        "numbers": {on: hero5_sight.total(findings, on) for on in ("ocv", "dcv")},
        "clauses": {(each["clause"], each["effect"]) for each in findings},
    }


def _said_to_matter(
    scenario: sightline.Scenario, world: World, here: Answer, ask: Callable[[sightline.Scenario], Answer]
) -> dict[str, str]:
    """Return the rulings of which another choice changes what the product says, places and words included."""
    rest = _without_rulings(here)

    def is_changed(name: str) -> bool:
        [choice] = [choice for choice in hero5.RULINGS[name] if choice != world.ruling(name)]
        return _without_rulings(ask(scenario.with_rulings({name: choice}))) != rest

    return {name: world.ruling(name) for name in hero5.RULINGS if is_changed(name)}


def _without_rulings(answer: Answer) -> Answer:
    return {key: value for key, value in answer.items() if key != "rulings"}


def compare_see(scenario: sightline.Scenario, world: World, rng: Random, counts: Counter[str]) -> None:
    """What one sees, and shots at a plain piece put in some of the hexes."""
    viewer = rng.choice(list(world.pieces))
    found = json.loads(scenario.see(viewer).to_json())
    wanted = hero5_sight.see(world, viewer)
    where = f"{viewer} in\n{to_yaml(world)}"
    assert found["cells"] == wanted, where
    choices = [choice for choice in hero5.RULINGS["hexside"] if choice != world.ruling("hexside")]
    ruled = [replace(world, rulings=world.rulings | {"hexside": choice}) for choice in choices]
    is_decisive = any(hero5_sight.see(other, viewer) != wanted for other in ruled)
    rulings = {"hexside": world.ruling("hexside")} if is_decisive else {}
    assert found["rulings"] == rulings, where
    counts.update(f"see by {name}: {choice}" for name, choice in rulings.items())
    counts.update(f"see by {sight}" for sight in wanted.values())
    places = [label for label in world.cells if _has_room_for_plain(world, viewer, label)]
    for label in rng.sample(places, min(len(places), 5)):
        there = with_plain(world, viewer, label)
        verdict = json.loads(sightline.parse(to_yaml(there)).shot(viewer, PLAIN).to_json())
        assert verdict["sight"] == wanted.get(label, "blocked"), f"{label}, {where}"
        counts[f"see by {verdict['sight']}"] += 1


def _has_room_for_plain(world: World, viewer: str, label: str) -> bool:
    return label not in hero5.stands_on(world, viewer) and hero5.can_enter(world, hero5.piece(label), label)


# --- counting ----------------------------------------------------------------------------------------------


def _count(world: World, attack: Attack, answer: Answer, rulings: dict[str, str], counts: Counter[str]) -> None:
    attacker, target, weapon = attack
    case = hero5_sight.case_of(world, attacker, target)
    is_melee = hero5_sight.is_melee(world, attacker, weapon)
    geometric = (hero5_sight.melee if is_melee else hero5_sight.ranged)(case)[0]
    own, total = OWN[world.pieces[target]["concealment"]], answer["concealment"] == "total"
    are_large = min(len(case.attacker), len(case.target)) > 1
    cases = {
        f"{'melee' if is_melee else 'ranged'} {hero5_sight.DEGREES[geometric]}": True,
        "own concealment": geometric < own,
        "own concealment total": total and geometric < TOTAL,
        "own concealment less": NONE < own < geometric,
        "no corner": not total and answer["corner"] is None,
        "corner in melee": is_melee and answer["corner"] is not None,
        "adjacent melee with walls": is_melee and answer["distance"] == 1 and NONE < geometric < TOTAL,
        "distant melee": is_melee and answer["distance"] > 1 and answer["legal"],
        "large both": are_large,
        "large both in melee": are_large and is_melee and geometric > NONE,
        "shared hex": answer["distance"] == 0,
        f"{hero5.how_it_stands(world, attacker)} attacker": True,
        f"{hero5.how_it_stands(world, target)} target": True,
    }
    counts.update(name for name, holds in cases.items() if holds)
    counts.update({f"{each['clause']} {each['effect']}" for each in answer["findings"]})
    counts.update(f"{name}: {choice}" for name, choice in rulings.items())
