"""Readers made from the types that a rule system states."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct, defstruct

from sightline.board import Board, Facing
from sightline.formats.containers import ListReader
from sightline.formats.context import Context
from sightline.formats.problems import Problems
from sightline.formats.readers import (
    INVALID,
    BooleanReader,
    ChoiceReader,
    EitherReader,
    IntegerReader,
    NameReader,
    TextReader,
)
from sightline.formats.struct_readers import CELL, struct_reader
from sightline.formats.yaml_tree import Source, read_tree
from sightline.lattice import Cell, parse_grid
from sightline.rules import Systems


class Gear(Struct, frozen=True, kw_only=True):
    name: Annotated[str, Meta(min_length=1)]
    reach: Annotated[int, Meta(ge=1, le=9)] | Literal["far"] = 1


class Thing(Struct, frozen=True, kw_only=True):
    at: Cell
    note: str | None = None
    is_big: bool = False
    facing: Facing | None = None
    side: Literal["left", "right"] = "left"
    gear: tuple[Gear, ...] = ()


def read(struct: type[Struct], text: str, *omit: str) -> tuple[Any, list[tuple[str | None, str]]]:
    grid = parse_grid("square")
    known = Context(Problems("-"), Systems({}, {}), grid=grid, board=Board.empty(grid, 3, 3))
    node = read_tree(Source("-", text), lambda *_: None)
    value = struct_reader(struct, "a thing", omit).read(node, "key", known, node)
    return value, [(problem.key, problem.message) for problem in known.problems.found]


def test_each_type_has_its_reader() -> None:
    readers = {name: field.reader for name, field in struct_reader(Thing, "a thing").fields.items()}
    assert readers["at"] is CELL
    assert [type(readers[name]) for name in ("note", "is_big", "facing", "side")] == [
        TextReader,
        BooleanReader,
        ChoiceReader,
        ChoiceReader,
    ]
    assert isinstance(readers["gear"], ListReader)
    gear = struct_reader(Gear, "gear").fields
    assert isinstance(gear["name"].reader, NameReader)
    assert gear["reach"].reader == EitherReader((IntegerReader(1, 9), gear["reach"].reader.readers[1]))  # type: ignore[attr-defined]
    assert [name for name, field in gear.items() if field.needed] == ["name"]


def test_a_mapping_becomes_the_struct() -> None:
    text = (
        "{at: B2, note: off, is_big: true, facing: NE, side: right, gear: [{name: a, reach: far}, {name: b, reach: 2}]}"
    )
    assert read(Thing, text) == (
        Thing(
            at=Cell(1, 1),
            note="off",
            is_big=True,
            facing=Facing("NE"),
            side="right",
            gear=(Gear(name="a", reach="far"), Gear(name="b", reach=2)),
        ),
        [],
    )


def test_what_is_left_out_is_no_key() -> None:
    value, told = read(Thing, "{at: A1, note: x}", "note")
    assert value is INVALID
    assert told[0][0] == "key.note"


@pytest.mark.parametrize(
    ("text", "key", "message"),
    [
        ("{at: a1}", "key.at", "Did you mean 'A1'? Allowed: A1 to C3."),
        ("{at: A01}", "key.at", "Did you mean 'A1'? Allowed: A1 to C3."),
        ("{at: A4}", "key.at", "A4 is off the map, which is 3x3. Allowed: A1 to C3."),
        ("{at: A1, facing: NNE}", "key.facing", "'NNE' is not a facing of this map. Did you mean"),
        (
            "{at: A1, gear: [{name: a, reach: 10}]}",
            "key.gear.0.reach",
            "'10' is not a whole number from 1 to 9 or far.",
        ),
        ("{at: A1, gear: [{name: a}, {name: a}]}", "key.gear.1.name", "'a' is given twice."),
        ("{at: A1, gear: [a]}", "key.gear.0", "expected a gear, found a single value."),
        ("{at: A1, gear: a}", "key.gear", "expected a list of gears, found a single value."),
    ],
)
def test_what_is_wrong_is_reported(text: str, key: str, message: str) -> None:
    _, told = read(Thing, text)
    assert [about for about, _ in told] == [key]
    assert message in told[0][1]


def test_a_huge_name_of_a_place_makes_a_short_message() -> None:
    ((key, message),) = read(Thing, f"{{at: {'A' * 100_000}}}")[1]
    assert key == "key.at"
    assert len(message) < 200


@pytest.mark.parametrize("kind", [float, bytes, int, set[str], tuple[int, ...], tuple[Gear, ...] | bool])
def test_a_type_without_a_reader_is_refused_when_the_system_is_read(kind: Any) -> None:
    with pytest.raises(TypeError, match=r"no reader is known|only single values"):
        struct_reader(defstruct("Odd", [("value", kind)]), "a thing")
