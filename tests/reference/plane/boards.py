"""Generator: random scenes on a table that are hard to judge: slits, corners by a hair, heaps of ruins.

A scene is laid out with its ends along the x axis and then turned by any angle and moved anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import cos, pi, radians, sin, sqrt
from random import Random

from sightline.plane import Disc, Polygon, Shape, Spot, rectangle

INCH = 25.4
BASES = tuple(size / INCH for size in (25, 25, 28.5, 32, 40, 50, 60))
SLITS = (0.001, 0.02, 0.05, 0.1, 0.2, 0.5)
HAIRS = (0.0, 0.0, 1e-4, 1e-3, 0.01, 0.03, 0.1)


@dataclass(frozen=True)
class Scene:
    """Two ends and what stands about; `kind` says what is nasty about it."""

    kind: str
    start: Shape
    stop: Shape
    obstacles: tuple[Shape, ...]
    cap: float
    slit: float | None = None

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return (self.start, self.stop, *self.obstacles)


def random_scene(rng: Random, kind: str | None = None) -> Scene:
    kind = kind or rng.choice(list(KINDS))
    scene = KINDS[kind](rng)
    turned = rng.uniform(0, 360) if rng.random() < 0.8 else rng.choice((0.0, 90.0, 180.0, 270.0))
    placed = moved(scene, turned, rng.uniform(5, 60), rng.uniform(5, 40))
    return replace(swapped(placed) if rng.random() < 0.5 else placed, kind=kind)


# --- the same scene elsewhere ------------------------------------------------------------------------------


def moved(scene: Scene, degrees: float = 0, x: float = 0, y: float = 0, is_mirrored: bool = False) -> Scene:
    """Return the scene mirrored at the x axis if asked for, turned round the origin, and then moved."""
    ahead, aside = cos(radians(degrees)), sin(radians(degrees))

    def place(spot: Spot) -> Spot:
        down = -spot.y if is_mirrored else spot.y
        return Spot(spot.x * ahead - down * aside + x, spot.x * aside + down * ahead + y)

    start, stop, *obstacles = (_mapped(shape, place) for shape in scene.shapes)
    return replace(scene, start=start, stop=stop, obstacles=tuple(obstacles))


def swapped(scene: Scene) -> Scene:
    return replace(scene, start=scene.stop, stop=scene.start)


def _mapped(shape: Shape, place: Callable[[Spot], Spot]) -> Shape:
    if isinstance(shape, Disc):
        return Disc(place(shape.centre), shape.radius)
    return Polygon(tuple(place(spot) for spot in shape.corners))


# --- things ------------------------------------------------------------------------------------------------


def base(rng: Random, x: float, y: float) -> Shape:
    """Return a round base, or a rectangular one turned by any angle."""
    if rng.random() < 0.65:
        return Disc(Spot(x, y), rng.choice(BASES) / 2)
    width = rng.choice(BASES)
    return rectangle(Spot(x, y), width, width * rng.choice((1, 1.5, 2)), rng.choice((0, 90, rng.uniform(0, 360))))


def width_of(shape: Shape) -> float:
    """Return what a base's width counts as: a disc's diameter, a rectangle's shorter side, 1 inch for a building."""
    if isinstance(shape, Disc):
        return 2 * shape.radius
    if len(shape.corners) != 4:
        return 1.0
    return min(abs(complex(*b) - complex(*a)) for a, b in pairwise(shape.corners))


def scene_of(start: Shape, stop: Shape, obstacles: Sequence[Shape], slit: float | None = None) -> Scene:
    return Scene("", start, stop, tuple(obstacles), min(width_of(start), width_of(stop)), slit)


def box(left: float, top: float, right: float, bottom: float) -> Polygon:
    return polygon((left, top), (right, top), (right, bottom), (left, bottom))


def polygon(*corners: tuple[float, float]) -> Polygon:
    return Polygon(tuple(Spot(x, y) for x, y in corners))


def ell(rng: Random, x: float, y: float, size: float) -> Polygon:
    """Return an L, or a U, in one of four positions, round the place."""
    thick = size * rng.uniform(0.15, 0.45)
    half = size / 2
    if rng.random() < 0.6:
        corners = [(-half, -half), (half, -half), (half, thick - half), (thick - half, thick - half)]
        corners += [(thick - half, half), (-half, half)]
    else:
        corners = [(-half, -half), (half, -half), (half, half), (half - thick, half), (half - thick, thick - half)]
        corners += [(thick - half, thick - half), (thick - half, half), (-half, half)]
    for _ in range(rng.randrange(4)):
        corners = [(-b, a) for a, b in corners]
    return polygon(*((x + a, y + b) for a, b in corners))


def star(rng: Random, x: float, y: float, size: float) -> Polygon:
    """Return a jagged ruin of 3 to 9 corners."""
    count = rng.randint(3, 9)
    angles = [2 * pi * (index + rng.uniform(0.0, 0.7)) / count for index in range(count)]
    return polygon(
        *((x + far * cos(angle), y + far * sin(angle)) for angle in angles for far in [size * rng.uniform(0.2, 0.6)])
    )


def thing(rng: Random, x: float, y: float, size: float) -> Shape:
    match rng.randrange(4):
        case 0:
            return Disc(Spot(x, y), size / 2)
        case 1:
            return ell(rng, x, y, size)
        case 2:
            return star(rng, x, y, size)
        case _:
            return rectangle(Spot(x, y), size, size * rng.uniform(0.1, 1), rng.choice((0, rng.uniform(0, 180))))


def wall_with_slit(rng: Random, x: float, y: float, slit: float) -> list[Shape]:
    """Return two walls with a slit between them at (x, y), turned by up to 50 degrees.

    They are so long that no way leads round them.
    """
    thick, far = rng.choice((0.02, 0.1, 0.25, 0.5, 2.0)), 40.0
    halves = (box(-thick / 2, -far, thick / 2, -slit / 2), box(-thick / 2, slit / 2, thick / 2, far))
    one, other = halves if rng.random() < 0.7 else (halves[0], Disc(Spot(0.0, slit / 2 + 30), 30.0))
    turned = rng.choice((0.0, 0.0, rng.uniform(-50, 50)))
    return list(moved(scene_of(one, other, ()), turned, x, y).shapes)


# --- kinds of scenes ---------------------------------------------------------------------------------------


def _slit(rng: Random) -> Scene:
    far, slit = rng.uniform(4, 24), rng.choice(SLITS)
    start, stop = base(rng, 0, 0), base(rng, far, rng.uniform(-1, 1))
    near = rng.uniform(-1.2, 1.2) if rng.random() < 0.7 else rng.uniform(-6, 6)
    return scene_of(start, stop, wall_with_slit(rng, far * rng.uniform(0.35, 0.65), near, slit), slit)


def _staggered(rng: Random) -> Scene:
    """Return two or three walls whose slits nearly stand in one line."""
    far, slit = rng.uniform(8, 24), rng.choice(SLITS)
    walls: list[Shape] = []
    for part in rng.choice(((0.3, 0.7), (0.25, 0.5, 0.75))):
        off = rng.choice((0.0, slit / 2, slit, rng.uniform(-0.3, 0.3)))
        walls += wall_with_slit(rng, far * part, off, slit)
    return scene_of(base(rng, 0, 0), base(rng, far, rng.uniform(-0.3, 0.3)), walls, slit)


def _hugging(rng: Random) -> Scene:
    """Round bases along walls, which they touch, or nearly."""
    far, sizes = rng.uniform(3, 16), (rng.choice(BASES) / 2, rng.choice(BASES) / 2)
    walls: list[Shape] = []
    for x, size in zip((0.0, far), sizes, strict=True):
        off, length, side = rng.choice((0.0, 0.0, 0.01, 0.3)), rng.choice((1.0, 3.0, far)), rng.choice((1, -1))
        low = x + rng.uniform(-length, 0)
        walls.append(box(low, side * (size + off), low + length, side * (size + off + 0.25)))
        if rng.random() < 0.4:
            before = x + (1 if x == 0 else -1) * (size + off + 0.1)
            walls.append(box(before - 0.1, -rng.uniform(0, 2), before + 0.1, rng.uniform(0, 2)))
    return scene_of(Disc(Spot(0.0, 0.0), sizes[0]), Disc(Spot(far, 0.0), sizes[1]), walls)


def _corner(rng: Random) -> Scene:
    """Only a hair of one base's edge, or nothing, can be seen past a wall that ends at the outermost line."""
    far, one, other = rng.uniform(4, 20), rng.choice(BASES) / 2, rng.choice(BASES) / 2
    wall_at = rng.uniform(one + 0.3, far - other - 0.3)
    height = _outer_line(one, other, far, wall_at)
    hair = rng.choice(HAIRS) * rng.choice((1, 1, -1))
    walls: list[Shape] = [box(wall_at - 1e-3, -30, wall_at + 1e-3, height - hair)]
    if rng.random() < 0.5:
        walls.append(thing(rng, rng.uniform(1, far), rng.uniform(1, 3), rng.uniform(0.3, 2)))
    start: Shape = Disc(Spot(0.0, 0.0), one)
    return scene_of(start, Disc(Spot(far, 0.0), other), walls)


def _outer_line(one: float, other: float, far: float, x: float) -> float:
    """Return how high above the middles the common tangent of two discs runs."""
    lean = (one - other) / far
    return (one - lean * x) / sqrt(1 - lean**2)


def _clutter(rng: Random) -> Scene:
    """Many small things, of which some touch or overlap."""
    far, spread = rng.uniform(8, 24), rng.uniform(1.5, 5)
    things = [
        thing(rng, rng.uniform(1.5, far - 1.5), rng.uniform(-spread, spread), rng.uniform(0.2, 1.8))
        for _ in range(rng.randint(6, 24))
    ]
    return scene_of(base(rng, 0, 0), base(rng, far, rng.uniform(-1, 1)), things)


def _nested(rng: Random) -> Scene:
    """Features inside features, and walls that touch walls at edges and corners."""
    far, things = rng.uniform(6, 16), list[Shape]()
    x, y, size = far / 2, rng.uniform(-2, 2), rng.uniform(1, 4)
    outer = ell(rng, x, y, size) if rng.random() < 0.5 else box(x - size / 2, y - size / 2, x + size / 2, y + size / 2)
    things += [outer, thing(rng, x, y, size / 3), thing(rng, x + size / 4, y, size / 2)]
    top = y + size / 2
    for _ in range(rng.randint(1, 4)):  # a pile of blocks, each on the one before
        height = rng.uniform(0.2, 1.5)
        shift = rng.choice((0.0, size, rng.uniform(-size, size)))
        things.append(box(x - size / 2 + shift, top, x + size / 2 + shift, top + height))
        top += height
    return scene_of(base(rng, 0, 0), base(rng, far, rng.uniform(-2, 2)), things)


def _building(rng: Random) -> Scene:
    """Return a building as target, and perhaps as attacker, behind a few things."""
    far, size = rng.uniform(6, 16), rng.uniform(2, 5)
    target = ell(rng, far, rng.uniform(-2, 2), size) if rng.random() < 0.7 else star(rng, far, 0, size)
    start = base(rng, 0, 0) if rng.random() < 0.8 else ell(rng, 0, 0, rng.uniform(1, 3))
    slit, middle = rng.choice(SLITS), (far - size / 2) / 2 + 0.5
    if rng.random() < 0.4:
        return scene_of(start, target, wall_with_slit(rng, middle, rng.uniform(-1, 1), slit), slit)
    things = [thing(rng, rng.uniform(1.5, far - 1), rng.uniform(-3, 3), rng.uniform(0.5, 4)) for _ in range(5)]
    return scene_of(start, target, things)


def _courtyard(rng: Random) -> Scene:
    """Return a base between the wings of a building that it looks at, with something in the way."""
    size, thick = rng.uniform(4, 8), rng.uniform(0.3, 1)
    half = size / 2
    corners = [(-half, -half), (half, -half), (half, half), (half - thick, half), (half - thick, thick - half)]
    corners += [(thick - half, thick - half), (thick - half, half), (-half, half)]
    start = base(rng, rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3))
    things = [thing(rng, rng.uniform(-half, half), rng.uniform(-half, half), rng.uniform(0.3, 3)) for _ in range(4)]
    round_about: list[Shape] = []
    for angle in range(6):
        far = rng.uniform(1.6, 2.0)
        round_about.append(Disc(Spot(far * cos(angle), far * sin(angle)), rng.uniform(0.75, 1.0)))
    return scene_of(start, polygon(*corners), round_about if rng.random() < 0.6 else things)


def _overlap(rng: Random) -> Scene:
    """Obscuring features that overlap an end, hold it, or end at its outline."""
    far = rng.uniform(4, 12)
    start, stop = base(rng, 0, 0), base(rng, far, 0)
    things: list[Shape] = []
    for x in rng.choice(((0.0,), (far,), (0.0, far))):
        away = rng.choice((0.0, 0.5, 1.0, rng.uniform(0, 2)))
        turn = rng.uniform(0, 2 * pi)
        things.append(thing(rng, x + away * cos(turn), away * sin(turn), rng.uniform(0.5, 3)))
    if rng.random() < 0.5:
        things += wall_with_slit(rng, far / 2, rng.uniform(-0.5, 0.5), rng.choice(SLITS))
    return scene_of(start, stop, things)


def _hidden(rng: Random) -> Scene:
    """Walls of which some together hide the target, or nearly."""
    far = rng.uniform(5, 16)
    things: list[Shape] = []
    for _ in range(rng.randint(2, 5)):
        x, y, length = rng.uniform(1.5, far - 1.5), rng.uniform(-1.5, 1.5), rng.uniform(0.3, 1.8)
        things.append(rectangle(Spot(x, y), rng.choice((0.05, 0.3)), length, rng.uniform(-60, 60)))
    return scene_of(base(rng, 0, 0), base(rng, far, rng.uniform(-1, 1)), things)


def _discs(rng: Random) -> Scene:
    """Rows of discs that touch or leave slits."""
    far, size, slit = rng.uniform(6, 20), rng.uniform(0.4, 2.5), rng.choice((0.0, *SLITS))
    x, shift = rng.uniform(2.5, far - 2.5), rng.uniform(-size, size)
    discs = [Disc(Spot(x, shift + index * (size + slit)), size / 2) for index in range(-6, 7)]
    return scene_of(base(rng, 0, 0), base(rng, far, rng.uniform(-1, 1)), discs, slit or None)


def _near(rng: Random) -> Scene:
    """Ends that touch, overlap, or stand a hair or little apart, with things between and about."""
    one, other, gap = rng.choice(BASES) / 2, rng.choice(BASES) / 2, rng.choice((-0.3, 0.0, 1e-3, 0.05, 0.5, 1.0))
    x = one + max(gap, 0.0) / 2
    things = [thing(rng, x, rng.uniform(-1.5, 1.5), rng.uniform(0.1, 1.2)) for _ in range(rng.randint(1, 4))]
    if gap > 0:
        things.append(box(x - gap / 4, rng.uniform(-2, 0.3), x + gap / 4, rng.uniform(0.3, 3)))
    return scene_of(Disc(Spot(0.0, 0.0), one), Disc(Spot(one + other + gap, 0.0), other), things)


def _grid(rng: Random) -> Scene:
    """Return everything on a grid of half inches: what is in one line is so exactly, and corners touch corners."""

    def whole(low: int, high: int) -> float:
        return rng.randint(2 * low, 2 * high) / 2

    def end(x: float, y: float) -> Shape:
        return Disc(Spot(x, y), 0.5) if rng.random() < 0.5 else box(x - 0.5, y - 0.5, x + 0.5, y + 0.5)

    far, things = whole(3, 8), list[Shape]()
    for _ in range(rng.randint(2, 9)):
        x, y, size = whole(1, 7), whole(-3, 3), rng.choice((0.5, 0.5, 1.0, 2.0))
        if rng.random() < 0.2:
            things.append(Disc(Spot(x, y), size / 2))
        else:
            things.append(box(x, y, x + size, y + rng.choice((0.5, 1.0, 2.0))))
    return scene_of(end(0, 0), end(far, whole(-1, 1)), things)


KINDS: dict[str, Callable[[Random], Scene]] = {
    "slit": _slit,
    "staggered slits": _staggered,
    "along walls": _hugging,
    "round a corner": _corner,
    "clutter": _clutter,
    "nested and touching": _nested,
    "building": _building,
    "courtyard": _courtyard,
    "overlapped ends": _overlap,
    "partly hidden": _hidden,
    "rows of discs": _discs,
    "near ends": _near,
    "on a grid": _grid,
}
