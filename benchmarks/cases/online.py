"""Battles online: what one does until the other is told."""

from __future__ import annotations

from benchmarks.matched import Battles
from benchmarks.measuring import Case, Floor, Fresh, Sizes, Work
from benchmarks.peers.relays import websockets_relays
from benchmarks.served import serve

_CHARACTERS = 3500
"""About as many as the entry of a step has."""


def _told(battles: int) -> Work:
    under_way = Battles(serve(), battles)
    measured = len(under_way.choose())
    under_way.act(under_way.choose())
    under_way.taken.clear()
    ask = Fresh(under_way.choose, under_way.act)
    return Work(ask, websockets_relays(measured, _CHARACTERS), questions=measured, told=under_way.slowest)


ONLINE = (
    Case(
        "an action of one side until the other has its entry, {n} battles under way (SODWA)",
        Sizes(100, 20, 2),
        _told,
        "a relay by websockets that keeps messages in SQLite",
        Floor(seconds=0.15),
        "It knows no rules and judges nothing, and nobody else sends it anything meanwhile. Both servers have a "
        "process of their own; in the other half of our battles ten actions a second are taken.",
    ),
)
"""Commands come one by one, in half of the battles that are under way."""
