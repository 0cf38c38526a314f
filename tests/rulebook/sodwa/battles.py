"""Driver: battles of SODWA on drawn boards, with actions in a few words and dice that show what a test wants."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import sightline
from sightline.api import Battle
from sightline.rules import Dice
from sightline.systems.sodwa.ability import ability_keys
from tests.rulebook.sodwa.boards import FIGHTER, OBJECTS, board

Stated = dict[str, Any]
Events = list[Stated]

READY: Stated = {"ip": 1000}
"""What a character states that has a turn at tick 0."""
SLOW: Stated = {"initiative": 1}
"""What a character states that has its first turn after 1,000 ticks."""
WEAK: Stated = {"health": 5}
"""What a character states whom one hit of a fighter defeats."""


def battle(drawing: str, *, seed: int = 1, limit: int = 1000, **more: Any) -> Battle:
    """Begin a battle on a drawn board, all of whose characters are fighters."""
    characters = {name for name in {*drawing, *more} if len(name) == 1 and name.isupper()} - {*OBJECTS, "X"}
    stated = {name: {**FIGHTER, **more.get(name, {})} for name in sorted(characters)}
    return sightline.battle(board(drawing, **{**more, **stated}), seed=seed, limit=limit)


def action(words: str) -> dict[str, Any]:
    """Return an action that is written as who does what: `A move B1 B2`, `A attack T`, `A healing F`, `red resign`."""
    who, do, *rest = words.split()
    if do == "resign":
        return {"do": do, "side": who}
    if do == "move":
        return {"do": do, "who": who, "path": rest}
    if do in ability_keys():
        return {"do": "ability", "who": who, "ability": do, "targets": rest}
    keys = {"attack": ["target"], "turn": ["facing"], "pick-up": ["target"], "put-down": ["target", "at"]}
    return {"do": do, "who": who, **dict(zip(keys.get(do, []), rest, strict=True))}


def play(there: Battle, *actions: str) -> Events:
    """Take actions and give all that happens."""
    return [event for words in actions for event in there.apply(action(words))]


def refused(there: Battle, words: str) -> list[tuple[str, str]]:
    """Return why an action may not be taken: clauses and what they say; nothing where it may."""
    check = there.check(action(words))
    against = [(each.clause.id, each.why) for each in check.findings if each.effect in ("forbids", "blocks")]
    assert check.legal == (not against)
    return against


def can(*abilities: str, **more: Any) -> Stated:
    """Return what a character states that has abilities."""
    return {"abilities": list(abilities), **more}


def effects(there: Battle) -> list[tuple[str, Any, int | None]]:
    """Return the effects that there are: which, on what, and the turns that are left."""
    return [(effect["is"], effect["on"], effect["turns"]) for effect in there.state.effects]


def told(events: Events, name: str) -> Events:
    """Return the events of one kind, without their names."""
    return [
        {key: value for key, value in event.items() if key != "event"} for event in events if event["event"] == name
    ]


def names(events: Events) -> list[str]:
    """Return what happens, in order."""
    return [event["event"] for event in events]


def turns(events: Events) -> list[str]:
    """Return whose turns have begun, in order."""
    return [event["who"] for event in told(events, "turn-began")]


def opening(there: Battle) -> Events:
    """Return what happened before the first state."""
    events: Events = json.loads(there.to_json())["opening"]
    return events


def ip(there: Battle) -> dict[str, int]:
    """Return the IP of every character."""
    return {name: piece["ip"] for name, piece in there.state.pieces.items() if "ip" in piece}


def attack_of(events: Events) -> Mapping[str, Any]:
    """Return the attack among events."""
    [attacked] = told(events, "attacked")
    return attacked


@cache
def rolling(*rolls: int, start: int = 0) -> int:
    """Return the first seed from `start` on with which attacks roll these numbers, one after the other.

    Three of them are met once in a million seeds: who names a seed that does has no need to search.
    """
    wanted = [digit for roll in rolls for digit in divmod(roll % 100, 10)]
    return next(seed for seed in range(start, 1_000_000) if _shows(seed, wanted))


def _shows(seed: int, wanted: list[int]) -> bool:
    dice = Dice(seed)
    return all(dice.throw(range(10)) == digit for digit in wanted)
