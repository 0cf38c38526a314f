"""Rule systems as JSON: everything that the page needs to show one and to edit its scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from msgspec import Struct

from sightline.formats.json_answers import entry_answer, scenario_schema
from sightline.formats.map_reader import FREE
from sightline.formats.yaml_comments import localized_comments
from sightline.i18n import _, use_language, word
from sightline.rules import (
    Exemplified,
    FreelyMovable,
    Movable,
    Playable,
    Ruleset,
    Taught,
    Terrain,
    UnusableSystem,
    depiction_of,
    installed_systems,
)


class SystemSummary(Struct):
    """A summary of a rule system: its grids, its number of clauses, and whether it can be played."""

    key: str
    title: str
    revision: int
    grids: Sequence[str]
    clauses: int
    rulings: int
    playable: bool
    taught: bool


class TerrainKind(Struct):
    """A kind of terrain: its key in scenarios, its title, its letter in drawings, its meaning in words."""

    key: str
    title: str
    letter: str | None
    meaning: str


class ReachOption(Struct):
    """An option of the question `reach`: its key, whether its value is a piece, and a description."""

    key: str
    names_piece: bool
    description: str


class System(Struct):
    """A rule system in full.

    `pieces` has the JSON Schema of a piece by kind of grid, `piece` that of the first kind, and `weapon` that of a
    weapon, null without weapons; `feature` that of a feature of a free table, null without features. `overlays` are the
    supported questions about one piece or side and the whole board, by kind of grid, and `reach_options` the further
    keys of `reach`. `levels` are the lowest and the highest level. `examples` are small scenarios by kind of grid, as
    text.
    """

    key: str
    title: str
    revision: int
    grids: Sequence[str]
    playable: bool
    taught: bool
    clauses: Sequence[Mapping[str, Any]]
    rulings: Sequence[Mapping[str, Any]]
    terrain: Sequence[TerrainKind]
    borders: Sequence[TerrainKind]
    levels: Sequence[int]
    piece: Mapping[str, Any]
    pieces: Mapping[str, Mapping[str, Any]]
    weapon: Mapping[str, Any] | None
    feature: Mapping[str, Any] | None
    overlays: Mapping[str, Sequence[str]]
    reach_options: Mapping[str, Sequence[ReachOption]]
    examples: Mapping[str, str]


@cache
def find_systems() -> Mapping[str, Ruleset[Any]]:
    """Return the rule systems that can be used, by key."""
    found: dict[str, Ruleset[Any]] = {}
    systems = installed_systems()
    for key in systems:
        with suppress(UnusableSystem):
            found[key] = systems[key]
    return found


@cache
def list_systems() -> Sequence[SystemSummary]:
    """Return summaries of all rule systems."""
    return [
        SystemSummary(
            key=rules.key,
            title=rules.title,
            revision=rules.revision,
            grids=rules.grids,
            clauses=len(rules.clauses),
            rulings=len(rules.rulings),
            playable=isinstance(rules, Playable),
            taught=isinstance(rules, Taught),
        )
        for rules in find_systems().values()
    ]


@cache
def describe_system(key: str, language: str) -> System:
    """Return a rule system in full, in a language. Raise KeyError if it is unknown."""
    rules = find_systems()[key]
    pieces = _piece_schemas(rules)
    piece = pieces[rules.grids[0]]
    with use_language(language):
        return System(
            key=rules.key,
            title=rules.title,
            revision=rules.revision,
            grids=rules.grids,
            playable=isinstance(rules, Playable),
            taught=isinstance(rules, Taught),
            clauses=[entry_answer(clause) for clause in rules.clauses],
            rulings=[entry_answer(ruling) for ruling in rules.rulings],
            terrain=list(_iter_kinds(rules, rules.terrain)),
            borders=list(_iter_kinds(rules, rules.border_terrain)),
            levels=(rules.lowest_level, rules.highest_level),
            piece=piece,
            pieces=pieces,
            weapon=piece["properties"].get("weapons", {}).get("items"),
            feature=_feature_schema(rules),
            overlays={grid: _overlays(rules, grid) for grid in rules.grids},
            reach_options={grid: _reach_options(rules, grid) for grid in rules.grids},
            examples=_examples(rules),
        )


def _piece_schemas(rules: Ruleset[Any]) -> Mapping[str, Mapping[str, Any]]:
    """Return the JSON Schemas of pieces by kind of grid: on free tables they differ."""
    return {grid: _schema(rules, grid)["pieces"]["additionalProperties"] for grid in rules.grids}


def _feature_schema(rules: Ruleset[Any]) -> Mapping[str, Any] | None:
    schema: Mapping[str, Any] = _schema(rules, FREE)["map"]["properties"]
    return schema["features"]["items"] if FREE in rules.grids else None


def _schema(rules: Ruleset[Any], grid: str) -> Mapping[str, Any]:
    """Return the JSON Schema of each key of a scenario on a kind of grid."""
    schema = scenario_schema(rules)
    kinds = schema.get("anyOf", [schema])  # schemas of grids come before that of free tables, if it is played on both
    properties: Mapping[str, Any] = kinds[-1 if grid == FREE else 0]["properties"]
    return properties


def _overlays(rules: Ruleset[Any], grid: str) -> Sequence[str]:
    if grid == FREE:
        return ["see", *(["reach"] if isinstance(rules, FreelyMovable) else [])]
    return ["see", "reach", "threat", "advise"] if isinstance(rules, Movable) else ["see", "threat"]


def _reach_options(rules: Ruleset[Any], grid: str) -> Sequence[ReachOption]:
    if grid == FREE or not isinstance(rules, Movable):
        return []
    options = rules.move_options.iter_options()
    return [ReachOption(each.name, each.names_piece, _(each.description)) for each in options]


def _iter_kinds(rules: Ruleset[Any], kinds: Mapping[str, Terrain]) -> Iterator[TerrainKind]:
    depiction = depiction_of(rules)
    for key, means in kinds.items():
        marks = (_(mark.meaning) for mark in depiction.terrain_marks if mark.holds(means))
        meaning = ", ".join((*marks, *depiction.terrain_words(means)))
        yield TerrainKind(key=key, title=word(key), letter=means.letter or None, meaning=meaning)


def _examples(rules: Ruleset[Any]) -> Mapping[str, str]:
    """Return the examples of a system by grid, with comments in the current language."""
    found: dict[str, str] = {}
    if isinstance(rules, Exemplified):
        for grid in rules.grids:
            with suppress(OSError):
                found[grid] = localized_comments(rules.example(grid))
    return found
