"""The program's entry: its commands, and what becomes of everything that can go wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from sightline._version import __version__
from sightline.cli.boards import check, draw
from sightline.cli.library import rules
from sightline.cli.output import print_json
from sightline.cli.questions import chart, line, see, shot
from sightline.formats.problems import Problem, ScenarioError

ANSWERED, WRONG_INPUT, OUR_MISTAKE = 0, 2, 70


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="sightline")
def program() -> None:
    """The referee for tactical tabletop games: who can see and hit whom, with what odds, and which clause says so.

    Questions are asked about a scenario FILE; - reads it from the standard input. Exit status 0: answered; 1: `check`
    found the file wrong; 2: bad input.
    """


for command in (chart, shot, see, line, rules, check, draw):
    program.add_command(command)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and exit; no exception ever leaves it."""
    arguments = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal without a letter shows a question mark instead
            stream.reconfigure(errors="replace")
    sys.exit(_run(arguments))


def _run(arguments: Sequence[str]) -> int:
    try:
        status = program.main(list(arguments), prog_name="sightline", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ANSWERED
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        return WRONG_INPUT
    except Exception as error:
        return _refuse(error, wants_json="--json" in arguments)
    return status if isinstance(status, int) else ANSWERED


def _refuse(error: Exception, *, wants_json: bool) -> int:
    """Tell what was wrong with the input, or that we made a mistake; give the exit status."""
    problems = _problems_of(error)
    if problems is None:
        if os.environ.get("SIGHTLINE_DEBUG"):
            raise error
        message = f"sightline made a mistake: {type(error).__name__}: {error}. SIGHTLINE_DEBUG=1 shows where."
        click.echo(message, err=True)
        return OUR_MISTAKE
    if wants_json:
        print_json(problems)
    elif isinstance(error, click.ClickException):
        error.show()
    else:
        for problem in problems:
            click.echo(str(problem), err=True)
    return WRONG_INPUT


def _problems_of(error: Exception) -> Sequence[Problem] | None:
    """Give what an exception says of the input, or None where it says something of us."""
    match error:
        case ScenarioError():
            return error.problems
        case click.ClickException():
            return [_unplaced("command line", error.format_message())]
        case OSError():
            name = str(error.filename) if error.filename else "sightline"
            return [_unplaced(name, error.strerror or str(error))]
        case ImportError() if hasattr(error, "extra"):  # render.MissingExtra, without importing what draws
            return [_unplaced("sightline", str(error))]
        case _:
            return None


def _unplaced(file: str, message: str) -> Problem:
    return Problem(file=file, line=None, column=None, key=None, found=None, message=message)
