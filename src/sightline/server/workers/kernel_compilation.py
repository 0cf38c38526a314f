"""Compilation of the kernels that questions need, in a process of its own, so that no question waits for it.

Workers answer cell by cell until they find a kernel in the cache on disk, which this process fills.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from sightline.api import parse
from sightline.rules.capabilities import Exemplified
from sightline.server.systems.system_answers import find_systems
from sightline.server.workers.preloaded_context import preloaded_context
from sightline.sight import PlannedSight

if TYPE_CHECKING:
    from sightline.field.cell_field import CellField

_NICENESS = 10
_CELLS = 10
"""The number of target cells: enough for kernels to be used instead of single lines, see `field.visibility`."""


def compile_kernels() -> None:
    """Compute what a few cells see on a board of each system, so that the kernels needed for it are in the cache.

    Boards that use shadow casting come first: they are more common, and their kernels compile faster.
    """
    for field in sorted(_iter_fields(), key=lambda field: not field.is_cast):
        for label in field.cells[:_CELLS]:
            field.see(label)


def _iter_fields() -> Iterator[CellField]:
    from sightline.field.cell_field import CellField

    for rules in find_systems().values():
        if isinstance(rules, PlannedSight) and isinstance(rules, Exemplified):
            with suppress(OSError):  # a system without a dispute
                scenario = parse(rules.dispute())
                if not scenario.position.is_free:
                    yield CellField(rules, scenario.position)


async def run_compilation() -> None:
    """Run `compile_kernels` in a process of the lowest priority, which ends with this task."""
    process = preloaded_context().Process(target=_compile_if_possible, daemon=True)
    process.start()
    try:
        await asyncio.to_thread(process.join)
    finally:
        process.kill()


def _compile_if_possible() -> None:
    if sys.platform != "win32":
        os.nice(_NICENESS)
    with suppress(ImportError):  # without the extra `fast`
        compile_kernels()
