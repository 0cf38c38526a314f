"""The templates of all displacements of a map, built once for all boards of that size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from threading import Lock

import numpy as np

from sightline.deadline import check_limit
from sightline.field.visibility import template_cache
from sightline.field.visibility.bit_layout import Longs
from sightline.field.visibility.contact_kernels import allocate_scratch
from sightline.field.visibility.displacements import Displacements
from sightline.field.visibility.line_program import LINE, LineProgram
from sightline.field.visibility.template_builder import write_templates
from sightline.field.visibility.template_cache import TemplateBlock

_BLOCK_LENGTH = 1 << 17
"""The number of integers in the code of one block."""
_MAX_CHUNKS, _MIN_CHUNK = 64, 256
"""The number of chunks is at most the first; a chunk has at least the second number of displacements, if all have.

Threads take chunks in turns.
"""
MAX_BYTES = 1 << 28
"""The maximum size of templates cached in memory. Larger sets are built anew each time."""
MIN_DISK_BYTES = 1 << 20
"""The minimum size of templates cached on disk: smaller sets are built within a few hundredths of a second."""


class Templates:
    """The templates of some displacements, built chunk by chunk when they are needed, and cached unless too large.

    Several threads may iterate at once: at worst a chunk is built twice.
    """

    def __init__(self, program: LineProgram, class_count: int, displacements: Displacements) -> None:
        self._program, self._class_count = program, class_count
        self.displacements = displacements
        self._cached: dict[int, Sequence[TemplateBlock]] = {}
        self._was_read, self._lock = False, Lock()

    @cached_property
    def chunks(self) -> tuple[tuple[int, int], ...]:
        """The displacements `first` to before `stop` of each chunk.

        A chunk has backward displacements only, or none, see `Displacements`.
        """
        count, backward = len(self.displacements), self.displacements.backward_count
        chunk_count = min(1 + count // _MIN_CHUNK, _MAX_CHUNKS)
        cuts = sorted({*np.linspace(0, count, chunk_count + 1, dtype=np.int64).tolist(), backward})
        return tuple(pairwise(cuts))

    @cached_property
    def all_directions(self) -> Templates:
        """The templates of all displacements, not only of one half."""
        if not self.displacements.is_half:
            return self
        return Templates(self._program, self._class_count, Displacements(self.displacements.layout, is_half=False))

    @cached_property
    def whole(self) -> TemplateBlock | None:
        """All templates in one block; None if they are too large to cache, or if there are none."""
        blocks: list[TemplateBlock] = []
        for chunk in range(len(self.chunks)):
            blocks += self.iter_chunk(chunk)
            if chunk not in self._cached:
                return None
        return _concatenate(blocks) if blocks else None

    def iter_blocks(self) -> Iterator[TemplateBlock]:
        """Yield all templates, in blocks."""
        for chunk in range(len(self.chunks)):
            yield from self.iter_chunk(chunk)

    def iter_chunk(self, chunk: int) -> Iterator[TemplateBlock]:
        """Yield the templates of one chunk, in blocks."""
        self._read_cache()
        if chunk in self._cached:
            yield from self._cached[chunk]
            return
        made = []
        for block in iter_template_blocks(
            self._program, self._class_count, self.displacements.targets, *self.chunks[chunk]
        ):
            made.append(block)
            yield block
            check_limit()
        if sum(block.code.nbytes for block in made) * len(self.chunks) < MAX_BYTES:
            self._store(chunk, made)

    def _read_cache(self) -> None:
        """Read the cache on disk, only on the first call."""
        with self._lock:
            block = None if self._was_read else template_cache.read_block(self._file)
            self._was_read = True
            if block is not None:
                self._cached = {number: (_slice(block, *chunk),) for number, chunk in enumerate(self.chunks)}

    def _store(self, chunk: int, blocks: Sequence[TemplateBlock]) -> None:
        """Cache the templates of a chunk; write all to disk when they are complete."""
        with self._lock:
            self._cached[chunk] = blocks
            is_complete = len(self._cached) == len(self.chunks)
        if is_complete:
            all_blocks = [block for number in range(len(self.chunks)) for block in self._cached[number]]
            if sum(block.code.nbytes for block in all_blocks) >= MIN_DISK_BYTES:
                template_cache.write_block(self._file, _concatenate(all_blocks))

    @cached_property
    def _file(self) -> Path:
        return template_cache.cache_file(self._program, self._class_count, self.displacements.targets)


def iter_template_blocks(
    program: LineProgram, class_count: int, targets: Longs, first: int, stop: int
) -> Iterator[TemplateBlock]:
    """Build the templates of the displacements `first` to before `stop`; yield them in blocks.

    `targets` has shape (displacements, 2): q and r of each. Contact classes are 0 to before `class_count`.
    """
    reach = int(np.abs(targets[first:stop]).sum(axis=1).max(initial=1)) + 2
    lines = max(
        int((instructions[:, 0] == LINE).sum()) for instructions in (program.instructions, program.near_instructions)
    )
    scratch, max_length = (
        allocate_scratch(reach, lines, class_count),
        (16 * reach + 64) * lines + 4 * class_count * len(program.instructions) + 64,
    )
    code = np.empty(_BLOCK_LENGTH + max_length, np.int32)
    while first < stop:
        offsets = np.zeros(stop - first + 1, np.int64)
        last = write_templates(program, scratch, targets[:stop], first, code, offsets, max_length)
        used = offsets[: last - first + 1].copy()
        yield TemplateBlock(first, last, code[: used[-1]].copy(), used)
        first = last


def _concatenate(blocks: Sequence[TemplateBlock]) -> TemplateBlock:
    """Return blocks that follow each other from displacement 0 on as one."""
    lengths = np.concatenate([np.diff(block.offsets) for block in blocks])
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    return TemplateBlock(0, len(lengths), np.concatenate([block.code for block in blocks]), offsets)


def _slice(block: TemplateBlock, first: int, stop: int) -> TemplateBlock:
    """Return the part of a block with the displacements `first` to before `stop`."""
    offsets = block.offsets[first : stop + 1]
    return TemplateBlock(first, stop, block.code[offsets[0] : offsets[-1]], offsets - offsets[0])
