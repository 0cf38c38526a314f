"""What is answered on a free table, as programs read it, and which rulings decide it."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

import sightline
from sightline.board import BasedPiece
from sightline.plane import Disc, Spot, distance
from tests.deciding_rulings import Ask, check_rulings_named, decisive
from tests.rulebook.post_galactica.boards import BLADE, RIFLE, RULINGS
from tests.rulebook.post_galactica.tables import box, building, feature, shot, table, wall

ACROSS = (9, 5, 10, 15)
FRAIL: dict[str, Any] = {"at": [15, 14], "cohesion": 1, "toughness": 3}
LARGE: dict[str, Any] = {"tags": ["Large"], "at": [10, 10], "base": 3}


def told(answer: Any) -> dict[str, Any]:
    """Return an answer as programs read it."""
    found: dict[str, Any] = json.loads(answer.to_json())
    return found


def smoke(*corners: float) -> dict[str, Any]:
    """Return an obscuring feature."""
    return feature("smoke", box(*corners), cover="obscuring")


# --- attacks -----------------------------------------------------------------------------------------------


def test_an_attack_that_is_open() -> None:
    answer = told(
        shot(wall(9, 5, 10, 9.8), A={"weapons": [{**RIFLE, "range": 12}]}, T={"at": [15, 12], "base": "32mm"})
    )
    assert {key: answer[key] for key in ("distance", "sight", "legal", "margin", "too_close", "cover", "engaged")} == {
        "distance": round(104**0.5 - 0.5 - 16 / 25.4, 6),
        "sight": "clear",
        "legal": True,
        "margin": None,
        "too_close": False,
        "cover": "none",
        "engaged": [],
    }
    assert (answer["to_hit"], answer["odds"]["hit"], answer["rulings"]) == (
        {"hit_check": 7, "wound_threshold": 4},
        "7/12",
        {},
    )


def test_the_odds_of_one_chart_are_those_of_each_attack() -> None:
    weapons = [
        {"name": f"{attacks} for {damage}", "range": 30, "attacks": attacks, "damage": damage}
        for attacks in (1, 2)
        for damage in (1, 2)
    ]
    firing = {"weapons": weapons, "at": [5, 14], "ranged_skill": 9}

    def afresh() -> sightline.Scenario:
        return table(A={"weapons": weapons}, F=firing, T={"cohesion": 3}, U=FRAIL)

    answers = list(afresh().iter_chart())
    assert len({json.dumps(told(answer)["odds"]) for answer in answers if answer.odds}) > 8
    for answer in answers:
        assert told(answer) == told(afresh().shot(answer.from_, answer.to, weapon=answer.weapon))


@pytest.mark.parametrize("features", [[], [wall(*ACROSS)], [wall(9, 5, 10, 9.9), wall(9, 10.1, 10, 15)]])
def test_one_line_is_reported_to_six_places_from_base_to_base(features: list[Any]) -> None:
    scenario = table(*features, A={"base": "32mm"}, T={"base": [3, 1], "facing": 17})
    answer, back = told(scenario.shot("A", "T")), told(scenario.shot("T", "A"))
    (line,) = answer["lines"]
    assert back["lines"] == [{"from": line["to"], "to": line["from"]}]
    assert all(round(value, 6) == value for spot in line.values() for value in spot)
    for name, spot in (("A", line["from"]), ("T", line["to"])):
        assert distance(Disc(Spot(*spot), 0), scenario.table.pieces[name].shape) < 2e-6


def test_the_line_of_an_attack_out_of_sight_is_the_shortest() -> None:
    assert told(shot(wall(*ACROSS)))["lines"] == [{"from": [5.5, 10], "to": [14.5, 10]}]
    assert told(shot(wall(*ACROSS), T=building(15, 5, 17, 15)))["lines"] == [{"from": [5.5, 10], "to": [15, 10]}]


def test_the_line_through_a_slit_is_open() -> None:
    (line,) = told(shot(wall(9, 5, 10, 9.9), wall(9, 10.1, 10, 15)))["lines"]
    (ax, ay), (bx, by) = line["from"], line["to"]
    for x in (9, 10):
        assert ay + (x - ax) * (by - ay) / (bx - ax) == pytest.approx(10, abs=1e-5)


def test_numbers_of_whole_inches_and_none_are_reported_as_they_are() -> None:
    answer = told(shot(wall(*ACROSS)))
    assert (answer["distance"], answer["margin"], answer["to_hit"], answer["odds"]) == (9, 0, None, None)


def test_a_roll() -> None:
    scenario = table(A={"weapons": [{**RIFLE, "range": 9, "attacks": 3}]}, T={"cohesion": 2})
    answer = told(scenario.resolve("A", "T", seed=1))
    assert answer["outcome"] in {"hit", "miss"}
    assert 6 <= len(answer["rolls"]) <= 12
    assert told(table(wall(*ACROSS)).resolve("A", "T", seed=1))["rolls"] == []


# --- what is seen ------------------------------------------------------------------------------------------


def test_whom_a_unit_sees() -> None:
    seen = told(table(wall(*ACROSS), E={"at": [5, 3]}, B=building(3, 14, 8, 18), F={"at": [30, 10]}).see("A"))
    assert seen == {"from": "A", "pieces": {"E": "clear", "B": "clear"}, "rulings": {}}


def test_nothing_that_is_asked_of_cells_is_answered() -> None:
    scenario = table()
    for ask in (
        lambda: scenario.threat("red"),
        lambda: scenario.advise("A"),
        lambda: scenario.line("A1", "B2"),
    ):
        with pytest.raises(sightline.ScenarioError, match="a free table has none"):
            ask()


# --- removals ----------------------------------------------------------------------------------------------


def removed(*features: Any, **stated: Any) -> list[tuple[str, bool]]:
    """Return what would open sight if it were away, and whether the attack would be legal then."""
    changes = told(table(*features, **stated).shot("A", "T", why_not=True))["why_not"]
    assert {change["change"] for change in changes} <= {"remove"}
    return [(change["what"], change["legal"]) for change in changes]


def test_what_would_open_an_attack_if_it_were_away() -> None:
    assert removed(wall(*ACROSS)) == [("wall", True)]
    assert removed(wall(*ACROSS), wall(11, 5, 12, 15)) == []
    assert removed(wall(9, 5, 10, 10.2), wall(9, 9.8, 10, 15), wall(1, 1, 2, 2)) == [("wall 1", True), ("wall 2", True)]
    assert removed(B=building(*ACROSS)) == [("B", True)]
    assert removed(E=LARGE) == [("E", True)]
    assert removed(E={"at": [7, 10]}) == [("E", True)]  # who engages A
    assert removed(wall(*ACROSS), T={"protected": "it burrows"}) == [("wall", False)]
    assert removed(wall(*ACROSS), A={"weapons": [BLADE]}) == [("wall", False)]  # though melee needs no sight
    assert removed() == []


# --- rulings -----------------------------------------------------------------------------------------------

CLOSE: dict[str, Any] = {"at": [6.8, 10]}
SHOTS: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "plain": ([wall(9, 9.8, 10, 15)], {}),
    "out of a wood": ([smoke(3, 5, 8, 15)], {}),
    "at the edge of a wood": ([smoke(3, 10, 8, 15)], {}),
    "out of a ruin": ([wall(3, 5, 8, 15)], {}),
    "into a wood behind a wall": ([smoke(13, 5, 18, 15), wall(*ACROSS)], {}),
    "a large unit": ([], {"E": LARGE}),
    "a large unit on one side": ([], {"E": {**LARGE, "at": [10, 11.9]}}),
    "a large unit off the lines": ([], {"E": {**LARGE, "at": [10, 15]}}),
    "a large unit and a wall": ([wall(*ACROSS)], {"E": {**LARGE, "at": [12, 10]}}),
    "cover in melee": ([feature("bush", box(6.5, 9, 8, 11), cover="light")], {"T": CLOSE, "A": {"weapons": [BLADE]}}),
    "smoke in melee": ([smoke(6.5, 9, 8, 11)], {"T": CLOSE, "A": {"weapons": [BLADE]}}),
    "beside a building": ([], {"E": building(6, 5, 8, 9.8)}),
    "a building in melee": ([], {"T": building(6, 5, 8, 15), "A": {"weapons": [BLADE]}}),
    "shooting through": (
        [smoke(13, 5, 18, 15)],
        {"F": building(6, 5, 8, 15, side="red", tags=["firing ports"]), "E": {**LARGE, "at": [10, 12]}},
    ),
    "past buildings": ([], {"E": LARGE, "B": building(6, 5, 8, 15), "A": {"allows": ["PG-20.5"]}}),
}


@pytest.mark.slow
@pytest.mark.parametrize("scene", SHOTS)
def test_rulings_named_are_those_that_decide_an_attack(scene: str) -> None:
    features, stated = SHOTS[scene]
    check_rulings_named(table(*features, **stated), lambda scenario: scenario.shot("A", "T"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "ask",
    [
        lambda scenario: scenario.shot("A", "T", why_not=True),
        lambda scenario: scenario.resolve("A", "T", seed=1),
        lambda scenario: scenario.see("A"),
    ],
    ids=["why not", "resolve", "see"],
)
@pytest.mark.parametrize("scene", ["out of a wood", "a large unit", "into a wood behind a wall"])
def test_rulings_named_are_those_that_decide_other_answers(scene: str, ask: Ask) -> None:
    features, stated = SHOTS[scene]
    check_rulings_named(table(*features, **stated), ask)


@pytest.mark.slow
@pytest.mark.parametrize(("house", "decides"), [(building(12, 5, 14, 15), True), (building(30, 5, 34, 15), False)])
def test_rulings_named_are_those_that_decide_a_move(house: dict[str, Any], decides: bool) -> None:
    pytest.importorskip("shapely", reason="the extra free is not installed")
    scenario = table(B=house, T={"at": [38, 2]})
    check_rulings_named(scenario, lambda asked: asked.reach("A"))
    assert decisive(scenario, lambda asked: asked.reach("A")) == ({"buildings-engage": "no"} if decides else {})


def test_every_ruling_of_free_tables_decides_one_of_these_scenes() -> None:
    scenes = (table(*features, **stated) for features, stated in SHOTS.values())
    found = {name for scene in scenes for name in decisive(scene, lambda asked: asked.shot("A", "T"))}
    assert found == RULINGS - {"hex-sight", "hexside"}


# --- names and numbers -------------------------------------------------------------------------------------


def test_features_have_names_of_their_own() -> None:
    patch = box(30, 1, 31, 2)
    kinds = ("ruin", "ruin 1", "hedge", "ruin", "ruin 3", "wall", "wall")
    named = [each.name for each in table(*(feature(kind, patch) for kind in kinds)).table.features]
    assert named == ["ruin 2", "ruin 1", "hedge", "ruin 4", "ruin 3", "wall 1", "wall 2"]


def test_lengths_and_directions_have_as_many_places_as_programs_write() -> None:
    scenario = table(T={"at": [15 + 1 / 3, 10 - 2**0.5 / 7], "facing": 90 - 100 / 7})
    unit = cast("BasedPiece", scenario.table.pieces["T"])
    assert (unit.at, unit.facing) == ((15 + 1 / 3, 10 - 2**0.5 / 7), 90 - 100 / 7)
