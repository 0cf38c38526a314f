"""PG-0.1: what a unit states, buildings on several hexes, and what is wrong with statements."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from sightline import ScenarioError
from tests.rulebook.findings import forbids, rows
from tests.rulebook.post_galactica.boards import BLADE, BUILDING, PLAIN, RIFLE, board, melee, shot, text

TWO_GUNS = [RIFLE, {"name": "cannon", "range": 9}, BLADE]


def problems(drawing: str, **more: Any) -> list[tuple[str | None, str | None]]:
    """Return the key and what was found of everything that is wrong."""
    with pytest.raises(ScenarioError) as raised:
        board(drawing, **more)
    return [(problem.key, problem.found) for problem in raised.value.problems]


@pytest.mark.clause("PG-0.1", applies=True)
def test_pg_0_1_applies_to_who_has_no_skill_for_it() -> None:
    assert rows(melee("A T", A={"melee_skill": 0})) == [forbids("PG-0.1")]
    assert rows(shot("A . T", A={"ranged_skill": 0})) == [forbids("PG-20.1")]
    assert shot("A . T", A={"melee_skill": 0}).legal
    assert melee("A T", A={"ranged_skill": 0}).legal


@pytest.mark.clause("PG-0.1", applies=True)
def test_pg_0_1_applies_to_each_skill_in_its_own_attacks() -> None:
    skills = {"ranged_skill": 6, "melee_skill": 9}
    assert shot("A . T", A=skills).to_hit.hit_check == 6
    assert melee("A T", A=skills).to_hit.hit_check == 9


@pytest.mark.clause("PG-0.1", applies=True)
def test_pg_0_1_applies_to_the_nearest_hex_of_a_building_and_to_sight_of_any() -> None:
    building = {"at": ["D1", "E1", "E2"]}
    verdict = shot("A . . . .\n. . . . .", T=building)
    assert (verdict.distance, verdict.sight, rows(verdict)) == (3, "clear", PLAIN)
    # One of the lines is cut, the other is not.
    half_hidden = shot("A # . . .\n. . . . .\n. . . . .", T={"at": ["D1", "C3"]})
    assert (half_hidden.distance, half_hidden.sight) == (3, "clear")
    assert [(line.from_, line.to) for line in half_hidden.lines] == [("A1", "C3")]


@pytest.mark.clause("PG-0.1", applies=False)
def test_pg_0_1_a_skill_that_no_dice_reach_is_no_lack_of_it() -> None:
    verdict = melee("A T", A={"melee_skill": 99})
    assert (verdict.legal, verdict.odds.hit) == (True, 0)


@pytest.mark.clause("PG-0.1", applies=False)
def test_pg_0_1_a_building_is_out_of_sight_where_no_hex_of_it_is_seen() -> None:
    assert shot("A # . . .\n. # . . .\n. . . . .", T={"at": ["D1", "D2"]}).sight == "blocked"


def test_a_building_attacks_like_a_unit() -> None:
    verdict = board("T . . . .", A={"at": ["D1", "E1"], "weapons": [RIFLE]}).shot("A", "T")
    assert (verdict.distance, verdict.legal, rows(verdict)) == (3, True, PLAIN)


def test_only_buildings_stand_on_several_hexes() -> None:
    assert problems(". . T", A={"at": ["A1", "B1"], "building": False}) == [("pieces.A.at", '["A1", "B1"]')]
    assert board(". . T", A={"at": ["A1", "B1"]}).shot("A", "T").legal
    assert board("A . T", A=BUILDING).shot("A", "T").legal


def test_the_hexes_of_a_building_may_be_listed_as_rectangles() -> None:
    listed = board("T . . . .\n. . . . .", A={"at": ["C1:D2", "E1"]})
    assert listed == board("T . . . .\n. . . . .", A={"at": ["C1", "D1", "C2", "D2", "E1"]})
    assert problems("T . . .", A={"at": []}) == [("pieces.A.at", "[]")]
    assert problems("T . . .", A={"at": ["B1:C1", "C1"]}) == [("pieces.A.at", '["B1:C1", "C1"]')]
    assert problems("T . . .", A={"at": ["A1:B1"]}) == [("pieces.A.at", '["A1:B1"]')]


def test_two_pieces_in_one_hex_are_bad_input() -> None:
    assert problems("A . T", B={"at": ["B1", "C1"]}) == [("pieces.B.at.1", "C1")]


def test_known_and_unknown_tags_are_taken_in_capitals_or_not() -> None:
    tags = {"tags": ["LARGE", "Winged Hussars"]}
    assert shot("A X T", X=tags).sight == "blocked"
    assert shot("A . X T", X={"tags": ["Winged Hussars"]}).legal


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ({"allows": ["PG-20.2"]}, ("pieces.A.allows.0", "PG-20.2")),
        ({"allows": "PG-20.5"}, ("pieces.A.allows", "PG-20.5")),
        ({"cohesion": 0}, ("pieces.A.cohesion", "0")),
        ({"tags": "Large"}, ("pieces.A.tags", "Large")),
        ({"cover": "heavy"}, ("pieces.A.cover", "heavy")),
        ({"base": "big"}, ("pieces.A.base", "big")),
        ({"weapons": [{"name": "gun", "range": "far"}]}, ("pieces.A.weapons.0.range", "far")),
        ({"weapons": [{"name": "pike", "range": "melee", "melee_reach": 0}]}, ("pieces.A.weapons.0.melee_reach", "0")),
        ({"weapons": TWO_GUNS, "targets": {"rifle": "T", "cannon": "X"}}, ("pieces.A.targets", ...)),
        ({"weapons": TWO_GUNS, "targets": {"rifles": "T"}}, ("pieces.A.targets.rifles", "rifles")),
        ({"weapons": TWO_GUNS, "targets": {"blade": "T"}}, ("pieces.A.targets.blade", "blade")),
        ({"weapons": TWO_GUNS, "targets": {"rifle": "Z"}}, ("pieces.A.targets.rifle", "Z")),
        ({"weapons": TWO_GUNS, "targets": {"rifle": "A"}}, ("pieces.A.targets.rifle", "A")),
    ],
)
def test_bad_input(stated: dict[str, Any], found: tuple[str, Any]) -> None:
    assert problems("A . T X", A=stated) == [
        found if found[1] is not ... else (found[0], '{"rifle": "T", "cannon": "X"}')
    ]


def test_terrain_has_to_say_whether_it_blocks() -> None:
    [(key, _)] = problems("A r T", kinds={"rubble": {"cover": "light"}})
    assert key == "map.kinds.rubble.blocks"
    assert board("A r T", kinds={"rubble": {"blocks": False}}).shot("A", "T").legal


def test_bad_targets_of_a_what_if_are_reported_too() -> None:
    scenario = board("A . T X", A={"weapons": TWO_GUNS, "split_fire": True, "targets": {"rifle": "T", "cannon": "X"}})
    with pytest.raises(ScenarioError) as raised:
        scenario.with_piece("A", split_fire=False)
    assert [problem.key for problem in raised.value.problems] == ["pieces.A.targets"]
    assert scenario.with_piece("A", split_fire=False, targets={"rifle": "T"}).shot("A", "T").legal


def test_what_is_stated_is_written_and_read_back() -> None:
    stated = {
        "weapons": [*TWO_GUNS, {"name": "sling", "range": 2.5}],
        "split_fire": True,
        "targets": {"rifle": "T", "cannon": "X"},
        "tags": ["Stealth"],
        "allows": ["PG-20.6"],
        "protected": "a shield",
    }
    scenario = board("A . T X . .", A=stated, B={"at": ["E1", "F1"], "cover": "heavy"})
    assert sightline.parse(scenario.to_yaml()) == scenario
    assert "range: 2.5" in scenario.to_yaml()


def test_problems_have_the_place_of_what_is_wrong() -> None:
    source = text("A . T X", A={"weapons": TWO_GUNS, "targets": {"rifles": "T"}})
    with pytest.raises(ScenarioError) as raised:
        sightline.parse(source)
    [problem] = raised.value.problems
    assert problem.line is not None
    assert problem.column is not None
    assert source.splitlines()[problem.line - 1][problem.column :].startswith("rifles")
    assert problem.nearest == "rifle"
