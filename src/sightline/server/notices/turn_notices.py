"""Notices that somebody is awaited in a battle: sent once, when they are not there."""

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
from sightline.server.errors import HttpRefusal
from sightline.server.matches.live_match import LiveMatch
from sightline.server.notices.webhook_store import WebhookStore

_MOST_WAITING = 200
_AT_ONCE = 4
_MOST_FAILURES = 20
"""The failures one after the other, while the server runs, after which a webhook is forgotten."""
_MOST_OF_SOMEBODY, _WINDOW_SECONDS = 60, 3600

Post = Callable[[str, bytes], Awaitable[int | None]]


class _Notice(NamedTuple):
    """A request that is to be sent to somebody."""

    person: str
    body: bytes


class TurnNotices:
    """The notices of a server; those that nobody gets round to sending are not sent."""

    def __init__(self, store: WebhookStore, post: Post) -> None:
        self._store, self._post = store, post
        self._waiting: asyncio.Queue[_Notice] = asyncio.Queue(_MOST_WAITING)
        self._failures: Counter[str] = Counter()
        self._counted = Attempts(_MOST_OF_SOMEBODY, _WINDOW_SECONDS)

    def consider(self, live: LiveMatch, before: matches.Match) -> None:
        """Notify who is awaited in a match, and was not before, unless they are there."""
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
                    self._counted.note(person)
                    await self._note(person, await self._post(url, body))
            except (SQLAlchemyError, HttpRefusal):  # next time
                continue

    async def _note(self, person: str, status: int | None) -> None:
        """Note what a request came to; a webhook that keeps failing is forgotten."""
        if status is not None and HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
            self._failures.pop(person, None)
            return
        self._failures[person] += 1
        if self._failures[person] >= _MOST_FAILURES:
            del self._failures[person]
            await self._store.delete(person)


def _body(id: str, match: matches.Match, side: str) -> bytes:
    """Return what is told: where somebody is awaited, and nothing that one may not know."""
    told = {
        "what": "turn",
        "battle": id,
        "page": f"/b/{id}",
        "title": match.created.title,
        "side": side,
        "phase": match.phase,
        "n": match.n,
        "time": match.time,
    }
    return msgspec.json.encode(told)
