"""Arguments that all questions share: the scenario FILE, and the options that change it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import structs

from sightline.api import Scenario, load, parse
from sightline.api.change_parser import with_changes
from sightline.cli._language import FLAG
from sightline.cli.value_types import PositiveNumber, refusal
from sightline.deadline import limits
from sightline.formats.files import decode, read_path
from sightline.formats.problems import Problems, ScenarioError
from sightline.formats.yaml_tree import MAX_BYTES, Source
from sightline.i18n import LANGUAGES, N_, _
from sightline.rules import Ruleset, Systems, UnusableSystem, installed_systems, read_system

Command = TypeVar("Command", bound=Callable[..., Any])


def _known_language(_context: click.Context, option: click.Parameter, value: str) -> str:
    if value not in LANGUAGES:
        raise refusal(option, _("there is no language {language!r}").format(language=value), value, LANGUAGES)
    return value


FILE = click.argument("file", metavar="FILE")
JSON = click.option("--json", "as_json", is_flag=True, help=N_("Print the answer as JSON."))
LANGUAGE = click.option(
    FLAG,
    metavar="|".join(LANGUAGES),
    default=LANGUAGES[0],
    callback=_known_language,
    expose_value=False,
    help=N_("Language of the answer."),
)
SYSTEM = click.option("--system", metavar="FILE.py", help=N_("Add the rule system that this Python file defines."))
_RULING = click.option(
    "--ruling", "rulings", metavar="NAME=VALUE", multiple=True, help=N_("Choose a ruling, overriding the file.")
)
_SET = click.option(
    "--set",
    "changes",
    metavar="PIECE.KEY=VALUE",
    multiple=True,
    help=N_("Ask what if: set a key of a piece, in YAML, such as A.at=C3."),
)


def _start_limit(context: click.Context, _option: click.Parameter, value: float | None) -> None:
    if value is not None:
        context.with_resource(limits(seconds=value))


def limit_option(flag: str) -> Callable[[Command], Command]:
    """Return the option that limits the time of a command."""
    return click.option(
        flag,
        metavar="SECONDS",
        type=PositiveNumber(),
        callback=_start_limit,
        expose_value=False,
        is_eager=True,
        help=N_("Stop after this many seconds and report how far the work got."),
    )


def question(command: Command) -> Command:
    """Return a command with the FILE argument and the options that every question takes."""
    for decorate in (SYSTEM, LANGUAGE, limit_option("--limit"), JSON, _RULING, _SET, FILE):
        command = decorate(command)
    return command


def open_scenario(file: str, systems: Systems) -> Scenario:
    """Return the scenario of a command. Raise `ScenarioError` or OSError."""
    if file == "-":
        return parse(read_text(file).text, systems=systems)
    try:
        return load(file, systems=systems)
    except OSError as error:
        error.filename = file  # as it was typed
        raise


def read_text(file: str) -> Source:
    """Return the text of a file, or of the standard input for "-". Raise `ScenarioError` or OSError."""
    if file == "-":
        return decode(sys.stdin.buffer.read(MAX_BYTES + 1), "-")
    try:
        return read_path(file)
    except OSError as error:
        error.filename = file  # as it was typed
        raise


def open_changed(file: str, system: str | None, rulings: Sequence[str], changes: Sequence[str]) -> Scenario:
    """Return the scenario of a question, changed as its options state. Raise `ScenarioError` or OSError."""
    return with_changes(open_scenario(file, find_systems(system)), rulings, changes)


def find_systems(file: str | None) -> Systems:
    """Return the installed systems, and the one that a Python file defines. Raise `ScenarioError` or OSError."""
    systems = installed_systems()
    if file is None:
        return systems
    path = Path(file)
    path.open("rb").close()  # raises OSError
    try:
        return systems.with_system(read_system(path))
    except (Exception, SystemExit) as error:
        problems = Problems("--system")
        message = _("{file} cannot be used: {kind}: {error}")
        problems.add(None, None, message.format(file=file, kind=type(error).__name__, error=error), found=file)
        raise ScenarioError(problems.found) from error


def find_system(key: str, systems: Systems) -> Ruleset[Any]:
    """Return the rule system with a key. Raise `ScenarioError`."""
    problems = Problems(_("command line"))
    try:
        return systems[key]
    except UnusableSystem as error:
        problems.add(None, "system", str(error), found=key)
    except KeyError:
        message = _("there is no rule system {key!r}").format(key=key)
        problems.add(None, "system", message, found=key, allowed=tuple(systems))
    raise ScenarioError(problems.found)


@contextmanager
def problems_of(file: str) -> Iterator[None]:
    """Attribute the problems raised within the context to a file."""
    try:
        yield
    except ScenarioError as error:
        raise ScenarioError([structs.replace(problem, file=file) for problem in error.problems]) from error


def asked_on_command_line() -> AbstractContextManager[None]:
    """Attribute the problems raised within the context to the command line."""
    return problems_of(_("command line"))
