"""The command `replay`: verification and narration of recorded battles."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import click

from sightline.api import Battle, RecordError
from sightline.battles import BattleStep
from sightline.cli._os_errors import os_problem
from sightline.cli.output import print_data, print_json, print_problems, printable
from sightline.cli.record_file import read_record
from sightline.cli.scenario_options import JSON, LANGUAGE, SYSTEM, find_systems
from sightline.cli.text_options import echo_text, terminal_size
from sightline.i18n import N_, _, decimal, ngettext

FOUND_WRONG = 1


@click.command(short_help=N_("Replay the record of a battle and verify every step."))
@click.argument("file", metavar="FILE")
@click.option("--verify", is_flag=True, help=N_("Only verify the record; the exit status is 1 if a step is wrong."))
@click.option("--luck", is_flag=True, help=N_("Tell how lucky each side was, by exact odds."))
@JSON
@LANGUAGE
@SYSTEM
@click.pass_context
def replay(context: click.Context, /, file: str, verify: bool, luck: bool, as_json: bool, system: str | None) -> None:
    """Replay the battle of the record FILE and verify each step: the action, its dice, the hash."""
    systems = find_systems(system)
    try:
        battle = read_record(file, systems)
    except (RecordError, OSError) as error:
        if not verify:
            raise
        problems = error.problems if isinstance(error, RecordError) else [os_problem(error)]
        print_problems(problems, as_json=as_json)
        context.exit(FOUND_WRONG)
    if as_json:
        print_json(battle.luck()) if luck else print_data(battle.to_json())
        return
    told: list[str] = []
    if luck:
        told = [*map(printable, describe_luck(battle))]
    elif not verify:
        told = narrate_log(battle)
    echo_text("\n".join((*told, _verdict(battle, file))), terminal_size(None).columns)


def narrate_log(battle: Battle) -> list[str]:
    """Return one line for the beginning of a battle, and one for each step."""
    run = battle.run
    steps = (f"{number}. {narrate(battle, step)}" for number, step in enumerate(run.steps, start=1))
    return [narrate(battle, None), *steps]


def narrate(battle: Battle, step: BattleStep | None) -> str:
    """Return a step, or the opening, as one line of prose."""
    return printable(" ".join(battle.run.tell(step)))


def describe_luck(battle: Battle) -> Iterator[str]:
    """Yield the luck of each side, in sentences."""
    attacks = _(
        "{side}: {hits} of {attacks} attacks hit, {expected_hits} expected; {damage} damage, "
        "{expected_damage} expected."
    )
    rank = _("That is luckier than {luckier_than} % of battles with these attacks.")
    saves = _("{resisted} of {saves} saves succeeded, {expected_resisted} expected.")
    karma = _("Points: {gained} gained by failures, {spent} spent.")
    for side, luck in battle.luck().items():
        rounded = {key: decimal(float(value)) for key, value in luck.items() if isinstance(value, Fraction | float)}
        shown = [attacks, *([rank] if luck["attacks"] else []), *([saves] if luck["saves"] else []), karma]
        yield " ".join(shown).format(side=side, **luck | rounded)


def describe_result(battle: Battle) -> str:
    """Return the result of a battle in words, or that it is not over."""
    result = battle.run.result
    if result is None:
        return _("the battle is not over")
    if result["winner"] is None:
        return _("nobody has won")
    return _("{winner} has won").format(winner=result["winner"])


def _verdict(battle: Battle, file: str) -> str:
    steps = len(battle.run.steps)
    number = ngettext("{number} step", "{number} steps", steps).format(number=steps)
    verdict = _("{file} is verified: {steps}, {state}.").format(file=file, steps=number, state=describe_result(battle))
    return printable(verdict)
