"""The matches of a server: found, taken in hand, resumed and deleted."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
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
from sightline.i18n import N_
from sightline.server.errors import HttpRefusal
from sightline.server.guests.block_store import BlockStore
from sightline.server.matches.chat_rules import ChatRules
from sightline.server.matches.kept_time import KEPT_MILLISECONDS, UNJOINED_MILLISECONDS
from sightline.server.matches.live_match import LiveMatch, Work
from sightline.server.matches.match_store import MatchStore, OutOfDate, stored_match
from sightline.server.matches.shown_match import last_shown
from sightline.server.tables.table_secret import new_token
from sightline.server.unix_time import now_milliseconds

KEY = "matches"
"""The key of the matches in the state of the application."""
_NO_MATCH = N_("There is no such battle.")
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
            each.connections.end(guest, "signed-out")

    async def delete(self, id: str) -> None:
        """Delete a match, and end the connections of whoever looks on."""
        await self.store.delete(id)
        found = self._live.pop(id, None)
        if found is not None:
            found.close()
            found.break_off()

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


def _give_back(since: int, match: matches.Match) -> Sequence[AnyEntry]:
    return matches.decide_resumption(match, since, max(now_milliseconds(), match.time))
