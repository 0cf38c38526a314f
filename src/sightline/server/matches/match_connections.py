"""The connections to a match: which sides have one, the number of spectators, and the watchers of new entries."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence

ABSENCE_SECONDS = 10.0
"""The time after which a side without a connection counts as absent."""
_MAX_COMMAND_TIMES = 200

End = Callable[[str], None]
"""Ends a connection, with the key of a reason."""


class MatchConnections:
    """The connections to a match.

    - `watchers` are called whenever there are new entries.
    - `spectators` is the number of spectators.
    """

    def __init__(self, sides: Sequence[str], on_presence: Callable[[str], None]) -> None:
        """Start without connections.

        `on_presence` is called with a side when it gets a connection, and when it has been without one for
        `ABSENCE_SECONDS`.
        """
        self.watchers: set[Callable[[], None]] = set()
        self.spectators = 0
        self._on_presence = on_presence
        self._ends: dict[str, End] = {}
        self._counts: dict[str, int] = dict.fromkeys(sides, 0)
        self._absence_timers: dict[str, asyncio.TimerHandle] = {}
        self._command_times: dict[str, deque[float]] = {}

    @property
    def is_idle(self) -> bool:
        """True if there are no watchers, and no absence is about to be recorded."""
        return not (self.watchers or self._absence_timers)

    def wake(self) -> None:
        """Call all watchers."""
        for watcher in [*self.watchers]:
            watcher()

    def is_present(self, side: str) -> bool:
        """Return whether a side has a connection."""
        return self._counts[side] > 0

    def enter(self, guest: str, sides: Iterable[str], end: End) -> None:
        """Add the connection of a guest who plays these sides; an earlier one of the same guest is ended."""
        earlier = self._ends.get(guest)
        self._ends[guest] = end
        if earlier is not None:
            earlier("replaced")
        for side in sides:
            self._counts[side] += 1
            timer = self._absence_timers.pop(side, None)
            if timer is not None:
                timer.cancel()
            self._on_presence(side)

    def leave(self, guest: str, sides: Iterable[str], end: End) -> None:
        """Remove a connection that has ended."""
        if self._ends.get(guest) == end:
            del self._ends[guest]
        for side in sides:
            self._counts[side] -= 1
            if not self._counts[side]:
                loop = asyncio.get_running_loop()
                self._absence_timers[side] = loop.call_later(ABSENCE_SECONDS, self._note_absence, side)

    def end(self, guest: str, why: str) -> None:
        """End the connection of a guest who plays, if there is one."""
        if guest in self._ends:
            self._ends[guest](why)

    def command_times(self, guest: str | None) -> deque[float]:
        """Return the times of the latest commands of a guest on all connections; None: of a spectator, on a new one."""
        times: deque[float] = deque(maxlen=_MAX_COMMAND_TIMES)
        return times if guest is None else self._command_times.setdefault(guest, times)

    def close(self) -> None:
        """Stop all timers."""
        for timer in self._absence_timers.values():
            timer.cancel()

    def _note_absence(self, side: str) -> None:
        del self._absence_timers[side]
        self._on_presence(side)
