"""The meaning of features: the marks that they are filled with, and words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sightline.board import Feature, Table
from sightline.i18n import _, word
from sightline.rules import Ruleset, TerrainDrawing, depiction_of


class FeatureDepiction(NamedTuple):
    """The names of the marks of a feature, the most important first, and its further meaning in words."""

    marks: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def feature_depictions(
    rules: Ruleset[Any], table: Table, drawings: Mapping[str, TerrainDrawing]
) -> Mapping[str, FeatureDepiction]:
    """Return how each feature is shown, by name: with the marks of the system, else with that of its kind."""
    return {feature.name: _depiction(rules, feature, drawings) for feature in table.features}


def _depiction(rules: Ruleset[Any], feature: Feature, drawings: Collection[str]) -> FeatureDepiction:
    depiction = depiction_of(rules)
    held = [mark for mark in depiction.terrain_marks if mark.holds(feature.means)]
    marks = tuple(mark.mark for mark in held) or tuple(kind for kind in (feature.kind,) if kind in drawings)
    meanings = (_(mark.meaning) for mark in depiction.terrain_marks if mark.mark in marks and mark.mark != feature.kind)
    return FeatureDepiction(marks, (*meanings, *depiction.terrain_words(feature.means)))


def feature_words(feature: Feature) -> str:
    """Return the name of a feature in the current language."""
    return word(feature.name)
