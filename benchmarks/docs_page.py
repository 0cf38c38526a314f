"""The page of the docs that tells what was measured."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill

from benchmarks.growth import GROWTHS, Point
from benchmarks.measurement import Result
from benchmarks.plot import Panel, draw
from benchmarks.profiles import Spent
from benchmarks.words import format_peer, format_seconds, format_times, verdict_of

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
PICTURE = PAGE.with_suffix(".svg")

Grown = Mapping[str, Mapping[int, Point]]

_HEAD = """\
# Benchmarks

What Sightline takes for the questions that cost most, against what a user would take instead. `make bench` measures,
`make bench BENCH=--write` measures and writes this page, `make bench BENCH=--quick` takes smaller boards and a minute.

The peer and we run in one process, in turns, on the same board; each number is the least of at least three runs, and
what is compiled or loaded at first use is left out. A machine that does other things too makes both slower, so look at
the ratios: *times* is how many times as fast as the peer we are. *Wanted* is what we set out to reach. The peers take
one processor; we take all those named below for whole boards and free tables, and *on one* is what we take there when
kept to a single one. No answer depends on that.

"""
_GROWTH = """
## As boards grow

Squares of SODWA with 15% walls, each point in a process of its own that has asked a small board before; the peak is
that of the whole process, with Python and all that is loaded in it.

![Two charts with logarithmic axes: time and peak memory for boards of 32 to 400 cells a side](benchmarks.svg)

"""


def page_of(
    machine: Mapping[str, str],
    parts: Mapping[str, Sequence[Result]],
    grown: Grown,
    profiles: Mapping[str, Sequence[Spent]],
) -> str:
    """Return the text of the page, `profiles` by the name of the case that has not reached what is wanted."""
    lines = [_HEAD + _table(["measured on", ""], machine.items())]
    for title, results in parts.items():
        lines.append(f"\n## {title}\n\n{_results(results)}")
        lines += [f"\n{text}\n" for text in _differences(results)]
    lines.append(_GROWTH + _growths(grown))
    if profiles:
        lines.append("\n## What stands in the way\n")
        lines += [_profile(name, profile) for name, profile in profiles.items()]
    return "".join(lines)


def _results(results: Iterable[Result]) -> str:
    return _table(["question", "ours", "on one", "peer", "", "times", "wanted", ""], map(_row, results))


def _row(result: Result) -> tuple[str, ...]:
    times = "" if result.times is None else format_times(result.times)
    alone = "" if result.alone is None else format_seconds(result.alone)
    numbers = format_seconds(result.ours), alone, result.case.peer, format_peer(result), times
    return (result.case.name(result.scale), *numbers, verdict_of(result), result.remark)


def _differences(results: Iterable[Result]) -> Iterator[str]:
    """Yield what is to be said of how peers and we differ, each once."""
    said = dict.fromkeys((result.case.peer, result.case.differs) for result in results if result.case.differs)
    yield from (fill(f"*{peer}*: {differs}", 120) for peer, differs in said)


def _growths(grown: Grown) -> str:
    sizes = sorted({size for points in grown.values() for size in points})
    heading = ["", *(f"{size} a side" for size in sizes)]
    rows = [
        (GROWTHS[name].title, *(_point(points[size]) if size in points else "" for size in sizes))
        for name, points in grown.items()
    ]
    return _table(heading, rows)


def _point(point: Point) -> str:
    return f"{format_seconds(point.seconds)}, {point.mebibytes:,.0f} MiB"


def _profile(name: str, profile: Sequence[Spent]) -> str:
    rows = [(f"{spent.share:.0%}", f"{spent.calls:,}", f"`{spent.where}`") for spent in profile]
    return f"\n{fill(name, 120)}:\n\n{_table(['share of the time', 'calls', 'in'], rows)}"


def _table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heading, ["---"] * len(heading), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def picture_of(grown: Grown) -> str:
    """Draw time and peak memory over the size of the board."""
    named = {GROWTHS[name].title: points for name, points in grown.items() if points}
    seconds = {name: {size: point.seconds for size, point in points.items()} for name, points in named.items()}
    peaks = {name: {size: point.mebibytes for size, point in points.items()} for name, points in named.items()}
    return draw(
        [
            Panel("Time", _format_time, seconds),
            Panel("Peak memory of the process", lambda mebibytes: f"{mebibytes:,.0f} MiB", peaks),
        ]
    )


def _format_time(seconds: float) -> str:
    unit, size = ("s", 1.0) if seconds > 0.9 else ("ms", 1e-3) if seconds > 0.9e-3 else ("µs", 1e-6)
    return f"{seconds / size:,.0f} {unit}"
