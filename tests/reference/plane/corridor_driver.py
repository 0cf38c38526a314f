"""Driver: corridors and what lies between, compared with the references on random scenes."""

from __future__ import annotations

from collections import Counter
from math import inf
from random import Random

import numpy as np

from sightline.plane import Disc, Shape, is_crossed_between, is_crossed_near, widest_corridor
from tests.reference.plane import between_model as plane_between
from tests.reference.plane import boards as plane_scenes
from tests.reference.plane import corridor_model as plane_sight
from tests.reference.plane.boards import KINDS, Scene, moved, random_scene
from tests.reference.plane.corridor_model import MIN_WIDTH
from tests.reference.plane.witness_check import HAIR, witness_problem

Counts = Counter[str]

FAIR = 1e-7
"""Widths that differ by less are the same; so near to the least one a corridor may be there or not."""
SAMPLED_EVERY, MOVED_EVERY, THINGS = 4, 4, 5
COARSE = 1e-4
FINE = 0.01


def compare_corridors(rng: Random, scenes: int) -> Counts:
    """Compare random scenes; return the counts of what was met."""
    counts: Counts = Counter()
    for index in range(scenes):
        scene = random_scene(rng, list(KINDS)[index % len(KINDS)])
        width = compare_corridor(scene, counts)
        if index // len(KINDS) % SAMPLED_EVERY == 0:
            _compare_sampled(scene, width, rng, counts)
        if index // len(KINDS) % MOVED_EVERY == 1:
            _compare_moved(scene, width, rng, counts)
    return counts


def compare_corridor(scene: Scene, counts: Counts) -> float:
    """Compare the corridor of one scene, its segment and what cuts every line; return its width."""
    ends = scene.start, scene.stop
    found = widest_corridor(*ends, scene.obstacles, scene.cap)
    width: float = found.width
    is_touching = plane_sight.are_touching(*ends)
    wanted = plane_sight.widest(*ends, scene.obstacles, scene.cap)
    assert _is_same(width, wanted), f"{width} wide, not {wanted}: {scene}"
    assert width == 0 or MIN_WIDTH <= width <= scene.cap, f"{width}: {scene}"
    assert (found.segment is None) == (width == 0), f"{found}: {scene}"
    if found.segment is not None:
        problem = witness_problem(*ends, () if is_touching else scene.obstacles, width, found.segment)
        assert problem is None, f"{problem}: {found} in {scene}"
    if width == 0:
        _compare_covering(scene, set(found.covering), counts)
    else:
        assert not found.covering, f"{found}: {scene}"
    _count(scene, width, is_touching, counts)
    return width


def _is_same(one: float, other: float) -> bool:
    """Return whether two widths are the same, or one of them just reaches the least width and the other does not."""
    return abs(one - other) <= FAIR or max(one, other) < MIN_WIDTH + FAIR


def _compare_covering(scene: Scene, covering: set[int], counts: Counts) -> None:
    """All obstacles that cut every line alone; where none does, some of which none may be missing."""
    message = f"{covering} in {scene}"
    alone = {index for index in range(len(scene.obstacles)) if is_surely(scene, {index}) == "blocked"}
    doubtful = {index for index in range(len(scene.obstacles)) if is_surely(scene, {index}) is None}
    if alone:
        counts["blocked by one alone"] += 1
        assert alone <= covering <= alone | doubtful, message
    elif not covering & doubtful:
        counts["blocked by several together"] += 1
        assert is_surely(scene, covering) != "clear", message
        assert not any(is_surely(scene, covering - {index}) == "blocked" for index in covering), message


def is_surely(scene: Scene, indices: set[int]) -> str | None:
    """Return whether so many of the obstacles leave a corridor, where that is not too close to call."""
    some = [scene.obstacles[index] for index in indices]
    ends = scene.start, scene.stop
    if plane_sight.has_corridor(*ends, some, MIN_WIDTH + FAIR):
        return "clear"
    return None if plane_sight.has_corridor(*ends, some, MIN_WIDTH - FAIR) else "blocked"


def _compare_sampled(scene: Scene, width: float, rng: Random, counts: Counts) -> None:
    ends, draw = (scene.start, scene.stop), np.random.default_rng(rng.randrange(2**32))
    if plane_sight.are_touching(*ends):
        return
    sampled = plane_sight.sampled_width(*ends, scene.obstacles, scene.cap, draw)
    inside = plane_sight.inside_width(*ends, scene.obstacles, scene.cap, draw)
    for found in (sampled, inside):
        assert found <= width + FAIR or _is_same(found, width), f"{found} sampled, {width} wide: {scene}"
    counts["sampled clear"] += width > 0
    counts["sampled as wide"] += sampled >= width - COARSE and width > 0


def _compare_moved(scene: Scene, width: float, rng: Random, counts: Counts) -> None:
    """The width stays the same when the scene is turned, moved or mirrored, or the ends change places."""
    turned = moved(scene, rng.uniform(0, 360))
    others = {
        "swapped": plane_scenes.swapped(scene),
        "turned": turned,
        "mirrored": moved(scene, is_mirrored=True),
        "moved": moved(scene, 0, rng.uniform(-60, 60), rng.uniform(-60, 60)),
    }
    for how, other in others.items():
        found = widest_corridor(other.start, other.stop, other.obstacles, other.cap)
        assert _is_same(found.width, width), f"{found.width} {how}, {width} before: {scene}"
        counts[how] += 1


def _count(scene: Scene, width: float, is_touching: bool, counts: Counts) -> None:
    state = "blocked" if width == 0 else "clear"
    counts["scenes"] += 1
    counts[state] += 1
    counts[f"kind {scene.kind}"] += 1
    counts[f"{state} kind {scene.kind}"] += 1
    counts["null margins"] += width >= scene.cap
    counts["too close"] += 0 < width < FINE
    counts["touching ends"] += is_touching
    counts["ends within an inch"] += not is_touching and _ends_apart(scene) < 1
    counts["obstacles that touch an end"] += any(_touches_end(scene, shape) for shape in scene.obstacles)
    counts["discs as obstacles"] += any(isinstance(shape, Disc) for shape in scene.obstacles)
    if scene.slit is not None:
        counts[f"{state} slit {scene.slit}"] += 1
    if not is_touching:
        is_seen = plane_sight.centre_and_eight(scene.start, scene.stop, scene.obstacles)
        assert width > 0 or not is_seen, f"one of 81 lines is clear: {scene}"
        counts[f"asked {scene.kind}"] += width > 0
        counts[f"missed {scene.kind}"] += width > 0 and not is_seen


def _ends_apart(scene: Scene) -> float:
    return plane_sight.apart(scene.start, scene.stop)


def _touches_end(scene: Scene, shape: Shape) -> bool:
    return any(abs(plane_sight.apart(end, shape)) < HAIR for end in (scene.start, scene.stop))


# --- what lies between -------------------------------------------------------------------------------------


def compare_between(rng: Random, scenes: int) -> Counts:
    """Compare what lies between the ends of random scenes; return the counts of what was met."""
    counts: Counts = Counter()
    for _ in range(scenes):
        scene = random_scene(rng)
        for shape in rng.sample(scene.obstacles, min(THINGS, len(scene.obstacles))):
            _compare_thing(scene, shape, rng.choice((1.0, 1.0, rng.uniform(0, 8))), counts)
    return counts


def _compare_thing(scene: Scene, shape: Shape, inches: float, counts: Counts) -> None:
    ends = scene.start, scene.stop
    for name, limit, found in (
        ("between", inf, is_crossed_between(*ends, shape)),
        ("near", inches, is_crossed_near(*ends, shape, inches)),
    ):
        wanted = plane_between.is_crossed_near(*ends, shape, limit)
        assert wanted is None or found == wanted, f"{name} {limit}: {found}, not {wanted}: {shape} in {scene}"
        counts[f"{name} {'close to call' if wanted is None else 'met' if wanted else 'not met'}"] += 1
