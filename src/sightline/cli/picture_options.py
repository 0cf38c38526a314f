"""Options for pictures that a command writes besides, or instead of, its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

import click

from sightline.api import Answer, Scenario, ShotAnswer
from sightline.cli.output import write_files
from sightline.i18n import N_, _

SVG = click.option("--svg", metavar="OUT", help=N_("Write the picture as SVG to this file; - is the standard output."))
PNG = click.option("--png", metavar="OUT", help=N_("Write the picture as PNG to this file; - is the standard output."))


SIDE_VIEW = click.option(
    "--side-view",
    metavar="OUT",
    help=N_("Write the line in profile, with levels, to this file: as PNG where it ends in .png, else as SVG."),
)


def write_pictures(shown: Answer | Scenario, options: Mapping[str, Any]) -> None:
    """Write the pictures requested, all of them or none."""
    names = {flag: options.get(flag) for flag in ("svg", "png", "side_view")}
    asked = {f"--{flag.replace('_', '-')}": name for flag, name in names.items() if name is not None}
    for flag, name in asked.items():
        if not name:
            message = _("{flag} wants the name of a file, or - for the standard output.")
            raise click.UsageError(message.format(flag=flag))
    for (one, name), (other, same) in combinations(asked.items(), 2):
        if name == same:
            message = _("{one} and {other} cannot both go to {name!r}.")
            raise click.UsageError(message.format(one=one, other=other, name=name))
    write_files([(names["svg"], shown.svg), (names["png"], shown.png), *_side_view(shown, names["side_view"])])


def is_on_standard_output(options: Mapping[str, Any]) -> bool:
    """Return whether a picture is written to the standard output, in place of the answer."""
    return "-" in (options.get(flag) for flag in ("svg", "png", "side_view"))


def _side_view(shown: Answer | Scenario, name: str | None) -> Iterator[tuple[str, Callable[[], str | bytes]]]:
    if name is not None and isinstance(shown, ShotAnswer):
        if shown.scenario.position.is_free:
            raise click.UsageError(_("There is no side view of a free table."))
        yield name, shown.side_view_png if name.lower().endswith(".png") else shown.side_view
