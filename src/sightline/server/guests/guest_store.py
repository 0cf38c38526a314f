"""Guests and their tokens in the database."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from sqlalchemy import delete, insert, select, update

from sightline.server.storage.open_database import OpenDatabase
from sightline.server.storage.schema import GUEST_TOKENS, GUESTS


@dataclass(frozen=True)
class Guest:
    """A guest; the `name` need not be unique, `seen` is when they were last here, in milliseconds since 1970."""

    id: str
    name: str
    created: int = 0
    seen: int = 0


class GuestStore:
    """Reads and writes guests. Raises SQLAlchemy's errors where the database fails."""

    def __init__(self, database: OpenDatabase) -> None:
        self._database = database

    async def create(self, guest: Guest, token: bytes, time: int) -> None:
        """Store a new guest, and the hash of the token."""
        name = name_to_text(guest.name)
        async with self._database.write() as connection:
            await connection.execute(insert(GUESTS).values(id=guest.id, name=name, created=time, seen=time))
            await connection.execute(insert(GUEST_TOKENS).values(token=token, guest=guest.id, created=time))

    async def find(self, token: bytes) -> Guest | None:
        """Return the guest who has a token with this hash."""
        row = await self._database.first(select(GUESTS).join(GUEST_TOKENS).where(GUEST_TOKENS.c.token == token))
        if row is None:
            return None
        return Guest(row.id, msgspec.json.decode(row.name, type=str), row.created, row.seen)

    async def note_seen(self, guest: str, time: int) -> None:
        """Store the time at which a guest was last seen."""
        async with self._database.write() as connection:
            await connection.execute(update(GUESTS).where(GUESTS.c.id == guest).values(seen=time))

    async def add_token(self, guest: str, token: bytes, time: int) -> None:
        """Store the hash of a further token of a guest."""
        async with self._database.write() as connection:
            await connection.execute(insert(GUEST_TOKENS).values(token=token, guest=guest, created=time))

    async def replace_tokens(self, guest: str, token: bytes, time: int) -> None:
        """Store the hash of one token of a guest, and delete all others."""
        async with self._database.write() as connection:
            await connection.execute(delete(GUEST_TOKENS).where(GUEST_TOKENS.c.guest == guest))
            await connection.execute(insert(GUEST_TOKENS).values(token=token, guest=guest, created=time))

    async def forget_token(self, token: bytes) -> None:
        """Delete a token of any guest."""
        async with self._database.write() as connection:
            await connection.execute(delete(GUEST_TOKENS).where(GUEST_TOKENS.c.token == token))

    async def forget_tokens(self, guest: str) -> None:
        """Delete all tokens of a guest."""
        async with self._database.write() as connection:
            await connection.execute(delete(GUEST_TOKENS).where(GUEST_TOKENS.c.guest == guest))

    async def list_tokens(self, guest: str) -> list[int]:
        """Return when each token of a guest was created, the earliest first."""
        rows = select(GUEST_TOKENS.c.created).where(GUEST_TOKENS.c.guest == guest)
        return [row.created for row in await self._database.rows(rows.order_by(GUEST_TOKENS.c.created))]

    async def list_unseen(self, since: int, most: int) -> list[str]:
        """Return the ids of guests who have not been seen since a time, at most `most`."""
        rows = select(GUESTS.c.id).where(GUESTS.c.seen < since).limit(most)
        return [row.id for row in await self._database.rows(rows)]

    async def delete(self, guest: str) -> None:
        """Delete a guest with everything stored about them here."""
        async with self._database.write() as connection:
            await connection.execute(delete(GUESTS).where(GUESTS.c.id == guest))


def name_to_text(name: str) -> str:
    """Return a name as JSON for storage: PostgreSQL cannot store every character."""
    return msgspec.json.encode(name).decode()
