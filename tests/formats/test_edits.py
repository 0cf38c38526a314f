"""Edits: their forms, what is refused and where, what they touch."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from sightline.formats.edits.edit_forms import MAX_EDITS
from sightline.formats.edits.touched_fields import touch_same, touched

TEXT = """
sightline: 1
rules: penance
map: {grid: hex, size: 5x5, terrain: {wall: [B2]}}
pieces:
  Ann: {at: A1, facing: N, side: red}
  Ben: {at: E5, facing: S, side: blue, sp: 3}
pairs: [[Ann, Ben], [Ben, Ann]]
"""
FREE = """
sightline: 1
rules: post-galactica
map: {grid: free, size: 24x24, features: [{is: ruin, blocks: true, outline: [[1, 1], [3, 1], [3, 3]]}]}
"""
SCENARIO, TABLE = sightline.parse(TEXT), sightline.parse(FREE)
HOLED = sightline.parse("""
sightline: 1
rules: penance
map:
  grid: hex
  cells: |
    . _ .
    . . .
""")


def problems_of(
    *edits: Any, scenario: sightline.Scenario = SCENARIO
) -> list[tuple[str, str | None, str | None, str | None]]:
    with pytest.raises(sightline.ScenarioError) as refused:
        scenario.with_edits(edits)
    return [(each.file, each.key, each.found, each.nearest) for each in refused.value.problems]


def test_all_problems_of_all_edits_are_told_at_their_edits() -> None:
    assert problems_of(
        {"piece": "Ann", "set": {"facing": "NORTH", "sheild": "left"}},
        {"cells": ["C3", "c4"], "terrain": ["wal"], "level": 7},
        {"ruling": "casket-cover", "choice": "some"},
        {"ruling": "casket", "choice": None},
        {"piece": "Ben", "set": {"sp": None, "heet": None}},
    ) == [
        ("edits.0", "pieces.Ann.sheild", "sheild", "shield"),
        ("edits.0", "pieces.Ann.facing", "NORTH", None),
        ("edits.1", "cells.1", "c4", "C4"),
        ("edits.1", "terrain.0", "wal", "wall"),
        ("edits.1", "level", "7", None),
        ("edits.2", "rulings.casket-cover", "some", None),
        ("edits.3", "ruling", "casket", "casket-cover"),
        ("edits.4", "pieces.Ben.heet", "heet", "heat"),
    ]


@pytest.mark.parametrize(
    ("edit", "key", "message"),
    [
        ("Ann", None, 'expected a mapping, not "Ann".'),
        ({}, None, "an edit says what it changes. Allowed: piece, cells, borders, feature,"),
        ({"piece": "Ann"}, "piece", "an edit must state an action. Allowed: set, add, remove, rename."),
        ({"piece": "Ann", "remove": False}, "remove", "expected true, not false."),
        ({"piece": "Ann", "remove": True, "rename": "Bea"}, "rename", "remove and rename are two edits."),
        ({"piece": "Ann", "move": "C3"}, "move", "'move' is not a key of an edit of this form."),
        ({"piece": 3, "remove": True}, "piece", "expected a text, not 3."),
        ({"cells": "C3", "level": 1}, "cells", 'expected a list, not "C3".'),
        ({"cells": ["C3"], "level": True}, "level", "expected a whole number, not true."),
        ({"feature": "old", "set": {}}, "feature", 'expected a whole number or "new", not "old".'),
        ({"ruling": "casket-cover", "choice": 1}, "choice", "expected a text or null, not 1."),
        ({"title": None}, "title", "expected a text, not null."),
        ({"title": [None, True]}, "title", "expected a text, not [null, true]."),
        ({"piece": "Ann", "set": {"weapons": [None]}}, "pieces.Ann.weapons", "null cannot be used in a scenario."),
        ({"piece": "Ann", "rename": "Ben"}, "rename", "there is already a piece 'Ben'."),
        ({"piece": "Ann", "add": {"at": "C3", "facing": "N"}}, "pieces.Ann", "there is already a piece 'Ann'."),
        ({"piece": "Ann", "set": {"at": "E5"}}, "pieces.Ben.at", "'Ann' already stands at E5."),
        ({"piece": "Ann", "set": {"at": None}}, "pieces.Ann.at", "at is missing: a piece needs it."),
        ({"piece": "\ud800", "add": {"at": "C3", "facing": "N"}}, "piece", "expected a text of valid characters."),
        ({"title": "\ud800"}, "title", "expected a text of valid characters."),
        ({"feature": 0, "set": None}, "feature", "a map of cells has no features: its terrain stands in cells."),
        ({"borders": ["A1/A2"], "terrain": ["fence"]}, "terrain.0", "'fence' is not a kind of border."),
        ({"scenario": "sightline: 1\nmap: {}\nrules: pen"}, "map.grid", "grid is missing: a map needs it."),
    ],
)
def test_what_is_wrong_is_told(edit: Any, key: str | None, message: str) -> None:
    with pytest.raises(sightline.ScenarioError) as refused:
        SCENARIO.with_edits([edit])
    first = refused.value.problems[0]
    assert first.key == key
    assert first.message.startswith(message)
    assert not isinstance(refused.value, sightline.EditGone)


@pytest.mark.parametrize(
    "edit",
    [
        {"piece": "Cy", "set": {"at": "C3"}},
        {"piece": "Cy", "remove": True},
        {"piece": "Cy", "rename": "Dan"},
        {"cells": ["C3", "F1"], "level": 1},
        {"cells": ["C3:F1"], "level": 1},
        {"cells": ["B1"], "level": 1},
        {"borders": ["E1/F1"], "terrain": []},
    ],
)
def test_what_is_not_there_is_gone(edit: Any) -> None:
    with pytest.raises(sightline.EditGone):
        HOLED.with_edits([edit])
    assert HOLED.with_edits([{"cells": ["A1:C1"], "terrain": ["wall"]}]).to_yaml().splitlines()[6] == "    # _ #"


def test_a_feature_that_is_not_there_is_gone() -> None:
    with pytest.raises(sightline.EditGone, match="there is no feature 1, the table has 1"):
        TABLE.with_edits([{"feature": 1, "set": None}])
    assert problems_of({"cells": ["A1"], "terrain": []}, scenario=TABLE) == [("edits.0", "cells", "cells", None)]


def test_edits_may_pass_through_what_could_not_stand() -> None:
    swapped = SCENARIO.with_edits([{"piece": "Ann", "set": {"at": "E5"}}, {"piece": "Ben", "set": {"at": "A1"}}])
    assert swapped == SCENARIO.with_pieces({"Ann": {"at": "E5"}, "Ben": {"at": "A1"}})


def test_all_edits_are_applied_or_none() -> None:
    before = SCENARIO.to_yaml()
    problems_of({"title": "Night"}, {"cells": ["C3"], "level": 1}, {"piece": "Ann", "set": {"at": "B9"}})
    assert SCENARIO.to_yaml() == before


def test_a_piece_that_is_removed_leaves_the_pairs_and_comes_back_to_its_place() -> None:
    without, undo = SCENARIO.edited([{"piece": "Ann", "remove": True}])
    assert (without.pairs, list(without.board.pieces)) == ((), ["Ben"])
    again = without.with_edits(undo)
    assert (again.pairs, list(again.board.pieces)) == ((("Ann", "Ben"), ("Ben", "Ann")), ["Ann", "Ben"])


def test_what_takes_edits_back_has_numbers_where_the_file_has_numbers() -> None:
    outline = [[1, 1], [3, 1], [3, 3]]
    moved, undo = TABLE.edited([{"feature": 0, "set": {"outline": [[2, 2], [4.25, 2], [4, 4]], "blocks": False}}])
    assert undo == ({"feature": 0, "set": {"outline": outline, "blocks": True}},)
    assert moved.edited(undo)[1][0]["set"]["outline"] == [[2, 2], [4.25, 2], [4, 4]]
    assert TABLE.edited([{"feature": 0, "set": None}])[1][0]["set"]["outline"] == outline


@pytest.mark.parametrize("text", ["007", "-0", "1.50", "1e3", "True", "no", ".5", "'12'"])
def test_what_takes_edits_back_keeps_texts_as_they_are_written(text: str) -> None:
    stated = SCENARIO.with_edits([{"piece": "Ann", "set": {"side": text.strip("'")}}])
    _, undo = stated.edited([{"piece": "Ann", "set": {"side": "red"}}])
    assert undo[0]["set"]["side"] in (text.strip("'"), 12)
    assert stated.edited(undo)[0] == stated


def test_a_piece_before_one_that_is_gone_comes_last() -> None:
    cy = {"piece": "Cy", "add": {"at": "C3", "facing": "N"}}
    assert list(SCENARIO.with_edits([{**cy, "before": "Ben"}]).board.pieces) == ["Ann", "Cy", "Ben"]
    assert list(SCENARIO.with_edits([{**cy, "before": "Dan"}]).board.pieces) == ["Ann", "Ben", "Cy"]


def test_the_whole_scenario_is_an_edit_among_others() -> None:
    edits = [{"title": "Night"}, {"scenario": FREE}, {"title": "Day"}]
    edited, undo = SCENARIO.edited(edits)
    assert (edited.title, edited.rules.key) == ("Day", "post-galactica")
    assert edited.with_edits(undo) == SCENARIO


def test_edits_of_characters_make_teams_pieces_and_others_do_not() -> None:
    yard = sightline.load("scenarios/sodwa/the-ferry.yaml")
    name = next(name for team in yard.data.teams.values() for name in team.characters)
    assert yard.with_edits([{"title": "Night"}]).teams
    edited, undo = yard.edited([{"piece": name, "set": {"health": 3}}])
    assert not edited.teams
    assert list(edited.board.pieces) == list(yard.board.pieces)
    assert edited.with_edits(undo) == yard


def test_more_edits_than_allowed_are_refused() -> None:
    assert problems_of(*[{"title": ""}] * (MAX_EDITS + 1)) == [("-", "edits", None, None)]
    assert problems_of(*[{"cells": ["A1:A1000"], "level": 0}] * 3)[0][1] == "cells.0"


def test_problems_are_in_the_language_of_the_scenario() -> None:
    with pytest.raises(sightline.ScenarioError, match="il n'y a pas de pièce 'Cy'"):
        SCENARIO.with_language("fr").with_edits([{"piece": "Cy", "remove": True}])


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"piece": "Ann", "set": {"at": "C3"}}, {"piece": "Ann", "set": {"at": "C4", "facing": "N"}}, True),
        ({"piece": "Ann", "set": {"at": "C3"}}, {"piece": "Ann", "set": {"facing": "N"}}, False),
        ({"piece": "Ann", "set": {"at": "C3"}}, {"piece": "Ben", "set": {"at": "C3"}}, False),
        ({"piece": "Ann", "set": {"at": "C3"}}, {"piece": "Ann", "remove": True}, True),
        ({"piece": "Ann", "rename": "Bea"}, {"piece": "Bea", "set": {"facing": "N"}}, True),
        ({"cells": ["C3"], "level": 1}, {"cells": ["D4:B2"], "level": 2}, True),
        ({"cells": ["C3"], "level": 1}, {"cells": ["D4:B2"], "terrain": []}, False),
        ({"cells": ["C3"], "level": 1}, {"cells": ["C4:D5"], "level": 1}, False),
        ({"borders": ["C3/C4"], "terrain": []}, {"borders": ["C4/C3", "A1/A2"], "terrain": ["wall"]}, True),
        ({"borders": ["C3/C4"], "terrain": []}, {"borders": ["C3/D3"], "terrain": []}, False),
        ({"feature": 1, "set": {"is": "x"}}, {"feature": 1, "set": {"is": "y"}}, True),
        ({"feature": 1, "set": {"is": "x"}}, {"feature": 2, "set": {"is": "y"}}, False),
        ({"feature": 1, "set": {"is": "x"}}, {"feature": 0, "set": None}, True),
        ({"ruling": "a", "choice": None}, {"ruling": "a", "choice": "b"}, True),
        ({"ruling": "a", "choice": None}, {"ruling": "b", "choice": "b"}, False),
        ({"title": "a"}, {"title": "b"}, True),
        ({"title": "a"}, {"pairs": []}, False),
        ({"scenario": "..."}, {"title": "b"}, True),
        ({"scenario": "..."}, {"cells": ["C3"], "level": 1}, True),
    ],
)
def test_edits_touch_the_same_or_not(one: Any, other: Any, same: bool) -> None:
    assert touch_same(touched(one), touched(other)) is touch_same(touched(other), touched(one)) is same
