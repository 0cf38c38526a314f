"""Accounts in the database."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from sightline.server.guests.guest_store import Guest, name_to_text
from sightline.server.storage.open_database import OpenDatabase
from sightline.server.storage.schema import ACCOUNTS, GUESTS


@dataclass(frozen=True)
class Account:
    """A guest with a password, of which only the hash is stored; `created` is when the account was made."""

    guest: Guest
    password: str
    created: int


class AccountStore:
    """Reads and writes accounts. Raises SQLAlchemy's errors where the database fails."""

    def __init__(self, database: OpenDatabase) -> None:
        self._database = database

    async def create(self, guest: str, name: str, login: str, password: str, time: int) -> bool:
        """Store the account of a guest, who gets this name; return False if the name is taken."""
        values = {"guest": guest, "login": login, "password": password, "created": time}
        try:
            async with self._database.write() as connection:
                await connection.execute(insert(ACCOUNTS).values(values))
                await connection.execute(update(GUESTS).where(GUESTS.c.id == guest).values(name=name_to_text(name)))
        except IntegrityError:
            return False
        return True

    async def find(self, login: str) -> Account | None:
        """Return the account with a name in the form that sign-in compares."""
        return await self._first(ACCOUNTS.c.login == login)

    async def find_of(self, guest: str) -> Account | None:
        """Return the account of a guest."""
        return await self._first(ACCOUNTS.c.guest == guest)

    async def change_password(self, guest: str, password: str) -> None:
        """Store another hash."""
        async with self._database.write() as connection:
            await connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.guest == guest).values(password=password))

    async def _first(self, condition: object) -> Account | None:
        columns = (GUESTS, ACCOUNTS.c.password, ACCOUNTS.c.created.label("since"))
        row = await self._database.first(select(*columns).join(ACCOUNTS).where(condition))  # type: ignore[arg-type]
        if row is None:
            return None
        guest = Guest(row.id, msgspec.json.decode(row.name, type=str), row.created, row.seen)
        return Account(guest, row.password, row.since)
