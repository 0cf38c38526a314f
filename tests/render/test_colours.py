"""The colours of sides: each has its own while there are any."""

from __future__ import annotations

from sightline.render.colours import side_colours


def test_sides_have_the_colour_that_they_are_called_by_else_a_free_one() -> None:
    assert side_colours(("gold", "Blue", None, "red")) == {"gold": "green", "Blue": "blue", None: "none", "red": "red"}


def test_of_two_sides_called_alike_the_first_has_the_colour() -> None:
    assert side_colours(("red", "Red")) == {"red": "red", "Red": "blue"}
    assert side_colours(("Red", "red", "RED")) == {"Red": "red", "red": "blue", "RED": "green"}


def test_a_board_with_very_many_sides_is_no_trouble() -> None:
    colours = side_colours(tuple(f"side {number}" for number in range(20_000)))
    assert len(colours) == 20_000
    assert len(set(colours.values())) == 9
