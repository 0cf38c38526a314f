"""The work of one worker process: one task at a time, within a limit of processor time."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sightline.compilation import forbid_compilation

HAS_TIMER = hasattr(signal, "setitimer")
"""True if the operating system can end a process that has used up its processor time; Windows cannot."""
TOO_LONG = -getattr(signal, "SIGPROF", 0)
"""The exit status of a process that was ended by its timer."""


def begin_work(niceness: int) -> None:
    """Initialize a new process: set its niceness, and forbid it to compile kernels."""
    forbid_compilation()
    gc.freeze()  # what is loaded stays: no search for garbage looks through it, in the middle of an answer
    if HAS_TIMER:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
    if sys.platform != "win32":
        os.nice(niceness)


def run_task(seconds: float, task: bytes) -> Any:
    """Call a pickled function; the process ends if that takes more than `seconds` of its processor time.

    The limit does not rely on the function checking a clock, so that a single long step cannot escape it.
    """
    with _limit(seconds):
        function, arguments = pickle.loads(task)
        return function(*arguments)


@contextmanager
def _limit(seconds: float) -> Iterator[None]:
    if not HAS_TIMER:
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:  # no limit while the answer is sent, which holds a lock that all workers share
        signal.setitimer(signal.ITIMER_PROF, 0)
