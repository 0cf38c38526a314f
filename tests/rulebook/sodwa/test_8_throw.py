"""Section 8: Telekinesis and Portal."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from sightline.api import Battle
from tests.rulebook.sodwa.battles import (
    READY,
    SLOW,
    battle,
    can,
    effects,
    play,
    refused,
    rolling,
    told,
)

THROWER = can("telekinesis", ip=2000, initiative=1)


def thrown(drawing: str, facing: str, *, target: str = "T", roll: int = 49, **more: Any) -> Battle:
    """Return a battle in which A has thrown somebody or something, whose save fails unless the roll is high."""
    people: dict[str, Any] = {"A": THROWER, "T": {**SLOW, "saves": {"power": 50}}}
    stated: dict[str, Any] = {name: {**people.get(name, {}), **more.get(name, {})} for name in {*people, *more}}
    there = battle(drawing, seed=rolling(roll), **stated)
    play(there, f"A telekinesis {target} {facing}")
    return there


def throw_of(there: Battle) -> tuple[list[str], Any]:
    """Return the path of the throw in the latest step, and what it slammed into."""
    event = next(event for event in there.run.steps[-1].events if type(event).__name__ == "Thrown")
    return list(getattr(event, "path", ())), getattr(event, "into", None)


# --- SOD-8.13 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-8.13", applies=True)
def test_sod_8_13_applies_an_enemy_is_thrown_four_tiles() -> None:
    there = thrown("A . T . . . . .", "E")
    assert throw_of(there) == (["D1", "E1", "F1", "G1"], None)
    assert there.state.pieces["T"]["health"] == 10


@pytest.mark.clause("SOD-8.13", applies=True)
def test_sod_8_13_applies_slamming_into_another_hurts_both() -> None:
    there = thrown("A . T . E", "E", E={"reduction": {"physical": 1}})
    assert throw_of(there) == (["D1"], "E")
    assert (there.state.pieces["T"]["health"], there.state.pieces["E"]["health"]) == (7, 8)


@pytest.mark.clause("SOD-8.13", applies=True)
@pytest.mark.parametrize(
    ("drawing", "borders", "facing", "into"),
    [
        ("A . T E", {"obstructing": "C1/D1"}, "E", "C1/D1"),
        ("A . T E .", {"obstructing": "D1/E1"}, "E", "E"),
        ("A . # E\n. . T #", {}, "NE", "D1"),
        ("A . . E\n. . T #", {}, "NE", "E"),
        ("A . T E1", {}, "E", "D1"),
        ("A . T1 E1", {}, "E", "E"),
    ],
)
def test_sod_8_13_applies_what_stands_between_is_hit_before_who_is_behind_it(
    drawing: str, borders: dict[str, str], facing: str, into: str
) -> None:
    there = thrown(drawing, facing, borders=borders, E=SLOW)
    assert throw_of(there) == ([], into)
    hurt = 3 if into == "E" else 0
    assert (there.state.pieces["T"]["health"], there.state.pieces["E"]["health"]) == (7, 10 - hurt)


@pytest.mark.clause("SOD-8.13", applies=True)
def test_sod_8_13_applies_a_wall_falls() -> None:
    there = thrown("A . T #", "E")
    assert throw_of(there) == ([], "D1")
    assert (there.state.pieces["T"]["health"], dict(there.state.terrain)) == (7, {"D1": "difficult"})


@pytest.mark.clause("SOD-8.13", applies=True)
def test_sod_8_13_applies_off_a_level_it_falls() -> None:
    there = thrown("A . T1 . .", "E", T={"saves": {"power": 0}})
    assert throw_of(there) == (["D1"], None)
    assert there.state.pieces["T"]["health"] == 8


def test_a_preview_and_the_greedy_player_count_a_fall_only_to_who_does_not_fly() -> None:
    throw = {"do": "ability", "who": "A", "ability": "telekinesis", "targets": ["T", "E"]}
    for target, damage in ((SLOW, 2), (can("flight"), 0)):
        there = battle("A . T1 . .", A=THROWER, T=target)
        assert there.preview(throw)["fall"] == damage
        hint = there.hint()
        assert hint is not None
        assert (hint["actions"][0].get("ability") == "telekinesis") == (damage > 0)


SAVED = "T resists with 1 %; else "


@pytest.mark.parametrize(
    ("drawing", "target", "facing", "hurts", "said"),
    [
        (
            "A . T U",
            "T",
            "E",
            {"T": 3, "U": 1},
            [f"{SAVED}slammed into U", "T takes 3 damage", "U takes 1 damage"],
        ),
        ("A . O U", "O", "E", {"U": 1}, ["slammed into U", "U takes 1 damage"]),
        ("A . O # U", "O", "E", {}, ["slammed into D1, which falls"]),
        ("A . O .1 U", "O", "E", {}, ["slammed into D1"]),
        ("A . T #", "T", "E", {"T": 3}, [f"{SAVED}slammed into D1, which falls", "T takes 3 damage"]),
        ("A . T1 .", "T", "E", {"T": 2}, [f"{SAVED}thrown to D1", "T falls and takes 2 damage"]),
        ("A . T .", "T", "E", {}, [f"{SAVED}thrown to D1"]),
        ("A . T", "T", "E", {}, [f"{SAVED}it stays where it is: the map ends there"]),
    ],
)
def test_a_preview_says_what_each_character_takes(
    drawing: str, target: str, facing: str, hurts: dict[str, int], said: list[str]
) -> None:
    armoured = {**SLOW, "reduction": {"physical": 2}}
    people: dict[str, Any] = {"A": THROWER, "T": SLOW, "U": armoured}
    there = battle(drawing, **{name: stated for name, stated in people.items() if name in drawing})
    throw = {"do": "ability", "who": "A", "ability": "telekinesis", "targets": [target, facing]}
    assert there.preview(throw)["hurts"] == hurts
    assert there.foretell(throw)[: len(said)] == said


@pytest.mark.parametrize("target", ["T", "O"])
def test_what_is_at_the_edge_of_the_map_is_not_thrown_off_it(target: str) -> None:
    there = thrown("A . T\n. . O", "E", target=target)
    assert throw_of(there) == ([], None)
    assert there.run.tell(there.run.steps[-1])[-1] == f"{target} stays where it is: the map ends there."


def test_a_flyer_falls_softly_and_nobody_is_thrown_up() -> None:
    there = thrown("A . T1 . .", "E", T=can("flight"))
    assert (throw_of(there), there.state.pieces["T"]["health"]) == ((["D1"], None), 10)
    up = thrown("A . T .1", "E")
    assert (throw_of(up), up.state.pieces["T"]["health"]) == (([], "D1"), 7)


def test_objects_are_thrown_without_a_save() -> None:
    there = thrown("A . O . T", "E", target="O", roll=99)
    assert throw_of(there) == (["D1"], "T")
    assert (there.state.pieces["O"]["at"], there.state.pieces["T"]["health"]) == ("D1", 7)


@pytest.mark.clause("SOD-8.13", applies=False)
def test_sod_8_13_not_after_a_save() -> None:
    there = thrown("A . T . .", "E", roll=50)
    assert (there.state.pieces["T"]["at"], effects(there)) == ("C1", [])


@pytest.mark.clause("SOD-8.13", applies=False)
def test_sod_8_13_nor_beyond_the_edge() -> None:
    there = thrown("A . T .", "E")
    assert (throw_of(there), there.state.pieces["T"]["health"]) == ((["D1"], None), 10)


def test_what_is_held_in_place_is_not_thrown() -> None:
    there = battle("A . T .", A=can("immobilize", "telekinesis", ip=2000, initiative=1), T=SLOW)
    play(there, "A immobilize T", "A end")
    message = "T is held in place and cannot be thrown"
    assert refused(there, "A telekinesis T E") == [("SOD-8.13", message)]


# --- SOD-8.15 ----------------------------------------------------------------------------------------------

GATE = can("portal", ip=2000, initiative=1)


@pytest.mark.clause("SOD-8.15", applies=True)
def test_sod_8_15_applies_a_step_leads_through() -> None:
    there = battle("A . w . . .", A={**GATE, "move": 3}, T={"at": "F1", **SLOW})
    play(there, "A portal B1 D1")
    assert effects(there) == [("portal", ["B1", "D1"], 4)]
    assert refused(there, "A move B1 D1 E1") == []
    paths = {action["path"][-1]: action["path"] for action in there.legal() if action["do"] == "move"}
    assert paths["E1"] == ["B1", "D1", "E1"]


@pytest.mark.clause("SOD-8.15", applies=False)
def test_sod_8_15_not_onto_a_taken_tile_nor_without_a_portal() -> None:
    there = battle("A . . T .", A={**GATE, "move": 3}, T=SLOW)
    play(there, "A portal B1 D1")
    assert refused(there, "A move B1 D1") != []
    there = battle("A . . T .", A={**GATE, "move": 3}, T=SLOW)
    assert refused(there, "A move B1 D1") != []


def test_a_portal_lasts_four_turns_of_its_user() -> None:
    there = battle("A . . T", A=can("portal", ip=1000, initiative=500), T=SLOW)
    play(there, "A portal B1 C1")
    ended = [told(play(there, "A end"), "ended") for _ in range(4)]
    assert ended == [[], [], [], [{"id": 1, "why": "expired"}]]


def test_a_portal_with_rubble_on_one_of_its_tiles_leads_nowhere() -> None:
    there = battle(
        "A . . . . T\n. . . . . .",
        borders={"obstructing": "D1/D2"},
        A={**can("portal"), "ip": 3000, "initiative": 1, "move": 8},  # of which an Attack leaves 2
        T=SLOW,
    )
    play(there, "A portal B1 D1", "A end")
    assert refused(there, "A move B1 D1") == []
    play(there, "A attack D1/D2")
    assert effects(there) == [("portal", ["B1"], 3)]
    assert refused(there, "A move B1 D1") != []


def test_who_is_thrown_onto_a_portal_comes_out_of_the_other_tile() -> None:
    there = battle(
        "A . T . . .\n. . . . . .",
        seed=rolling(49),
        A=can("portal", "telekinesis", ip=2500, initiative=1),
        T={**SLOW, "saves": {"power": 0}},
    )
    play(there, "A portal A2 D2", "A end")
    play(there, "A telekinesis T SE")
    assert throw_of(there) == (["D2", "A2"], None)


@pytest.mark.parametrize("kind", ["impeding", "obstructing"])
def test_an_object_that_is_thrown_off_a_portal_onto_its_other_tile_comes_out_where_it_was(kind: str) -> None:
    there = battle("A . O . . T", A=THROWER, O={"is": kind}, links=["C1 E1"])
    play(there, "A telekinesis O E")
    assert throw_of(there) == (["D1", "E1", "C1"], None)
    assert there.state.pieces["O"]["at"] == "C1"


def test_another_object_that_obstructs_closes_a_portal_to_what_is_thrown() -> None:
    there = battle("A . O . . P\n. . . . . T", A=THROWER, P={"is": "obstructing"}, links=["E1 F1"])
    play(there, "A telekinesis O E")
    assert throw_of(there) == (["D1", "E1"], None)


@pytest.mark.parametrize(
    ("targets", "why"),
    [
        ("B1 B1", "a portal needs two different tiles"),
        ("C1 D1", "a portal begins on the tile of its user or an adjacent one, and C1 is neither"),
        ("B1 E1", "E1 is obstructing terrain"),
    ],
)
def test_a_portal_that_cannot_be_is_refused(targets: str, why: str) -> None:
    there = battle("A . . . # T", A=can("portal", **READY))
    assert refused(there, f"A portal {targets}")[0] == ("SOD-8.15", why)


def test_a_reason_that_two_targets_share_is_given_once() -> None:
    there = battle("A # . T", A=can("portal", ip=1000))
    with pytest.raises(sightline.IllegalAction, match=r"^no line of sight from A to C1[^;]*$"):
        play(there, "A portal C1 C1")
    assert len(refused(there, "A portal C1 C1")) == 2
