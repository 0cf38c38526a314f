"""Output of charts with their pictures: SVG, PNG and HTML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from sightline.api import Chart
from sightline.cli.chart import print_chart
from sightline.cli.output import print_data, printable
from sightline.cli.picture_options import chosen_look, is_on_standard_output, write_pictures
from sightline.i18n import _


def print_drawn_chart(chart: Chart, form: str, options: Mapping[str, Any]) -> None:
    """Write the pictures requested, and print the chart unless a picture is written to the standard output."""
    chart = chart.with_lines(options["lines"])
    if chart.lines is None and chart.scene.note:
        _explain_lines(chart.scene.note)
    write_pictures(chart, options)
    if is_on_standard_output(options):
        return
    look = chosen_look(options)
    match form:
        case "svg":
            print_data(chart.svg(**look))
        case "html":
            print_data(chart.to_html(**look))
        case _:
            print_chart(chart.scenario, chart, form)


def _explain_lines(note: str) -> None:
    """Print a description of the lines of a picture, and how to choose others."""
    how = _("--from and --to draw fewer attacks, --lines all every pair, --lines exact the lines of sight.")
    click.echo(f"{printable(note)}\n{how}", err=True)
