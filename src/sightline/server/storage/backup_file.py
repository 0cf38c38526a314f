"""Backups: one SQLite file with all rows, for any kind of database."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL, Connection, delete, func, insert, select, text

from sightline.i18n import _
from sightline.server.http_refusals import CannotServe
from sightline.server.storage.database import cannot_reach, connected, is_sqlite
from sightline.server.storage.migration import migrate, migrate_connected, revision_of
from sightline.server.storage.schema import METADATA, TABLES

_ROWS_AT_ONCE = 200
_FILE = "FILE"
"""The name of the argument for the backup, in errors about it."""


def back_up(url: URL, file: Path) -> int:
    """Write all tables, as of one moment, to a file, which is replaced; return the number of rows.

    Raise `CannotServe` if the database or the file cannot be used.
    """
    if is_sqlite(url) and not Path(str(url.database)).is_file():
        raise CannotServe("database", url.render_as_string(), _("there is no such database"))
    migrate(url)
    try:
        with TemporaryDirectory(dir=file.parent, prefix=".sightline-") as folder:
            made = Path(folder) / "backup"
            count = _write(url, made)
            made.replace(file)
    except OSError as error:
        raise cannot_reach(_url_of(file), error, _FILE) from error
    return count


def restore(url: URL, file: Path) -> int:
    """Replace the content of a database by a backup in one transaction; return the number of rows.

    Raise `CannotServe` if the database or the file cannot be used.
    """
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "backup"
        try:
            shutil.copyfile(file, copy)
        except OSError as error:
            raise cannot_reach(_url_of(file), error, _FILE) from error
        with connected(_url_of(copy), _FILE) as backup:
            if revision_of(backup) is None:
                raise CannotServe(_FILE, str(file), _("this is not a Sightline backup"))
            migrate_connected(_url_of(copy), backup, _FILE)
        migrate(url)
        with connected(_url_of(copy), _FILE) as backup, connected(url) as target:
            for table in reversed(METADATA.sorted_tables):
                target.execute(delete(table))
            _copy_rows(backup, target)
            return _count(backup)


def _write(url: URL, file: Path) -> int:
    copy = _url_of(file)
    migrate(copy)
    with connected(url) as source, connected(copy, _FILE) as target:
        # A snapshot of all rows at one moment, while other connections may write.
        source.execute(text("BEGIN" if is_sqlite(url) else "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        _copy_rows(source, target)
        count = _count(target)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")  # so that there is no separate WAL file
    return count


def _copy_rows(source: Connection, target: Connection) -> None:
    for table in METADATA.sorted_tables:
        rows = source.execution_options(yield_per=_ROWS_AT_ONCE).execute(select(table))
        for some in rows.mappings().partitions(_ROWS_AT_ONCE):
            target.execute(insert(table), [dict(row) for row in some])


def _count(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(TABLES)).scalar_one()


def _url_of(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))
