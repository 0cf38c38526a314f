"""What the questions share: the scenario FILE, and the options that change it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from sightline.api import Scenario, load, parse
from sightline.formats.problems import Problems, ScenarioError
from sightline.formats.scenario import decode
from sightline.formats.tree import MOST_BYTES, Node, Source, UnreadableText, read_tree
from sightline.rules import Systems, installed_systems, read_system

Command = TypeVar("Command", bound=Callable[..., Any])

FILE = click.argument("file")
JSON = click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
LANGUAGE = click.option("--lang", type=click.Choice(["en"]), default="en", help="The language of the answer.")
SYSTEM = click.option("--system", metavar="FILE.py", help="Add the rule system that this Python file defines.")
_RULING = click.option(
    "--ruling", "rulings", metavar="NAME=VALUE", multiple=True, help="Choose a ruling, whatever the file chooses."
)
_SET = click.option(
    "--set", "changes", metavar="PIECE.KEY=VALUE", multiple=True, help="What if: state a key of a piece otherwise."
)


def question(command: Command) -> Command:
    """Give a command the FILE and the options that every question takes."""
    for decorate in (SYSTEM, LANGUAGE, JSON, _RULING, _SET, FILE):
        command = decorate(command)
    return command


def open_scenario(file: str, system: str | None, rulings: Sequence[str] = (), changes: Sequence[str] = ()) -> Scenario:
    """Read the scenario of a command, with its changes. Raises `ScenarioError` and OSError."""
    systems = find_systems(system)
    if file == "-":
        content = sys.stdin.buffer.read(MOST_BYTES + 1)
        scenario = parse(decode(content, "-").text, systems=systems)
    else:
        scenario = load(file, systems=systems)
    return scenario.with_rulings(_pairs("--ruling", "NAME=VALUE", rulings), file="--ruling").with_nodes(_nodes(changes))


def with_ruling(scenario: Scenario, choice: str, flag: str) -> Scenario:
    """Give a scenario with one more choice, as NAME=VALUE, that a flag of the command line makes."""
    return scenario.with_rulings(_pairs(flag, "NAME=VALUE", [choice]), file=flag)


def find_systems(file: str | None) -> Systems:
    """Give the installed systems, and the one that a Python file defines. Raises `ScenarioError` and OSError."""
    systems = installed_systems()
    if file is None:
        return systems
    path = Path(file)
    if not path.is_file():
        raise FileNotFoundError(2, "there is no such file", file)
    try:
        return systems.with_system(read_system(path))
    except Exception as error:
        problems = Problems("--system")
        problems.add(None, None, f"{file} cannot be used: {type(error).__name__}: {error}", found=file)
        raise ScenarioError(problems.found) from error


def _pairs(flag: str, form: str, texts: Sequence[str]) -> dict[str, str]:
    problems, pairs = Problems(flag), {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            problems.add(None, None, f"{text!r} says nothing", found=text, allowed=(form,))
        pairs[name] = value
    problems.raise_if_any()
    return pairs


def _nodes(changes: Sequence[str]) -> dict[str, dict[str, Node]]:
    problems, nodes = Problems("--set"), {}  # type: Problems, dict[str, dict[str, Node]]
    for name, value in _pairs("--set", "PIECE.KEY=VALUE", changes).items():
        piece, dot, key = name.rpartition(".")
        if not dot:
            problems.add(None, None, f"{name!r} names no key of a piece", found=name, allowed=("PIECE.KEY=VALUE",))
            continue
        source = Source("--set", value, has_place=False)

        def report(node: Node, _: str | None, said: str, found: str | None, about: str = f"pieces.{name}") -> None:
            problems.add(node, about, said, found=found)

        try:
            nodes.setdefault(piece, {})[key] = read_tree(source, report)
        except UnreadableText as error:
            problems.add(error.place, None, str(error), found=value)
    problems.raise_if_any()
    return nodes
