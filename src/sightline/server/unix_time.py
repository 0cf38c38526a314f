"""The time as the server keeps it: whole numbers since the beginning of 1970."""

from __future__ import annotations

import time


def now_seconds() -> int:
    """Return the time in seconds."""
    return int(time.time())


def now_milliseconds() -> int:
    """Return the time in milliseconds."""
    return int(time.time() * 1000)
