# ruff: noqa: E501  (tables of cases read best with one case a line)
"""Readers of single values: what they take, what they say, and their schemas."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.formats.context import Context
from sightline.formats.problems import Problems
from sightline.formats.readers import (
    INVALID,
    AngleReader,
    BooleanReader,
    ChoiceReader,
    EitherReader,
    IntegerReader,
    LengthReader,
    NameReader,
    NumberReader,
    ScalarReader,
    TextReader,
    choice_reader,
    join,
    shorten,
)
from sightline.formats.yaml_tree import Node, Source, Unusable, node_of, read_tree
from sightline.rules import Systems

SIDE = ChoiceReader(lambda context: context.piece_names, "a side", is_open=True)


def context() -> Context:
    return Context(Problems("-"), Systems({}, {}), piece_names=("red", "blue"))


def read(reader: ScalarReader, text: str) -> tuple[Any, list[str]]:
    """Return what a reader makes of a YAML text, and what it says."""
    known = context()
    node = read_tree(Source("-", text), lambda *_: None)
    return reader.read(node, "key", known, node), [problem.message for problem in known.problems.found]


@pytest.mark.parametrize(
    ("reader", "text", "value"),
    [
        (TextReader(), "on", "on"),
        (TextReader(), "''", ""),
        (NameReader(), "a", "a"),
        (NameReader(), "n" * 100, "n" * 100),
        (IntegerReader(-5, 5), "-5", -5),
        (IntegerReader(-5, 5), "0", 0),
        (IntegerReader(0, 9999), "9999", 9999),
        (BooleanReader(), "true", True),
        (BooleanReader(), "false", False),
        (choice_reader("left", "right"), "left", "left"),
        (SIDE, "blue", "blue"),
        (NumberReader(1, 99), "12.345678901234567", 12.345678901234567),
        (LengthReader(0, 48), "10.200000999999999", 10.200000999999999),
        (LengthReader(0, 48), "0.00254mm", 0.0001),
        (AngleReader(), "333.33333333333331", 333.33333333333331),
        (EitherReader((IntegerReader(1, 9), choice_reader("melee"))), "3", 3),
        (EitherReader((IntegerReader(1, 9), choice_reader("melee"))), "melee", "melee"),
    ],
)
def test_what_is_right_is_read(reader: ScalarReader, text: str, value: Any) -> None:
    assert read(reader, text) == (value, [])


@pytest.mark.parametrize(
    ("reader", "text", "message"),
    [
        (NameReader(), "' '", "a name is missing here. Allowed: a name of 1 to 100 characters."),
        (NameReader(), "n" * 101, f"'{'n' * 57}...' is too long for a name. Allowed: a name of 1 to 100 characters."),
        (IntegerReader(0, 9), "10", "'10' is not a whole number from 0 to 9."),
        (IntegerReader(0, 9), "-1", "'-1' is not a whole number from 0 to 9."),
        (IntegerReader(0, 9), "1e3", "'1e3' is not a whole number from 0 to 9."),
        (IntegerReader(0, 9), "+1", "'+1' is not a whole number from 0 to 9."),
        (IntegerReader(0, 9), "007", "'007' is not a whole number from 0 to 9."),
        (IntegerReader(0, 9), "00", "'00' is not a whole number from 0 to 9."),
        (IntegerReader(-9, 9), "-0", "'-0' is not a whole number from -9 to 9."),
        (
            IntegerReader(0, 9),
            "a whole number from 0 to 8",
            "'a whole number from 0 to 8' is not a whole number from 0 to 9.",
        ),
        (IntegerReader(0, 9), "1_0", "'1_0' is not a whole number from 0 to 9."),
        (IntegerReader(0, 9), "٣", "'٣' is not a whole number from 0 to 9."),
        (IntegerReader(0, 9), "1" * 5000, f"'{'1' * 57}...' is not a whole number from 0 to 9."),
        (BooleanReader(), "yes", "'yes' is not true or false."),
        (BooleanReader(), "True", "'True' is not true or false. Did you mean 'true'?"),
        (choice_reader("left", "right", "none"), "lefft", "'lefft' is not left, right or none. Did you mean 'left'?"),
        (SIDE, "Red", "'Red' is not a side. Did you mean 'red'? Allowed: red, blue."),
        (
            EitherReader((IntegerReader(1, 9), choice_reader("melee"))),
            "close",
            "'close' is not a whole number from 1 to 9 or melee.",
        ),
        (TextReader(), "[a]", "expected a text, found a list."),
        (TextReader(), "{a: b}", "expected a text, found a mapping."),
        (SIDE, "[a]", "expected a side, found a list. Allowed: red, blue."),
        (BooleanReader(), "[1]", "expected true or false, found a list."),
    ],
)
def test_what_is_wrong_is_reported_with_what_would_be_right(reader: ScalarReader, text: str, message: str) -> None:
    assert read(reader, text) == (INVALID, [message])


def test_what_is_reported_already_is_not_reported_again() -> None:
    known, node = context(), Unusable(Source("-", ""), 1, 1, 1, 1)
    assert IntegerReader(0, 9).read(node, "key", known, node) is INVALID
    assert known.problems.found == []


@pytest.mark.parametrize(
    ("reader", "schema"),
    [
        (TextReader(), {"type": ["string", "number", "boolean"], "maxLength": 1000}),
        (NameReader(), {"type": ["string", "number", "boolean"], "minLength": 1, "maxLength": 100}),
        (IntegerReader(1, 9), {"type": "integer", "minimum": 1, "maximum": 9}),
        (BooleanReader(), {"type": "boolean"}),
        (choice_reader("a", "b"), {"enum": ["a", "b"]}),
        (SIDE, {"anyOf": [{"enum": ["red", "blue"]}, {"type": ["string", "number", "boolean"]}]}),
        (EitherReader((IntegerReader(1, 9), choice_reader("a"))), {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 9}, {"enum": ["a"]}]}),
    ],
)  # fmt: skip
def test_each_reader_has_a_schema(reader: ScalarReader, schema: dict[str, Any]) -> None:
    assert reader.schema(context()) == schema


def test_paths_are_joined_by_dots() -> None:
    assert (join("", "map"), join("map", "size")) == ("map", "map.size")


@pytest.mark.parametrize(("text", "short"), [("a" * 60, "a" * 60), ("a" * 61, "a" * 57 + "...")])
def test_a_long_text_is_shortened(text: str, short: str) -> None:
    assert shorten(text) == short


def test_values_of_python_are_read_as_a_file_states_them() -> None:
    node: Node = node_of(Source("-", "", has_place=False), True)
    assert BooleanReader().read(node, "key", context(), node) is True
