"""Measurements in words."""

from __future__ import annotations

from benchmarks.measurement import Floor, Result


def format_seconds(seconds: float) -> str:
    """Format seconds in a unit that fits, with three digits that count."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:#.3g} {unit}".replace(". ", " ")
    return f"{seconds / 1e-6:#.3g} µs".replace(". ", " ")


def format_times(times: float) -> str:
    """Format a ratio of speeds with two digits that count, and a sign for it."""
    return f"{times:.2g} ×" if times < 1 else f"{times:.1f} ×" if times < 10 else f"{times:,.0f} ×"


def format_floor(floor: Floor) -> str:
    """Return the floor in words."""
    times = [f"{floor.times:g} ×"] if floor.times is not None else []
    return " and ".join([*times, *([f"at most {format_seconds(floor.seconds)}"] if floor.seconds is not None else [])])


def verdict_of(result: Result) -> str:
    """Return the floor in words, and whether it is reached."""
    said = {True: ": reached", False: ": **not reached**", None: ""}
    return f"{format_floor(result.case.floor)}{said[result.is_reached]}"


def format_peer(result: Result) -> str:
    """Return the seconds of the peer, or that it is missing."""
    if result.theirs is not None:
        return format_seconds(result.theirs)
    return "not installed" if result.case.peer else ""
