"""Entries as somebody may see them: the one place that decides what who is told."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from sightline.battles.match.match_entries import LogEntry


def view(entry: LogEntry, sides: Collection[str]) -> dict[str, Any]:
    """Return the JSON of an entry as somebody sees it who has the seats of these sides; spectators have none.

    What is missing is never told by an entry of another number: numbers have no gaps for anybody.
    """
    hidden = {*entry.kept}
    if entry.by not in sides:
        hidden |= {*entry.own}
    if not sides:
        hidden |= {*entry.seated}
    shown: dict[str, Any] = msgspec.to_builtins(entry)
    for key in entry.by_side:
        shown[key] = {side: value for side, value in shown[key].items() if side in sides}
    return {key: value for key, value in shown.items() if key not in hidden}
