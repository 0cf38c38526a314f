"""Each extreme question is answered or refused within bounds, in a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.extremes.extreme_scenarios import EXTREMES, Extreme
from tools.extremes import ask

if sys.platform != "linux":
    pytest.skip("the most memory of a process is read as Linux has it", allow_module_level=True)

ANSWERED, REFUSED = 0, 2
MAX_MEMORY = 500
"""In megabytes."""


@pytest.mark.long
@pytest.mark.parametrize("extreme", EXTREMES, ids=lambda each: each.name)
def test_every_extreme_question_ends(extreme: Extreme, tmp_path: Path) -> None:
    status, _seconds, memory, said = ask(extreme, tmp_path)
    assert status in (ANSWERED, REFUSED), said
    assert memory <= MAX_MEMORY
