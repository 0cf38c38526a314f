"""Generator: records of battles of computer players, with dice that nobody chose, and changed ones."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

import sightline
from sightline.api.battles import begin
from sightline.battles import FairDice, commitment_of
from sightline.battles.canonical_json import chain_hash
from sightline.players import play_out
from sightline.rules import Dice
from tests.battles.test_computer_battles import PLAYERS, scenario
from tests.verification.conftest import Json

Path = tuple[str | int, ...]
HASHED = ("rules", "rules_revision", "rulings", "scenario", "start")


def fair_dice(number: int = 0, server: str | None = None, sides: Sequence[str] = ("red", "blue")) -> FairDice:
    """Return dice of three parts; with `server` as its part, the server has committed itself to another."""
    own, seeds = (
        commitment_of(f"server {number}"),
        {side: commitment_of(f"{side} {number}") for side in sides},
    )
    return FairDice(
        server_commitment=commitment_of(own),
        commitments={side: commitment_of(seed) for side, seed in seeds.items()},
        server_seed=server or own,
        seeds=seeds,
    )


def begun(number: int, fair: FairDice, dice: Dice | None = None) -> sightline.Battle:
    """Return one of the computers' battles that has just begun."""
    text = scenario(number)
    stated = sightline.parse(text)
    thrown = dice or Dice(str(fair.seed))
    return sightline.Battle(stated, begin(stated, lambda _sides: thrown, limit=1000, text=text, fair_dice=fair))


def fought(number: int, fair: FairDice | None = None, dice: Dice | None = None) -> sightline.Battle:
    """Return one of the computers' battles, at its end."""
    sides = sightline.battle(sightline.parse(scenario(number))).run.sides
    battle = begun(number, fair or fair_dice(number, sides=sides), dice)
    play_out(battle, PLAYERS[number % len(PLAYERS)])
    return battle


def json_of(battle: sightline.Battle) -> Json:
    record: Json = json.loads(battle.to_json(indent=0))
    return record


def rehashed(record: Json) -> Json:
    """Return a record with hashes that fit whatever it says."""
    found = chain_hash("", {key: record[key] for key in HASHED})
    for step in record["steps"]:
        step["hash"] = found = chain_hash(found, {key: step[key] for key in ("action", "events", "state")})
    return record


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of all that is neither a mapping nor a list with something in it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = False
    for key, each in inner:
        found = True
        yield from leaves(each, (*path, key))
    if not found:
        yield path


def changed(record: Json, path: Path) -> Json:
    """Return a record in which one value is another."""
    copied = deepcopy(record)
    holder: Any = copied
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = _other(holder[path[-1]])
    return copied


def _other(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value[:-1] + ("1" if value[-1:] != "1" else "2")
    return "else"
