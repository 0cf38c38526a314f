"""The start of processes that need the referee: forked from one that has imported everything."""

from __future__ import annotations

from multiprocessing import get_all_start_methods, get_context
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

_PRELOADED = ("sightline.server.workers.preloaded",)


def preloaded_context() -> ForkServerContext | SpawnContext:
    """Return the context in which processes are forked from one that has imported everything and has no threads.

    Where the operating system does not support that, each process imports what it needs.
    """
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(list(_PRELOADED))
    return context


def begin_preloading() -> None:
    """Start the process from which others are forked; it imports while this one goes on.

    Where the operating system does not support that, there is nothing to start.
    """
    if preloaded_context().get_start_method() == "forkserver":
        from multiprocessing import forkserver

        forkserver.ensure_running()
