"""Limits of events per key in a period."""

from __future__ import annotations

import pytest

from sightline.server import rate_limit
from sightline.server.rate_limit import RateLimit


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(rate_limit, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def limit(clock: list[float]) -> RateLimit:
    """Return a limit of two events in ten seconds, which the key `a` has reached, with events at 100 and 103."""
    limit = RateLimit(2, seconds=10)
    limit.count("a")
    clock[0] += 3
    limit.count("a")
    return limit


def test_each_key_has_its_own_limit(limit: RateLimit) -> None:
    assert limit.is_reached("a")
    assert not limit.is_reached("b")


def test_an_event_no_longer_counts_after_the_period(limit: RateLimit, clock: list[float]) -> None:
    assert limit.wait("a") == 7
    clock[0] += 6.9
    assert limit.is_reached("a")
    clock[0] += 0.1
    assert not limit.is_reached("a")


def test_only_the_latest_event_is_forgiven(limit: RateLimit, clock: list[float]) -> None:
    limit.forgive("a")
    assert not limit.is_reached("a")
    limit.count("a")
    clock[0] += 6.9
    assert limit.is_reached("a")
    clock[0] += 0.1  # now the event at 100 does not count any longer
    assert not limit.is_reached("a")


def test_nothing_is_forgiven_where_nothing_was_counted(limit: RateLimit) -> None:
    limit.forgive("b")
    assert not limit.is_reached("b")
