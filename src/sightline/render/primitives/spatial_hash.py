"""A spatial hash: a uniform grid of bounding boxes, for overlap queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item")
_BUCKETS_PER_SIDE = 40


class Box(NamedTuple):
    """A bounding box."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Return whether two boxes share more than an edge."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class SpatialHash(Generic[Item]):
    """Items by bounding box, on a table whose longer side is `length`."""

    def __init__(self, length: float) -> None:
        self._size = length / _BUCKETS_PER_SIDE
        self._buckets: dict[tuple[int, int], dict[int, tuple[Box, Item]]] = defaultdict(dict)
        self._count = 0

    def add(self, box: Box, item: Item) -> None:
        """Add an item."""
        for bucket in self._buckets_of(box):
            self._buckets[bucket][self._count] = (box, item)
        self._count += 1

    def overlapping(self, box: Box) -> list[Item]:
        """Return the items whose boxes overlap a box, in the order in which they were added."""
        found = {k: each for bucket in self._buckets_of(box) for k, each in self._buckets.get(bucket, {}).items()}
        return [item for _, (other, item) in sorted(found.items(), key=lambda each: each[0]) if box.overlaps(other)]

    def _buckets_of(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (int(edge // self._size) for edge in box)
        return product(range(left, right + 1), range(top, bottom + 1))
