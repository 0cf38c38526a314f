"""What people type in turns of the other side: they are told how, asked in turns of the computer, and get hints."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

NUMBERS = "melee: {accuracy: 40, defense: 100, damage: 3}, ranged: {accuracy: 40, defense: 100, damage: 3}"
TURNED = "Sen turns to"


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """A runner who has the turn, near a sentinel of the other side who looks away and dodges who it faces."""
    file = tmp_path / "watched.yaml"
    file.write_text(
        f"""\
sightline: 1
rules: sodwa
map: {{grid: square, size: 5x5}}
pieces:
  Run: {{at: A1, side: red, ip: 1000, abilities: [vigilance], {NUMBERS}}}
  Sen: {{at: C3, side: blue, facing: SE, evasion: 30, range: 2, initiative: 1, abilities: [vigilance], {NUMBERS}}}
""",
        encoding="utf-8",
    )
    return file


def played(run: Run, file: Path, *lines: str, red: str = "human") -> str:
    stdin = "".join(f"{line}\n" for line in lines)
    return str(run("play", str(file), "--seed", "1", "--red", red, "--blue", "human", stdin=stdin).out)


def test_people_are_told_how_to_react_at_the_prompt_of_the_other(run: Run, scenario: Path) -> None:
    shown = played(run, scenario, "ability vigilance NW", "y", "ability vigilance N", "quit")
    typed = "ability vigilance: N, NE, E, S, SW, W, NW"
    assert f"blue can do this now, in a turn of the other side: {typed}." in shown
    assert f"{TURNED} NW." in shown
    assert shown.count("can do this now") == 1
    assert "Nobody can use an ability now." in shown


def test_one_of_several_who_can_react_is_named(run: Run, scenario: Path) -> None:
    text = scenario.read_text(encoding="utf-8")
    own = "  Sen: {at: C3,"
    scenario.write_text(text.replace(own, text[text.index(own) :].replace("Sen", "Sam").replace("C3", "D3") + own))
    shown = played(run, scenario, "ability vigilance Sen NW", "y", "ability vigilance N", "y", "quit")
    facings = "N, NE, E, S, SW, W, NW"
    assert f"other side: ability vigilance Sam: {facings}; ability vigilance Sen: {facings}." in shown
    assert shown.index(f"{TURNED} NW.") < shown.index("Sam turns to N.")


def test_what_is_refused_is_refused_to_the_side_whose_turn_it_is(run: Run, scenario: Path) -> None:
    text = scenario.read_text(encoding="utf-8")
    scenario.write_text(text.replace("ip: 1000, abilities: [vigilance]", "ip: 1000, abilities: [ice]"))
    shown = played(run, scenario, "ability jinx", "quit")
    assert "Nobody can use 'jinx' now; possible: ice." in shown
    scenario.write_text(text.replace("ip: 1000, abilities: [vigilance]", "ip: 1000, abilities: [flight]"))
    shown = played(run, scenario, "ability jinx", "ability flight", "quit")
    assert "Nobody can use an ability now." in shown  # flight always works
    assert "Flight always works and is not used." in shown


def test_people_are_asked_in_turns_of_the_computer_once_something_has_happened(run: Run, scenario: Path) -> None:
    shown = played(run, scenario, "hint", "ability", "", "quit", red="greedy")
    asked = shown.index("blue> ")
    assert shown.index("Run ") < shown.index("blue can do this now") < asked
    assert "Press Enter to continue." in shown
    assert "The greedy player would take: ability vigilance" in shown
    assert f"{TURNED}" not in shown


def test_a_reaction_in_a_turn_of_the_computer_is_taken_back_alone(run: Run, scenario: Path) -> None:
    shown = played(run, scenario, "ability vigilance NW", "y", "undo", "quit", red="greedy")
    assert f"{TURNED} NW." in shown
    assert "taken back" in shown


def test_nobody_is_asked_where_nothing_can_be_done(run: Run, scenario: Path) -> None:
    scenario.write_text(scenario.read_text(encoding="utf-8").replace("abilities: [vigilance], ", ""), encoding="utf-8")
    assert "can do this now" not in played(run, scenario, "quit", red="greedy")
