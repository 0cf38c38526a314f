"""Admission of questions: limits per address, of concurrent questions and of questions per second."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address

from sightline.i18n import N_
from sightline.server.http_refusals import HttpRefusal
from sightline.server.rate_limit import RateLimit
from sightline.server.request_types import AnyConnection

_AT_ONCE = N_("At most {most} questions at once are answered for one address; wait until one of them is done.")
_EACH_SECOND = N_("At most {most} questions a second are answered for one address; wait a second.")


class Admission:
    """Limits per address, of the number of questions under way, and of those in a second."""

    def __init__(self, at_once: int, each_second: int) -> None:
        self._at_once, self._in_a_second = at_once, RateLimit(each_second, seconds=1)
        self._under_way: dict[str, int] = {}

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
        if self._in_a_second.is_reached(owner):
            raise _too_many(_EACH_SECOND, self._in_a_second.most)
        if self._under_way.get(owner, 0) >= self._at_once:
            raise _too_many(_AT_ONCE, self._at_once)
        self._in_a_second.count(owner)


def owner_of(host: str) -> str:
    """Return the key under which an address is counted: for IPv6 its network, as one household has many addresses."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return address.exploded[:19]
    return host


def sender_of(connection: AnyConnection) -> str:
    """Return the key under which the address of a request or a WebSocket is counted; "" if it is unknown."""
    return owner_of(connection.client.host) if connection.client else ""


def _too_many(message: str, most: int) -> HttpRefusal:
    return HttpRefusal(HTTPStatus.TOO_MANY_REQUESTS, message, retry_after=1, fields={"most": most})
