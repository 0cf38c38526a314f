"""Partial evaluation of sight plans with what is known in advance: rulings, and conditions that are constant."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sightline.sight.plan import (
    NOTHING,
    Always,
    Condition,
    Max,
    Min,
    Reading,
    Ruled,
    max_degree,
)

Known = Callable[[Condition], bool | None]
"""The truth of a condition, ignoring its `negated`, if it is the same everywhere; otherwise None."""


def normalize(reading: Reading, known: Known, rulings: Mapping[str, str] | None = None) -> Reading:
    """Return an equivalent reading without known conditions and without parts that never decide.

    Without `rulings`, `Ruled` nodes stay.
    """
    match reading:
        case Always():
            return reading if reading.degree else NOTHING
        case Max(parts):
            return _max([normalize(part, known, rulings) for part in parts])
        case Min(parts):
            return _min([normalize(part, known, rulings) for part in parts])
        case Ruled(ruling, choices) if rulings is not None:
            return normalize(choices[rulings[ruling]], known, rulings)
        case Ruled(ruling, choices):
            return Ruled(ruling, {choice: normalize(part, known, rulings) for choice, part in choices.items()})
    holds = known(reading)
    if holds is None:
        return reading
    return Always(reading.degree) if holds != reading.negated else NOTHING


def _max(parts: list[Reading]) -> Reading:
    left = tuple(part for part in parts if part != NOTHING)
    return left[0] if len(left) == 1 else Max(left)


def _min(parts: list[Reading]) -> Reading:
    """Return the minimum without constants that limit none of the other parts."""
    if NOTHING in parts or not parts:
        return NOTHING
    limit = min((part.degree for part in parts if isinstance(part, Always)), default=None)
    others: list[Reading] = [part for part in parts if not isinstance(part, Always)]
    if limit is not None and (not others or max(map(max_degree, others)) > limit):
        others.append(Always(limit))
    return others[0] if len(others) == 1 else Min(tuple(others))
