"""Lengths as texts: which are read, what they measure, and how they are written."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.board import Inches, format_inches, parse_length


@pytest.mark.parametrize(
    ("text", "inches"),
    [
        ("0", 0),
        ("-0", 0),
        ("12", 12),
        ("12.5", 12.5),
        ("012", 12),
        ("-3", -3),
        ("0.000000001", 1e-9),
        ("999999.999999999", 999999.999999999),
        ("25.4mm", 1),
        ("25.4 mm", 1),
        ("1219.2mm", 48),
        ("-0.0254mm", -0.001),
    ],
)
def test_a_length_is_in_inches_unless_it_says_mm(text: str, inches: float) -> None:
    length = parse_length(text)
    assert length == inches
    assert length.text == text


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "mm", "x", ".5", "5.", "1e3", "+1", "1,5", "1 2", " 1", "1 ", "1\n", "--1", "0x10", "1_000"),
        *("nan", "inf", "1234567", f"0.{'1' * 31}", "1cm", "1MM", "1  mm", "1mm ", "12mm.5", "12″", "١", "½"),
    ],
)
def test_any_other_text_is_no_length(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        parse_length(text)


@given(st.integers(0, 999_999), st.integers(0, 9))
def test_tenths_of_mm_are_the_nearest_number_of_inches(mm: int, tenth: int) -> None:
    assert parse_length(f"{mm}.{tenth}mm") == (mm * 10 + tenth) / 254


@pytest.mark.parametrize(
    ("inches", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (-1e-9, "0"),
        (12, "12"),
        (12.5, "12.5"),
        (1 / 3, "0.333333"),
        (100, "100"),
        (-2.5, "-2.5"),
    ],
)
def test_inches_are_written_to_six_places(inches: float, text: str) -> None:
    assert format_inches(inches) == text
    assert Inches(inches).text == text


def test_a_length_is_a_number_that_remembers_its_text() -> None:
    length = parse_length("32mm")
    assert length + 1 == float(length) + 1
    assert length == Inches(float(length))
    assert eval(repr(length), {"Inches": Inches}).text == "32mm"
