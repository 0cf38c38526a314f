"""The option that chooses formations of teams."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import click
from msgspec import structs

from sightline.api import Scenario
from sightline.api.lenient_names import match_ignoring_case
from sightline.board import Hint
from sightline.formats.problems import Problem, Problems, ScenarioError
from sightline.i18n import N_, _, pgettext

_FLAG = "--formation"
FORMATION = click.option(
    _FLAG,
    "formations",
    metavar="SIDE=NAME",
    multiple=True,
    help=N_("Choose the formation in which a team begins; the default is its first one."),
)


def parse_formations(scenario: Scenario, choices: Sequence[str]) -> Mapping[str, str] | None:
    """Return formations by side from choices such as SIDE=NAME, None for no choice.

    Raises `ScenarioError` with everything that is wrong with them.
    """
    problems, chosen = Problems(_FLAG), {}
    sides = [*scenario.data.teams]
    for text in choices:
        typed, name = split_choice(text, sides)
        side = match_ignoring_case(typed, sides)
        if name is None:
            allowed = (Hint(pgettext("metavar", "SIDE=NAME")),)
            problems.add(
                None, None, _("{text!r} does not choose anything").format(text=text), found=text, allowed=allowed
            )
        elif side in chosen:
            problems.add(None, f"formations.{side}", _("{name!r} is given twice").format(name=side), found=side)
        else:
            team = scenario.data.teams.get(side)
            chosen[side] = match_ignoring_case(name, team.formations if team else ())
    found: list[Problem] = [*problems.found]
    try:
        scenario.with_formations(chosen)
    except ScenarioError as error:
        found += [structs.replace(problem, file=_FLAG) for problem in error.problems]
    if found:
        raise ScenarioError(found)
    return chosen or None


def split_choice(text: str, sides: Collection[str]) -> tuple[str, str | None]:
    """Return side and name of SIDE=NAME, split after a known side, otherwise at the first `=`.

    The name may be missing.
    """
    side = next((side for side in sides if text.startswith(f"{side}=")), text.partition("=")[0])
    return side, text[len(side) + 1 :] if text.startswith(f"{side}=") else None
