"""The open database of a server, with reads and serialized writes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import Any

from litestar import Litestar
from sqlalchemy import Row, Select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from sightline.server.part import Part
from sightline.server.settings import Settings
from sightline.server.storage.database import is_sqlite, open_database, parse_database

_KEY = "database"


class OpenDatabase:
    """An open database. All methods raise SQLAlchemy's errors if the database fails."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        # SQLite allows one writer at a time; without the lock, others would have to retry.
        self._writing = asyncio.Lock() if is_sqlite(engine.url) else nullcontext()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction; it is on disk when the block has ended."""
        async with self._writing, self.engine.begin() as connection:
            yield connection

    async def first(self, query: Select[Any]) -> Row[Any] | None:
        """Return the first row of a query, None if there is none."""
        async with self.engine.connect() as connection:
            row: Row[Any] | None = (await connection.execute(query)).first()
            return row

    async def rows(self, query: Select[Any]) -> list[Row[Any]]:
        """Return all rows of a query."""
        async with self.engine.connect() as connection:
            return [*await connection.execute(query)]

    async def is_reachable(self) -> bool:
        """Return whether the database answers."""
        try:
            async with self.engine.connect() as connection:
                await connection.execute(text("SELECT 1"))
        except (SQLAlchemyError, OSError):
            return False
        return True


def database_of(app: Litestar) -> OpenDatabase:
    """Return the database of a server."""
    database: OpenDatabase = app.state[_KEY]
    return database


def storage(settings: Settings) -> Part:
    """Return the part of the server that opens its database, which is up to date."""

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        app.state[_KEY] = database = OpenDatabase(open_database(parse_database(settings.database)))
        try:
            yield
        finally:
            await database.engine.dispose()

    return Part(lifespans=[opened], is_ready=lambda app: database_of(app).is_reachable())
