"""The entry point of the program: its commands, and the handling of all errors."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import MutableMapping, Sequence
from itertools import dropwhile
from pathlib import Path
from typing import NoReturn, cast

import click
from click.exceptions import NoArgsIsHelpError
from msgspec import structs

from sightline._version import __version__
from sightline.cli._language import language_of, localized_command, use_cli_language
from sightline.cli._lazy_group import LazyCommands
from sightline.cli._os_errors import os_problem, reason
from sightline.cli.output import print_problems
from sightline.cli.scenario_options import LANGUAGE
from sightline.deadline import LimitExceeded
from sightline.extras import MissingExtra
from sightline.formats.problems import Problem, ScenarioError, find_nearest
from sightline.i18n import N_, _
from sightline.too_much import TooMuch

ANSWERED, WRONG_INPUT, INTERNAL_ERROR = 0, 2, 70
_COMMANDS = {
    "questions": ("chart", "shot", "resolve", "strike", "see", "reach", "threat", "advise", "line"),
    "rules": ("rules",),
    "new": ("new",),
    "check_draw": ("check", "draw"),
    "infer": ("infer",),
    "convert": ("convert",),
    "bench": ("bench",),
    "play": ("play",),
    "replay": ("replay",),
    "simulate": ("simulate",),
    "team": ("team",),
    "serve": ("serve",),
    "backup": ("backup", "restore"),
    "admin": ("admin",),
}
"""The commands of each module of `sightline.cli`."""


def _print_version(context: click.Context, _option: click.Parameter, value: object) -> None:
    if value:
        click.echo(f"sightline, version {__version__}")
        context.exit()


def _lazy_commands() -> MutableMapping[str, click.Command]:
    attributes = {name: (f"sightline.cli.{module}", name) for module, names in _COMMANDS.items() for name in names}
    return cast("MutableMapping[str, click.Command]", LazyCommands(attributes))  # never modified


@click.group(
    commands=_lazy_commands(), context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help=N_("Show the version and exit."),
)
@LANGUAGE
def program() -> None:
    """The referee for tactical tabletop games: who can see and hit whom, with what odds, and which clause says so.

    Questions are about a scenario FILE; - reads it from the standard input. `new` writes a small one to start from, and
    `check` finds what is wrong with it. The exit status is 0 for an answer, 1 if `check` finds problems, and 2 for bad
    input or wrong usage, which is explained on the standard error or, with --json, as a list on the standard output.
    """  # noqa: D401 (the help of the program)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and exit; no exception ever leaves it."""
    atexit.register(gc.freeze)  # the memory is freed with the process, without another garbage collection
    _repair_standard_streams()
    arguments = sys.argv[1:] if arguments is None else arguments
    with use_cli_language(language_of(arguments)):
        status = _run(arguments)
    sys.exit(status)


def _repair_standard_streams() -> None:
    """Replace closed streams, and print a question mark for characters that a terminal cannot encode."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _run(arguments: Sequence[str]) -> int:
    color = False if os.environ.get("NO_COLOR") else None
    out = sys.stdout
    try:
        try:
            status = localized_command(program).main(
                list(arguments), prog_name="sightline", standalone_mode=False, color=color
            )
        except (click.Abort, KeyboardInterrupt):
            click.echo(_("Stopped."), err=True)
            status = WRONG_INPUT
        except SystemExit as left:  # click replaces stdout and exits when the reader of its output is gone
            status = left.code if sys.stdout is out else ANSWERED
        except BrokenPipeError:
            raise
        except Exception as error:
            status = _report_error(error, arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output is gone, which is no error
        return _discard_output(ANSWERED)
    except OSError as error:  # for example, the disk is full
        message = _("the standard output cannot be written: {reason}")
        click.echo(message.format(reason=reason(error)), err=True)
        return _discard_output(WRONG_INPUT)
    return status if isinstance(status, int) else ANSWERED


def _discard_output(status: int) -> int:
    """Redirect stdout to the null device so that the interpreter's exit flush cannot fail; return `status`."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _report_error(error: Exception, arguments: Sequence[str]) -> int:
    """Print the problems of the input, or that the program failed; return the exit status."""
    wants_json = "--json" in arguments
    problems = _problems_of(error, arguments)
    if problems is None:
        if os.environ.get("SIGHTLINE_DEBUG"):
            raise error
        message = _("internal error in sightline: {kind}: {error}. {variable}=1 shows where.")
        click.echo(message.format(kind=type(error).__name__, error=error, variable="SIGHTLINE_DEBUG"), err=True)
        return INTERNAL_ERROR
    if isinstance(error, NoArgsIsHelpError):  # its message is the help
        error.show()
    elif isinstance(error, click.UsageError) and not wants_json:
        click.UsageError(_usage_message(error), error.ctx).show()
    else:
        print_problems(problems, as_json=wants_json, to_stderr=True)
    return WRONG_INPUT


def _problems_of(error: Exception, arguments: Sequence[str]) -> Sequence[Problem] | None:
    """Return the problems of the input behind an exception, or None for an internal error."""
    match error:
        case ScenarioError():
            return error.problems
        case click.UsageError():
            return [_problem_without_place(_("command line"), _usage_message(error))]
        case FileNotFoundError():
            return [_with_order_of_arguments(os_problem(error), arguments)]
        case OSError():
            return [os_problem(error)]
        case TooMuch():
            return [_problem_without_place(_("command line"), f"{error}.")]
        case LimitExceeded():
            return [_problem_without_place(_("limit"), f"{error}.")]
        case MissingExtra():
            return [_problem_without_place("sightline", str(error))]
        case _:
            return None


def _usage_message(error: click.UsageError) -> str:
    """Return the message of a usage error, for an unknown option or command with the nearest name."""
    match error:
        case (
            click.NoSuchOption(option_name=name, possibilities=near)
            | click.NoSuchCommand(command_name=name, possibilities=near)
        ):
            nearest = find_nearest(name, near or ())
            hint = " " + _("Did you mean {word!r}?").format(word=nearest) if nearest else ""
            return f"{error.message}{hint}"
    return error.format_message()


def _with_order_of_arguments(problem: Problem, arguments: Sequence[str]) -> Problem:
    """Return the problem of a missing file, with a hint if the file is given after the names of pieces."""
    command, *given = dropwhile(lambda each: each not in program.commands, arguments)
    wanted = [each.name for each in program.commands[command].params if isinstance(each, click.Argument)]
    first, *others = [each for each in given if not each.startswith("-")][: len(wanted)] or [""]
    if wanted[:1] != ["file"] or problem.file != first or not any(Path(other).is_file() for other in others):
        return problem
    hint = _("The file comes first, then the names.")
    return structs.replace(problem, message=f"{problem.message} {hint}")


def _problem_without_place(file: str, message: str) -> Problem:
    return Problem(file=file, line=None, column=None, key=None, found=None, message=message)
