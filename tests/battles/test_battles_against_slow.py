"""Battles of SODWA: the product and the slow reference play the same, step by step."""

from __future__ import annotations

import time
from collections import Counter
from random import Random

import pytest

from tests.reference.conftest import Crier, Ledger
from tests.reference.sodwa_table import ALL_RULINGS

from .doubles import Doubles

SHARDS, BATTLES, STEPS = 2, 100, 120


def play_battles(name: str, battles: int) -> Counter[str]:
    """Play so many random battles; gives what was met."""
    counts: Counter[str] = Counter()
    for number in range(battles):
        Doubles(Random(f"{name} {number}"), f"{name}/{number}", counts).play(STEPS)
    return counts


def test_a_few_battles_agree() -> None:
    counts = play_battles("a few battles", 6)
    assert counts["steps"] >= 100


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_battles_agree(shard: int, ledger: Ledger, crier: Crier) -> None:
    started = time.process_time_ns()
    counts = play_battles(f"battles {shard}", BATTLES)
    counts["milliseconds"] = (time.process_time_ns() - started) // 1_000_000
    total = ledger.add("sodwa-battles", str(shard), SHARDS, counts)
    if total is not None:
        crier.say(describe(total))
        assert [what for what in EXPECTED if not total[what]] == []


def describe(total: Counter[str]) -> str:
    """The counts as a few lines of text."""
    met = [f"{what} {count}" for what, count in sorted(total.items()) if what not in ("battles", "milliseconds")]
    return "\n".join(
        [
            f"SODWA, {total['battles']} random battles agree in all {total['steps']} steps, "
            f"{total['milliseconds'] // 1000} s of processor time.",
            "  " + ", ".join(met),
        ]
    )


EXPECTED = (*(f"ruling {name}={choice}" for name, choices in ALL_RULINGS.items() for choice in choices),)
"""What has to be met at least once in all battles."""
