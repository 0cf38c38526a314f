"""Corridors and what lies between agree with the slow references on thousands of nasty scenes."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from sightline.plane import Disc, Shape, Spot, is_crossed_between, is_crossed_near
from tests.reference.boards import many
from tests.reference.driver import Ledger
from tests.reference.plane import corridor_driver as plane_agreement
from tests.reference.plane.boards import KINDS, SLITS, box, moved, polygon, scene_of, swapped

SHARDS, SCENES = 6, many(5) * len(KINDS)
THINGS_SHARDS, THINGS_SCENES = 4, many(150)

EXPECTED = (
    *("blocked", "clear", "null margins", "too close", "touching ends", "ends within an inch", "sampled as wide"),
    *("obstacles that touch an end", "discs as obstacles", "blocked by one alone", "blocked by several together"),
    *("swapped", "turned", "mirrored", "moved"),
    *(f"kind {kind}" for kind in KINDS),
    *(f"{state} slit {slit}" for state in ("clear", "blocked") for slit in SLITS),
)


def test_a_few_corridors_agree() -> None:
    plane_agreement.compare_corridors(Random("a few corridors"), 2)


def test_a_few_things_between_agree() -> None:
    plane_agreement.compare_between(Random("a few things"), 5)


NARROW: dict[str, tuple[Shape, Shape, list[Shape]]] = {
    "a box before a disc and touching it": (
        box(-1, 0, 0, 1),
        Disc(Spot(0.5, 4), 0.5),
        [box(0.5, 2.5, 1, 3.5)],
    ),
    "a wall along a base": (
        Disc(Spot(0, 0), 0.6),
        Disc(Spot(3.9, -3.4), 0.5),
        [polygon((4.0, -2.5), (3.9, -2.4), (2.1, -4.4), (2.3, -4.6))],
    ),
    "a disc over the gap between two bases": (
        Disc(Spot(0, 0), 0.79),
        Disc(Spot(1.42, 0.01), 0.63),
        [
            polygon((0.45, -0.88), (1.13, -0.88), (1.13, -0.77), (0.56, -0.77), (0.56, -0.2), (0.45, -0.2)),
            Disc(Spot(0.79, -0.14), 0.43),
        ],
    ),
    "a base in a courtyard beside a block": (
        polygon((0, 0), (5.9, -0.2), (6.1, 5.7), (5.3, 5.7), (5.2, 0.6), (0.8, 0.7), (0.9, 5.9), (0.2, 5.9)),
        Disc(Spot(3.3, 2.8), 0.6),
        [polygon((3.1, 1), (5.4, 1), (5.5, 3.1), (3.2, 3.2))],
    ),
    "a ruin over all of a base but two corners": (
        polygon((0, 0), (0.88, 0.9), (-0.02, 1.78), (-0.9, 0.88)),
        Disc(Spot(-6.56, 7.27), 0.49),
        [
            polygon(
                *((0.68, 1.08), (0.26, 1.54), (0.19, 1.96), (-0.67, 2.18)),
                *((-0.91, 1.33), (-0.31, 1.06), (-0.02, 0.66)),
            )
        ],
    ),
}


@pytest.mark.parametrize("name", NARROW)
def test_corridors_that_end_at_an_obstacle(name: str) -> None:
    """Both ways round, and turned."""
    scene = scene_of(*NARROW[name])
    for each in (scene, swapped(scene), moved(scene, 77.7, 40, 20)):
        plane_agreement.compare_corridor(each, Counter())


def test_discs_near_the_end() -> None:
    """The lines fill all from y = -1/2 to 1/2, where the big disc ends 3.458 inches past its middle."""
    start, stop = Disc(Spot(-17, 0), 0.5), Disc(Spot(0, 0), 0.5)
    assert is_crossed_near(start, stop, Disc(Spot(0, 0), 0.2), 0)
    assert is_crossed_near(start, stop, Disc(Spot(0, 0), 0.7), 0)
    big = Disc(Spot(-11, 30.3), 30)
    assert is_crossed_between(start, stop, big)
    assert is_crossed_near(start, stop, big, 7.059)
    assert not is_crossed_near(start, stop, big, 7.058)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_corridors_agree(shard: int, ledger: Ledger) -> None:
    counts = plane_agreement.compare_corridors(Random(f"corridors {shard}"), SCENES)
    total = ledger.add(counts, SHARDS, EXPECTED)
    if total is not None:
        assert total["scenes"] == SHARDS * SCENES


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.1f} %"


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(THINGS_SHARDS))
def test_things_between_agree(shard: int, ledger: Ledger) -> None:
    counts = plane_agreement.compare_between(Random(f"things {shard}"), THINGS_SCENES)
    total = ledger.add(counts, THINGS_SHARDS, ())
    if total is not None:
        for what in ("between", "near"):
            assert min(total[f"{what} met"], total[f"{what} not met"]) > 10 * total[f"{what} close to call"] > 0
