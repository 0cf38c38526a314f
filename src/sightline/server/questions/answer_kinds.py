"""The types of the answers to each question, of all rule systems, for the description of the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from sightline.api.typed_questions import ChartChange
from sightline.board import LineContacts
from sightline.formats.problems import Problem
from sightline.rules import (
    Advice,
    Movable,
    Reach,
    ReachOutline,
    ReachWay,
    Rolled,
    Seen,
    SeenPieces,
    Strike,
    Threat,
    WhyNot,
    extended_type,
    installed_systems,
)


class DrawnText(TypedDict):
    """A board in characters."""

    text: str


class EditedText(TypedDict):
    """A scenario after edits, as a text, and the edits that take them back."""

    scenario: str
    undo: list[dict[str, Any]]


def answer_kinds() -> Mapping[str, Sequence[Any]]:
    """Return the types of which the answers to each question are one, by the name of the question."""
    systems = list(installed_systems().values())
    verdicts = [rules.verdict_type for rules in systems]
    places = [rules.place_type for rules in systems if isinstance(rules, Movable)]
    rows: list[Any] = [list[verdict] for verdict in verdicts]  # type: ignore[valid-type]
    return {
        "shot": [*(extended_type(verdict, WhyNot) for verdict in verdicts), *verdicts],
        "chart": [*rows, list[ChartChange]],
        "see": [Seen, SeenPieces],
        "reach": [*(Reach[place] for place in places), ReachWay, ReachOutline],  # type: ignore[valid-type]
        "threat": [Threat],
        "advise": [Advice],
        "line": [LineContacts],
        "resolve": [extended_type(verdict, Rolled) for verdict in verdicts],
        "check": [list[Problem]],
        "draw": [DrawnText],
        "strike": [Strike],
        "edit": [EditedText],
    }
