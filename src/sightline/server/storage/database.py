"""The connection to a database, by its URL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from sightline.i18n import _
from sightline.server.http_refusals import CannotServe

_DRIVERS = {"sqlite": ("sqlite", "sqlite+aiosqlite"), "postgresql": ("postgresql+psycopg", "postgresql+psycopg")}
"""The synchronous and the asynchronous driver of each kind of database."""
_BUSY_SECONDS = 15
"""The time in seconds that SQLite waits for other writers."""
_CONNECT_SECONDS = 5


def parse_database(text: str) -> URL:
    """Return the parsed URL of a database. Raise `CannotServe` unless it is `sqlite:///FILE` and `postgresql://...`."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise _unknown(text) from None
    if url.drivername not in _DRIVERS or not url.database:
        raise _unknown(text)
    return url


def _unknown(text: str) -> CannotServe:
    message = _("a database is sqlite:///FILE or postgresql://USER@HOST/NAME")
    return CannotServe("database", text.partition(":")[0], message)


def is_sqlite(url: URL) -> bool:
    """Return whether a database is an SQLite file."""
    return url.get_backend_name() == "sqlite"


def open_database(url: URL) -> AsyncEngine:
    """Return the engine of a server; it connects when it is first used."""
    engine = create_async_engine(url.set(drivername=_DRIVERS[url.drivername][1]), **_options(url))
    if is_sqlite(url):
        event.listen(engine.sync_engine, "connect", _set_pragmas)
    return engine


@contextmanager
def connected(url: URL, option: str = "database") -> Iterator[Connection]:
    """Connect once, in a transaction. Raise `CannotServe`, naming an option, if the database cannot be used."""
    if is_sqlite(url):
        make_folder(url, option)
    with _engine_of(url, option) as engine, _usable(url, option), engine.begin() as connection:
        yield connection


@contextmanager
def autocommitting(url: URL) -> Iterator[Connection]:
    """Return a long-lived connection in autocommit mode. Raise `CannotServe` if the database cannot be used.

    Later failures raise errors of SQLAlchemy, except for a lost connection.
    """
    with _engine_of(url, "database") as engine:
        with _usable(url, "database"):
            connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        with connection:
            yield connection


@contextmanager
def _engine_of(url: URL, option: str) -> Iterator[Engine]:
    with _usable(url, option):
        engine = create_engine(url.set(drivername=_DRIVERS[url.drivername][0]), **_options(url))
    if is_sqlite(url):
        event.listen(engine, "connect", _set_pragmas)
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _usable(url: URL, option: str) -> Iterator[None]:
    try:
        yield
    except (DBAPIError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise cannot_reach(url, error, option) from error


def cannot_reach(url: URL, error: Exception, option: str) -> CannotServe:
    """Return the error for a database, the value of an option, that cannot be used; the password is left out."""
    reason = str(error.orig if isinstance(error, DBAPIError) else error).strip().partition("\n")[0]
    message = _("the database cannot be used: {reason}").format(reason=reason)
    return CannotServe(option, url.render_as_string(hide_password=True), message)


def _options(url: URL) -> dict[str, Any]:
    if is_sqlite(url):
        return {"connect_args": {"timeout": _BUSY_SECONDS}}
    return {"pool_pre_ping": True, "connect_args": {"connect_timeout": _CONNECT_SECONDS}}


def make_folder(url: URL, option: str = "database") -> None:
    """Create the folder of an SQLite file. Raise `CannotServe`, naming an option, if that is not possible."""
    assert url.database is not None
    try:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_reach(url, error, option) from error


def _set_pragmas(connection: Any, _record: object) -> None:
    """Set SQLite to sync every commit to disk, to allow reads during writes (WAL), and to check foreign keys."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
