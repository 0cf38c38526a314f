"""Edits of a scenario's text, applied in a worker process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from sightline.formats.edits.feature_numbers import FeatureShift, renumber_features
from sightline.i18n import use_language
from sightline.server.questions.scenarios import check_size, open_scenario
from sightline.server.workers.scenario_cache import SCENARIOS


class ScenarioText(NamedTuple):
    """A scenario as it is stored: its text, and the data shown without parsing it.

    `edits` are those that led to it, with the numbers that features had, and `undo` undoes them.
    """

    text: str
    title: str
    rules: str
    edits: Sequence[Mapping[str, Any]] = ()
    undo: Sequence[Mapping[str, Any]] = ()


def read_text(stated: bytes, language: str) -> ScenarioText:
    """Return a new scenario, given in JSON as a text or an object. Raise `ScenarioError` with every problem."""
    scenario = open_scenario(msgspec.json.decode(stated), language=language)
    return ScenarioText(scenario.source, scenario.title, scenario.rules.key)


def edit_text(text: str, edits: bytes, past: Sequence[FeatureShift], language: str) -> ScenarioText:
    """Return a scenario after edits in JSON, which state the numbers of features before changes of the past.

    Raise `ScenarioError` with every problem, `EditGone` if an edit refers to something that is not there.
    """
    scenario, stated = open_scenario(text, language=language), msgspec.json.decode(edits)
    if past and scenario.position.is_free:
        with use_language(language):
            stated = renumber_features(stated, past, len(scenario.table.features))
    edited, undo = scenario.edited(stated)
    # Cached for the next edits of this table.
    kept = SCENARIOS.get((edited.to_yaml(), language), lambda: check_size(edited))
    return ScenarioText(kept.to_yaml(), edited.title, edited.rules.key, stated, undo)
