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
    has_formations = match.shown_formations is not None and match.shown_formations <= n
    return Moment(
        n,
        _phase(match, n, has_formations=has_formations, has_begun=has_begun),
        dict(match.chosen) if has_formations else None,
        bisect_right(match.moves, n, key=lambda move: move.n) if has_begun else None,
    )


def _phase(match: Match, n: int, *, has_formations: bool, has_begun: bool) -> PhaseName:
    if match.over is not None and match.over.n <= n:
        return "over"
    if has_begun:
        return "battle"
    if has_formations:
        return "dice"
    seated = sum(seat.n <= n for seat in match.seats.values())
    return "formations" if seated == len(match.sides) else "seats"
