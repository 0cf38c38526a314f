"""Unix time, in whole numbers."""

from __future__ import annotations

import time


def now_seconds() -> int:
    """Return the time in seconds since 1970."""
    return int(time.time())


def now_milliseconds() -> int:
    """Return the time in milliseconds since 1970."""
    return int(time.time() * 1000)
