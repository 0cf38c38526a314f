# ruff: noqa: E501  (tables of cases read best with one case a line)
"""Whole files: versions, systems, profiles of rulings, and changes to a scenario that is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sightline
from sightline.rules import Systems
from tests.formats.texts import HEAD, PIECE, problems_of, the_problem_of, told, with_pieces

MAP = "map: {grid: hex, size: 5x5}\n"
BOARD = with_pieces("A: {at: A1, facing: N, side: red}\nT: {at: B2, facing: S, shield: none}")


def club(folder: Path, profile: str | bytes | None, rulings: str = "{use: club.yaml, near: crosses}") -> Path:
    """Write a scenario that uses a profile beside it; return its path."""
    if profile is not None:
        (folder / "club.yaml").write_bytes(profile if isinstance(profile, bytes) else profile.encode())
    file = folder / "scenario.yaml"
    file.write_text(f"{HEAD}rulings: {rulings}\n{MAP}{PIECE}")
    return file


def problem_of(file: Path) -> tuple[str, dict[str, Any]]:
    """Return the name of the file that the only problem of a scenario is in, and what it tells."""
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.load(file)
    (problem,) = refused.value.problems
    return Path(problem.file).name, told(problem)


def test_a_profile_holds_rulings_and_keys_beside_use_win(tmp_path: Path) -> None:
    scenario = sightline.load(club(tmp_path, "near: along\ncasket-cover: any\n"))
    assert dict(scenario.position.rulings.chosen) == {"near": "crosses", "casket-cover": "any"}


def test_a_profile_is_written_back_inlined(tmp_path: Path) -> None:
    scenario = sightline.load(club(tmp_path, "casket-cover: any\n"))
    assert "rulings: {near: crosses, casket-cover: any}\n" in scenario.to_yaml()
    assert sightline.parse(scenario.to_yaml()) == scenario


@pytest.mark.parametrize("rulings", ["{use: club.yaml}", "{near: crosses, use: club.yaml}"])
def test_a_profile_may_stand_anywhere(tmp_path: Path, rulings: str) -> None:
    scenario = sightline.load(club(tmp_path, "casket-cover: any\n", rulings))
    assert scenario.position.rulings["casket-cover"] == "any"


@pytest.mark.parametrize(
    ("profile", "place", "key", "found", "message"),
    [
        ("near: along\ncover: any\n", (2, 1), "rulings.cover", "cover", "'cover' is not a key of the rulings of this system."),
        ("near: long\n", (1, 7), "rulings.near", "long", "'long' is not a choice of near."),
        ("use: other.yaml\n", (1, 1), "rulings.use", "use", "'use' is not a key of the rulings of this system."),
        ("near: along\nnear: crosses\n", (2, 1), "near", "near", "'near' is given twice."),
        ("- near\n", (1, 1), "rulings", "- near ...", "expected the rulings of this system"),
        ("near: [\n", (2, 1), None, None, "this is not valid YAML"),
        (b"near: \xff\n", (1, 7), None, None, "this is not UTF-8 text."),
        (b"a" * (16 * 2**20 + 1), (1, 1), None, None, "the file is larger than 16 MiB."),
    ],
    ids=["unknown ruling", "unknown choice", "nested", "repeated", "list", "no YAML", "no UTF-8", "too large"],
)  # fmt: skip
def test_problems_of_a_profile_have_its_name_and_place(
    tmp_path: Path, profile: str | bytes, place: tuple[int, int], key: str | None, found: str | None, message: str
) -> None:
    file, problem = problem_of(club(tmp_path, profile))
    assert file == "club.yaml"
    assert ((problem["line"], problem["column"]), problem["key"], problem["found"]) == (place, key, found)
    assert problem["message"].startswith(message)


def test_problems_of_the_scenario_come_before_those_of_its_profile(tmp_path: Path) -> None:
    file = club(tmp_path, "near: long\n", "{use: club.yaml, cover: any}")
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.load(file)
    assert [(Path(problem.file).name, problem.found) for problem in refused.value.problems] == [
        ("scenario.yaml", "cover"),
        ("club.yaml", "long"),
    ]


@pytest.mark.parametrize("name", ["clib.yaml", "../club.yaml", "sub", "'.'", '"club.yaml\\0"', "x" * 300, "''"])
def test_a_profile_stands_beside_the_scenario(tmp_path: Path, name: str) -> None:
    (tmp_path / "sub").mkdir()
    file, problem = problem_of(club(tmp_path, "near: along\n", f"{{use: {name}}}"))
    assert (file, problem["line"], problem["column"], problem["key"]) == ("scenario.yaml", 3, 16, "rulings.use")
    assert "beside the scenario" in problem["message"]
    assert problem["allowed"] == ()
    assert "scenario.yaml" not in problem["message"]
    assert (problem["nearest"] == "club.yaml") is ("club" in name or "clib" in name)


def test_a_text_without_a_place_has_no_profile() -> None:
    assert the_problem_of(f"{HEAD}rulings: {{use: club.yaml}}\n{MAP}") == {
        "line": 3,
        "column": 16,
        "key": "rulings.use",
        "found": "club.yaml",
        "allowed": ("rulings by name",),
        "nearest": None,
        "message": "a scenario read from text cannot use files beside it. Allowed: rulings by name.",
    }


@pytest.mark.parametrize(
    ("version", "message"),
    [
        ("2", "format version '2' is unknown; it needs a newer Sightline than"),
        ("'2'", "format version '2' is unknown; it needs a newer Sightline than"),
        ("1.0", "format version '1.0' is unknown; Sightline"),
        ("soon", "format version 'soon' is unknown; Sightline"),
        ("0", "format version '0' is unknown; Sightline"),
        ("01", "format version '01' is unknown; Sightline"),
        ("10", "format version '10' is unknown; it needs a newer Sightline than"),
        ("[1]", "expected a format version that this program reads, found a list."),
    ],
)
def test_nothing_is_said_of_another_version(version: str, message: str) -> None:
    problem = the_problem_of(f"rules: chess\nsightline: {version}\nmap: 5\n")
    assert (problem["line"], problem["column"], problem["key"], problem["allowed"]) == (2, 12, "sightline", ("1",))
    assert problem["message"].startswith(message)


def test_an_unknown_system_is_reported_with_what_can_be_said_without_it() -> None:
    problems = problems_of(f"sightline: 1\nrules: pennance\nmapp: 5\n{PIECE}")
    assert [(problem.key, problem.found, problem.nearest) for problem in problems] == [
        ("map", None, None),
        ("rules", "pennance", "penance"),
        ("mapp", "mapp", "map"),
    ]


WITHOUT_A_SYSTEM = """\
sightline: 1
rules: penanse
rulings: {whatever: it says, use: no.yaml}
map:
  grid: hex
  size: 3x3
  bogus: 1
  kinds: {marsh: {depth: 3}, bog: 7}
  legend: {mm: swamp}
  terrain: {jungle: [A1, Z9], marsh: A1}
  levels: {100: [A1], 99: [B1], -10: [C1], -9: [C2]}
  borders: {fence: [A1/B1, A1/C3]}
pieces:
  A: {at: A1, mood: grim}
  B: {at: A1}
  C: {at: D1, side: ''}
  D: {mood: grim}
pairs: [[A, B], [A, Q]]
"""


def test_without_a_system_everything_is_reported_that_is_wrong_in_any() -> None:
    problems = problems_of(WITHOUT_A_SYSTEM)
    assert [(problem.line, problem.key, problem.found) for problem in problems] == [
        (2, "rules", "penanse"),
        (3, "rulings.use", "no.yaml"),
        (7, "map.bogus", "bogus"),
        (8, "map.kinds.bog", "7"),
        (9, "map.legend.mm", "mm"),
        (10, "map.terrain.jungle.1", "Z9"),
        (10, "map.terrain.marsh", "A1"),
        (11, "map.levels.100", "100"),
        (11, "map.levels.-10", "-10"),
        (12, "map.borders.fence.1", "A1/C3"),
        (16, "pieces.C.at", "D1"),
        (16, "pieces.C.side", ""),
        (17, "pieces.D.at", None),
        (18, "pairs.1.1", "Q"),
    ]


def test_a_profile_is_read_without_a_system_too(tmp_path: Path) -> None:
    file = club(tmp_path, "near: [\n")
    file.write_text(file.read_text().replace("rules: penance", "rules: penanse"))
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.load(file)
    assert [Path(problem.file).name for problem in refused.value.problems] == ["scenario.yaml", "club.yaml"]


def test_a_system_that_cannot_be_loaded_is_a_problem_of_the_file() -> None:
    broken = "no.such.module:SYSTEM"
    problems = problems_of(f"sightline: 1\nrules: broken\nmapp: 5\n{MAP}", Systems({"broken": broken}, {}))
    assert [(problem.line, problem.key, problem.found) for problem in problems] == [
        (2, "rules", "broken"),
        (3, "mapp", "mapp"),
    ]
    message = "the rule system 'broken' cannot be used: ModuleNotFoundError: No module named 'no'."
    assert problems[0].message == message


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", "---\n...\n", "\n\n", "\ufeff"])
def test_an_empty_file_is_no_scenario(text: str) -> None:
    problem = the_problem_of(text)
    assert problem["key"] is None
    assert problem["message"] == "expected a scenario, found nothing. Allowed: a scenario: {...}."


def test_a_byte_order_mark_and_the_signs_of_a_document_are_read() -> None:
    assert sightline.parse(f"\ufeff%YAML 1.2\n---\n{BOARD}...\n") == sightline.parse(BOARD)


def test_ends_of_lines_make_no_difference() -> None:
    for end in ("\r\n", "\r", "\x85"):
        assert sightline.parse(BOARD.replace("\n", end)) == sightline.parse(BOARD)


@pytest.mark.parametrize("text", ["a: \ud800", "\udcff", HEAD + "title: \udfff\n"])
def test_a_lone_surrogate_is_no_text(text: str) -> None:
    problem = the_problem_of(text)
    assert problem["message"] == "this is not UTF-8 text."
    assert problem["key"] is None


def test_utf_16_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "scenario.yaml").write_bytes(BOARD.encode("utf-16"))
    assert problem_of(tmp_path / "scenario.yaml")[1]["message"] == "this is not UTF-8 text."


def test_pieces_may_swap_places() -> None:
    board = sightline.parse(BOARD).with_pieces({"A": {"at": "B2"}, "T": {"at": "A1"}}).board
    assert [sightline.board.format_cell(board, piece.cell) for piece in board.pieces.values()] == ["B2", "A1"]


def test_a_changed_scenario_is_another_one() -> None:
    scenario = sightline.parse(BOARD)
    changed = scenario.with_piece("A", at="C3", moved=2, weapons=[{"name": "w", "range": 3}])
    assert scenario == sightline.parse(BOARD)
    assert "A: {at: C3, side: red, facing: N, moved: 2, weapons: [{name: w, range: 3}]}" in changed.to_yaml()


@pytest.mark.parametrize(
    ("changes", "key", "found", "message"),
    [
        ({"A": {"at": "B2"}}, "pieces.A.at", "B2", "'T' already stands at B2."),
        ({"A": {"at": "Z9"}}, "pieces.A.at", "Z9", "Z9 is off the map, which is 5x5. Allowed: A1 to E5."),
        ({"A": {"moved": True}}, "pieces.A.moved", "true", "'true' is not a whole number from 0 to 9999."),
        ({"A": {"heet": 1}}, "pieces.A.heet", "heet", "'heet' is not a key of a piece. Did you mean 'heat'?"),
        ({"A": {"facing": []}}, "pieces.A.facing", "[]", "expected a facing of this map, found a list."),
        ({"B": {"heat": 1}}, "pieces.B", "B", "there is no piece 'B'. Allowed: A, T."),
    ],
)
def test_problems_of_changes_have_no_line(changes: dict[str, Any], key: str, found: str, message: str) -> None:
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.parse(BOARD).with_pieces(changes)
    (problem,) = refused.value.problems
    assert (problem.file, problem.line, problem.column, problem.key) == ("-", None, None, key)
    assert problem.found == found
    assert problem.message.startswith(message)


def test_every_problem_of_changes_is_reported_at_once() -> None:
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.parse(BOARD).with_pieces({"A": {"at": "T2", "heat": -1}, "Q": {"at": "A1"}, "T": {"at": "Z1"}})
    assert [problem.key for problem in refused.value.problems] == [
        "pieces.A.at",
        "pieces.A.heat",
        "pieces.Q",
        "pieces.T.at",
    ]


@pytest.mark.parametrize(
    ("changes", "keys"),
    [
        ({"A": {"at": "C3", "facing": "XX"}, "T": {"at": "A1"}}, ["A.facing"]),
        ({"A": {"at": "B2", "facing": "XX"}}, ["A.at", "A.facing"]),
        ({"A": {"at": "C3", "facing": "XX"}, "T": {"at": "C3"}}, ["A.facing", "T.at"]),
        ({"A": {"at": "Z9"}, "T": {"at": "A1"}}, ["A.at"]),
        ({"A": {"facing": "XX"}, "T": {"at": "A1"}}, ["A.facing", "T.at"]),
    ],
    ids=["moved away", "moved to another", "both moved", "moved off the map", "stays"],
)  # fmt: skip
def test_a_piece_that_is_wrong_otherwise_stands_where_it_is_put(changes: dict[str, Any], keys: list[str]) -> None:
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.parse(BOARD).with_pieces(changes)
    assert sorted(str(problem.key) for problem in refused.value.problems) == [f"pieces.{key}" for key in keys]


def test_a_value_that_no_file_could_state_is_the_caller_s_mistake() -> None:
    with pytest.raises(TypeError, match="null cannot be used in a scenario"):
        sightline.parse(BOARD).with_piece("A", heat=None)


def test_the_order_in_which_rulings_are_chosen_makes_no_difference() -> None:
    scenario = sightline.parse(BOARD)
    one = scenario.with_rulings({"near": "crosses"}).with_rulings({"hexside": "either"})
    other = scenario.with_rulings({"hexside": "either", "near": "crosses"})
    assert one == other == sightline.parse(one.to_yaml())


def test_rulings_may_be_chosen_otherwise() -> None:
    scenario = sightline.parse(BOARD).with_rulings({"near": "crosses"})
    assert scenario.position.rulings["near"] == "crosses"
    with pytest.raises(sightline.ScenarioError) as refused:
        scenario.with_rulings({"near": "cross", "cover": "any"})
    assert [(p.file, p.line, p.column, p.key, p.found, p.nearest) for p in refused.value.problems] == [
        ("-", None, None, "rulings.cover", "cover", None),
        ("-", None, None, "rulings.near", "cross", "crosses"),
    ]
