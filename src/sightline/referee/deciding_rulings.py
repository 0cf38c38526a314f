"""The rulings that decide an answer: each would change it by another choice alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from msgspec import structs

from sightline.rules.position import Position

Answered = TypeVar("Answered", bound=Any)


def with_deciding_rulings(position: Position, answer: Callable[[Position], Answered]) -> Answered:
    """Return `answer(position)`, a struct with a field `rulings`, completed with the rulings that decide it."""
    tracked, consulted = position.tracking_rulings()
    found = answer(tracked)
    return with_rulings(found, find_deciding_rulings(position, consulted, lambda at, _: answer(at) != found))


def with_rulings(answer: Answered, rulings: Mapping[str, str]) -> Answered:
    """Return an answer with these rulings."""
    return structs.replace(answer, rulings=rulings)


def find_deciding_rulings(
    position: Position, consulted: Collection[str], is_decided_by: Callable[[Position, str], bool]
) -> Mapping[str, str]:
    """Return the rulings of which another choice alone would change an answer, with the choices in force.

    Only the consulted rulings can; `is_decided_by` is called for each of them with its other choices.
    """
    rulings, found = position.rulings, {}
    for ruling in rulings.declared:
        if ruling.name in consulted:
            others = map(position.with_rulings, rulings.alternatives(ruling.name))
            if any(is_decided_by(other, ruling.name) for other in others):
                found[ruling.name] = rulings[ruling.name]
    return found
