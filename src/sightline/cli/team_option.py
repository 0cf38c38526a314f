"""The option that places teams from files in the zones of a scenario."""

from __future__ import annotations

from collections.abc import Sequence

import click
from msgspec import structs

from sightline.api import Scenario
from sightline.api.lenient_names import match_ignoring_case
from sightline.board import Hint
from sightline.cli._os_errors import os_problem
from sightline.cli.formation_option import split_choice
from sightline.cli.scenario_options import read_text
from sightline.formats.problems import Problem, Problems, ScenarioError
from sightline.formats.yaml_tree import Source
from sightline.i18n import N_, _, pgettext

_FLAG = "--team"
TEAM = click.option(
    _FLAG,
    "teams",
    metavar="SIDE=FILE",
    multiple=True,
    help=N_("Lay the team of a file on the zone of a side, in place of the team that stands there."),
)


def lay_teams(scenario: Scenario, choices: Sequence[str]) -> Scenario:
    """Return a scenario with the teams of choices such as SIDE=FILE.

    Raise `ScenarioError` with everything that is wrong with them.
    """
    problems, texts = Problems(_FLAG), dict[str, Source]()
    found, sides = problems.found, scenario.data.teams or scenario.data.zones
    for text in choices:
        typed, file = split_choice(text, sides)
        side = match_ignoring_case(typed, sides)
        if file is None:
            allowed = (Hint(pgettext("metavar", "SIDE=FILE")),)
            message = _("{text!r} does not choose anything").format(text=text)
            problems.add(None, None, message, found=text, allowed=allowed)
        elif side in texts:
            problems.add(None, f"teams.{side}", _("{name!r} is given twice").format(name=side), found=side)
        else:
            try:
                texts[side] = read_text(file)
            except ScenarioError as error:
                found += error.problems
            except OSError as error:
                found.append(os_problem(error))
    if found:
        raise ScenarioError(found)
    try:
        return scenario.with_team_texts(texts)
    except ScenarioError as error:
        raise ScenarioError([_of_option(problem) for problem in error.problems]) from error


def _of_option(problem: Problem) -> Problem:
    """Return a problem of a file unchanged, and any other problem as one of the option."""
    return structs.replace(problem, file=_FLAG) if problem.line is None else problem
