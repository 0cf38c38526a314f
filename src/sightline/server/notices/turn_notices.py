"""Notices that a battle waits for a guest: sent once, if the guest is not connected."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import NamedTuple

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from sightline.battles import match as matches
from sightline.server.attempts import Attempts
from sightline.server.http_refusals import HttpRefusal
from sightline.server.matches.live_match import LiveMatch
from sightline.server.notices.webhook_store import WebhookStore

_MAX_WAITING = 200
_AT_ONCE = 4
_MAX_FAILURES = 20
"""The number of consecutive failures after which a webhook is deleted; counted since the server started."""
_MAX_OF_GUEST, _WINDOW_SECONDS = 60, 3600

Post = Callable[[str, bytes], Awaitable[int | None]]


class _Notice(NamedTuple):
    """A request to be sent to the webhook of a guest."""

    person: str
    body: bytes


class TurnNotices:
    """The queue of notices of a server; what is still queued when it stops is dropped."""

    def __init__(self, store: WebhookStore, post: Post) -> None:
        self._store, self._post = store, post
        self._waiting: asyncio.Queue[_Notice] = asyncio.Queue(_MAX_WAITING)
        self._failures: Counter[str] = Counter()
        self._counted = Attempts(_MAX_OF_GUEST, _WINDOW_SECONDS)

    def consider(self, live: LiveMatch, before: matches.Match) -> None:
        """Queue notices for those for whom a match waits now and did not before, unless they are connected."""
        match = live.match
        for side in match.awaited():
            seat = match.seats.get(side)
            if side in before.awaited() or seat is None or seat.person is None or live.connections.is_present(side):
                continue
            if not self._waiting.full():
                self._waiting.put_nowait(_Notice(seat.person, _body(live.id, match, side)))

    async def send(self) -> None:
        """Send notices, several at once, until this is cancelled."""
        async with asyncio.TaskGroup() as tasks:
            for _number in range(_AT_ONCE):
                tasks.create_task(self._send_each())

    async def _send_each(self) -> None:
        while True:
            person, body = await self._waiting.get()
            try:
                url = await self._store.find(person)
                if url is not None:
                    self._counted.check(person)
                    self._counted.count(person)
                    await self._note(person, await self._post(url, body))
            except (SQLAlchemyError, HttpRefusal):  # the next notice tries again
                continue

    async def _note(self, person: str, status: int | None) -> None:
        """Count the failures of a webhook, and delete one that keeps failing."""
        if status is not None and HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
            self._failures.pop(person, None)
            return
        self._failures[person] += 1
        if self._failures[person] >= _MAX_FAILURES:
            del self._failures[person]
            await self._store.delete(person)


def _body(id: str, match: matches.Match, side: str) -> bytes:
    """Return the body of a notice: which match waits, and nothing secret."""
    notice = {
        "what": "turn",
        "battle": id,
        "page": f"/b/{id}",
        "title": match.created.title,
        "side": side,
        "phase": match.phase,
        "n": match.n,
        "time": match.time,
    }
    return msgspec.json.encode(notice)
