"""Deployment: placing teams in their zones at the beginning of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import structs

from sightline.board import Piece
from sightline.formats.problems import collecting_problems
from sightline.formats.readers import shorten
from sightline.formats.scenario_reader import ScenarioData
from sightline.i18n import _
from sightline.rules import Playable, require


def choose_formations(data: ScenarioData, wishes: Mapping[str, str] | None = None) -> Mapping[str, str] | None:
    """Return the name of the formation of each side, the first seat's first: the wished one or the team's first.

    None without teams. Raise `ScenarioError` for unknown formations.
    """
    wishes, teams = wishes or {}, data.teams
    with collecting_problems() as problems:
        if wishes and not teams:
            problems.add(None, "formations", _("this scenario has no teams, so there are no formations to choose from"))
            wishes = {}
        for side, name in wishes.items():
            if side not in teams:
                message = _("there is no team of {side!r}").format(side=shorten(side))
                problems.add(None, f"formations.{side}", message, found=side, allowed=tuple(teams))
            elif name not in teams[side].formations:
                message = _("the team of {side!r} has no formation {name!r}").format(side=side, name=shorten(name))
                problems.add(None, f"formations.{side}", message, found=name, allowed=tuple(teams[side].formations))
    return {side: next(iter(team.formations)) for side, team in teams.items()} | dict(wishes) or None


def deploy_teams(data: ScenarioData, formations: Mapping[str, str] | None = None) -> ScenarioData:
    """Return a scenario with its teams as pieces, before all others, in these formations by side, or their first."""
    if not data.teams:
        return data
    chosen, game = formations or choose_formations(data) or {}, require(data.rules, Playable).game()
    deployed: dict[str, Piece] = {}
    for seat, (side, team) in enumerate(data.teams.items()):
        laid = game.deploy(team, team.formations[chosen[side]], side, data.zones[side], seat)
        deployed |= {name: laid[name] for name in team.characters}
    board = data.position.board
    with_teams = structs.replace(board, pieces=MappingProxyType({**deployed, **board.pieces}))
    return data.in_battle(data.position.with_surface(with_teams))


def with_formations(data: ScenarioData, wishes: Mapping[str, str]) -> ScenarioData:
    """Return a scenario with these formations, by side, as the first of its teams. Raise `ScenarioError`."""
    chosen = choose_formations(data, wishes) or {}
    teams = {
        side: structs.replace(team, formations={chosen[side]: team.formations[chosen[side]]} | dict(team.formations))
        for side, team in data.teams.items()
    }
    return structs.replace(data, teams=MappingProxyType(teams))
