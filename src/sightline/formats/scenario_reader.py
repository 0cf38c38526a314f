"""Scenario files: reading a text into what it describes, with every problem at once."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import structs

from sightline._version import __version__
from sightline.board import Zone
from sightline.formats import yaml_tree
from sightline.formats.containers import Field, StructReader
from sightline.formats.context import Context
from sightline.formats.files import decode as decode
from sightline.formats.files import read_file as read_file
from sightline.formats.files import read_reported_tree
from sightline.formats.map_reader import MAP
from sightline.formats.measured import SPOT
from sightline.formats.piece_reader import (
    PAIRS,
    PiecesReader,
    check_pieces,
    check_places,
    check_stands,
    is_too_much,
    occupying,
    piece_reader,
)
from sightline.formats.problems import Problems, TooManyProblems
from sightline.formats.readers import INVALID, ChoiceReader, Schema, TextReader, shorten
from sightline.formats.rulings import RulingsReader, choices_reader, in_order
from sightline.formats.team_reader import TEAMS
from sightline.formats.yaml_tree import Node, Source, UnreadableText
from sightline.i18n import N_, _
from sightline.plane import Spot
from sightline.rules import Position, Ruleset, Rulings, Systems, Team, Terrain, UnusableSystem, placing_of

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


class _Version(ChoiceReader):
    def __init__(self) -> None:
        super().__init__(lambda _: (FORMAT_VERSION,), N_("a format version that this program reads"))

    def complaint(self, text: str) -> str:
        newer = re.fullmatch("[1-9][0-9]*", text)
        message = (
            _("format version {version!r} is not known; a newer Sightline than {program} reads it")
            if newer
            else _("format version {version!r} is not known; Sightline {program} reads version 1")
        )
        return message.format(version=shorten(text), program=__version__)

    def schema(self, context: Context) -> Schema:
        return {"enum": [int(FORMAT_VERSION), FORMAT_VERSION]}


class _File(StructReader):
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
    """The file is of another version of the format, so that nothing more can be said about it."""


SCENARIO = _File(
    {
        "sightline": Field(_Version(), needed=True),
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
"""The table of a scenario file's keys: it reads the file, and gives its JSON Schema."""


def parse_scenario(source: Source, systems: Systems, folder: Path | None = None) -> ScenarioData:
    """Read a scenario from a text; files that it names lie in `folder`. Raises `ScenarioError` with every problem."""
    context = Context(Problems(source.file), systems, folder)
    data = INVALID
    with contextlib.suppress(TooManyProblems):
        root = read_reported_tree(source, context)
        if root is not None:
            data = _read(root, context)
    context.problems.raise_if_any()
    assert isinstance(data, ScenarioData)
    return data


def _read(root: Node, context: Context) -> Any:
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
    surface = values["map"].with_pieces(values.get("pieces", ()))
    rules = context.rules
    position = Position(
        surface,
        MappingProxyType(dict(context.terrain)),
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


def with_pieces(data: ScenarioData, changes: Mapping[str, Mapping[str, Node]]) -> ScenarioData:
    """Give the setting with other values of some keys of some pieces. Raises `ScenarioError` with every problem.

    The problems have the places of the nodes.
    """
    rules, surface = data.rules, data.position.surface
    context = Context(Problems("-"), Systems({}, {}), rules=rules)
    context.use_surface(surface)
    context.use_kinds(data.own_kinds)
    context.piece_names = surface.pieces
    reader = piece_reader(context).partial()
    changed, astray, stated = [], [], dict[str, tuple[Node, Node]]()
    for name, nodes in changes.items():
        owner = next(iter(nodes.values()))
        if name not in surface.pieces:
            message = _("there is no piece {name!r}").format(name=name)
            context.problems.add(owner, f"pieces.{name}", message, found=name, allowed=surface.pieces)
            continue
        node = yaml_tree.mapping_of(owner, nodes)
        stated[name] = owner, node
        values = reader.read(node, f"pieces.{name}", context, owner)
        context.places |= {f"pieces.{name}": value for key, value in nodes.items() if key == "at"}
        if values is not INVALID:
            changed.append(occupying(structs.replace(surface.pieces[name], **values), context))
        elif "at" in nodes:
            astray.append(name)
    surface = surface.with_pieces(changed)
    told = {
        piece.name: key
        for piece in changed
        for key in reversed(placing_of(rules).place_fields)
        if key in changes[piece.name]
    }
    places = {name: (key, changes[name][key]) for name, key in told.items()}
    wrong = check_stands(surface, places, context)
    if not is_too_much(surface, owner, context):
        check_places(surface.without_pieces({*astray, *wrong}), places, context)
    check_pieces(surface, {piece.name: stated[piece.name] for piece in changed}, context)
    context.problems.raise_if_any()
    return data.with_position(data.position.with_surface(surface))


def read_spot(data: ScenarioData, key: str, stated: object) -> Spot:
    """Give the place on the free table of a setting that is stated so. Raises `ScenarioError` about that key."""
    context = Context(Problems("-"), Systems({}, {}), rules=data.rules)
    context.use_surface(data.position.surface)
    node = yaml_tree.node_of(Source("-", "", has_place=False), stated)
    spot = SPOT.read(node, key, context, node)
    context.problems.raise_if_any()
    assert isinstance(spot, Spot)
    return spot


def with_rulings(data: ScenarioData, choices: Mapping[str, str], file: str = "-") -> ScenarioData:
    """Give the setting with other choices of some rulings. Raises `ScenarioError` with every problem, as of `file`."""
    context = Context(Problems(file), Systems({}, {}), rules=data.rules)
    node = yaml_tree.node_of(Source(file, "", has_place=False), choices)
    values = choices_reader(context).read(node, "rulings", context, node)
    context.problems.raise_if_any()
    rulings = data.position.rulings
    chosen = in_order(data.rules, {**rulings.chosen, **values})
    return data.with_position(data.position.with_rulings(Rulings(rulings.declared, chosen)))
