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
from sightline.i18n import N_
from sightline.server.guests.guest_store import Guest
from sightline.server.http_refusals import HttpRefusal
from sightline.server.matches.entry_time import entry_time
from sightline.server.matches.live_match import LiveMatch
from sightline.server.matches.match_bodies import ListedMatch, MatchMade, NewMatch, NewSeat
from sightline.server.matches.match_service import MatchService
from sightline.server.matches.match_setup import BothTeams, TeamRead, lay_both, read_team
from sightline.server.matches.match_store import OutOfDate, stored_match
from sightline.server.matches.new_match import check_new_match
from sightline.server.matches.shown_match import listed_match_of
from sightline.server.tokens import hash_secret, is_secret_of, new_token
from sightline.server.unix_time import now_milliseconds

_TAKEN = N_("Both seats are taken.")
_OWN = N_("You have a seat already.")
_NO_INVITE = N_("This seat is for the person who was invited; the invitation link has a secret.")
_NOT_FOR_YOU = N_("You cannot take this seat; look for another battle.")
_DEFAULT_LEVEL = "greedy"


async def create_match(service: MatchService, guest: Guest, new: NewMatch, language: str) -> MatchMade:
    """Create a match in which a guest has a seat. Raise `ScenarioError` with every problem."""
    checked = await check_new_match(service, new, language)
    stated_map, side = checked.map, checked.side
    id, invite = new_token(), new_token() if new.against == "invite" else None
    server_seed = secrets.token_hex(32)
    created = matches.Created(
        n=1,
        time=now_milliseconds(),
        rules=stated_map.rules,
        map=new.map,
        title=stated_map.title,
        limit=stated_map.limit,
        sides=stated_map.sides,
        against=new.against,
        clock=checked.clock,
        takebacks=new.takebacks,
        spectators=new.spectators,
        server_commitment=commitment_of(server_seed),
        server_seed=server_seed,
        scenario=stated_map.text,
        invite=None if invite is None else hash_secret(invite).hex(),
    )
    entries: list[AnyEntry] = [created, _seated(created, 2, side, guest, checked.team)]
    if checked.opponent is not None:
        match = matches.fold_all(entries)
        level = (new.level or _DEFAULT_LEVEL) if new.against == "computer" else None
        other = match.other(side)
        entries.append(await _second_seat(service, match, other, guest, checked.opponent, language, level=level))
    await service.store.create(stored_match(id, matches.fold_all(entries)), entries)
    if new.against == "computer":
        await service.open(id)
    return MatchMade(id, side, invite)


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
        time=entry_time(match),
        by=side,
        side=side,
        name=guest.name if level is None else level,
        level=level,
        person=guest.id if level is None else None,
        team=team.text,
        formations=both.formations,
        like=both.like,
        scenario=both.text,
    )


async def find_invitation(service: MatchService, guest: str | None, id: str, invite: str | None) -> ListedMatch:
    """Return a match for a guest who may take its second seat. Raise `HttpRefusal`."""
    live = await service.open(id)
    _check_invite(live.match, invite)
    return listed_match_of(stored_match(id, live.match), guest)


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
        return [msgspec.structs.replace(seated, n=match.n + 1, time=entry_time(match))]

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
        like={side: team.like},
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
