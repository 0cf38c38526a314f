"""Computer players: always legal, always the same, and they know no dice to come."""

from __future__ import annotations

from fractions import Fraction

import pytest

import sightline
from sightline.players import PLAYERS, choose, play_out
from tests.battles.duel import DUEL, played


@pytest.mark.parametrize("player", PLAYERS)
def test_what_they_do_is_legal_and_always_the_same(player: str) -> None:
    records = []
    for _ in range(2):
        battle = sightline.battle(sightline.parse(DUEL), seed=3, limit=60)
        play_out(battle, [player, player])
        records.append(battle.record())
    assert records[0] == records[1]
    assert sightline.replay(records[0]).record() == records[0]


@pytest.mark.parametrize("player", PLAYERS)
def test_they_neither_throw_nor_see_dice(player: str) -> None:
    battle = played(8)
    thrown = battle.run.dice.thrown
    first = choose(battle, player)
    battle.run.dice.throw(range(10))
    assert battle.run.dice.thrown == thrown + 1
    assert choose(battle, player) == first


def test_greedy_attacks_who_can_be_defeated() -> None:
    weak = DUEL.replace("at: A3, side: red", "at: D1, side: red")
    battle = sightline.battle(sightline.parse(weak), seed=1)
    while battle.state.active != "Bo":
        battle.apply(battle.legal()[-1])
    assert choose(battle, "greedy") == {"do": "attack", "who": "Bo", "target": "Zoé"}


def test_greedy_counts_karma() -> None:
    from sightline.systems.sodwa.game.heuristic import chance

    assert chance(60, 0) == Fraction(41, 100)
    assert chance(60, 20) == Fraction(61, 100)
    assert chance(1, 0) == Fraction(99, 100)
    assert chance(200, 0) == Fraction(1, 100)
    assert chance(20, 50) == Fraction(99, 100)


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(6):
        battle = sightline.battle(sightline.parse(DUEL.replace("health: 6", "health: 14")), seed=seed, limit=400)
        play_out(battle, ["random", "greedy"])
        won += (battle.run.result or {})["winner"] == "blue"
    assert won >= 4
