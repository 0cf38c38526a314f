# ruff: noqa: E501  (tables of cases read best with one case a line)
"""Readers of lists and mappings."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.formats.containers import DictReader, Field, ListReader, StructReader
from sightline.formats.context import Context
from sightline.formats.problems import Problem, Problems
from sightline.formats.readers import INVALID, IntegerReader, NameReader, Reader, TextReader
from sightline.formats.yaml_tree import Source, read_tree, start_of
from sightline.rules import Systems

COUNT = IntegerReader(0, 9)
TABLE = StructReader({"name": Field(NameReader(), needed=True), "count": Field(COUNT)}, what="a thing")


def context() -> Context:
    return Context(Problems("-"), Systems({}, {}))


def read(reader: Reader, text: str) -> tuple[Any, list[Problem]]:
    """Return what a reader makes of a YAML text, and what it reports."""
    known, source = context(), Source("-", text)

    def report(*_: object) -> None:
        known.problems.add(start_of(source), None, "reported while parsing")

    value = reader.read(read_tree(source, report), "key", known, start_of(source))
    return value, known.problems.found


@pytest.mark.parametrize(
    ("reader", "text", "value"),
    [
        (ListReader(COUNT), "[1, 2]", (1, 2)),
        (ListReader(COUNT), "[]", ()),
        (DictReader(NameReader(), COUNT), "{a: 1, b: 2}", {"a": 1, "b": 2}),
        (DictReader(COUNT, TextReader()), "{1: a}", {1: "a"}),
        (TABLE, "{count: 3, name: a}", {"name": "a", "count": 3}),
        (TABLE, "{name: a}", {"name": "a"}),
        (StructReader({"a": Field(COUNT)}, is_open=True), "{a: 1, b: [2]}", {"a": 1}),
        (StructReader({"a": Field(COUNT)}, build=lambda values: values["a"] + 1), "{a: 1}", 2),
    ],
)
def test_what_is_right_is_read(reader: Reader, text: str, value: Any) -> None:
    assert read(reader, text) == (value, [])


@pytest.mark.parametrize(
    ("reader", "text", "told"),
    [
        (ListReader(COUNT, "a list of counts"), "{a: 1}", [(1, "key", "{a: 1}", "expected a list of counts, found a mapping. Allowed: a list of counts: [...].")]),
        (ListReader(COUNT), "[x, 1, y]", [(2, "key.0", "x", "'x' is not a whole number from 0 to 9."), (8, "key.2", "y", "'y' is not a whole number from 0 to 9.")]),
        (ListReader(TABLE, unique="name"), "[{name: a}, {name: b}, {name: a}]", [(31, "key.2.name", "a", "'a' is given twice.")]),
        (DictReader(NameReader(), COUNT), "[a]", [(1, "key", "[a]", "expected a mapping, found a list. Allowed: a mapping: {...}.")]),
        (DictReader(NameReader(), COUNT), "{'': x}", [(2, "key.", "", "a name is missing here. Allowed: a name of 1 to 100 characters."), (6, "key.", "x", "'x' is not a whole number from 0 to 9.")]),
        (TABLE, "{nam: a}", [(2, "key.nam", "nam", "'nam' is not a key of a thing. Did you mean 'name'? Allowed: name, count."), (1, "key.name", None, "name is missing: a thing needs it. Allowed: a name of 1 to 100 characters.")]),
        (TABLE, "''", [(1, "key", "", "expected a thing, found a single value. Allowed: a thing: {...}.")]),
        (TABLE, "{name: a, count: {}}", [(18, "key.count", "{}", "expected a whole number from 0 to 9, found a mapping.")]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_reported(reader: Reader, text: str, told: list[tuple[int, str, str | None, str]]) -> None:
    value, problems = read(reader, text)
    assert [(problem.column, problem.key, problem.found, problem.message) for problem in problems] == told
    assert value is INVALID or reader == ListReader(TABLE, unique="name")


def test_what_is_reported_already_is_not_reported_again() -> None:
    for reader in (ListReader(COUNT), DictReader(NameReader(), COUNT), TABLE):
        value, problems = read(reader, "*a")
        assert value is INVALID
        assert [problem.message for problem in problems] == ["reported while parsing."]


def test_each_reader_has_a_schema() -> None:
    count = {"type": "integer", "minimum": 0, "maximum": 9}
    name = NameReader().schema(context())
    assert ListReader(COUNT).schema(context()) == {"type": "array", "items": count}
    assert DictReader(NameReader(), COUNT).schema(context()) == {
        "type": "object",
        "propertyNames": name,
        "additionalProperties": count,
    }
    assert TABLE.schema(context()) == {
        "type": "object",
        "properties": {"name": name, "count": count},
        "required": ["name"],
        "additionalProperties": False,
    }
    assert StructReader({}, is_open=True).schema(context())["additionalProperties"] is True
