"""A match as it was at an earlier entry: its phase, and what can be drawn."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import NamedTuple

from sightline.battles.match.match_state import Match, PhaseName


class Moment(NamedTuple):
    """A match after the entry `n`.

    `formations` are the formations of the teams by side, None while the map is empty; `moves` is the number of moves of
    the battle, None before it has begun.
    """

    n: int
    phase: PhaseName
    formations: Mapping[str, str] | None
    moves: int | None


def moment_of(match: Match, n: int) -> Moment:
    """Return the moment of a match after one of its entries, or after the latest if there is none of that number."""
    n = max(match.created.n, min(n, match.n))
    has_begun = match.begun is not None and match.begun.n <= n
    is_laid = match.laid is not None and match.laid <= n
    return Moment(
        n,
        _phase(match, n, is_laid=is_laid, has_begun=has_begun),
        dict(match.chosen) if is_laid else None,
        bisect_right(match.move_entries, n) if has_begun else None,
    )


def _phase(match: Match, n: int, *, is_laid: bool, has_begun: bool) -> PhaseName:
    if match.over is not None and match.over.n <= n:
        return "over"
    if has_begun:
        return "battle"
    if is_laid:
        return "dice"
    seated = sum(seat.n <= n for seat in match.seats.values())
    return "formations" if seated == len(match.sides) else "seats"
