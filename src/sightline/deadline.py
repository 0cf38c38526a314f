"""A bound on work from outside: inside `with limits(seconds=5):` every long loop looks at the clock.

Loops go over `limited(...)`, which counts their passes for the error, or call `check_limit`. Without a limit the first
returns what it is given, and the second reads one variable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic
from typing import NamedTuple, TypeVar

from sightline.i18n import LocalNumber, _, localized
from sightline.too_much import check_amount

Item = TypeVar("Item")


class Progress(NamedTuple):
    """The progress of a loop: what it goes over, how many of them are done, and of how many if that is known."""

    what: str
    done: int
    total: int | None

    def __str__(self) -> str:
        if self.total is None:
            return _("{what}: {done}").format(what=_(self.what), done=self.done)
        return _("{what}: {done} of {total}").format(what=_(self.what), done=self.done, total=self.total)


class LimitExceeded(Exception):
    """Work stopped at its limit of `seconds`; `progress` says how far each loop got, the outermost first."""

    def __init__(self, seconds: float, progress: tuple[Progress, ...] = ()) -> None:
        self.seconds = seconds
        self.progress = progress
        message = _("stopped at the limit of {seconds} s").format(seconds=localized(LocalNumber(f"{seconds:g}")))
        super().__init__(message + (f" ({'; '.join(map(str, progress))})" if progress else ""))

    def __reduce__(self) -> tuple[type[LimitExceeded], tuple[float, tuple[Progress, ...]]]:
        return type(self), (self.seconds, self.progress)


class _Loop:
    """A loop that is running."""

    def __init__(self, what: str, total: int | None) -> None:
        self.what, self.done, self.total = what, 0, total


class Allowance(NamedTuple):
    """The most loop passes of a question, what it is about, and the refusal of more, marked for translation."""

    passes: int
    key: str
    message: str


class Limits:
    """A limit in force, and the count of loop passes that were checked against it."""

    def __init__(self, seconds: float, outer: Limits | None, most: Allowance | None = None) -> None:
        self._end, self._seconds = monotonic() + seconds, seconds
        if outer is not None and outer._end < self._end:
            self._end, self._seconds = outer._end, outer._seconds
        self._loops: list[_Loop] = [] if outer is None else outer._loops
        self.passes = 0
        self._outer, self._allowance = outer, most

    @property
    def remaining(self) -> float:
        """The seconds that are left, 0 when there are none; infinite once the block has ended."""
        return max(0.0, self._end - monotonic())

    def check(self) -> None:
        """Count a pass of a loop. Raise `LimitExceeded` when the time is up, `TooMuch` beyond an allowance."""
        self.passes += 1
        self.check_allowance(0)
        if monotonic() >= self._end:
            raise LimitExceeded(
                self._seconds, tuple(Progress(loop.what, loop.done, loop.total) for loop in self._loops)
            )

    def check_allowance(self, more: int) -> None:
        """Raise `TooMuch` if so many more passes would be beyond an allowance."""
        allowed, passes = self._allowance, self.passes + more
        if allowed is not None and passes > allowed.passes:
            check_amount(passes, allowed.passes, allowed.key, allowed.message)

    def end(self) -> None:
        """Lift the limit, also from loops that go on after the block; count what was done for the limit outside."""
        self._end, self._allowance = inf, None
        if self._outer is not None:
            self._outer.passes += self.passes

    def count(self, items: Iterable[Item], what: str, total: int | None) -> Iterator[Item]:
        """Yield items, and check the limit before each."""
        loop = _Loop(what, total)
        self._loops.append(loop)
        try:
            for item in items:
                self.check()
                yield item
                loop.done += 1
        finally:
            self._loops.remove(loop)


_current: ContextVar[Limits | None] = ContextVar("limits", default=None)


@contextmanager
def limits(*, seconds: float) -> Iterator[Limits]:
    """Bound the work of the block: after `seconds` whatever long loop is running raises `LimitExceeded`.

    Of limits inside each other the one that ends first counts. A limit holds in its own thread and task, and in
    threads that are started with a copy of their context. Single steps that are not interruptible, such as drawing the
    pixels of a picture, are finished first. Raise TypeError and ValueError for seconds that are no positive number.
    """
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise TypeError(f"seconds is a number, not {seconds!r}")
    if not seconds > 0:
        raise ValueError(f"seconds is more than 0, not {seconds!r}")
    with _in_force(Limits(seconds, _current.get())) as bound:
        yield bound


@contextmanager
def allowing(allowance: Allowance) -> Iterator[Limits]:
    """Bound the loop passes of the block, which are the same on every machine."""
    with _in_force(Limits(inf, _current.get(), allowance)) as bound:
        yield bound


@contextmanager
def _in_force(bound: Limits) -> Iterator[Limits]:
    token = _current.set(bound)
    try:
        yield bound
    finally:
        _current.reset(token)
        bound.end()


def start_limit(seconds: float) -> None:
    """Bound all further work of this process, unless `seconds` is infinite."""
    if seconds < inf:
        _current.set(Limits(seconds, None))


def check_limit() -> None:
    """Raise `LimitExceeded` if there is a limit and its time is up."""
    bound = _current.get()
    if bound is not None:
        bound.check()


def announce_passes(count: int) -> None:
    """Raise `TooMuch` before loops are started that have so many passes, if those would be beyond an allowance."""
    bound = _current.get()
    if bound is not None:
        bound.check_allowance(count)


def limited(items: Iterable[Item], what: str, total: int | None = None) -> Iterable[Item]:
    """Return the items, checked against the limit before each, if there is one.

    `what` names them in the plural, marked for translation; `total` is how many there are, if that is known.
    """
    bound = _current.get()
    return items if bound is None else bound.count(items, what, total)


def has_limit() -> bool:
    """Return whether there is a limit: kernels then work in smaller blocks, between which it is checked."""
    return _current.get() is not None


def remaining_seconds() -> float:
    """Return the seconds left of the limit, infinite without one."""
    bound = _current.get()
    return inf if bound is None else bound.remaining
