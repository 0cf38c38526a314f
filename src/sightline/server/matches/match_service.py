"""The service of matches: loading, resuming and deleting them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from http import HTTPStatus

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from sightline.battles import commitment_of
from sightline.battles import match as matches
from sightline.battles.match.match_entries import AnyEntry
from sightline.i18n import N_
from sightline.server.guests.block_store import BlockStore
from sightline.server.http_refusals import HttpRefusal
from sightline.server.matches.chat_rules import ChatRules
from sightline.server.matches.entry_time import entry_time
from sightline.server.matches.live_match import LiveMatch, Work
from sightline.server.matches.match_store import MatchStore, OutOfDate, stored_match
from sightline.server.matches.retention import KEPT_MILLISECONDS, UNJOINED_MILLISECONDS
from sightline.server.matches.shown_match import last_shown
from sightline.server.request_types import AnyConnection
from sightline.server.tokens import is_token, new_token
from sightline.server.unix_time import now_milliseconds

KEY = "matches"
"""The key of the matches in the state of the application."""
_NO_MATCH = N_("There is no such battle.")
_BEAT_SECONDS = 2.0
_NOTED_MILLISECONDS = 24 * 3600 * 1000
"""The minimum time between two updates of when a match was last opened."""
_DELETED_AT_ONCE = 100


class MatchService:
    """The matches of a server."""

    def __init__(self, store: MatchStore, work: Work, blocks: BlockStore) -> None:
        self.store, self.work, self.blocks = store, work, blocks
        self.on_change: Callable[[LiveMatch, matches.Match], None] | None = None
        """A function that is called after each change, with the match as it was before."""
        self._chat = ChatRules(blocks)
        self.connections: set[Callable[[str], None]] = set()
        """The functions that end each of the connections, with a reason."""
        self._live: dict[str, LiveMatch] = {}
        self._reading: dict[str, asyncio.Lock] = {}

    async def open(self, id: str) -> LiveMatch:
        """Return a live match, and note that it was opened.

        Raise `HttpRefusal` if there is none.
        """
        found = await self._find_or_load(id)
        if now_milliseconds() - found.stored_access > _NOTED_MILLISECONDS:
            found.stored_access = now_milliseconds()
            await self.store.note_opened(id, found.stored_access)
        return found

    async def _find_or_load(self, id: str) -> LiveMatch:
        found = self._live.get(id)
        if found is not None and not found.is_broken:
            found.last_access = time.monotonic()
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
        log = await self.store.log_of(id) if is_token(id) else None
        if not log:
            raise HttpRefusal(HTTPStatus.NOT_FOUND, _NO_MATCH)
        self._drop_idle()
        broken = self._live.pop(id, None)
        if broken is not None:
            broken.close()
        self._live[id] = found = LiveMatch(
            id, log, self.store, self.work, self._rematch, self._notify_change, self._chat
        )
        return found

    def _notify_change(self, live: LiveMatch, before: matches.Match) -> None:
        if self.on_change is not None:
            self.on_change(live, before)

    def _drop_idle(self) -> None:
        for id in [id for id, each in self._live.items() if each.is_idle]:
            del self._live[id]

    async def resume(self) -> None:
        """Load the matches in which a clock runs or a computer plays, and restore the time in which no server ran."""
        beat = await self.store.last_beat()
        for id in await self.store.list_going_on():
            found = await self._find_or_load(id)
            since = found.match.time if beat is None else beat
            with suppress(OutOfDate):
                await found.add(partial(_restore_time, since))

    async def beat(self) -> None:
        """Store the current time periodically as long as clocks run in this server."""
        while True:
            if any(each.match.deadline() is not None for each in self._live.values()):
                with suppress(SQLAlchemyError):
                    await self.store.beat(now_milliseconds())
            await asyncio.sleep(_BEAT_SECONDS)

    def end_connections(self, guest: str) -> None:
        """End the connections with which a guest plays, because of signing out."""
        for each in self._live.values():
            each.connections.end(guest, "signed-out")

    async def delete(self, id: str) -> None:
        """Delete a match, and end its connections."""
        await self.store.delete(id)
        found = self._live.pop(id, None)
        if found is not None:
            found.close()
            found.invalidate()

    async def delete_unopened(self) -> int:
        """Delete matches that nobody has opened or joined for too long; return their number."""
        unopened = await self.store.list_unopened(
            now_milliseconds() - KEPT_MILLISECONDS, now_milliseconds() - UNJOINED_MILLISECONDS, _DELETED_AT_ONCE
        )
        for id in unopened:
            await self.delete(id)
        return len(unopened)

    def close(self) -> None:
        """End all connections, and cancel everything that is scheduled."""
        for end in [*self.connections]:
            end("stopping")
        for each in self._live.values():
            each.close()

    async def _rematch(self, live: LiveMatch) -> str:
        """Create the rematch of a match, with the same people and teams; return its id."""
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

    async def visible_part(self, live: LiveMatch, guest: str | None) -> matches.Match | None:
        """Return the part of a match that a guest may see now, None before its first visible entry.

        Raise `HttpRefusal` if it has no spectators and the guest does not play in it.
        """
        last = last_shown(live, guest)
        if last == live.match.n:
            return live.match
        entries = await self.store.entries_after(live.id, 0, last)
        return matches.fold_all(entries) if entries else None


def service_of(connection: AnyConnection) -> MatchService:
    """Return the matches of the server that a request or a WebSocket came to."""
    service: MatchService = connection.app.state[KEY]
    return service


def _restore_time(since: int, match: matches.Match) -> Sequence[AnyEntry]:
    return matches.decide_resumption(match, since, entry_time(match))
