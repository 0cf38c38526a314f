"""The meaning of terrain in pictures: the marks of features and of kinds without their own drawing, and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from sightline.board import Feature, Table
from sightline.i18n import _, word
from sightline.render.primitives.terrain_marks import TEXTURES
from sightline.rules import Position, Ruleset, Stroke, TerrainDrawing, depiction_of

_PLACES = {
    1: ((0.0, 0.0, 0.72),),
    2: ((-0.4, 0.02, 0.5), (0.4, 0.02, 0.5)),
    3: ((-0.38, -0.3, 0.46), (0.38, -0.3, 0.46), (0.0, 0.36, 0.46)),
    4: ((-0.38, -0.32, 0.44), (0.38, -0.32, 0.44), (-0.38, 0.36, 0.44), (0.38, 0.36, 0.44)),
}
"""The places (x, y, scale) of several marks in a cell, by their number."""


class TerrainMeaning(NamedTuple):
    """The names of the marks of terrain, the most important first, and the rest of its meaning in words."""

    marks: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class OwnKind(NamedTuple):
    """A kind without its own drawing: its meaning, and the texture that distinguishes it from similar ones."""

    meaning: TerrainMeaning
    texture: int


def feature_meanings(rules: Ruleset[Any], table: Table, drawings: Collection[str]) -> Mapping[str, TerrainMeaning]:
    """Return the meaning of each feature by name: the marks of the system, otherwise that of its kind."""
    return {feature.name: _meaning(rules, feature.kind, feature.means, drawings) for feature in table.features}


def own_kinds(rules: Ruleset[Any], position: Position, drawings: Collection[str]) -> Mapping[str, OwnKind]:
    """Return, by name, the kinds of terrain without a drawing that a texture can distinguish."""
    found: dict[str, OwnKind] = {}
    used: Counter[tuple[str, ...]] = Counter()
    for kind, means in position.terrain.items():
        if kind in drawings or kind == "clear":
            continue
        meaning = _meaning(rules, kind, means, drawings)
        if used[meaning.marks] < len(TEXTURES):
            # Kinds of equal meaning get different textures, and others too as long as there are enough.
            taken = {each.texture for each in found.values() if each.meaning.marks == meaning.marks}
            turns = ((len(found) + turn) % len(TEXTURES) for turn in range(len(TEXTURES)))
            texture = next(turn for turn in turns if turn not in taken)
            found[kind] = OwnKind(meaning, texture)
            used[meaning.marks] += 1
    return found


def own_drawing(kind: OwnKind, drawings: Mapping[str, TerrainDrawing]) -> TerrainDrawing:
    """Return the drawing of a kind by its meaning: its marks side by side, in the tint of the most important one."""
    marks = [drawings[mark] for mark in kind.meaning.marks][: max(_PLACES)]
    if not marks:
        return TerrainDrawing("on-other", is_flat=True)
    strokes = (
        Stroke(stroke.css, stroke.path, stroke.width, (x, y), scale)
        for mark, (x, y, scale) in zip(marks, _PLACES[len(marks)], strict=True)
        for stroke in mark.strokes
    )
    return TerrainDrawing(marks[0].tint, tuple(strokes), all(mark.is_flat for mark in marks))


def _meaning(rules: Ruleset[Any], kind: str, means: Struct, drawings: Collection[str]) -> TerrainMeaning:
    depiction = depiction_of(rules)
    held = [mark for mark in depiction.terrain_marks if mark.holds(means)]
    marks = tuple(mark.mark for mark in held) or tuple(each for each in (kind,) if each in drawings)
    meanings = (_(mark.meaning) for mark in depiction.terrain_marks if mark.mark in marks and mark.mark != kind)
    return TerrainMeaning(marks, (*meanings, *depiction.terrain_words(means)))


def feature_words(feature: Feature) -> str:
    """Return the name of a feature in the current language."""
    return word(feature.name)
