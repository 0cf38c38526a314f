"""Section 8: Immolate, Mind Control, Karmic Might."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.api import Battle
from tests.rulebook.findings import rows
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
from tests.rulebook.sodwa.boards import attack, board, values

# --- SOD-8.3 -----------------------------------------------------------------------------------------------


def burning(*rolls: int, drawing: str = "A . T", **more: Any) -> Battle:
    """Return a battle in which A, with these rolls, has tried to set T on fire."""
    target = {"initiative": 200, "health": 20, "saves": {"reflex": 50}, **more}
    there = battle(drawing, seed=rolling(*rolls), A=can("immolate", ip=1000, initiative=1), T=target)
    play(there, "A immolate T")
    return there


@pytest.mark.clause("SOD-8.3", applies=True)
def test_sod_8_3_applies_the_target_burns_until_it_makes_its_save() -> None:
    there = burning(60, 49, 50)
    assert (effects(there), there.state.pieces["T"]["health"]) == ([("immolate", "T", None)], 16)
    events = play(there, "A end")
    assert told(events, "hurt") == [{"who": "T", "from": "immolate", "kind": "energy", "damage": 2, "health": 14}]
    first = play(there, "T end")
    assert [saved["success"] for saved in told(first, "saved")] == [False]
    assert told(first, "hurt")[0]["health"] == 12
    last = play(there, "T end")
    assert names(last)[:3] == ["turn-ended", "saved", "ended"]
    assert told(last, "ended") == [{"id": 1, "why": "saved"}]


@pytest.mark.clause("SOD-8.3", applies=True)
def test_sod_8_3_applies_doubles_make_the_save_harder_and_do_not_knock_back() -> None:
    there = burning(66, drawing="A . T .")
    assert (there.state.effects[0]["strength"], there.state.pieces["T"]["at"]) == (20, "C1")


@pytest.mark.clause("SOD-8.3", applies=False)
def test_sod_8_3_not_who_is_missed() -> None:
    there = burning(59)
    assert (effects(there), there.state.karma["red"]) == ([], 0)


@pytest.mark.clause("SOD-8.3", applies=True)
def test_sod_8_3_applies_not_to_who_stands_in_water() -> None:
    there = burning(60, drawing="A . Tw")
    assert (effects(there), there.state.pieces["T"]["health"]) == ([], 16)


@pytest.mark.clause("SOD-8.3", applies=True)
def test_sod_8_3_applies_water_puts_it_out_without_a_save() -> None:
    there = burning(60, drawing="A . T w")
    events = play(there, "A end", "T move D1", "T end")
    assert (told(events, "ended"), told(events, "saved")) == ([{"id": 1, "why": "ended"}], [])


def test_who_burns_already_is_hurt_and_burns_no_more_than_before() -> None:
    there = battle("A . T", seed=rolling(60, 66), A=can("immolate", ip=2500, initiative=1), T={**SLOW, "health": 20})
    play(there, "A immolate T", "A end")
    play(there, "A immolate T")
    assert [effect["strength"] for effect in there.state.effects] == [0]
    assert there.state.pieces["T"]["health"] == 12


# --- SOD-8.9 -----------------------------------------------------------------------------------------------

CONTROL = can("mind-control", ip=1500, initiative=1)
ROW = "A . . T . E"


@pytest.mark.clause("SOD-8.9", applies=True)
def test_sod_8_9_applies_an_enemy_attacks_another_one() -> None:
    there = battle(ROW, seed=rolling(49, 60), A=CONTROL, T={"saves": {"power": 50}}, E=SLOW)
    events = play(there, "A mind-control T E")
    assert names(events) == ["used", "saved", "attacked"]
    assert (attack_of(events)["who"], attack_of(events)["target"], attack_of(events)["health"]) == ("T", "E", 5)
    assert (there.state.pieces["T"]["facing"], there.state.pieces["T"]["ip"]) == ("E", 0)


@pytest.mark.clause("SOD-8.9", applies=True)
def test_sod_8_9_applies_the_controllers_side_gains_the_karma() -> None:
    easy = {
        "ranged": {"accuracy": 40, "defense": 70, "damage": 5},
        "melee": {"accuracy": 40, "defense": 70, "damage": 5},
    }
    there = battle(ROW, seed=rolling(49, 29), A=CONTROL, E=easy)
    play(there, "A mind-control T E")
    assert there.state.karma == {"red": 20, "blue": 0}


@pytest.mark.parametrize(
    ("more", "to"),
    [({}, "G1"), ({"E": {"health": 5}}, None), ({"F": {"at": "G1"}}, None), ({"E": {"at": "E1"}}, None)],
)
def test_its_preview_tells_where_doubles_of_a_ranged_attack_knock_back_to(more: dict[str, Any], to: str | None) -> None:
    there = battle("A . . T . E .", seed=rolling(49, 66), A=CONTROL, T={"saves": {"power": 50}}, **{"E": {}, **more})
    use = {"do": "ability", "who": "A", "ability": "mind-control", "targets": ["T", "E"]}
    assert there.preview(use)["knocked_back"] == to
    assert [event["to"] for event in told(there.apply(use), "knocked-back")] == ([to] if to else [])


@pytest.mark.clause("SOD-8.9", applies=False)
def test_sod_8_9_not_after_a_save() -> None:
    there = battle(ROW, seed=rolling(50), A=CONTROL, T={"saves": {"power": 50}})
    assert names(play(there, "A mind-control T E")) == ["used", "saved"]


@pytest.mark.clause("SOD-8.9", applies=True)
@pytest.mark.parametrize(
    ("drawing", "why"),
    [
        ("A . . T # E", "no line of sight from T to E"),
        ("A . . T . . . . . . E", "T reaches 6 tiles, the target is 7 away"),
    ],
)
def test_sod_8_9_applies_only_whom_it_could_attack(drawing: str, why: str) -> None:
    there = battle(drawing, A=CONTROL)
    assert refused(there, "A mind-control T E") == [
        ("SOD-8.9", "T could not attack E from where it is"),
        ("SOD-8.9", why),
    ]


def test_who_is_engaged_can_be_made_to_attack_a_friend_afar() -> None:
    there = battle("A T . E", A=CONTROL)
    assert refused(there, "A mind-control T E") == []


def test_nobody_is_made_to_attack_itself_or_the_controllers_side() -> None:
    there = battle("A . . T . E\nF . . . . .", A=CONTROL)
    assert refused(there, "A mind-control T T") == [("SOD-8.9", "T cannot be made to attack itself")]
    assert refused(there, "A mind-control T F") == [("SOD-8.9", "F is not an enemy")]


# --- SOD-8.21 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-8.21", applies=True)
def test_sod_8_21_applies_karma_adds_accuracy_and_damage() -> None:
    verdict = attack("A . T", A=can("karmic-might", karma=47), T={"reduction": {"physical": 6}})
    assert (values(verdict), verdict.damage, verdict.ignored) == ((60, 100, 40), 1, 6)
    assert [row[2:4] for row in rows(verdict, "SOD-8.21")] == [("attack_value", 20), ("damage", 2)]


@pytest.mark.clause("SOD-8.21", applies=True)
def test_sod_8_21_applies_in_battle_to_the_pool_as_it_is() -> None:
    hard = {"accuracy": 40, "defense": 60, "damage": 5}
    mighty = can("karmic-might", ip=2100, initiative=1)
    there = battle("A . T", seed=rolling(19, 70), A=mighty, T={**SLOW, "ranged": hard, "melee": hard})
    play(there, "A attack T", "A end")
    assert there.state.karma["red"] == 30
    assert attack_of(play(there, "A attack T"))["attack_value"] == 55


@pytest.mark.clause("SOD-8.21", applies=True)
@pytest.mark.parametrize(("karma", "damage"), [(19, 1), (20, 2), (40, 3)])
def test_sod_8_21_applies_to_attacks_on_terrain(karma: int, damage: int) -> None:
    weak = {"accuracy": 40, "defense": 100, "damage": 1}
    mighty = can("karmic-might", karma=karma, melee=weak, ranged=weak)
    strike = board("A #", A=mighty).strike("A", "B1")
    assert (strike.damage, strike.destroys) == (damage, damage >= 3)


@pytest.mark.clause("SOD-8.21", applies=False)
def test_sod_8_21_not_below_ten_points_nor_to_others() -> None:
    assert rows(attack("A . T", A=can("karmic-might", karma=9)), "SOD-8.21") == []
    assert rows(attack("A . T", T=can("karmic-might", karma=47)), "SOD-8.21") == []


def test_immolate_needs_range_as_attacks_do() -> None:
    there = battle("A . . . . . T", A=can("immolate", range=2, **READY))
    assert refused(there, "A immolate T") == [("SOD-8.3", "A reaches 2 tiles, the target is 6 away")]
