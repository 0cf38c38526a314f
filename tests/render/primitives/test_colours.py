"""The colours of sides: each has its own while there are any."""

from __future__ import annotations

import pytest

from sightline.render.primitives.colours import side_colours


def test_sides_have_the_colour_that_they_are_called_by_else_a_free_one() -> None:
    assert side_colours(("iron", "Blue", None, "red")) == {"iron": "green", "Blue": "blue", None: "none", "red": "red"}


@pytest.mark.parametrize(
    ("side", "colour"),
    [
        ("gray", "gray"),
        ("Grey", "gray"),
        ("the Blues", "blue"),
        ("red_2", "red"),
        ("rouge", "red"),
        ("VERTS", "green"),
        ("armée grise", "gray"),
        ("gris", "gray"),
        ("marron", "brown"),
        ("Black Watch", "black"),
        ("teal", "cyan"),
        ("roses", "pink"),
    ],
)
def test_a_colour_in_the_name_of_a_side_is_its_colour(side: str, colour: str) -> None:
    assert side_colours(("mine", side)) == {"mine": "blue" if colour == "red" else "red", side: colour}


@pytest.mark.parametrize("side", ["Blackwater", "redoubt", "orangery", "s", "Ss"])
def test_a_name_that_only_begins_with_a_colour_has_none(side: str) -> None:
    assert side_colours((side,)) == {side: "red"}


def test_of_two_sides_called_alike_the_first_has_the_colour() -> None:
    assert side_colours(("red", "Red")) == {"red": "red", "Red": "blue"}
    assert side_colours(("Red", "red", "RED")) == {"Red": "red", "red": "blue", "RED": "green"}


def test_a_board_with_very_many_sides_is_no_trouble() -> None:
    colours = side_colours(tuple(f"side {number}" for number in range(20_000)))
    assert len(colours) == 20_000
    assert len(set(colours.values())) == 13
