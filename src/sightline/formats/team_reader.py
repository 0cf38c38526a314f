"""The keys of a team, in a file of its own and in the section `teams` of a scenario."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct

from sightline.board import Hint, parse_label
from sightline.formats import yaml_tree
from sightline.formats.character_reader import LIKE, CharacterReader, build_character
from sightline.formats.containers import DictReader, Field, StructReader
from sightline.formats.context import Context
from sightline.formats.formation_reader import check_members
from sightline.formats.piece_checks import report_field_errors
from sightline.formats.readers import INVALID, IntegerReader, NameReader, ScalarReader, Schema, join
from sightline.formats.struct_readers import LABEL
from sightline.formats.yaml_tree import Node, entry_of
from sightline.i18n import N_, _
from sightline.rules import TeamData

MAX_POINTS = 999_999


class _TileReader(ScalarReader, frozen=True):
    """A label of the formation grid; the value is (column, row), both from 0."""

    what = N_("a tile of the formation grid")

    def parse(self, text: str, context: Context) -> Any:
        place = parse_label(text)
        return INVALID if place is None else place

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(_("a label, such as B1; row 1 is the front")),)

    def schema(self, context: Context) -> Schema:
        return {"type": "string", "pattern": f"^{LABEL}$"}


class TeamReader(StructReader, frozen=True):
    """A team; the values read so far are in the context, as valid ones are checked even if others are invalid."""

    def after_field(self, name: str, node: Node, values: Mapping[str, Any], context: Context) -> None:
        context.stated = values


_TILES = DictReader(NameReader(), _TileReader(), N_("a mapping of characters to tiles"), is_partial=True)
_CHARACTERS = DictReader(NameReader(), CharacterReader(), N_("a mapping of characters"), is_partial=True)
_FORMATIONS = DictReader(NameReader(), _TILES, N_("a mapping of formations"), is_partial=True)
_POINTS = IntegerReader(0, MAX_POINTS)
TEAM_FIELDS = {
    "name": Field(NameReader()),
    "limit": Field(_POINTS, needed=True),
    "points": Field(_POINTS),
    "characters": Field(_CHARACTERS, needed=True),
    "formations": Field(_FORMATIONS, needed=True),
}
"""The fields of a team, wherever it is stated. `points`, the sum of its characters, is only checked."""


class StatedTeam(Struct, frozen=True):
    """A team as stated in a text.

    - `data` is the team, with its valid values.
    - `node` is the mapping of its keys, where problems are reported, and `key` its path.
    - `is_used` is true for a team in a file of its own.
    """

    data: TeamData
    node: Node
    key: str
    is_used: bool = False


def read_values(reader: TeamReader, node: Node, key: str, context: Context, owner: Node) -> dict[str, Any]:
    """Return the valid values of a team by key, after reporting the problems of the others."""
    context.stated = {}
    reader.read(node, key, context, owner)
    return {name: value for name, value in context.stated.items() if value is not INVALID}


def build_team(values: Mapping[str, Any], node: Node, key: str, context: Context, owner: Node) -> TeamData:
    """Return the team of these values, after reporting the problems that it has independently of other teams.

    `node` is the mapping of its keys.
    """
    stated = values.get("characters", {})
    like = {name: character[LIKE] for name, character in stated.items() if LIKE in character}
    characters = {name: build_character(name, character, context) for name, character in stated.items()}
    limit, formations = values.get("limit", MAX_POINTS), values.get("formations", {})
    team = TeamData(limit, characters, like, formations, values.get("name", ""))
    given = entry_of(node, ["characters"])[1]
    if isinstance(given, yaml_tree.Mapping) and len(given.entries) == len(characters):
        report_field_errors(context.game.check_team(team), owner, node, key, context)
        _check_points(values.get("points"), team, node, key, context)
    for name, character in characters.items():
        errors = context.game.check_character(character)
        report_field_errors(errors, *entry_of(given, [name]), f"{join(key, 'characters')}.{name}", context)
    check_members(node, key, context)
    return team


def _check_points(stated: int | None, team: TeamData, node: Node, key: str, context: Context) -> None:
    """Report stated points that are not the sum of those of the characters."""
    points = context.game.worth(team.characters.values())
    if stated not in (None, points):
        message = _("the characters cost {points} points, not {stated}").format(points=points, stated=stated)
        place = entry_of(node, ["points"])[1]
        context.problems.add(place, join(key, "points"), message, found=place.found, allowed=(str(points),))
