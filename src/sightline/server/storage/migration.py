"""The migration of a database to the tables that this program knows."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, text

from sightline._version import __version__
from sightline.i18n import _
from sightline.server.http_refusals import CannotServe
from sightline.server.storage.database import connected, is_sqlite

_LOCK = 73_151_871
"""The advisory lock that servers of one PostgreSQL database hold while they migrate."""


def check_database(url: URL) -> None:
    """Check that a database, if there is one, can be migrated. Raise `CannotServe` otherwise, without any change."""
    if is_sqlite(url) and not Path(str(url.database)).exists():
        return
    with connected(url) as connection:
        _check_version(url, connection, "database")


def migrate(url: URL) -> None:
    """Migrate a database to the newest version; create it if there is none.

    Raise `CannotServe` if it cannot be reached, or if a newer program has created it.
    """
    with connected(url) as connection:
        if not is_sqlite(url):
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
        migrate_connected(url, connection)


def migrate_connected(url: URL, connection: Connection, option: str = "database") -> None:
    """Migrate the database of an open connection. Raise `CannotServe` if it is of a newer program."""
    _check_version(url, connection, option)
    command.upgrade(_config(connection), "head")


def _check_version(url: URL, connection: Connection, option: str) -> None:
    known = {script.revision for script in ScriptDirectory.from_config(_config(connection)).walk_revisions()}
    current = revision_of(connection)
    if current is not None and current not in known:
        message = _("the database was made by a newer Sightline than {program}, which cannot read it")
        found = url.render_as_string(hide_password=True)
        raise CannotServe(option, found, message.format(program=__version__))


def _config(connection: Connection) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def revision_of(connection: Connection) -> str | None:
    """Return the version of the tables of a database, None if it has no tables."""
    return MigrationContext.configure(connection).get_current_revision()
