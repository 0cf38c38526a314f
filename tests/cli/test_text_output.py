"""Answers in words: what is coloured, and that nothing is said twice."""

from __future__ import annotations

import pytest

import sightline
from sightline.cli.text_output import format_answer
from tests.cli.conftest import BOARD


@pytest.mark.parametrize("facing", ["N", "SE"])
@pytest.mark.parametrize("is_rolled", [True, False])
def test_findings_are_coloured_and_what_follows_is_not(facing: str, is_rolled: bool) -> None:
    scenario = sightline.parse(BOARD).with_piece("A", facing=facing)
    shot = scenario.resolve("A", "T", seed=1) if is_rolled else scenario.shot("A", "T", why_not=True)
    coloured = [line for line in format_answer(shot).splitlines() if line.startswith("\x1b[")]
    assert len(coloured) == len(shot.findings) > 0
    assert all(finding.clause.id in line for finding, line in zip(shot.findings, coloured, strict=True))


def test_what_the_picture_shows_is_not_said_again() -> None:
    told = format_answer(sightline.parse(BOARD).resolve("A", "T", seed=1))
    assert "critical hit, 4 damage\n[5] [4]\n" in told
    keys = [line.split("  ")[0] for line in told.splitlines()]
    assert "seed" in keys
    assert not {"rolls", "outcome", "damage", "steps", "why not"} & set(keys)
    assert told.count("the dice show 5, 4: 9") == 1
