"""The common parts of all questions about a scenario: language, refusals, and names of pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from sightline.api.own_language import in_own_language
from sightline.board import Hint, Piece, PlaceError, parse_cell
from sightline.formats.problems import Problems, ScenarioError, collecting_problems
from sightline.i18n import _
from sightline.rules import NotAnswered
from sightline.too_much import TooMuch

if TYPE_CHECKING:
    from sightline.api.scenario import Scenario

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Question = Callable[Concatenate["Scenario", Parameters], Result]


def question(ask: Question[Parameters, Result]) -> Question[Parameters, Result]:
    """Decorate a question to use the language of its scenario, and to raise `ScenarioError` if it is not answered."""

    @in_own_language
    @wraps(ask)
    def ask_or_refuse(scenario: Scenario, /, *args: Parameters.args, **options: Parameters.kwargs) -> Result:
        try:
            return ask(scenario, *args, **options)
        except NotAnswered as error:
            problems = Problems("-")
            problems.add(None, "rules", str(error), found=scenario.rules.key)
            raise ScenarioError(problems.found) from error
        except TooMuch as error:
            problems = Problems("-")
            allowed = (Hint(_("at most {most}").format(most=error.most)),)
            problems.add(None, error.key, str(error), found=str(error.found), allowed=allowed)
            raise ScenarioError(problems.found) from error

    return ask_or_refuse


def find_actor(scenario: Scenario, name: str) -> Piece:
    """Return the acting piece of a question. Raise `ScenarioError` for an unknown name."""
    check_actors(scenario, {"from": name})
    return scenario.position.pieces[name]


def check_actors(scenario: Scenario, names: Mapping[str, str | None]) -> None:
    """Raise `ScenarioError` unless these, by key, are names of pieces that attack, see and move; None is allowed."""
    check_pieces(scenario, names)
    message, actors = _("{name!r} is an object: it cannot act and cannot be a target"), scenario.actors
    with collecting_problems() as problems:
        for key, name in names.items():
            if name is not None and name not in actors:
                problems.add(None, key, message.format(name=name), found=name, allowed=actors)


def check_pieces(scenario: Scenario, names: Mapping[str, str | None]) -> None:
    """Raise `ScenarioError` unless these, by key, are names of pieces; None is allowed."""
    message, pieces = _("there is no piece {name!r}"), tuple(scenario.position.pieces)
    with collecting_problems() as problems:
        for key, name in names.items():
            if name is not None and name not in pieces:
                nearest = _name_of_piece_at(scenario, name)
                problems.add(None, key, message.format(name=name), found=name, allowed=pieces, nearest=nearest)


def _name_of_piece_at(scenario: Scenario, label: str) -> str | None:
    """Return the name of the first piece on a cell, None if there is no piece or no such cell."""
    if scenario.position.is_free:
        return None
    try:
        cell = parse_cell(scenario.board, label)
    except PlaceError:
        return None
    return next((piece.name for piece in scenario.position.pieces.values() if cell in piece.cells), None)
