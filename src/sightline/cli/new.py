"""The command `new`: a small scenario to start from."""

from __future__ import annotations

import shlex
from itertools import permutations
from pathlib import Path

import click

from sightline.api import Scenario, parse
from sightline.cli.check_draw import summarize
from sightline.cli.output import print_data, printable, write_new
from sightline.cli.scenario_options import LANGUAGE, SYSTEM, find_system, find_systems
from sightline.formats.problems import Problems, ScenarioError
from sightline.formats.yaml_comments import localized_comments
from sightline.i18n import N_, _
from sightline.rules import Exemplified, NotAnswered, Playable, Systems, require


@click.command(short_help=N_("Write a small table to start from."))
@click.argument("key", metavar="SYSTEM", required=False)
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--grid", metavar="hex|square|free", help=N_("Choose the kind of map, where the system has several."))
@LANGUAGE
@SYSTEM
def new(key: str | None, file: str | None, grid: str | None, system: str | None) -> None:
    """Write a small table for the rule system SYSTEM into the new FILE: a map, a few pieces, and what can be stated.

    SYSTEM is one of those that `sightline rules` lists. Without FILE the name is that of the system; - is the standard
    output. A file that exists is never overwritten.
    """
    systems = find_systems(system)
    if key is None:
        raise click.UsageError(_("SYSTEM is one of {systems}.").format(systems=", ".join(systems)))
    text, grid = _example(key, grid, systems)
    scenario = parse(text, systems=systems)
    if file == "-":
        print_data(text, nl=False)
        return
    if file is None:
        is_first = grid == scenario.rules.grids[0]
        file = f"{key}.yaml" if is_first else f"{key}-{grid}.yaml"
    write_new(Path(file), text)
    click.echo(printable(_("{file} is written: {summary}.").format(file=file, summary=summarize(scenario))))
    click.echo("\n".join((_("Next:"), *(f"  {printable(line)}" for line in _next_commands(file, scenario)))))


def _example(key: str, grid: str | None, systems: Systems) -> tuple[str, str]:
    """Return the example of a system in the current language, and its grid. Raise `ScenarioError`."""
    rules, problems = find_system(key, systems), Problems(_("command line"))
    if grid is not None and grid not in rules.grids:
        message = _("{rules} is not played on the grid {grid!r}").format(rules=rules.title, grid=grid)
        problems.add(None, "--grid", message, found=grid, allowed=rules.grids)
        raise ScenarioError(problems.found)
    grid = grid or rules.grids[0]
    try:
        return localized_comments(require(rules, Exemplified).example(grid)), grid
    except (NotAnswered, OSError) as error:
        problems.add(None, "system", _(Exemplified.refusal).format(rules=rules.title), found=key)
        raise ScenarioError(problems.found) from error


def _next_commands(file: str, scenario: Scenario) -> tuple[str, ...]:
    """Return commands to try on a new scenario."""
    name, rules = shlex.quote(file), scenario.position.pieces
    attacker, target = next(
        (one, other) for one, other in permutations(scenario.actors, 2) if not rules[one].is_friend_of(rules[other])
    )
    return (
        f"sightline draw {name}",
        f"sightline chart {name}",
        f"sightline shot {name} {shlex.quote(attacker)} {shlex.quote(target)}",
        *([f"sightline play {name}"] if isinstance(scenario.rules, Playable) else []),
        f"sightline check {name}",
    )
