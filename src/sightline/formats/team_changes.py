"""Changes of the teams of a scenario."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from msgspec import structs

from sightline.board import Hint
from sightline.formats.context import Context
from sightline.formats.files import read_reported_tree
from sightline.formats.formation_reader import check_formations
from sightline.formats.problems import Problems, collecting_problems
from sightline.formats.readers import shorten
from sightline.formats.scenario_changes import context_of
from sightline.formats.scenario_reader import ScenarioData
from sightline.formats.team_file import read_used_team
from sightline.formats.team_reader import StatedTeam
from sightline.formats.teams_section import with_distinct_names
from sightline.formats.yaml_tree import Source
from sightline.formats.zone_reader import SIDES
from sightline.i18n import _
from sightline.rules import Playable, TeamData, require


def with_teams(data: ScenarioData, sources: Mapping[str, Source]) -> ScenarioData:
    """Return the scenario with the teams of these texts, by side, placed in its zones.

    If the scenario already has a team of the side, its limit also holds for the new one; other teams stay. Raise
    `ScenarioError` with every problem, at its place in these texts, and `NotAnswered` if the system has no game.
    """
    with collecting_problems() as problems:
        sides = _find_sides(data, sources, problems)
        for side in sides:
            if side not in sources and side not in data.teams:
                message = _("there is no team of {side!r}, and a battle has two").format(side=shorten(side))
                problems.add(None, f"teams.{side}", message)
        new = _read_teams(data, sources, sides, problems)
    kept = {side: team for side, team in data.teams.items() if side not in new}
    named = {name for team in kept.values() for name in team.characters}
    teams: Mapping[str, TeamData] = kept | with_distinct_names(new, {*data.position.pieces, *named})
    return structs.replace(data, teams=MappingProxyType({side: teams[side] for side in sides}))


def check_team(data: ScenarioData, source: Source, side: str | None) -> None:
    """Raise `ScenarioError` with all reasons why a team cannot start in the zone of a side, or of any if None.

    Raise `NotAnswered` if the system has no game.
    """
    with collecting_problems() as problems:
        sides = _find_sides(data, () if side is None else [side], problems)
        asked = [each for each in sides if side in (None, each)]
        _read_teams(data, dict.fromkeys(asked, source), sides, problems)


def _find_sides(data: ScenarioData, asked: Collection[str], problems: Problems) -> Sequence[str]:
    """Return the sides in the order of seats, none unless there are two zones; report unknown sides in `asked`."""
    require(data.rules, Playable)
    if len(data.zones) < SIDES:
        message = _("this map has no zones in which two teams could start")
        problems.add(None, "map.zones", message, allowed=(Hint(_("a list of cells for each side")),))
        return ()
    sides = tuple(data.teams or data.zones)
    for side in asked:
        if side not in sides:
            message = _("there is no zone for {side!r} in map.zones").format(side=shorten(side))
            problems.add(None, f"teams.{side}", message, found=side, allowed=sides)
    return sides


def _read_teams(
    data: ScenarioData, sources: Mapping[str, Source], sides: Sequence[str], problems: Problems
) -> dict[str, StatedTeam]:
    """Return the teams of texts, by side, after reporting all problems of them and of their places."""
    teams = dict[str, StatedTeam]()
    for seat, side in enumerate(sides):
        team = _read_team(data, side, sources[side], problems) if side in sources else None
        if team is not None:
            teams[side] = team
            check_formations(team, side, seat, _context_for(data, problems))
    return teams


def _read_team(data: ScenarioData, side: str, source: Source, problems: Problems) -> StatedTeam | None:
    """Return the team of a text; None after reporting that it is unreadable."""
    context = _context_for(data, problems)
    root = read_reported_tree(source, context)
    own = {"limit": data.teams[side].limit} if side in data.teams else {}
    return None if root is None else read_used_team(root, f"teams.{side}", context, own, {})


def _context_for(data: ScenarioData, problems: Problems) -> Context:
    context = context_of(data, problems)
    context.pieces, context.zones = tuple(data.position.pieces.values()), data.zones
    return context
