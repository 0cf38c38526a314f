"""The commands `check` and `draw`."""

from __future__ import annotations

from typing import Any

import click

from sightline.api import Scenario
from sightline.api.change_parser import with_changes
from sightline.cli._os_errors import os_problem
from sightline.cli.formation_option import FORMATION, parse_formations
from sightline.cli.output import print_json, print_problems, printable
from sightline.cli.picture_options import PNG, SVG, look_options, write_pictures
from sightline.cli.scenario_options import find_systems, open_scenario, question
from sightline.cli.team_option import TEAM, lay_teams
from sightline.cli.text_options import echo_text, painted, terminal_size, text_options
from sightline.formats.problems import ScenarioError
from sightline.i18n import N_, _, localized, ngettext

FOUND_WRONG = 1


@click.command(short_help=N_("Check a scenario and list all of its problems."))
@question
@click.pass_context
def check(context: click.Context, /, file: str, as_json: bool, system: str | None, **options: Any) -> None:
    """Check the scenario FILE and list all of its problems, each with its place.

    The exit status is 1 if the file has problems.
    """
    systems = find_systems(system)
    try:
        scenario = open_scenario(file, systems)
    except (ScenarioError, OSError) as error:
        problems = error.problems if isinstance(error, ScenarioError) else [os_problem(error)]
        print_problems(problems, as_json=as_json)
        context.exit(FOUND_WRONG)
    scenario = with_changes(scenario, options["rulings"], options["changes"])
    if as_json:
        print_json([])
    else:
        click.echo(_("{file} is valid: {summary}.").format(file=printable(file), summary=summarize(scenario)))


def summarize(scenario: Scenario) -> str:
    """Return a scenario in a few words: its rule system, its size and the number of its pieces."""
    number = len(scenario.position.pieces)
    pieces = ngettext("{number} piece", "{number} pieces", number).format(number=number)
    return f"{scenario.rules.title}, {_extent(scenario)}, {pieces}"


def _extent(scenario: Scenario) -> str:
    if scenario.position.is_free:
        table = scenario.table
        return _("{width}x{height} inches").format(width=localized(table.width), height=localized(table.height))
    board = scenario.board
    return f"{board.columns}x{board.rows} {board.grid.layout}"


@click.command(short_help=N_("Draw the board as SVG, PNG or text."))
@question
@TEAM
@FORMATION
@text_options
@SVG
@PNG
@look_options
def draw(file: str, as_json: bool, system: str | None, **options: Any) -> None:
    """Draw the board of the scenario FILE as text, or write pictures to files.

    Teams stand in their formations, in their starting zones.
    """
    scenario = lay_teams(open_scenario(file, find_systems(system)), options["teams"])
    scenario = scenario.with_formations(parse_formations(scenario, options["formations"]) or {})
    scenario = with_changes(scenario, options["rulings"], options["changes"])
    write_pictures(scenario, options)
    if options["svg"] or options["png"]:
        return
    if as_json:
        print_json({"text": scenario.text()})
    else:
        from sightline.render import text

        width = terminal_size(options["width"]).columns
        echo_text(text(scenario.scene, width=width, has_map=not options["no_map"], paint=painted), width)
