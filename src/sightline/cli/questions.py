"""The questions: chart, shot, see, line."""

from __future__ import annotations

from typing import Any

import click

from sightline.api import Answer
from sightline.cli.output import print_json
from sightline.cli.pictures import PNG, SVG, write_pictures
from sightline.cli.scenario import asked_on_command_line, open_changed, question, with_rulings

FORMS = ("table", "json", "csv", "html", "svg")


@click.command(short_help="Judge every attack of one piece on another.")
@question
@click.option("--as", "form", type=click.Choice(FORMS), default="table", help="Choose the form of the chart.")
@click.option("--from", "attacker", metavar="A", help="Judge only attacks by this piece.")
@click.option("--to", "target", metavar="T", help="Judge only attacks at this piece.")
@click.option("--compare", metavar="NAME=VALUE", help="Print only what another choice of a ruling would change.")
def chart(file: str, as_json: bool, system: str | None, **options: Any) -> None:
    """Judge every attack of one piece on another in the scenario FILE.

    Each row tells who sees and hits whom, with what odds, and by which clauses. The pairs are those of the file, else
    all but those of one side; each weapon has a row of its own.
    """
    from sightline.cli.charts import print_changes, print_chart

    scenario = open_changed(file, system, options["rulings"], options["changes"])
    form = "json" if as_json else options["form"]
    chosen = {"attacker": options["attacker"], "target": options["target"]}
    with asked_on_command_line():
        verdicts = scenario.iter_chart(**chosen)
    if options["compare"] is None:
        print_chart(scenario, verdicts, form)
    elif form not in ("table", "json"):
        raise click.UsageError(f"--compare prints a table or JSON, not {form}.")
    else:
        other = with_rulings(scenario, [options["compare"]], "--compare")
        print_changes(scenario, verdicts, other.iter_chart(**chosen), form)


@click.command(short_help="Judge one attack, and explain the verdict.")
@question
@click.argument("attacker", metavar="A")
@click.argument("target", metavar="T")
@click.option("--weapon", metavar="NAME", help="Choose the weapon; without this it is the first one.")
@SVG
@PNG
def shot(file: str, attacker: str, target: str, as_json: bool, system: str | None, **options: Any) -> None:
    """Judge an attack of the piece A on the piece T in the scenario FILE.

    The answer tells sight, numbers, odds and damage, with the clause behind each, and the rulings that decided.
    """
    scenario = open_changed(file, system, options["rulings"], options["changes"])
    with asked_on_command_line():
        answer = scenario.shot(attacker, target, weapon=options["weapon"])
    _print_answer(answer, as_json, options)


@click.command(short_help="Draw every cell that a piece sees.")
@question
@click.argument("piece", metavar="A")
@SVG
@PNG
def see(file: str, piece: str, as_json: bool, system: str | None, **options: Any) -> None:
    """Draw every cell that the piece A sees in the scenario FILE. Facing and range play no part."""
    scenario = open_changed(file, system, options["rulings"], options["changes"])
    with asked_on_command_line():
        answer = scenario.see(piece)
    _print_answer(answer, as_json, options)


@click.command(short_help="List everything that a line between two points meets.")
@question
@click.argument("start", metavar="P")
@click.argument("stop", metavar="Q")
@SVG
@PNG
def line(file: str, start: str, stop: str, as_json: bool, system: str | None, **options: Any) -> None:
    """List everything that the straight line from P to Q meets, in order, with exact fractions of its length.

    P and Q are labels of cells, such as B3 for its centre, or corners, such as B3@SE. This is bare geometry: no rule
    plays a part.
    """
    scenario = open_changed(file, system, options["rulings"], options["changes"])
    with asked_on_command_line():
        answer = scenario.line(start, stop)
    _print_answer(answer, as_json, options)


def _print_answer(answer: Answer[Any], as_json: bool, options: dict[str, Any]) -> None:
    """Write the pictures that were asked for, then print the answer, unless a picture goes where it would."""
    write_pictures(answer, options)
    if "-" in (options["svg"], options["png"]):
        return
    if as_json:
        print_json(answer.value)
    else:
        from sightline.cli.telling import tell

        click.echo(tell(answer))
