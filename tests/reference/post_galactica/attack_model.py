"""Model: attacks in Post Galactica on hexes, what is seen, and who threatens whom.

Every throw of the dice is written down. Findings are dicts as in the JSON, without words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, TypedDict

from tests.reference import geometry
from tests.reference.penance import roll_model as rolling
from tests.reference.post_galactica.model import (
    Between,
    Cover,
    Piece,
    Place,
    View,
    Weapon,
    World,
    are_friends,
    covers,
    engaged_by,
    joined,
    piece,
    view,
)

PLAIN = "nobody else"
"""The name of the plain target of `see` and `threat`."""
CLAUSES = (
    *("PG-0.1", "PG-20.1", "PG-20.2", "PG-20.3", "PG-20.4", "PG-20.5", "PG-20.6", "PG-20.7"),
    *("PG-21.2", "PG-21.3", "PG-21.4", "PG-21.5", "PG-21.6", "PG-H1", "PG-H2"),
)
"""Those that answers cite, as in the rulebook."""
UNARMED = Weapon(name="", range=None, attacks=1, melee_reach=None, damage=0)

Finding = dict[str, Any]


def weapon_of(piece: Piece, name: str | None) -> Weapon:
    return next((weapon for weapon in piece["weapons"] if name in (None, weapon["name"])), UNARMED)


@dataclass(frozen=True)
class Attack:
    """An attack with one weapon."""

    between: Between
    weapon: Weapon

    @property
    def one(self) -> Piece:
        return self.between.one

    @property
    def other(self) -> Piece:
        return self.between.other

    @property
    def is_melee(self) -> bool:
        return self.weapon["range"] == "melee"

    @property
    def is_stealthy(self) -> bool:
        return "Stealth" in self.other["tags"]

    @property
    def skill(self) -> int:
        return self.one["melee_skill"] if self.is_melee else self.one["ranged_skill"]

    @cached_property
    def hexes(self) -> int:
        return self.between.world.distance(self.one, self.other)

    @cached_property
    def view(self) -> View:
        return view(self.between, is_shooting=not self.is_melee)

    @cached_property
    def engaged(self) -> list[str]:
        return engaged_by(self.between.world, self.between.attacker)

    @cached_property
    def covers(self) -> list[Cover]:
        """What covers the target, the one that counts first."""
        if self.is_melee and self.between.world.ruling("cover-in-melee") == "none":
            return []
        if not self.is_melee and not self.view.is_clear:
            return []
        return covers(self.between, self.view.through)

    @property
    def cover(self) -> str:
        return self.covers[0].word if self.covers else "none"

    def is_allowed(self, clause: str) -> bool:
        return clause in self.one["allows"]

    # What speaks against it.

    def against(self) -> Iterator[Finding]:
        yield from self._target()
        yield from self._sight()
        yield from self._stealth()
        yield from self._split()
        yield from self._state()

    def _target(self) -> Iterator[Finding]:
        weapon, clause = self.weapon, "PG-21.5" if self.is_melee else "PG-20.1"
        farthest = (weapon["melee_reach"] or 1) if self.is_melee else weapon["range"]
        failing = [
            are_friends(self.one, self.other),
            farthest is not None and self.hexes > farthest,  # type: ignore[operator]
            self.other["protected"] is not None,
            not self.is_melee and not self.view.is_clear,
        ]
        yield from [finding(clause, "forbids")] * sum(failing)
        if self.skill == 0:
            yield finding("PG-0.1" if self.is_melee else "PG-20.1", "forbids")

    def _sight(self) -> Iterator[Finding]:
        between, how = self.between, self.view
        if not self.is_melee and not how.is_clear:
            for place in self._cutting():
                yield finding("PG-20.2", "blocks", at=place)
        if how.through is not None:
            yield finding("PG-20.3", "permits", at=tuple(between.others[how.through]["at"]))
        built = set().union(*between.buildings.values())
        there = tuple(label for label in joined(between.cut_by(between.blockers())) if label in built)
        if how.walled:
            yield finding("PG-20.5", "forbids", at=there)
        if how.is_lifted:
            yield finding("PG-20.5", "permits", at=there)

    def _cutting(self) -> list[Place]:
        """Return where lines are cut."""
        between, lifted = self.between, self.is_allowed("PG-20.5")
        return between.cut_by(between.world.walls | between.large if lifted else between.blockers())

    def _stealth(self) -> Iterator[Finding]:
        if self.is_stealthy and not self.is_melee and self.hexes > 4:
            finds = "Stealth Detection" in self.one["tags"] or self.is_allowed("PG-20.6")
            yield finding("PG-20.6", "permits" if finds else "forbids")

    def _split(self) -> Iterator[Finding]:
        targets = self.one["targets"]
        if targets and not self.is_melee and targets.get(self.weapon["name"]) != self.between.target:
            yield finding("PG-20.7", "forbids")

    def _state(self) -> Iterator[Finding]:
        if self.engaged and not self.is_melee:
            there = [self.between.others.get(name, self.other)["at"] for name in self.engaged]
            at = tuple(label for at in there for label in at)
            yield finding("PG-21.3", "permits" if self.is_allowed("PG-21.3") else "forbids", at=at)
        if self.one["disengaged"]:
            yield finding("PG-21.4", "permits" if self.is_allowed("PG-21.4") else "forbids")

    # Its numbers.

    def numbers(self) -> Iterator[Finding]:
        yield finding("PG-H1", "modifies", "hit_check", self.skill)
        yield finding("PG-20.6", "modifies", "hit_check", int(self.is_stealthy))
        yield finding("PG-H2", "modifies", "wound_threshold", self.other["toughness"])
        yield finding("PG-H2", "modifies", "wound_threshold", self.other["armor"])
        for cover in self.covers[:1]:
            yield finding(cover.clause, "modifies", "wound_threshold", 1, cover.at)
            yield finding(cover.clause, "modifies", "hit_check", int(cover.word == "heavy"), cover.at)
        for cover in self.covers[1:]:
            yield finding("PG-20.4", "notes", at=cover.at)
        if self.is_melee:
            if not self.view.is_clear:
                yield finding("PG-21.5", "notes", at=joined(self._cutting()))
            yield from [finding("PG-21.2", "notes")] * bool(self.engaged)
            yield from [finding("PG-21.6", "notes")] * (len(self.engaged) > 1)


def finding(clause: str, effect: str, on: str | None = None, value: int | None = None, at: Place = ()) -> Finding:
    return {"clause": clause, "effect": effect, "on": on, "value": value, "at": list(at)}


def shot(world: World, attacker: str, target: str, weapon: str | None = None) -> dict[str, Any]:
    """Return what the rules say of one attack, as JSON, without rulings and words."""
    attack = Attack(Between(world, attacker, target), weapon_of(world.pieces[attacker], weapon))
    found = list(attack.against())
    legal = not any(each["effect"] in ("blocks", "forbids") for each in found)
    if legal:
        found += [each for each in attack.numbers() if each["value"] != 0]
    needs = {on: sum(each["value"] for each in found if each["on"] == on) for on in ("hit_check", "wound_threshold")}
    return {
        "distance": attack.hexes,
        "sight": "clear" if attack.view.is_clear else "blocked",
        "legal": legal,
        "to_hit": needs if legal else None,
        "odds": odds(**needs, weapon=attack.weapon, cohesion=attack.other["cohesion"]) if legal else None,
        "margin": None,
        "too_close": False,
        "cover": attack.cover,
        "engaged": attack.engaged,
        "findings": _ordered(attack, found),
        "lines": [_nearest(world, attack.one, attack.other)],
    }


def _ordered(attack: Attack, findings: list[Finding]) -> list[Finding]:
    """By clause, then first place on a line, then label; a base directly before its number's first finding.

    Of several lines the rulebook does not say which one has the first place.
    """

    def key(found: Finding) -> tuple[Any, ...]:
        place = min(map(attack.between.first_met, found["at"]), default=Fraction(0))
        return CLAUSES.index(found["clause"]), place, found["at"]

    found = sorted(findings, key=key)
    for on, clause in (("hit_check", "PG-H1"), ("wound_threshold", "PG-H2")):
        for base in [each for each in found if each["clause"] == clause][:1]:
            first = next(i for i, each in enumerate(found) if each["on"] == on)
            found.remove(base)
            found.insert(first, base)
    return found


def _nearest(world: World, one: Piece, other: Piece) -> dict[str, str]:
    pairs = product(one["at"], other["at"])
    start, stop = min(pairs, key=lambda pair: (geometry.distance(world.layout, *pair), pair))
    return {"from": start, "to": stop}


# --- dice --------------------------------------------------------------------------------------------------

THROWS = [a + b for a, b in product(range(1, 7), repeat=2)]


def odds(hit_check: int, wound_threshold: int, weapon: Weapon, cohesion: int) -> dict[str, Any]:
    """Of one Hit Check, and of what a target of this Cohesion loses by all of them."""
    hit = Fraction(sum(throw >= hit_check and throw != 2 for throw in THROWS), 36)
    wound = hit * Fraction(sum(throw >= wound_threshold for throw in THROWS), 36)
    outcomes: dict[int, Fraction] = {}
    for wounds in product((False, True), repeat=weapon["attacks"]):
        lost = min(sum(wounds) * weapon["damage"], cohesion)
        chance = Fraction(1)
        for wounded in wounds:
            chance *= wound if wounded else 1 - wound
        outcomes[lost] = outcomes.get(lost, Fraction(0)) + chance
    return {
        "hit": str(hit),
        "percent": (hit * 10_000 + Fraction(1, 2)).__floor__() / 100,
        "outcomes": {str(lost): str(chance) for lost, chance in outcomes.items() if chance},
    }


class Rolled(TypedDict):
    rolls: list[int]
    outcome: str | None
    damage: int


def resolve(world: World, attacker: str, target: str, weapon: str | None, seed: int) -> Rolled:
    """Return what comes of an attack with the dice of a seed.

    For each attack a Hit Check comes first, then the wound of what it hits.
    """
    answer = shot(world, attacker, target, weapon)
    if not answer["legal"]:
        return {"rolls": [], "outcome": None, "damage": 0}
    attack = Attack(Between(world, attacker, target), weapon_of(world.pieces[attacker], weapon))
    through = attack.view.through
    rolls: list[int] = []

    def throw() -> int:
        rolls.extend(rolling.throw(seed, die) or 6 for die in (len(rolls), len(rolls) + 1))
        return sum(rolls[-2:])

    hits, lost = 0, 0
    for _ in range(attack.weapon["attacks"]):
        check = throw()
        if check == 2 and through is not None:
            throw()
        elif check != 2 and check >= answer["to_hit"]["hit_check"]:
            hits += 1
            lost += attack.weapon["damage"] * (throw() >= answer["to_hit"]["wound_threshold"])
    return {"rolls": rolls, "outcome": "hit" if hits else "miss", "damage": min(lost, attack.other["cohesion"])}


# --- whole boards ------------------------------------------------------------------------------------------


def with_plain(world: World, label: str, side: str | None = None) -> World:
    """Return the board with a plain piece of one hex instead of whoever stands there."""
    others = {name: other for name, other in world.pieces.items() if label not in other["at"]}
    return replace(world, pieces={**others, PLAIN: piece([label], side=side)})


def see(world: World, viewer: str) -> dict[str, str]:
    elsewhere = [label for label in world.cells if label not in world.pieces[viewer]["at"]]
    return {label: "clear" for label in elsewhere if _is_seen(with_plain(world, label), viewer)}


def _is_seen(world: World, viewer: str) -> bool:
    return view(Between(world, viewer, PLAIN), is_shooting=True).is_clear


def threat(world: World, side: str) -> dict[str, dict[str, Any]]:
    """For every hex: which enemies of the side could hit a plain unit of it there, and the best chance."""
    cells = {}
    for label in world.cells:
        if any(each.impassable for each in world.ground(label)):
            continue
        there = with_plain(world, label, side)
        chances = {name: _chance(there, name) for name, p in there.pieces.items() if p["side"] != side}
        if able := {name: chance for name, chance in chances.items() if chance}:
            cells[label] = {"attackers": list(able), "best": str(max(able.values()))}
    return cells


def _chance(world: World, attacker: str) -> Fraction:
    """Return the best chance to hit the plain target with any weapon."""
    weapons: list[str | None] = [weapon["name"] for weapon in world.pieces[attacker]["weapons"]]
    answers = [shot(world, attacker, PLAIN, weapon)["odds"] for weapon in weapons or [None]]
    return max(Fraction(answer["hit"]) if answer else Fraction(0) for answer in answers)
