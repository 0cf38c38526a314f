"""Corridors and what lies between agree with the slow references on thousands of nasty scenes."""

from __future__ import annotations

import time
from collections import Counter
from random import Random

import pytest

from . import plane_agreement
from .conftest import Crier, Ledger
from .plane_scenes import KINDS, SLITS

SHARDS, SCENES = 12, 300
THINGS_SHARDS, THINGS_SCENES = 4, 250

EXPECTED = (
    *("blocked", "clear", "null margins", "too close", "touching ends", "ends within an inch", "sampled as wide"),
    *("obstacles that touch an end", "discs as obstacles", "blocked by one alone", "blocked by several together"),
    *("swapped", "turned", "mirrored", "moved"),
    *(f"kind {kind}" for kind in KINDS),
    *(f"{state} slit {slit}" for state in ("clear", "blocked") for slit in SLITS),
)


def test_a_few_corridors_agree() -> None:
    plane_agreement.compare_corridors(Random("a few corridors"), 10 * len(KINDS))


def test_a_few_things_between_agree() -> None:
    plane_agreement.compare_between(Random("a few things"), 60)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_corridors_agree(shard: int, ledger: Ledger, crier: Crier) -> None:
    started = time.process_time_ns()
    counts = plane_agreement.compare_corridors(Random(f"corridors {shard}"), SCENES)
    counts["milliseconds"] = (time.process_time_ns() - started) // 1_000_000
    total = ledger.add("corridors", str(shard), SHARDS, counts)
    if total is not None:
        crier.say(describe(total))
        assert total["scenes"] == SHARDS * SCENES
        assert [what for what in EXPECTED if not total[what]] == []


def describe(total: Counter[str]) -> str:
    """The counts as a few lines of text."""
    asked, missed = (sum(total[f"{what} {kind}"] for kind in KINDS) for what in ("asked", "missed"))
    by_kind = ", ".join(f"{kind} {_percent(total[f'missed {kind}'], total[f'asked {kind}'])}" for kind in KINDS)
    sampled = f"{total['sampled as wide']} of {total['sampled clear']}"
    slits = ", ".join(f"{slit} {total[f'clear slit {slit}']}/{total[f'blocked slit {slit}']}" for slit in SLITS)
    others = [what for what in EXPECTED if not what.startswith(("kind", "clear ", "blocked slit"))]
    return "\n".join(
        [
            f"Corridors: {total['scenes']} scenes agree, {total['milliseconds'] // 1000} s of processor time.",
            f"  {', '.join(f'{what} {total[what]}' for what in others)}",
            f"  sampling finds as wide ones, to 1e-4 inch, in {sampled} clear scenes",
            f"  clear/blocked by width of slit: {slits}",
            f"  the middles and eight places round each base miss all in {_percent(missed, asked)} of {asked} clear"
            f" scenes: {by_kind}",
        ]
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.1f} %"


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(THINGS_SHARDS))
def test_things_between_agree(shard: int, ledger: Ledger, crier: Crier) -> None:
    counts = plane_agreement.compare_between(Random(f"things {shard}"), THINGS_SCENES)
    total = ledger.add("things-between", str(shard), THINGS_SHARDS, counts)
    if total is not None:
        crier.say(f"Things between: {', '.join(f'{what} {total[what]}' for what in sorted(total))}.")
        for what in ("between", "near"):
            assert min(total[f"{what} met"], total[f"{what} not met"]) > 10 * total[f"{what} close to call"] > 0
