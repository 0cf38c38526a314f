# ruff: noqa: E501  (tables of cases read best with one case a line)
"""The sections `pieces` and `pairs`."""

from __future__ import annotations

import pytest

import sightline
from tests.formats.texts import HEAD, problems_of, the_problem_of, told, with_pieces

A = "A: {at: A1, facing: N}"
T = "T: {at: B2, facing: S}"


def test_pieces_keep_their_order_and_defaults() -> None:
    pieces = sightline.parse(with_pieces(f"{T}\n{A}")).board.pieces
    assert list(pieces) == ["T", "A"]
    assert (pieces["A"].side, getattr(pieces["A"], "shield")) == (None, "left")  # noqa: B009  only Caskets have one


def test_words_are_read_from_their_text() -> None:
    pieces = sightline.parse(
        with_pieces("no: {at: A1, facing: N, side: off}\n1e3: {at: B1, facing: N, side: 0x1}")
    ).board.pieces
    assert [(name, piece.side) for name, piece in pieces.items()] == [("no", "off"), ("1e3", "0x1")]


@pytest.mark.parametrize(
    ("piece", "column", "key", "found", "nearest", "message"),
    [
        ("B: {facing: N}", 3, "at", None, None, "at is missing: a piece needs it. Allowed: a cell, such as B3."),
        ("B: {at: B1}", 3, "facing", None, None, "facing is missing: a piece needs it. Allowed: N, NE, SE, S, SW, NW."),
        ("B: {at: B1, facing: n}", 23, "facing", "n", "N", "'n' is not a facing of this map. Did you mean 'N'? Allowed: N, NE, SE, S, SW, NW."),
        ("B: {at: B1, facing: N, shield: lefft}", 34, "shield", "lefft", "left", "'lefft' is not left, none or right. Did you mean 'left'?"),
        ("B: {at: B1, facing: N, heat: 1.5}", 32, "heat", "1.5", None, "'1.5' is not a whole number from 0 to 9999."),
        ("B: {at: B1, facing: N, heat: [1]}", 32, "heat", "[1]", None, "expected a whole number from 0 to 9999, found a list."),
        ("B: {at: B1, facing: {N: 1}}", 23, "facing", "{N: 1}", None, "expected a facing of this map, found a mapping. Allowed: N, NE, SE, S, SW, NW."),
        ("B: {at: [B, 1], facing: N}", 11, "at", "[B, 1]", None, "expected a cell, such as B3, found a list."),
        ("B: {at: B1, facing: N, heet: 1}", 26, "heet", "heet", "heat", "'heet' is not a key of a piece. Did you mean 'heat'? Allowed: at, side, facing, shield, sp, moved, moved_last_turn, heat, defense, weapons."),
        ("B: {at: B1, facing: N, weapons: sword}", 35, "weapons", "sword", None, "expected a list of weapons, found a single value. Allowed: a list of weapons: [...]."),
        ("B: {at: B1, facing: N, weapons: [{name: w}]}", 36, "weapons.0.range", None, None, "range is missing: a weapon needs it. Allowed: a whole number from 1 to 9999, melee."),
        ("B: {at: B1, facing: N, weapons: [{name: w, range: close}]}", 53, "weapons.0.range", "close", None, "'close' is not a whole number from 1 to 9999 or melee."),
        ("B: {at: B1, facing: N, weapons: [{name: '', range: 1}]}", 43, "weapons.0.name", "", None, "a name is missing here. Allowed: a name of 1 to 100 characters."),
        ("B: 5", 6, "", "5", None, "expected a piece, found a single value. Allowed: a piece: {...}."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_piece_is_reported(
    piece: str, column: int, key: str, found: str | None, nearest: str | None, message: str
) -> None:
    problem = the_problem_of(with_pieces(f"{A}\n{piece}"))
    assert (problem["line"], problem["column"], problem["key"]) == (6, column, f"pieces.B.{key}".rstrip("."))
    assert (problem["found"], problem["nearest"], problem["message"]) == (found, nearest, message)


def test_a_name_has_at_most_200_characters() -> None:
    name = "n" * 101
    problem = the_problem_of(with_pieces(f"{name}: {{at: A1, facing: N}}"))
    assert (problem["line"], problem["column"], problem["key"], problem["found"]) == (5, 3, f"pieces.{name}", name)
    assert problem["message"] == f"'{'n' * 57}...' is too long for a name. Allowed: a name of 1 to 100 characters."


def test_a_key_of_over_1000_characters_is_left_out_with_its_value() -> None:
    name = "n" * 1001
    problem = the_problem_of(with_pieces(f"? {name}\n: {{at: nowhere}}"))
    assert (problem["line"], problem["column"], problem["found"]) == (5, 5, name)
    assert problem["message"] == "a key has at most 1000 characters."


def test_two_pieces_in_one_cell_are_reported_at_the_later_one() -> None:
    problems = problems_of(with_pieces("A: {at: B2, facing: N}\nB: {at: B2, facing: up}\nC: {at: B2, facing: S}"))
    assert [(problem.line, problem.column, problem.key, problem.found) for problem in problems] == [
        (6, 11, "pieces.B.at", "B2"),
        (6, 23, "pieces.B.facing", "up"),
        (7, 11, "pieces.C.at", "B2"),
    ]
    assert problems[2].message == "'A' already stands at B2."


def test_pairs_are_those_of_the_file_or_all_of_different_sides() -> None:
    pieces = with_pieces("A: {at: A1, facing: N, side: red}\nB: {at: B1, facing: N, side: red}\nT: {at: C1, facing: N}")
    assert sightline.parse(pieces).pairs == (("A", "T"), ("B", "T"), ("T", "A"), ("T", "B"))
    assert sightline.parse(pieces + "pairs: [[A, B]]\n").pairs == (("A", "B"),)
    assert sightline.parse(pieces + "pairs: []\n").pairs == ()


@pytest.mark.parametrize(
    ("pairs", "column", "key", "found", "message"),
    [
        ("[[A, A]]", 9, "pairs.0", "[A, A]", "'A' cannot attack itself. Allowed: [attacker, target]."),
        ("[[A]]", 9, "pairs.0", "[A]", "a pair must have 2 pieces, not 1. Allowed: [attacker, target]."),
        ("[[]]", 9, "pairs.0", "[]", "a pair must have 2 pieces, not 0. Allowed: [attacker, target]."),
        ("[[A, Q]]", 13, "pairs.0.1", "Q", "'Q' is not a piece of this scenario. Allowed: A, T."),
        ("[A, T]", 9, "pairs.0", "A", "expected a pair of pieces, found a single value. Allowed: a pair of pieces: [...]."),
        ("{A: T}", 8, "pairs", "{A: T}", "expected a list of pairs, found a mapping. Allowed: a list of pairs: [...]."),
    ],
)  # fmt: skip
def test_what_is_no_pair_is_reported(pairs: str, column: int, key: str, found: str, message: str) -> None:
    problem = told(problems_of(with_pieces(f"{A}\n{T}") + f"pairs: {pairs}\n")[0])
    assert (problem["line"], problem["column"], problem["key"]) == (7, column, key)
    assert (problem["found"], problem["message"]) == (found, message)


def test_a_scenario_may_have_no_pieces() -> None:
    assert sightline.parse(f"{HEAD}map: {{grid: hex, size: 2x2}}\npieces: {{}}\n").pairs == ()


HILLS = """\
sightline: 1
rules: combat-hex
map: {grid: hex, size: 5x5, levels: {1: [E1, E2]}}
pieces:
  A: {at: [B2, B3], mounted: true}
  B: {at: C1}
"""


def refused_change(**changes: object) -> list[tuple[str | None, str | None]]:
    """Return key and what was found of every problem of a change of A."""
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.parse(HILLS).with_piece("A", **changes)
    return [(problem.key, problem.found) for problem in refused.value.problems]


def test_a_piece_of_several_cells_lists_them() -> None:
    scenario = sightline.parse(HILLS)
    labels = [sightline.board.format_cell(scenario.board, cell) for cell in scenario.board.pieces["A"].cells]
    assert labels == ["B2", "B3"]
    assert "A: {at: [B2, B3], mounted: true}" in scenario.to_yaml()
    assert sightline.parse(scenario.to_yaml()) == scenario


def test_a_change_of_place_takes_all_cells_along() -> None:
    scenario = sightline.parse(HILLS)
    alone = scenario.with_piece("A", at="D4", mounted=False)
    assert [len(each.board.pieces["A"].cells) for each in (scenario, alone)] == [2, 1]
    assert alone.with_piece("A", at=["B2", "B3"], mounted=True) == scenario
    assert scenario.with_piece("A", at=["E1", "E2"]).board.pieces["A"].cells


def test_a_change_is_reported_where_it_is_made() -> None:
    assert refused_change(at="D4") == [("pieces.A.at", "D4")]
    assert refused_change(mounted=False) == [("pieces.A.mounted", "false")]
    assert refused_change(dice=3, mounted=False) == [("pieces.A.mounted", "false")]
    assert refused_change(at=["C1", "C2"]) == [("pieces.A.at.0", "C1")]
    assert [key for key, _ in refused_change(at=["E2", "E3"])] == ["pieces.A.at"]
    assert [key for key, _ in refused_change(at=["E2", "E9"])] == ["pieces.A.at.1"]


def test_a_piece_of_one_cell_lists_none() -> None:
    with pytest.raises(sightline.ScenarioError, match=r"expected a cell, such as B3, found a list"):
        sightline.parse(HILLS.replace("combat-hex", "penance").replace("[B2, B3], mounted: true", "[B2, B3]"))
