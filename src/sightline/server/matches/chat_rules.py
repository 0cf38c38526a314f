"""Rules of chat in battles: a rate limit, and no lines to someone who has blocked the speaker."""

from __future__ import annotations

from collections import deque
from time import monotonic

from sightline.battles import match as matches
from sightline.battles.match import Refused
from sightline.i18n import _
from sightline.server.guests.block_store import BlockStore

_MAX_LINES, _SECONDS = 8, 20.0


class ChatRules:
    """Limits how often people write, and to whom."""

    def __init__(self, blocks: BlockStore) -> None:
        self._blocks = blocks
        self._times: dict[str, deque[float]] = {}

    async def check(self, match: matches.Match, speaker: str) -> None:
        """Count a line of chat. Raise `Refused` if there are too many, or if the other side has blocked the speaker."""
        self._forget()
        times = self._times.setdefault(speaker, deque(maxlen=_MAX_LINES))
        if len(times) == _MAX_LINES:
            raise Refused(
                _("at most {most} lines can be sent in {seconds} s; wait a moment").format(
                    most=_MAX_LINES, seconds=round(_SECONDS)
                )
            )
        others = [seat.person for seat in match.seats.values() if seat.person not in (None, speaker)]
        if others and await self._blocks.is_blocked(speaker, [str(other) for other in others]):
            raise Refused(_("the other side does not see what you write"))
        times.append(monotonic())

    def _forget(self) -> None:
        """Drop the times that no longer count."""
        before = monotonic() - _SECONDS
        for speaker in [*self._times]:
            times = self._times[speaker]
            while times and times[0] <= before:
                times.popleft()
            if not times:
                del self._times[speaker]
