"""The clock of a match as a request states it, with its problems reported as for files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs

from sightline.battles.match import ClockSetting, DaysClock, LiveClock
from sightline.formats.arguments import check_range, refuse_argument
from sightline.formats.problems import ScenarioError
from sightline.i18n import _
from sightline.server.request_reader import request_of

_CLOCKS: Mapping[str, type[LiveClock | DaysClock]] = {"live": LiveClock, "days": DaysClock}


class _StatedClock(Struct):
    """A clock as stated: its kind, and the keys that depend on it."""

    kind: str
    others: dict[str, Any]


def read_clock(stated: Mapping[str, Any]) -> ClockSetting:
    """Return the clock that a request states. Raise `ScenarioError`."""
    try:
        clock = _read_kind(request_of(_StatedClock, stated))
    except ScenarioError as error:
        problems = [structs.replace(problem, key=f"clock.{problem.key}") for problem in error.problems]
        raise ScenarioError(problems) from error
    for key, (least, most) in clock.ranges.items():
        check_range(f"clock.{key}", getattr(clock, key), least, most)
    return clock


def _read_kind(stated: _StatedClock) -> LiveClock | DaysClock:
    """Return the clock of a kind. Raise `ScenarioError`."""
    if stated.kind not in _CLOCKS:
        message = _("there is no clock {kind!r}").format(kind=stated.kind)
        raise refuse_argument("kind", stated.kind, message, tuple(_CLOCKS))
    return request_of(_CLOCKS[stated.kind], stated.others)
