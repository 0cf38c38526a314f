"""The command `serve`: the web table."""

from __future__ import annotations

import re
import webbrowser

import click

from sightline.cli.database_option import DATABASE, reporting_server_problems
from sightline.cli.scenario_options import LANGUAGE
from sightline.cli.value_types import WholeNumber, refusal
from sightline.extras import MissingExtra
from sightline.i18n import N_, _


def _host_names(_context: click.Context, option: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of hosts. Raise `ScenarioError` for an address, which is never the name that a request has."""
    for name in names:
        if not re.fullmatch(r"[^\s:/\[\]]+|\[[0-9A-Fa-f:.]+\]", name):
            message = _("{found!r} is no name of a host, such as example.org, without http://, port or path")
            raise refusal(option, message.format(found=name), name)
    return names


@click.command(short_help=N_("Serve the web table."))
@click.option("--host", metavar="HOST", default="127.0.0.1", show_default=True, help=N_("Listen at this address."))
@click.option(
    "--port",
    metavar="N",
    type=WholeNumber(0, 65535),
    default=8000,
    show_default=True,
    help=N_("Listen at this port; 0 takes a free one."),
)
@DATABASE
@click.option(
    "--allowed-host",
    "allowed_hosts",
    metavar="NAME",
    multiple=True,
    callback=_host_names,
    help=N_(
        "Answer only what asks by this name; can be repeated. The default is any, or the names of this machine alone."
    ),
)
@click.option("--open/--no-open", "opens", default=False, help=N_("Open the page in the browser."))
@click.option(
    "--metrics-token",
    metavar="TOKEN",
    envvar="SIGHTLINE_METRICS_TOKEN",
    help=N_("Show /metrics to this machine and to requests that send this token."),
)
@click.option(
    "--webhooks",
    is_flag=True,
    help=N_("Let people have a notice sent to an address of their own when it is their turn."),
)
@LANGUAGE
def serve(
    host: str,
    port: int,
    database: str | None,
    allowed_hosts: tuple[str, ...],
    opens: bool,
    metrics_token: str | None,
    webhooks: bool,
) -> None:
    """Serve the web table: boards to draw, verdicts to read, tables to share.

    When it answers it prints its address. Ctrl-C ends it.
    """

    def started(address: str) -> None:
        click.echo(address)
        if opens:
            webbrowser.open(address)

    try:
        from sightline.server.workers.preloaded_context import begin_preloading

        begin_preloading()  # on another processor, while this process imports Litestar
        from sightline.server.hosts import default_hosts
        from sightline.server.run import run
        from sightline.server.settings import Settings, default_database
    except ModuleNotFoundError as missing:
        raise MissingExtra(_("Litestar, which serves the web table,"), "web") from missing
    settings = Settings(
        database=database or default_database(),
        metrics_token=metrics_token,
        allowed_hosts=allowed_hosts or default_hosts(host),
        webhooks=webhooks,
    )
    with reporting_server_problems():
        run(settings, host, port, started)
