"""The types of the answers to each question, over all rule systems, for the description of the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from sightline.api.lenient_questions import ChartChange
from sightline.formats.answer_structs import COMMON_ANSWERS, system_answers
from sightline.formats.problems import Problem
from sightline.rules import installed_systems


class DrawnText(TypedDict):
    """A board in characters."""

    text: str


class EditedText(TypedDict):
    """A scenario after edits, as text, and the edits that undo them."""

    scenario: str
    undo: list[dict[str, Any]]


def answer_kinds() -> Mapping[str, Sequence[Any]]:
    """Return the possible types of the answer to each question, by the name of the question."""
    of_systems = [system_answers(rules) for rules in installed_systems().values()]

    def of(question: str) -> list[Any]:
        return list(dict.fromkeys(kind for answers in of_systems for kind in answers.get(question, ())))

    rows: list[Any] = [list[verdict] for verdict in of("shot")]  # type: ignore[valid-type]
    return {
        **COMMON_ANSWERS,
        "shot": [*of("why-not"), *of("shot")],
        "chart": [*rows, list[ChartChange]],
        "reach": of("reach"),
        "resolve": of("resolve"),
        "check": [list[Problem]],
        "draw": [DrawnText],
        "edit": [EditedText],
    }
