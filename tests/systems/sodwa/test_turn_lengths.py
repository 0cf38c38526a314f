"""How much of a turn may be used, and when the next one comes after that."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from sightline.systems.sodwa.ability import ability_keys
from tests.battles.duel import DUEL
from tests.rulebook.sodwa.battles import READY, SLOW, battle, can, play, rolling


def lengths(battle: sightline.Battle) -> list[tuple[str, int]]:
    return [(each.name, each.ticks) for each in battle.run.game.turn_lengths(battle.run.state)]


def next_turn(battle: sightline.Battle, after: list[dict[str, Any]]) -> int:
    name = battle.state.active
    return next(int(turn["ticks"]) for turn in battle.forecast(50, after=after) if turn["who"] == name)


def test_each_action_leads_from_a_length_to_the_next() -> None:
    battle = sightline.battle(sightline.parse(DUEL), seed=7)
    while not {"move", "attack"} <= {action["do"] for action in battle.legal()}:
        battle.apply(battle.legal()[-1])
    first: dict[str, Any] = {action["do"]: action for action in reversed(battle.legal())}
    before = lengths(battle)
    assert [name for name, _ticks in before] == ["pass", "half turn", "full turn"]
    assert [ticks for _name, ticks in before] == [
        next_turn(battle, after) for after in ([], [first["move"]], [first["move"], first["attack"]])
    ]
    who = battle.state.active
    battle.apply(first["move"])
    if battle.state.active == who:
        assert lengths(battle) == before[1:]


@pytest.mark.parametrize(
    ("use", "names"),
    [("stasis T", ["full turn"]), ("immobilize T", ["half turn", "full turn"]), ("turn N", ["pass", "half turn"])],
    ids=["stasis", "immobilize", "turn"],
)
def test_an_ability_makes_a_turn_as_long_as_its_ip(use: str, names: list[str]) -> None:
    there = battle("A . T", seed=rolling(1), A=can("stasis", "immobilize", **{**READY, "ip": 1400}))
    play(there, f"A {use}")
    assert [name for name, _ticks in lengths(there)][:2] == names


def test_nobody_has_a_length_of_turn_once_it_is_over() -> None:
    battle = sightline.battle(sightline.parse(DUEL), seed=7)
    battle.apply({"do": "resign", "side": "red"})
    assert lengths(battle) == []


@pytest.mark.parametrize(
    ("ability", "names"), [("immobilize", ["pass", "half turn"]), ("stasis", ["pass"])], ids=["immobilize", "stasis"]
)
def test_what_an_effect_forbids_makes_no_turn_longer(ability: str, names: list[str]) -> None:
    there = battle("A T", seed=rolling(1), A=can(ability, initiative=1, **READY), T={"initiative": 200})
    play(there, f"A {ability} T", "A end")
    assert there.state.active == "T"
    assert [name for name, _ticks in lengths(there)] == names
    assert len({action["do"] for action in there.legal()} & {"move", "attack"}) == len(names) - 1


def test_three_actions_are_a_turn_and_a_half() -> None:
    there = battle("F A . T", A=can("bestow-regeneration", ip=1300), F={"ip": 0})
    assert [name for name, _ticks in lengths(there)] == ["pass", "half turn", "full turn", "turn and a half"]
    expected = [(name, ticks) for name, ticks in lengths(there) if name != "pass"]
    play(there, "A bestow-regeneration F")
    assert lengths(there) == expected
    play(there, "A attack T", "A turn N")
    assert lengths(there) == expected[1:]


def test_no_turn_is_longer_than_its_ip_and_what_can_be_combined() -> None:
    there = battle("A F . T", A=can("bestow-regeneration", ip=1249), F={"ip": 0})
    assert [name for name, _ticks in lengths(there)] == ["pass", "half turn", "full turn"]
    there = battle("A F . T", A=can("immobilize", ip=1300), F={"ip": 0})
    assert [name for name, _ticks in lengths(there)] == ["pass", "half turn", "full turn"]


def test_no_turn_of_any_character_is_longer_than_one_and_a_half() -> None:
    there = battle("A F . T", A=can(*ability_keys(), ip=9000), F={"ip": 0})
    assert [name for name, _ticks in lengths(there)] == ["pass", "half turn", "full turn", "turn and a half"]


def test_a_length_after_which_no_turn_comes_before_the_limit_is_none() -> None:
    there = battle("A . . T", limit=9, A={"ip": 1000, "initiative": 90}, T=SLOW)
    assert lengths(there) == [("pass", 6), ("half turn", 9)]
    there = battle("A . . T", limit=5, A={"ip": 1000, "initiative": 90}, T=SLOW)
    assert lengths(there) == []
