"""Parsing of scenario files into data, with all problems at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field, structs

from sightline.board import Zone
from sightline.formats import yaml_tree
from sightline.formats.containers import Field, StructReader
from sightline.formats.context import Context
from sightline.formats.file_header import HEADER, OtherVersion
from sightline.formats.files import decode as decode
from sightline.formats.files import read_file as read_file
from sightline.formats.files import read_reported_tree
from sightline.formats.map_reader import MAP
from sightline.formats.piece_reader import (
    PAIRS,
    PiecesReader,
)
from sightline.formats.problems import collecting_problems
from sightline.formats.readers import INVALID, ContextReader, Reader, Schema, TextReader
from sightline.formats.rulings import RulingsReader
from sightline.formats.yaml_tree import Node, Source, UnreadableText
from sightline.i18n import N_, _
from sightline.rules import Position, Ruleset, Rulings, Systems, TeamData, Terrain


class ScenarioData(Struct, frozen=True):
    """The content of a scenario file.

    `pairs` are those that a chart lists, by name; None if the file names none. `zones` and `teams` are by side, that of
    the first seat first; characters of teams are not on the board.
    """

    title: str
    rules: Ruleset[Any]
    position: Position
    own_kinds: Mapping[str, Terrain]
    pairs: tuple[tuple[str, str], ...] | None
    zones: Mapping[str, Zone] = field(default_factory=dict)
    teams: Mapping[str, TeamData] = field(default_factory=dict)

    def with_position(self, position: Position) -> ScenarioData:
        """Return the scenario in another position."""
        return structs.replace(self, position=position)

    def in_battle(self, position: Position) -> ScenarioData:
        """Return the scenario in a position of a battle: without zones and teams, as characters are pieces now."""
        return structs.replace(self, position=position, zones=MappingProxyType({}), teams=MappingProxyType({}))


class _TeamsSectionReader(ContextReader, frozen=True):
    """The section `teams`, whose readers are imported lazily, because few files have it."""

    def reader_in(self, context: Context) -> Reader:
        from sightline.formats.teams_section import TEAMS

        return TEAMS


class _FileReader(StructReader, frozen=True):
    """The whole file."""

    def schema(self, context: Context) -> Schema:
        schema = super().schema(context)
        if not context.is_played:
            del schema["properties"]["teams"]
        return schema


SCENARIO = _FileReader(
    {
        **HEADER,
        "title": Field(TextReader()),
        "rulings": Field(RulingsReader()),
        "map": Field(MAP, needed=True),
        "pieces": Field(PiecesReader()),
        "pairs": Field(PAIRS),
        "teams": Field(_TeamsSectionReader()),
    },
    what=N_("a scenario"),
)
"""The reader of a scenario file."""


def parse_scenario(source: Source, systems: Systems, folder: Path | None = None) -> ScenarioData:
    """Read a scenario from a text; files that it names lie in `folder`. Raise `ScenarioError` with every problem."""
    data = INVALID
    with collecting_problems(source.file) as problems:
        context = Context(problems, systems, folder)
        root = read_reported_tree(source, context)
        if root is not None:
            data = read_scenario(root, context)
    assert isinstance(data, ScenarioData)
    return data


def read_scenario(root: Node, context: Context) -> Any:
    """Return the data of a file, or INVALID after reporting its problems."""
    if isinstance(root, yaml_tree.Mapping) and "characters" in root.entries and "map" not in root.entries:
        message = _("this is a team file, not a scenario: a scenario names it under teams, as {example}")
        place = root.entries["characters"][0]
        message = message.format(example=f"red: {{use: {Path(root.file).name}}}")
        context.problems.add(place, "characters", message, found="characters")
        return INVALID
    try:
        values = SCENARIO.read(root, "", context, yaml_tree.start_of(root.source))
    except OtherVersion:
        context.problems.found[:] = context.problems.found[-1:]
        return INVALID
    except UnreadableText as error:
        context.problems.add(error.place, error.key, str(error))
        return INVALID
    if context.rules is None or context.surface is None or values is INVALID:
        return INVALID
    return _build_data(context.rules, values, context)


def _build_data(rules: Ruleset[Any], values: Mapping[str, Any], context: Context) -> ScenarioData:
    position = Position(
        values["map"].with_pieces(values.get("pieces", ())),
        MappingProxyType(context.lettered_terrain),
        MappingProxyType(dict(context.border_terrain)),
        Rulings(rules.rulings, values.get("rulings", {})),
    )
    return ScenarioData(
        values.get("title", ""),
        rules,
        position,
        MappingProxyType(context.own_kinds),
        values.get("pairs"),
        MappingProxyType(dict(context.zones or {})),
        MappingProxyType(values.get("teams", {})),
    )
