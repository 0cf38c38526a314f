"""Answers in words: what is coloured, and that nothing is said twice."""

from __future__ import annotations

import re

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


def test_every_fraction_stands_beside_a_percentage_or_decimals() -> None:
    told = format_answer(sightline.load("scenarios/post-galactica/the-mill-road.yaml").shot("Rifles", "Raiders"))
    assert "outcomes              0  69343957/1934917632 = 3.58 %\n" in told
    assert "                      5  52521875/1934917632 = 2.71 %\n" in told
    assert "wound                 5/6 = 83.33 %\n" in told
    assert "expected models lost  175/72 = 2.43" in told
    assert not re.search(r"\d/\d+\b(?! = [0-9.]+)", told)


def test_without_a_roll_no_seed_is_shown() -> None:
    scenario = sightline.parse(BOARD).with_piece("A", facing="S")
    told = format_answer(scenario.resolve("A", "T", seed=1))
    assert "not allowed: nothing is rolled\n" in told
    assert "seed" not in told
    assert scenario.resolve("A", "T", seed=1).value.seed == 1  # type: ignore[attr-defined]


def test_numbers_that_are_not_stated_are_mentioned() -> None:
    scenario = sightline.load("scenarios/sodwa/the-yard.yaml")
    assert "Ash → Birch: clear, numbers not stated\n" in format_answer(scenario.shot("Ash", "Birch"))
    assert "Ash → Birch: clear, numbers not stated: nothing" in format_answer(scenario.resolve("Ash", "Birch", seed=1))


def test_a_line_states_its_distance_and_its_fractions_as_decimals() -> None:
    told = format_answer(sightline.parse(BOARD).line("A1", "D4"))
    assert "\nA1 → D4: distance 5 cells\n" in told
    assert "crosses         1/8 – 2/7 (0.13 – 0.29)  B1\n" in told
    squares = sightline.load("scenarios/sodwa/the-yard.yaml")
    assert "A1 → D4: distance 3 cells, a diagonal step counting 1\n" in format_answer(squares.line("A1", "D4"))
    assert "A1@SE → D4: distance 2 cells" in format_answer(squares.line("A1@SE", "D4"))
    assert "B2 → B2: distance 0 cells" in format_answer(squares.line("B2", "B2"))


def test_whoever_cannot_move_is_said_not_to() -> None:
    scenario = sightline.parse(BOARD).with_piece("A", sp=0)
    assert "\nA cannot leave D7\n\ncost 0          D7 (as it stands)\n" in format_answer(scenario.reach("A"))
    table = sightline.load("scenarios/post-galactica/the-mill-road.yaml")
    assert "\nMill cannot move" in format_answer(table.reach("Mill"))


def test_inches_are_rounded_alike_throughout_an_answer() -> None:
    scenario = sightline.load("scenarios/post-galactica/the-mill-road.yaml")
    scenario = scenario.with_piece("Rifles", at=[4.123456, 11], weapons=[{"name": "bow", "range": 5}])
    told = format_answer(scenario.shot("Rifles", "Raiders"))
    assert "at [4.12, 11], base 40mm" in told
    assert "distance  17.99″" in told
    assert "bow reaches 5, the target is 17.99 away" in told
