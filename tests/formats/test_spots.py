# ruff: noqa: E501  (tables of cases read best with one case a line)
"""Readers of what is measured: places on a table, outlines and bases, with what they say and their schemas."""

from __future__ import annotations

from math import cos, pi, sin
from types import MappingProxyType
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sightline.board import Base, Inches, Table
from sightline.formats.context import Context
from sightline.formats.measured import BASE, MAX_CORNERS, OUTLINE, SPOT
from sightline.formats.problems import Problems
from sightline.formats.readers import INVALID, AngleReader, LengthReader, Reader
from sightline.formats.yaml_tree import Source, read_tree
from sightline.plane import Spot
from sightline.rules import Systems

LENGTH_PATTERN = "a length from 0.01 to 40 inches, such as 12.5 or 32mm"
PLACE = "a place on the table, [x, y], in inches from the top left"
A_BASE = "Allowed: a diameter, such as 32mm, [width, length], such as [60mm, 35mm]"
AN_OUTLINE = "Allowed: a list of at least 3 places: [...]"
DEGREES = "degrees clockwise from up, from 0 to 360"


def read(reader: Reader, text: str, *, has_table: bool = True) -> tuple[Any, list[tuple[str | None, str]]]:
    """Return what a reader makes of a YAML text on a table of 48 x 30, and what it says of which key."""
    table = Table(MappingProxyType({}), 48, 30) if has_table else None
    known = Context(Problems("-"), Systems({}, {}), table=table)
    node = read_tree(Source("-", text), lambda *_: None)
    value = reader.read(node, "key", known, node)
    return value, [(problem.key, problem.message.rstrip(".")) for problem in known.problems.found]


def ring(count: int) -> str:
    """Write an outline of so many corners."""
    turns = (2 * pi * number / count for number in range(count))
    return "[" + ", ".join(f"[{15 + 10 * cos(turn):.6f}, {15 + 10 * sin(turn):.6f}]" for turn in turns) + "]"


@pytest.mark.parametrize(
    ("reader", "text", "value"),
    [
        (SPOT, "[12.5, 8]", Spot(12.5, 8)),
        (SPOT, "['12.5', 8]", Spot(12.5, 8)),
        (SPOT, "[25.4mm, 50.8 mm]", Spot(1, 2)),
        (SPOT, "[0, 0]", Spot(0, 0)),
        (SPOT, "[48, 30]", Spot(48, 30)),
        (SPOT, "[1219.2mm, 762mm]", Spot(48, 30)),
        (BASE, "1", Base(Inches(1))),
        (BASE, "0.01", Base(Inches(0.01))),
        (BASE, "1016mm", Base(Inches(40))),
        (BASE, "[1, 40]", Base(Inches(1), Inches(40))),
        (OUTLINE, "[[1, 1], [2, 1], [50.8mm, 2]]", (Spot(1, 1), Spot(2, 1), Spot(2, 2))),
        (OUTLINE, "[[0, 0], [0, 30], [48, 30], [48, 0]]", (Spot(0, 0), Spot(0, 30), Spot(48, 30), Spot(48, 0))),
        (AngleReader(), "0", 0),
        (AngleReader(), "359.5", 359.5),
        (AngleReader(), "360", 360),
    ],
)  # fmt: skip
def test_what_is_right_is_read(reader: Reader, text: str, value: Any) -> None:
    assert read(reader, text) == (value, [])


def test_lengths_remember_how_they_were_written() -> None:
    base, _ = read(BASE, "[60mm, 1.50]")
    spot, _ = read(SPOT, "[300mm, 8.0]")
    assert [length.text for length in (base.width, base.length, *spot)] == ["60mm", "1.50", "300mm", "8.0"]


def test_without_a_table_places_lie_on_the_largest() -> None:
    assert read(SPOT, "[1000, 1000]", has_table=False) == (Spot(1000, 1000), [])
    assert read(SPOT, "[1000.1, 0]", has_table=False)[1] == [
        ("key.0", "'1000.1' is not a length from 0 to 1000 inches, such as 12.5 or 32mm")
    ]


@pytest.mark.parametrize("count", [3, 4, 50, MAX_CORNERS])
def test_an_outline_has_3_to_100_corners(count: int) -> None:
    corners, problems = read(OUTLINE, ring(count))
    assert (len(corners), problems) == (count, [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ring(101), f"an outline must have 3 to 100 corners, not 101. {AN_OUTLINE}"),
        ("[]", f"an outline must have 3 to 100 corners, not 0. {AN_OUTLINE}"),
        ("[[1, 1], [2, 1]]", f"an outline must have 3 to 100 corners, not 2. {AN_OUTLINE}"),
        (
            "[[1, 1], [2, 1], [2, 2], [1, 1]]",
            f"an outline closes on its own: leave out the last corner, [1, 1]. {AN_OUTLINE}",
        ),
        ("[[1, 1], [3, 3], [3, 1], [1, 3]]", f"the outline crosses or touches itself: [1, 1] to [3, 3] and [3, 1] to [1, 3]. {AN_OUTLINE}"),
        ("[[1, 1], [2, 1], [3, 1]]", f"the outline crosses or touches itself: [1, 1] to [2, 1] and [3, 1] to [1, 1]. {AN_OUTLINE}"),
        ("[[1, 1], [5, 1], [5, 5], [3, 1], [1, 5]]", f"the outline crosses or touches itself: [1, 1] to [5, 1] and [5, 5] to [3, 1]. {AN_OUTLINE}"),
        ("[[1, 1], [2, 1], [2, 2], [2, 1]]", f"the outline crosses or touches itself: [1, 1] to [2, 1] and [2, 2] to [2, 1]. {AN_OUTLINE}"),
        ("[[1, 1], [2, 1], [2, 1], [2, 2]]", f"the corner [2, 1] is repeated: leave one out. {AN_OUTLINE}"),
        ("[[1, 1], [1.0000005, 1], [2, 2]]", f"the corner [1, 1] is repeated: leave one out. {AN_OUTLINE}"),
        ("wall", f"expected a list of at least 3 places, found a single value. {AN_OUTLINE}"),
        ("{a: b}", f"expected a list of at least 3 places, found a mapping. {AN_OUTLINE}"),
    ],
)  # fmt: skip
def test_an_outline_that_is_wrong(text: str, said: str) -> None:
    assert read(OUTLINE, text) == (INVALID, [("key", said)])


def test_every_corner_of_an_outline_that_is_wrong_is_reported() -> None:
    _, problems = read(OUTLINE, "[[49, 1], [1, 31], [1, 1, 1], 7, [a, b]]")
    assert [key for key, _ in problems] == ["key.0.0", "key.1.1", "key.2", "key.3", "key.4.0", "key.4.1"]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("[48.000001, 30]", ["key.0"]),
        ("[0, 30.000001]", ["key.1"]),
        ("[-1, -1]", ["key.0", "key.1"]),
        ("[1e1, .5]", ["key.0", "key.1"]),
        ("[1.1234567890123456789012345678901, 1]", ["key.0"]),
        ("[~, true]", ["key.0", "key.1"]),
        ("[[1], {a: b}]", ["key.0", "key.1"]),
    ],
)
def test_coordinates_that_are_wrong_are_reported_one_by_one(text: str, keys: list[str]) -> None:
    value, problems = read(SPOT, text)
    assert (value, [key for key, _ in problems]) == (INVALID, keys)
    assert all("a length from 0 to" in said for _, said in problems)


@pytest.mark.parametrize(
    ("reader", "text", "said"),
    [
        (SPOT, "[1]", f"a place must have 2 coordinates, not 1. Allowed: {PLACE}"),
        (SPOT, "[1, 2, 3]", f"a place must have 2 coordinates, not 3. Allowed: {PLACE}"),
        (SPOT, "[]", f"a place must have 2 coordinates, not 0. Allowed: {PLACE}"),
        (SPOT, "B3", f"expected {PLACE}, found a single value"),
        (SPOT, "{x: 1, y: 2}", f"expected {PLACE}, found a mapping"),
        (BASE, "0.009", f"'0.009' is not {LENGTH_PATTERN}"),
        (BASE, "1016.1mm", f"'1016.1mm' is not {LENGTH_PATTERN}"),
        (BASE, "round", f"'round' is not {LENGTH_PATTERN}"),
        (BASE, "[1]", f"a base is a diameter, or a width and a length. {A_BASE}"),
        (BASE, "[1, 2, 3]", f"a base is a diameter, or a width and a length. {A_BASE}"),
        (BASE, "{width: 1}", f"a base is a diameter, or a width and a length. {A_BASE}"),
        (AngleReader(), "360.5", f"'360.5' is not {DEGREES}"),
        (AngleReader(), "-1", f"'-1' is not {DEGREES}"),
        (AngleReader(), "N", f"'N' is not {DEGREES}"),
        (AngleReader(), "1e1", f"'1e1' is not {DEGREES}"),
    ],
)
def test_what_is_wrong_is_reported_with_what_would_be_right(reader: Reader, text: str, said: str) -> None:
    assert read(reader, text) == (INVALID, [("key", said)])


def test_the_sides_of_a_base_are_reported_one_by_one() -> None:
    assert read(BASE, "[0, 41]") == (
        INVALID, [("key.0", f"'0' is not {LENGTH_PATTERN}"), ("key.1", f"'41' is not {LENGTH_PATTERN}")]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("reader", "right", "wrong"),
    [
        (LengthReader(0, 40), [0, 12.5, 40, "32mm", "32 mm", "12.5"], [-1, 40.5, "x", "1e3", "32cm", "", None, [1]]),
        (SPOT, [[12.5, 8], ["300mm", 8]], [[1], [1, 2, 3], ["a", 1], [-1, 1], "B3", 5, {}]),
        (BASE, [1, "32mm", [1, 2], ["60mm", "35mm"]], [0, 41, [1], [1, 2, 3], [0, 1], "round", {}]),
        (OUTLINE, [[[1, 1], [2, 1], [2, 2]]], [[], [[1, 1], [2, 1]], [[1, 1]] * 101, [[1, 1], [2, 1], [2]], "x"]),
        (AngleReader(), [0, 45.5, 360], [-1, 361, "N"]),
    ],
)
def test_schemas_take_what_is_right_and_refuse_what_is_wrong(
    reader: Reader, right: list[Any], wrong: list[Any]
) -> None:
    validator = Draft202012Validator(reader.schema(Context(Problems("-"), Systems({}, {}))))
    assert [each for each in right if not validator.is_valid(each)] == []
    assert [each for each in wrong if validator.is_valid(each)] == []
