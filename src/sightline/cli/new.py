"""The command `new`: a small scenario to start from."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import click

from sightline.api import Scenario, parse, ready_maps
from sightline.cli.check_draw import summarize
from sightline.cli.file_endings import SCENARIOS, ending_in
from sightline.cli.output import write_starting_file
from sightline.cli.scenario_options import LANGUAGE, SYSTEM, asked_on_command_line, find_system, find_systems
from sightline.formats.problems import Problems, ScenarioError
from sightline.formats.yaml_comments import localized_comments
from sightline.i18n import N_, _
from sightline.rules import Exemplified, NotAnswered, Playable, Ruleset, Systems, require


@click.command(short_help=N_("Write a small table to start from."))
@click.argument("key", metavar="SYSTEM", required=False)
@click.argument("file", metavar="[FILE]", required=False, callback=ending_in(*SCENARIOS))
@click.option("--grid", metavar="hex|square|free", help=N_("Choose the kind of map, where the system has several."))
@click.option(
    "--map", "map_key", metavar="KEY", help=N_("Write one of the maps that are ready for battles, with two teams.")
)
@LANGUAGE
@SYSTEM
def new(key: str | None, file: str | None, grid: str | None, map_key: str | None, system: str | None) -> None:
    """Write a small table for the rule system SYSTEM into the new FILE: a map, a few pieces, and what can be stated.

    SYSTEM is one of those that `sightline rules` lists. Without FILE the name is that of the system, or of the map; -
    is the standard output. A file that exists is never overwritten.
    """
    systems = find_systems(system)
    if key is None:
        raise click.UsageError(_("SYSTEM is one of {systems}.").format(systems=", ".join(systems)))
    if grid is not None and map_key is not None:
        raise click.UsageError(_("--grid and --map exclude each other."))
    rules = find_system(key, systems)
    text, name = _example(rules, grid) if map_key is None else _ready_map(rules, map_key, systems)
    scenario = parse(text, systems=systems)
    file = file or f"{name}.yaml"
    write_starting_file(file, text, summarize(scenario), _iter_next_commands(file, scenario))


def _example(rules: Ruleset[Any], grid: str | None) -> tuple[str, str]:
    """Return the example of a system in the current language, and the name of its file. Raise `ScenarioError`."""
    problems = Problems(_("command line"))
    if grid is not None and grid not in rules.grids:
        message = _("{rules} is not played on the grid {grid!r}").format(rules=rules.title, grid=grid)
        problems.add(None, "--grid", message, found=grid, allowed=rules.grids)
        raise ScenarioError(problems.found)
    grid = grid or rules.grids[0]
    try:
        text = localized_comments(require(rules, Exemplified).example(grid))
    except (NotAnswered, OSError) as error:
        problems.add(None, "system", _(Exemplified.refusal).format(rules=rules.title), found=rules.key)
        raise ScenarioError(problems.found) from error
    return text, rules.key if grid == rules.grids[0] else f"{rules.key}-{grid}"


def _ready_map(rules: Ruleset[Any], key: str, systems: Systems) -> tuple[str, str]:
    """Return a map of a system, with its teams, and the name of its file. Raise `ScenarioError`."""
    with asked_on_command_line():
        maps = ready_maps(rules.key, systems=systems)
    if key not in maps:
        problems = Problems(_("command line"))
        message = _("{rules} has no map {key!r}").format(rules=rules.title, key=key)
        problems.add(None, "--map", message, found=key, allowed=tuple(maps))
        raise ScenarioError(problems.found)
    return maps[key].to_yaml(), key


def _iter_next_commands(file: str, scenario: Scenario) -> Iterator[str]:
    """Yield commands to try on a new scenario."""
    name, pieces = shlex.quote(file), scenario.position.pieces
    attacker, target = next(
        (one, other) for one, other in permutations(scenario.actors, 2) if not pieces[one].is_friend_of(pieces[other])
    )
    yield f"sightline draw {name}"
    yield f"sightline chart {name}"
    yield f"sightline shot {name} {shlex.quote(attacker)} {shlex.quote(target)}"
    if isinstance(scenario.rules, Playable):
        yield f"sightline play {name}"
    yield f"sightline check {name}"
