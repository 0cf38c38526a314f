"""Readings split, independently of any board, into parts that depend on a single site and the rest.

The degree of a part that depends on a single site can be computed once for each site of a board; only the rest of a
reading has to be evaluated contact by contact.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from sightline.rules.position import Mask, TerrainMask
from sightline.sight.board_line import OWN_ROLE
from sightline.sight.contact_evaluator import CompiledReading
from sightline.sight.normalize import normalize
from sightline.sight.plan import (
    Always,
    Condition,
    ContactKind,
    EndIsIn,
    Leaf,
    Max,
    Min,
    Reading,
    Ruled,
    SightLine,
    iter_max_parts,
    iter_parts,
    masks_of,
)


class SplitReading(Struct, frozen=True, eq=False):
    """A reading compiled independently of the board, for ends for which the same conditions hold.

    - `alone`: parts that depend on a single site; with `rest`, their maximum is the reading.
    - `masks`: the masks of the reading; `masks_of_rest`: those of `rest`.
    """

    kind: ContactKind
    reading: CompiledReading
    masks: tuple[Mask, ...]
    alone: tuple[SitePart, ...]
    rest: CompiledReading
    masks_of_rest: tuple[Mask, ...]


class SitePart(NamedTuple):
    """A part of a reading that depends on a single site: its masks with a clause, and all of its masks."""

    reading: CompiledReading
    masks: tuple[Mask, ...]
    all_masks: tuple[Mask, ...]

    @property
    def is_of_terrain(self) -> bool:
        """True if all masks depend only on terrain."""
        return all(isinstance(mask, TerrainMask) for mask in self.all_masks)


class SplitLine(Struct, frozen=True, eq=False):
    """The readings of a line compiled; `is_of_terrain` is True if all that is a reason on it is terrain."""

    readings: tuple[SplitReading, ...]
    is_of_terrain: bool


def split_line(line: SightLine, truths: tuple[bool, ...]) -> SplitLine:
    """Return the readings of a line, compiled once for all boards; `truths` are those of its `conditions`."""
    if truths not in line.compiled:
        holds = dict(zip(line.conditions, truths, strict=True))

        def known(condition: Condition) -> bool | None:
            return holds[condition] if isinstance(condition, EndIsIn) else None

        normal = ((kind, normalize(reading, known)) for kind, reading in line.readings.items())
        readings = tuple(_split_reading(kind, reading) for kind, reading in normal)
        masks = (mask for split in readings for mask in split.masks)
        line.compiled[truths] = SplitLine(readings, all(isinstance(mask, TerrainMask) for mask in masks))
    found: SplitLine = line.compiled[truths]
    return found


def _split_reading(kind: ContactKind, reading: Reading) -> SplitReading:
    """Split the parts of which a reading is the maximum into those that depend on a single site, and the rest."""
    parts = list(iter_max_parts(reading))
    alone = [part for part in parts if _counts_alone(part, kind)]
    if not all(map(_needs_reason, parts)):
        alone = []  # the other masks may count only together with these as reasons
    rest = Max(tuple(part for part in parts if part not in alone))
    spread = [each for part in alone for each in _iter_distributed(part)]
    site_parts = (SitePart(CompiledReading(part), masks_of(part), _all_masks_of(part)) for part in spread)
    return SplitReading(
        kind, CompiledReading(reading), masks_of(reading), tuple(site_parts), CompiledReading(rest), masks_of(rest)
    )


def _all_masks_of(reading: Reading) -> tuple[Mask, ...]:
    """Return the masks of a reading, including those of leaves without a clause."""
    return tuple(dict.fromkeys(part.mask for part in iter_parts(reading) if isinstance(part, Leaf)))


def _iter_distributed(reading: Reading) -> Iterator[Reading]:
    """Yield the parts of which a reading is the maximum, with `Min` distributed over `Max`."""
    match reading:
        case Max(parts):
            for part in parts:
                yield from _iter_distributed(part)
        case Min(parts) if any(isinstance(part, Max) for part in parts):
            first = next(part for part in parts if isinstance(part, Max))
            others = tuple(part for part in parts if part is not first)
            for part in first.parts:
                yield from _iter_distributed(Min((part, *others)))
        case _:
            yield reading


def _needs_reason(reading: Reading) -> bool:
    """Return whether every way to a degree above 0 cites a clause."""
    match reading:
        case Leaf(clause=clause):
            return clause is not None
        case Max(parts):
            return all(map(_needs_reason, parts))
        case Min(parts):
            return not parts or any(map(_needs_reason, parts))
        case Ruled(choices=choices):
            return all(map(_needs_reason, choices.values()))
    return False


def _counts_alone(reading: Reading, kind: ContactKind) -> bool:
    """Return whether a reading depends only on the single site of a contact of a kind, and cites a clause there."""
    leaves = (isinstance(part, Leaf) and OWN_ROLE.get(kind) == part.at for part in _iter_nodes(reading))
    return _needs_reason(reading) and all(leaves)


def _iter_nodes(reading: Reading) -> Iterator[Reading]:
    """Yield the conditions of a reading, and its `Ruled` nodes without their choices."""
    if isinstance(reading, Max | Min):
        for part in reading.parts:
            yield from _iter_nodes(part)
    elif not isinstance(reading, Always):
        yield reading
