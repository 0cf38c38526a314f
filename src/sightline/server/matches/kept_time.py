"""The time for which matches are kept."""

from __future__ import annotations

from datetime import UTC, datetime

_DAY = 24 * 3600 * 1000
KEPT_MILLISECONDS = 365 * _DAY
"""The time after which a match that nobody opens goes."""
UNJOINED_MILLISECONDS = 30 * _DAY
"""The time after which a match goes whose second seat nobody has taken."""


def expiry(phase: str, created: int, opened: int) -> str:
    """Return the time at which a match goes unless somebody takes the second seat, or opens it."""
    unopened = opened + KEPT_MILLISECONDS
    goes = min(unopened, created + UNJOINED_MILLISECONDS) if phase == "seats" else unopened
    return datetime.fromtimestamp(goes / 1000, UTC).isoformat(timespec="seconds")
