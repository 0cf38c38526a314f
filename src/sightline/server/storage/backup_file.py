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
from sightline.server.storage.database import connected, is_sqlite
from sightline.server.storage.migration import migrate, migrate_connected, revision_of
from sightline.server.storage.schema import METADATA, TABLES

_ROWS_AT_ONCE = 200
_MAGIC = b"SQLite format 3\0"
"""The beginning of every SQLite database that is not empty."""
_FILE = "FILE"
"""The name of the argument for the backup, in errors about it."""


def back_up(url: URL, file: Path) -> int:
    """Write all tables, as of one moment, to a file, which is replaced; return the number of rows.

    Raise `CannotServe` if the database cannot be used, and OSError if the file cannot be written.
    """
    if is_sqlite(url) and not Path(str(url.database)).is_file():
        found = url.render_as_string()
        raise CannotServe("database", found, _("there is no database {found}").format(found=found))
    migrate(url)
    try:
        with TemporaryDirectory(dir=file.parent, prefix=".sightline-") as folder:
            made = Path(folder) / "backup"
            count = _write(url, made)
            made.replace(file)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from error  # not about the temporary file
    return count


def restore(url: URL, file: Path) -> int:
    """Replace the content of a database by a backup in one transaction; return the number of rows.

    Raise `CannotServe` if the database cannot be used or the file is no backup, and OSError if it cannot be read.
    """
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "backup"
        shutil.copyfile(file, copy)
        no_backup = CannotServe(_FILE, str(file), _("{file} is not a Sightline backup").format(file=file))
        if not _is_database(copy):
            raise no_backup
        with connected(_url_of(copy), _FILE) as backup:
            if revision_of(backup) is None:
                raise no_backup
            migrate_connected(_url_of(copy), backup, _FILE)
        migrate(url)
        with connected(_url_of(copy), _FILE) as backup, connected(url) as target:
            for table in reversed(METADATA.sorted_tables):
                target.execute(delete(table))
            _copy_rows(backup, target)
            return _count(backup)


def _is_database(file: Path) -> bool:
    """Return whether a file is an SQLite database."""
    with file.open("rb") as opened:
        return opened.read(len(_MAGIC)) == _MAGIC


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
