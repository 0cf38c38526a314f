"""Rules of chat in battles: a rate limit, and no lines to someone who has blocked the speaker."""

from __future__ import annotations

from sightline.battles import match as matches
from sightline.battles.match import Refused
from sightline.i18n import _
from sightline.server.guests.block_store import BlockStore
from sightline.server.rate_limit import RateLimit

_MAX_LINES, _SECONDS = 8, 20.0


class ChatRules:
    """Limits how often people write, and to whom."""

    def __init__(self, blocks: BlockStore) -> None:
        self._blocks = blocks
        self._lines = RateLimit(_MAX_LINES, _SECONDS)

    async def check(self, match: matches.Match, speaker: str) -> None:
        """Count a line of chat. Raise `Refused` if there are too many, or if the other side has blocked the speaker."""
        if self._lines.is_reached(speaker):
            raise Refused(
                _("at most {most} lines can be sent in {seconds} s; wait a moment").format(
                    most=_MAX_LINES, seconds=round(_SECONDS)
                )
            )
        others = [seat.person for seat in match.seats.values() if seat.person not in (None, speaker)]
        if others and await self._blocks.is_blocked(speaker, [str(other) for other in others]):
            raise Refused(_("the other side does not see what you write"))
        self._lines.count(speaker)
