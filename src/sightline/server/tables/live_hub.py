"""The viewers of each table, and the messages to them."""

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
"""The maximum number of messages queued for a slow reader."""
_MAX_VIEWERS = 100
_HERE_SECONDS = 0.1
"""The time in seconds in which changes of the list of viewers are collected before it is sent."""

TABLE_GONE = 4404
_TOO_SLOW = N_("Messages are read too slowly; connect again.")
_TABLE_FULL = N_("Too many people are looking at this table; try again later.")
_TABLE_GONE = N_("The table has been deleted.")


class LiveMessage(NamedTuple):
    """An encoded message; one about edits has the revision that they led to."""

    text: str
    revision: int | None = None


class Viewer:
    """A viewer of a table: a queue of messages, which ends with a farewell."""

    def __init__(self, hello: LiveHello, *, may_edit: bool) -> None:
        self.person = Person(hello.name, hello.colour, None, may_edit)
        self.queue: asyncio.Queue[LiveMessage] = asyncio.Queue(_WAITING)
        self.farewell: asyncio.Future[Farewell | None] = asyncio.get_running_loop().create_future()

    def enqueue(self, message: LiveMessage) -> None:
        """Put a message into the queue; close the connection if the queue is full."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close(Farewell(FULL, _TOO_SLOW))

    def close(self, farewell: Farewell) -> None:
        """End the connection."""
        if not self.farewell.done():
            self.farewell.set_result(farewell)


class LiveHub:
    """All viewers, by table."""

    def __init__(self) -> None:
        self._viewers: dict[str, list[Viewer]] = {}
        self._due: dict[str, asyncio.TimerHandle] = {}
        self._is_closed = False

    def join(self, table: str, viewer: Viewer) -> None:
        """Add a viewer to a table."""
        viewers = self._viewers.setdefault(table, [])
        if self._is_closed:
            viewer.close(STOPS)
        elif len(viewers) >= _MAX_VIEWERS:
            viewer.close(Farewell(FULL, _TABLE_FULL))
        viewers.append(viewer)
        self._schedule_viewer_list(table)

    def leave(self, table: str, viewer: Viewer) -> None:
        """Remove a viewer from a table."""
        self._viewers[table].remove(viewer)
        if not self._viewers[table]:
            del self._viewers[table]
        self._schedule_viewer_list(table)

    def move(self, table: str, viewer: Viewer, at: LivePlace | None) -> None:
        """Note at which place a viewer is."""
        viewer.person = msgspec.structs.replace(viewer.person, at=at)
        self._schedule_viewer_list(table)

    def point(self, table: str, viewer: Viewer, at: LivePlace | None) -> None:
        """Send the place where a viewer points to the others."""
        message = _encode({"type": "point", "at": at, "by": viewer.person.name, "colour": viewer.person.colour})
        for other in self._viewers[table]:
            if other is not viewer:
                other.enqueue(message)

    def publish_edits(self, table: str, edits: StoredEdits, by: str | None) -> None:
        """Send stored edits to all viewers of a table."""
        message = message_of(edits, by)
        for viewer in self._viewers.get(table, ()):
            viewer.enqueue(message)

    def close_table(self, table: str) -> None:
        """Close the connections of all viewers of a deleted table."""
        for viewer in self._viewers.get(table, ()):
            viewer.close(Farewell(TABLE_GONE, _TABLE_GONE))

    def close(self) -> None:
        """Close all connections, also those that are made later, because the server stops."""
        self._is_closed = True
        for viewers in self._viewers.values():
            for viewer in viewers:
                viewer.close(STOPS)

    def _schedule_viewer_list(self, table: str) -> None:
        """Send the list of viewers to all viewers of a table soon, so that more changes can be sent together."""
        if table not in self._due:
            self._due[table] = asyncio.get_running_loop().call_later(_HERE_SECONDS, self._send_viewer_list, table)

    def _send_viewer_list(self, table: str) -> None:
        del self._due[table]
        viewers = self._viewers.get(table, [])
        message = _encode({"type": "here", "people": [viewer.person for viewer in viewers]})
        for viewer in viewers:
            viewer.enqueue(message)


def message_of(edits: StoredEdits, by: str | None) -> LiveMessage:
    """Return the message about stored edits; `by` is None for past edits, whose senders are not stored."""
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
