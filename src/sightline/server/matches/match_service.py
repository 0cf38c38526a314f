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
from sqlalchemy.exc import SQLAlchemyError

from sightline.battles import commitment_of
from sightline.battles import match as matches
from sightline.battles.match.match_entries import AnyEntry
from sightline.formats.arguments import refuse_argument
from sightline.formats.problems import Problems
from sightline.i18n import N_, _, use_language
from sightline.players import PLAYERS
from sightline.server.errors import HttpRefusal
from sightline.server.guests.guest_store import Guest
from sightline.server.matches.live_match import LiveMatch, OutOfDate, Work, now, stored_match
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

_NO_MATCH = N_("There is no such battle.")
_TAKEN = N_("Both seats are taken.")
_OWN = N_("You have a seat already.")
_NO_INVITE = N_("This seat is for who was invited; the link that invites has a secret.")
_NOT_SHOWN = N_("Only those who play this battle may see it.")
_DEFAULT_LEVEL = "greedy"
_BEAT_SECONDS = 2.0


class MatchService:
    """The matches of a server."""

    def __init__(self, store: MatchStore, work: Work) -> None:
        self.store, self.work = store, work
        self.connections: set[Callable[[str], None]] = set()
        """The ends of all connections, which take a reason."""
        self._live: dict[str, LiveMatch] = {}
        self._reading: dict[str, asyncio.Lock] = {}

    # --- matches in hand ------------------------------------------------------------------------------------

    async def open(self, id: str) -> LiveMatch:
        """Return a match, in hand from now on. Raise `HttpRefusal` where there is none."""
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
        self._live[id] = found = LiveMatch(id, log, self.store, self.work, self._rematch)
        return found

    def _drop_idle(self) -> None:
        for id in [id for id, each in self._live.items() if each.is_idle]:
            del self._live[id]

    async def resume(self) -> None:
        """Take up the matches that go on by themselves, and give the time back in which no server ran."""
        beat = await self.store.last_beat()
        for id in await self.store.list_going_on():
            found = await self.open(id)
            since = found.match.time if beat is None else beat
            with suppress(OutOfDate):
                await found.add(partial(_give_back, since))

    async def beat(self) -> None:
        """Keep, again and again, the time at which this server runs, while clocks run in it."""
        while True:
            if any(each.match.deadline() is not None for each in self._live.values()):
                with suppress(SQLAlchemyError):
                    await self.store.beat(now())
            await asyncio.sleep(_BEAT_SECONDS)

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
        team: TeamRead = await self._run(read_team, field.text, side, new.team, field.limit, language)
        id, invite = new_token(), new_token() if new.against == "invite" else None
        server_seed = secrets.token_hex(32)
        created = matches.Created(
            n=1,
            time=now(),
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
            time=max(now(), match.time),
            by=side,
            side=side,
            name=guest.name if level is None else level,
            level=level,
            person=guest.id if level is None else None,
            team=team.text,
            formations=both.formations,
            scenario=both.text,
        )

    async def take_seat(self, guest: Guest, id: str, new: NewSeat, language: str) -> str:
        """Let a guest take the second seat; return the side. Raise `HttpRefusal`, `ScenarioError`."""
        live = await self.open(id)
        _check_seat(live, guest, new)
        created = live.match.created
        [side] = [side for side in live.match.sides if side not in live.match.seats]
        team: TeamRead = await self._run(read_team, created.scenario, side, new.team, created.limit, language)
        seated = await self._second_seat(live.match, side, guest, team, language)

        def take(match: matches.Match) -> Sequence[AnyEntry]:
            _check_seat(live, guest, new)
            return [msgspec.structs.replace(seated, n=match.n + 1, time=max(now(), match.time))]

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
            match.created, time=now(), server_commitment=commitment_of(server_seed), server_seed=server_seed
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
        sides, delay = live.sides_of(guest), live.match.created.spectators
        if sides or delay == 0:
            return live.match
        if delay is None:
            raise HttpRefusal(HTTPStatus.FORBIDDEN, _NOT_SHOWN)
        until = now() - round(delay * 1000)
        entries = [each.entry for each in await self.store.log_of(live.id) if each.entry.time <= until]
        return matches.fold_all(entries) if entries else None


def _give_back(since: int, match: matches.Match) -> Sequence[AnyEntry]:
    return matches.decide_resumption(match, since, max(now(), match.time))


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
    )


def clock_now(match: matches.Match) -> Mapping[str, Any] | None:
    """Return the clock of a match as it is at this moment, None where there is none."""
    return None if match.clock is None else match.clock.at(now()).to_json()


def listed(match: StoredMatch, guest: str | None) -> ListedMatch:
    """Return a match as lists show it, to a guest."""
    seats = zip(match.summary["sides"], (match.first, match.second), strict=True)
    own = next((side for side, person in seats if guest is not None and person == guest), None)
    fields = {name: getattr(match, name) for name in ("id", "phase", "against", "created")}
    return msgspec.convert({**fields, **match.summary, "side": own}, ListedMatch)


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
    match = live.match
    if match.phase != "seats":
        raise HttpRefusal(HTTPStatus.CONFLICT, _TAKEN)
    if live.sides_of(guest.id):
        raise HttpRefusal(HTTPStatus.CONFLICT, _OWN)
    invite = match.created.invite
    if invite is not None and not is_secret_of(bytes.fromhex(invite), new.invite):
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
