"""The retention time of matches."""

from __future__ import annotations

from datetime import UTC, datetime

_DAY = 24 * 3600 * 1000
KEPT_MILLISECONDS = 365 * _DAY
"""The time after which a match that nobody opens is deleted."""
UNJOINED_MILLISECONDS = 30 * _DAY
"""The time after which a match without a second player is deleted."""


def expiry(phase: str, created: int, opened: int) -> str:
    """Return the time at which a match is deleted unless somebody opens it or takes the second seat."""
    unopened = opened + KEPT_MILLISECONDS
    goes = min(unopened, created + UNJOINED_MILLISECONDS) if phase == "seats" else unopened
    return datetime.fromtimestamp(goes / 1000, UTC).isoformat(timespec="seconds")
