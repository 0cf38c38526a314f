"""The machine and the versions that measurements are made with."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("sightline", "numpy", "numba", "tcod", "hexutil", "shapely", "scipy", "networkx", "pettingzoo")
CAN_PIN = hasattr(os, "sched_setaffinity")
"""True where this system lets a process choose its processors."""
_THREADS = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def pin(threads: int | None) -> None:
    """Limit this process, and those that it starts, to some processors; call it before NumPy or Numba is loaded."""
    if threads is not None and CAN_PIN:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    os.environ.update(dict.fromkeys(_THREADS, str(processors())))


@contextmanager
def one_processor() -> Iterator[None]:
    """Keep every thread of this process to one processor for a while."""
    every = os.sched_getaffinity(0)
    _keep_to({min(every)})
    try:
        yield
    finally:
        _keep_to(every)


def _keep_to(processors: set[int]) -> None:
    for task in Path("/proc/self/task").iterdir():
        with suppress(ProcessLookupError):  # it has ended meanwhile
            os.sched_setaffinity(int(task.name), processors)


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if CAN_PIN else os.cpu_count() or 1


def description() -> dict[str, str]:
    """Describe the machine, and the versions of all that is measured."""
    return {
        "processor": f"{_model()}, {platform.machine()}, {processors()} of {os.cpu_count()} in use",
        "system": platform.system(),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
    } | {package: _version(package) for package in PACKAGES}


def _model() -> str:
    file = Path("/proc/cpuinfo")
    found = re.search(r"^model name\s*: (.+)$", file.read_text(), re.MULTILINE) if file.exists() else None
    return found[1] if found else platform.processor() or "unknown"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
