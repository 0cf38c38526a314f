"""The view that each viewer has of entries: the only place that decides who may see what."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from sightline.battles.match.match_entries import LogEntry


def view(entry: LogEntry, sides: Collection[str]) -> dict[str, Any]:
    """Return the JSON of an entry as seen by the player of these sides; spectators have none.

    Fields may be left out, but never whole entries: the numbers have no gaps for any viewer.
    """
    left_out = {*entry.hidden}
    if entry.by not in sides:
        left_out |= {*entry.shown_to_author}
    if not sides:
        left_out |= {*entry.shown_to_sides}
    shown: dict[str, Any] = msgspec.to_builtins(entry)
    for key in entry.by_side:
        shown[key] = {side: value for side, value in shown[key].items() if side in sides}
    return {key: value for key, value in shown.items() if key not in left_out}
