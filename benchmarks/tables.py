"""Free tables that are measured: walls at every angle and bases between them."""

from __future__ import annotations

import random

from sightline.plane import Disc, Polygon, Shape, Spot, overlap, rectangle

WIDTH, HEIGHT = 72, 48
_BASE = 16 / 25.4  # the radius of a base of 32 mm


def random_walls_and_bases(walls: int, bases: int, seed: int = 1) -> tuple[list[Polygon], list[Disc]]:
    """Return walls 0.2 inches thick and 1 to 5 long, which may cross, and bases of 32 mm that overlap nothing."""
    rng = random.Random(seed)

    def place(margin: float) -> Spot:
        return Spot(rng.uniform(margin, WIDTH - margin), rng.uniform(margin, HEIGHT - margin))

    built = [rectangle(place(3), 0.2, rng.uniform(1, 5), rng.uniform(0, 180)) for _ in range(walls)]
    standing: list[Disc] = []
    while len(standing) < bases:
        base = Disc(place(1), _BASE)
        taken: list[Shape] = [*built, *standing]
        if not any(overlap(base, shape) for shape in taken):
            standing.append(base)
    return built, standing


def scenario_of(walls: list[Polygon], bases: list[Disc]) -> str:
    """Return walls and bases as the text of a scenario."""
    rows = ["sightline: 1", "rules: post-galactica", "map:", "  grid: free", f"  size: {WIDTH}x{HEIGHT}", "  features:"]
    for wall in walls:
        corners = ", ".join(f"[{x:.9f}, {y:.9f}]" for x, y in wall.corners)
        rows.append(f"    - {{is: blocking, outline: [{corners}]}}")
    rows.append("pieces:")
    for number, base in enumerate(bases):
        x, y = base.centre
        rows.append(f"  U{number}: {{at: [{x:.9f}, {y:.9f}], base: 32mm}}")
    return "\n".join(rows)
