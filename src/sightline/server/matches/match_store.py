"""Matches in the database: their logs, and the data for lists of matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Row, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from sightline.battles.match import LogEntry, Match, format_log_entry, parse_log_entry
from sightline.battles.match.match_entries import AnyEntry
from sightline.server.storage.open_database import OpenDatabase
from sightline.server.storage.schema import HEARTBEATS, MATCH_ENTRIES, MATCHES

_MAX_LISTED = 100
Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class StoredMatch:
    """A match in lists; see `schema.MATCHES`."""

    id: str
    phase: str
    against: str
    first: str | None
    second: str | None
    created: int
    opened: int
    goes_on: bool
    summary: Json


@dataclass(frozen=True)
class SentCommand:
    """A command that made entries: the seat that sent it, and the id of the command."""

    seat: str
    id: str


@dataclass(frozen=True)
class StoredEntry:
    """An entry of a log; if it is the first one made by a command, with that command."""

    entry: AnyEntry
    command: SentCommand | None


class OutOfDate(Exception):
    """Raised if another server has changed the match, which must be read again."""


class MatchStore:
    """Reads and writes matches. Raises SQLAlchemy's errors where the database fails."""

    def __init__(self, database: OpenDatabase) -> None:
        self._database = database

    async def create(self, match: StoredMatch, entries: Sequence[LogEntry]) -> None:
        """Store a new match with its first entries."""
        async with self._database.write() as connection:
            await connection.execute(insert(MATCHES).values(_row_of(match)))
            await connection.execute(insert(MATCH_ENTRIES), _rows_of(match.id, entries, None))

    async def append(self, match: StoredMatch, entries: Sequence[LogEntry], command: SentCommand | None) -> None:
        """Store further entries.

        Raise `OutOfDate`, and store nothing, if another server has stored some of these numbers.
        """
        try:
            async with self._database.write() as connection:
                await connection.execute(insert(MATCH_ENTRIES), _rows_of(match.id, entries, command))
                await connection.execute(update(MATCHES).where(MATCHES.c.id == match.id).values(_row_of(match)))
        except IntegrityError as error:
            raise OutOfDate from error

    async def log_of(self, match: str) -> list[StoredEntry]:
        """Return the log of a match, empty if there is none."""
        rows = select(MATCH_ENTRIES).where(MATCH_ENTRIES.c.match_id == match).order_by(MATCH_ENTRIES.c.n)
        return [_entry_of(row) for row in await self._database.rows(rows)]

    async def entries_after(self, match: str, n: int, most: int) -> list[AnyEntry]:
        """Return the entries of a match after number `n`, in order, at most `most`."""
        rows = select(MATCH_ENTRIES.c.entry).where(MATCH_ENTRIES.c.match_id == match, MATCH_ENTRIES.c.n > n)
        found = await self._database.rows(rows.order_by(MATCH_ENTRIES.c.n).limit(most))
        return [parse_log_entry(row.entry) for row in found]

    async def list_open(self) -> list[StoredMatch]:
        """Return matches whose second seat anybody may take, the latest first."""
        return await self._list(MATCHES.c.phase == "seats", MATCHES.c.against == "open")

    async def list_of(self, guest: str) -> list[StoredMatch]:
        """Return the matches of a guest, the latest first."""
        return await self._list(or_(MATCHES.c.first == guest, MATCHES.c.second == guest))

    async def ids_of(self, guest: str) -> list[str]:
        """Return the ids of all matches of a guest, the earliest first."""
        rows = select(MATCHES.c.id).where(or_(MATCHES.c.first == guest, MATCHES.c.second == guest))
        return [row.id for row in await self._database.rows(rows.order_by(MATCHES.c.created))]

    async def find(self, match: str) -> StoredMatch | None:
        """Return a match as in lists."""
        row = await self._database.first(select(MATCHES).where(MATCHES.c.id == match))
        return None if row is None else _match_of(row)

    async def rewrite(self, match: StoredMatch, entries: Sequence[LogEntry], guest: str) -> None:
        """Replace entries by number, and delete which commands a guest sent."""
        of_match = MATCH_ENTRIES.c.match_id == match.id
        async with self._database.write() as connection:
            for entry in entries:
                values = {"entry": format_log_entry(entry)}
                await connection.execute(
                    update(MATCH_ENTRIES).where(of_match, MATCH_ENTRIES.c.n == entry.n).values(values)
                )
            nobody = {"seat": None, "command": None}
            await connection.execute(
                update(MATCH_ENTRIES).where(of_match, MATCH_ENTRIES.c.seat == guest).values(nobody)
            )
            await connection.execute(update(MATCHES).where(MATCHES.c.id == match.id).values(_row_of(match)))

    async def note_opened(self, match: str, time: int) -> None:
        """Store the time at which a match was opened."""
        async with self._database.write() as connection:
            await connection.execute(update(MATCHES).where(MATCHES.c.id == match).values(opened=time))

    async def list_unopened(self, since: int, unjoined_since: int, most: int) -> list[str]:
        """Return the ids of matches that nobody has opened since a time, or joined since another, at most `most`."""
        is_unjoined = (MATCHES.c.phase == "seats") & (MATCHES.c.created < unjoined_since)
        rows = select(MATCHES.c.id).where(or_(MATCHES.c.opened < since, is_unjoined)).limit(most)
        return [row.id for row in await self._database.rows(rows)]

    async def delete(self, match: str) -> None:
        """Delete a match with its log."""
        async with self._database.write() as connection:
            await connection.execute(delete(MATCHES).where(MATCHES.c.id == match))

    async def list_going_on(self) -> list[str]:
        """Return the ids of the matches in which a clock runs or a computer plays."""
        return [row.id for row in await self._database.rows(select(MATCHES.c.id).where(MATCHES.c.goes_on))]

    async def _list(self, *conditions: Any) -> list[StoredMatch]:
        rows = select(MATCHES).where(*conditions).order_by(MATCHES.c.created.desc()).limit(_MAX_LISTED)
        return [_match_of(row) for row in await self._database.rows(rows)]

    async def beat(self, time: int) -> None:
        """Store a time at which the server is running."""
        async with self._database.write() as connection:
            done = await connection.execute(update(HEARTBEATS).values(time=time))
            if not done.rowcount:
                await connection.execute(insert(HEARTBEATS).values(id=1, time=time))

    async def last_beat(self) -> int | None:
        """Return the last stored time of a running server, None if there is none."""
        row = await self._database.first(select(HEARTBEATS.c.time))
        return None if row is None else int(row.time)


def _row_of(match: StoredMatch) -> dict[str, Any]:
    return vars(match) | {"summary": msgspec.json.encode(match.summary).decode()}


def _rows_of(match: str, entries: Sequence[LogEntry], command: SentCommand | None) -> list[dict[str, Any]]:
    none = {"match_id": match, "seat": None, "command": None}
    rows = [{**none, "n": entry.n, "entry": format_log_entry(entry)} for entry in entries]
    if command is not None:
        rows[0] |= {"seat": command.seat, "command": command.id}
    return rows


def _match_of(row: Row[Any]) -> StoredMatch:
    values = row._asdict()
    return StoredMatch(**values | {"summary": msgspec.json.decode(values["summary"])})


def _entry_of(row: Row[Any]) -> StoredEntry:
    command = None if row.command is None else SentCommand(row.seat, row.command)
    return StoredEntry(parse_log_entry(row.entry), command)


def stored_match(id: str, match: Match) -> StoredMatch:
    """Return the data of a match for lists."""
    created, seats = match.created, match.seats
    people = [seats[side].person if side in seats else None for side in match.sides]
    has_computer = any(seat.level is not None for seat in seats.values())
    summary = {
        "rules": created.rules,
        "map": created.map,
        "title": created.title,
        "limit": created.limit,
        "clock": created.clock,
        "takebacks": created.takebacks,
        "spectators": created.spectators,
        "sides": match.sides,
        "names": {side: seat.name for side, seat in seats.items()},
        "free": [side for side in match.sides if side not in seats],
        "winner": None if match.over is None else match.over.winner,
        "how": None if match.over is None else match.over.how,
        "to_act": match.to_act if match.phase == "battle" else None,
    }
    return StoredMatch(
        id=id,
        phase=match.phase,
        against=created.against,
        first=people[0],
        second=people[1],
        created=created.time,
        opened=match.time,
        goes_on=match.phase != "over" and (match.deadline() is not None or has_computer),
        summary=summary,
    )
