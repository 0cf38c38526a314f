"""The scenario of a request, with its changes, read and cached by a worker process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sightline.api import Scenario, parse
from sightline.api.change_parser import with_changes
from sightline.board import Hint
from sightline.formats.json_text import to_flow_yaml
from sightline.formats.problems import Problems, ScenarioError
from sightline.i18n import N_, _, use_language
from sightline.server.workers.scenario_cache import SCENARIOS, cells_of

Stated = str | Mapping[str, Any]
Changes = Sequence[str] | Mapping[str, Any]

MAX_CELLS = 200 * 200
MAX_PIECES = 400
"""The maximum number of cells of the map, and of pieces, of a scenario in a question."""
_TOO_MANY_CELLS = N_("questions are answered here for maps of at most {most} cells, and this one has {found}")
_TOO_MANY_PIECES = N_("questions are answered here for at most {most} pieces, and these are {found}")


def open_scenario(
    stated: Stated, rulings: Changes | None = None, changes: Changes | None = None, *, language: str
) -> Scenario:
    """Return the scenario of a request with its rulings and changes of pieces, in a language.

    No other file is read. Raise `ScenarioError` with every problem, also if it is larger than the limits.
    """
    text = stated if isinstance(stated, str) else _as_text(stated)
    with use_language(language):
        scenario = SCENARIOS.get((text, language), lambda: check_size(parse(text, language=language)))
        chosen = list(iter_rulings(rulings or ()))
        wished = list(_iter_changes(scenario, changes or ()))
        if not chosen and not wished:
            return scenario
        key = (text, language, tuple(chosen), tuple(wished))
        return SCENARIOS.get(key, lambda: with_changes(scenario, chosen, wished, ruling_flag="rulings", set_flag="set"))


def _as_text(stated: Mapping[str, Any]) -> str:
    """Return a scenario, given as an object, as JSON text without null keys; JSON is YAML."""
    return to_flow_yaml(_without_nulls(stated))


def _without_nulls(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_nulls(each) for key, each in value.items() if each is not None}
    return [_without_nulls(each) for each in value] if isinstance(value, list) else value


def check_size(scenario: Scenario) -> Scenario:
    """Return the scenario. Raise `ScenarioError` if it has too many cells or pieces."""
    problems = Problems("-")
    found = {
        "map": (cells_of(scenario), MAX_CELLS, _TOO_MANY_CELLS),
        "pieces": (len(scenario.position.pieces), MAX_PIECES, _TOO_MANY_PIECES),
    }
    for key, (count, most, message) in found.items():
        if count > most:
            text, allowed = _(message).format(most=most, found=count), Hint(_("at most {most}").format(most=most))
            problems.add(None, key, text, found=str(count), allowed=(allowed,))
    if problems.found:
        raise ScenarioError(problems.found)
    return scenario


def iter_rulings(rulings: Changes) -> Iterator[str]:
    """Yield choices of rulings as on the command line."""
    return _iter_texts(rulings.items()) if isinstance(rulings, Mapping) else map(_as_typed, rulings)


def _iter_changes(scenario: Scenario, changes: Changes) -> Iterator[str]:
    """Yield changes of pieces as on the command line."""
    if not isinstance(changes, Mapping):
        yield from map(_as_typed, changes)
        return
    for key, value in changes.items():
        if isinstance(value, Mapping) and (key in scenario.position.pieces or "." not in key):
            yield from _iter_texts((f"{key}.{name}", each) for name, each in value.items())
        else:
            yield from _iter_texts([(key, value)])


def _iter_texts(entries: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """Yield NAME=VALUE."""
    for key, value in entries:
        yield f"{key}={_as_typed(value)}"


def _as_typed(value: Any) -> str:
    """Return a value as it is typed on the command line: a string is YAML, any other is JSON."""
    return value if isinstance(value, str) else to_flow_yaml(value)
