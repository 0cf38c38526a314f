"""Admission of questions: limits per address, of concurrent questions and of questions per second."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from time import monotonic

from sightline.i18n import N_
from sightline.server.http_refusals import HttpRefusal

_AT_ONCE = N_("At most {most} questions at once are answered for one address; wait until one of them is done.")
_EACH_SECOND = N_("At most {most} questions a second are answered for one address; wait a second.")


class Admission:
    """Per address, the number of questions under way, and the times of those of the last second."""

    def __init__(self, at_once: int, each_second: int) -> None:
        self._at_once, self._each_second = at_once, each_second
        self._under_way: dict[str, int] = {}
        self._times: dict[str, deque[float]] = {}

    @contextmanager
    def admit(self, owner: str) -> Iterator[None]:
        """Count a question while it is under way. Raise `HttpRefusal` if there are too many."""
        self._count(owner)
        self._under_way[owner] = self._under_way.get(owner, 0) + 1
        try:
            yield
        finally:
            self._under_way[owner] -= 1
            if not self._under_way[owner]:
                del self._under_way[owner]

    def _count(self, owner: str) -> None:
        now = monotonic()
        self._forget(now - 1)
        times = self._times.setdefault(owner, deque())
        if len(times) >= self._each_second:
            raise _too_many(_EACH_SECOND, self._each_second)
        if self._under_way.get(owner, 0) >= self._at_once:
            raise _too_many(_AT_ONCE, self._at_once)
        times.append(now)

    def _forget(self, before: float) -> None:
        """Drop the times before `before`, beginning with the address that has been silent longest."""
        for owner in list(self._times):
            times = self._times[owner]
            while times and times[0] <= before:
                times.popleft()
            if not times:
                del self._times[owner]


def owner_of(host: str) -> str:
    """Return the key under which an address is counted: for IPv6 its network, as one household has many addresses."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return address.exploded[:19]
    return host


def _too_many(message: str, most: int) -> HttpRefusal:
    return HttpRefusal(HTTPStatus.TOO_MANY_REQUESTS, message, retry_after=1, fields={"most": most})
