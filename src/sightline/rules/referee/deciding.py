"""Which rulings decide an answer: those of which another choice alone would change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import structs

from sightline.rules.position import Position

Answered = TypeVar("Answered", bound=Any)


def decided(position: Position, answer: Callable[[Position], Answered]) -> Answered:
    """Give an answer, a struct with the field `rulings`, with the rulings that decided it."""
    first = afresh(position)
    found = answer(first)
    return with_rulings(found, deciding(first, lambda at, _: answer(at) != found))


def afresh(position: Position) -> Position:
    """Give the position with no ruling consulted yet."""
    return position.with_rulings(position.rulings.afresh())


def with_rulings(answer: Answered, rulings: Mapping[str, str]) -> Answered:
    """Give an answer with the rulings that decided it."""
    return structs.replace(answer, rulings=rulings)


def deciding(position: Position, is_decided_by: Callable[[Position, str], bool]) -> Mapping[str, str]:
    """Give the rulings of which another choice alone would change an answer, with the choices made.

    Only those can that were consulted in finding it; `is_decided_by` is asked for each with its other choices.
    """
    rulings, found = position.rulings, {}
    for ruling in rulings.declared:
        if ruling.name in rulings.consulted:
            chosen = rulings[ruling.name]
            others = (rulings.with_choice(ruling.name, choice) for choice in ruling.choices if choice != chosen)
            if any(is_decided_by(position.with_rulings(other), ruling.name) for other in others):
                found[ruling.name] = chosen
    return found
