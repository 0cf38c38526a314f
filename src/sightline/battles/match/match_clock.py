"""Clocks of a match. All times are whole milliseconds, those of the day since 1970."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from msgspec import Meta, Struct

_DAY = 24 * 3600 * 1000
_Seconds = Annotated[float, Meta(gt=0, le=7 * 24 * 3600)]
_Increment = Annotated[float, Meta(ge=0, le=3600)]
_Days = Annotated[float, Meta(gt=0, le=60)]


class LiveClock(Struct, frozen=True, kw_only=True, tag_field="kind", tag="live"):
    """So many seconds for all of a side's time, and an increment after each of its turns."""

    seconds: _Seconds
    increment: _Increment = 0.0

    @property
    def allowed(self) -> int:
        """The time that a side begins with."""
        return round(self.seconds * 1000)

    def after_turn(self, left: int) -> int:
        """Return what is left of a side's time after a turn that left it so much."""
        return left + round(self.increment * 1000)

    def in_phase(self, left: int) -> int:
        """Return what is left of a side's time as another phase begins."""
        return left


class DaysClock(Struct, frozen=True, kw_only=True, tag_field="kind", tag="days"):
    """So many days for each turn."""

    days: _Days

    @property
    def allowed(self) -> int:
        """The time that a side has for each turn."""
        return round(self.days * _DAY)

    def after_turn(self, left: int) -> int:
        """Return what a side has for its next turn, whatever the last one left."""
        del left
        return self.allowed

    in_phase = after_turn


ClockSetting = LiveClock | DaysClock


@dataclass(frozen=True)
class MatchClock:
    """The time that is `left` to each side, as it was at `since`, and the sides whose time has run since then."""

    setting: ClockSetting
    left: Mapping[str, int]
    running: tuple[str, ...]
    since: int

    @classmethod
    def started(cls, setting: ClockSetting, sides: Collection[str], time: int) -> MatchClock:
        """Return the clock of a match that begins, and runs for nobody yet."""
        return cls(setting, dict.fromkeys(sides, setting.allowed), (), time)

    @property
    def deadline(self) -> int | None:
        """The time at which the first side runs out of it, None while it runs for nobody."""
        return min((self.since + self.left[side] for side in self.running), default=None)

    def at(self, time: int) -> MatchClock:
        """Return the clock as it is at a time, which is not before `since`; nobody has less than nothing left."""
        passed = max(0, time - self.since)
        left = {side: max(0, left - passed * (side in self.running)) for side, left in self.left.items()}
        return MatchClock(self.setting, left, self.running, max(time, self.since))

    def run_for(self, sides: Collection[str], time: int) -> MatchClock:
        """Return the clock that runs for these sides alone from a time on."""
        return replace(self.at(time), running=tuple(side for side in self.left if side in sides))

    def restarted(self, sides: Collection[str], time: int) -> MatchClock:
        """Return the clock that has stood since `since`, and runs for these sides alone from a time on."""
        return MatchClock(self.setting, self.left, tuple(side for side in self.left if side in sides), time)

    def after_turn(self, side: str) -> MatchClock:
        """Return the clock with what a side has after a turn of its own."""
        return replace(self, left={**self.left, side: self.setting.after_turn(self.left[side])})

    def in_phase(self) -> MatchClock:
        """Return the clock as another phase begins."""
        return replace(self, left={side: self.setting.in_phase(left) for side, left in self.left.items()})

    def given_back(self, since: int, time: int) -> MatchClock:
        """Return the clock without what ran from one time to another, in which nobody could play."""
        return self.at(since).restarted(self.running, time)

    def expired(self, time: int) -> tuple[str, ...]:
        """Return the sides that have run out of time first, if any has."""
        deadline = self.deadline
        if deadline is None or deadline > time:
            return ()
        return tuple(side for side in self.running if self.since + self.left[side] == deadline)

    def to_json(self) -> dict[str, Any]:
        """Return it as entries state it, at the time of the entry."""
        return {"left": dict(self.left), "running": [*self.running]}
