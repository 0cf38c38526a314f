"""Reports in the database, for the operator of the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, delete, insert, select

from sightline.server.storage.open_database import OpenDatabase
from sightline.server.storage.schema import GUESTS, REPORTS

_REPORTS = (
    select(REPORTS, GUESTS.c.name)
    .outerjoin(GUESTS, GUESTS.c.id == REPORTS.c.reporter)
    .order_by(REPORTS.c.created, REPORTS.c.id)
)


class ReportedLine(Struct, frozen=True):
    """A line of chat as it was when it was reported; `time` is in milliseconds since 1970."""

    time: int
    side: str
    text: str


class ReportContent(Struct, frozen=True):
    """A written complaint about a side of a battle, with the player's name there and the latest lines of chat."""

    side: str
    name: str
    text: str
    chat: Sequence[ReportedLine]


class Report(Struct, frozen=True):
    """A report; `about` and `reporter` are the ids of people, null once they are deleted."""

    id: str
    created: int
    battle: str
    about: str | None
    reporter: str | None
    reporter_name: str | None
    content: ReportContent


class ReportStore:
    """Writes reports. Raises SQLAlchemy's errors where the database fails."""

    def __init__(self, database: OpenDatabase) -> None:
        self._database = database

    async def create(self, report: Report) -> None:
        """Store a report."""
        values = {name: getattr(report, name) for name in ("id", "created", "battle", "about", "reporter")}
        content = msgspec.json.encode(report.content).decode()
        async with self._database.write() as connection:
            await connection.execute(insert(REPORTS).values(**values, content=content))

    async def list_of(self, reporter: str) -> list[Report]:
        """Return the reports by a guest, the earliest first."""
        return [_report_of(row) for row in await self._database.rows(_REPORTS.where(REPORTS.c.reporter == reporter))]

    async def delete_older(self, than: int) -> int:
        """Delete the reports from before a time; return their number."""
        async with self._database.write() as connection:
            return (await connection.execute(delete(REPORTS).where(REPORTS.c.created < than))).rowcount


def list_reports(connection: Connection) -> list[Report]:
    """Return all reports, the earliest first."""
    return [_report_of(row) for row in connection.execute(_REPORTS)]


def _report_of(row: Row[Any]) -> Report:
    values = row._asdict()
    name = values.pop("name")
    reporter = None if name is None else msgspec.json.decode(name, type=str)
    content = msgspec.json.decode(values.pop("content"), type=ReportContent)
    return Report(**values, reporter_name=reporter, content=content)
