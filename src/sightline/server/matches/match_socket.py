"""The WebSocket of a match: it sends the log as it grows, and takes commands and queries."""

from __future__ import annotations

import asyncio
from asyncio import FIRST_COMPLETED
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

import msgspec

from sightline.battles.match import Query, Refused
from sightline.battles.match.match_commands import Pong
from sightline.i18n import N_, _, use_language
from sightline.server.connection_base import (
    BROKEN,
    FULL,
    GOING,
    GONE,
    LOAD_AGAIN,
    STOPS,
    UNREADABLE,
    WITHOUT_HELLO,
    Farewell,
    LiveSocket,
    Pings,
)
from sightline.server.errors import refusal_message
from sightline.server.guests.guest_identity import guest_of
from sightline.server.http_refusals import HttpRefusal
from sightline.server.matches import match_messages as messages
from sightline.server.matches.live_match import LiveMatch
from sightline.server.matches.match_service import MatchService
from sightline.server.matches.match_store import OutOfDate, SentCommand
from sightline.server.matches.shown_match import clock_now, last_shown
from sightline.server.request_types import AnySocket
from sightline.server.settings import ServerLimits
from sightline.server.unix_time import now_milliseconds

_MAX_CHARACTERS = 20_000
_MAX_SPECTATORS = 50
_ENTRIES_AT_ONCE = 50
_ANSWERS = 64
"""The maximum number of answers queued for a slow reader; no further commands are read then."""
_NEVER = 3600.0

_REPLACED, _SIGNED_OUT, _NOT_SHOWN = 4001, 4401, 4403
_FAREWELLS = {
    "hello": WITHOUT_HELLO,
    "token": Farewell(BROKEN, N_("This token is not known.")),
    "unreadable": UNREADABLE,
    "replaced": Farewell(_REPLACED, N_("You have connected from elsewhere, which ends this connection.")),
    "signed-out": Farewell(_SIGNED_OUT, N_("You have been signed out.")),
    "hidden": Farewell(_NOT_SHOWN, N_("Only those who play this battle may see it.")),
    "full": Farewell(FULL, N_("Too many people are watching this battle; try again later.")),
    "again": Farewell(GOING, N_("The server has to reload this battle; connect again.")),
    "load": Farewell(LOAD_AGAIN, N_("This battle does not have the entries that you know; load it again.")),
    "stopping": STOPS,
}


class MatchConnection(LiveSocket):
    """The connection of a player or spectator of a match."""

    def __init__(self, socket: AnySocket, service: MatchService, match: str, limits: ServerLimits) -> None:
        super().__init__(socket)
        self._service, self._id, self._limits = service, match, limits

    def farewell_after(self, error: Exception) -> Farewell:
        """Return the farewell after an error: to connect again if the match only has to be read again."""
        return _FAREWELLS["again"] if isinstance(error, HttpRefusal | OutOfDate) else super().farewell_after(error)

    async def talk(self) -> Farewell | None:
        """Serve the connection; return why it must be closed, None if the client has closed it."""
        hello = await self.read_hello(messages.read_match_hello, _MAX_CHARACTERS)
        if hello is None:
            return _FAREWELLS["hello"]
        self.language = hello.lang or self.language
        guest = await guest_of(self.socket, hello.token)
        if guest is None and hello.token is not None:
            return _FAREWELLS["token"]
        live = await self._service.open(self._id)
        sides = live.sides_of(None if guest is None else guest.id)
        if not sides and live.match.created.spectators is None:
            return _FAREWELLS["hidden"]
        if not sides and live.connections.spectators >= _MAX_SPECTATORS:
            return _FAREWELLS["full"]
        player = None if guest is None or not sides else guest.id
        if hello.after > last_shown(live, player):
            return _FAREWELLS["load"]
        seat = _Seat(live, player, sides, 0 if sides else round(1000 * (live.match.created.spectators or 0)))
        return await _Exchange(self.socket, self._service, seat, self.language, self._limits).run(hello.after)


class _Seat(NamedTuple):
    """A place at a match: the player (None for spectators), the sides, and the delay in milliseconds."""

    live: LiveMatch
    player: str | None
    sides: tuple[str, ...]
    delay: int


class _Exchange:
    """The exchange of messages after the hello.

    Entries are taken from the log as fast as they can be sent, so that nothing waits in memory for a slow reader.
    """

    def __init__(
        self, socket: AnySocket, service: MatchService, seat: _Seat, language: str, limits: ServerLimits
    ) -> None:
        self._socket, self._service, self._seat, self._language = socket, service, seat, language
        self._ping_seconds, self._each_second = limits.ping_seconds, limits.commands
        self._command_times = seat.live.connections.command_times(seat.player)
        self._wake = asyncio.Event()
        self._answers: asyncio.Queue[str] = asyncio.Queue(_ANSWERS)
        self._farewell: asyncio.Future[Farewell | None] = asyncio.get_running_loop().create_future()

    async def run(self, after: int) -> Farewell | None:
        """Run until either side closes the connection; return why this side does, None if the client did."""
        live, player = self._seat.live, self._seat.player
        live.connections.watchers.add(self._wake.set)
        self._service.connections.add(self.end)
        if player is None:
            live.connections.spectators += 1
        else:
            live.connections.enter(player, self._seat.sides, self.end)
        sending: asyncio.Future[Farewell | None] = asyncio.ensure_future(self._send(after))
        tasks = {sending, asyncio.ensure_future(self._receive())}
        try:
            done, _others = await asyncio.wait({*tasks, self._farewell}, return_when=FIRST_COMPLETED)
            return done.pop().result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._service.connections.discard(self.end)
            live.connections.watchers.discard(self._wake.set)
            self._leave()

    def _leave(self) -> None:
        live, player = self._seat.live, self._seat.player
        if player is None:
            live.connections.spectators -= 1
        else:
            live.connections.leave(player, self._seat.sides, self.end)

    def end(self, why: str) -> None:
        """End the connection with the farewell of a key."""
        if not self._farewell.done():
            self._farewell.set_result(_FAREWELLS[why])

    # --- sending --------------------------------------------------------------------------------------------

    async def _send(self, last: int) -> Farewell | None:
        live = self._seat.live
        await self._welcome()
        pings = Pings(self._socket, self._ping_seconds)
        while not live.is_broken:
            self._wake.clear()
            last, due = await self._send_entries(last)
            while not self._answers.empty():
                await self._socket.send_text(self._answers.get_nowait())
            await pings.send_due()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), max(0.0, min(pings.wait, due)))
        return _FAREWELLS["again"]

    async def _send_entries(self, last: int) -> tuple[int, float]:
        """Send the entries after a number; return the last one's, and the seconds until the next one may be sent."""
        seat = self._seat
        while entries := await seat.live.entries_after(last, _ENTRIES_AT_ONCE):
            for entry in entries:
                waits = entry.time + seat.delay - now_milliseconds()
                if seat.delay and waits > 0:
                    return last, waits / 1000
                await self._socket.send_text(messages.entry_text(entry, seat.sides))
                last = entry.n
        return last, _NEVER

    async def _welcome(self) -> None:
        seat = self._seat
        match = await self._service.visible_part(seat.live, seat.player)
        phase, n, clock = ("seats", 0, None) if match is None else (match.phase, match.n, clock_now(match))
        side = seat.sides[0] if seat.sides else None
        welcome = {"type": "welcome", "side": side, "sides": seat.sides, "phase": phase, "n": n, "clock": clock}
        await self._socket.send_text(messages.encode(welcome))

    # --- receiving ------------------------------------------------------------------------------------------

    async def _receive(self) -> Farewell | None:
        """Handle commands one at a time; return the farewell for an invalid one, None when the client is gone."""
        while True:
            try:
                text = await self._socket.receive_text()
            except GONE:
                return None
            if len(text) > _MAX_CHARACTERS:
                return _FAREWELLS["unreadable"]
            try:
                head = messages.read_head(text)
            except (msgspec.DecodeError, RecursionError):
                return _FAREWELLS["unreadable"]
            if head.type == "pong":
                continue
            if head.type != "command" or head.id is None:
                return _FAREWELLS["unreadable"]
            await self._await_rate_limit()
            await self._answers.put(await self._answer(head.id, text))
            self._wake.set()

    async def _await_rate_limit(self) -> None:
        """Wait while this seat, or this spectator, has reached the limit of commands per second."""
        times = self._command_times
        if len(times) >= self._each_second:
            await asyncio.sleep(max(0.0, times[-self._each_second] + 1 - monotonic()))
        times.append(monotonic())

    async def _answer(self, id: str, text: str) -> str:
        """Return the message that answers a command."""
        with use_language(self._language):
            try:
                return await self._execute(id, text)
            except Refused as refused:
                return messages.refused_text(id, refused)
            except HttpRefusal as busy:
                return messages.refused_text(id, Refused(refusal_message(busy)))

    async def _execute(self, id: str, text: str) -> str:
        seat = self._seat
        command = messages.read_command(text)
        if isinstance(command, Pong):
            return messages.answer_text(id, None)
        if seat.player is None:
            raise Refused(_("spectators cannot do this"))
        if isinstance(command, Query):
            return messages.answer_text(id, await seat.live.answer(seat.sides, command, self._language))
        # The command is completed even if the connection ends meanwhile: the client repeats it and gets its answer.
        execution = seat.live.execute(seat.sides, command, SentCommand(seat.player, id), self._language)
        begun = seat.live.run_in_background(execution)
        await asyncio.wait({begun})
        answer = begun.result()
        if isinstance(answer, Refused):
            raise answer
        return messages.done_text(id, answer)
