"""The commands `backup` and `restore` for the database of the web table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sightline.cli.database_option import DATABASE, missing_database, reporting_server_problems
from sightline.cli.output import check_target
from sightline.cli.scenario_options import LANGUAGE
from sightline.i18n import N_, ngettext

if TYPE_CHECKING:
    from sqlalchemy import URL

_FILE = click.argument("file", metavar="FILE", type=click.Path(path_type=Path))


@click.command(short_help=N_("Back up the tables of the web table."))
@_FILE
@DATABASE
@LANGUAGE
def backup(file: Path, database: str | None) -> None:
    """Write all tables to FILE, while the web table is served or not.

    FILE is replaced. It can be restored to any database, SQLite or PostgreSQL.
    """
    try:
        from sightline.server.storage.backup_file import back_up
    except ModuleNotFoundError as missing:
        raise missing_database() from missing
    check_target(file)
    count = _run(back_up, file, database)
    click.echo(ngettext("{count} table backed up.", "{count} tables backed up.", count).format(count=count))


@click.command(short_help=N_("Restore the tables of the web table."))
@_FILE
@DATABASE
@LANGUAGE
def restore(file: Path, database: str | None) -> None:
    """Replace all tables of the database by those of the backup FILE; what was there before is gone."""
    try:
        from sightline.server.storage import backup_file
    except ModuleNotFoundError as missing:
        raise missing_database() from missing
    count = _run(backup_file.restore, file, database)
    click.echo(ngettext("{count} table restored.", "{count} tables restored.", count).format(count=count))


def _run(call: Callable[[URL, Path], int], file: Path, database: str | None) -> int:
    """Call a function with a database and a file. Raise `ScenarioError` if one of them cannot be used."""
    from sightline.server.settings import default_database
    from sightline.server.storage.database import parse_database

    with reporting_server_problems():
        return call(parse_database(database or default_database()), file)
