"""The service of tables: creating, opening, editing and deleting them; viewers are notified."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import msgspec

from sightline.formats.edits.feature_numbers import FeatureShift, feature_shift_of
from sightline.formats.edits.touched_fields import FieldPath, touch_same, touched
from sightline.i18n import N_
from sightline.server.http_refusals import HttpRefusal
from sightline.server.storage.table_store import MAX_EDITS_READ, StoredEdits, StoredTable, TableStore
from sightline.server.tables.edited_text import ScenarioText, edit_text, read_text
from sightline.server.tables.live_hub import LiveHub
from sightline.server.tables.table_bodies import EditsKept, NewEdits, NewTable, TableCreated
from sightline.server.tokens import hash_secret, is_secret_of, is_token, new_token
from sightline.server.unix_time import now_seconds

KEPT_SECONDS = 365 * 24 * 3600
"""The time after which a table that nobody has opened is deleted."""
_NOTED_SECONDS = 24 * 3600
"""The minimum time between two updates of when a table was last opened."""
_TRIES = 5
_MAX_OVERTAKEN = 100
"""The maximum number of overtaken edits that are reported to a sender, the latest ones."""
_NO_TABLE = N_("There is no such table. Tables that nobody opens for a year are deleted.")
_NO_SECRET = N_("This link only shows the table; the edit link can change it.")
_OTHER_BASE = N_("The table is at revision {revision}, which is before {base}; load it again.")
_OLD_BASE = N_("The table is at revision {revision}, too far after {base} to follow its features; load it again.")
_CONTENDED = N_("Others keep changing this table; try again in a moment.")

Result = TypeVar("Result")
Work = Callable[..., Awaitable[Any]]
"""Runs a module-level function in a worker process, with its arguments, and returns its result.

User input is passed as JSON text, because it may be nested deeper than can be pickled.
"""


class TableService:
    """The tables of a server."""

    def __init__(self, store: TableStore, hub: LiveHub) -> None:
        self.store = store
        self.hub = hub
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def create(self, new: NewTable, language: str, work: Work) -> TableCreated:
        """Create a table. Raise `ScenarioError` if the scenario is invalid."""
        read: ScenarioText = await work(read_text, msgspec.json.encode(new.scenario), language)
        table, secret = new_token(), new_token()
        await self.store.create(
            StoredTable(
                id=table,
                secret=hash_secret(secret),
                revision=1,
                title=read.title,
                rules=read.rules,
                scenario=read.text,
                opened=now_seconds(),
            )
        )
        return TableCreated(table, secret, 1)

    async def open(self, table: str) -> StoredTable:
        """Return a table, and note that it was opened. Raise `HttpRefusal` if there is none."""
        found = await self.find(table)
        if now_seconds() - found.opened < _NOTED_SECONDS:
            return found
        await self.store.note_opened(table, now_seconds())
        return replace(found, opened=now_seconds())

    async def find(self, table: str) -> StoredTable:
        """Return a table. Raise `HttpRefusal` if there is none."""
        found = await self.store.find(table) if is_token(table) else None
        if found is None or found.opened < now_seconds() - KEPT_SECONDS:
            raise HttpRefusal(HTTPStatus.NOT_FOUND, _NO_TABLE)
        return found

    async def find_editable(self, table: str, secret: str | None) -> StoredTable:
        """Return a table for editing. Raise `HttpRefusal` if there is none, or if the secret is wrong."""
        found = await self.find(table)
        if not is_secret_of(found.secret, secret):
            raise HttpRefusal(HTTPStatus.FORBIDDEN, _NO_SECRET)
        return found

    async def edit(self, table: str, secret: str | None, new: NewEdits, language: str, work: Work) -> EditsKept:
        """Apply edits and notify viewers; the edits are on disk when this returns.

        Raise `HttpRefusal` as `find_editable` does, and `ScenarioError` with every problem of the edits.
        """
        async with self._locks.setdefault(table, asyncio.Lock()):
            for _try in range(_TRIES):
                before = await self.find_editable(table, secret)
                earlier = await self.store.find_edits(table, new.id)
                if earlier is not None:
                    return EditsKept(earlier.revision, earlier.overtaken, earlier.undo)
                if not new.edits:
                    return EditsKept(before.revision, [], [])
                edits = await self._keep(before, new, language, work)
                if edits is not None:
                    self.hub.publish_edits(table, edits, new.by)
                    return EditsKept(edits.revision, edits.overtaken, edits.undo)
        raise HttpRefusal(HTTPStatus.SERVICE_UNAVAILABLE, _CONTENDED, retry_after=1)

    async def _keep(self, before: StoredTable, new: NewEdits, language: str, work: Work) -> StoredEdits | None:
        """Apply edits to a table and store it; return None if it has changed in the meantime."""
        if new.base > before.revision:
            fields = {"revision": before.revision, "base": new.base}
            raise HttpRefusal(HTTPStatus.CONFLICT, _OTHER_BASE, fields=fields)
        shifts = await self._find_feature_shifts(before, new)
        edited: ScenarioText = await work(
            edit_text, before.scenario, msgspec.json.encode(new.edits), shifts, language, subject=before.id
        )
        edits = StoredEdits(
            revision=before.revision + 1,
            request=new.id,
            client=new.client,
            edits=edited.edits,
            undo=edited.undo,
            overtaken=await self._find_overtaken(before, new),
        )
        after = replace(
            before,
            revision=edits.revision,
            title=edited.title,
            rules=edited.rules,
            scenario=edited.text,
            opened=now_seconds(),
        )
        return edits if await self.store.append(before, after, edits) else None

    async def _find_overtaken(self, before: StoredTable, new: NewEdits) -> list[Mapping[str, Any]]:
        """Return the edits since the base of new ones that touched the same fields, without those of the same page."""
        fields = frozenset[FieldPath]().union(*map(touched, new.edits))
        found: deque[Mapping[str, Any]] = deque(maxlen=_MAX_OVERTAKEN)
        async for past in self._iter_since_base(before, new):
            if new.client is None or past.client != new.client:
                found.extend(edit for edit in past.edits if touch_same(fields, touched(edit)))
        return [*found]

    async def _find_feature_shifts(self, before: StoredTable, new: NewEdits) -> list[FeatureShift]:
        """Return the shifts of the numbers of features since the base of new edits that state such numbers.

        A sender that does not say which edits are its own, with `client`, has to state the present numbers. Raise
        `HttpRefusal` if there are too many edits since the base to read all of them.
        """
        if new.client is None or not any("feature" in edit for edit in new.edits if isinstance(edit, Mapping)):
            return []
        if before.revision - new.base > MAX_EDITS_READ:
            fields = {"revision": before.revision, "base": new.base}
            raise HttpRefusal(HTTPStatus.CONFLICT, _OLD_BASE, fields=fields)
        return [
            FeatureShift(shift, past.client == new.client)
            async for past in self._iter_since_base(before, new)
            for shift in map(feature_shift_of, past.edits)
            if shift is not None
        ]

    async def _iter_since_base(self, before: StoredTable, new: NewEdits) -> AsyncIterator[StoredEdits]:
        """Yield the edits of a table since the base of new ones, without the oldest if there are many."""
        since = max(new.base, before.revision - MAX_EDITS_READ)
        while past := await self.store.edits_after(before.id, since):
            for each in past:
                yield each
            since = past[-1].revision

    async def delete(self, table: str, secret: str | None) -> None:
        """Delete a table, and close the connections of its viewers. Raise `HttpRefusal` as `find_editable` does."""
        await self.find_editable(table, secret)
        await self.store.delete(table)
        self.hub.close_table(table)

    async def delete_unopened(self) -> int:
        """Delete the tables that nobody has opened within the retention time."""
        return await self.store.delete_unopened(now_seconds() - KEPT_SECONDS)


def expiry(table: StoredTable) -> str:
    """Return the time at which a table is deleted unless somebody opens it."""
    return datetime.fromtimestamp(table.opened + KEPT_SECONDS, UTC).isoformat()
