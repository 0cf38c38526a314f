"""Where it is dangerous: cells that no piece of a system can enter are left out."""

from __future__ import annotations

import pytest

import sightline

SURE = "{accuracy: 100, defense: 0, damage: 5}"


def threatened(system: str, cell: str, *, grid: str = "hex", more: str = "") -> set[str]:
    """Return the cells in which a shooter at A1 could hit somebody; C1 is drawn as given."""
    text = (
        f"sightline: 1\nrules: {system}\nmap:\n  grid: {grid}\n  cells: |\n    .  .  {cell}  .\n"
        f"{more}pieces:\n  A: {{at: A1, {'facing: SE, ' if system == 'penance' else ''}side: red}}\n"
    )
    return _near(text + f"  B: {{at: D1, {'facing: NW, ' if system == 'penance' else ''}side: blue}}\n")


def _near(text: str) -> set[str]:
    """Return C1 if it is dangerous to blue."""
    return set(sightline.parse(text).threat("blue").cells) & {"C1"}


@pytest.mark.parametrize(
    ("system", "open_ground", "closed"),
    [
        ("penance", "~", "#"),
        ("penance", "F", "b"),
        ("penance", ".", "c"),
        ("hero5", "d", "#"),
        ("post-galactica", "d", "x"),
        ("post-galactica", "l", "_"),
    ],
)
def test_what_cannot_be_entered_is_left_out(system: str, open_ground: str, closed: str) -> None:
    assert threatened(system, open_ground) == {"C1"}
    assert threatened(system, closed) == set()


@pytest.mark.parametrize(
    ("meaning", "helps"),
    [("blocks: false, cost: impassable", set()), ("blocks: false, cost: 2", {"C1"})],
)
def test_kinds_of_ones_own_are_left_out_by_what_they_cost(meaning: str, helps: set[str]) -> None:
    more = f"  legend: {{k: mine}}\n  kinds: {{mine: {{{meaning}}}}}\n"
    assert threatened("penance", "k", more=more) == helps


def test_on_tiles_what_obstructs_movement_is_left_out() -> None:
    more = "  legend: {k: glass}\n  kinds: {glass: {movement: obstructing}}\n"
    text = (
        "sightline: 1\nrules: sodwa\nmap:\n  grid: square\n  cells: |\n    .  .  k  .\n"
        f"{more}pieces:\n"
        f"  A: {{at: A1, side: red, melee: {SURE}, ranged: {SURE}}}\n"
        "  B: {at: D1, side: blue}\n"
    )
    assert _near(text) == set()
    assert _near(text.replace(".  k  .\n", ".  .  .\n")) == {"C1"}
