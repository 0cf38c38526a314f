"""Rate limit of attempts that may fail, such as sign-ins."""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from http import HTTPStatus
from time import monotonic

from sightline.i18n import N_
from sightline.server.http_refusals import HttpRefusal

_TOO_MANY = N_("Too many attempts; wait {minutes} min.")


class Attempts:
    """The times of attempts, by the key that they count against."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self, key: str) -> None:
        """Raise `HttpRefusal` if the number of attempts has reached the limit."""
        self._forget()
        times = self._times.get(key, deque[float]())
        while times and times[0] <= monotonic() - self._seconds:
            times.popleft()
        if len(times) >= self._most:
            seconds = math.ceil(times[0] + self._seconds - monotonic())
            minutes = {"minutes": math.ceil(seconds / 60)}
            raise HttpRefusal(HTTPStatus.TOO_MANY_REQUESTS, _TOO_MANY, fields=minutes, retry_after=max(1, seconds))

    def note(self, key: str) -> None:
        """Count an attempt."""
        self._times.setdefault(key, deque(maxlen=self._most)).append(monotonic())
        self._times.move_to_end(key)

    def forgive(self, key: str) -> None:
        """Remove the latest attempt from the count, as it succeeded."""
        if self._times.get(key):
            self._times[key].pop()

    def _forget(self) -> None:
        """Drop keys whose attempts have expired; the key with the oldest latest attempt comes first."""
        before = monotonic() - self._seconds
        while self._times:
            key, times = next(iter(self._times.items()))
            if times and times[-1] > before:
                break
            del self._times[key]
