"""The ready maps and teams of a rule system."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import structs

from sightline.api.loader import load
from sightline.api.scenario import Scenario
from sightline.api.team_value import Team, load_team
from sightline.formats.arguments import check_language, check_range, checked, refuse_argument
from sightline.i18n import _, current_language, use_language
from sightline.rules import Equipped, NotAnswered, Systems, TeamData, installed_systems, require

_TEAM: Final = ".team.yaml"
_MAP: Final = ".yaml"


@checked
def ready_maps(system: str, *, systems: Systems | None = None, language: str | None = None) -> Mapping[str, Scenario]:
    """Return the ready maps of a rule system by key, ordered by limit.

    Each is a scenario with two teams; their limit is that of the map. Its title and the names of the teams are in
    `language`, one of `sightline.LANGUAGES`: by default in the current one. Raise `ArgumentError` if the system is
    unknown or has no maps.
    """
    with use_language(_known(language)):
        files = [
            path for path in _require_equipped(system, systems).ready_folder.glob(f"*{_MAP}") if _TEAM not in path.name
        ]
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
    with use_language(_known(language)):
        check_range("limit", limit, 0)
        files = sorted(_require_equipped(system, systems).ready_folder.glob(f"*{_TEAM}"))
        read = {path.name.removesuffix(_TEAM): load_team(path, systems=systems) for path in files}
        teams = {key: Team(team.rules, _translate_name(team.data)) for key, team in read.items()}
        highest = max((team.limit for team in teams.values() if limit is None or team.limit <= limit), default=None)
        wanted = {key: team for key, team in teams.items() if limit is None or team.limit == highest}
        return MappingProxyType(dict(sorted(wanted.items(), key=lambda entry: entry[1].limit)))


def limit_of(scenario: Scenario) -> int:
    """Return the limit of a map with teams: the highest of theirs."""
    return max(team.limit for team in scenario.teams.values())


def _known(language: str | None) -> str:
    check_language(language)
    return language or current_language()


def _require_equipped(system: str, systems: Systems | None) -> Equipped:
    """Return a rule system with the capability for ready maps and teams. Raise `ArgumentError` if it lacks it."""
    known = installed_systems() if systems is None else systems
    if system not in known:
        message = _("there is no rule system {key!r}").format(key=system)
        raise refuse_argument("system", system, message, tuple(known))
    try:
        return require(known[system], Equipped)
    except NotAnswered as error:
        raise refuse_argument("system", system, str(error)) from error


def _translate(scenario: Scenario) -> Scenario:
    """Return a scenario with its title and the names of its teams in the current language."""
    teams = {side: _translate_name(team.data) for side, team in scenario.teams.items()}
    return Scenario(structs.replace(scenario.data, title=_(scenario.title), teams=teams))


def _translate_name(team: TeamData) -> TeamData:
    return structs.replace(team, name=_(team.name))
