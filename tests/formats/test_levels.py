"""The levels of cells: what every system allows, in drawings and in lists, and what is written again."""

from __future__ import annotations

from random import Random

import pytest

import sightline
from sightline.board import MAX_LEVEL, MIN_LEVEL
from sightline.rules import installed_systems
from tests.formats.texts import levels_of, problems_of

SYSTEMS = installed_systems()
RIGHT = "Allowed: a whole number from -9 to 99."
EVERY = [key for key, rules in SYSTEMS.items() if rules.lowest_level == MIN_LEVEL]
"""The systems that allow every level."""


def drawn(system: str, *rows: str) -> str:
    """Return a scenario with a drawing."""
    grid = "square" if system == "sodwa" else "hex"
    cells = "".join(f"    {row}\n" for row in rows)
    return f"sightline: 1\nrules: {system}\nmap:\n  grid: {grid}\n  cells: |\n{cells}pieces: {{}}\n"


def listed(system: str, levels: str) -> str:
    """Return a scenario with lists of levels."""
    grid = "square" if system == "sodwa" else "hex"
    return f"sightline: 1\nrules: {system}\nmap: {{grid: {grid}, size: 4x2, levels: {levels}}}\npieces: {{}}\n"


def test_each_system_says_which_levels_it_allows() -> None:
    assert {key: (rules.lowest_level, rules.highest_level) for key, rules in SYSTEMS.items()} == {
        "penance": (0, 2),
        "hero5": (-9, 99),
        "combat-hex": (-9, 99),
        "sodwa": (0, 1),
        "post-galactica": (-9, 99),
    }


@pytest.mark.parametrize("system", SYSTEMS)
def test_levels_up_to_both_ends_are_read_in_drawings_and_lists(system: str) -> None:
    low, high = SYSTEMS[system].lowest_level, SYSTEMS[system].highest_level
    expected = {label: level for label, level in (("A1", low), ("B1", high)) if level}
    assert levels_of(drawn(system, f".{low} .{high} .")) == expected
    assert levels_of(listed(system, f"{{{low}: [A1], {high}: [B1]}}")) == expected


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("away", [1, 9, 100_000_000_000])
def test_a_level_beyond_is_refused_with_what_the_system_allows(system: str, away: int) -> None:
    rules = SYSTEMS[system]
    low, high = rules.lowest_level, rules.highest_level
    for level in (low - away, high + away):
        message = f"level {level} is not allowed: {rules.title} has levels {low} to {high}"
        in_drawing = problems_of(drawn(system, f". .{level}"))
        assert [(each.line, each.column, each.key, each.found) for each in in_drawing] == [
            (6, 7, "map.cells", f".{level}")
        ]
        assert in_drawing[0].message.startswith(message)
        in_list = problems_of(listed(system, f"{{{level}: [A1]}}"))
        assert [(each.line, each.key, each.found) for each in in_list] == [(3, f"map.levels.{level}", str(level))]
        assert in_list[0].message == f"{message}. Allowed: a whole number from {low} to {high}."


def test_while_the_system_is_not_known_levels_are_those_of_any() -> None:
    text = drawn("hero6", ".-9 .99 .-10 .100")
    assert [(each.key, each.message) for each in problems_of(text)[1:]] == [
        ("map.cells", f"level -10 is not allowed: levels go from -9 to 99. {RIGHT}"),
        ("map.cells", f"level 100 is not allowed: levels go from -9 to 99. {RIGHT}"),
    ]


@pytest.mark.parametrize("key", ["01", "-0", "+1", "1.0", "--1", "x", "٣"])
def test_what_is_not_a_level_is_said_to_be_none(key: str) -> None:
    [problem] = problems_of(listed("combat-hex", f"{{'{key}': [A1]}}"))
    assert problem.message == f"{key!r} is not a whole number from -9 to 99."


@pytest.mark.parametrize("layout", ["flat odd-q", "flat even-q", "pointy odd-r", "pointy even-r"])
def test_a_drawing_of_hexes_has_several_digits_and_signs_in_its_tokens(layout: str) -> None:
    text = f"""\
sightline: 1
rules: hero5
map:
  grid: hex
  hexes: {layout}
  cells: |
    k12  k-3  .   _    #99
     ko-9 .-1 k   .10  d7
  legend: {{k: thicket}}
  kinds: {{thicket: {{difficult: true, covers: half}}}}
pieces:
  Ana: {{at: A1}}
"""
    scenario = sightline.parse(text)
    assert levels_of(text) == {"A1": 12, "B1": -3, "E1": 99, "A2": -9, "B2": -1, "D2": 10, "E2": 7}
    assert scenario.position.board.ground[5] == ("obstacle", "thicket")
    again = sightline.parse(scenario.to_yaml())
    assert again.position.board == scenario.position.board


@pytest.mark.parametrize("system", EVERY)
def test_every_level_is_written_and_read_again(system: str) -> None:
    rng = Random(system)
    levels = [*range(MIN_LEVEL, MAX_LEVEL + 1), 0]
    rng.shuffle(levels)
    rows = [" ".join(f".{level or ''}" for level in levels[first : first + 10]) for first in range(0, 110, 10)]
    scenario = sightline.parse(drawn(system, *rows))
    assert scenario.position.board.levels == tuple(levels)
    assert sightline.parse(scenario.to_yaml()).position.board.levels == tuple(levels)


def test_the_sign_of_a_level_is_no_letter_of_a_legend() -> None:
    text = drawn("hero5", ". .").replace("pieces", "  legend: {'-': blocking}\npieces")
    [problem] = problems_of(text)
    assert (problem.key, problem.found) == ("map.legend.-", "-")
    assert "no digit, no -, no _, no space" in problem.message
