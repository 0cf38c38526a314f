"""Team files: a team with its rule system, which any number of scenarios can use."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from msgspec import structs

from sightline.formats import yaml_tree
from sightline.formats.containers import Field
from sightline.formats.context import Context
from sightline.formats.file_header import HEADER, OtherVersion
from sightline.formats.files import read_reported_tree
from sightline.formats.formation_reader import check_tiles
from sightline.formats.problems import collecting_problems
from sightline.formats.readers import INVALID, ChoiceReader, join
from sightline.formats.team_reader import TEAM_FIELDS, StatedTeam, TeamReader, build_team, read_values
from sightline.formats.yaml_tree import Node, Source
from sightline.i18n import N_, _
from sightline.rules import NotAnswered, Playable, Ruleset, Systems, TeamData, require


class _OtherRules(Exception):
    """Raised for a file of a rule system without teams; the rest of it is not read."""


class _TeamFileReader(TeamReader, frozen=True):
    """A whole file."""

    def after_field(self, name: str, node: Node, values: Mapping[str, Any], context: Context) -> None:
        super().after_field(name, node, values, context)
        if name == "rules" and (values[name] is INVALID or not _is_played(node, context)):
            raise _OtherRules


def _is_played(node: Node, context: Context) -> bool:
    """Return whether the system of a file is known and has a game; report one without a game."""
    if context.rules is None:
        return False
    try:
        require(context.rules, Playable)
    except NotAnswered as error:
        context.problems.add(node, "rules", str(error), found=node.found)
        return False
    return True


_FIELDS = {**HEADER, **TEAM_FIELDS}
TEAM_FILE = _TeamFileReader(_FIELDS, what=N_("a team file"))
"""The reader of a whole team file."""
_OF_SCENARIO = ChoiceReader(lambda context: (context.rules.key,) if context.rules else (), N_("that of the scenario"))
_USED_FILE = _TeamFileReader({**_FIELDS, "rules": Field(_OF_SCENARIO, needed=True)}, what=TEAM_FILE.what)


def parse_team_data(source: Source, systems: Systems) -> tuple[Ruleset[Any], TeamData]:
    """Read a team file from a text. Raise `ScenarioError` with every problem."""
    team = None
    with collecting_problems(source.file) as problems:
        context = Context(problems, systems)
        root = read_reported_tree(source, context)
        if root is not None:
            team = _read(TEAM_FILE, root, "", context, {})
            if team is not None:
                check_tiles(team, context)
    assert team is not None
    assert context.rules is not None
    return context.rules, team.data


def read_used_team(
    root: Node, key: str, context: Context, own: Mapping[str, Any], stated: Mapping[str, Node]
) -> StatedTeam | None:
    """Return the team of a file that a scenario uses, None after reporting that it is unreadable.

    `own` are the values of keys that the scenario overrides, and `stated` the nodes of these, if any.
    """
    return _read(_USED_FILE, root, key, context, own, stated)


def _read(
    reader: TeamReader, root: Node, key: str, context: Context, own: Mapping[str, Any], stated: Mapping[str, Node] = {}
) -> StatedTeam | None:
    if isinstance(root, yaml_tree.Mapping) and "map" in root.entries and "characters" not in root.entries:
        _refuse_scenario(root, key, context)
        return None
    before = list(context.problems.found)
    start = yaml_tree.start_of(root.source)
    try:
        values = {**read_values(reader, root, key, context, start), **own}
    except OtherVersion:
        context.problems.found[:] = [*before, context.problems.found[-1]]
        return None
    except _OtherRules:
        return None
    if not isinstance(root, yaml_tree.Mapping) or context.rules is None:
        return None
    entries = {name: entry for name, entry in root.entries.items() if name not in own}
    node = structs.replace(root, entries=entries | yaml_tree.mapping_of(root, stated).entries)
    return StatedTeam(build_team(values, node, key, context, start), node, key, is_used=True)


def _refuse_scenario(root: yaml_tree.Mapping, key: str, context: Context) -> None:
    """Report that a file is a scenario, and how to extract a team from it."""
    message = _("this is a scenario, not a team file; one of its teams is printed as a file by: {command}")
    message = message.format(command=f"sightline team show {shlex.quote(root.file)} --side SIDE --yaml")
    context.problems.add(root.entries["map"][0], join(key, "map"), message, found="map")
