"""Permission to compile kernels in this process; without it only those in the cache on disk are taken."""

from __future__ import annotations

from threading import Event

_FORBIDDEN = Event()


class NotCompiled(Exception):
    """A kernel is not in the cache, and this process compiles none."""


def forbid_compilation() -> None:
    """Let no kernel be compiled in this process, nor in those forked from it: compiling takes seconds."""
    _FORBIDDEN.set()


def check_compilation() -> None:
    """Raise `NotCompiled` where compilation is forbidden."""
    if _FORBIDDEN.is_set():
        raise NotCompiled
