# ruff: noqa: E501  (tables of cases read best with one case a line)
"""Free tables in files: their size and features, what stands on them, and how much of it there may be."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

import sightline
from sightline.board import BasedPiece
from sightline.formats.free_tables import MAX_BUILDING_CORNERS, MAX_ON_TABLE
from tests.formats.test_answers import mistakes
from tests.formats.texts import problems_of, with_table

CORNERS = "outline: [[1, 1], [2, 1], [2, 2]]"
HOUSE = "building: true, outline: [[10, 10], [14, 10], [14, 14], [10, 14]]"
A_FEATURE = "is, blocks, cover, difficult, impassable, outline"
YES_OR_NO = "Allowed: true, false."
WITHIN = "the place of a building must be inside its outline."


def told(text: str) -> list[tuple[str | None, str | None, str]]:
    """Return the key, what was found and the message of each problem of a text."""
    return [(problem.key, problem.found, problem.message) for problem in problems_of(text)]


def messages(text: str) -> list[tuple[str | None, str]]:
    """Return the key and the message of each problem of a text."""
    return [(key, message) for key, _, message in told(text)]


def square(left: float, top: float, size: float = 1, corners: int = 4) -> str:
    """Write the outline of a square, with further corners along its top."""
    more = "".join(f"[{left + size * part / (corners - 3):.6f}, {top}], " for part in range(1, corners - 3))
    return f"[[{left}, {top}], {more}[{left + size}, {top}], [{left + size}, {top + size}], [{left}, {top + size}]]"


def house(left: float, top: float, **more: Any) -> str:
    """Write what a building states."""
    return f"building: true, outline: {square(left, top, **more)}"


# --- sizes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "inches"),
    [
        ("48x30.5", (48, 30.5)),
        ("1x1000", (1, 1000)),
        ("25.4mmx25400mm", (1, 1000)),
        ("'254 mm x 44'", (10, 44)),
    ],
)
def test_the_size_of_a_table(size: str, inches: tuple[float, float]) -> None:
    table = sightline.parse(with_table(size)).table
    assert (table.width, table.height) == inches
    assert mistakes("post-galactica-scenario", yaml.safe_load(with_table(size))) == []


@pytest.mark.parametrize(
    "size", ["48", "x", "48x", "x48", "48X48", "-5x5", "0.99x5", "25mmx5", "1000.1x5", "1e2x5", "5x5x5", "wide"]
)
def test_what_is_no_size_of_a_table(size: str) -> None:
    allowed = "width x height in inches, each 1 to 1000, such as 48x48"
    assert told(with_table(size)) == [
        ("map.size", size, f"{size!r} is not the size of a table. Allowed: {allowed}.")
    ]  # fmt: skip


# --- features ----------------------------------------------------------------------------------------------


def means(*features: str, kinds: str = "") -> list[dict[str, Any]]:
    """Return what each feature means, defaults left out."""
    found = [each.means for each in sightline.parse(with_table(features=features, kinds=kinds)).table.features]
    every = [{name: getattr(each, name) for name in ("blocks", "cover", "difficult", "impassable")} for each in found]
    return [{name: value for name, value in each.items() if value not in ("none", False)} for each in every]


def test_what_features_mean() -> None:
    kinds = "ruin: {blocks: false, cover: light}, wall: {blocks: true}"
    assert means(
        f"is: heavy-cover, {CORNERS}",
        f"is: heavy-cover, cover: light, difficult: true, {CORNERS}",
        f"is: clear, {CORNERS}",
        f"is: ruin, {CORNERS}",
        f"is: ruin, cover: none, blocks: true, {CORNERS}",
        f"is: wall, blocks: false, {CORNERS}",
        f"is: hedge, blocks: false, cover: obscuring, impassable: true, {CORNERS}",
        kinds=kinds,
    ) == [
        {"cover": "heavy"},
        {"cover": "light", "difficult": True},
        {},
        {"cover": "light"},
        {"blocks": True},
        {},
        {"cover": "obscuring", "impassable": True},
    ]


@pytest.mark.parametrize(
    ("kinds", "names"),
    [
        (["wall"], ["wall"]),
        (["wall", "wood", "wall"], ["wall 1", "wood", "wall 2"]),
        (["wall 1", "wall", "wall"], ["wall 1", "wall 2", "wall 3"]),
        (["wall", "wall 1", "wall", "wall 3", "wall"], ["wall 2", "wall 1", "wall 4", "wall 3", "wall 5"]),
        (["wall", "wall", "wall 1", "wall 1"], ["wall 2", "wall 3", "wall 1 1", "wall 1 2"]),
    ],
)
def test_every_feature_has_a_name_of_its_own(kinds: list[str], names: list[str]) -> None:
    scenario = sightline.parse(with_table(features=[f"is: {kind}, blocks: true, {CORNERS}" for kind in kinds]))
    assert [feature.name for feature in scenario.table.features] == names
    assert [feature.kind for feature in scenario.table.features] == kinds


@pytest.mark.parametrize(
    ("feature", "key", "found", "message"),
    [
        (f"is: ruin, {CORNERS}", "blocks", None, f"blocks is missing: a feature needs it. {YES_OR_NO}"),
        (f"is: ruin, cover: light, {CORNERS}", "blocks", None, f"blocks is missing: a feature needs it. {YES_OR_NO}"),
        (f"is: ruin, blocks: no, {CORNERS}", "blocks", "no", "'no' is not true or false."),
        ("is: heavy-cover", "outline", None, "outline is missing: a feature needs it. Allowed: a list of at least 3 places: [...]."),
        (f"blocks: true, {CORNERS}", "is", None, "is is missing: a feature needs it. Allowed: a name of 1 to 100 characters."),
        (f"is: '', blocks: true, {CORNERS}", "is", "", "a name is missing here. Allowed: a name of 1 to 100 characters."),
        (f"is: [a], blocks: true, {CORNERS}", "is", "[a]", "expected a name of 1 to 100 characters, found a list."),
        (f"is: ruin, letter: r, blocks: true, {CORNERS}", "letter", "letter", f"'letter' is not a key of a feature. Allowed: {A_FEATURE}."),
        (f"is: ruin, blocks: true, cover: lihgt, {CORNERS}", "cover", "lihgt", "'lihgt' is not heavy, light, none or obscuring. Did you mean 'light'?"),
    ],
)  # fmt: skip
def test_a_feature_that_is_wrong(feature: str, key: str, found: str | None, message: str) -> None:
    assert told(with_table(features=[feature])) == [(f"map.features.0.{key}", found, message)]


def test_what_is_no_list_of_features() -> None:
    for features in ("{a: b}", "wall", ""):
        text = with_table().replace("size", f"features: {features}\n  size")
        assert [key for key, _ in messages(text)] == ["map.features"]
    assert sightline.parse(with_table().replace("size", "features: []\n  size")).table.features == ()


def test_a_kind_of_ones_own_says_whether_it_blocks() -> None:
    assert messages(with_table(features=[f"is: ruin, {CORNERS}"], kinds="ruin: {cover: light}")) == [
        ("map.kinds.ruin.blocks", f"blocks is missing: a kind of terrain needs it. {YES_OR_NO}")
    ]


# --- buildings ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stated", "at"),
    [
        (HOUSE, (12, 12)),
        (f"{HOUSE}, at: [11, 13]", (11, 13)),
        (f"{HOUSE}, at: [10, 10]", (10, 10)),
        (f"{HOUSE}, at: [14.0000005, 12], base: 1", (14.0000005, 12)),
        ("building: true, outline: [[10, 10], [20, 10], [20, 12], [12, 12], [12, 20], [10, 20]]", (11, 16)),
    ],
)
def test_where_a_building_stands(stated: str, at: tuple[float, float]) -> None:
    building = sightline.parse(with_table(B=stated)).table.pieces["B"]
    assert isinstance(building, BasedPiece)
    assert building.spot == at
    assert building.outline


@pytest.mark.parametrize(
    ("stated", "problems"),
    [
        (f"{HOUSE}, at: [14.00001, 12]", [("pieces.B.at", WITHIN)]),
        (f"{HOUSE}, at: [49, 12]", [("pieces.B.at.0", "'49' is not a length from 0 to 48 inches, such as 12.5 or 32mm.")]),
        ("building: true, at: [3, 3], base: 1", [("pieces.B.outline", "outline is missing: a piece needs it. Allowed: a list of at least 3 places: [...].")]),
        ("building: false, at: [3, 3], base: 1, outline: [[2, 2], [4, 2], [3, 4]]", [("pieces.B.outline", "only a building can have an outline. Allowed: building: true.")]),
        ("at: [3, 3], base: 1, outline: [[2, 2], [4, 2], [3, 4]]", [("pieces.B.outline", "only a building can have an outline. Allowed: building: true.")]),
        ("at: [3, 3], base: 1, cover: heavy", [("pieces.B.cover", "only a building can state the cover it gives. Allowed: building: true.")]),
        ("base: 1", [("pieces.B.at", "at is missing: a piece needs it. Allowed: a place on the table, [x, y], in inches from the top left.")]),
        ("at: [3, 3]", [("pieces.B.base", "base is missing: a piece needs it. Allowed: a diameter, such as 32mm, [width, length], such as [60mm, 35mm].")]),
    ],
)  # fmt: skip
def test_a_building_or_unit_that_is_wrong(stated: str, problems: list[tuple[str, str]]) -> None:
    assert messages(with_table(B=stated)) == problems


# --- where pieces stand ------------------------------------------------------------------------------------


def test_pieces_may_touch_each_other_and_the_edge() -> None:
    scenario = sightline.parse(
        with_table(
            A="at: [0.5, 0.5], base: 1",
            B="at: [1.5, 0.5], base: 25.4mm",
            C="at: [1, 2], base: [2, 2]",
            D=house(2, 0, size=3),
            E="at: [47.4999999, 29.5], base: 1",
            F="at: [47.5, 47.5], base: [1, 1], facing: 90",
        )
    )
    assert len(scenario.position.pieces) == 6


@pytest.mark.parametrize(
    ("stated", "over"),
    [
        ("at: [0.4, 5], base: 1", "0.1"),
        ("at: [5, 0.49999], base: 1", "0.00001"),
        ("at: [48, 48], base: 1", "0.5"),
        ("at: [1, 5], base: [1, 3], facing: 90", "0.5"),
        ("at: [0.7, 5], base: [1, 1], facing: 45", "0.007107"),
    ],
)
def test_pieces_over_the_edge(stated: str, over: str) -> None:
    assert messages(with_table(A=stated)) == [
        ("pieces.A.at", f"'A' hangs {over} inches over the edge of the table, which is 48x48.")
    ]


def test_each_piece_that_overlaps_others_is_reported_once() -> None:
    text = with_table(
        A="at: [5, 5], base: 1",
        B="at: [6, 5], base: 1",
        C="at: [5.5, 5], base: 1",
        D="at: [5.5, 5.5], base: 1",
        H=house(4, 4, size=3),
        I=f"{house(4, 4, size=3)}, at: [5, 6]",
    )
    assert told(text) == [
        ("pieces.C.at", "[5.5, 5]", "'C' overlaps 'A'."),
        ("pieces.D.at", "[5.5, 5.5]", "'D' overlaps 'A'."),
        ("pieces.H.outline", square(4, 4, size=3), "'H' overlaps 'A'."),
        ("pieces.I.at", "[5, 6]", "'I' overlaps 'H'."),
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("at: [5, 5], base: 2", "at: [6.4, 6.4], base: 2"),
        ("at: [5, 5], base: [2, 1], facing: 90", "at: [5, 5.9], base: 1"),
        ("at: [5, 5], base: [1, 6], facing: 45", "at: [6.5, 3.5], base: 0.2"),
        (house(4, 4), "at: [4.5, 4.5], base: 0.01"),
        ("at: [5, 5], base: 2", house(4.5, 4.5)),
    ],
)
def test_what_overlaps(one: str, other: str) -> None:
    key = "outline" if "outline" in other else "at"
    assert messages(with_table(A=one, B=other)) == [(f"pieces.B.{key}", "'B' overlaps 'A'.")]


def test_a_piece_that_is_wrong_otherwise_takes_its_place_all_the_same() -> None:
    text = with_table(
        A="at: [5, 5], base: 1, movement: far",
        B="at: [5.5, 5], base: 1",
        C="at: [5.2, 5], base: wide",
        D="at: [47.9, 5], base: 1",
        E="at: [47.5, 5], base: 1",
    )
    assert [key for key, _ in messages(text)] == [
        "pieces.A.movement", "pieces.B.at", "pieces.C.base", "pieces.D.at",
    ]  # fmt: skip


# --- how much there may be ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_table_has_a_greatest_number_of_features() -> None:
    features = [f"is: wall, blocks: true, {CORNERS}"] * MAX_ON_TABLE
    assert len(sightline.parse(with_table(features=features)).table.features) == MAX_ON_TABLE
    assert messages(with_table(features=[*features, features[0]])) == [
        ("map.features", "a table has at most 1000 features, not 1001.")
    ]


def test_a_table_has_a_greatest_number_of_pieces() -> None:
    pieces = {f"P{n}": f"at: [{1 + n % 40}, {1 + n // 40}], base: 1" for n in range(MAX_ON_TABLE + 1)}
    assert messages(with_table(**pieces)) == [("pieces", "a free table has at most 1000 pieces, not 1001.")]
    del pieces["P1000"]
    assert len(sightline.parse(with_table(**pieces)).table.pieces) == MAX_ON_TABLE


def test_buildings_have_a_greatest_number_of_corners_together() -> None:
    houses = {f"B{n}": house(2 * n, 1, corners=100) for n in range(MAX_BUILDING_CORNERS // 100)}
    scenario = sightline.parse(with_table(**houses, A="at: [47, 5], base: 1"))
    message = "the buildings of a table have at most 2000 corners together, not 2004."
    assert messages(with_table(**houses, C=house(1, 20))) == [("pieces", message)]
    assert messages(with_table(**houses, C=f"{house(1, 20)}, movement: far"))[0] == ("pieces", message)
    with pytest.raises(sightline.ScenarioError) as refused:
        scenario.with_piece("A", building=True, outline=yaml.safe_load(square(1, 20)), at=[1.5, 20.5])
    assert [(problem.key, problem.message) for problem in refused.value.problems] == [("pieces", message)]


# --- what a program reads ----------------------------------------------------------------------------------


def test_tables_are_as_their_schema_says() -> None:
    text = with_table(
        "48x30.5",
        [f"is: ruin, {CORNERS}", f"is: wall, blocks: true, cover: heavy, {CORNERS}"],
        "ruin: {blocks: false, cover: light}",
        A="at: [22.5, 300mm], base: 32mm, facing: 22.5, tags: [Large], weapons: [{name: rifle, range: 12.5}]",
        B="at: [5, 5], base: [60mm, 1]",
        C=HOUSE,
    )
    sightline.parse(text)
    assert mistakes("post-galactica-scenario", yaml.safe_load(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        with_table("48"),
        with_table("wide"),
        with_table(features=[f"blocks: true, {CORNERS}"]),
        with_table(features=["is: wall, blocks: true"]),
        with_table(features=[f"is: wall, blocks: perhaps, {CORNERS}"]),
        with_table(features=["is: wall, blocks: true, outline: [[1, 1], [2, 2]]"]),
        with_table(features=["is: wall, blocks: true, outline: [[1, 1], [2, 2], [3]]"]),
        with_table(features=["is: wall, blocks: true, outline: [[1, 1], [2, 2], [1001, 3]]"]),
        with_table(A="at: [1], base: 1"),
        with_table(A="building: true, at: [1, 1], base: 1"),
        with_table(A=HOUSE.replace("true", "false")),
        with_table(A="at: [1, 4cm], base: 1"),
        with_table(A="at: B3, base: 1", B="base: 1"),
        with_table(A="at: [1, 1], base: 41"),
        with_table(A="at: [1, 1], base: [1, 2, 3]"),
        with_table(A="at: [1, 1], base: 1, facing: 361"),
        with_table().replace("grid: free", "grid: free\n  hexes: flat odd-q"),
        with_table().replace("grid: free", "grid: free\n  cells: '. .'"),
        with_table(features=[f"is: wall, blocks: true, {CORNERS}"]).replace("grid: free", "grid: hex"),
    ],
)
def test_the_schema_of_tables_refuses_what_the_reader_refuses(text: str) -> None:
    assert problems_of(text)
    assert mistakes("post-galactica-scenario", yaml.safe_load(text)) != []
