"""Scenario files: a text is read into its data, with every problem at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sightline._version import __version__
from sightline.board import Zone
from sightline.formats import yaml_tree
from sightline.formats.containers import Field, StructReader
from sightline.formats.context import Context
from sightline.formats.files import decode as decode
from sightline.formats.files import read_file as read_file
from sightline.formats.files import read_reported_tree
from sightline.formats.map_reader import MAP
from sightline.formats.piece_reader import (
    PAIRS,
    PiecesReader,
)
from sightline.formats.problems import collecting_problems
from sightline.formats.readers import INVALID, ChoiceReader, Schema, TextReader, shorten
from sightline.formats.rulings import RulingsReader
from sightline.formats.team_reader import TEAMS
from sightline.formats.yaml_tree import Node, Source, UnreadableText
from sightline.i18n import N_, _
from sightline.rules import Position, Ruleset, Rulings, Systems, Team, Terrain, UnusableSystem

FORMAT_VERSION = "1"


@dataclass(frozen=True)
class ScenarioData:
    """The content of a scenario file.

    `pairs` are those that a chart lists, by name; None where the file names none. `zones` are by side. The first team
    is that of the first seat; characters of teams are not on the board.
    """

    title: str
    rules: Ruleset[Any]
    position: Position
    own_kinds: Mapping[str, Terrain]
    pairs: tuple[tuple[str, str], ...] | None
    zones: Mapping[str, Zone] = field(default_factory=dict)
    teams: tuple[Team, ...] = ()

    def with_position(self, position: Position) -> ScenarioData:
        """Return the scenario in another position."""
        return replace(self, position=position)

    def in_battle(self, position: Position) -> ScenarioData:
        """Return the scenario in a position of a battle: without zones and teams, whose characters are pieces now."""
        return replace(self, position=position, zones=MappingProxyType({}), teams=())


class _VersionReader(ChoiceReader):
    """The format version."""

    def __init__(self) -> None:
        super().__init__(lambda _: (FORMAT_VERSION,), N_("a format version that this program reads"))

    def complaint(self, text: str) -> str:
        newer = re.fullmatch("[1-9][0-9]*", text)
        message = (
            _("format version {version!r} is unknown; it needs a newer Sightline than {program}")
            if newer
            else _("format version {version!r} is unknown; Sightline {program} reads version 1")
        )
        return message.format(version=shorten(text), program=__version__)

    def schema(self, context: Context) -> Schema:
        return {"enum": [int(FORMAT_VERSION), FORMAT_VERSION]}


class _FileReader(StructReader):
    """The whole file."""

    def after_field(self, name: str, node: Node, values: Mapping[str, Any], context: Context) -> None:
        if name == "sightline" and values[name] is INVALID:
            raise _OtherVersion
        if name == "rules" and values[name] is not INVALID:
            _use_rules(values[name], node, context)

    def schema(self, context: Context) -> Schema:
        schema = super().schema(context)
        if not context.is_played:
            del schema["properties"]["teams"]
        return schema


def _use_rules(key: str, node: Node, context: Context) -> None:
    try:
        context.use_rules(context.systems[key])
    except UnusableSystem as error:
        context.problems.add(node, "rules", str(error), found=node.found)


class _OtherVersion(Exception):
    """Raised for a file of another version of the format, of which nothing more is known."""


SCENARIO = _FileReader(
    {
        "sightline": Field(_VersionReader(), needed=True),
        "rules": Field(ChoiceReader(lambda context: context.systems, N_("a rule system")), needed=True),
        "title": Field(TextReader()),
        "rulings": Field(RulingsReader()),
        "map": Field(MAP, needed=True),
        "pieces": Field(PiecesReader()),
        "pairs": Field(PAIRS),
        "teams": Field(TEAMS),
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
            data = _read(root, context)
    assert isinstance(data, ScenarioData)
    return data


def _read(root: Node, context: Context) -> Any:
    """Return the data of a file, or INVALID after reporting what is wrong with it."""
    try:
        values = SCENARIO.read(root, "", context, yaml_tree.start_of(root.source))
    except _OtherVersion:
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
        values.get("teams", ()),
    )
