"""The command `team`, whose subcommands write, check and show team files."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from textwrap import wrap

import click
from msgspec import structs

from sightline.api import Scenario, Team, parse_team
from sightline.api.lenient_names import match_ignoring_case
from sightline.cli._os_errors import os_problem
from sightline.cli.file_endings import SCENARIOS, ending_in
from sightline.cli.output import print_data, print_json, print_problems, printable, write_starting_file
from sightline.cli.scenario_options import (
    JSON,
    LANGUAGE,
    SYSTEM,
    find_system,
    find_systems,
    open_scenario,
    read_text,
)
from sightline.cli.simulate import whole_seed
from sightline.cli.text_options import WIDTH, echo_text, terminal_size
from sightline.cli.value_types import WholeNumber
from sightline.formats.problems import Problem, Problems, ScenarioError
from sightline.formats.team_draft import draft_team
from sightline.formats.team_reader import MAX_POINTS
from sightline.formats.writer import format_team
from sightline.i18n import N_, _, ngettext
from sightline.rules import NotAnswered, Systems

FOUND_WRONG = 1
_LONGEST_COMMENT = 98
_SIDE = "--side"


@click.group(short_help=N_("Write, check and show teams."))
@LANGUAGE
def team() -> None:
    """Write, check and show files of teams, for rule systems that are played.

    A scenario names such a file by `use`, and `play`, `simulate` and `draw` lay it on a map with --team SIDE=FILE.
    """


@team.command("new", short_help=N_("Write a small team to start from."))
@click.argument("key", metavar="SYSTEM")
@click.argument("file", metavar="[FILE]", required=False, callback=ending_in(*SCENARIOS))
@click.option(
    "--limit",
    metavar="POINTS",
    type=WholeNumber(0, MAX_POINTS),
    default=400,
    show_default=True,
    help=N_("The most points that the team may cost."),
)
@click.option("--name", metavar="NAME", default="", help=N_("Name of the team."))
@click.option(
    "--seed", metavar="N", callback=whole_seed, help=N_("Choose characters at random: the same seed, the same team.")
)
@LANGUAGE
@SYSTEM
def new_team(key: str, file: str | None, limit: int, name: str, seed: str | None, system: str | None) -> None:
    """Write a small team for the rule system SYSTEM into the new FILE: characters of its roster within a point limit.

    Without FILE the name is that of the system with -team; - is the standard output. A file that exists is never
    overwritten.
    """
    systems = find_systems(system)
    rules = find_system(key, systems)
    comments = "".join(f"# {line}\n" for comment in _comments() for line in wrap(comment, _LONGEST_COMMENT))
    try:
        text = comments + format_team(rules, draft_team(rules, limit, name=name, seed=seed))
        written = parse_team(text, systems=systems)
    except NotAnswered as error:
        problems = Problems(_("command line"))
        problems.add(None, "system", str(error), found=key)
        raise ScenarioError(problems.found) from error
    except ScenarioError as error:
        about = {"file": _("command line"), "line": None, "column": None}
        raise ScenarioError([structs.replace(problem, **about) for problem in error.problems]) from error
    file = file or f"{key}-team.yaml"
    named = shlex.quote(file)
    next_commands = (f"sightline team show {named}", f"sightline team check {named}")
    write_starting_file(file, text, _summarize(written), next_commands)


def _comments() -> Sequence[str]:
    return (
        _("A character is one of the roster by its key, or one that states some things otherwise: {example}.").format(
            example="{like: KEY, ...}"
        ),
        _("A formation puts each of them on a tile: letters from left to right, and row 1 is the front."),
    )


@team.command("check", short_help=N_("Check a team and list all of its problems."))
@click.argument("file", metavar="FILE")
@click.option("--on", "on", metavar="SCENARIO", help=N_("Check the team also against the zones of this scenario."))
@click.option(_SIDE, metavar="SIDE", help=N_("Check the zone of this side only."))
@JSON
@LANGUAGE
@SYSTEM
@click.pass_context
def check_team(
    context: click.Context, /, file: str, on: str | None, side: str | None, as_json: bool, system: str | None
) -> None:
    """Check the team FILE and list all of its problems, each with its place.

    With --on it is laid on the zone of each side, in all of its formations. The exit status is 1 if the file has
    problems.
    """
    if side is not None and on is None:
        raise click.UsageError(_("{flag} is about a scenario: name one with {other}.").format(flag=_SIDE, other="--on"))
    systems = find_systems(system)
    scenario = None if on is None else open_scenario(on, systems)
    if scenario is not None and side is not None:
        side = match_ignoring_case(side, scenario.data.teams or scenario.data.zones)
    checked, found = _check(file, systems, scenario, side, on=on or "")
    if found:
        print_problems(found, as_json=as_json)
        context.exit(FOUND_WRONG)
    if as_json:
        print_json([])
        return
    assert checked is not None
    click.echo(_("{file} is valid: {summary}.").format(file=printable(file), summary=_summarize(checked)))
    if scenario is not None:
        sides = printable(", ".join([side] if side else scenario.data.teams or scenario.data.zones))
        click.echo(_("It fits on {file}: {sides}.").format(file=printable(on or ""), sides=sides))


def _check(
    file: str, systems: Systems, scenario: Scenario | None, side: str | None, *, on: str
) -> tuple[Team | None, Sequence[Problem]]:
    """Return the team of a file, None if it cannot be read, and all of its problems, alone and on the scenario `on`."""
    checked, found = None, list[Problem]()
    try:
        text = read_text(file)
    except OSError as error:
        return None, [os_problem(error)]
    except ScenarioError as error:
        return None, error.problems
    try:
        checked = parse_team(text.text, systems=systems, file=text.file)
    except ScenarioError as error:
        found += error.problems
    if scenario is not None:
        try:
            scenario.check_team_text(text, side)
        except ScenarioError as error:
            known = {(each.line, each.column) for each in found if each.line is not None}
            for each in error.problems:
                if each.line is None:  # a problem of the scenario, such as a map without zones
                    found.append(structs.replace(each, file=on))
                elif (each.line, each.column) not in known:
                    found.append(each)
    return checked, found


def _summarize(shown: Team) -> str:
    """Return a team in a few words: its rule system, points, and the numbers of its characters and formations."""
    number, ways = len(shown.characters), len(shown.formations)
    return ", ".join(
        (
            shown.rules.title,
            _("{points} of {limit} points").format(points=shown.points, limit=shown.limit),
            ngettext("{number} character", "{number} characters", number).format(number=number),
            ngettext("{number} formation", "{number} formations", ways).format(number=ways),
        )
    )


@team.command("show", short_help=N_("Show a team with its points and formations."))
@click.argument("file", metavar="FILE")
@click.option(_SIDE, metavar="SIDE", help=N_("Show the team of this side of the scenario FILE."))
@click.option("--yaml", "as_yaml", is_flag=True, help=N_("Print the team as the text of a team file."))
@JSON
@WIDTH
@LANGUAGE
@SYSTEM
def show_team(file: str, side: str | None, as_yaml: bool, as_json: bool, width: int | None, system: str | None) -> None:
    """Show the team FILE: a table of its characters with their points, and each formation as a small map.

    With --side, FILE is a scenario; --yaml prints its team as a file of its own.
    """
    systems = find_systems(system)
    shown = _open_team(file, systems) if side is None else _team_of(file, side, systems)
    if as_json:
        print_data(shown.to_json())
    elif as_yaml:
        print_data(shown.to_yaml(), nl=False)
    else:
        columns = terminal_size(width).columns
        echo_text(shown.text(width=columns), columns)


def _open_team(file: str, systems: Systems) -> Team:
    text = read_text(file)
    return parse_team(text.text, systems=systems, file=text.file)


def _team_of(file: str, side: str, systems: Systems) -> Team:
    """Return the team of a side of a scenario. Raise `ScenarioError` if it has none."""
    teams = open_scenario(file, systems).teams
    side = match_ignoring_case(side, teams)
    if side not in teams:
        problems = Problems(_SIDE)
        message = _("there is no team of {side!r}").format(side=side)
        problems.add(None, f"teams.{side}", message, found=side, allowed=tuple(teams))
        raise ScenarioError(problems.found)
    return teams[side]
