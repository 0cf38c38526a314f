"""The option of the database of a server, and its problems."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from sightline.extras import MissingExtra
from sightline.formats.problems import Problems, ScenarioError
from sightline.i18n import N_, _

DATABASE = click.option(
    "--database",
    metavar="URL",
    envvar="SIGHTLINE_DATABASE",
    help=N_("Keep tables in this database: sqlite:///FILE or postgresql://... The default is a file of the user."),
)


def missing_database() -> MissingExtra:
    """Return the error of commands that need the library for databases."""
    return MissingExtra(_("SQLAlchemy, which keeps the tables of the web table,"), "web")


@contextmanager
def reporting_server_problems() -> Iterator[None]:
    """Raise `CannotServe` within the context as `ScenarioError` of the command line: of an option, or of FILE."""
    from sightline.server.http_refusals import CannotServe

    try:
        yield
    except CannotServe as error:
        problems = Problems(_("command line"))
        key = error.option if error.option.isupper() else f"--{error.option}"
        problems.add(None, key, str(error), found=error.found)
        raise ScenarioError(problems.found) from error
