"""Text in pictures: nothing breaks the document, nothing runs out of its place."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.render.primitives.text_metrics import (
    advance,
    clean,
    clusters,
    columns,
    cut,
    escape,
    fit,
    short_names,
    shorten,
    wrap,
)


@given(st.text())
def test_any_text_survives_in_xml(text: str) -> None:
    assert ET.fromstring(f'<a b="{escape(text)}">{escape(text)}</a>').text == (clean(text) or None)


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\x85", "\u202e", "\u2067", "\ufffe", "\ud800"])
def test_what_would_break_a_picture_is_replaced(char: str) -> None:
    assert clean(f"a{char}b") == "a\N{REPLACEMENT CHARACTER}b"


@given(st.text(), st.integers(2, 30))
def test_shortened_text_fits(text: str, width: int) -> None:
    assert columns(shorten(text, width)) <= width


@given(st.lists(st.text(min_size=1), unique=True, max_size=40), st.integers(3, 6))
def test_short_names_fit_and_differ(names: list[str], width: int) -> None:
    short = short_names(names, width)
    assert list(short) == names
    assert len(set(short.values())) == len(names)
    assert all(0 < columns(name) <= width for name in short.values())


def test_short_names_leave_names_that_fit_alone() -> None:
    assert short_names(["Annabel", "Ann", "An2"], 3) == {"Annabel": "Ana", "Ann": "Ann", "An2": "An2"}


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["blue1", "blue2", "blue12"], ["bl1", "bl2", "b12"]),
        (["Sergeant Adams 1", "Sergeant Adams 2", "Corporal Baker 2"], ["Se1", "Se2", "Co2"]),
        (["Archer", "Archie", "Arc"], ["Arh", "Ari", "Arc"]),
        (["Raiders", "Raiders 2", "Ra2"], ["Rai", "Ra3", "Ra2"]),
        (["blue 1234", "2026", "20267"], ["blu", "202", "203"]),
    ],
)
def test_short_names_keep_numbers_and_tell_similar_names_apart(names: list[str], short: list[str]) -> None:
    assert [*short_names(names, 3).values()] == short


@given(st.text(), st.floats(3, 40))
def test_wrapped_and_fitted_lines_are_no_wider_than_asked(text: str, em: float) -> None:
    assert all(advance(line) <= em for line in [*wrap(text, em), fit(text, em)])


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("\N{THUMBS UP SIGN}", 2),
        ("\N{THUMBS UP SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}", 2),
        ("\N{WOMAN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}\N{ZERO WIDTH JOINER}\N{ROCKET}", 2),
        ("\N{HEAVY BLACK HEART}", 1),
        ("\N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}", 2),
        ("\N{REGIONAL INDICATOR SYMBOL LETTER F}\N{REGIONAL INDICATOR SYMBOL LETTER R}" * 2, 4),
        ("e\N{COMBINING ACUTE ACCENT}\N{COMBINING CEDILLA}", 1),
        ("王小", 4),
    ],
)
def test_what_is_seen_as_one_character_is_measured_and_cut_as_one(text: str, width: int) -> None:
    assert columns(text) == width
    assert columns(f"a{text}b") == width + 2
    assert cut(f"{text}b", width) == text
    assert [columns(each) for each in clusters(text)] == [min(width, 2)] * max(1, width // 2)


def test_no_part_of_an_emoji_stands_alone_in_a_short_name() -> None:
    person = "\N{WOMAN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}\N{ZERO WIDTH JOINER}\N{ROCKET}"
    assert short_names([f"{person} Ann", f"{person} Bea"]).keys() == {f"{person} Ann", f"{person} Bea"}
    assert all(short.startswith(person) for short in short_names([f"{person} Ann", f"{person} Bea"]).values())
    assert fit(f"{person}{person}", 4).removesuffix("…") in ("", person)
