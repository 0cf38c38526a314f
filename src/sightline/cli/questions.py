"""The questions: chart, shot, see, line."""

from __future__ import annotations

from typing import Any

import click

from sightline.api import Answer
from sightline.cli.charts import FORMS, print_changes, print_chart
from sightline.cli.output import print_json, write_files
from sightline.cli.scenario import open_scenario, question, with_ruling

_SVG = click.option("--svg", metavar="OUT", help="Write the picture as SVG; - for the standard output.")
_PNG = click.option("--png", metavar="OUT", help="Write the picture as PNG; - for the standard output.")


@click.command()
@question
@click.option("--as", "form", type=click.Choice(FORMS), default="table", help="The form of the chart.")
@click.option("--from", "attacker", metavar="A", help="Only attacks by this piece.")
@click.option("--to", "target", metavar="T", help="Only attacks at this piece.")
@click.option("--compare", metavar="NAME=VALUE", help="Print only what another choice of a ruling would change.")
def chart(file: str, as_json: bool, lang: str, system: str | None, **options: Any) -> None:
    """Every pair: who sees and hits whom, with what odds, by which clauses."""
    scenario = open_scenario(file, system, options["rulings"], options["changes"])
    form = "json" if as_json else options["form"]
    chosen = {"attacker": options["attacker"], "target": options["target"]}
    if options["compare"]:
        print_changes(scenario, with_ruling(scenario, options["compare"], "--compare"), form, chosen)
    else:
        print_chart(scenario, form, chosen)
    del lang


@click.command()
@question
@click.argument("attacker", metavar="A")
@click.argument("target", metavar="T")
@click.option("--weapon", metavar="NAME", help="The weapon; the first one unless told.")
@_SVG
@_PNG
def shot(file: str, attacker: str, target: str, as_json: bool, system: str | None, **options: Any) -> None:
    """One attack of A on T, explained."""
    scenario = open_scenario(file, system, options["rulings"], options["changes"])
    _answer(scenario.shot(attacker, target, weapon=options["weapon"]), as_json, options)


@click.command()
@question
@click.argument("piece", metavar="A")
@_SVG
@_PNG
def see(file: str, piece: str, as_json: bool, system: str | None, **options: Any) -> None:
    """Every cell that A sees, drawn."""
    scenario = open_scenario(file, system, options["rulings"], options["changes"])
    _answer(scenario.see(piece), as_json, options)


@click.command()
@question
@click.argument("start", metavar="P")
@click.argument("stop", metavar="Q")
@_SVG
@_PNG
def line(file: str, start: str, stop: str, as_json: bool, system: str | None, **options: Any) -> None:
    """The bare geometry: every contact of the line between two points, labels of cells or corners such as B3@SE."""
    scenario = open_scenario(file, system, options["rulings"], options["changes"])
    _answer(scenario.line(start, stop), as_json, options)


def _answer(answer: Answer[Any], as_json: bool, options: dict[str, Any]) -> None:
    """Write the pictures that were asked for, then print the answer, unless a picture goes where it would."""
    write_files([(options["svg"], answer.svg), (options["png"], answer.png)])
    if "-" in (options["svg"], options["png"]):
        return
    if as_json:
        print_json(answer.value)
    else:
        click.echo(answer.text())
