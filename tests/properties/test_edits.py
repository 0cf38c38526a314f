"""An edit is the same change made in the text and parsed again, and its undo takes it back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import sightline
from sightline.board import format_border, format_cell
from tests.properties.examples import fewer

SCENARIOS = Path(__file__).parents[2] / "scenarios"
FILES = (
    "penance/across-the-rubble.yaml",
    "hero5/the-gatehouse.yaml",
    "combat-hex/ruling-sheet.yaml",
    "sodwa/elevated-sight.yaml",
    "sodwa/the-ferry.yaml",
    "post-galactica/the-breach.yaml",
    "post-galactica/the-landing-pad.yaml",
)
LOADED = {name: sightline.load(SCENARIOS / name) for name in FILES}
FREE = [name for name, scenario in LOADED.items() if scenario.position.is_free]
TEAMS = [name for name, scenario in LOADED.items() if scenario.teams]

Edit = Mapping[str, Any]
Tree = dict[str, Any]


def tree_of(scenario: sightline.Scenario) -> Tree:
    tree: Tree = yaml.load(scenario.to_yaml(), yaml.BaseLoader)
    return tree


def changed_text(tree: Tree, edit: Edit) -> str:
    """Return the text of a scenario in which somebody has made the change of an edit by hand."""
    for subject, change in CHANGES.items():
        if subject in edit:
            change(tree, edit)
    return json.dumps(tree)


def change_piece(tree: Tree, edit: Edit) -> None:
    pieces, name = tree.setdefault("pieces", {}), edit["piece"]
    if "set" in edit:
        pieces[name] = {k: v for k, v in {**pieces[name], **edit["set"]}.items() if v is not None}
    elif "add" in edit:
        pieces[name] = edit["add"]
    elif "rename" in edit:
        tree["pieces"] = {edit["rename"] if key == name else key: value for key, value in pieces.items()}
        if "pairs" in tree:
            tree["pairs"] = [[edit["rename"] if each == name else each for each in pair] for pair in tree["pairs"]]
    else:
        del pieces[name]
        if "pairs" in tree:
            tree["pairs"] = [pair for pair in tree["pairs"] if name not in pair]


def change_cells(tree: Tree, edit: Edit) -> None:
    """State what the edit states in lists, which hold over the drawing."""
    if "terrain" in edit:
        tree["map"]["terrain"] = dict.fromkeys(edit["terrain"] or ["clear"], edit["cells"])
    if "level" in edit:
        tree["map"]["levels"] = {str(edit["level"]): edit["cells"]}


def change_borders(tree: Tree, edit: Edit) -> None:
    borders = tree["map"].get("borders", {})
    for places in borders.values():
        places[:] = [place for place in places if place not in edit["borders"]]
    for kind in edit["terrain"]:
        borders.setdefault(kind, []).extend(edit["borders"])
    if borders:
        tree["map"]["borders"] = borders


def change_feature(tree: Tree, edit: Edit) -> None:
    features = tree["map"].setdefault("features", [])
    match edit:
        case {"feature": "new", "set": stated}:
            features.append(stated)
        case {"feature": index, "set": None}:
            del features[index]
        case {"feature": index, "set": stated}:
            features[index] = {k: v for k, v in {**features[index], **stated}.items() if v is not None}


def change_ruling(tree: Tree, edit: Edit) -> None:
    rulings = tree.setdefault("rulings", {})
    rulings.pop(edit["ruling"], None)
    if edit["choice"] is not None:
        rulings[edit["ruling"]] = edit["choice"]


def change_title(tree: Tree, edit: Edit) -> None:
    tree["title"] = edit["title"]


CHANGES: Mapping[str, Callable[[Tree, Edit], None]] = {
    "piece": change_piece,
    "cells": change_cells,
    "borders": change_borders,
    "feature": change_feature,
    "ruling": change_ruling,
    "title": change_title,
}


def edits(scenario: sightline.Scenario) -> st.SearchStrategy[Edit]:
    """Return edits of what is there, most of them possible."""
    position = scenario.position
    rulings = {ruling.name: ruling.choices for ruling in scenario.rules.rulings}
    forms = [
        st.builds(lambda title: {"title": title}, st.sampled_from(["", "Night", 'a "b": #c'])),
        st.sampled_from([{"ruling": name, "choice": c} for name, of in rulings.items() for c in (*of, None, "x")]),
        pieces(scenario),
    ]
    if position.is_free:
        return st.one_of(*forms, features(scenario))
    kinds = st.sampled_from([*position.terrain, "nowhere"])
    labels = st.sampled_from([format_cell(scenario.board, cell) for cell in scenario.board])
    places = st.lists(st.one_of(labels, st.builds("{}:{}".format, labels, labels)), max_size=3, unique=True)
    terrain = st.lists(kinds, max_size=2, unique=True)
    levels = st.integers(scenario.rules.lowest_level, scenario.rules.highest_level + 1)
    forms += [
        st.builds(lambda cells, terrain: {"cells": cells, "terrain": terrain}, places, terrain),
        st.builds(lambda cells, level: {"cells": cells, "level": level}, labels.map(lambda each: [each]), levels),
    ]
    sides = [format_border(scenario.board, (a, b)) for a in scenario.board for b in near(scenario, a)]
    of_borders = st.lists(st.sampled_from([*position.border_terrain, "nowhere"]), max_size=2, unique=True)
    borders = st.lists(st.sampled_from(sorted(set(sides))), max_size=3, unique=True)
    forms.append(st.builds(lambda borders, terrain: {"borders": borders, "terrain": terrain}, borders, of_borders))
    return st.one_of(*forms)


def near(scenario: sightline.Scenario, cell: Any) -> list[Any]:
    return [other for other in scenario.board.grid.neighbours(cell) if other in scenario.board]


def pieces(scenario: sightline.Scenario) -> st.SearchStrategy[Edit]:
    stated = tree_of(scenario)["pieces"]
    names, contents = st.sampled_from(sorted(stated)), st.sampled_from(list(stated.values()))
    return st.one_of(
        st.builds(lambda name, to: {"piece": name, "set": to}, names, contents),
        st.builds(lambda name, key, to: {"piece": name, "set": {key: to.get(key)}}, names, keys(stated), contents),
        st.builds(lambda name, to: {"piece": name, "add": to}, st.sampled_from(["Zoe", "a.b"]), contents),
        st.builds(lambda name: {"piece": name, "remove": True}, names),
        st.builds(lambda name, new: {"piece": name, "rename": new}, names, st.sampled_from(["Zoe", "#1", " "])),
    )


def keys(stated: Mapping[str, Mapping[str, Any]]) -> st.SearchStrategy[str]:
    return st.sampled_from(sorted({key for piece in stated.values() for key in piece}))


def features(scenario: sightline.Scenario) -> st.SearchStrategy[Edit]:
    stated = tree_of(scenario)["map"]["features"]
    contents = st.sampled_from(stated)
    index = st.integers(0, len(stated) - 1)
    return st.one_of(
        st.builds(lambda index, to: {"feature": index, "set": to}, index, st.one_of(st.none(), contents)),
        st.builds(lambda to: {"feature": "new", "set": to}, contents),
    )


@pytest.mark.parametrize("name", [name for name in FILES if name not in TEAMS])
@fewer(40)
@given(data=st.data())
def test_an_edit_is_the_change_made_in_the_text(name: str, data: st.DataObject) -> None:
    scenario = LOADED[name]
    edit = data.draw(edits(scenario))
    expected, told = outcome(lambda: sightline.parse(changed_text(tree_of(scenario), edit)))
    edited, told_of_edit = outcome(lambda: scenario.with_edits([edit]))
    assert edited == expected
    assert bool(told & told_of_edit) == (expected is None)


def outcome(make: Callable[[], sightline.Scenario]) -> tuple[sightline.Scenario | None, set[str]]:
    """Return a scenario, or the messages of its refusal."""
    try:
        return make(), set()
    except sightline.ScenarioError as error:
        return None, {problem.message for problem in error.problems}


@pytest.mark.parametrize("name", FILES)
@fewer(40)
@given(data=st.data())
def test_edits_are_taken_back_by_their_undo(name: str, data: st.DataObject) -> None:
    scenario = before = LOADED[name]
    applied = []
    for edit in data.draw(st.lists(edits(scenario), max_size=6)):
        with suppress(sightline.ScenarioError):
            scenario, undo = scenario.edited([edit])
            applied.append((edit, undo))
    assert before.with_edits([edit for edit, _ in applied]) == scenario
    after, undo_of_all = before.edited([edit for edit, _ in applied])
    assert after.with_edits(undo_of_all) == before
    for _, undo in reversed(applied):
        scenario = scenario.with_edits(undo)
    assert scenario == before
