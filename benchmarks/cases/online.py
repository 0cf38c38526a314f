"""Battles online: the time from an action of one side until the other has its entry."""

from __future__ import annotations

from benchmarks.measurement import Case, Floor, Fresh, Sizes, Work
from benchmarks.peers.relays import websockets_relays
from benchmarks.running_battles import Battles
from benchmarks.table_server import serve

_CHARACTERS = 3500
"""About as many as the entry of a step has."""


def _actions(battles: int) -> Work:
    under_way = Battles(serve(), battles)
    measured = len(under_way.choose())
    under_way.act(under_way.choose())
    under_way.taken.clear()
    ask = Fresh(under_way.choose, under_way.act)
    return Work(ask, websockets_relays(measured, _CHARACTERS), questions=measured, remark=under_way.slowest)


ONLINE = (
    Case(
        "an action of one side until the other has its entry, {n} battles under way (SODWA)",
        Sizes(100, 20, 2),
        _actions,
        "a relay by websockets that keeps messages in SQLite",
        Floor(seconds=0.15),
        "It knows no rules and judges nothing, and nobody else sends it anything meanwhile. Both servers have a "
        "process of their own; in the other half of our battles ten actions a second are taken.",
    ),
)
"""Commands come one by one, in half of the battles that are under way."""
