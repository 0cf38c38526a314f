"""Matches made, joined, listed and found; and those that are in hand."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from sqlalchemy.exc import SQLAlchemyError

from sightline.battles import commitment_of
from sightline.battles import match as matches
from sightline.battles.match.match_entries import AnyEntry
from sightline.formats.arguments import refuse_argument
from sightline.formats.problems import Problems
from sightline.i18n import N_, _, use_language
from sightline.players import PLAYERS
from sightline.server.errors import HttpRefusal
from sightline.server.guests.block_store import BlockStore
from sightline.server.guests.guest_store import Guest
from sightline.server.matches.chat_rules import ChatRules
from sightline.server.matches.kept_time import KEPT_MILLISECONDS, UNJOINED_MILLISECONDS, expiry
from sightline.server.matches.live_match import LiveMatch, OutOfDate, Work, stored_match
from sightline.server.matches.match_bodies import ListedMatch, MatchMade, MatchTold, NewMatch, NewSeat
from sightline.server.matches.match_setup import (
    BothTeams,
    MapRead,
    TeamRead,
    lay_both,
    opposing_team,
    read_map,
    read_team,
)
from sightline.server.matches.match_store import MatchStore, StoredMatch
from sightline.server.tables.table_secret import hash_secret, is_secret_of, new_token
from sightline.server.unix_time import now_milliseconds

KEY = "matches"
"""The key of the matches in the state of the application."""
_NO_MATCH = N_("There is no such battle.")
_TAKEN = N_("Both seats are taken.")
_OWN = N_("You have a seat already.")
_NO_INVITE = N_("This seat is for the person who was invited; the invitation link has a secret.")
_NOT_FOR_YOU = N_("You cannot take this seat; look for another battle.")
_NOT_SHOWN = N_("Only those who play this battle may see it.")
_DEFAULT_LEVEL = "greedy"
_BEAT_SECONDS = 2.0
_NOTED_MILLISECONDS = 24 * 3600 * 1000
"""The time in which a match that is opened again is not noted again."""
_DELETED_AT_ONCE = 100


class MatchService:
    """The matches of a server."""

    def __init__(self, store: MatchStore, work: Work, blocks: BlockStore) -> None:
        self.store, self.work, self.blocks = store, work, blocks
        self.on_change: Callable[[LiveMatch, matches.Match], None] | None = None
        """A function that is told of each change, with the match as it was before."""
        self._chat = ChatRules(blocks)
        self.connections: set[Callable[[str], None]] = set()
        """The ends of all connections, which take a reason."""
        self._live: dict[str, LiveMatch] = {}
        self._reading: dict[str, asyncio.Lock] = {}

    # --- matches in hand ------------------------------------------------------------------------------------

    async def open(self, id: str) -> LiveMatch:
        """Return a match, in hand from now on, and note that somebody opened it.

        Raise `HttpRefusal` where there is none.
        """
        found = await self._take_in_hand(id)
        if now_milliseconds() - found.noted > _NOTED_MILLISECONDS:
            found.noted = now_milliseconds()
            await self.store.note_opened(id, found.noted)
        return found

    async def _take_in_hand(self, id: str) -> LiveMatch:
        found = self._live.get(id)
        if found is not None and not found.is_broken:
            found.opened = time.monotonic()
            return found
        lock = self._reading.setdefault(id, asyncio.Lock())
        try:
            async with lock:
                found = self._live.get(id)
                if found is None or found.is_broken:
                    found = await self._read(id)
                return found
        finally:
            if not lock.locked():
                self._reading.pop(id, None)

    async def _read(self, id: str) -> LiveMatch:
        log = await self.store.log_of(id)
        if not log:
            raise HttpRefusal(HTTPStatus.NOT_FOUND, _NO_MATCH)
        self._drop_idle()
        broken = self._live.pop(id, None)
        if broken is not None:
            broken.close()
        self._live[id] = found = LiveMatch(id, log, self.store, self.work, self._rematch, self._tell_change, self._chat)
        return found

    def _tell_change(self, live: LiveMatch, before: matches.Match) -> None:
        if self.on_change is not None:
            self.on_change(live, before)

    def _drop_idle(self) -> None:
        for id in [id for id, each in self._live.items() if each.is_idle]:
            del self._live[id]

    async def resume(self) -> None:
        """Take up the matches that go on by themselves, and give the time back in which no server ran."""
        beat = await self.store.last_beat()
        for id in await self.store.list_going_on():
            found = await self._take_in_hand(id)
            since = found.match.time if beat is None else beat
            with suppress(OutOfDate):
                await found.add(partial(_give_back, since))

    async def beat(self) -> None:
        """Keep, again and again, the time at which this server runs, while clocks run in it."""
        while True:
            if any(each.match.deadline() is not None for each in self._live.values()):
                with suppress(SQLAlchemyError):
                    await self.store.beat(now_milliseconds())
            await asyncio.sleep(_BEAT_SECONDS)

    def end_connections(self, guest: str) -> None:
        """End the connections by which a guest plays, who has been signed out."""
        for each in self._live.values():
            each.end_player(guest, "signed-out")

    async def delete(self, id: str) -> None:
        """Delete a match, and end the connections of whoever looks on."""
        await self.store.delete(id)
        found = self._live.pop(id, None)
        if found is not None:
            found.is_broken = True
            found.close()
            found.tell()

    async def delete_unopened(self) -> int:
        """Delete matches that nobody has opened, or joined, for too long; return how many these were."""
        unopened = await self.store.list_unopened(
            now_milliseconds() - KEPT_MILLISECONDS, now_milliseconds() - UNJOINED_MILLISECONDS, _DELETED_AT_ONCE
        )
        for id in unopened:
            await self.delete(id)
        return len(unopened)

    def close(self) -> None:
        """End all connections, and let nothing happen by itself any more."""
        for end in [*self.connections]:
            end("stopping")
        for each in self._live.values():
            each.close()

    # --- making and joining ---------------------------------------------------------------------------------

    async def create(self, guest: Guest, new: NewMatch, language: str) -> MatchMade:
        """Make a match in which a guest has a seat. Raise `ScenarioError` with every problem."""
        clock = _checked(new, language)
        field: MapRead = await self._run(read_map, new.rules, new.map, new.limit, language)
        side = new.side or secrets.choice(field.sides)
        if side not in field.sides:
            with use_language(language):
                message = _("there is no side {side!r}").format(side=side)
                raise refuse_argument("side", side, message, field.sides)
        read = partial(read_team, is_open=new.against == "open")
        team: TeamRead = await self._run(read, field.text, side, new.team, field.limit, language)
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
            entries.append(await self._opponent(entries, new, guest, language))
        await self.store.create(stored_match(id, matches.fold_all(entries)), entries)
        if new.against == "computer":
            await self.open(id)
        return MatchMade(id, side, invite)

    async def _opponent(
        self, entries: Sequence[AnyEntry], new: NewMatch, guest: Guest, language: str
    ) -> matches.Seated:
        """Return the second seat of a match that does not wait for anybody."""
        match = matches.fold_all(entries)
        created, own = match.created, next(iter(match.seats))
        stated = new.opponent
        if stated is None:
            choice = secrets.randbelow(1000)
            stated = await self._run(opposing_team, created.scenario, created.limit, new.team, choice, language)
        other = match.other(own)
        team: TeamRead = await self._run(read_team, created.scenario, other, stated, created.limit, language)
        level = (new.level or _DEFAULT_LEVEL) if new.against == "computer" else None
        return await self._second_seat(match, other, guest, team, language, level=level)

    async def _second_seat(
        self,
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
        both: BothTeams = await self._run(lay_both, match.created.scenario, texts, language)
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

    async def invitation(self, guest: str | None, id: str, invite: str | None) -> ListedMatch:
        """Return a match as somebody sees it who may take the second seat. Raise `HttpRefusal`."""
        live = await self.open(id)
        _check_invite(live.match, invite)
        return listed(stored_match(id, live.match), guest)

    async def take_seat(self, guest: Guest, id: str, new: NewSeat, language: str) -> str:
        """Let a guest take the second seat; return the side. Raise `HttpRefusal`, `ScenarioError`."""
        live = await self.open(id)
        _check_seat(live, guest, new)
        people = [seat.person for seat in live.match.seats.values() if seat.person is not None]
        if await self.blocks.is_blocked(guest.id, people):
            raise HttpRefusal(HTTPStatus.FORBIDDEN, _NOT_FOR_YOU)
        created = live.match.created
        [side] = [side for side in live.match.sides if side not in live.match.seats]
        read = partial(read_team, is_open=created.against == "open")
        team: TeamRead = await self._run(read, created.scenario, side, new.team, created.limit, language)
        seated = await self._second_seat(live.match, side, guest, team, language)

        def take(match: matches.Match) -> Sequence[AnyEntry]:
            _check_seat(live, guest, new)
            return [msgspec.structs.replace(seated, n=match.n + 1, time=max(now_milliseconds(), match.time))]

        try:
            await live.add(take)
        except OutOfDate as error:
            raise HttpRefusal(HTTPStatus.CONFLICT, _TAKEN) from error
        return side

    async def _rematch(self, live: LiveMatch) -> str:
        """Make the match that follows one, with the same people and teams; return its id."""
        match, id = live.match, new_token()
        server_seed = secrets.token_hex(32)
        created = msgspec.structs.replace(
            match.created,
            time=now_milliseconds(),
            server_commitment=commitment_of(server_seed),
            server_seed=server_seed,
        )
        seats = [
            msgspec.structs.replace(seat, n=number, time=created.time)
            for number, seat in enumerate(sorted(match.seats.values(), key=lambda seat: seat.n), start=2)
        ]
        entries: list[AnyEntry] = [created, *seats]
        await self.store.create(stored_match(id, matches.fold_all(entries)), entries)
        await self.open(id)
        return id

    async def _run(self, function: Any, *arguments: Any) -> Any:
        return await self.work(function, *arguments, subject="")

    # --- what is told ---------------------------------------------------------------------------------------

    async def seen(self, live: LiveMatch, guest: str | None) -> matches.Match | None:
        """Return a match as somebody may know it now, None before there is anything to know.

        Raise `HttpRefusal` for one that others may not see.
        """
        last = last_shown(live, guest)
        if last == live.match.n:
            return live.match
        entries = await self.store.entries_after(live.id, 0, last)
        return matches.fold_all(entries) if entries else None


def service_of(connection: ASGIConnection[Any, Any, Any, Any]) -> MatchService:
    """Return the matches of the server that a request or a WebSocket came to."""
    service: MatchService = connection.app.state[KEY]
    return service


def last_shown(live: LiveMatch, guest: str | None) -> int:
    """Return the number of the last entry that somebody may know now, 0 for none.

    Raise `HttpRefusal` for a match that others may not see.
    """
    delay = live.match.created.spectators
    if live.sides_of(guest):
        return live.match.n
    if delay is None:
        raise HttpRefusal(HTTPStatus.FORBIDDEN, _NOT_SHOWN)
    return live.latest_until(now_milliseconds() - round(delay * 1000)) if delay else live.match.n


def _give_back(since: int, match: matches.Match) -> Sequence[AnyEntry]:
    return matches.decide_resumption(match, since, max(now_milliseconds(), match.time))


def told(id: str, match: matches.Match) -> MatchTold:
    """Return a match as those see it who look on."""
    created, over = match.created, match.over
    seats = {side: match.seats[side].name if side in match.seats else None for side in match.sides}
    return MatchTold(
        id=id,
        phase=match.phase,
        n=match.n,
        rules=created.rules,
        map=created.map,
        title=created.title,
        limit=created.limit,
        sides=seats,
        clock=clock_now(match),
        takebacks=created.takebacks,
        spectators=created.spectators,
        state=match.state,
        to_act=match.to_act if match.phase == "battle" else None,
        winner=None if over is None else over.winner,
        how=None if over is None else over.how,
        rematch=match.rematch,
        expires=expiry(match.phase, created.time, max(match.time, now_milliseconds())),
    )


def clock_now(match: matches.Match) -> Mapping[str, Any] | None:
    """Return the clock of a match as it is at this moment, None where there is none."""
    return None if match.clock is None else match.clock.at(now_milliseconds()).to_json()


def listed(match: StoredMatch, guest: str | None) -> ListedMatch:
    """Return a match as lists show it, to a guest."""
    seats = zip(match.summary["sides"], (match.first, match.second), strict=True)
    own = next((side for side, person in seats if guest is not None and person == guest), None)
    fields = {name: getattr(match, name) for name in ("id", "phase", "against", "created")}
    expires = expiry(match.phase, match.created, match.opened)
    return msgspec.convert({**fields, **match.summary, "side": own, "expires": expires}, ListedMatch)


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
    """Raise `HttpRefusal` unless a seat is free for who has this secret."""
    if match.phase != "seats":
        raise HttpRefusal(HTTPStatus.CONFLICT, _TAKEN)
    invite = match.created.invite
    if invite is not None and not is_secret_of(bytes.fromhex(invite), stated):
        raise HttpRefusal(HTTPStatus.FORBIDDEN, _NO_INVITE)


def _checked(new: NewMatch, language: str) -> matches.ClockSetting | None:
    """Return the clock of a new match. Raise `ScenarioError` for what is wrong with it and with the level."""
    problems, clock = Problems("-"), None
    with use_language(language):
        try:
            clock = None if new.clock is None else msgspec.convert(new.clock, matches.ClockSetting)
        except msgspec.ValidationError as error:
            problems.add(None, "clock", _("the clock cannot be read: {reason}").format(reason=error))
        if new.level is not None and new.level not in PLAYERS:
            message = _("there is no computer player {level!r}").format(level=new.level)
            problems.add(None, "level", message, found=new.level, allowed=tuple(PLAYERS))
        if new.spectators is not None and not 0 <= new.spectators <= 24 * 3600:
            message = _("expected a number from {least} to {most}, not {found}")
            problems.add(None, "spectators", message.format(least=0, most=24 * 3600, found=new.spectators))
        problems.raise_if_any()
    return clock
