"""Measurement of a case: ours and the peer in turns, in one process, the least of several runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Generic, Literal, NamedTuple, TypeVar

from benchmarks.machine import CAN_PIN, one_processor, processors

Scale = Literal["full", "quick", "tiny"]
Input = TypeVar("Input")
Question = Callable[[], object]

_RUNS: Mapping[Scale, int] = {"full": 3, "quick": 2, "tiny": 1}
_ENOUGH: Mapping[Scale, float] = {"full": 0.5, "quick": 0.1, "tiny": 0}
"""Seconds: what is done sooner is run again, for as long."""
_MAX_RUNS = 25
_LONG = 2.0
"""Seconds: of what takes longer the first run counts as one of those that are wanted."""

running = ExitStack()
"""The servers, browsers and connections of a case. They end with it, so that they take no time from the next case."""


@dataclass(frozen=True)
class Fresh(Generic[Input]):
    """A question about input that is made anew each time: nothing that an earlier answer has left can help.

    To make the input is not measured.
    """

    make: Callable[[], Input]
    ask: Callable[[Input], object]

    def __call__(self) -> object:
        return self.ask(self.make())


class Timed(float):
    """Seconds that a question has measured by itself, to be taken in the place of those by the clock."""


class Sizes(NamedTuple):
    """Sizes of a case: as the page has it, for a quick look, and for a test that it works at all."""

    full: int
    quick: int
    tiny: int


class Floor(NamedTuple):
    """The least speed at full size: `times` as fast as the peer, at most `seconds`, or both."""

    times: float | None = None
    seconds: float | None = None


class Work(NamedTuple):
    """The work of a case: ours, and the peer's where it is installed; both answer `questions` of the kind in the title.

    `remark` returns a remark about the answers, and is called after them.
    """

    ours: Question
    theirs: Question | None = None
    questions: int = 1
    remark: Callable[[], str] = str


ANY_SPEED = Floor()


@dataclass(frozen=True)
class Case:
    """A question that is measured: `{n}` in the title is the size, `differs` says how the peer's rule differs.

    What is threaded is measured on one processor too, as the peers take one; what is a process has no profile here.
    """

    title: str
    sizes: Sizes
    prepare: Callable[[int], Work]
    peer: str = ""
    floor: Floor = ANY_SPEED
    differs: str = ""
    is_threaded: bool = False
    is_process: bool = False

    def name(self, scale: Scale = "full") -> str:
        """Return the title at a size."""
        return self.title.format(n=getattr(self.sizes, scale))


class Result(NamedTuple):
    """Seconds for one question: ours, the peer's, ours on one processor; None where there is none to measure."""

    case: Case
    scale: Scale
    ours: float
    theirs: float | None = None
    alone: float | None = None
    remark: str = ""

    @property
    def times(self) -> float | None:
        """The ratio of the peer's time to ours."""
        return self.theirs / self.ours if self.theirs is not None else None

    @property
    def is_reached(self) -> bool | None:
        """True if the floor is reached; None where there is none, or nothing to tell it by."""
        times, seconds = self.case.floor
        if self.scale != "full" or (times is None and seconds is None) or (times is not None and self.times is None):
            return None
        is_fast_enough = times is None or self.times is None or self.times >= times
        return is_fast_enough and (seconds is None or self.ours <= seconds)


@contextmanager
def prepared(case: Case, scale: Scale) -> Iterator[Work]:
    """Prepare the work of a case at a size, and end whatever it keeps running after the context."""
    with running:
        yield case.prepare(getattr(case.sizes, scale))


def measure(case: Case, scale: Scale) -> Result:
    """Run a case at a size; whatever is built once, loaded or compiled at first use, is left out."""
    with prepared(case, scale) as work:
        works: list[Question | None] = [work.ours, work.theirs, None]
        if case.is_threaded and CAN_PIN and processors() > 1:
            works[2] = _on_one_processor(work.ours)
        ours, theirs, alone = (least and least / work.questions for least in in_turns(works, scale))
        assert ours is not None
        return Result(case, scale, ours, theirs, alone, work.remark())


def _on_one_processor(work: Question) -> Question:
    if isinstance(work, Fresh):
        return Fresh(work.make, partial(_ask_on_one_processor, work.ask))
    return partial(_ask_on_one_processor, work)


def _ask_on_one_processor(ask: Callable[..., object], *given: object) -> None:
    with one_processor():
        ask(*given)


def in_turns(works: Sequence[Question | None], scale: Scale) -> list[float | None]:
    """Return the least seconds of each, run in turns; what takes next to no time is run more often."""
    taken = [[seconds_of(work)] if work else [] for work in works]
    wanted = [_RUNS[scale] + (sum(seconds) < _LONG) for seconds in taken]  # a first run may load or compile something
    for _ in range(_MAX_RUNS):
        for work, seconds, least in zip(works, taken, wanted, strict=True):
            if work and (len(seconds) < least or sum(seconds) < _ENOUGH[scale]):
                seconds.append(seconds_of(work))
    return [min(seconds, default=None) for seconds in taken]


def percentile_95(taken: Iterable[float]) -> Timed:
    """Return the seconds in which 95 of 100 were done."""
    ordered = sorted(taken)
    return Timed(ordered[int(0.95 * (len(ordered) - 1))])


def seconds_of(work: Question) -> float:
    """Ask a question once; return the seconds that it takes, or those that it has measured itself."""
    ask: Question = partial(work.ask, work.make()) if isinstance(work, Fresh) else work
    before = time.perf_counter()
    found = ask()
    return found if isinstance(found, Timed) else time.perf_counter() - before
