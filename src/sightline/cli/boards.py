"""What is asked of a scenario file itself: is it valid, and what does its board look like."""

from __future__ import annotations

from typing import Any

import click

from sightline.cli.output import print_json, write_files
from sightline.cli.scenario import FILE, JSON, LANGUAGE, SYSTEM, open_scenario, question
from sightline.formats.problems import ScenarioError

FOUND_WRONG = 1


@click.command()
@FILE
@JSON
@LANGUAGE
@SYSTEM
@click.pass_context
def check(context: click.Context, file: str, as_json: bool, lang: str, system: str | None) -> None:
    """Is the scenario valid, and all that is wrong with it."""
    del lang
    try:
        scenario = open_scenario(file, system)
    except ScenarioError as error:
        if as_json:
            print_json(error.problems)
        else:
            for problem in error.problems:
                click.echo(str(problem))
        context.exit(FOUND_WRONG)
    if as_json:
        print_json([])
    else:
        board = scenario.board
        pieces = f"{len(board.pieces)} piece{'' if len(board.pieces) == 1 else 's'}"
        size = f"{board.columns}x{board.rows}"
        click.echo(f"{file} is valid: {scenario.rules.title}, {size} {board.grid.layout}, {pieces}.")


@click.command()
@question
@click.option("--svg", metavar="OUT", help="Write the board as SVG; - for the standard output.")
@click.option("--png", metavar="OUT", help="Write the board as PNG; - for the standard output.")
def draw(file: str, as_json: bool, system: str | None, **options: Any) -> None:
    """The board as SVG, PNG or, unless told, as text."""
    scenario = open_scenario(file, system, options["rulings"], options["changes"])
    write_files([(options["svg"], scenario.svg), (options["png"], scenario.png)])
    if as_json:
        print_json({"text": scenario.text()})
    elif not (options["svg"] or options["png"]):
        click.echo(scenario.text())
