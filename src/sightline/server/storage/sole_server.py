"""The exclusive lock of a server on its database: battles and viewers are in the memory of a single process."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL, text

from sightline.i18n import _
from sightline.server.http_refusals import CannotServe
from sightline.server.storage.database import autocommitting, cannot_reach, is_sqlite, make_folder

_LOCK = 73_151_872
"""The advisory lock that the server of a PostgreSQL database holds; migrations use another one."""
_PATIENCE_SECONDS = 3.0
"""The time that the lock of a killed server may take to be released."""
_TRY_SECONDS = 0.1

_Take = Callable[[], bool]


@contextmanager
def serving_alone(url: URL) -> Iterator[None]:
    """Hold the exclusive lock on a database. It is released when the process ends, even if it is killed.

    Raise `CannotServe` if another server holds it, or if the database cannot be used.
    """
    with _held_file(url) if is_sqlite(url) else _held_number(url) as take:
        until = time.monotonic() + _PATIENCE_SECONDS
        while not take():
            if time.monotonic() > until:
                message = _("another server uses this database; stop it first, or name another database")
                raise CannotServe("database", url.render_as_string(hide_password=True), message)
            time.sleep(_TRY_SECONDS)
        yield


@contextmanager
def _held_number(url: URL) -> Iterator[_Take]:
    with autocommitting(url) as connection:
        # TCP keepalive: a machine that has crashed holds the lock for a minute, not for hours.
        for setting, value in (("idle", 30), ("interval", 10), ("count", 3)):
            connection.execute(text(f"SET tcp_keepalives_{setting} = {value}"))
        yield lambda: bool(connection.execute(text("SELECT pg_try_advisory_lock(:number)"), {"number": _LOCK}).scalar())


@contextmanager
def _held_file(url: URL) -> Iterator[_Take]:
    """Lock a file next to the SQLite file, by means of SQLite itself, which works on every operating system."""
    assert url.database is not None
    make_folder(url)
    file = Path(url.database).resolve()
    try:
        connection = sqlite3.connect(file.with_name(f"{file.name}.lock"), timeout=0, isolation_level=None)
    except sqlite3.Error as error:
        raise cannot_reach(url, error, "database") from error

    def take() -> bool:
        with suppress(sqlite3.OperationalError):
            connection.execute("BEGIN EXCLUSIVE")
        return connection.in_transaction

    with closing(connection):
        yield take
