"""The product and the slow references agree on a hundred thousand random cases, a good part of them ties."""

from __future__ import annotations

import time
from collections import Counter
from random import Random

import pytest

from sightline.rules import installed_systems
from tests.reference import geometry
from tests.reference.conftest import Crier, Ledger
from tests.reference.penance import model as penance
from tests.reference.penance import movement_model as movement
from tests.reference.penance import shot_driver as agreement

SHOT_SHARDS, SHOTS = 22, 2500
LINE_SHARDS, LINES = 4, 2500  # per layout
SHARDS = SHOT_SHARDS + LINE_SHARDS * len(geometry.LAYOUTS)
LEAST_CASES = 100_000
LEAST_TIES = 0.3

# The clauses that a finding of a shot can cite.
CITED = (
    *("PEN-1.2", "PEN-1.3", "PEN-2.2", "PEN-2.4", "PEN-2.5", "PEN-3.2", "PEN-3.3", "PEN-3.4", "PEN-3.5"),
    *("PEN-4.4", "PEN-4.6", "PEN-5.1", "PEN-5.2", "PEN-6.1", "PEN-6.6", "PEN-6.8"),
)
KINDS = ("starts-in", "crosses", "ends-in", "along", "touches", "crosses-border")


def test_the_reference_knows_every_ruling() -> None:
    declared = {ruling.name: ruling.choices for ruling in installed_systems()["penance"].rulings}
    assert declared == penance.RULINGS | movement.RULINGS


def test_a_few_shots_agree() -> None:
    agreement.compare_shots(Random("a few shots"), 200)


@pytest.mark.parametrize("layout", geometry.LAYOUTS)
def test_a_few_lines_agree(layout: str) -> None:
    agreement.compare_lines(Random(f"a few lines on {layout}"), layout, 100)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHOT_SHARDS))
def test_shots_agree(shard: int, ledger: Ledger, crier: Crier) -> None:
    started = time.process_time_ns()
    counts = agreement.compare_shots(Random(f"shots {shard}"), SHOTS)
    _sum_up(f"shots-{shard}", counts, started, ledger, crier)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(LINE_SHARDS))
@pytest.mark.parametrize("layout", geometry.LAYOUTS)
def test_lines_agree(layout: str, shard: int, ledger: Ledger, crier: Crier) -> None:
    started = time.process_time_ns()
    counts = agreement.compare_lines(Random(f"lines on {layout} {shard}"), layout, LINES)
    _sum_up(f"lines-{layout}-{shard}", counts, started, ledger, crier)


def _sum_up(shard: str, counts: Counter[str], started: int, ledger: Ledger, crier: Crier) -> None:
    """Add up all shards; the last one prints the sums and asserts that nothing was left out."""
    counts["milliseconds"] = (time.process_time_ns() - started) // 1_000_000
    total = ledger.add("shots-and-lines", shard, SHARDS, counts)
    if total is None:
        return
    crier.say(describe(total))
    cases = total["shots"] + total["lines"]
    assert cases >= LEAST_CASES
    for what in ("shots", "lines"):
        assert total[f"tied {what}"] >= LEAST_TIES * total[what]
    expected = [f"clause {clause}" for clause in CITED] + [f"ruling {name}" for name in penance.RULINGS]
    expected += [f"lines with {kind}" for kind in KINDS] + ["corner entries", "legal shots"]
    assert [what for what in expected if not total[what]] == []
    assert {what for what in total if what.startswith("clause ")} <= set(expected), "a clause that nobody expected"


def describe(total: Counter[str]) -> str:
    """The counts as a few lines of text."""
    cases, ties = total["shots"] + total["lines"], total["tied shots"] + total["tied lines"]

    def listed(prefix: str) -> str:
        return ", ".join(
            f"{name.removeprefix(prefix)} {total[name]}" for name in sorted(total) if name.startswith(prefix)
        )

    return "\n".join(
        [
            f"Against the reference: {cases} cases agree, {total['milliseconds'] // 1000} s of processor time.",
            f"  run along a side or touch a corner on the way: {ties} = {100 * ties / cases:.1f} % "
            f"(shots {100 * total['tied shots'] / total['shots']:.1f} %, "
            f"lines {100 * total['tied lines'] / total['lines']:.1f} %)",
            f"  shots: {total['shots']}, legal {total['legal shots']}, corner entries {total['corner entries']}",
            f"  shots by clause: {listed('clause ')}",
            f"  rulings that mattered in {total['shots asked for their rulings']} shots: {listed('ruling ')}",
            f"  lines: {listed('lines on ')}; with {listed('lines with ')}",
        ]
    )
