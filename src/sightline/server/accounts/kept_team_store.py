"""Saved teams of guests, in the database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from sightline.server.storage.open_database import OpenDatabase
from sightline.server.storage.schema import KEPT_TEAMS

MAX_TEAMS = 100


class KeptTeam(Struct, frozen=True):
    """A team saved by a guest, as a team file or a part of one; `changed` is in milliseconds since 1970."""

    name: str
    changed: int
    team: Mapping[str, Any]


class KeptTeamStore:
    """Reads and writes saved teams. Raises SQLAlchemy's errors where the database fails."""

    def __init__(self, database: OpenDatabase) -> None:
        self._database = database

    async def list_of(self, guest: str) -> list[KeptTeam]:
        """Return the teams of a guest, sorted by name."""
        rows = select(KEPT_TEAMS).where(KEPT_TEAMS.c.guest == guest).order_by(KEPT_TEAMS.c.name)
        return [_team_of(row) for row in await self._database.rows(rows)]

    async def find(self, guest: str, name: str) -> KeptTeam | None:
        """Return a team of a guest."""
        row = await self._database.first(select(KEPT_TEAMS).where(*_is(guest, name)))
        return None if row is None else _team_of(row)

    async def put(self, guest: str, team: KeptTeam) -> bool:
        """Store a team, replacing one of the same name; return False if the guest already has the maximum number."""
        try:
            return await self._put(guest, team)
        except IntegrityError:  # another request has saved one of this name at the same moment
            return await self._put(guest, team)

    async def _put(self, guest: str, team: KeptTeam) -> bool:
        values = {"changed": team.changed, "team": msgspec.json.encode(team.team).decode()}
        count = select(func.count()).select_from(KEPT_TEAMS).where(KEPT_TEAMS.c.guest == guest)
        async with self._database.write() as connection:
            done = await connection.execute(update(KEPT_TEAMS).where(*_is(guest, team.name)).values(values))
            if done.rowcount:
                return True
            if (await connection.execute(count)).scalar_one() >= MAX_TEAMS:
                return False
            await connection.execute(insert(KEPT_TEAMS).values(guest=guest, name=team.name, **values))
        return True

    async def delete(self, guest: str, name: str) -> bool:
        """Delete a team; return False if there is none."""
        async with self._database.write() as connection:
            return bool((await connection.execute(delete(KEPT_TEAMS).where(*_is(guest, name)))).rowcount)


def _is(guest: str, name: str) -> tuple[Any, Any]:
    return KEPT_TEAMS.c.guest == guest, KEPT_TEAMS.c.name == name


def _team_of(row: Row[Any]) -> KeptTeam:
    return KeptTeam(row.name, row.changed, msgspec.json.decode(row.team))
