"""Guests in the database."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from sqlalchemy import insert, select

from sightline.server.storage.open_database import OpenDatabase
from sightline.server.storage.schema import GUESTS


@dataclass(frozen=True)
class Guest:
    """Somebody who plays, by a name that others may have as well."""

    id: str
    name: str


class GuestStore:
    """Reads and writes guests. Raises SQLAlchemy's errors where the database fails."""

    def __init__(self, database: OpenDatabase) -> None:
        self._database = database

    async def create(self, guest: Guest, token: bytes, time: int) -> None:
        """Keep a new guest, and the hash of the token."""
        name = msgspec.json.encode(guest.name).decode()  # PostgreSQL does not keep every character as it is
        async with self._database.write() as connection:
            await connection.execute(insert(GUESTS).values(id=guest.id, name=name, token=token, created=time))

    async def find(self, token: bytes) -> Guest | None:
        """Return the guest whose token has this hash."""
        row = await self._database.first(select(GUESTS).where(GUESTS.c.token == token))
        return None if row is None else Guest(row.id, msgspec.json.decode(row.name, type=str))
