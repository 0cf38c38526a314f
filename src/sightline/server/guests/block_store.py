"""Blocks between guests, in the database."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec import Struct
from sqlalchemy import delete, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from sightline.server.storage.open_database import OpenDatabase
from sightline.server.storage.schema import BLOCKS, GUESTS

MAX_BLOCKS = 500


class Blocked(Struct, frozen=True):
    """A blocked guest with the current name; `since` is in milliseconds since 1970."""

    id: str
    name: str
    since: int


class BlockStore:
    """Reads and writes who has blocked whom. Raises SQLAlchemy's errors where the database fails."""

    def __init__(self, database: OpenDatabase) -> None:
        self._database = database

    async def list_of(self, guest: str) -> list[Blocked]:
        """Return the people whom a guest has blocked, the latest first."""
        columns = (GUESTS.c.id, GUESTS.c.name, BLOCKS.c.created)
        rows = select(*columns).join(BLOCKS, BLOCKS.c.blocked == GUESTS.c.id).where(BLOCKS.c.guest == guest)
        found = await self._database.rows(rows.order_by(BLOCKS.c.created.desc(), GUESTS.c.id))
        return [Blocked(row.id, msgspec.json.decode(row.name, type=str), row.created) for row in found]

    async def add(self, guest: str, blocked: str, time: int) -> bool:
        """Store a block; return False if the guest already has the maximum number."""
        count = select(func.count()).select_from(BLOCKS).where(BLOCKS.c.guest == guest)
        try:
            async with self._database.write() as connection:
                if (await connection.execute(count)).scalar_one() >= MAX_BLOCKS:
                    return False
                await connection.execute(insert(BLOCKS).values(guest=guest, blocked=blocked, created=time))
        except IntegrityError:  # already blocked
            pass
        return True

    async def remove(self, guest: str, blocked: str) -> bool:
        """Delete a block; return False if there was none."""
        mine = (BLOCKS.c.guest == guest) & (BLOCKS.c.blocked == blocked)
        async with self._database.write() as connection:
            return bool((await connection.execute(delete(BLOCKS).where(mine))).rowcount)

    async def is_blocked(self, guest: str, by: Collection[str]) -> bool:
        """Return whether any of the people `by` has blocked a guest."""
        rows = select(BLOCKS.c.guest).where(BLOCKS.c.blocked == guest, BLOCKS.c.guest.in_([*by]))
        return await self._database.first(rows) is not None

    async def apart_from(self, guest: str) -> frozenset[str]:
        """Return the ids of those whom a guest has blocked, and of those who have blocked the guest."""
        either = or_(BLOCKS.c.guest == guest, BLOCKS.c.blocked == guest)
        rows = await self._database.rows(select(BLOCKS.c.guest, BLOCKS.c.blocked).where(either))
        return frozenset(each for row in rows for each in row) - {guest}
