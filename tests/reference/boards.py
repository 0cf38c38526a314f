"""Generator: what random boards of several systems, and their scenario texts, have in common."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, TypeVar

from tests.reference import geometry

IS_CI = os.environ.get("CI") == "true"
TIMES = float(os.environ.get("TIMES", "1" if IS_CI else "0.1"))
"""How many times as many random boards as in CI the long comparisons take."""
IS_COMPLETE = TIMES >= 1
"""True if comparisons take so many random boards that they meet their rare cases."""
Pattern = TypeVar("Pattern")
HEX_LAYOUTS = tuple(layout for layout in geometry.LAYOUTS if layout != "square")


def many(count: int) -> int:
    """Return how many random boards a comparison takes that takes `count` of them in CI: at least one."""
    return max(1, round(count * TIMES))


def least(count: float) -> float:
    """Return how often a comparison has to meet a case that it meets at least `count` times in CI."""
    return count if IS_COMPLETE else 0


def sampled(patterns: Iterable[Pattern]) -> Iterator[Pattern]:
    """Return all patterns in CI, elsewhere one in eleven: patterns have two, three or four choices at each place."""
    return islice(patterns, 0, None, 1 if IS_COMPLETE else 11)


def labels_of(columns: int, rows: int) -> list[str]:
    """Return the cells of a map, row by row."""
    return [geometry.format_cell((x, y)) for y in range(rows) for x in range(columns)]


def some_labels(rng: Random, columns: int, rows: int) -> list[str]:
    """Return the cells of a map with a few holes, or none."""
    labels = labels_of(columns, rows)
    holes = set(rng.sample(labels, rng.choice((0, 0, 0, 1, 4))))
    return [label for label in labels if label not in holes]


def lay_ground(rng: Random, cells: Iterable[set[str]], words: Sequence[str]) -> None:
    """Add kinds of terrain to cells, on some boards to none, on others to many."""
    density = rng.choice((0.0, 0.1, 0.2, 0.4))
    for kinds in cells:
        while rng.random() < density:
            kinds.add(rng.choice(words))


def some_levels(rng: Random, labels: Sequence[str]) -> dict[str, int]:
    """Return levels for some cells, from all that any system allows; on most boards for none."""
    raised = rng.sample(labels, len(labels) // 2) if rng.random() < 0.3 else []
    return {label: rng.choice((-9, -1, 1, 9, 10, 99, rng.randint(-9, 99))) for label in raised}


# --- text --------------------------------------------------------------------------------------------------


def iter_rows(columns: int, rows: int, token: Callable[[str], str]) -> Iterator[str]:
    """Yield the lines of a drawing; `token` says what is drawn for the cell of a label."""
    for y in range(rows):
        yield "    " + " ".join(token(geometry.format_cell((x, y))) for x in range(columns))


def drawn(kinds: Collection[str] | None, letters: Mapping[str, str], level: int = 0) -> str:
    """Return what is drawn for a cell with these kinds, None for a hole, at a level."""
    return "_" if kinds is None else f"{''.join(sorted(letters[kind] for kind in kinds)) or '.'}{level or ''}"


def flow(value: Any) -> str:
    """Return a value on one line of YAML, without what is None."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {flow(each)}' for key, each in value.items() if each is not None)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)
