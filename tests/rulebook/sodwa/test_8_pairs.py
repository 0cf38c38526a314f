"""Section 8: two abilities at once, as the page on them decides; many other pairs stand with one of the two."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from tests.rulebook.sodwa.battles import (
    READY,
    SLOW,
    attack_of,
    battle,
    can,
    effects,
    names,
    play,
    refused,
    rolling,
    told,
)

FIRST: dict[str, Any] = {"ip": 2500, "initiative": 1}
"""What a character states that has its turns one after the other."""
TOUGH = {**SLOW, "health": 30}


def wait_for(there: Any, who: str) -> list[dict[str, Any]]:
    """End turns until somebody has one; return what happens."""
    events: list[dict[str, Any]] = []
    while there.state.active != who:
        events += play(there, f"{there.state.active} end")
    return events


def test_mind_control_spends_the_karma_of_the_controllers_side() -> None:
    # A fails at a difficulty below 50 and gains 20; T, made to attack, fails by 10 and succeeds for 10 of them.
    easy = {kind: {"accuracy": 40, "defense": 70, "damage": 5} for kind in ("melee", "ranged")}
    there = battle(
        "A . . T . E",
        seed=rolling(10, 49, 50, start=351_623),
        A=can("mind-control", **FIRST),
        T={**SLOW, **easy, "saves": {"power": 50}},
        E=SLOW,
    )
    play(there, "A attack T")
    assert there.state.karma == {"red": 20, "blue": 0}
    play(there, "A end")
    attacked = attack_of(play(there, "A mind-control T E"))
    assert (attacked["who"], attacked["karma_spent"], attacked["success"]) == ("T", 10, True)
    assert there.state.karma == {"red": 10, "blue": 0}


def test_stasis_on_oneself_lets_the_active_character_do_nothing_but_end_its_turn() -> None:
    there = battle("A . T", A=can("stasis", "healing", **FIRST), T=SLOW)
    assert names(play(there, "A stasis A")) == ["used", "began"]
    assert [action["do"] for action in there.legal()] == ["end"]
    play(there, "A end")
    assert effects(there) == [("stasis", "A", 1)]  # the turn in which it began counts


def test_homing_attacks_find_no_invisible_target() -> None:
    there = battle("A . . T", A={**can("homing-attack"), "initiative": 500}, T={**can("invisibility"), **READY})
    play(there, "T invisibility", "T end")
    wait_for(there, "A")
    assert refused(there, "A attack T") == [("SOD-8.5", "T is invisible: only adjacent enemies can choose it")]


@pytest.mark.parametrize("ability", ["immolate", "telekinesis"])
def test_an_ability_that_attacks_reveals_its_user(ability: str) -> None:
    there = battle("A . . T", A=can("invisibility", ability, **FIRST), T=TOUGH)
    play(there, "A invisibility", "A end")
    wait_for(there, "A")
    use = "A immolate T" if ability == "immolate" else "A telekinesis T N"
    assert {"id": 1, "why": "ended"} in told(play(there, use), "ended")


def test_other_abilities_do_not_reveal_their_user() -> None:
    there = battle("A . . T", A=can("invisibility", "immobilize", **FIRST), T=SLOW)
    play(there, "A invisibility", "A end")
    wait_for(there, "A")
    play(there, "A immobilize T")
    assert ("invisibility", "A", None) in effects(there)


@pytest.mark.parametrize(("abilities", "damage"), [(["immolate"], 1), (["immolate", "piercing-attack"], 4)])
def test_piercing_fire_is_not_reduced(abilities: list[str], damage: int) -> None:
    there = battle("A . . T", seed=rolling(98), A=can(*abilities, **READY), T={**TOUGH, "reduction": {"energy": 3}})
    assert attack_of(play(there, "A immolate T"))["damage"] == damage


def test_homing_fire_needs_no_sight() -> None:
    there = battle("A . # T", A=can("immolate", "homing-attack", **READY), T=SLOW)
    assert refused(there, "A immolate T") == []
    assert attack_of(play(there, "A immolate T"))["defense_value"] == 110


def test_a_rallied_friend_hits_better_with_fire_too() -> None:
    there = battle("A F . T", A=can("rally", **FIRST), F={**can("immolate"), "initiative": 900}, T=SLOW)
    play(there, "A rally accuracy", "A end")
    wait_for(there, "F")
    assert attack_of(play(there, "F immolate T"))["attack_value"] == 50


def test_the_vigilant_do_not_turn_in_stasis() -> None:
    there = battle("A . . T", seed=rolling(2), A=can("stasis", **FIRST), T={**can("vigilance"), **SLOW})
    assert there.legal("blue")
    play(there, "A stasis T")
    assert there.legal("blue") == []


def test_the_immobilized_take_no_step_through_a_portal() -> None:
    there = battle("A . . . T .", A=can("immobilize", **FIRST), T={**can("portal"), "initiative": 900})
    play(there, "A immobilize T", "A end")
    wait_for(there, "T")
    play(there, "T portal E1 F1")
    assert refused(there, "T move F1")[0][0] == "SOD-8.10"


def test_the_invisible_are_seen_through_no_portal() -> None:
    there = battle(
        "A . . # T",
        rulings={"portal-sight": "through"},
        links=["A1 C1"],
        A={"initiative": 500},
        T={**can("invisibility"), **READY},
    )
    play(there, "T invisibility", "T end")
    wait_for(there, "A")
    assert ("SOD-8.5", "T is invisible: only adjacent enemies can choose it") in refused(there, "A attack T")


def test_a_barrier_between_the_tiles_of_a_portal_does_not_close_it() -> None:
    there = battle("A . . . T", A=can("portal", "barrier", **FIRST), T=SLOW)
    play(there, "A portal A1 D1", "A end")
    wait_for(there, "A")
    play(there, "A barrier C1")
    assert refused(there, "A move D1") == []


@pytest.mark.parametrize(("row", "goes_on"), [("Ad . . d T", False), ("Ad d d d T", True), ("A . . . T", True)])
def test_a_portal_does_not_join_groups_of_difficult_tiles(row: str, *, goes_on: bool) -> None:
    there = battle(f"{row}\n. . . . .", links=["A1 D1"], A=READY, T=SLOW)
    assert refused(there, "A move D1") == []
    assert (refused(there, "A move D1 D2") == []) is goes_on


def test_the_mighty_under_mind_control_draw_on_the_pool_of_their_own_side() -> None:
    easy = {kind: {"accuracy": 40, "defense": 70, "damage": 5} for kind in ("melee", "ranged")}
    there = battle(
        "A . . T . E",
        seed=rolling(10, 49, 99, start=697_384),
        A=can("mind-control", **FIRST),
        T={**TOUGH, **easy},
        E=TOUGH,
    ).scenario.with_piece("T", abilities=["karmic-might"])
    fought = sightline.battle(there, seed=rolling(10, 49, 99, start=697_384))
    play(fought, "A attack T", "A end")
    assert fought.state.karma == {"red": 20, "blue": 0}
    assert attack_of(play(fought, "A mind-control T E"))["attack_value"] == 40


def test_mind_control_reveals_the_invisible_whom_it_makes_attack_and_not_its_user() -> None:
    there = battle(
        "A T . E",
        seed=rolling(2, 99),
        A={**can("mind-control", "invisibility"), "ip": 2900, "initiative": 1},
        T={**can("invisibility"), "ip": 3000, "initiative": 1, "health": 30},
        E=TOUGH,
    )
    play(there, "T invisibility", "T end", "A invisibility", "A end")
    wait_for(there, "A")
    play(there, "A mind-control T E")
    assert effects(there) == [("invisibility", "A", None)]


def test_who_burns_in_stasis_is_neither_hurt_nor_saves() -> None:
    there = battle(
        "A . . T", seed=rolling(98, 2), A=can("immolate", "stasis", **FIRST), T={"initiative": 100, "health": 30}
    )
    play(there, "A immolate T", "A end", "A stasis T")
    events = [*play(there, "A end"), *wait_for(there, "T"), *play(there, "T end")]
    assert "T" in [each["who"] for each in told(events, "turn-ended")]
    assert told(events, "hurt") == told(events, "saved") == []
    assert ("immolate", "T", None) in effects(there)


def test_the_immobilized_make_no_save_in_stasis() -> None:
    there = battle(
        "A . . T",
        seed=rolling(2),
        A=can("immobilize", "stasis", **FIRST),
        T={"initiative": 100, "saves": {"fortitude": 98}},
    )
    play(there, "A immobilize T", "A end", "A stasis T")
    events = [*play(there, "A end"), *wait_for(there, "T"), *play(there, "T end")]
    assert told(events, "saved") == []
    events = [*wait_for(there, "T"), *play(there, "T end"), *wait_for(there, "T"), *play(there, "T end")]
    assert [each["against"] for each in told(events, "saved")] == ["immobilize"]


def test_who_is_slammed_into_a_barrier_breaks_it() -> None:
    there = battle(
        ". . T . .\n. . . . .\nA . . . .", seed=rolling(2), A=can("barrier", "telekinesis", **FIRST), T=TOUGH
    )
    play(there, "A barrier E1", "A end")
    events = play(there, "A telekinesis T E")
    assert told(events, "thrown") == [{"who": "T", "path": ["D1"], "into": "E1"}]
    assert told(events, "destroyed") == [{"at": "E1", "damage": 3}]
    assert dict(there.state.terrain) == {}  # without rubble


@pytest.mark.parametrize(("health", "happens"), [(20, ["hurt", "healed"]), (6, ["hurt", "defeated"])])
def test_who_regenerates_burns_first(health: int, happens: list[str]) -> None:
    there = battle(
        "A . . T E",
        seed=rolling(98),
        A=can("immolate", **READY),
        T={**can("regeneration"), "health": health, "initiative": 500},
        E=SLOW,
    )
    events = [*play(there, "A immolate T"), *play(there, "A end")]
    assert [name for name in names(events) if name in ("hurt", "healed", "defeated")] == happens


def test_who_is_slammed_into_somebody_in_stasis_is_hurt_alone() -> None:
    there = battle(
        ". . T . E\n. . . . .\nA . . . .", seed=rolling(2, 2), A=can("stasis", "telekinesis", **FIRST), T=TOUGH, E=TOUGH
    )
    play(there, "A stasis E", "A end")
    events = play(there, "A telekinesis T E")
    assert [(each["who"], each["damage"]) for each in told(events, "hurt")] == [("T", 3)]


def test_nobody_in_stasis_is_made_to_attack_or_attacked() -> None:
    there = battle("A . . T . E", seed=rolling(2), A=can("stasis", "mind-control", **FIRST), T=SLOW, E=SLOW)
    play(there, "A stasis T", "A end")
    assert refused(there, "A mind-control T E")[0][0] == "SOD-8.12"
    assert refused(there, "A mind-control E T") != []


def test_the_regenerating_regain_nothing_in_stasis() -> None:
    there = battle(
        "A . . T",
        seed=rolling(60, 2),
        A=can("stasis", **FIRST),
        T={**can("regeneration"), "initiative": 100, "health": 20},
    )
    play(there, "A attack T", "A end", "A stasis T")
    events = [*play(there, "A end"), *wait_for(there, "T"), *play(there, "T end")]
    assert told(events, "healed") == []
    assert there.state.pieces["T"]["health"] == 15


def test_jinx_weakens_the_mighty_at_once() -> None:
    easy = {kind: {"accuracy": 40, "defense": 70, "damage": 5} for kind in ("melee", "ranged")}
    there = battle(
        "A . . T",
        seed=rolling(10),
        A={**can("karmic-might"), **READY},
        T={**can("jinx"), **SLOW, **easy, "initiative": 500},
    )
    play(there, "A attack T")
    strong = there.snapshot().shot("A", "T")
    play(there, "A end", "T jinx")
    weak = there.snapshot().shot("A", "T")
    assert [each.value for each in strong.findings if each.clause.id == "SOD-8.21"] == [10, 1]
    assert [each.value for each in weak.findings if each.clause.id == "SOD-8.21"] == []


def test_an_invisible_enemy_afar_cannot_be_thrown() -> None:
    there = battle("A . . T", A={**can("telekinesis"), "initiative": 500}, T={**can("invisibility"), **READY})
    play(there, "T invisibility", "T end")
    wait_for(there, "A")
    assert refused(there, "A telekinesis T E")[0][0] == "SOD-8.5"
