"""A profile of a case: where its time goes."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from cProfile import Profile
from pathlib import Path
from pstats import Stats
from typing import Any, NamedTuple
from unittest.mock import patch

from benchmarks.measurement import Case, prepared

_LINES = 5


class Spent(NamedTuple):
    """The time spent in one function, without what it calls: its share of all, and how often it is called."""

    where: str
    share: float
    calls: int


def profile_of(case: Case) -> list[Spent]:
    """Run ours once under the profiler, at full size and warm, and return where most of the time goes."""
    profile = Profile()
    with prepared(case, "full") as work:
        work.ours()
        with patch.object(ThreadPoolExecutor, "submit", _at_once):  # the profiler sees one thread alone
            profile.runcall(work.ours)
    # The standard library's table of functions has no public form with numbers.
    stats = Stats(profile)
    rows = [(own, calls, where) for where, (_, calls, own, _, _) in stats.stats.items()]  # type: ignore[attr-defined]
    whole = sum(own for own, _, _ in rows)
    return [Spent(_name(*where), own / whole, calls) for own, calls, where in sorted(rows, reverse=True)[:_LINES]]


def _at_once(_: ThreadPoolExecutor, function: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
    done: Future[Any] = Future()
    done.set_result(function(*args, **options))
    return done


def _name(file: str, _: int, function: str) -> str:
    """Return the name of a function with its module, without where that lies on this machine."""
    if file in ("~", "") or file.startswith("<"):
        return re.sub(" at 0x[0-9a-f]+", "", function)
    parts = Path(file).with_suffix("").parts
    start = next((at for at, part in enumerate(parts) if part == "sightline" and at + 1 < len(parts)), len(parts) - 1)
    return f"{'.'.join(parts[start:])}.{function}"
