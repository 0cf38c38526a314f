# ruff: noqa: E501  (tables of cases read best with one case a line)
"""What is written is read back to the same value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

import sightline
from sightline.rules import Attack, Finding, Odds, Systems, Terrain, odds_of
from sightline.sight import PlannedSight, SightLine, SightPlan
from tests.formats.texts import HEAD, with_map, with_pieces, with_table


class Ground(Terrain, frozen=True, kw_only=True):
    """A kind of terrain of the small system."""

    hampers: bool = False


class Fences(PlannedSight[Any]):
    """A small system for hexes and squares that knows terrain on borders."""

    key: ClassVar[str] = "fences"
    title: ClassVar[str] = "Fences"
    clauses = ()
    grids: ClassVar[tuple[str, ...]] = ("hex", "square")
    terrain: ClassVar[Mapping[str, Terrain]] = MappingProxyType(
        {"clear": Ground(letter="."), "mud": Ground(letter="m")}
    )
    terrain_type: ClassVar[type[Terrain]] = Ground
    border_terrain: ClassVar[Mapping[str, Terrain]] = MappingProxyType({"fence": Ground(), "low-wall": Ground()})

    def sight(self) -> SightPlan:
        return SightPlan("centre", "centre", SightLine({}))

    def findings(self, attack: Attack[Any]) -> Iterator[Finding]:
        del attack
        yield from ()

    def roll(self, attack: Attack[Any], numbers: Mapping[str, int]) -> tuple[Struct, Odds]:
        del attack, numbers
        return Ground(), odds_of({"hit": Fraction(1)})


SYSTEMS = Systems({}, {"fences": Fences()})
SMALL = "sightline: 1\nrules: fences\nmap:\n"


def again(text: str, systems: Systems | None = None) -> str:
    """Return what is written of a scenario, which reads back to the same value and writes the same again."""
    scenario = sightline.parse(text, systems=systems)
    written = scenario.to_yaml()
    read = sightline.parse(written, systems=systems)
    assert read == scenario
    assert read.data.position.surface == scenario.data.position.surface
    assert read.data.own_kinds == scenario.data.own_kinds
    assert (read.title, read.pairs) == (scenario.title, scenario.pairs)
    assert read.to_yaml() == written
    return written


def test_defaults_and_clear_ground_are_left_out() -> None:
    text = with_map("size: 3x1\nterrain: {wall: [B1]}\nlevels: {2: [C1]}")
    written = f"{HEAD}map:\n  grid: hex\n  hexes: flat odd-q\n  cells: |\n    .  #  .2\n{'pieces:'}\n  A: {{at: A1, facing: N}}\n"
    assert again(text) == written


NAMES = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Co", "Cn"], exclude_characters="\ufeff"), min_size=1, max_size=30
)


@given(NAMES.filter(str.strip), NAMES.filter(str.strip), NAMES)
def test_any_name_is_written_so_that_it_reads_back(name: str, side: str, title: str) -> None:
    scenario = sightline.parse(with_pieces("A: {at: A1, facing: N}")).with_piece("A", side=side)
    piece = with_pieces(f"{quoted(name)}: {{at: A1, facing: N, side: {quoted(side)}}}") + f"title: {quoted(title)}\n"
    again(piece)
    assert sightline.parse(scenario.to_yaml()).board.pieces["A"].side == side


def quoted(text: str) -> str:
    """Quote in another way than the program does."""
    return "'" + text.replace("'", "''").replace("\u2028", " ").replace("\u2029", " ") + "'"


@pytest.mark.parametrize(
    "name",
    ["no", "~", "null", "1e3", "0x10", "-", "- a", "a: b", "a #b", "#", "*a", "&a", "!a", "%a", "@a", "`a", "|", ">", "?", "? a", ":", "::", "a:", "[a]", "{a}", ",", "a, b", '"', "'", "\\", " a ", "a  b", "é", "日本", "🎲", "<<", "=", "---", "...", "2024-01-01", "1:30", "\\n", "a.b", "A/B"],
)  # fmt: skip
def test_names_that_look_like_something_else_are_read_back(name: str) -> None:
    written = again(
        with_pieces(f"{quoted(name)}: {{at: A1, facing: N, weapons: [{{name: {quoted(name)}, range: melee}}]}}")
    )
    assert list(sightline.parse(written).board.pieces) == [name]


@pytest.mark.parametrize("character", ["\t", "\n", "\x85", "\u2028", "\u2029", "\ufeff", "\xa0", "\U0001f600"])
def test_characters_that_do_not_show_are_read_back(character: str) -> None:
    text = with_pieces("A: {at: A1, facing: N}") + f'title: "a{character.encode("unicode_escape").decode()}b"\n'
    written = again(text.replace("\\x85", "\\N").replace("\\xa0", "\\_"))
    assert sightline.parse(written).title == f"a{character}b"


def test_own_kinds_get_letters_of_their_own() -> None:
    text = with_map(
        "size: 4x1\n"
        "kinds: {ruin: {cover: heavy}, fort: {blocks: true}, 'F~#': {}, '1': {cost: impassable}, unused: {}}\n"
        "terrain: {ruin: [A1], fort: [B1], 'F~#': [C1], '1': [A1:D1], wall: [D1]}"
    )
    written = again(text)
    assert (
        'kinds: {ruin: {cover: heavy}, fort: {blocks: true}, "F~#": {}, 1: {cost: impassable}, unused: {}}' in written
    )
    assert 'legend: {r: ruin, o: fort, A: "F~#", B: 1}' in written
    assert "Br Bo BA B#" in written


@pytest.mark.slow
def test_thousands_of_kinds_get_letters() -> None:
    kinds = [f"kind{number}" for number in range(9000)]
    text = with_map(
        "size: 100x90\nkinds:\n"
        + "".join(f"  {kind}: {{}}\n" for kind in kinds)
        + "terrain:\n"
        + "".join(
            f"  {kind}: [{'ABCDEFGHIJ'[number % 10]}{number // 10 % 90 + 1}]\n" for number, kind in enumerate(kinds)
        )
    )
    again(text)


def test_the_letters_of_a_legend_are_kept() -> None:
    text = with_map(
        "kinds: {thicket: {cover: light}, bog: {cost: 3}, pit: {}}\n"
        "legend: {k: thicket, K: thicket, '@': bog, p: pit, q: rubble}\n"
        "cells: |\n  k @k1 K q ~ ."
    )
    written = again(text)
    assert 'legend: {q: rubble, k: thicket, "@": bog, p: pit}' in written
    assert "cells: |\n    k   @k1 k   q   q   .\n" in written


def test_redefined_letters_are_kept() -> None:
    written = again(with_map("legend: {f: wall, '#': forest, '.': ice}\ncells: |\n  f # .\n"))
    assert 'legend: {l: clear, "#": forest, ".": ice, f: wall}' in written
    assert "cells: |\n    f # .\n" in written


def test_a_kind_whose_letter_has_another_meaning_gets_another_one() -> None:
    written = again(with_map("legend: {f: wall}\ncells: |\n  f . .\nterrain: {forest: [B1]}"))
    assert "legend: {o: forest, f: wall}" in written
    assert "cells: |\n    f o .\n" in written


def test_a_dot_that_is_no_clear_ground_combines_with_no_letter() -> None:
    written = again(with_map("legend: {'.': ice, '=': clear}\ncells: |\n  . = f\nterrain: {ice: [C1], forest: [C1]}"))
    assert "cells: |\n    i  =  fi\n" in written


def test_holes_and_several_kinds_are_drawn() -> None:
    written = again(with_map("cells: |\n  _  ~f2  .1\n  .  _  _", rest=""))
    assert "    _   f~2 .1\n    .   _   _\n" in written


@pytest.mark.parametrize(
    ("layout", "indicator", "first"),
    [
        ("pointy odd-r", "|", "    .  m  ."),
        ("pointy even-r", "|2", "     .  m  ."),
        ("flat odd-q", "|", "    .  m  ."),
        ("flat even-q", "|", "    .  m  ."),
    ],
)
def test_pointy_rows_are_staggered(layout: str, indicator: str, first: str) -> None:
    rows = "    .  m  .\n    m  .  .\n    .  .  m\n"
    written = again(f"{SMALL}  grid: hex\n  hexes: {layout}\n  cells: |\n{rows}", SYSTEMS)
    lines = written.splitlines()
    assert f"  cells: {indicator}" in lines
    assert first.replace("  ", " ").split() == lines[lines.index(f"  cells: {indicator}") + 1].split()
    starts = [len(line) - len(line.lstrip()) for line in lines[-3:]]
    assert starts == {"pointy odd-r": [4, 5, 4], "pointy even-r": [5, 4, 5]}.get(layout, [4, 4, 4])


@pytest.mark.parametrize("rows", [1, 2])
def test_a_single_shoved_row_needs_no_more_indentation(rows: int) -> None:
    again(f"{SMALL}  grid: hex\n  hexes: pointy even-r\n  size: 3x{rows}\n", SYSTEMS)


def test_borders_are_written_lower_column_and_row_first() -> None:
    text = (
        f"{SMALL}  grid: square\n  size: 3x3\n  kinds: {{hedge: {{hampers: true}}}}\n"
        "  borders: {low-wall: [B2/A2, B2/B1], hedge: [B1/B2], fence: [C3/C2]}\n"
        "pieces:\n  A: {at: A1}\n  B: {at: B1, side: '1'}\npairs: [[B, A]]\n"
    )
    written = again(text, SYSTEMS)
    assert "  kinds: {hedge: {hampers: true}}\n" in written
    assert "  borders: {fence: [C2/C3], hedge: [B1/B2], low-wall: [A2/B2, B1/B2]}\n" in written
    assert "pairs: [[B, A]]\n" in written


def test_a_border_in_two_lists_has_both_kinds() -> None:
    text = f"{SMALL}  grid: hex\n  size: 2x2\n  borders: {{low-wall: [A1/B1], fence: [B1/A1, A1/B1]}}\n"
    (kinds,) = sightline.parse(text, systems=SYSTEMS).board.borders.values()
    assert kinds == ("fence", "low-wall")


def test_a_map_of_a_thousand_columns_is_read_back() -> None:
    again(with_map("size: 1000x3\nterrain: {forest: [ALL1, A3:Z3], wall: [ALK2]}\nlevels: {2: [AAA2:ALL3]}"))


CELLS = st.sampled_from(["_", ".", ".1", "f", "F~2", "#w", "b2", "ci1"])


@given(st.integers(1, 5).flatmap(lambda columns: st.lists(st.lists(CELLS, min_size=columns, max_size=columns), min_size=1, max_size=5)),
       st.sampled_from(["flat odd-q", "flat even-q", "pointy odd-r", "pointy even-r"]))  # fmt: skip
def test_any_drawing_is_read_back(rows: list[list[str]], layout: str) -> None:
    drawing = "\n".join("  " + " ".join(row) for row in rows)
    again(with_map(f"hexes: {layout}\ncells: |\n{drawing}", rest=""))


def test_a_table_is_written_as_it_was_stated() -> None:
    corners = "outline: [[10, 10], [355.6 mm, 10], [14.0, 12]]"
    text = with_table(
        "48x30.50",
        [f"is: light-cover, cover: none, {corners}", f"is: ruin, blocks: false, cover: heavy, {corners}"],
        "ruin: {blocks: true, cover: light}",
        A="at: [300mm, 8.0], base: 32mm, facing: 22.5, weapons: [{name: rifle, range: 12.5}]",
        B="at: [20, 8], base: [60mm, 1.50]",
        C="building: true, outline: [[2, 20], [4, 20], [4, 24]]",
        D="at: [12, 21], building: true, outline: [[10, 20], [14, 20], [14, 24]]",
    )
    assert again(text) == text
