"""Numbers of features: edits based on an earlier state of a table mean the features of then."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sightline
from sightline.formats.edits.feature_numbers import FeatureShift, feature_shift_of, renumber_features

REMOVED: dict[str, Any] = {"set": None}


def table(*names: str) -> sightline.Scenario:
    features = [f"{{is: {name}, blocks: true, outline: [[1, 1], [3, 1], [3, 3]]}}" for name in names]
    return sightline.parse(
        f"{{sightline: 1, rules: post-galactica, map: {{grid: free, size: 9x9, features: [{', '.join(features)}]}}}}"
    )


def names_of(scenario: sightline.Scenario) -> list[str]:
    return [feature.name for feature in scenario.table.features]


def shifts(*edits: Any, is_known: bool = False) -> list[FeatureShift]:
    return [FeatureShift(change, is_known) for edit in edits if (change := feature_shift_of(edit))]


@pytest.mark.parametrize(
    ("past", "edit", "renumbered"),
    [
        ([{"feature": 0, **REMOVED}], {"feature": 1, "set": {"is": "x"}}, {"feature": 0, "set": {"is": "x"}}),
        ([{"feature": 2, **REMOVED}], {"feature": 1, **REMOVED}, {"feature": 1, **REMOVED}),
        ([{"feature": "new", "set": {}, "before": 0}], {"feature": 1, **REMOVED}, {"feature": 2, **REMOVED}),
        ([{"feature": "new", "set": {}}], {"feature": 1, **REMOVED}, {"feature": 1, **REMOVED}),
        (
            [{"feature": 0, **REMOVED}],
            {"feature": "new", "set": {}, "before": 2},
            {"feature": "new", "set": {}, "before": 1},
        ),
        (
            [{"feature": 1, **REMOVED}],
            {"feature": "new", "set": {}, "before": 1},
            {"feature": "new", "set": {}, "before": 2},  # the one behind it is gone: at the end
        ),
        ([{"scenario": "other"}], {"feature": 1, **REMOVED}, {"feature": 1, **REMOVED}),
        ([{"feature": 1, "set": {"is": "x"}}, {"title": "x"}], {"feature": 1, **REMOVED}, {"feature": 1, **REMOVED}),
    ],
)
def test_the_number_follows_the_feature(past: list[Any], edit: Any, renumbered: Any) -> None:
    count = 3 + sum(each.get("feature") == "new" for each in past) - sum(each.get("set", 1) is None for each in past)
    assert renumber_features([edit], shifts(*past), count) == [renumbered]


def test_a_removed_feature_is_gone_and_every_edit_of_it_is_told() -> None:
    edits = [{"feature": 1, "set": {"is": "x"}}, {"title": "x"}, {"feature": 1, **REMOVED}, {"feature": 0, **REMOVED}]
    with pytest.raises(sightline.EditGone) as gone:
        renumber_features(edits, shifts({"feature": 1, **REMOVED}), 2)
    assert [(each.file, each.key, each.found, each.message) for each in gone.value.problems] == [
        ("edits.0", "feature", "1", "feature 1 has been removed."),
        ("edits.2", "feature", "1", "feature 1 has been removed."),
    ]


def test_changes_of_the_sender_are_known_to_it() -> None:
    edit = {"feature": 0, "set": {"is": "x"}}
    assert renumber_features([edit], shifts({"feature": 0, **REMOVED}, is_known=True), 2) == [edit]


def test_a_new_scenario_of_the_sender_is_where_its_numbers_begin() -> None:
    past = [*shifts({"feature": 5, **REMOVED}), *shifts({"scenario": "other"}, is_known=True)]
    past += shifts({"feature": 0, **REMOVED})
    assert renumber_features([{"feature": 1, **REMOVED}], past, 2) == [{"feature": 0, **REMOVED}]


def test_behind_a_new_scenario_the_numbers_are_those_of_its_features() -> None:
    edits = [{"feature": 2, **REMOVED}, {"scenario": "other"}, {"feature": 0, **REMOVED}, {"feature": 1, **REMOVED}]
    renumbered = [{"feature": 1, **REMOVED}, *edits[1:]]
    assert renumber_features(edits, shifts({"feature": 0, **REMOVED}), 2) == renumbered


def test_what_is_invalid_stays_as_it_is() -> None:
    odd = [5, None, {}, {"feature": True, "set": None}, {"feature": "old"}, {"feature": 9, "set": {}}, {"feature": -1}]
    assert renumber_features(odd, shifts({"feature": 0, **REMOVED}), 2) == odd


def test_whoever_edits_at_the_same_time_changes_the_features_that_they_meant() -> None:
    numbers, met = random.Random(7), 0
    for _round in range(50):
        known = now = table("a", "b", "c", "d")
        past: list[FeatureShift] = []
        for step in range(6):
            if numbers.random() < 0.5:  # somebody else
                edit = some_edit(numbers, now, step, "before")
                now, past = now.with_edits([edit]), past + shifts(edit)
                continue
            edit = some_edit(numbers, known, step)
            try:
                [sent] = renumber_features([edit], past, len(now.table.features))
            except sightline.EditGone:
                assert names_of(known)[edit["feature"]] not in names_of(now)
                met += 1
                continue
            earlier, known, now = (known, now), known.with_edits([edit]), now.with_edits([sent])
            past = past + shifts(sent, is_known=True)
            assert changed(earlier[0], known) == changed(earlier[1], now)
            met += sent != edit
    assert met > 25


def some_edit(numbers: random.Random, known: sightline.Scenario, step: int, *options: str) -> dict[str, Any]:
    """Return an edit that adds, moves or removes a feature."""
    count, outline = len(known.table.features), [[1, 1], [3, 1], [3, 4 + step]]
    if not count or numbers.random() < 0.4:
        added = {"is": f"n{step}", "blocks": True, "outline": outline}
        return {"feature": "new", "set": added, **dict.fromkeys(options, numbers.randint(0, count))}
    return {"feature": numbers.randrange(count), "set": None if numbers.random() < 0.5 else {"outline": outline}}


def changed(before: sightline.Scenario, after: sightline.Scenario) -> list[str]:
    """Return the names of the features that an edit adds, moves or removes."""
    return sorted({feature.name for feature in {*before.table.features} ^ {*after.table.features}})
