"""Reading and writing record files, and the command that replays one."""

from __future__ import annotations

from pathlib import Path

import click

from sightline import battles
from sightline.api import Battle, RecordError, replay
from sightline.cli.output import print_data, print_problems, printable
from sightline.cli.scenario import JSON, LANGUAGE
from sightline.cli.system_errors import reason
from sightline.formats.problems import Problem
from sightline.language import N_, _, ngettext

FOUND_WRONG = 1
_BEGINNING = b"Sightline battle record"


def is_record(file: str) -> bool:
    """Tell whether a file begins as records do. Raises OSError."""
    with Path(file).open("rb") as opened:
        return opened.read(len(_BEGINNING)) == _BEGINNING


def read_record(file: str, seed: str | None = None) -> Battle:
    """Give the battle of a record file, all of it proven. Raises `RecordError` and OSError."""
    content = Path(file).read_bytes()
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = _("this is no UTF-8 text")
        problem = Problem(file=file, line=line, column=1, key=None, found=None, message=f"{message}.")
        raise RecordError([problem]) from error
    return replay(text, seed=seed, file=file)


@click.command("replay", short_help=N_("Replay the record of a battle, and prove every step."))
@click.argument("file", metavar="FILE")
@click.option("--verify", is_flag=True, help=N_("Only tell whether every step is proven; the exit status is 1 if not."))
@JSON
@LANGUAGE
@click.pass_context
def replay_record(context: click.Context, /, file: str, verify: bool, as_json: bool) -> None:
    """Replay the battle that the record FILE tells of, step by step, and prove each: the action, its dice, the hash."""
    try:
        battle = read_record(file)
    except (RecordError, OSError) as error:
        if not verify:
            raise
        print_problems(_problems_of(error, file), as_json=as_json)
        context.exit(FOUND_WRONG)
    if as_json:
        print_data(battle.to_json())
        return
    if not verify:
        for line in told_log(battle):
            click.echo(printable(line))
    click.echo(_verdict(battle, file))


def told_log(battle: Battle) -> list[str]:
    """Give a line for each step of a battle, and for how it began."""
    run = battle.run
    lines = [" ".join(map(run.game.tell, run.opening))]
    for number, step in enumerate(run.steps, start=1):
        lines.append(f"{number}. " + " ".join(map(run.game.tell, step.events)))
    return lines


def _verdict(battle: Battle, file: str) -> str:
    steps = len(battle.run.steps)
    number = ngettext("{number} step", "{number} steps", steps).format(number=steps)
    result = battle.run.result
    if result is None:
        state = _("the battle goes on")
    elif result["winner"] is None:
        state = _("nobody has won")
    else:
        state = _("{winner} has won").format(winner=result["winner"])
    return printable(_("{file} is proven: {steps}, {state}.").format(file=file, steps=number, state=state))


def _problems_of(error: RecordError | OSError, file: str) -> tuple[Problem, ...]:
    if isinstance(error, RecordError):
        return error.problems
    return (Problem(file=file, line=None, column=None, key=None, found=None, message=f"{reason(error)}."),)
