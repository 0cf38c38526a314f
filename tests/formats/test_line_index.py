from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.formats.line_index import Lines

ENDS = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


@given(
    st.lists(st.sampled_from(["a", "", " ", "\n", "\r", "\r\n", "\x85", "\u2028", "\u2029"]), max_size=60),
    st.integers(0, 3),
)
def test_lines_are_those_of_a_split_text(parts: list[str], thousands: int) -> None:
    text = "".join(parts) + "b\r\n" * 1024 * thousands + "".join(parts)
    lines, split = Lines(text), ENDS.split(text)
    assert len(lines) == len(split)
    assert [lines[number] for number in range(len(split))] == split
    assert list(lines) == split


@pytest.mark.parametrize("number", [-1, 2, 2000])
def test_there_is_no_line_beyond_the_text(number: int) -> None:
    with pytest.raises(IndexError):
        Lines("a\nb")[number]
