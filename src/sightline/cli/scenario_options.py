"""Arguments that all questions share: the scenario FILE, and the options that change it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import structs

from sightline.api import Scenario, load, parse
from sightline.board import Hint
from sightline.cli._language import FLAG
from sightline.cli.value_types import PositiveNumber, refusal
from sightline.deadline import limits
from sightline.formats.files import decode, read_path
from sightline.formats.problems import Problem, Problems, ScenarioError
from sightline.formats.yaml_tree import MAX_BYTES, Node, Source, UnreadableText, read_tree
from sightline.i18n import LANGUAGES, N_, _, pgettext
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
    """Return the option that bounds the time of a command from here on."""
    return click.option(
        flag,
        metavar="SECONDS",
        type=PositiveNumber(),
        callback=_start_limit,
        expose_value=False,
        is_eager=True,
        help=N_("Stop after this many seconds and report how far the work got."),
    )


_LABELLED = ("at", "facing")
"""The keys of pieces whose values are labels and facings, which are typed in any case."""
_KEY = re.compile(r"\.([^.=]+)=")


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


def with_changes(scenario: Scenario, rulings: Sequence[str], changes: Sequence[str]) -> Scenario:
    """Return a scenario with other rulings and pieces.

    Raise `ScenarioError` with everything that is wrong with either.
    """
    problems: list[Problem] = []
    with _collecting(problems):
        scenario = with_rulings(scenario, rulings, "--ruling")
    with _collecting(problems):
        scenario = _with_pieces(scenario, changes)
    if problems:
        raise ScenarioError(problems)
    return scenario


def with_rulings(scenario: Scenario, choices: Sequence[str], flag: str) -> Scenario:
    """Return a scenario with other rulings, from choices NAME=VALUE that a flag of the command line makes."""
    problems, pairs = Problems(flag), {}
    for text in choices:
        name, equals, value = text.partition("=")
        if not equals:
            message = _("{text!r} does not choose anything").format(text=text)
            problems.add(None, None, message, found=text, allowed=(_metavar("NAME=VALUE"),))
        elif name in pairs:
            problems.add(None, f"rulings.{name}", _("{name!r} is given twice").format(name=name), found=name)
        else:
            pairs[name] = value
    with _collecting(problems.found):
        scenario = scenario.with_rulings(pairs, file=flag)
    if problems.found:
        raise ScenarioError(problems.found)
    return scenario


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


def _with_pieces(scenario: Scenario, changes: Sequence[str]) -> Scenario:
    problems, nodes = Problems("--set"), {}  # type: Problems, dict[str, dict[str, Node]]
    stated: set[str] = set()
    for text in changes:
        parts = _split(text, scenario.position.pieces)
        if parts is None:
            message, allowed = _("{text!r} does not name a key of a piece"), (_metavar("PIECE.KEY=VALUE"),)
            problems.add(None, None, message.format(text=text), found=text, allowed=allowed)
            continue
        piece, key, value = piece_name(scenario, parts[0]), parts[1], parts[2]
        if key in _LABELLED and not scenario.position.is_free:
            value = value.upper()
        about = f"pieces.{piece}.{key}"
        if about in stated:
            problems.add(None, about, _("{name!r} is given twice").format(name=key), found=key)
        elif (node := _read_value(value, about, problems)) is not None:
            nodes.setdefault(piece, {})[key] = node
        stated.add(about)
    with _collecting(problems.found):
        scenario = scenario.with_nodes(nodes)
    if problems.found:
        raise ScenarioError(problems.found)
    return scenario


def piece_name(scenario: Scenario, typed: str) -> str:
    """Return the name of a piece that is typed, in whatever case; a text that is no such name as it is."""
    return only_like(typed, scenario.position.pieces)


def side_name(scenario: Scenario, typed: str) -> str:
    """Return the name of a side that is typed, in whatever case; a text that is no such name as it is."""
    return only_like(typed, {piece.side for piece in scenario.position.pieces.values() if piece.side})


def only_like(typed: str, names: Collection[str]) -> str:
    """Return the name that is typed, or the only one that differs from it in case alone; else the text."""
    like = [name for name in names if name.casefold() == typed.casefold()]
    return like[0] if len(like) == 1 and typed not in names else typed


def _metavar(text: str) -> Hint:
    return Hint(pgettext("metavar", text))


def _split(text: str, pieces: Collection[str]) -> tuple[str, str, str] | None:
    """Return piece, key and value of PIECE.KEY=VALUE, split at the last dot before `=`.

    Names and values may contain both characters: of several splits the first that names a piece is chosen.
    """
    keys, alike = list(_KEY.finditer(text)), {name.casefold() for name in pieces}
    named = [key for key in keys if text[: key.start()] in pieces]
    named += [key for key in keys if text[: key.start()].casefold() in alike]
    key = next(iter([*named, *keys]), None)
    return (text[: key.start()], key[1].strip(), text[key.end() :]) if key else None


def _read_value(text: str, about: str, problems: Problems) -> Node | None:
    """Return the tree of a YAML value, or None after reporting that it cannot be read."""

    def report(node: Node, _: str | None, said: str, found: str | None) -> None:
        problems.add(node, about, said, found=found)

    try:
        return read_tree(Source("--set", text, has_place=False), report)
    except UnreadableText as error:
        problems.add(error.place, None, str(error), found=text)
        return None


@contextmanager
def _collecting(problems: list[Problem]) -> Iterator[None]:
    """Append the problems of a `ScenarioError` raised within the context to a list."""
    try:
        yield
    except ScenarioError as error:
        problems += error.problems
