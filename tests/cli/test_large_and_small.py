"""Every question about characters of several hexes, of less than one, and between corners."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run

BOARD = """\
sightline: 1
title: A small siege
rules: hero5
map:
  grid: hex
  size: 9x8
  terrain: {blocking: [E1, E2, E7, E8]}
  borders: {wall: [B2/B3], door-frame: [D4/E5], fence: [C6/C7], low-wall: [F4/G4]}
pieces:
  Yeti: {at: C4@E, growth: 1, movement: 4, side: red, weapons: [{name: club, range: melee}, {name: rock, range: 20}]}
  Ogre: {at: H5, growth: 2, side: blue, acrobatics: 12, weapons: [{name: fist, range: melee}]}
  Ann: {at: F4, side: blue, weapons: [{name: bow, range: 20}]}
  Imp: {at: G5, shrinking: 3, side: red, weapons: [{name: bite, range: melee}]}
"""


@pytest.fixture
def siege(tmp_path: Path) -> str:
    file = tmp_path / "siege.yaml"
    file.write_text(BOARD)
    return str(file)


@pytest.mark.parametrize("form", ["table", "json", "csv", "html", "svg"])
def test_charts_in_every_form(run: Run, siege: str, form: str) -> None:
    printed = run("chart", siege, "--as", form)
    assert printed.status == 0
    assert all(name in printed.out for name in ("Yeti", "Ogre", "Ann", "Imp"))
    if form == "table":
        (row,) = (line for line in printed.out.splitlines() if re.match("Imp +Ogre", line))
        assert re.split(" {2,}", row)[:6] == ["Imp", "Ogre", "bite", "0", "clear", "11"]


@pytest.mark.parametrize(
    "question",
    [
        ("shot", "Yeti", "Ann", "--weapon", "rock"),
        ("shot", "Imp", "Ogre"),
        ("shot", "Ann", "Yeti", "--why-not"),
        ("resolve", "Imp", "Ogre", "--seed", "3"),
        ("see", "Yeti"),
        ("reach", "Yeti"),
        ("reach", "Ogre"),
        ("reach", "Imp"),
        ("threat", "red"),
        ("draw",),
    ],
)
def test_every_question_has_a_picture_and_an_answer(
    run: Run, siege: str, tmp_path: Path, question: tuple[str, ...]
) -> None:
    drawn = tmp_path / "drawn.svg"
    command, *rest = question
    printed = run(command, siege, *rest, "--svg", str(drawn))
    assert printed.status == 0
    assert drawn.read_text(encoding="utf-8").startswith("<svg")


def test_from_the_side(run: Run, siege: str, tmp_path: Path) -> None:
    for attacker, target in (("Yeti", "Ann"), ("Imp", "Ogre"), ("Ogre", "Yeti")):
        drawn = tmp_path / f"{attacker}.svg"
        assert run("shot", siege, attacker, target, "--side-view", str(drawn)).status == 0
        assert "<svg" in drawn.read_text(encoding="utf-8")


def test_a_shot_is_printed_in_plain_words(run: Run, siege: str) -> None:
    printed = run("shot", siege, "Yeti", "Ogre", "--weapon", "rock").out
    assert "Yeti → Ogre with rock: impeded, roll at most 9, 3/8 = 37.50 %" in printed
    assert re.search(r"HERO-6\.1 +\+2 DCV +Ogre is half concealed", printed)
    assert re.search(r"^concealment +half$", printed, re.MULTILINE)
    assert re.search(r"^corner +C3@E$", printed, re.MULTILINE)


def test_where_a_large_character_can_move_is_reported(run: Run, siege: str) -> None:
    printed = run("reach", siege, "Yeti").out
    assert "Yeti  side red, at C4@E on C4 D3 D4" in printed
    assert re.search(r"^squeezed +\d+ places? ", printed, re.MULTILINE)
    assert "elsewhere" not in printed


def test_rolls_on_the_way_are_reported(run: Run, siege: str) -> None:
    printed = run("reach", siege, "Ogre").out
    assert re.search(
        r"^HERO-1\.2 +acrobatics 12: 74\.07 % +before \w+; otherwise the move ends at \w+; for ", printed, re.MULTILINE
    )


def test_a_hit_is_reported_once(run: Run, siege: str) -> None:
    outs = [run("resolve", siege, "Imp", "Ogre", "--seed", str(seed)).out for seed in range(4)]
    assert any(": hit, 1 damage" in out for out in outs)
    assert not any("hit hit" in out for out in outs)
