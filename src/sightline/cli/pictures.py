"""The pictures that a command writes beside, or instead of, its answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from sightline.api import Answer, Scenario
from sightline.cli.output import write_files

SVG = click.option("--svg", metavar="OUT", help="Write the picture as SVG to this file; - is the standard output.")
PNG = click.option("--png", metavar="OUT", help="Write the picture as PNG to this file; - is the standard output.")


def write_pictures(shown: Answer[Any] | Scenario, options: Mapping[str, Any]) -> None:
    """Write the pictures that were asked for, all of them or none."""
    svg, png = options["svg"], options["png"]
    if "" in (svg, png):
        raise click.UsageError("--svg and --png want the name of a file, or - for the standard output.")
    if svg is not None and svg == png:
        raise click.UsageError(f"--svg and --png cannot both go to {svg!r}.")
    write_files([(svg, shown.svg), (png, shown.png)])
