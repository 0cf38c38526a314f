"""Model: questions about whole boards, each answered by many single shots.

They ask the product itself, by what everybody can ask of it: `shot`, `reach`, and scenarios with something changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import sightline
from tests.reference import geometry
from tests.reference.penance import model as penance
from tests.reference.penance import movement_model as movement
from tests.reference.penance.boards import Piece, World, to_yaml

Json = dict[str, Any]
PLAIN = "Z"
"""The name of the plain target."""


def parse(world: World) -> sightline.Scenario:
    return sightline.parse(to_yaml(world))


def _chance(scenario: sightline.Scenario, attacker: str, target: str, weapon: str | None) -> Fraction | None:
    """Return the chance to hit, None where the shot is not legal."""
    verdict = scenario.shot(attacker, target, weapon=weapon)
    return verdict.odds.hit if verdict.odds else None


def _weapons(piece: Piece) -> list[str | None]:
    return [weapon["name"] for weapon in piece["weapons"]] or [None]


def _danger(scenario: sightline.Scenario, enemies: dict[str, Piece], target: str) -> Json:
    """Return which of these could hit, and the best chance among them."""
    able = {}
    for name, piece in enemies.items():
        hit = max(_chance(scenario, name, target, weapon) or Fraction(0) for weapon in _weapons(piece))
        if hit:
            able[name] = hit
    return {"attackers": list(able), "best": str(max(able.values(), default=Fraction(0)))}


# --- threat ------------------------------------------------------------------------------------------------


def threat(world: World, side: str) -> dict[str, Json]:
    """For every hex: which enemies of the side could hit a plain Casket of it there, and the best chance."""
    cells = {}
    for label in world.cells:
        if any(movement.COST[kind] is None for kind in world.cells[label][0]):
            continue  # nobody can enter it
        # Each enemy meets a target of its own, which faces it; so their answers are put together.
        found = [_threat_of(world, side, label, enemy) for enemy in _enemies_elsewhere(world, side, label)]
        attackers = [name for each in found for name in each["attackers"]]
        if attackers:
            cells[label] = {"attackers": attackers, "best": str(max(Fraction(each["best"]) for each in found))}
    return cells


def _enemies_elsewhere(world: World, side: str, label: str) -> list[str]:
    return [name for name, piece in world.pieces.items() if piece["side"] != side and piece["at"] != label]


def _threat_of(world: World, side: str, label: str, enemy: str) -> Json:
    others = {name: piece for name, piece in world.pieces.items() if piece["at"] != label}
    towards = geometry.edges_towards(world.layout, label, world.pieces[enemy]["at"])
    for facing in towards:
        target = Piece(
            at=label,
            side=side,
            facing=facing,
            shield="none",
            moved=0,
            moved_last_turn=0,
            defense=0,
            sp=6,
            heat=0,
            weapons=[],
        )
        scenario = parse(replace(world, pieces=others | {PLAIN: target}))
        if _is_hit_in_front(scenario, enemy):
            return _danger(scenario, {enemy: world.pieces[enemy]}, PLAIN)
    raise AssertionError(f"no facing in {label} is hit on side 1 by {enemy}")


def _is_hit_in_front(scenario: sightline.Scenario, enemy: str) -> bool:
    """Return whether a plain target is hit on side 1, whoever picks at a corner."""
    choices = [scenario.with_rulings({"corner-entry": choice}) for choice in penance.RULINGS["corner-entry"]]
    shots: list[Any] = [ruled.shot(enemy, PLAIN) for ruled in choices]
    return [shot.side_hit for shot in shots] == [1, 1]


# --- advise ------------------------------------------------------------------------------------------------


def advise(world: World, name: str) -> list[Json]:
    """Return where the piece can go to attack from: for each place and target the best facing and weapon, sorted."""
    scenario = parse(world)
    entries = [
        entry
        for label, place in scenario.reach(name).cells.items()
        if place.may_stop
        for entry in _advised(scenario, world, name, label, place)
    ]
    return sorted(
        entries,
        key=lambda each: (-Fraction(each["hit"]), Fraction(each["back"]["best"]), each["cost"], each["at"]),
    )


def _advised(scenario: sightline.Scenario, world: World, name: str, label: str, place: Any) -> Iterator[Json]:
    piece = world.pieces[name]
    others = {other: stated for other, stated in world.pieces.items() if other != name}
    best: dict[str, list[Json]] = {target: [] for target in others}
    for facing in (each for each in movement.turns(world.layout, piece["facing"]) if each in place.facings):
        there = scenario.with_piece(
            name,
            at=label,
            facing=facing,
            moved=piece["moved"] + len(place.path),
            sp=place.facings[facing],
        )
        back = _danger(there, others, name)
        for target in others:
            for weapon in _weapons(piece):
                hit = _chance(there, name, target, weapon)
                if hit is not None:
                    entry = {"at": label, "facing": facing, "cost": place.cost, "target": target, "weapon": weapon}
                    best[target].append({**entry, "hit": str(hit), "back": back})
    for entries in best.values():
        # The first of equals: facings come with the least turning first.
        if entries:
            yield min(entries, key=lambda each: (-Fraction(each["hit"]), Fraction(each["back"]["best"])))


# --- why not -----------------------------------------------------------------------------------------------

Change = tuple[str, str, str | None, str, bool]
"""What is changed and how, and the sight and whether the shot is legal then."""


def why_not(world: World, attacker: str, target: str, weapon: str | None) -> tuple[set[Change], set[Change]]:
    """Return every removal and every turn that helps; and, of the moves that help, those that may be named."""
    scenario = parse(world)
    now = scenario.shot(attacker, target, weapon=weapon)
    if now.legal:
        return set(), set()

    def outcome(changed: sightline.Scenario) -> tuple[str, bool]:
        verdict = changed.shot(attacker, target, weapon=weapon)
        return verdict.sight.value, verdict.legal

    def helps(change: Change) -> bool:
        _, _, _, sight, legal = change
        return legal or (now.sight.value != "clear" and sight == "clear")

    places: Any = scenario.reach(attacker).cells
    piece, own = world.pieces[attacker], world.pieces[attacker]["at"]
    single: list[Change] = [
        ("remove", what, None, *outcome(parse(changed))) for what, changed in _removals(world, attacker, target)
    ]
    for facing, sp in places[own].facings.items():
        if facing != piece["facing"]:
            turned = scenario.with_piece(attacker, facing=facing, sp=sp)
            single.append(("turn", attacker, facing, *outcome(turned)))
    moves: dict[Change, int] = {}
    for label, place in places.items():
        if place.may_stop and label != own:
            moved = piece["moved"] + len(place.path)
            there = scenario.with_piece(attacker, at=label, moved=moved, sp=piece["sp"] - place.cost)
            moves["move", attacker, label, *outcome(there)] = place.cost
    return {change for change in single if helps(change)}, _cheapest({m: c for m, c in moves.items() if helps(m)})


def _removals(world: World, attacker: str, target: str) -> Iterator[tuple[str, World]]:
    """Yield every world without the terrain of one hex, or without one of the others."""
    for label, (kinds, level) in world.cells.items():
        if kinds:
            yield label, replace(world, cells=world.cells | {label: (frozenset(), level)})
    for name in world.pieces:
        if name not in (attacker, target):
            yield name, replace(world, pieces={key: piece for key, piece in world.pieces.items() if key != name})


def _cheapest(moves: dict[Change, int]) -> set[Change]:
    """Return the cheapest of those that make the shot legal; if none does, of all."""
    legal = {change: cost for change, cost in moves.items() if change[4]} or moves
    return {change for change, cost in legal.items() if cost == min(legal.values())}
