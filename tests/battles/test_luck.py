"""Luck: the chances that there were, worked out once more from records alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest

import sightline
from sightline.players import play_out
from tests.battles.duel import DUEL
from tests.battles.skirmishes import ARMED
from tests.battles.test_computer_battles import scenario
from tests.cli.conftest import Run

Json = dict[str, Any]
NUMBERS = range(len(ARMED), len(ARMED) + 4)


def fought(number: int) -> sightline.Battle:
    battle = sightline.battle(sightline.parse(scenario(number)), seed=f"luck/{number}")
    play_out(battle, ("greedy", "random"))
    return battle


def tried(record: Json) -> Iterator[tuple[str, Json, Fraction]]:
    """Yield whose attack or save there was, its event, and its chance."""
    before = record["start"]
    for step in record["steps"]:
        for event in step["events"]:
            if event["event"] == "attacked" and event["dice"]:
                side = before["pieces"][step["action"]["who"]]["side"]
                least = min(event["difficulty"] - before["karma"][side], 100)
                yield side, event, Fraction(sum(roll >= least for roll in range(2, 101)), 100)
            if event["event"] == "saved":
                least = 100 + event["strength"] - event["save"]
                chance = Fraction(sum(roll >= least or roll == 100 for roll in range(2, 101)), 100)
                yield before["pieces"][event["who"]]["side"], event, chance
        before = step["state"]


def rank(chances: list[Fraction], hits: int) -> Fraction:
    """Return, of all ways in which these may come out, the part with fewer hits and half of that with as many."""
    found = Fraction(0)
    for way in product((0, 1), repeat=len(chances)):
        weight = prod(
            (chance if hit else 1 - chance for chance, hit in zip(chances, way, strict=True)), start=Fraction(1)
        )
        found += weight * (Fraction(1, 2) if sum(way) == hits else sum(way) < hits)
    return found


@pytest.mark.parametrize("number", NUMBERS)
def test_it_is_that_of_the_events(number: int) -> None:
    battle = fought(number)
    trials = [*tried(json.loads(battle.to_json()))]
    for side, luck in battle.luck().items():
        attacks = [(event, chance) for own, event, chance in trials if own == side and event["event"] == "attacked"]
        saves = [(event, chance) for own, event, chance in trials if own == side and event["event"] == "saved"]
        assert luck["attacks"] == len(attacks)
        assert luck["hits"] == sum(event["success"] for event, _chance in attacks)
        assert luck["damage"] == sum(event["damage"] for event, _chance in attacks)
        assert luck["expected_hits"] == sum(chance for _event, chance in attacks)
        assert luck["spent"] == sum(event["karma_spent"] for event, _chance in attacks)
        assert (luck["saves"], luck["resisted"]) == (len(saves), sum(event["success"] for event, _chance in saves))
        assert luck["expected_resisted"] == sum(chance for _event, chance in saves)
        if attacks:
            few = attacks[:10]
            exact = rank([chance for _event, chance in few], sum(event["success"] for event, _chance in few))
            assert len(few) < len(attacks) or luck["luckier_than"] == pytest.approx(100 * float(exact), abs=0.006)


def test_damage_is_expected_by_the_chance_of_a_success() -> None:
    battle = sightline.battle(sightline.parse(DUEL), seed="4")
    expected = dict.fromkeys(battle.run.sides, Fraction(0))
    while battle.legal():
        attacks = [
            action for action in battle.legal() if action["do"] == "attack" and action["target"] in battle.state.pieces
        ]
        action = (attacks or battle.legal())[-1]
        if attacks:
            preview = battle.preview(action)
            side = battle.state.pieces[action["who"]]["side"]
            expected[side] += preview["odds"]["with_karma"] * preview["damage"]
        battle.apply(action)
    assert {side: luck["expected_damage"] for side, luck in battle.luck().items()} == expected
    assert all(expected.values())


def test_what_is_taken_back_does_not_count() -> None:
    battle = fought(NUMBERS[0])
    while battle.run.steps:
        battle.undo()
    for luck in battle.luck().values():
        assert (luck["attacks"], luck["saves"], luck["expected_hits"], luck["luckier_than"]) == (0, 0, 0, None)


def test_the_command_tells_it(run: Run, tmp_path: Any) -> None:
    battle = fought(NUMBERS[1])
    file = tmp_path / "battle.record"
    file.write_text(battle.record(), encoding="utf-8")
    assert {side: luck["hits"] for side, luck in run("replay", str(file), "--luck", "--json").json.items()} == {
        side: luck["hits"] for side, luck in battle.luck().items()
    }
    red, blue, verdict = run("replay", str(file), "--luck").out.splitlines()
    assert red.startswith(f"red: {battle.luck()['red']['hits']} of {battle.luck()['red']['attacks']} attacks hit, ")
    assert blue.startswith("blue: ")
    assert "is verified" in verdict
