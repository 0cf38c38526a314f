"""The command `admin`: tasks of whoever runs a server."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click
from msgspec import to_builtins

from sightline.cli.database_option import DATABASE, missing_database, reporting_server_problems
from sightline.cli.output import print_json, printable
from sightline.cli.scenario_options import JSON, LANGUAGE
from sightline.i18n import N_, _

if TYPE_CHECKING:
    from sightline.server.conduct.report_store import Report


@click.group(short_help=N_("Look after a server."))
@LANGUAGE
def admin() -> None:
    """Look after a server: read what people have reported to you."""


@admin.command("reports", short_help=N_("List what people have reported."))
@DATABASE
@JSON
@LANGUAGE
def reports(database: str | None, as_json: bool) -> None:
    """List what people have reported, the earliest first, each with the latest lines of chat of the battle."""
    found = _reports_in(database)
    if as_json:
        print_json(to_builtins(found))
        return
    if not found:
        click.echo(_("Nobody has reported anything."))
    for number, report in enumerate(found):
        click.echo(("\n" if number else "") + _text(report))


def _text(report: Report) -> str:
    """Return a report as lines of text."""
    content = report.content
    reporter = _("deleted player") if report.reporter_name is None else printable(report.reporter_name)
    head = _("{time}  report {id}").format(time=_time(report.created), id=report.id)
    about = _("{reporter} on {name} ({side}), battle {battle}:").format(
        reporter=reporter, name=printable(content.name), side=printable(content.side), battle=report.battle
    )
    lines = [f"  {_time(line.time)}  {printable(line.side)}: {printable(line.text)}" for line in content.chat]
    return "\n".join([head, about, f"  {printable(content.text)}", *([_("The chat:"), *lines] if lines else [])])


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _reports_in(database: str | None) -> list[Report]:
    """Return the reports of a database. Raise `ScenarioError` if it cannot be used."""
    try:
        from sightline.server.conduct.report_store import list_reports
        from sightline.server.settings import default_database
        from sightline.server.storage.database import connected, parse_database
        from sightline.server.storage.migration import migrate
    except ModuleNotFoundError as missing:
        raise missing_database() from missing
    with reporting_server_problems():
        url = parse_database(database or default_database())
        migrate(url)
        with connected(url) as connection:
            return list_reports(connection)
