"""Rows of who sees whom brought up to date after a change on a board."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from sightline.field.threads import run_in_threads
from sightline.field.visibility.bit_layout import WORD, Bools, Longs, Words
from sightline.field.visibility.compiled_plan import Kinds
from sightline.field.visibility.incremental_kernels import Boards, Changes, Templates, gather_pairs, put_pairs
from sightline.field.visibility.template_builder import OPEN
from sightline.field.visibility.visibility import BoardSight

Pairs = npt.NDArray[np.int64]
"""Pairs of cells, by number: starts and stops."""

_MOST_CHANGES, _MOST_KINDS = 64, 4
"""Places where contacts may begin or cease to count before it is sooner to work out everything afresh: as many times
more as there are kinds of ends, up to a few."""
_PARTS = 8
"""Into how many parts displacements are cut, from which threads take turns."""
_MOST_ENDS = 16
"""Cells that may be something else to lines that begin or end there."""


class Change:
    """A board before and after a change of it."""

    def __init__(self, before: BoardSight, now: BoardSight) -> None:
        self._before, self._now = before, now

    @property
    def has_same_lines(self) -> bool:
        """Whether the same lines are drawn: only what they meet may differ, and what cells are to them as ends."""
        before, now = self._before, self._now
        has_same_classes = now.plan.classes == before.plan.classes
        return now.book is before.book and has_same_classes and np.array_equal(now.is_there, before.is_there)

    def mended(self, degree: int, rows: Words, others: Longs) -> Words | None:
        """Give the rows of all cells from those of the board before; None where that would take longer than afresh.

        It would after many changes, and where lines are in groups of which the best counts. Where some other cells,
        given by number, are ends, all is worked out again.
        """
        if self._has_groups:
            return None
        ends = np.union1d(others, self._changed_ends(degree))
        changes = self._changes(degree)
        kinds = min(len(self._kinds[0]) * len(self._kinds[1]), _MOST_KINDS)
        if len(changes.bits) > _MOST_CHANGES * kinds or len(ends) > _MOST_ENDS:
            return None
        found = rows.copy()
        put_pairs(found, *self._passing(degree, changes))
        starts, stops = np.concatenate([_between(ends, len(self._now.cells)), self._near(changes)], axis=1)
        put_pairs(found, starts, stops, self._now.is_open(degree, starts, stops))
        return found

    @property
    def _has_groups(self) -> bool:
        scheme = self._now.sheets.scheme
        return OPEN in scheme.steps[:, 0] or (not self._now.is_half and OPEN in scheme.near[:, 0])

    # --- lines that pass over what has changed -------------------------------------------------------------------

    def _passing(self, degree: int, changes: Changes) -> tuple[Longs, Longs, Bools]:
        """Give the pairs whose lines pass over changes and that may be seen otherwise for that, and which are seen."""
        now, found = self._now, [np.zeros(0, np.int64)]
        steps, boards = now.book.far.displacements.steps, self._boards(degree)

        def gather(pieces: Longs) -> None:
            for piece in pieces.tolist():
                for tape in now.book.far.tapes(piece):
                    part = Templates(steps[tape.first : tape.stop], tape.numbers, tape.begins)
                    found.append(gather_pairs(boards, changes, part))

        if len(changes.bits):
            run_in_threads(gather, np.array_split(np.arange(len(now.book.far.pieces)), _PARTS), None)
        pairs, is_open = np.divmod(np.concatenate(found), 2)
        starts, stops = (now.numbers_of_bits[each - boards.margin] for each in np.divmod(pairs, len(boards.lines)))
        if not now.is_half:
            return starts, stops, is_open == 1
        both = np.concatenate([starts, stops]), np.concatenate([stops, starts])
        return *both, np.tile(is_open == 1, 2) & ~now.at_end(degree)[both[1]]

    def _boards(self, degree: int) -> Boards:
        """Give both boards, with the kinds of ends of the one after the change."""
        now, then = self._now.sheets.sheet(degree), self._before.sheets.sheet(degree)
        twins, told, places = self._twins(), self._now.told, self._now.places
        table = np.where((twins < 0)[:, None, None], 0, then.table[twins])
        margin = places.bits + places.margin
        of_bits = np.full((3, places.bits + 2 * margin), -places.bits, np.int32)
        of_bits[:, self._now.cells + margin] = told.lines, told.starts, told.stops
        return Boards(
            np.concatenate([then.strings[:, 0], now.strings[:, 0]]),
            now.lead * WORD,
            np.stack([table, now.table + len(then.strings)]),
            np.stack([table.any(axis=2), now.counts]),
            of_bits[0],
            of_bits[1],
            of_bits[2],
            len(now.stops),
            margin,
        )

    def _changes(self, degree: int) -> Changes:
        """Give where contacts begin or cease to count, for lines between ends of any kinds that there were before."""
        now, then = self._now.sheets.sheet(degree), self._before.sheets.sheet(degree)
        twins = self._twins()
        new = now.table.reshape(len(now.table), -1)[twins >= 0]
        old = then.table.reshape(len(then.table), -1)[twins[twins >= 0]]
        codes, numbers = np.unique(new * len(then.strings) + old, return_inverse=True)
        ours, theirs = np.divmod(codes, len(then.strings))
        differ = np.pad(now.strings[ours, 0] ^ then.strings[theirs, 0], ((1, 0), (0, 0)))  # row 0 for no difference
        rows = (np.arange(len(differ)) * differ.any(axis=1))[1:][numbers].reshape(new.shape)
        bits = [np.zeros(0, np.int64)] * new.shape[1]
        for key in np.flatnonzero(rows.any(axis=0)):
            bits[key] = _bits(np.bitwise_or.reduce(differ[np.unique(rows[:, key])], axis=0)) - now.lead * WORD
        begins = np.concatenate([[0], np.cumsum([len(each) for each in bits])])
        return Changes(begins, np.concatenate([np.zeros(0, np.int64), *bits]))

    def _twins(self) -> Longs:
        """Give for the kinds of two ends, together, those that were the same before, -1 where there were none."""
        (starts, stops), before = self._kinds, self._before.sheets.stops
        return np.where((starts[:, None] < 0) | (stops < 0), -1, starts[:, None] * len(before.told) + stops).ravel()

    @cached_property
    def _kinds(self) -> tuple[Longs, Longs]:
        """For each kind of an origin, and of a target, which kind was the same before, -1 where there was none."""
        before, now = self._before.sheets, self._now.sheets
        return _twins(before.starts, now.starts), _twins(before.stops, now.stops)

    # --- what else may have changed ------------------------------------------------------------------------------

    def _changed_ends(self, degree: int) -> Longs:
        """Give the cells that are something else to lines that begin or end there."""
        before, now = self._before, self._now
        changed = self._kinds[0][now.told.starts] != before.told.starts
        changed |= self._kinds[1][now.told.stops] != before.told.stops
        if now.is_half:
            changed |= now.at_end(degree) != before.at_end(degree)
        return np.flatnonzero(changed)

    def _near(self, changes: Changes) -> Pairs:
        """Give neighbours near any change where these are looked at otherwise."""
        now = self._now
        if now.book.near is None:
            return np.zeros((2, 0), np.int64)
        changed = self._around(np.unique(changes.bits))
        steps = now.book.near.displacements.steps[:, 0]
        starts, stops = np.repeat(changed, len(steps)), self._cells_at((now.cells[changed][:, None] + steps).ravel())
        return np.stack([starts, stops])[:, stops >= 0]

    def _around(self, bits: Longs) -> Longs:
        """Give the cells up to two steps away from some places."""
        around, places = range(-2, 3), self._now.places
        away = np.array([q * places.q + r * places.r for q in around for r in around])
        found = np.unique(self._cells_at((bits[:, None] + away).ravel()))
        return found[found >= 0]

    def _cells_at(self, bits: Longs) -> Longs:
        """Give the number of the cell at each bit, -1 where there is none."""
        numbers = self._now.numbers_of_bits
        return np.where((bits >= 0) & (bits < len(numbers)), numbers[np.clip(bits, 0, len(numbers) - 1)], -1)


def _twins(before: Kinds, now: Kinds) -> Longs:
    told = list(before.told)
    return np.array([told.index(each) if each in told else -1 for each in now.told], np.int64)


def _between(ends: Longs, cells: int) -> Pairs:
    """Give all pairs from or to some cells."""
    starts, stops = np.repeat(ends, cells), np.tile(np.arange(cells), len(ends))
    is_pair = starts != stops
    starts, stops = starts[is_pair], stops[is_pair]
    return np.array([np.concatenate([starts, stops]), np.concatenate([stops, starts])])


def _bits(words: Words) -> Longs:
    """Give the numbers of the bits that are set."""
    found: Longs = np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little"))
    return found
