"""Tables of the web in the database, and their edits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from sightline.server.storage.open_database import OpenDatabase
from sightline.server.storage.schema import EDITS, TABLES

Json = Mapping[str, Any]
MAX_EDITS_READ = 500
"""The most entries of a history that are read at once."""
MAX_CHARACTERS_READ = 2**22
"""The most characters of entries of a history that are read at once, but for a single entry that is longer."""


@dataclass(frozen=True, kw_only=True)
class StoredTable:
    """A table as it is stored; see `schema.TABLES`."""

    id: str
    secret: bytes
    revision: int
    title: str
    rules: str
    scenario: str
    opened: int


@dataclass(frozen=True, kw_only=True)
class StoredEdits:
    """Edits that were applied together, as they are stored; see `schema.EDITS`."""

    revision: int
    request: str
    client: str | None
    edits: Sequence[Json]
    undo: Sequence[Json]
    overtaken: Sequence[Json]


class TableStore:
    """Reads and writes tables. Raises SQLAlchemy's errors where the database fails."""

    def __init__(self, database: OpenDatabase) -> None:
        self._database = database

    async def create(self, table: StoredTable) -> None:
        """Store a new table."""
        async with self._database.write() as connection:
            await connection.execute(insert(TABLES).values(_row_of(table)))

    async def find(self, table: str) -> StoredTable | None:
        """Return the table with an id."""
        row = await self._database.first(select(TABLES).where(TABLES.c.id == table))
        return None if row is None else _table_of(row)

    async def find_edits(self, table: str, request: str) -> StoredEdits | None:
        """Return the edits of a table that were sent with an id."""
        row = await self._database.first(select(EDITS).where(EDITS.c.table_id == table, EDITS.c.request == request))
        return None if row is None else _edits_of(row)

    async def edits_after(self, table: str, revision: int, most: int = MAX_EDITS_READ) -> list[StoredEdits]:
        """Return the edits of a table after a revision, in order: at least one if there are any, but within the limits.

        The caller reads on after the last of them.
        """
        behind = (EDITS.c.table_id == table) & (EDITS.c.revision > revision)
        length = func.length(EDITS.c.edits) + func.length(EDITS.c.undo) + func.length(EDITS.c.overtaken)
        sizes = select(EDITS.c.revision, length.label("size")).where(behind).order_by(EDITS.c.revision).limit(most)
        last, total = revision, 0
        for row in await self._database.rows(sizes):
            total += row.size
            if total > MAX_CHARACTERS_READ and last > revision:
                break
            last = row.revision
        rows = select(EDITS).where(behind & (EDITS.c.revision <= last)).order_by(EDITS.c.revision)
        return [_edits_of(row) for row in await self._database.rows(rows)]

    async def append(self, before: StoredTable, after: StoredTable, edits: StoredEdits) -> bool:
        """Store a table after edits; return False, and change nothing, if it is no longer as it was `before`."""
        unchanged = (TABLES.c.id == before.id) & (TABLES.c.revision == before.revision)
        lists = {name: msgspec.json.encode(getattr(edits, name)).decode() for name in ("edits", "undo", "overtaken")}
        try:
            async with self._database.write() as connection:
                done = await connection.execute(update(TABLES).where(unchanged).values(_row_of(after)))
                if done.rowcount:
                    await connection.execute(insert(EDITS).values(table_id=after.id, **vars(edits) | lists))
        except IntegrityError:  # edits with the same id have been stored meanwhile
            return False
        return bool(done.rowcount)

    async def note_opened(self, table: str, seconds: int) -> None:
        """Store the time at which a table was opened."""
        async with self._database.write() as connection:
            await connection.execute(update(TABLES).where(TABLES.c.id == table).values(opened=seconds))

    async def delete(self, table: str) -> None:
        """Delete a table with its history."""
        async with self._database.write() as connection:
            await connection.execute(delete(EDITS).where(EDITS.c.table_id == table))
            await connection.execute(delete(TABLES).where(TABLES.c.id == table))

    async def delete_unopened(self, since: int) -> int:
        """Delete the tables that nobody has opened since a time; return their number."""
        unopened = TABLES.c.opened < since
        async with self._database.write() as connection:
            await connection.execute(delete(EDITS).where(EDITS.c.table_id.in_(select(TABLES.c.id).where(unopened))))
            return (await connection.execute(delete(TABLES).where(unopened))).rowcount


def _row_of(table: StoredTable) -> dict[str, Any]:
    # As JSON, because a title may have characters that PostgreSQL cannot store.
    return vars(table) | {"title": msgspec.json.encode(table.title).decode()}


def _table_of(row: Row[Any]) -> StoredTable:
    values = row._asdict()
    return StoredTable(**values | {"title": msgspec.json.decode(values["title"], type=str)})


def _edits_of(row: Row[Any]) -> StoredEdits:
    values = row._asdict()
    del values["table_id"]
    lists = {name: msgspec.json.decode(values[name]) for name in ("edits", "undo", "overtaken")}
    return StoredEdits(**values | lists)
