"""Terrain attacked and destroyed, and knockback, in SODWA: the product agrees with the slow references."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

import sightline
from sightline.systems.sodwa.pieces import character_of
from tests.reference.boards import many
from tests.reference.driver import Ledger
from tests.reference.sodwa import model as sodwa
from tests.reference.sodwa.destruction_model import attack_kind, can_attack, is_destroyed, is_obstructing, without_wall
from tests.reference.sodwa.movement_boards import RULINGS, Ground, Piece, random_ground, to_yaml
from tests.reference.sodwa.movement_model import knocked_back

SHARDS, BOARDS = 2, many(125)
ASKED_EVERY = 5
"""Of so many attacks on terrain one is also asked with every other choice of every ruling."""
DECIDING = tuple(name for name in RULINGS if name not in ("adjacent-fence", "pass-through"))
"""Every ruling that these can depend on."""

Counts = Counter[str]
Json = dict[str, Any]


def compare_blows(rng: Random, boards: int) -> Counts:
    """Compare what every character of random boards can do to terrain and to others.

    Return the counts of what was met.
    """
    counts: Counts = Counter()
    for _ in range(boards):
        ground = random_ground(rng)
        scenario = sightline.parse(to_yaml(ground))
        counts["boards"] += 1
        for place in filter(lambda place: is_obstructing(ground, place), (*ground.tiles, *ground.borders)):
            _compare_destroyed(rng, scenario, ground, place, counts)
            for name in ground.characters():
                _compare_strike(scenario, ground, name, place, rng.randrange(4), counts)
        for name in ground.characters():
            for target in set(ground.characters()) - {name}:
                _compare_knockback(scenario, ground, name, target, counts)
    return counts


# --- attacks on terrain ------------------------------------------------------------------------------------


def _compare_strike(
    scenario: sightline.Scenario, ground: Ground, name: str, place: str, earlier: int, counts: Counts
) -> None:
    where = f"{name} strikes {place} after {earlier} in\n{to_yaml(ground)}"
    found = json.loads(scenario.strike(name, place, earlier=earlier).to_json(indent=0))
    wanted = strike(ground, name, place, earlier)
    assert {key: found[key] for key in wanted} == wanted, where
    assert found["legal"] == (not found["findings"]), where
    assert {finding["clause"] for finding in found["findings"]} <= {"SOD-5.10"}, where
    changing = {ruling for ruling in DECIDING if strike(ground.ruled_otherwise(ruling), name, place, earlier) != wanted}
    assert changing <= found["rulings"].keys(), where
    assert found["rulings"] == {ruling: ground.ruling(ruling) for ruling in found["rulings"]}, where
    for ruling in RULINGS if counts["attacks on terrain"] % ASKED_EVERY == 0 else ():
        choice = ground.ruled_otherwise(ruling).ruling(ruling)
        again = scenario.with_rulings({ruling: choice}).strike(name, place, earlier=earlier)
        is_changed = json.loads(again.to_json(indent=0)) | {"rulings": None} != found | {"rulings": None}
        assert is_changed == (ruling in found["rulings"]), f"{ruling}: {where}"
    counts["attacks on terrain"] += 1
    what = f"{'a border' if '/' in place else 'a tile'}, {wanted['kind']}"
    counts[f"{what}, {'legal' if wanted['legal'] else 'not legal'}"] += 1
    counts["destroyed"] += wanted["destroys"]
    counts["destroyed by what was done earlier"] += wanted["destroys"] and (wanted["damage"] or 0) < 3
    counts.update(f"ruling {ruling}={ground.ruling(ruling)}" for ruling in changing)


def strike(ground: Ground, name: str, place: str, earlier: int) -> Json:
    """Return the answer of `strike` about what obstructs at a tile or border, without names, findings and rulings."""
    piece, world = ground.pieces[name], as_world(ground)
    bare = as_world(ground.without(place))

    def sees(tile: str) -> bool:
        return sodwa.sight(bare, piece.at, tile) != sodwa.BLOCKED

    is_engaged = sodwa.is_engaged(world, world.characters[name])
    kind = attack_kind(piece.at, place)
    legal = can_attack(ground, name, place, sees, is_engaged=is_engaged)
    damage = piece.damage and piece.damage[kind == "ranged"]
    falls = legal and damage is not None and is_destroyed(ground, [1] * earlier + [damage])
    return {"kind": kind, "legal": legal, "damage": damage, "destroys": falls}


def as_world(ground: Ground) -> sodwa.World:
    """Return the same board for the sight reference."""
    return sodwa.World(
        ground.columns,
        ground.rows,
        {tile: set(kinds) for tile, kinds in ground.tiles.items()},
        set(ground.elevated),
        {sodwa.border_of(*at.split("/")): set(kinds) for at, kinds in ground.borders.items()},
        {name: sodwa.Meaning(sight=kind.sight, movement=kind.movement) for name, kind in ground.kinds.items()},
        {name: _as_character(ground.pieces[name]) for name in ground.characters()},
        {name: sodwa.Object(at=piece.at, kind=piece.kind) for name, piece in ground.pieces.items() if piece.kind},
        ground.rulings,
    )


def _as_character(piece: Piece) -> sodwa.Character:
    return sodwa.Character(
        at=piece.at,
        side=piece.side,
        facing=None,
        range=piece.range,
        evasion=0,
        moved=False,
        damage_kind="physical",
        reduction={},
        melee=None,
        ranged=None,
        abilities=[],
    )


# --- what falls --------------------------------------------------------------------------------------------


def _compare_destroyed(rng: Random, scenario: sightline.Scenario, ground: Ground, place: str, counts: Counts) -> None:
    damage, earlier = rng.choice((0, 1, 2, 3, 3, 4)), rng.choice((0, 0, 1, 2, 3))
    falls = is_destroyed(ground, [1] * earlier + [damage])
    after = without_wall(ground, place) if falls else ground
    found = scenario.with_struck(place, damage, earlier=earlier)
    where = f"{damage} to {place} after {earlier} in\n{to_yaml(ground)}"
    assert found.to_yaml() == sightline.parse(to_yaml(after)).to_yaml(), where
    what = "border" if "/" in place else "tile"
    counts[f"a {what} struck that {'falls' if falls else 'stands'}"] += 1
    if falls and what == "border":
        counts["tiles beside that stay"] += any(after.tiles[tile] == ground.tiles[tile] for tile in place.split("/"))
        counts["fallen borders of several kinds"] += len(ground.borders[place]) > 1


# --- knockback ---------------------------------------------------------------------------------------------


def _compare_knockback(scenario: sightline.Scenario, ground: Ground, name: str, target: str, counts: Counts) -> None:
    """Noted with every ranged attack that has odds, since 100 always succeeds and is doubles."""
    found = json.loads(scenario.shot(name, target).to_json(indent=0))
    told = [finding for finding in found["findings"] if finding["clause"] == "SOD-5.8"]
    if found["kind"] == "melee" or found["odds"] is None:
        assert told == []
        return
    survives = found["damage"] < character_of(scenario.position.pieces[target]).health
    to = knocked_back(ground, name, target) if survives else None
    assert [
        finding["message"]["args"].get("cell") for finding in told if finding["message"]["id"] == "knocks-back"
    ] == ([to] if to else []), f"{name} at {target} in\n{to_yaml(ground)}"
    assert len(told) == 1
    counts[f"knocked back {'flying' if ground.pieces[target].flies else 'walking'}: {to is not None}"] += 1
    if to is not None and set(to) & set(ground.pieces[target].at) == set():
        counts["knocked back diagonally"] += 1


EXPECTED = (
    *(f"a {what}, {kind}, {verdict}" for what in ("tile", "border") for kind, verdict in (("melee", "legal"),)),
    *(f"a {what}, ranged, {verdict}" for what in ("tile", "border") for verdict in ("legal", "not legal")),
    *("a tile, melee, not legal", "destroyed", "destroyed by what was done earlier"),
    *(f"a {what} struck that {does}" for what in ("tile", "border") for does in ("falls", "stands")),
    *("tiles beside that stay", "fallen borders of several kinds", "knocked back diagonally"),
    *(f"knocked back {how}: {does}" for how in ("flying", "walking") for does in (True, False)),
    *(f"ruling {name}={choice}" for name in DECIDING for choice in RULINGS[name]),
)
"""What has to be met at least once on all boards."""


def test_a_few_blows_agree() -> None:
    counts = compare_blows(Random("a few blows"), 8)
    assert counts["attacks on terrain"] >= 15


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_blows_agree(shard: int, ledger: Ledger) -> None:
    counts = compare_blows(Random(f"blows {shard}"), BOARDS)
    ledger.add(counts, SHARDS, EXPECTED)
