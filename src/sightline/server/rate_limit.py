"""A limit of events per key in a period, such as questions of an address in a second: a sliding window log."""

from __future__ import annotations

from collections import OrderedDict, deque
from time import monotonic


class RateLimit:
    """At most `most` events of a key within `seconds`."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.seconds = most, seconds
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def is_reached(self, key: str) -> bool:
        """Return whether a further event of a key would be too many now."""
        self._forget_old()
        times = self._times.get(key, deque[float]())
        while times and times[0] <= monotonic() - self.seconds:
            times.popleft()
        return len(times) >= self.most

    def wait(self, key: str) -> float:
        """Return the seconds until a further event of a key is allowed, for which the limit is reached."""
        return self._times[key][0] + self.seconds - monotonic()

    def count(self, key: str) -> None:
        """Count an event of a key."""
        self._times.setdefault(key, deque(maxlen=self.most)).append(monotonic())
        self._times.move_to_end(key)

    def forgive(self, key: str) -> None:
        """Remove the latest event of a key from the count, if there is one."""
        if self._times.get(key):
            self._times[key].pop()

    def _forget_old(self) -> None:
        """Drop keys without recent events; the key with the oldest latest event comes first."""
        before = monotonic() - self.seconds
        while self._times:
            key, times = next(iter(self._times.items()))
            if times and times[-1] > before:
                break
            del self._times[key]
