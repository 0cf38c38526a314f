"""The table of phases is what battles go by: nothing happens beside it, and everything in it happens."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import sightline
from tests.battles.duel import DUEL

_TRIED: list[dict[str, Any]] = [
    {"do": "choose", "who": "Ana"},
    {"do": "move", "who": "Ana", "path": ["B1"]},
    {"do": "pick-up", "who": "Ana", "target": "Crate"},
    {"do": "attack", "who": "Ana", "target": "Bo"},
    {"do": "turn", "who": "Ana", "facing": "N"},
    {"do": "put-down", "who": "Ana", "target": "Crate", "at": "B1"},
    {"do": "ability", "who": "Ana", "ability": "healing", "targets": ["Ana"]},
    {"do": "end", "who": "Ana"},
    {"do": "resign", "side": "red"},
]
Met = set[tuple[str, str, str]]
_ZOE = next(line for line in DUEL.splitlines(keepends=True) if "Zoé" in line)
SWAMP = (
    DUEL.replace("map: {", "map: {terrain: {corrosive: [A1:E3]}, ")
    .replace(_ZOE, _ZOE + _ZOE.replace("Zoé", "Cy").replace("A3", "B3"))
    .replace("health: 6, initiative: 60", "health: 6, initiative: 50")
)
"""The duel, with one more, on ground that defeats whose turns begin and who move."""
QUICKSAND = re.sub("health: [0-9]", "health: 3", SWAMP)
"""The same, where a turn that begins is the last one."""

_VARIANTS = (
    (DUEL, "Ana", "healing"),
    (DUEL, "Ana", "immolate"),
    (SWAMP, "Zoé", "teleportation"),
    (QUICKSAND, "Zoé", "teleportation"),
)
"""Battles, and what somebody can do in them."""


def by_name(battle: sightline.Battle) -> dict[str, Any]:
    return {phase["phase"]: phase for phase in battle.phases}


def paid(battle: sightline.Battle, before: Any) -> int:
    return int(before.pieces[before.active]["ip"] - battle.state.pieces[before.active]["ip"])


def play(battle: sightline.Battle, choices: Random, met: Met) -> None:
    """Play to the end, and note what phases follow which by what; each action costs what the table says."""
    while legal := battle.legal():
        if choices.random() < 0.02:
            legal = [{"do": "resign", "side": "red"}]
        before, phase = battle.state, str(battle.phase)
        kinds = sorted({action["do"] for action in legal})
        kind = choices.choice(kinds)
        action = choices.choice([action for action in legal if action["do"] == kind])
        battle.apply(action)
        met.add((phase, kind, str(battle.phase)))
        [possible] = [each for each in by_name(battle)[phase]["actions"] if each["do"] == kind]
        if before.active and battle.state.active == before.active and kind not in ("choose", "end", "ability"):
            assert paid(battle, before) == possible["cost"]


@pytest.mark.slow
def test_what_happens_is_what_the_table_says() -> None:
    met: Met = set()
    for seed in range(100):
        text, who, *abilities = _VARIANTS[seed % len(_VARIANTS)]
        scenario = sightline.parse(text).with_piece(who, abilities=abilities)
        battle = sightline.battle(scenario, seed=seed, limit=150)
        play(battle, Random(seed), met)
    table = {
        (phase["phase"], action["do"], then)
        for phase in battle.phases
        for action in phase["actions"]
        for then in action["then"]
    }
    assert met == table


@pytest.mark.parametrize("moves", [[], [{"do": "choose", "who": "Ana"}], [{"do": "resign", "side": "red"}]])
def test_what_a_phase_does_not_know_is_refused_by_it(moves: list[dict[str, Any]]) -> None:
    battle = sightline.battle(sightline.parse(DUEL).with_rulings({"opening-tie": "first-seat"}))
    for action in moves:
        battle.apply(action)
    phase = by_name(battle)[str(battle.phase)]
    known = [action["do"] for action in phase["actions"]]
    for action in _TRIED:
        check = battle.check(action)
        if action["do"] not in known:
            assert not check.legal
            assert [finding.clause.id for finding in check.findings] == phase["clauses"][:1]
    assert {action["do"] for action in battle.legal()} <= set(known)
