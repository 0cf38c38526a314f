"""Templates of displacements: what the lines of each meet, made once for all boards of a size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from threading import Lock

import numpy as np

from sightline.field.visibility import template_cache
from sightline.field.visibility.bit_layout import Longs
from sightline.field.visibility.displacements import Displacements
from sightline.field.visibility.template_builder import LINE, Scheme, desk_for, write_templates
from sightline.field.visibility.template_cache import Tape

_TAPE = 1 << 17
"""Integers of one tape."""
_PIECES, _LEAST = 64, 256
"""Into how many pieces displacements are cut at most, from which threads take turns, and how many are worth one."""
_MOST_BYTES = 1 << 28
"""Of templates that are kept in memory."""
_LEAST_BYTES = 1 << 20
"""Of templates that are kept on disk: fewer are made in a few hundredths of a second."""


class Templates:
    """The templates of some displacements of a map, made when asked for, and kept if they are not too many."""

    def __init__(self, scheme: Scheme, sorts: int, displacements: Displacements) -> None:
        self._scheme, self._sorts = scheme, sorts
        self.displacements = displacements
        self._kept: dict[int, Sequence[Tape]] = {}
        self._is_looked_up, self._lock = False, Lock()

    @cached_property
    def pieces(self) -> tuple[tuple[int, int], ...]:
        """The displacements from one to before another that are worked on together."""
        ways, back = len(self.displacements), self.displacements.backwards
        count = min(1 + ways // _LEAST, _PIECES)
        cuts = sorted({*np.linspace(0, ways, count + 1, dtype=np.int64).tolist(), back})
        return tuple(pairwise(cuts))

    @cached_property
    def both_ways(self) -> Templates:
        """Those of all displacements, to earlier places too."""
        if not self.displacements.is_half:
            return self
        return Templates(self._scheme, self._sorts, Displacements(self.displacements.places, is_half=False))

    @cached_property
    def whole(self) -> Tape | None:
        """All templates on one tape, None where they are too many to keep."""
        tapes: list[Tape] = []
        for piece in range(len(self.pieces)):
            tapes += self.tapes(piece)
            if piece not in self._kept:
                return None
        return _joined(tapes) if tapes else None

    def all_tapes(self) -> Iterator[Tape]:
        """Yield all tapes."""
        for piece in range(len(self.pieces)):
            yield from self.tapes(piece)

    def tapes(self, piece: int) -> Iterator[Tape]:
        """Yield the tapes of one of the pieces."""
        self._look_up()
        if piece in self._kept:
            yield from self._kept[piece]
            return
        made = []
        for tape in iter_tapes(self._scheme, self._sorts, self.displacements.targets, *self.pieces[piece]):
            made.append(tape)
            yield tape
        if sum(tape.numbers.nbytes for tape in made) * len(self.pieces) < _MOST_BYTES:
            self._keep(piece, made)

    def _look_up(self) -> None:
        """Take from disk what is kept there, once."""
        with self._lock:
            tape = None if self._is_looked_up else template_cache.read(self._file)
            self._is_looked_up = True
            if tape is not None:
                self._kept = {number: (_cut(tape, *piece),) for number, piece in enumerate(self.pieces)}

    def _keep(self, piece: int, tapes: Sequence[Tape]) -> None:
        with self._lock:
            self._kept[piece] = tapes
            is_all = len(self._kept) == len(self.pieces)
        if is_all:
            every = [tape for number in range(len(self.pieces)) for tape in self._kept[number]]
            if sum(tape.numbers.nbytes for tape in every) >= _LEAST_BYTES:
                template_cache.write(self._file, _joined(every))

    @cached_property
    def _file(self) -> Path:
        return template_cache.file_of(self._scheme, self._sorts, self.displacements.targets)


def iter_tapes(scheme: Scheme, sorts: int, targets: Longs, first: int, stop: int) -> Iterator[Tape]:
    """Yield the templates of displacements, whose q and r are in `targets`, from one to before another.

    `sorts` is how many sorts of contacts there are.
    """
    reach = int(np.abs(targets[first:stop]).sum(axis=1).max(initial=1)) + 2
    lines = max(int((steps[:, 0] == LINE).sum()) for steps in (scheme.steps, scheme.near))
    desk, most = desk_for(reach, lines, sorts), (16 * reach + 64) * lines + 4 * sorts * len(scheme.steps) + 64
    numbers = np.empty(_TAPE + most, np.int32)
    while first < stop:
        begins = np.zeros(stop - first + 1, np.int64)
        last = write_templates(scheme, desk, targets[:stop], first, numbers, begins, most)
        used = begins[: last - first + 1].copy()
        yield Tape(first, last, numbers[: used[-1]].copy(), used)
        first = last


def _joined(tapes: Sequence[Tape]) -> Tape:
    """Give tapes that follow each other from the first displacement on as one."""
    lengths = np.concatenate([np.diff(tape.begins) for tape in tapes])
    begins = np.concatenate([[0], np.cumsum(lengths)])
    return Tape(0, len(lengths), np.concatenate([tape.numbers for tape in tapes]), begins)


def _cut(tape: Tape, first: int, stop: int) -> Tape:
    """Give the part of a tape with the displacements from one to before another."""
    begins = tape.begins[first : stop + 1]
    return Tape(first, stop, tape.numbers[begins[0] : begins[-1]], begins - begins[0])
