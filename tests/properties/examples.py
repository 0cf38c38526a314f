"""Driver: how many examples a property is tried with."""

from __future__ import annotations

from hypothesis import settings


def fewer(percent: int) -> settings:
    """Return the settings for a property that is slow to check: a share of the examples of the profile."""
    assert settings.default is not None
    return settings(max_examples=max(3, settings.default.max_examples * percent // 100))
