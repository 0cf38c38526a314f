"""Sight on a free table, all pairs at once, against shapely's prepared geometry on the same table in the same run."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.cases import Row
from sightline.plane import Disc, Polygon, Spot, rectangle

if TYPE_CHECKING:
    from sightline.field.corridors import Obstacles

WIDTH, HEIGHT = 72, 48
BASE = 32 / 25.4
"""The diameter of a base in inches."""


class Laid(NamedTuple):
    """A table: walls, and units on round bases."""

    walls: tuple[Polygon, ...]
    units: tuple[Disc, ...]

    @property
    def middles(self) -> list[Spot]:
        """Where the units stand."""
        return [unit.centre for unit in self.units]

    @property
    def text(self) -> str:
        """The same table as a scenario of Post Galactica."""
        lines = ["sightline: 1", "rules: post-galactica", f"map: {{grid: free, size: {WIDTH}x{HEIGHT}, features: ["]
        for wall in self.walls:
            outline = ", ".join(f"[{x:.9f}, {y:.9f}]" for x, y in wall.corners)
            lines.append(f"  {{is: wall, blocks: true, outline: [{outline}]}},")
        lines += ["]}", "pieces:"]
        for number, (x, y) in enumerate(self.middles):
            lines.append(f"  P{number}: {{at: [{x:.9f}, {y:.9f}], base: 32mm, side: {('red', 'blue')[number % 2]}}}")
        return "\n".join(lines) + "\n"


def random_table(walls: int, units: int) -> Laid:
    """Give a table with walls 0.2 inch thick and 1 to 5 long at any angle; bases neither overlap nor leave it."""
    draw = random.Random(1)

    def spot(rim: float) -> Spot:
        return Spot(draw.uniform(rim, WIDTH - rim), draw.uniform(rim, HEIGHT - rim))

    laid = tuple(rectangle(spot(3), 0.2, draw.uniform(1, 5), draw.uniform(0, 180)) for _ in range(walls))
    places: list[Spot] = []
    while len(places) < units:
        place = spot(1)
        if all((place.x - x) ** 2 + (place.y - y) ** 2 > (BASE + 0.01) ** 2 for x, y in places):
            places.append(place)
    return Laid(laid, tuple(Disc(place, BASE / 2) for place in places))


def tables(*, is_quick: bool) -> Iterator[Row]:
    """Measure sight between all pairs; what is compiled, loaded or prepared is so before."""
    if find_spec("numba") is None:
        return
    from sightline.field.corridors import Obstacles

    table, runs = random_table(200, 200), 3 if is_quick else 15
    obstacles, peer = Obstacles(table.walls), shapely_sees_all(table)
    first = _least({"first": lambda: _ask_all(obstacles, table)}, 1)["first"]
    name = f"{len(table.walls)} walls x {len(table.units)} units"
    questions: dict[str, tuple[Callable[[], Any], str]] = {
        f"{name}, middle to middle": (lambda: obstacles.open_lines(table.middles, threads=1), ""),
        f"{name}, base to base": (
            lambda: obstacles.open_pairs(table.units, threads=1),
            f"another question: we find any corridor, without sampling; first calls took {first:.1f} s",
        ),
        f"{name}, base to base, {os.cpu_count()} threads": (lambda: obstacles.open_pairs(table.units), ""),
        f"{name}, Post Galactica": (lambda: _post_galactica(table), "another question; the scenario is read besides"),
    }
    works = {case: work for case, (work, _) in questions.items()}
    taken = _least({**works, "peer": peer} if peer else works, runs)
    for case, (_, remark) in questions.items():
        yield Row(case, taken[case], "shapely, prepared, middle to middle", taken.get("peer"), remark)


def _ask_all(obstacles: Obstacles, table: Laid) -> None:
    obstacles.open_lines(table.middles)
    obstacles.open_pairs(table.units)


def _post_galactica(table: Laid) -> None:
    import sightline

    sightline.parse(table.text).field().pairs(threads=1)


def shapely_sees_all(table: Laid) -> Callable[[], int] | None:
    """Count the straight lines between middles that meet no wall, if shapely is installed."""
    if find_spec("shapely") is None:
        return None
    import numpy as np
    import shapely

    walls = shapely.union_all([shapely.Polygon(wall.corners) for wall in table.walls])
    shapely.prepare(walls)
    places, (one, other) = np.array(table.middles), np.triu_indices(len(table.units), 1)
    lines = shapely.linestrings(np.stack([places[one], places[other]], axis=1))
    return lambda: len(lines) - int(shapely.intersects(walls, lines).sum())


def _least(works: dict[str, Callable[[], Any]], runs: int) -> dict[str, float]:
    """Give the least seconds of each work, run in turns."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(runs):
        for name, work in works.items():
            before = time.perf_counter()
            work()
            taken[name].append(time.perf_counter() - before)
    return {name: min(seconds) for name, seconds in taken.items()}
