"""The types of answers by question, for the JSON Schemas in the docs and the description of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sightline.board import LineContacts
from sightline.rules import (
    Advice,
    FreelyMovable,
    Movable,
    Reach,
    ReachOutline,
    ReachWay,
    Rolled,
    Ruleset,
    Seen,
    SeenPieces,
    Strike,
    Threat,
    WhyNot,
    extended_type,
)

COMMON_ANSWERS: Mapping[str, tuple[Any, ...]] = {
    "see": (Seen, SeenPieces),
    "threat": (Threat,),
    "advise": (Advice,),
    "line": (LineContacts,),
    "strike": (Strike,),
}
"""The types that an answer may have, by the question: those that are the same in all rule systems."""


def system_answers(rules: Ruleset[Any]) -> Mapping[str, tuple[Any, ...]]:
    """Return the types that an answer may have, by the question: those of one rule system."""
    verdict = rules.verdict_type
    answers: dict[str, tuple[Any, ...]] = {
        "shot": (verdict,),
        "why-not": (extended_type(verdict, WhyNot),),
        "resolve": (extended_type(verdict, Rolled),),
    }
    if isinstance(rules, Movable):
        free = (ReachOutline, ReachWay) if isinstance(rules, FreelyMovable) else ()
        answers["reach"] = (Reach[rules.place_type], *free)  # type: ignore[name-defined]
    return answers
