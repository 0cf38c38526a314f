"""The product and the slow references agree on tens of thousands of random cases, a good part of them ties."""

from __future__ import annotations

from random import Random

import pytest

from sightline.rules import installed_systems
from tests.reference import geometry
from tests.reference.boards import many
from tests.reference.driver import Ledger
from tests.reference.penance import model as penance
from tests.reference.penance import movement_model as movement
from tests.reference.penance import shot_driver as agreement

SHOT_SHARDS, SHOTS = 3, many(1500)
LINES = many(1250)  # per layout
MIN_TIES = 0.3

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
    agreement.compare_shots(Random("a few shots"), 40)


@pytest.mark.parametrize("layout", geometry.LAYOUTS)
def test_a_few_lines_agree(layout: str) -> None:
    agreement.compare_lines(Random(f"a few lines on {layout}"), layout, 40)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHOT_SHARDS))
def test_shots_agree(shard: int, ledger: Ledger) -> None:
    counts = agreement.compare_shots(Random(f"shots {shard}"), SHOTS)
    expected = [f"clause {clause}" for clause in CITED] + [f"ruling {name}" for name in penance.RULINGS]
    total = ledger.add(counts, SHOT_SHARDS, [*expected, "corner entries", "legal shots"])
    if total is not None:
        assert total["shots"] >= SHOT_SHARDS * SHOTS
        assert total["tied shots"] >= MIN_TIES * total["shots"]
        assert {what for what in total if what.startswith("clause ")} <= {*expected}, "a clause that nobody expected"


@pytest.mark.slow
@pytest.mark.parametrize("layout", geometry.LAYOUTS)
def test_lines_agree(layout: str, ledger: Ledger) -> None:
    counts = agreement.compare_lines(Random(f"lines on {layout} 0"), layout, LINES)
    total = ledger.add(counts, len(geometry.LAYOUTS), [f"lines with {kind}" for kind in KINDS])
    if total is not None:
        assert total["lines"] >= len(geometry.LAYOUTS) * LINES
        assert total["tied lines"] >= MIN_TIES * total["lines"]
