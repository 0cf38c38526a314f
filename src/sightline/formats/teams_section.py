"""The section `teams` of a scenario, in systems with a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sightline.formats import yaml_tree
from sightline.formats.containers import Field, MappingReader
from sightline.formats.context import Context
from sightline.formats.formation_reader import check_formations
from sightline.formats.neighbouring_file import USE, NeighbouringFileReader
from sightline.formats.readers import INVALID, MAX_NAME_LENGTH, NameReader, Schema, join, shorten
from sightline.formats.team_file import read_used_team
from sightline.formats.team_reader import TEAM_FIELDS, StatedTeam, TeamReader, build_team, read_values
from sightline.formats.yaml_tree import Node, Scalar, entry_of, find_entry
from sightline.formats.zone_reader import SIDES, GameOnlyReader
from sightline.i18n import N_, _
from sightline.rules import TeamData

_LONGEST_STEM = MAX_NAME_LENGTH - 7
"""The maximum number of characters of a name that are kept when a number is appended to it."""
_USE = {USE: Field(NeighbouringFileReader(N_("the keys of the team itself")))}


class _SectionTeamReader(TeamReader, frozen=True):
    """The team of a side; no further key is required if it uses a file."""

    def needs(self, name: str, given: Mapping[str, Node]) -> bool:
        return USE not in given and super().needs(name, given)

    def schema(self, context: Context) -> Schema:
        schema = super().schema(context)
        return {**schema, "required": [], "anyOf": [{"required": [USE]}, {"required": schema["required"]}]}


_TEAM = _SectionTeamReader({**_USE, **TEAM_FIELDS}, what=N_("a team"))


class _TeamsReader(MappingReader, frozen=True):
    """The teams by side, the first seat's first; the value is a dict of `TeamData`."""

    what = N_("a mapping of teams")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if context.rules is None or not self.accepts(node, yaml_tree.Mapping, key, context):
            return INVALID
        if len(node.entries) != SIDES:
            message = _("a battle has two sides, but there are teams of {count}").format(count=len(node.entries))
            context.problems.add(node, key, message, found=node.found)
        teams = {
            word.text: _read_team(word, child, join(key, word.text), context) for word, child in node.entries.values()
        }
        _check_names(teams.values(), context)
        _check_zones(node, key, context)
        for seat, (side, team) in enumerate(teams.items()):
            if team is not None and seat < SIDES:
                check_formations(team, side, seat, context)
        return with_distinct_names({side: team for side, team in teams.items() if team}, context.piece_names)

    def schema(self, context: Context) -> Schema:
        return {
            "type": "object",
            "propertyNames": NameReader().schema(context),
            "additionalProperties": _TEAM.schema(context),
            "minProperties": SIDES,
            "maxProperties": SIDES,
        }


TEAMS = GameOnlyReader(_TeamsReader())
"""The reader of the section: a dict of `TeamData` by side."""


def _read_team(word: Scalar, node: Node, key: str, context: Context) -> StatedTeam | None:
    """Return the team of a side with its valid values, after reporting its problems independently of other teams.

    Return None if its file cannot be read.
    """
    NameReader().read(word, key, context, word)
    values = read_values(_TEAM, node, key, context, word)
    if find_entry(node, [USE]) is None:
        return StatedTeam(build_team(values, node, key, context, word), node, key)
    root = values.pop(USE, None)
    if root is None:
        return None
    return read_used_team(root, key, context, values, {name: entry_of(node, [name])[1] for name in values})


def _check_names(teams: Iterable[StatedTeam | None], context: Context) -> None:
    """Report names of characters stated in the scenario itself that are not unique."""
    taken = set(context.piece_names)
    for team in teams:
        if team is None or team.is_used:
            continue
        for name in team.data.characters:
            if name in taken:
                word = entry_of(team.node, ["characters", name])[0]
                message = _("{name!r} is already the name of another").format(name=shorten(name))
                context.problems.add(word, f"{team.key}.characters.{name}", message, found=name)
        taken |= team.data.characters.keys()


def with_distinct_names(teams: Mapping[str, StatedTeam], taken: Collection[str]) -> dict[str, TeamData]:
    """Return teams by side. A character from a file whose name is taken gets a number appended."""
    used = {*taken, *(name for team in teams.values() if not team.is_used for name in team.data.characters)}
    found = dict[str, TeamData]()
    for side, team in teams.items():
        names = _distinct_names(team.data.characters, used) if team.is_used else {}
        used |= {*names.values()}
        found[side] = team.data.with_names(names) if names else team.data
    return found


def _distinct_names(names: Collection[str], used: Collection[str]) -> Mapping[str, str]:
    """Return distinct names: a used name gets the first free number, from 2, appended."""
    found = {name: name for name in names if name not in used}
    taken, last = {*used, *found}, Counter[str]()
    for name in names:
        if name not in found:
            number = max(2, last[name[:_LONGEST_STEM]])
            while (numbered := f"{name[:_LONGEST_STEM]}-{number}") in taken:
                number += 1
            last[name[:_LONGEST_STEM]] = number
            found[name] = numbered
            taken.add(numbered)
    return {name: found[name] for name in names}


def _check_zones(node: yaml_tree.Mapping, key: str, context: Context) -> None:
    """Report teams without a zone."""
    if context.zones is None:
        return
    for side, (word, _team) in node.entries.items():
        if side not in context.zones:
            message = _("there is no zone for {side!r} in map.zones").format(side=shorten(side))
            context.problems.add(word, join(key, side), message, found=side, allowed=tuple(context.zones))
