"""Webhooks of guests in the database."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update

from sightline.server.storage.open_database import OpenDatabase
from sightline.server.storage.schema import WEBHOOKS


class WebhookStore:
    """Reads and writes webhooks. Raises SQLAlchemy's errors where the database fails."""

    def __init__(self, database: OpenDatabase) -> None:
        self._database = database

    async def find(self, guest: str) -> str | None:
        """Return the URL of a guest."""
        row = await self._database.first(select(WEBHOOKS.c.url).where(WEBHOOKS.c.guest == guest))
        return None if row is None else str(row.url)

    async def put(self, guest: str, url: str) -> None:
        """Store the URL of a guest, replacing another one."""
        async with self._database.write() as connection:
            done = await connection.execute(update(WEBHOOKS).where(WEBHOOKS.c.guest == guest).values(url=url))
            if not done.rowcount:
                await connection.execute(insert(WEBHOOKS).values(guest=guest, url=url))

    async def delete(self, guest: str) -> None:
        """Delete the URL of a guest, if there is one."""
        async with self._database.write() as connection:
            await connection.execute(delete(WEBHOOKS).where(WEBHOOKS.c.guest == guest))
