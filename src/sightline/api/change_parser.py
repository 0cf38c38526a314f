"""The parser of changes as users write them: of pieces, such as A.at=C3, and choices of rulings, NAME=VALUE."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from sightline.api.lenient_names import correct_piece_name, normalize_facing, normalize_label
from sightline.api.scenario import Scenario
from sightline.board import Hint
from sightline.formats.problems import Problem, Problems, ScenarioError
from sightline.formats.yaml_tree import Node, Source, UnreadableText, read_tree
from sightline.i18n import _, folded, pgettext

_KEY = re.compile(r"\.([^.=]+)=")


def with_changes(
    scenario: Scenario,
    rulings: Sequence[str],
    changes: Sequence[str],
    *,
    ruling_flag: str = "--ruling",
    set_flag: str = "--set",
) -> Scenario:
    """Return a scenario with other rulings and pieces; problems name the changes by these flags.

    Raise `ScenarioError` with all problems of both.
    """
    problems: list[Problem] = []
    with _collecting(problems):
        scenario = with_rulings(scenario, rulings, ruling_flag)
    with _collecting(problems):
        scenario = _with_pieces(scenario, changes, set_flag)
    if problems:
        raise ScenarioError(problems)
    return scenario


def with_rulings(scenario: Scenario, choices: Sequence[str], flag: str) -> Scenario:
    """Return a scenario with other rulings, from choices NAME=VALUE of a flag of the command line."""
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


def _with_pieces(scenario: Scenario, changes: Sequence[str], flag: str) -> Scenario:
    problems, nodes = Problems(flag), {}  # type: Problems, dict[str, dict[str, Node]]
    stated: set[str] = set()
    for text in changes:
        parts = _split(text, scenario.position.pieces)
        if parts is None:
            message, allowed = _("{text!r} does not name a key of a piece"), (_metavar("PIECE.KEY=VALUE"),)
            problems.add(None, None, message.format(text=text), found=text, allowed=allowed)
            continue
        piece, key, value = correct_piece_name(scenario, parts[0]), parts[1], parts[2]
        if not scenario.position.is_free:
            value = _normalize(scenario, key, value)
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


def _normalize(scenario: Scenario, key: str, value: str) -> str:
    """Return a value of a piece on a map as a file states it, if it may be written in any case."""
    match key:
        case "at":
            return normalize_label(value)
        case "facing":
            return normalize_facing(scenario, value)
    return value


def _metavar(text: str) -> Hint:
    return Hint(pgettext("metavar", text))


def _split(text: str, pieces: Collection[str]) -> tuple[str, str, str] | None:
    """Return piece, key and value of PIECE.KEY=VALUE, split at the last dot before `=`.

    Names and values may contain both characters: the first split that names a piece is chosen.
    """
    keys, alike = list(_KEY.finditer(text)), set(map(folded, pieces))
    named = [key for key in keys if text[: key.start()] in pieces]
    named += [key for key in keys if folded(text[: key.start()]) in alike]
    key = next(iter([*named, *keys]), None)
    return (text[: key.start()], key[1].strip(), text[key.end() :]) if key else None


def _read_value(text: str, about: str, problems: Problems) -> Node | None:
    """Return the tree of a YAML value, or None after reporting that it cannot be read."""

    def report(node: Node, _: str | None, message: str, found: str | None) -> None:
        problems.add(node, about, message, found=found)

    try:
        return read_tree(Source(problems.file, text, has_place=False), report)
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
