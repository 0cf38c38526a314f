"""The suite of measurements works, so that it cannot rot between the times at which somebody measures."""

from __future__ import annotations

import pytest

from benchmarks.cases import PARTS
from benchmarks.measurement import Case, Floor, Result, Sizes, Work, measure
from benchmarks.words import format_floor, format_seconds, format_times, verdict_of

_CASES = [case for cases in PARTS.values() for case in cases]
_SERVED = {case for part in ("Online", "At the page") for case in PARTS[part]}
"""The slowest cases: they start a server, and most of them a browser."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=[pytest.mark.long] if case in _SERVED else []) for case in _CASES], ids=Case.name
)
def test_a_case_is_measured(case: Case) -> None:
    result = measure(case, "tiny")
    assert result.ours > 0
    assert result.theirs is None or result.theirs > 0


def test_names_differ() -> None:
    names = [case.name() for case in _CASES]
    assert len(set(names)) == len(names)


def _result(floor: Floor, ours: float, theirs: float | None) -> Result:
    return Result(Case("a case", Sizes(1, 1, 1), lambda _: Work(int), "peer", floor), "full", ours, theirs)


@pytest.mark.parametrize(
    ("floor", "ours", "theirs", "is_reached"),
    [
        (Floor(times=4), 1.0, 4.0, True),
        (Floor(times=4), 1.0, 3.9, False),
        (Floor(times=4), 1.0, None, None),
        (Floor(seconds=1), 1.0, None, True),
        (Floor(seconds=1), 1.1, 9.0, False),
        (Floor(times=4, seconds=1), 1.1, 9.0, False),
        (Floor(), 1.0, 9.0, None),
    ],
)
def test_what_is_wanted_is_reached_or_not(
    floor: Floor, ours: float, theirs: float | None, is_reached: bool | None
) -> None:
    assert _result(floor, ours, theirs).is_reached is is_reached


def test_small_boards_reach_nothing() -> None:
    assert _result(Floor(seconds=1), 0.5, None)._replace(scale="quick").is_reached is None


def test_numbers_are_said_in_units_that_fit() -> None:
    assert [format_seconds(seconds) for seconds in (12.345, 0.25, 0.0001)] == ["12.3 s", "250 ms", "100 µs"]
    assert [format_times(times) for times in (0.034, 4.21, 35.4)] == ["0.034 ×", "4.2 ×", "35 ×"]
    assert format_floor(Floor(times=8, seconds=0.004)) == "8 × and at most 4.00 ms"


def test_a_floor_is_said_with_its_verdict() -> None:
    assert verdict_of(_result(Floor(times=4), 1.0, 5.0)) == "4 ×: reached"
    assert verdict_of(_result(Floor(times=4), 1.0, 3.0)) == "4 ×: **not reached**"
    assert verdict_of(_result(Floor(), 1.0, 3.0)) == ""
