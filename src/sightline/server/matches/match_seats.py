"""Creating matches with the first seat, and taking the second seat."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import partial
from http import HTTPStatus

import msgspec

from sightline.battles import commitment_of
from sightline.battles import match as matches
from sightline.battles.match.match_entries import AnyEntry
from sightline.formats.arguments import refuse_argument
from sightline.formats.problems import Problems, ScenarioError
from sightline.formats.team_reader import MAX_POINTS
from sightline.i18n import N_, _, use_language
from sightline.players import PLAYERS
from sightline.server.guests.guest_store import Guest
from sightline.server.http_refusals import HttpRefusal
from sightline.server.matches.clock_request import read_clock
from sightline.server.matches.live_match import LiveMatch
from sightline.server.matches.match_bodies import ListedMatch, MatchMade, NewMatch, NewSeat
from sightline.server.matches.match_service import MatchService
from sightline.server.matches.match_setup import (
    BothTeams,
    MapRead,
    TeamRead,
    lay_both,
    opposing_team,
    read_map,
    read_team,
)
from sightline.server.matches.match_store import OutOfDate, stored_match
from sightline.server.matches.shown_match import listed
from sightline.server.tables.table_secret import hash_secret, is_secret_of, new_token
from sightline.server.unix_time import now_milliseconds

_TAKEN = N_("Both seats are taken.")
_OWN = N_("You have a seat already.")
_NO_INVITE = N_("This seat is for the person who was invited; the invitation link has a secret.")
_NOT_FOR_YOU = N_("You cannot take this seat; look for another battle.")
_DEFAULT_LEVEL = "greedy"


async def create_match(service: MatchService, guest: Guest, new: NewMatch, language: str) -> MatchMade:
    """Create a match in which a guest has a seat. Raise `ScenarioError` with every problem."""
    clock = _check_settings(new, language)
    field: MapRead = await service.work(read_map, new.rules, new.map, new.limit, language, subject="")
    side = new.side or secrets.choice(field.sides)
    if side not in field.sides:
        with use_language(language):
            message = _("there is no side {side!r}").format(side=side)
            raise refuse_argument("side", side, message, field.sides)
    read = partial(read_team, is_open=new.against == "open")
    team: TeamRead = await service.work(read, field.text, side, new.team, field.limit, language, subject="")
    id, invite = new_token(), new_token() if new.against == "invite" else None
    server_seed = secrets.token_hex(32)
    created = matches.Created(
        n=1,
        time=now_milliseconds(),
        rules=field.rules,
        map=new.map,
        title=field.title,
        limit=field.limit,
        sides=field.sides,
        against=new.against,
        clock=clock,
        takebacks=new.takebacks,
        spectators=new.spectators,
        server_commitment=commitment_of(server_seed),
        server_seed=server_seed,
        scenario=field.text,
        invite=None if invite is None else hash_secret(invite).hex(),
    )
    entries: list[AnyEntry] = [created, _seated(created, 2, side, guest, team)]
    if new.against in ("computer", "self"):
        entries.append(await _opponent(service, entries, new, guest, language))
    await service.store.create(stored_match(id, matches.fold_all(entries)), entries)
    if new.against == "computer":
        await service.open(id)
    return MatchMade(id, side, invite)


async def _opponent(
    service: MatchService, entries: Sequence[AnyEntry], new: NewMatch, guest: Guest, language: str
) -> matches.Seated:
    """Return the second seat of a match against the computer or at one screen."""
    match = matches.fold_all(entries)
    created, own = match.created, next(iter(match.seats))
    stated = new.opponent
    if stated is None:
        choice = secrets.randbelow(1000)
        stated = await service.work(
            opposing_team, created.scenario, created.limit, new.team, choice, language, subject=""
        )
    other = match.other(own)
    read = partial(read_team, key="opponent")
    team: TeamRead = await service.work(read, created.scenario, other, stated, created.limit, language, subject="")
    level = (new.level or _DEFAULT_LEVEL) if new.against == "computer" else None
    return await _second_seat(service, match, other, guest, team, language, level=level)


async def _second_seat(
    service: MatchService,
    match: matches.Match,
    side: str,
    guest: Guest,
    team: TeamRead,
    language: str,
    *,
    level: str | None = None,
) -> matches.Seated:
    """Return the entry of a second seat, with the scenario of both teams."""
    texts = {side: team.text, **{taken: seat.team for taken, seat in match.seats.items()}}
    both: BothTeams = await service.work(lay_both, match.created.scenario, texts, language, subject="")
    return matches.Seated(
        n=match.n + 1,
        time=max(now_milliseconds(), match.time),
        by=side,
        side=side,
        name=guest.name if level is None else level,
        level=level,
        person=guest.id if level is None else None,
        team=team.text,
        formations=both.formations,
        scenario=both.text,
    )


async def find_invitation(service: MatchService, guest: str | None, id: str, invite: str | None) -> ListedMatch:
    """Return a match for a guest who may take its second seat. Raise `HttpRefusal`."""
    live = await service.open(id)
    _check_invite(live.match, invite)
    return listed(stored_match(id, live.match), guest)


async def take_seat(service: MatchService, guest: Guest, id: str, new: NewSeat, language: str) -> str:
    """Assign the second seat to a guest; return the side. Raise `HttpRefusal`, `ScenarioError`."""
    live = await service.open(id)
    _check_seat(live, guest, new)
    people = [seat.person for seat in live.match.seats.values() if seat.person is not None]
    if await service.blocks.is_blocked(guest.id, people):
        raise HttpRefusal(HTTPStatus.FORBIDDEN, _NOT_FOR_YOU)
    created = live.match.created
    [side] = [side for side in live.match.sides if side not in live.match.seats]
    read = partial(read_team, is_open=created.against == "open")
    team: TeamRead = await service.work(read, created.scenario, side, new.team, created.limit, language, subject="")
    seated = await _second_seat(service, live.match, side, guest, team, language)

    def take(match: matches.Match) -> Sequence[AnyEntry]:
        _check_seat(live, guest, new)
        return [msgspec.structs.replace(seated, n=match.n + 1, time=max(now_milliseconds(), match.time))]

    try:
        await live.add(take)
    except OutOfDate as error:
        raise HttpRefusal(HTTPStatus.CONFLICT, _TAKEN) from error
    return side


def _seated(created: matches.Created, n: int, side: str, guest: Guest, team: TeamRead) -> matches.Seated:
    return matches.Seated(
        n=n,
        time=created.time,
        by=side,
        side=side,
        name=guest.name,
        person=guest.id,
        team=team.text,
        formations={side: team.formations},
    )


def _check_seat(live: LiveMatch, guest: Guest, new: NewSeat) -> None:
    """Raise `HttpRefusal` unless a guest may take the second seat of a match."""
    if live.match.phase == "seats" and live.sides_of(guest.id):
        raise HttpRefusal(HTTPStatus.CONFLICT, _OWN)
    _check_invite(live.match, new.invite)


def _check_invite(match: matches.Match, stated: str | None) -> None:
    """Raise `HttpRefusal` unless a seat is free and the secret is right."""
    if match.phase != "seats":
        raise HttpRefusal(HTTPStatus.CONFLICT, _TAKEN)
    invite = match.created.invite
    if invite is not None and not is_secret_of(bytes.fromhex(invite), stated):
        raise HttpRefusal(HTTPStatus.FORBIDDEN, _NO_INVITE)


def _check_settings(new: NewMatch, language: str) -> matches.ClockSetting | None:
    """Return the clock of a new match. Raise `ScenarioError` with every error in the clock, level and numbers."""
    problems, clock = Problems("-"), None
    with use_language(language):
        try:
            clock = None if new.clock is None else read_clock(new.clock)
        except ScenarioError as error:
            problems.found += error.problems
        if new.level is not None and new.level not in PLAYERS:
            message = _("there is no computer player {level!r}").format(level=new.level)
            problems.add(None, "level", message, found=new.level, allowed=tuple(PLAYERS))
        for key, number, most in (("limit", new.limit, MAX_POINTS), ("spectators", new.spectators, 24 * 3600)):
            if number is not None and not 0 <= number <= most:
                message = _("expected a number from {least} to {most}, not {found}")
                found = str(number)
                problems.add(None, key, message.format(least=0, most=most, found=found), found=found)
        problems.raise_if_any()
    return clock
