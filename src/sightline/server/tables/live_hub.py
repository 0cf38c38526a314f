"""The viewers of each table, and what they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from sightline.i18n import N_
from sightline.server.connection_base import FULL, STOPS, Farewell
from sightline.server.storage.table_store import StoredEdits
from sightline.server.tables.live_messages import LiveHello, LivePlace, Person

_WAITING = 256
"""The messages that wait for a slow reader."""
_MOST_AT_TABLE = 100
_HERE_SECONDS = 0.1
"""The time in which changes of who is here are told together."""

TABLE_GONE = 4404
_TOO_SLOW = N_("Messages are read too slowly; connect again.")
_TABLE_FULL = N_("Too many people are looking at this table; try again later.")
_TABLE_GONE = N_("The table has been deleted.")


class LiveMessage(NamedTuple):
    """A message as it is sent; that of edits has the revision that they led to."""

    text: str
    revision: int | None = None


class Viewer:
    """Somebody who looks on: a queue of what to tell them, and the end of it."""

    def __init__(self, hello: LiveHello, *, may_edit: bool) -> None:
        self.person = Person(hello.name, hello.colour, None, may_edit)
        self.queue: asyncio.Queue[LiveMessage] = asyncio.Queue(_WAITING)
        self.farewell: asyncio.Future[Farewell | None] = asyncio.get_running_loop().create_future()

    def tell(self, message: LiveMessage) -> None:
        """Put a message into the queue; close the connection of somebody whose queue is full."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close(Farewell(FULL, _TOO_SLOW))

    def close(self, farewell: Farewell) -> None:
        """End the connection."""
        if not self.farewell.done():
            self.farewell.set_result(farewell)


class LiveHub:
    """Everybody who looks on, by table."""

    def __init__(self) -> None:
        self._viewers: dict[str, list[Viewer]] = {}
        self._due: dict[str, asyncio.TimerHandle] = {}
        self._is_closed = False

    def join(self, table: str, viewer: Viewer) -> None:
        """Let somebody look on from now on."""
        viewers = self._viewers.setdefault(table, [])
        if self._is_closed:
            viewer.close(STOPS)
        elif len(viewers) >= _MOST_AT_TABLE:
            viewer.close(Farewell(FULL, _TABLE_FULL))
        viewers.append(viewer)
        self._tell_soon(table)

    def leave(self, table: str, viewer: Viewer) -> None:
        """Let somebody go who joined."""
        self._viewers[table].remove(viewer)
        if not self._viewers[table]:
            del self._viewers[table]
        self._tell_soon(table)

    def move(self, table: str, viewer: Viewer, at: LivePlace | None) -> None:
        """Note where somebody is."""
        viewer.person = msgspec.structs.replace(viewer.person, at=at)
        self._tell_soon(table)

    def point(self, table: str, viewer: Viewer, at: LivePlace | None) -> None:
        """Announce to the others where somebody points."""
        message = _encode({"type": "point", "at": at, "by": viewer.person.name, "colour": viewer.person.colour})
        for other in self._viewers[table]:
            if other is not viewer:
                other.tell(message)

    def publish_edits(self, table: str, edits: StoredEdits, by: str | None) -> None:
        """Announce to everybody at a table edits that have been kept."""
        message = message_of(edits, by)
        for viewer in self._viewers.get(table, ()):
            viewer.tell(message)

    def close_table(self, table: str) -> None:
        """End the connections of everybody at a table that is deleted."""
        for viewer in self._viewers.get(table, ()):
            viewer.close(Farewell(TABLE_GONE, _TABLE_GONE))

    def close(self) -> None:
        """End all connections, and those that are made later, as the server stops."""
        self._is_closed = True
        for viewers in self._viewers.values():
            for viewer in viewers:
                viewer.close(STOPS)

    def _tell_soon(self, table: str) -> None:
        """Announce who is here to everybody at a table, after a moment in which more may change."""
        if table not in self._due:
            self._due[table] = asyncio.get_running_loop().call_later(_HERE_SECONDS, self._tell_who_is_here, table)

    def _tell_who_is_here(self, table: str) -> None:
        del self._due[table]
        viewers = self._viewers.get(table, [])
        message = _encode({"type": "here", "people": [viewer.person for viewer in viewers]})
        for viewer in viewers:
            viewer.tell(message)


def message_of(edits: StoredEdits, by: str | None) -> LiveMessage:
    """Return the message about edits that have been kept; of past ones it is not known by whom they are."""
    content: Mapping[str, Any] = {
        "type": "edit",
        "revision": edits.revision,
        "id": edits.request,
        "edits": edits.edits,
        "by": by,
    }
    return _encode(content, edits.revision)


def _encode(content: Mapping[str, Any], revision: int | None = None) -> LiveMessage:
    return LiveMessage(msgspec.json.encode(content).decode(), revision)
