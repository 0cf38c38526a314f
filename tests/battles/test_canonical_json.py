"""JSON as it is hashed: byte for byte what the standard library writes."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.battles import encode_canonical
from sightline.i18n import Term
from sightline.rules.game import BattleOver
from sightline.rules.json_values import to_builtins

CODES = (*range(0x21), 0x22, 0x2F, 0x5C, *range(0x7F, 0xA1), 0x2028, 0x2029, 0xD7FF, 0xE000, 0xFEFF, 0xFFFF, 0x10FFFF)
TEXTS = st.text() | st.text("".join(map(chr, CODES)) + "aé\U00010000\U0001f600")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
)


def by_the_library(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


@given(VALUES)
def test_it_is_what_the_standard_library_writes(value: Any) -> None:
    assert encode_canonical(value) == by_the_library(value)


@pytest.mark.slow
def test_every_character_is_written_alike() -> None:
    characters = [chr(code) for code in (*range(0xD800), *range(0xE000, 0x110000))]
    assert encode_canonical(characters) == by_the_library(characters)


def test_events_and_values_of_kinds_of_their_own_are_written_as_plain_ones() -> None:
    value = (BattleOver(winner="é", how="draw"), MappingProxyType({"b": Term("wall"), "a": ()}))
    assert encode_canonical(value) == by_the_library(to_builtins(value))
