"""SOD-8.14 and 8.16 to 8.18: abilities that lay terrain on tiles and borders, and what comes of it there."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.api import Battle
from tests.rulebook.sodwa.battles import (
    READY,
    SLOW,
    WEAK,
    Events,
    battle,
    can,
    effects,
    names,
    play,
    refused,
    rolling,
    told,
)
from tests.rulebook.sodwa.boards import ends

ROOM = """\
A . . . . . .
. . . . . . .
. . . . . . T"""
QUICK = {"ip": 1000, "initiative": 300}
"""What a character states whose next turn comes soon."""
AREAS = {"flood": "liquid", "ice": "icy", "corrosion": "corrosive"}
CUMULATIVE = {"wall-damage": "cumulative"}
FEEBLE = {
    "melee": {"accuracy": 40, "defense": 100, "damage": 2},
    "ranged": {"accuracy": 40, "defense": 100, "damage": 2},
}


def until(there: Battle, who: str, turns: int = 1) -> Events:
    """Let turns end until a character has begun so many; return what happens."""
    events: Events = []
    while turns:
        more = play(there, f"{there.state.active} end")
        turns -= [each["who"] for each in told(more, "turn-began")].count(who)
        events += more
    return events


def terrain(there: Battle) -> dict[str, str]:
    """Return what differs from the scenario."""
    return dict(there.state.terrain)


def places(there: Battle) -> list[str]:
    """Return where the one effect that there is lies."""
    [effect] = there.state.effects
    return list(effect["on"])


def zone(key: str, at: str, drawing: str = ROOM, **more: Any) -> Battle:
    """Return a battle in which A, whose turns come soon, has used an ability that lays terrain."""
    there = battle(drawing, **{"A": can(key, **QUICK), "T": SLOW, **more})
    play(there, f"A {key} {at}")
    return there


# --- areas -------------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-8.16", applies=True)
@pytest.mark.parametrize("key", AREAS)
def test_sod_8_16_applies_a_tile_and_the_eight_around_it_for_three_turns(key: str) -> None:
    there = zone(key, "C2")
    area = ["B1", "C1", "D1", "B2", "C2", "D2", "B3", "C3", "D3"]
    assert terrain(there) == dict.fromkeys(area, AREAS[key])
    assert effects(there) == [(key, area, 3)]
    left, ended = [], []
    for _ in range(3):
        ended = told(until(there, "A"), "ended")
        left += [turns for _is, _on, turns in effects(there)]
    assert (left, ended) == ([2, 1], [{"id": 1, "why": "expired"}])
    assert (terrain(there), effects(there)) == ({}, [])


@pytest.mark.clause("SOD-8.16", applies=True)
def test_sod_8_16_applies_to_occupied_tiles_and_hinders_who_stands_there() -> None:
    there = zone("flood", "F2", A=can("flood", ip=1000, initiative=1), T={"initiative": 200})
    until(there, "T")
    assert refused(there, "T move F3 E3 D3 C3") == [
        ("SOD-7.6", "the path costs 4, but T, who starts on liquid terrain, can move only 3")
    ]
    assert refused(there, "T move F3 E3 D3") == []


@pytest.mark.clause("SOD-8.16", applies=True)
def test_sod_8_16_applies_a_move_ends_as_it_enters_the_area() -> None:
    there = zone("flood", "C2", A=can("flood", ip=1000, initiative=1), T={"initiative": 200})
    until(there, "T")
    assert refused(there, "T move F3 E3 D3 C3") == [("SOD-7.6", "the movement ends at D3")]


@pytest.mark.clause("SOD-8.16", applies=False)
@pytest.mark.parametrize("key", AREAS)
def test_sod_8_16_not_off_the_map_nor_on_obstructing_tiles_or_holes(key: str) -> None:
    assert places(zone(key, "A1", "A # .\n_ . .\n. . T")) == ["A1", "B2"]
    assert places(zone(key, "C1", "A . # T\n. . X .")) == ["B1", "D1", "B2", "D2"]


@pytest.mark.clause("SOD-8.16", applies=False)
def test_sod_8_16_nowhere_where_no_tile_is_left() -> None:
    there = battle("A _ # _ T", A=can("flood", **READY))
    assert refused(there, "A flood C1") == [("SOD-8.16", "neither C1 nor any tile around it can be covered")]
    assert refused(there, "A flood B1") == [("SOD-8.16", "there is no tile 'B1'")]


@pytest.mark.clause("SOD-8.16", applies=False)
def test_sod_8_16_neither_beyond_range_nor_out_of_sight() -> None:
    there = battle("A . . . . . .\n. . . . . . T", A=can("flood", **READY))
    assert refused(there, "A flood G1") == [("SOD-8.0", "A reaches 5 tiles with this, the target is 6 away")]
    assert refused(there, "A flood F1") == []
    there = battle("A . # . .\n. . # . T", A=can("flood", **READY))
    assert [clause for clause, _ in refused(there, "A flood D1")] == ["SOD-8.0"]
    assert refused(there, "A flood C1") == []


def test_a_transition_tile_is_liquid_and_a_transition() -> None:
    there = zone("flood", "B1", "A t .1 T", A=can("flood", ip=1000, initiative=1, move=1), T={"initiative": 200})
    assert terrain(there) == {"A1": "liquid", "B1": "liquid", "C1": "liquid"}
    assert ends("A wt .1", A={"move": 4}) == {"B1": ("SOD-7.6", "SOD-7.7")}
    assert there.state.pieces["A"]["at"] == "A1"
    until(there, "A")
    assert refused(there, "A move B1") == []


def test_what_is_liquid_already_does_not_differ() -> None:
    there = zone("flood", "B1", "A w . T")
    assert (places(there), terrain(there)) == (["A1", "B1", "C1"], {"A1": "liquid", "C1": "liquid"})


def test_levels_and_borders_stay() -> None:
    there = zone("ice", "B1", "A .1 . T", borders={"impeding": "A1/B1"})
    board = there.run.state.board
    assert (terrain(there), [board.level(cell) for cell in board]) == (
        {"A1": "icy", "B1": "icy", "C1": "icy"},
        [0, 1, 0, 0],
    )
    assert set(board.borders.values()) == {("impeding",)}


@pytest.mark.clause("SOD-8.16", applies=True)
@pytest.mark.parametrize(("first", "second"), [("ice", "flood"), ("flood", "corrosion"), ("corrosion", "ice")])
def test_sod_8_16_applies_the_later_one_counts_and_then_the_earlier_one_again(first: str, second: str) -> None:
    drawing = "A . . . . T\nF _ _ _ _ _"
    there = battle(drawing, A=can(first, ip=1100, initiative=1), F=can(second, **QUICK), T=SLOW)
    play(there, f"A {first} C1", "A end", f"F {second} D1")
    one, other = AREAS[first], AREAS[second]
    assert terrain(there) == {"B1": one, "C1": other, "D1": other, "E1": other}
    until(there, "F", 3)
    assert terrain(there) == {"B1": one, "C1": one, "D1": one}


@pytest.mark.parametrize("key", [*AREAS, "barrier"])
def test_it_ends_with_the_defeat_of_who_laid_it(key: str) -> None:
    there = battle(
        "A . . . .\n. . . . .\nF . . . T",
        seed=rolling(60),
        A=can(key, ip=1100, initiative=1, **WEAK),
        T=READY,
        F=SLOW,
    )
    play(there, f"A {key} C1", "A end")
    events = play(there, "T attack A")
    assert names(events)[-2:] == ["defeated", "ended"]
    assert told(events, "ended") == [{"id": 1, "why": "defeated"}]
    assert (terrain(there), effects(there)) == ({}, [])


@pytest.mark.parametrize("key", [*AREAS, "barrier"])
def test_it_counts_the_turns_of_a_user_in_stasis(key: str) -> None:
    there = battle("A . . . T\nF . . . .", A=can(key, ip=1100, initiative=200), F=can("stasis", ip=1050), T=SLOW)
    play(there, f"A {key} B1", "A end", "F stasis A", "F end")
    until(there, "A", 3)
    assert (terrain(there), [key for key, _on, _turns in effects(there)]) == ({}, [])


# --- rubble ------------------------------------------------------------------------------------------------


def test_no_area_lies_on_rubble() -> None:
    there = battle("A # . .\nT . . .", A=can("flood", ip=2000, initiative=1), T=SLOW)
    play(there, "A attack B1", "A end", "A flood B2")
    assert terrain(there) == {"B1": "difficult", **dict.fromkeys(("A1", "C1", "A2", "B2", "C2"), "liquid")}


def test_rubble_ends_an_area_where_it_falls() -> None:
    drawing, wall = "A . . .\nT . . .", {"obstructing": "B1/C1"}
    there = battle(drawing, borders=wall, A=can("flood", ip=2000, initiative=300), T=SLOW)
    play(there, "A flood B1", "A end")
    assert names(play(there, "A attack B1/C1")) == ["attacked", "destroyed"]
    assert places(there) == ["A1", "A2", "B2", "C2"]
    assert [terrain(there)[place] for place in ("B1", "C1", "B1/C1")] == ["difficult", "difficult", "clear"]
    play(there, "A end")
    until(there, "A", 2)
    assert terrain(there) == {"B1": "difficult", "C1": "difficult", "B1/C1": "clear"}


def test_an_area_without_any_tile_left_ends() -> None:
    there = battle("A #\nT #", borders={"obstructing": "A1/A2"}, A=can("flood", ip=2000, initiative=1), T=SLOW)
    play(there, "A flood A1", "A end")
    assert places(there) == ["A1", "A2"]
    events = play(there, "A attack A1/A2")
    assert names(events) == ["attacked", "destroyed", "ended"]
    assert told(events, "ended") == [{"id": 1, "why": "ended"}]


# --- SOD-8.14 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-8.14", applies=True)
def test_sod_8_14_applies_a_tile_obstructs_for_three_turns() -> None:
    there = zone("barrier", "B1", "A . T", A=can("barrier", **QUICK, ranged=FEEBLE["ranged"]))
    assert (effects(there), terrain(there)) == ([("barrier", ["B1"], 3)], {"B1": "obstructing"})
    assert refused(there, "A move B1")[0][0] == "SOD-7.2"
    assert "SOD-4.1" in [clause for clause, _ in refused(there, "A attack T")]
    until(there, "A", 3)
    assert (effects(there), terrain(there), refused(there, "A attack T")) == ([], {}, [])


@pytest.mark.clause("SOD-8.14", applies=True)
@pytest.mark.parametrize(
    ("border", "raised"),
    [
        ("B2/C2", ["B1/C1", "B2/C2", "B3/C3"]),
        ("C2/B2", ["B1/C1", "B2/C2", "B3/C3"]),
        ("B2/B3", ["A2/A3", "B2/B3", "C2/C3"]),
        ("B1/C1", ["B1/C1", "B2/C2"]),
        ("A1/A2", ["A1/A2", "B1/B2"]),
    ],
)
def test_sod_8_14_applies_to_a_border_and_the_two_that_continue_it(border: str, raised: list[str]) -> None:
    there = zone("barrier", border, "A . . .\n. . . .\n. . . .\n. . . T")
    assert (places(there), terrain(there)) == (raised, dict.fromkeys(raised, "obstructing"))


@pytest.mark.clause("SOD-8.14", applies=False)
def test_sod_8_14_not_borders_of_holes_nor_such_as_obstruct() -> None:
    drawing, walls = "A . . .\n. . . .\n. _ . T", {"obstructing": "B1/C1"}
    there = zone("barrier", "B2/C2", drawing, borders=walls)
    assert places(there) == ["B2/C2"]
    there = battle(drawing, borders=walls, A=can("barrier", **READY))
    assert refused(there, "A barrier B1/C1") == [("SOD-8.14", "B1/C1 is obstructing terrain")]
    assert refused(there, "A barrier B3/C3") == [("SOD-8.14", "there is no border 'B3/C3'")]


@pytest.mark.clause("SOD-8.14", applies=False)
def test_sod_8_14_only_on_free_tiles() -> None:
    there = battle("A # P . . T", A=can("barrier", ip=1300, initiative=1), P={"is": "difficult"})
    assert refused(there, "A barrier B1") == [("SOD-8.14", "B1 is obstructing terrain")]
    there = battle("A F P . . T", A=can("barrier", ip=1300, initiative=1), P={"is": "difficult"})
    assert ("SOD-8.14", "B1 is occupied") in refused(there, "A barrier B1")
    assert ("SOD-8.14", "A1 is occupied") in refused(there, "A barrier A1")
    there = battle("A . P . . T", A=can("barrier", ip=1300, initiative=1), P={"is": "difficult"})
    assert refused(there, "A barrier C1") == [("SOD-8.14", "P lies on C1")]
    assert refused(there, "A barrier B1") == []


def test_no_barrier_rises_where_an_effect_lies() -> None:
    there = battle(ROOM, A=can("flood", "barrier", **QUICK), T=SLOW)
    play(there, "A flood C2")
    until(there, "A")
    assert refused(there, "A barrier C2") == [("SOD-8.14", "there is an effect on C2 already: Flood")]
    assert refused(there, "A barrier B2/C2") == []


def test_an_area_leaves_out_a_barrier_and_lies_on_both_sides_of_one() -> None:
    there = battle(ROOM, A=can("flood", "barrier", **QUICK), T=SLOW)
    play(there, "A barrier C2")
    until(there, "A")
    play(there, "A flood C1")
    assert terrain(there) == {"C2": "obstructing", **dict.fromkeys(("B1", "C1", "D1", "B2", "D2"), "liquid")}
    until(there, "A", 2)
    assert "C2" not in terrain(there)
    there = battle(ROOM, A=can("flood", "barrier", **QUICK), T=SLOW)
    play(there, "A barrier B1/C1")
    until(there, "A")
    play(there, "A flood B1")
    assert {"B1/C1": "obstructing", "B1": "liquid", "C1": "liquid"}.items() <= terrain(there).items()


@pytest.mark.parametrize("key", ["barrier", "flood"])
def test_nothing_is_put_where_something_fell(key: str) -> None:
    there = battle(
        "A # . .\n. . . .\nT . . .",
        borders={"obstructing": "A1/A2"},
        A=can(key, ip=3000, initiative=1),
        T=SLOW,
    )
    play(there, "A attack B1", "A end")
    play(there, "A attack A1/A2", "A end")
    if key == "flood":
        play(there, "A flood B2")
        assert places(there) == ["C1", "B2", "C2", "A3", "B3", "C3"]
        return
    destroyed = "something was destroyed at {}: nothing can be put there"
    assert refused(there, "A barrier B1") == [("SOD-8.14", destroyed.format("B1"))]
    assert refused(there, "A barrier A1/A2") == [("SOD-8.14", destroyed.format("A1/A2"))]
    play(there, "A barrier B1/B2")
    assert places(there) == ["B1/B2", "C1/C2"]


def test_a_barrier_is_destroyed_without_rubble() -> None:
    there = zone("barrier", "B2/C2", A=can("barrier", ip=2000, initiative=1))
    play(there, "A end")
    events = play(there, "A attack B2/C2")
    assert told(events, "destroyed") == [{"at": "B2/C2", "damage": 5}]
    assert (places(there), terrain(there)) == (["B1/C1", "B3/C3"], {"B1/C1": "obstructing", "B3/C3": "obstructing"})


def test_the_last_of_a_barrier_ends_it() -> None:
    there = zone("barrier", "B1", A=can("barrier", ip=2000, initiative=1))
    play(there, "A end")
    events = play(there, "A attack B1")
    assert names(events) == ["attacked", "destroyed", "ended"]
    assert told(events, "ended") == [{"id": 1, "why": "ended"}]
    assert (terrain(there), effects(there)) == ({}, [])


def test_the_damage_of_a_barrier_adds_up_and_is_forgotten_with_it() -> None:
    there = battle(ROOM, rulings=CUMULATIVE, A=can("barrier", **QUICK, **FEEBLE), T=SLOW)
    play(there, "A barrier B2")
    until(there, "A")
    play(there, "A attack B2")
    assert there.state.damage == {"B2": 2}
    until(there, "A", 2)
    assert (there.state.damage, effects(there)) == ({}, [])
    there = battle(ROOM, rulings=CUMULATIVE, A=can("barrier", ip=3000, initiative=1, **FEEBLE), T=SLOW)
    play(there, "A barrier B2", "A end", "A attack B2", "A end")
    assert told(play(there, "A attack B2"), "destroyed") == [{"at": "B2", "damage": 4}]
    assert (there.state.damage, terrain(there)) == ({}, {})


def test_a_barrier_at_a_corner_closes_one_way_round_it() -> None:
    one_way = zone("barrier", "B1", "A . .\n. . T\n. . .", A=can("barrier", ip=1300, initiative=1))
    assert refused(one_way, "A move B2") == []
    both = battle("A . .\n. . T\n. . .", A=can("barrier", **QUICK), T=SLOW)
    play(both, "A barrier B1")
    until(both, "A")
    play(both, "A barrier A2")
    assert refused(both, "A move B2")[0][0] == "SOD-7.8"


def test_a_barrier_round_somebody_shuts_it_in_unless_it_flies() -> None:
    for flight, moves in (([], []), (["flight"], ["move"])):
        there = battle("T F\n. A", A=can("barrier", ip=1000, initiative=1), T=can(*flight, initiative=150), F=SLOW)
        play(there, "A barrier A1/A2")
        assert places(there) == ["A1/A2", "B1/B2"]
        until(there, "T")
        assert [action["do"] for action in there.legal() if action["do"] == "move"] == moves


def test_a_flyer_passes_over_a_barrier_and_does_not_stop_on_it() -> None:
    there = zone("barrier", "B1", "A . . T", A=can("barrier", "flight", **QUICK))
    assert refused(there, "A move B1 C1") == []
    assert refused(there, "A move B1")[0][0] == "SOD-7.4"


def test_a_transition_is_no_way_up_while_a_barrier_stands_on_it() -> None:
    there = zone("barrier", "B1", "A t .1 T", A=can("barrier", **QUICK))
    assert terrain(there) == {"B1": "obstructing"}
    assert refused(there, "A move B1")[0][0] == "SOD-7.2"


# --- SOD-8.17 ----------------------------------------------------------------------------------------------


def icy(drawing: str, *rolls: int, reflex: int = 50, **more: Any) -> Battle:
    """Return the turn of A, with a Reflex save and dice, on a map with drawn ice."""
    stated = {"A": {**READY, "saves": {"reflex": reflex}}, **more}
    return battle(drawing, seed=rolling(*rolls), **stated)


@pytest.mark.clause("SOD-8.17", applies=True)
def test_sod_8_17_applies_who_fails_the_save_stops_on_the_ice() -> None:
    there = icy("A . y . T", 49)
    events = play(there, "A move B1 C1 D1")
    [saved] = told(events, "saved")
    assert names(events) == ["saved", "moved"]
    assert (saved["who"], saved["against"], saved["save"], saved["strength"]) == ("A", "ice", 50, 0)
    assert told(events, "moved") == [{"who": "A", "path": ["B1", "C1"], "facing": "E"}]
    assert there.state.pieces["A"]["at"] == "C1"
    assert (there.state.pieces["A"]["ip"], there.state.pieces["A"]["acted"]) == (250, ["move"])


@pytest.mark.clause("SOD-8.17", applies=True)
def test_sod_8_17_applies_a_save_for_each_icy_tile() -> None:
    there = icy("A y y y . T", 60, 20)
    events = play(there, "A move B1 C1 D1 E1")
    assert [saved["success"] for saved in told(events, "saved")] == [True, False]
    assert told(events, "moved")[0]["path"] == ["B1", "C1"]


@pytest.mark.clause("SOD-8.17", applies=False)
def test_sod_8_17_not_for_who_saves_or_stops_there_or_starts_there() -> None:
    assert told(play(icy("A . y . T", 50), "A move B1 C1 D1"), "moved")[0]["path"] == ["B1", "C1", "D1"]
    assert names(play(icy("A . y . T"), "A move B1 C1")) == ["moved"]
    assert names(play(icy("Ay . . . T"), "A move B1 C1")) == ["moved"]


@pytest.mark.clause("SOD-8.17", applies=False)
def test_sod_8_17_not_for_flyers_nor_on_the_tile_of_a_friend() -> None:
    assert names(play(icy("A . y . T", A={**READY, "abilities": ["flight"]}), "A move B1 C1 D1")) == ["moved"]
    there = icy("A Fy . . T", rulings={"pass-through": "friends"})
    assert names(play(there, "A move B1 C1")) == ["moved"]


def test_an_icy_object_is_ice_and_an_icy_border_does_nothing() -> None:
    assert names(play(icy("A P . T", 20, P={"is": "icy"}), "A move B1 C1")) == ["saved", "moved"]
    assert names(play(icy("A . . T", borders={"icy": "A1/B1 B1/C1"}), "A move B1 C1")) == ["moved"]


def test_who_comes_back_to_an_icy_tile_saves_again() -> None:
    events = play(icy("Ay y . T", 60, 20), "A move B1 A1 B1 C1")
    assert len(told(events, "saved")) == 2
    assert told(events, "moved") == [{"who": "A", "path": ["B1", "A1"], "facing": "W"}]


def test_ice_ends_no_movement_and_halves_none() -> None:
    assert ends("Ay y . .", A={"move": 3}) == {}
    there = icy("Ay . . .\n. . . T", A={**READY, "move": 3})
    assert refused(there, "A move B1 C1 D1") == []


def test_the_preview_of_a_move_names_the_ice_and_the_chance_of_the_save() -> None:
    there = icy("A y . T")
    move = {"do": "move", "who": "A", "path": ["B1", "C1"]}
    assert there.preview(move)["dangers"] == [{"ability": "ice", "at": "B1", "resisted": Fraction(51, 100)}]
    assert any("Ice at B1, resisted with 51 %" in text for text in there.foretell(move))


# --- SOD-8.18 ----------------------------------------------------------------------------------------------


def corroded(drawing: str, *rolls: int, fortitude: int = 50, **more: Any) -> Battle:
    """Return the turn of A, with a Fortitude save and dice, on a map with drawn corrosion."""
    stated = {**READY, "saves": {"fortitude": fortitude}, "reduction": {"physical": 9, "energy": 9}}
    return battle(drawing, seed=rolling(*rolls), **{**more, "A": {**stated, **more.get("A", {})}})


@pytest.mark.clause("SOD-8.18", applies=True)
@pytest.mark.parametrize(("roll", "damage"), [(49, 3), (50, 1)])
def test_sod_8_18_applies_a_move_through_it_hurts_once(roll: int, damage: int) -> None:
    events = play(corroded("A v v . T", roll), "A move B1 C1 D1")
    assert names(events) == ["moved", "saved", "hurt"]
    [saved] = told(events, "saved")
    assert (saved["against"], saved["save"], saved["strength"]) == ("corrosion", 50, 0)
    hurt = {"who": "A", "from": "corrosion", "kind": "bio", "damage": damage, "health": 10 - damage}
    assert told(events, "hurt") == [hurt]


@pytest.mark.clause("SOD-8.18", applies=True)
def test_sod_8_18_applies_as_a_turn_begins_there() -> None:
    there = battle(ROOM, seed=rolling(20), A=can("corrosion", ip=1000, initiative=1), T={"at": "E3", "initiative": 200})
    play(there, "A corrosion E2")
    assert there.state.pieces["T"]["health"] == 10
    events = until(there, "T")
    assert names(events)[-3:] == ["turn-began", "saved", "hurt"]
    assert there.state.pieces["T"]["health"] == 7


@pytest.mark.clause("SOD-8.18", applies=True)
def test_sod_8_18_applies_to_who_is_knocked_back_onto_it() -> None:
    there = battle("A . T v", seed=rolling(66, 20), A=READY, T=SLOW)
    events = play(there, "A attack T")
    assert names(events) == ["attacked", "knocked-back", "saved", "hurt"]
    assert there.state.pieces["T"]["health"] == 2


@pytest.mark.clause("SOD-8.18", applies=True)
def test_sod_8_18_applies_to_a_flyer_where_it_stops() -> None:
    there = corroded("A v . . T", 20, A={"abilities": ["flight"]})
    assert names(play(there, "A move B1")) == ["moved", "saved", "hurt"]


@pytest.mark.clause("SOD-8.18", applies=False)
def test_sod_8_18_not_under_a_flyer_nor_where_one_leaves() -> None:
    assert names(play(corroded("A v . . T", A={"abilities": ["flight"]}), "A move B1 C1")) == ["moved"]
    there = battle("Av . . T", seed=rolling(20), A=READY)
    assert there.state.pieces["A"]["health"] == 7
    assert names(play(there, "A move B1")) == ["moved"]


@pytest.mark.clause("SOD-8.18", applies=False)
def test_sod_8_18_not_in_stasis() -> None:
    there = battle(
        "A . . . T", seed=rolling(50), A=can("corrosion", "stasis", ip=2000, initiative=1), T={"initiative": 200}
    )
    play(there, "A stasis T", "A end", "A corrosion E1")
    assert told(until(there, "T"), "hurt") == []


def test_who_slips_before_the_corrosion_is_not_corroded() -> None:
    there = corroded("A y v . T", 20)
    assert names(play(there, "A move B1 C1 D1")) == ["saved", "moved"]
    there = corroded("A y v . T", 99, 20, A={"saves": {"reflex": 50}})
    assert names(play(there, "A move B1 C1 D1")) == ["saved", "moved", "saved", "hurt"]


def test_a_tile_that_is_icy_and_corrosive_is_both() -> None:
    there = corroded("A yv . T", 20, 20)
    assert names(play(there, "A move B1 C1")) == ["saved", "moved", "saved", "hurt"]
    assert there.state.pieces["A"]["at"] == "B1"


def test_a_flooded_tile_is_no_longer_corrosive() -> None:
    there = battle("A v . . T", A=can("flood", **QUICK), T=SLOW)
    play(there, "A flood B1")
    assert names(play(there, "A move B1")) == ["moved"]


def test_a_corrosive_object_is_corrosion_and_a_corrosive_border_does_nothing() -> None:
    assert names(play(corroded("A P . T", 20, P={"is": "corrosive"}), "A move B1")) == ["moved", "saved", "hurt"]
    assert names(play(corroded("A . . T", borders={"corrosive": "A1/B1"}), "A move B1")) == ["moved"]


def test_who_is_defeated_on_the_way_ends_its_turn() -> None:
    there = corroded("A v . F T", 20, A={"health": 3}, F=SLOW, T={"initiative": 200})
    events = play(there, "A move B1 C1")
    assert names(events)[:5] == ["moved", "saved", "hurt", "defeated", "turn-ended"]
    assert there.state.active == "T"


def test_the_last_of_a_side_is_defeated_on_the_way() -> None:
    there = corroded("A v . T", 20, A={"health": 3})
    events = play(there, "A move B1 C1")
    assert names(events) == ["moved", "saved", "hurt", "defeated", "over"]
    assert told(events, "over") == [{"winner": "blue", "how": "defeat"}]


def test_who_is_defeated_as_its_turn_begins_has_none() -> None:
    there = battle(
        "A . . T . Y",
        seed=rolling(20),
        A=can("corrosion", ip=1000, initiative=1),
        T={"initiative": 200, "health": 3},
        Y=SLOW,
    )
    play(there, "A corrosion D1")
    events = play(there, "A end")
    assert names(events)[:7] == ["turn-ended", "tick", "turn-began", "saved", "hurt", "defeated", "turn-ended"]


def test_who_falls_to_the_own_corrosion_takes_it_along() -> None:
    there = battle("A . F T", seed=rolling(20), A=can("corrosion", ip=1000, initiative=200, health=3), F=SLOW, T=SLOW)
    play(there, "A corrosion A1")
    events = play(there, "A end")
    assert told(events, "ended") == [{"id": 1, "why": "defeated"}]
    assert terrain(there) == {}


def test_the_preview_of_a_move_names_the_corrosion() -> None:
    there = corroded("A v v . T")
    preview = there.preview({"do": "move", "who": "A", "path": ["B1", "C1"]})
    assert preview["dangers"] == [{"ability": "corrosion", "at": "B1", "resisted": Fraction(51, 100)}]


@pytest.mark.parametrize(
    ("drawing", "ability", "targets"),
    [("A # v T", "teleportation", ["C1"]), ("A . T v", "telekinesis", ["T", "E"])],
    ids=["teleportation", "throw"],
)
def test_the_preview_of_a_teleportation_or_throw_names_the_corrosion_at_its_end(
    drawing: str, ability: str, targets: list[str]
) -> None:
    saves = {"saves": {"fortitude": 50}}
    there = battle(drawing, A={**can(ability, **READY), **saves}, T={**SLOW, **saves})
    use = {"do": "ability", "who": "A", "ability": ability, "targets": targets}
    [danger] = there.preview(use)["dangers"]
    assert danger["ability"] == "corrosion"
    assert danger["resisted"] == Fraction(51, 100)
    assert f"Corrosion at {danger['at']}, resisted with 51 %" in there.foretell(use)


def test_the_preview_of_an_attack_names_the_corrosion_to_which_doubles_knock_the_target_back() -> None:
    there = battle("A . T v", A=READY, T=SLOW)
    lines = there.foretell({"do": "attack", "who": "A", "target": "T"})
    at = lines.index("doubles (5 %) knock T back to D1")
    assert lines[at + 1] == "Corrosion at D1, resisted with 1 %"


@pytest.mark.parametrize(
    ("drawing", "borders", "health"),
    [
        ("A . T .", {}, 10),
        ("A . T v #", {}, 3),
        ("A . T v .", {"obstructing": "D1/E1"}, 10),
        ("A . Tv # .", {}, 10),
        ("A . Tv", {}, 10),
    ],
    ids=["none", "defeated first", "rubble first", "slammed where it stands", "not thrown off the map"],
)
def test_the_preview_of_a_throw_names_no_corrosion_that_does_not_hurt(
    drawing: str, borders: dict[str, str], health: int
) -> None:
    there = battle(
        drawing, seed=rolling(2), borders=borders, A=can("telekinesis", **READY), T={**SLOW, "health": health}
    )
    use = {"do": "ability", "who": "A", "ability": "telekinesis", "targets": ["T", "E"]}
    assert there.preview(use)["dangers"] == []
    assert "corrosion" not in [event.get("against") for event in there.apply(use)]


# --- targets -----------------------------------------------------------------------------------------------

YARD = """\
. . . # . . .
. A . i . P .
# . . . . . .
. . _ . # . .
. T . . . . ."""


@pytest.mark.parametrize("near", ["T", "U"])
@pytest.mark.parametrize("engaged", ["enemies-only", "all-targets"])
@pytest.mark.parametrize("key", ["barrier", "flood"])
def test_what_is_listed_is_what_may_be_named(key: str, engaged: str, near: str) -> None:
    stated: dict[str, Any] = {"A": can(key, **READY), "P": {"is": "obstructing"}, "T": SLOW}
    if near == "U":
        stated["U"] = {"at": "B1", **SLOW}
    walls = {"obstructing": "C2/D2 D4/D5", "impeding": "B2/B3"}
    there = battle(YARD, rulings={"engaged": engaged}, borders=walls, **stated)
    labels = [f"{column}{row}" for row in range(1, 6) for column in "ABCDEFG"]
    borders = [f"{one}/{other}" for one in labels for other in labels if one < other]
    listed = {action["targets"][0] for action in there.legal() if action["do"] == "ability"}
    named = labels if key == "flood" else [*labels, *borders]
    assert listed == {each for each in named if not refused(there, f"A {key} {each}")}
    if near == "U" and engaged == "all-targets":
        assert {label for label in listed if "/" in label} <= {"A2/B2", "B1/B2", "B2/B3", "B2/C2"}


def test_a_border_is_seen_past_itself_and_past_what_stands_on_its_tile() -> None:
    there = battle("A . P T", A=can("barrier", **READY), P={"is": "obstructing"})
    assert refused(there, "A barrier B1/C1") == []
    assert refused(there, "A barrier C1/D1") == []
    there = battle("A # . T", A=can("barrier", **READY))
    assert refused(there, "A barrier B1/C1") == []
    assert [clause for clause, _ in refused(there, "A barrier C1/D1")] == ["SOD-8.0"]


# --- together with other abilities -------------------------------------------------------------------------


@pytest.mark.parametrize("flight", [[], ["flight"]])
def test_who_teleports_onto_corrosion_is_hurt(flight: list[str]) -> None:
    there = corroded("A . v T", 20, A={"abilities": ["teleportation", *flight]})
    assert names(play(there, "A teleportation C1")) == ["used", "teleported", "saved", "hurt"]


def test_who_teleports_over_ice_and_corrosion_does_not_touch_them() -> None:
    there = corroded("A y v . T", A={"abilities": ["teleportation"]})
    assert names(play(there, "A teleportation D1")) == ["used", "teleported"]


def test_who_is_thrown_over_corrosion_is_hurt_where_the_throw_ends_alone() -> None:
    there = battle("A . T v . . . .", seed=rolling(20), A=can("telekinesis", **READY), T={**SLOW, "health": 20})
    events = play(there, "A telekinesis T E")
    assert names(events) == ["used", "saved", "thrown"]
    there = battle("A . T . . . v .", seed=rolling(20, 20), A=can("telekinesis", **READY), T={**SLOW, "health": 20})
    events = play(there, "A telekinesis T E")
    assert names(events) == ["used", "saved", "thrown", "saved", "hurt"]


@pytest.mark.parametrize(("letter", "then"), [("y", ["saved", "moved"]), ("v", ["moved", "saved", "hurt"])])
def test_a_step_out_of_a_portal_enters_ice_and_corrosion(letter: str, then: list[str]) -> None:
    there = battle(
        f"A . . . {letter} . T",
        seed=rolling(20),
        A=can("portal", ip=2000, initiative=1),
        T=SLOW,
    )
    play(there, "A portal B1 E1")
    assert names(play(there, "A move B1 E1 F1")) == then


def test_a_flood_puts_out_who_burns() -> None:
    there = battle(
        "A . . T .\nF . . . .",
        seed=rolling(60),
        A=can("immolate", ip=1100, initiative=1),
        F=can("flood", ip=1000, initiative=1),
        T={"initiative": 200},
    )
    play(there, "A immolate T", "A end")
    assert effects(there) == [("immolate", "T", None)]
    play(there, "F flood D1")
    events = until(there, "T")
    assert told(events, "hurt") == []
    assert told(events, "ended") == [{"id": 1, "why": "ended"}]


def test_who_has_burnt_is_not_corroded_as_well() -> None:
    there = battle(
        "A . . T .\nF . . . Y",
        seed=rolling(60),
        A=can("immolate", ip=1100, initiative=1),
        F=can("corrosion", ip=1000, initiative=1),
        T={"initiative": 200, "health": 6},
        Y=SLOW,
    )
    play(there, "A immolate T", "A end", "F corrosion D1")
    events = play(there, "F end")
    assert [hurt["from"] for hurt in told(events, "hurt")] == ["immolate"]
    assert told(events, "saved") == []
    assert told(events, "defeated") == [{"who": "T"}]


def test_an_immobilized_character_is_corroded_where_it_stands() -> None:
    there = battle(
        "A . . T .\nF . . . .",
        seed=rolling(20),
        A=can("immobilize", ip=1100, initiative=1),
        F=can("corrosion", ip=1000, initiative=1),
        T={"initiative": 200},
    )
    play(there, "A immobilize T", "A end", "F corrosion D1")
    assert [hurt["who"] for hurt in told(until(there, "T"), "hurt")] == ["T"]
