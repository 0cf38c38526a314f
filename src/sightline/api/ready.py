"""The ready maps and teams of a rule system."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import structs

from sightline.api.loader import load
from sightline.api.own_language import in_language
from sightline.api.scenario import Scenario
from sightline.api.system_by_key import require_system
from sightline.api.team_value import Team, load_team
from sightline.formats.arguments import check_range, checked
from sightline.i18n import _
from sightline.rules import Equipped, Systems, TeamData

_TEAM: Final = ".team.yaml"
_MAP: Final = ".yaml"


@checked
def ready_maps(system: str, *, systems: Systems | None = None, language: str | None = None) -> Mapping[str, Scenario]:
    """Return the ready maps of a rule system by key, ordered by limit.

    Each is a scenario with two teams; their limit is that of the map. Its title and the names of the teams are in
    `language`, one of `sightline.LANGUAGES`: by default in the current one. Raise `ArgumentError` if the system is
    unknown or has no maps.
    """
    with in_language(language):
        folder = require_system(system, Equipped, systems).ready_folder
        files = [path for path in folder.glob(f"*{_MAP}") if _TEAM not in path.name]
        maps = {path.name.removesuffix(_MAP): _translate(load(path, systems=systems)) for path in sorted(files)}
        return MappingProxyType(dict(sorted(maps.items(), key=lambda entry: limit_of(entry[1]))))


@checked
def ready_teams(
    system: str, *, limit: int | None = None, systems: Systems | None = None, language: str | None = None
) -> Mapping[str, Team]:
    """Return the ready teams of a rule system by key, ordered by limit.

    With a `limit`, they are those for it, or else those for the highest limit below it; there may be none. Language and
    errors are as for `ready_maps`.
    """
    with in_language(language):
        check_range("limit", limit, 0)
        files = sorted(require_system(system, Equipped, systems).ready_folder.glob(f"*{_TEAM}"))
        read = {path.name.removesuffix(_TEAM): load_team(path, systems=systems) for path in files}
        teams = {key: Team(team.rules, _translate_name(team.data)) for key, team in read.items()}
        highest = max((team.limit for team in teams.values() if limit is None or team.limit <= limit), default=None)
        wanted = {key: team for key, team in teams.items() if limit is None or team.limit == highest}
        return MappingProxyType(dict(sorted(wanted.items(), key=lambda entry: entry[1].limit)))


def limit_of(scenario: Scenario) -> int:
    """Return the limit of a map with teams: the highest of theirs."""
    return max(team.limit for team in scenario.teams.values())


def _translate(scenario: Scenario) -> Scenario:
    """Return a scenario with its title and the names of its teams in the current language."""
    teams = {side: _translate_name(team.data) for side, team in scenario.teams.items()}
    return Scenario(structs.replace(scenario.data, title=_(scenario.title), teams=teams))


def _translate_name(team: TeamData) -> TeamData:
    return structs.replace(team, name=_(team.name))
