"""A new match as a request states it: settings, map, side and teams, checked together."""

from __future__ import annotations

import secrets
from functools import partial
from typing import NamedTuple

from sightline.battles.match import ClockSetting
from sightline.formats.arguments import refuse_argument
from sightline.formats.problems import Problems
from sightline.formats.team_reader import MAX_POINTS
from sightline.i18n import _, use_language
from sightline.players import PLAYERS
from sightline.server.matches.clock_request import read_clock
from sightline.server.matches.match_bodies import NewMatch
from sightline.server.matches.match_service import MatchService
from sightline.server.matches.match_setup import Json, MapRead, TeamRead, opposing_team, read_map, read_team

_MAX_SPECTATOR_SECONDS = 24 * 3600


class CheckedMatch(NamedTuple):
    """A valid new match: the clock, the map, the caller's side and team, and the team of the other side.

    The opponent is None where a person will take the second seat.
    """

    clock: ClockSetting | None
    map: MapRead
    side: str
    team: TeamRead
    opponent: TeamRead | None


async def check_new_match(service: MatchService, new: NewMatch, language: str) -> CheckedMatch:
    """Return a new match. Raise `ScenarioError` with every problem."""
    problems, team, opponent = Problems("-"), None, None
    read = partial(_read_team, service, language)
    has_opponent = new.against in ("computer", "self")
    with problems.gather():
        clock = _check_settings(new, language)
    with problems.gather():
        chosen: MapRead = await service.work(read_map, new.rules, new.map, new.limit, language, subject="")
        side = _choose_side(new.side, chosen, language)
        # Teams stand on a side of the map and keep to the limit.
        if all(each.key != "limit" for each in problems.found):
            with problems.gather():
                team = await read(chosen, side, new.team, is_open=new.against == "open")
            if has_opponent and new.opponent is not None:
                opponent = await read(chosen, _other(chosen, side), new.opponent, key="opponent")
    problems.raise_if_any()
    if has_opponent and opponent is None:
        choice = secrets.randbelow(1000)
        stated = await service.work(opposing_team, chosen.text, chosen.limit, new.team, choice, language, subject="")
        opponent = await read(chosen, _other(chosen, side), stated, key="opponent")
    assert team is not None
    return CheckedMatch(clock, chosen, side, team, opponent)


def _choose_side(stated: str | None, chosen: MapRead, language: str) -> str:
    """Return the stated side, or any. Raise `ArgumentError` if the map does not have it."""
    side = stated or secrets.choice(chosen.sides)
    if side not in chosen.sides:
        with use_language(language):
            raise refuse_argument("side", side, _("there is no side {side!r}").format(side=side), chosen.sides)
    return side


def _other(chosen: MapRead, side: str) -> str:
    [other] = [each for each in chosen.sides if each != side]
    return other


async def _read_team(
    service: MatchService,
    language: str,
    chosen: MapRead,
    side: str,
    stated: Json,
    *,
    is_open: bool = False,
    key: str = "team",
) -> TeamRead:
    """Return the team of a side of the map. Raise as `read_team` does."""
    read = partial(read_team, is_open=is_open, key=key)
    team: TeamRead = await service.work(read, chosen.text, side, stated, chosen.limit, language, subject="")
    return team


def _check_settings(new: NewMatch, language: str) -> ClockSetting | None:
    """Return the clock of a new match. Raise `ScenarioError` with every error in the clock, level and numbers."""
    problems, clock = Problems("-"), None
    with use_language(language):
        with problems.gather():
            clock = None if new.clock is None else read_clock(new.clock)
        if new.level is not None and new.level not in PLAYERS:
            message = _("there is no computer player {level!r}").format(level=new.level)
            problems.add(None, "level", message, found=new.level, allowed=tuple(PLAYERS))
        numbers = (("limit", new.limit, MAX_POINTS), ("spectators", new.spectators, _MAX_SPECTATOR_SECONDS))
        for key, number, most in numbers:
            if number is not None and not 0 <= number <= most:
                message = _("expected a number from {least} to {most}, not {found}")
                found = str(number)
                problems.add(None, key, message.format(least=0, most=most, found=found), found=found)
        problems.raise_if_any()
    return clock
