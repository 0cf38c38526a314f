"""Hints: what the greedy player would do, with its reasons."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

import sightline
from sightline.battles import parse_action
from sightline.players import choose
from tests.battles.duel import DUEL, finished
from tests.reference.sodwa.battle_boards import random_battle
from tests.rulebook.sodwa.battles import READY, battle

_NOT_STATED: dict[str, Any] = {"value": Fraction(-1000000), "actions": []}


@pytest.mark.parametrize("battles", [1, pytest.param(10, marks=pytest.mark.long)])
def test_a_hint_is_what_greedy_does_and_changes_nothing(battles: int) -> None:
    several = 0
    for seed in range(1, 1 + battles):
        rng = Random(f"hint {seed}")
        battle = sightline.battle(sightline.parse(random_battle(rng)), seed=seed, limit=10)
        while legal := battle.legal():
            record, thrown, chosen = battle.record(), battle.run.dice.thrown, choose(battle, "greedy")
            hint = battle.hint()
            assert hint is not None
            assert (battle.record(), battle.run.dice.thrown) == (record, thrown)
            assert chosen in hint["actions"]
            others = hint["next"] or _NOT_STATED
            assert others["value"] < hint["value"]
            assert all(action in legal and action not in hint["actions"] for action in others["actions"])
            assert hint["reasons"][: len(battle.foretell(hint["actions"][0]))] == battle.foretell(hint["actions"][0])
            several += len(hint["actions"]) > 1
            battle.apply(rng.choice(legal))
    assert several


def test_there_is_no_hint_after_the_end() -> None:
    assert finished().hint() is None


def _hint(there: sightline.Battle) -> dict[str, Any]:
    hint = there.hint()
    assert hint is not None
    return hint


def test_a_hint_names_all_that_are_equally_good() -> None:
    hint = _hint(sightline.battle(sightline.parse(DUEL), seed=1))
    assert [action["who"] for action in hint["actions"]] == ["Ana", "Zoé"]
    assert (hint["next"], hint["reasons"]) == (None, ["everything possible is equally good"])


def test_a_hint_says_that_there_is_only_one_action() -> None:
    there = battle("A . . . . . . . . T", A={**READY, "range": 1})
    while others := [action for action in there.legal() if action["do"] != "end"]:
        there.apply(others[0])
    hint = _hint(there)
    assert [action["do"] for action in hint["actions"]] == ["end"]
    assert (hint["next"], hint["reasons"][-1]) == (None, "nothing else is possible")


def test_reasons_of_a_move_and_of_a_turn() -> None:
    there = battle("A . . . . . . . . T", A={**READY, "range": 1})
    hint = _hint(there)
    assert hint["actions"][0]["do"] == "move"
    assert "its way to the nearest enemy gets 6 tiles shorter" in hint["reasons"]
    assert hint["reasons"][-1].startswith("the next best, move ")
    assert _reasons(there, _turn("W")) == ["enemies behind it: 0 now, 1 afterwards"]


def test_a_move_is_worth_no_attack_after_an_ability_that_excludes_attacks() -> None:
    there = battle("A . . . T", A={**READY, "ip": 2000, "range": 2, "abilities": ["invisibility", "teleportation"]})
    step = {"do": "move", "who": "A", "path": ["B1", "C1"]}
    leap = {"do": "ability", "who": "A", "ability": "teleportation", "targets": ["C1"]}
    assert _reasons(there, step)[0].startswith("its best attack from there: worth 1.55 ")
    assert _reasons(there, leap) == ["as good as 1.57 points of damage"]
    there.apply({"do": "ability", "who": "A", "ability": "invisibility", "targets": []})
    assert there.preview(step)["targets"] == there.preview(leap)["targets"] == []
    assert _reasons(there, step) == ["its way to the nearest enemy gets 2 tiles shorter"]
    assert _reasons(there, leap) == ["as good as 0.02 points of damage"]


def test_reasons_of_attacks() -> None:
    hint = _hint(battle("A T", A=READY))
    assert hint["actions"][0] == {"do": "attack", "who": "A", "target": "T"}
    assert any(reason.startswith("worth ") and "for a defeat" in reason for reason in hint["reasons"])
    shut = _hint(battle("A # T", A={**READY, "range": 1}))
    assert shut["actions"][0] == {"do": "attack", "who": "A", "target": "B1"}
    assert "it clears the way to the nearest enemy" in shut["reasons"]


def test_a_side_has_hints_in_turns_of_the_other() -> None:
    there = battle(
        ". . T\n. A .", A=READY, T={"abilities": ["vigilance"], "facing": "NE", "evasion": 20, "initiative": 1}
    )
    hint = there.hint("blue")
    assert hint is not None
    assert {action["ability"] for action in hint["actions"]} == {"vigilance"}
    assert hint["value"] > 0
    assert choose(there, "greedy") not in hint["actions"]
    there.apply(hint["actions"][0])
    assert there.hint("blue") is None
    with pytest.raises(sightline.ArgumentError, match="the sides are red, blue"):
        there.hint("green")


def _reasons(there: sightline.Battle, action: dict[str, Any]) -> list[str]:
    return [*there.run.game.reasons(there.run.state, parse_action(there.run.game, action))]


def _turn(facing: str) -> dict[str, str]:
    return {"do": "turn", "who": "A", "facing": facing}
