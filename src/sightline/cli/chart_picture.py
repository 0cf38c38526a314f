"""Output of charts with their pictures: SVG, PNG and HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from sightline.api import Scenario
from sightline.api.drawable import Drawable
from sightline.cli.chart import print_chart
from sightline.cli.chart_html import chart_page
from sightline.cli.output import print_data, printable
from sightline.cli.picture_options import chosen_look, is_on_standard_output, write_pictures
from sightline.i18n import _
from sightline.render import Scene
from sightline.rules import Verdict


class ChartPicture(Drawable):
    """The picture of a chart."""

    def __init__(self, scenario: Scenario, scene: Scene) -> None:
        self._scenario = scenario
        self._scene = scene

    @property
    def scene(self) -> Scene:
        return self._scene

    @property
    def language(self) -> str:
        return self._scenario.language


def print_drawn_chart(scenario: Scenario, verdicts: Sequence[Verdict], form: str, options: Mapping[str, Any]) -> None:
    """Write the pictures requested, and print the chart unless a picture is written to the standard output."""
    scene = scenario.chart_scene(verdicts, lines=options["lines"])
    if options["lines"] is None and scene.note:
        _explain_lines(scene.note)
    write_pictures(ChartPicture(scenario, scene), options)
    if is_on_standard_output(options):
        return
    look = chosen_look(options)
    match form:
        case "svg":
            print_data(ChartPicture(scenario, scene).svg(**look))
        case "html":  # the page has a title and a table of its own
            bare = replace(scene, title="", caption="", note="", remarks=())
            print_data(chart_page(scenario, verdicts, ChartPicture(scenario, bare).svg(**look), scene.note))
        case _:
            print_chart(scenario, verdicts, form)


def _explain_lines(note: str) -> None:
    """Print what the lines of a picture are, and how to choose others, besides the picture."""
    how = _("--from and --to draw fewer attacks, --lines all every pair, --lines exact the lines of sight.")
    click.echo(f"{printable(note)}\n{how}", err=True)
