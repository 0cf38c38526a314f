"""The time of new entries of a match."""

from __future__ import annotations

from sightline.battles.match import Match
from sightline.server.unix_time import now_milliseconds


def entry_time(match: Match) -> int:
    """Return the time of an entry made now, in milliseconds since 1970; never before the latest entry's.

    The clock of the machine may be set back.
    """
    return max(now_milliseconds(), match.time)
