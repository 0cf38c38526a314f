"""Clocks of a match. All times are whole milliseconds; points in time count from 1970."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from msgspec import Struct

_DAY = 24 * 3600 * 1000


class LiveClock(Struct, frozen=True, kw_only=True, tag_field="kind", tag="live"):
    """A clock with a budget of seconds for the whole match, and an increment after each turn of the side."""

    ranges: ClassVar[Mapping[str, tuple[float, float]]] = {"seconds": (0.001, 7 * 24 * 3600), "increment": (0, 3600)}
    """The least and the most of each number that a request may state."""

    seconds: float
    increment: float = 0.0

    @property
    def allowed(self) -> int:
        """The initial time of a side."""
        return round(self.seconds * 1000)

    def after_turn(self, left: int) -> int:
        """Return the remaining time of a side after a turn that ended with `left`."""
        return left + round(self.increment * 1000)

    def in_phase(self, left: int) -> int:
        """Return the remaining time of a side when another phase begins."""
        return left


class DaysClock(Struct, frozen=True, kw_only=True, tag_field="kind", tag="days"):
    """A clock with a number of days for each turn."""

    ranges: ClassVar[Mapping[str, tuple[float, float]]] = {"days": (0.0001, 60)}

    days: float

    @property
    def allowed(self) -> int:
        """The time that a side has for each turn."""
        return round(self.days * _DAY)

    def after_turn(self, left: int) -> int:
        """Return the time of a side for its next turn, which does not depend on `left`."""
        del left
        return self.allowed

    in_phase = after_turn


ClockSetting = LiveClock | DaysClock


@dataclass(frozen=True)
class MatchClock:
    """The time `left` to each side as of `since`, and the sides whose time has been running since then."""

    setting: ClockSetting
    left: Mapping[str, int]
    running: tuple[str, ...]
    since: int

    @classmethod
    def started(cls, setting: ClockSetting, sides: Collection[str], time: int) -> MatchClock:
        """Return the clock of a new match, not running yet."""
        return cls(setting, dict.fromkeys(sides, setting.allowed), (), time)

    @property
    def deadline(self) -> int | None:
        """The time at which the first side runs out of time, None while the clock is stopped."""
        return min((self.since + self.left[side] for side in self.running), default=None)

    def at(self, time: int) -> MatchClock:
        """Return the clock as of `time`, which is not before `since`; remaining time is never negative."""
        passed = max(0, time - self.since)
        left = {side: max(0, left - passed * (side in self.running)) for side, left in self.left.items()}
        return MatchClock(self.setting, left, self.running, max(time, self.since))

    def run_for(self, sides: Collection[str], time: int) -> MatchClock:
        """Return the clock, running for exactly these sides from a time on."""
        return replace(self.at(time), running=tuple(side for side in self.left if side in sides))

    def restarted(self, sides: Collection[str], time: int) -> MatchClock:
        """Return the clock, which has been stopped since `since`, running for exactly these sides from a time on."""
        return MatchClock(self.setting, self.left, tuple(side for side in self.left if side in sides), time)

    def after_turn(self, side: str) -> MatchClock:
        """Return the clock after a turn of a side, with its new remaining time."""
        return replace(self, left={**self.left, side: self.setting.after_turn(self.left[side])})

    def in_phase(self) -> MatchClock:
        """Return the clock when another phase begins."""
        return replace(self, left={side: self.setting.in_phase(left) for side, left in self.left.items()})

    def given_back(self, since: int, time: int) -> MatchClock:
        """Return the clock with the time restored that ran from `since` to `time`, when nobody could play."""
        return self.at(since).restarted(self.running, time)

    def expired(self, time: int) -> tuple[str, ...]:
        """Return the sides that ran out of time first, none if no side has."""
        deadline = self.deadline
        if deadline is None or deadline > time:
            return ()
        return tuple(side for side in self.running if self.since + self.left[side] == deadline)

    def to_json(self) -> dict[str, Any]:
        """Return the clock as JSON for an entry, as of the time of the entry."""
        return {"left": dict(self.left), "running": [*self.running]}
