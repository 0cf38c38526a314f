"""SOD-2.1, 2.2 and 2.4: the clock, who gets a turn, and what turns and actions cost."""

from __future__ import annotations

from itertools import chain

import pytest
from msgspec import structs

import sightline
from sightline.rules import Dice, Playable, installed_systems, require
from sightline.rules.game import Action
from sightline.systems.sodwa.game import actions
from sightline.systems.sodwa.game.sodwa_game import SodwaGame
from sightline.systems.sodwa.game.state import SodwaState
from tests.rulebook.sodwa.battles import (
    READY,
    SLOW,
    WEAK,
    Stated,
    battle,
    ip,
    names,
    opening,
    play,
    refused,
    rolling,
    turns,
)
from tests.rulebook.sodwa.boards import duel

APART = "A . . T"
SWIFT: Stated = {"initiative": 90}

# --- SOD-2.1 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-2.1", applies=True)
def test_sod_2_1_applies_to_everybody_from_0() -> None:
    there = battle(APART, A=SWIFT, T={"initiative": 40})
    assert opening(there) == [{"event": "tick", "tick": 12}, {"event": "turn-began", "who": "A", "ip": 1080 - 500}]
    assert (there.state.tick, ip(there)) == (12, {"A": 580, "T": 480})
    play(there, "A end")
    assert (there.state.tick, ip(there)) == (17, {"A": 580 + 5 * 90 - 500, "T": 480 + 5 * 40})


@pytest.mark.clause("SOD-2.1", applies=True)
@pytest.mark.parametrize(("initiative", "tick"), [(1, 1000), (99, 11), (100, 10), (333, 4), (1000, 1), (9999, 1)])
def test_sod_2_1_applies_to_every_tick(initiative: int, tick: int) -> None:
    assert battle(APART, A={"initiative": initiative}, T=SLOW).state.tick == tick


@pytest.mark.clause("SOD-2.1", applies=True)
def test_sod_2_1_applies_to_the_ip_that_somebody_begins_with() -> None:
    there = battle(APART, A={**SWIFT, "ip": 190}, T=SLOW)
    assert (there.state.tick, ip(there)["A"]) == (9, 1000 - 500)


def test_a_scenario_can_state_the_ip_that_a_battle_has_gathered() -> None:
    there = battle(APART, A={"initiative": 9999}, T=SLOW)
    play(there, "A end", "A end", "A end")
    assert ip(there)["A"] == 4 * (9999 - 500)
    assert sightline.parse(there.snapshot().to_yaml()) == there.snapshot()


@pytest.mark.clause("SOD-2.1", applies=False)
def test_sod_2_1_not_between_turns_of_one_tick_and_not_to_objects() -> None:
    there = battle("A O . T E", A=READY, T={**READY, "ip": 1200}, E={"ip": 200})
    assert (there.state.tick, ip(there)) == (0, {"A": 1000, "E": 200, "T": 700})
    assert names(play(there, "T end")) == ["turn-ended", "turn-began"]
    assert (there.state.tick, ip(there)) == (0, {"A": 500, "E": 200, "T": 700})


# --- SOD-2.2 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-2.2", applies=True)
def test_sod_2_2_applies_from_1000_ip_at_tick_0_too() -> None:
    there = battle(APART, A=READY)
    assert opening(there) == [{"event": "turn-began", "who": "A", "ip": 500}]
    assert (there.state.tick, there.state.active, there.state.last) == (0, "A", "red")


@pytest.mark.clause("SOD-2.2", applies=False)
def test_sod_2_2_not_with_999_ip() -> None:
    there = battle(APART, A={"ip": 999}, T=SLOW)
    assert opening(there)[0] == {"event": "tick", "tick": 1}
    assert ip(there)["A"] == 999 + 50 - 500


@pytest.mark.clause("SOD-2.2", applies=True)
def test_sod_2_2_applies_to_all_who_have_it_before_the_clock_goes_on() -> None:
    there = battle("A F . T", A={"ip": 1300}, F={"ip": 1200}, T={"ip": 1100})
    assert there.state.due == ["F", "T"]
    assert names(play(there, "A end")) == ["turn-ended", "turn-began"]
    assert (there.state.active, there.state.due) == ("F", ["T"])
    assert turns(play(there, "F end")) == ["T"]
    assert there.state.tick == 0
    # A has kept 800 of its IP, which four ticks make 1,000.
    assert play(there, "T end")[1:] == [
        {"event": "tick", "tick": 4},
        {"event": "turn-began", "who": "A", "ip": 500},
    ]


@pytest.mark.clause("SOD-2.2", applies=False)
def test_sod_2_2_not_twice_in_a_tick_however_much_is_left() -> None:
    there = battle(APART, A={"ip": 2600}, T=READY)
    assert (there.state.active, ip(there)["A"], there.state.due) == ("A", 2100, ["T"])
    assert turns(play(there, "A end")) == ["T"]
    assert play(there, "T end")[1:] == [
        {"event": "tick", "tick": 1},
        {"event": "turn-began", "who": "A", "ip": 2150 - 500},
    ]


@pytest.mark.clause("SOD-2.2", applies=False)
def test_sod_2_2_not_to_who_is_defeated_before_its_turn() -> None:
    there = battle("A T . E", seed=rolling(98), A={"ip": 1100}, T={**READY, **WEAK}, E=READY)
    assert there.state.due == ["E", "T"]
    play(there, "A attack T")
    assert there.state.due == ["E"]
    assert turns(play(there, "A end", "E end"))[0] == "E"
    assert there.state.tick > 0


# --- SOD-2.4 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-2.4", applies=True)
def test_sod_2_4_applies_to_turns_moves_and_attacks() -> None:
    there = battle("A . O T", A=READY)
    assert ip(there)["A"] == 500
    play(there, "A move B1")
    assert ip(there)["A"] == 250
    play(there, "A attack T")
    assert ip(there)["A"] == 0
    carrying = battle("A O . T", A=READY)
    play(carrying, "A pick-up O")
    assert ip(carrying)["A"] == 250


@pytest.mark.clause("SOD-2.4", applies=True)
def test_sod_2_4_applies_once_to_each_kind_of_action() -> None:
    # Picking up is a Move action.
    there = battle("A O . T\n. . . .", A={"ip": 5000})
    taken = "A has already taken this kind of action this turn"
    play(there, "A move A2")
    assert refused(there, "A move A1") == [("SOD-2.4", f"{taken}: move")]
    assert refused(there, "A pick-up O") == [("SOD-2.4", f"{taken}: move")]
    play(there, "A attack T")
    assert refused(there, "A attack T") == [("SOD-2.4", f"{taken}: attack")]
    assert there.state.pieces["A"]["acted"] == ["move", "attack"]
    assert {each["do"] for each in there.legal()} == {"turn", "end"}
    carrying = battle("A O . T", A={"ip": 5000})
    play(carrying, "A pick-up O")
    assert refused(carrying, "A move B1") == [("SOD-2.4", f"{taken}: move")]


@pytest.mark.clause("SOD-2.4", applies=False)
def test_sod_2_4_not_once_the_next_turn_has_begun() -> None:
    there = battle(APART, A={"ip": 3000}, T=SLOW)
    play(there, "A move B1", "A attack T", "A end")
    assert (there.state.active, there.state.pieces["A"]["acted"]) == ("A", [])
    play(there, "A move C1", "A attack T")


def _with_ip(points: int) -> tuple[SodwaGame, SodwaState]:
    """Return the state in which A has its turn, with so many IP left."""
    game, position = require(installed_systems()["sodwa"], Playable).game(), duel("A O T", A=READY).position
    assert isinstance(game, SodwaGame)
    state = game.start(position, game.sides(position), 1000, Dice(1)).state
    assert state.mover is not None
    return game, state.with_character(structs.replace(state.mover, ip=points))


PAID = [
    actions.MoveAction(who="A", path=("B1",)),
    actions.AttackAction(who="A", target="T"),
    actions.PickUpAction(who="A", target="O"),
]


@pytest.mark.clause("SOD-2.4", applies=True)
@pytest.mark.parametrize("action", PAID, ids=lambda action: type(action).__name__)
def test_sod_2_4_applies_to_what_the_ip_left_cannot_pay(action: Action) -> None:
    # Two actions of 250 IP always can be paid: only abilities, which cost more, will leave a turn with less.
    game, state = _with_ip(249)
    [against] = [finding for finding in game.check(state, action).findings if finding.effect == "forbids"]
    assert (against.clause.id, against.why) == ("SOD-2.4", "A has 249 IP, but this costs 250")
    assert action not in [*chain.from_iterable(game.legal(state))]


@pytest.mark.clause("SOD-2.4", applies=False)
@pytest.mark.parametrize("action", PAID, ids=lambda action: type(action).__name__)
def test_sod_2_4_not_to_what_the_ip_left_just_pays(action: Action) -> None:
    game, state = _with_ip(250)
    assert game.check(state, action).legal
    after = game.apply(state, action, Dice(1)).state
    assert after.characters["A"].ip == 0


@pytest.mark.clause("SOD-2.4", applies=False)
def test_sod_2_4_not_to_free_actions() -> None:
    there = battle("A O . T", A=READY)
    play(there, "A turn N")
    assert ip(there)["A"] == 500
    play(there, "A pick-up O", "A put-down O B1")
    assert ip(there)["A"] == 500 - 250
