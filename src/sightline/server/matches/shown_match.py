"""A match as it is shown to spectators, and in lists."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec

from sightline.battles import match as matches
from sightline.i18n import N_
from sightline.server.http_refusals import HttpRefusal
from sightline.server.matches.live_match import LiveMatch
from sightline.server.matches.match_bodies import ListedMatch, ShownMatch
from sightline.server.matches.match_store import StoredMatch
from sightline.server.matches.retention import expiry
from sightline.server.unix_time import now_milliseconds

_NOT_SHOWN = N_("Only those who play this battle may see it.")


def last_shown(live: LiveMatch, guest: str | None) -> int:
    """Return the number of the last entry that a guest may see now, 0 for none.

    Raise `HttpRefusal` if the match has no spectators and the guest does not play in it.
    """
    delay = live.match.created.spectators
    if live.sides_of(guest):
        return live.match.n
    if delay is None:
        raise HttpRefusal(HTTPStatus.FORBIDDEN, _NOT_SHOWN)
    return live.latest_until(now_milliseconds() - round(delay * 1000)) if delay else live.match.n


def shown_match_of(id: str, match: matches.Match) -> ShownMatch:
    """Return a match as spectators see it."""
    created, over = match.created, match.over
    seats = {side: match.seats[side].name if side in match.seats else None for side in match.sides}
    return ShownMatch(
        id=id,
        phase=match.phase,
        n=match.n,
        rules=created.rules,
        map=created.map,
        title=created.title,
        limit=created.limit,
        sides=seats,
        clock=clock_now(match),
        takebacks=created.takebacks,
        spectators=created.spectators,
        state=match.state,
        to_act=match.to_act if match.phase == "battle" else None,
        winner=None if over is None else over.winner,
        how=None if over is None else over.how,
        rematch=match.rematch,
        expires=expiry(match.phase, created.time, max(match.time, now_milliseconds())),
    )


def clock_now(match: matches.Match) -> Mapping[str, Any] | None:
    """Return the current clock of a match, None if it has none."""
    return None if match.clock is None else match.clock.at(now_milliseconds()).to_json()


def listed_match_of(match: StoredMatch, guest: str | None) -> ListedMatch:
    """Return a match as a list shows it to a guest."""
    seats = zip(match.summary["sides"], (match.first, match.second), strict=True)
    own = next((side for side, person in seats if guest is not None and person == guest), None)
    fields = {name: getattr(match, name) for name in ("id", "phase", "against", "created")}
    expires = expiry(match.phase, match.created, match.opened)
    return msgspec.convert({**fields, **match.summary, "side": own, "expires": expires}, ListedMatch)
