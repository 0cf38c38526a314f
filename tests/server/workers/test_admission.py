"""Admission: so many questions of one address at once, and so many in a second."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from sightline.server import rate_limit
from sightline.server.http_refusals import HttpRefusal
from sightline.server.workers.admission import Admission, owner_of


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(rate_limit, "monotonic", lambda: now[0])
    return now


def test_questions_at_once_are_bounded_for_each(clock: list[float]) -> None:
    admitted = Admission(at_once=2, each_second=100)
    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(admitted.admit("a"))
        with pytest.raises(HttpRefusal) as refused, admitted.admit("a"):
            pass
        assert (refused.value.status, refused.value.retry_after) == (429, 1)
        with admitted.admit("b"):
            pass
    with admitted.admit("a"):
        pass


def test_questions_a_second_are_bounded_for_each(clock: list[float]) -> None:
    admitted = Admission(at_once=100, each_second=3)
    for _ in range(3):
        with admitted.admit("a"):
            clock[0] += 0.1
    with pytest.raises(HttpRefusal) as refused, admitted.admit("a"):
        pass
    assert (refused.value.status, refused.value.retry_after) == (429, 1)
    with admitted.admit("b"):
        pass
    clock[0] += 0.71  # the first of the three is more than a second ago
    with admitted.admit("a"):
        pass


@pytest.mark.parametrize(
    ("host", "owner"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002"),
        ("2001:db8:1:2::9", "2001:0db8:0001:0002"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_of_one_network_are_one_owner(host: str, owner: str) -> None:
    assert owner_of(host) == owner
