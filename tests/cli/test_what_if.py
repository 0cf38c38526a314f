"""Options that change the scenario: --set, --ruling, --system."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline.rules import installed_systems
from tests.cli.conftest import BOARD, Run


def test_set_states_a_key_otherwise(run: Run, board: str) -> None:
    assert run("shot", board, "A", "T", "--set", "A.at=D5", "--json").json["distance"] == 3


def test_set_of_several_keys_of_several_pieces(run: Run, board: str) -> None:
    changes = ("--set", "A.at=C3", "--set", "A.facing=NE", "--set", "T.defense=3")
    text = (
        BOARD.replace("at: D7", "at: C3")
        .replace("facing: N,", "facing: NE,")
        .replace("facing: S, shield", "facing: S, defense: 3, shield")
    )
    assert run("chart", board, *changes, "--json").out == run("chart", "-", "--json", stdin=text).out


def test_set_swaps_two_pieces(run: Run, board: str) -> None:
    shot = run("shot", board, "A", "T", "--set", "A.at=D2", "--set", "T.at=D7", "--json").json
    assert shot["lines"] == [{"from": "D2", "to": "D7"}]


def test_the_name_of_a_piece_ends_at_the_last_dot(run: Run, board: str) -> None:
    assert run("shot", board, "Dr. No", "A", "--set", "Dr. No.at=D6", "--json").json["distance"] == 1


@pytest.mark.parametrize(
    ("name", "quoted"), [("a=b", "a=b"), ("v1.0=x", "v1.0=x"), ("ö.ö", "ö.ö"), (".", "'.'"), ("-", "'-'")]
)
def test_names_with_signs_of_the_option_itself(run: Run, name: str, quoted: str) -> None:
    text = BOARD.replace("Dr. No", quoted)
    shot = run("shot", "-", "--set", f"{name}.at=D6", "--json", "--", name, "A", stdin=text)
    assert shot.json["distance"] == 1


def test_a_value_is_yaml(run: Run, board: str) -> None:
    weapons = "A.weapons=[{name: 'bow = a.b=c', range: 5}, {name: axe, range: melee, damage: 3}]"
    rows = run("chart", board, "--from", "A", "--to", "T", "--set", weapons, "--json").json
    assert [row["weapon"] for row in rows] == ["bow = a.b=c", "axe"]
    assert run("shot", board, "A", "T", "--set", "A.weapons=[]", "--json").json["weapon"] is None
    assert run("shot", board, "A", "T", "--set", "A.side=no", "--set", "T.side=no", "--json").json["legal"] is False


@pytest.mark.parametrize(
    ("options", "file", "key", "found"),
    [
        (["--set", "A.at=D4", "--set", "A.at=D5"], "--set", "pieces.A.at", "at"),
        (["--set", "Dr. No.sp=1", "--set", "A.sp=1", "--set", "Dr. No.sp=1"], "--set", "pieces.Dr. No.sp", "sp"),
        (["--ruling", "near=along", "--ruling", "near=by"], "--ruling", "rulings.near", "near"),
    ],
)
def test_nothing_is_stated_twice(run: Run, board: str, options: list[str], file: str, key: str, found: str) -> None:
    [problem] = run("chart", board, *options, "--json").json
    assert (problem["file"], problem["key"], problem["found"]) == (file, key, found)
    assert problem["message"] == f"'{found}' is given twice."


def test_the_first_of_what_is_stated_twice_is_read(run: Run, board: str) -> None:
    wrong = ("--set", "A.at=Z9", "--set", "A.at=D5", "--set", "T.at=[", "--set", "T.at=D1", "--ruling", "near=by")
    problems = run("chart", board, *wrong, "--ruling", "near=along", "--json").json
    assert [problem["found"] for problem in problems] == ["near", "by", "at", "[", "at", "Z9"]


def test_a_file_is_left_alone(run: Run, board: str) -> None:
    run("shot", board, "A", "T", "--set", "A.at=D4", "--ruling", "near=crosses")
    assert Path(board).read_text() == BOARD


def test_every_problem_with_the_options_is_reported_at_once(run: Run, board: str) -> None:
    wrong = ["A.at", "Q.at=A1", "A.at=Z9", "A.speed=3", "T.facing=[", "T.shield=middle", "at=A1"]
    options = [part for change in wrong for part in ("--set", change)]
    refused = run("chart", board, *options, "--ruling", "near", "--ruling", "nearly=along", "--json")
    assert refused.status == 2
    assert {problem["file"] for problem in refused.json} == {"--set", "--ruling"}
    assert all(problem["line"] is None and problem["column"] is None for problem in refused.json)
    assert {problem["key"] for problem in refused.json} == {
        None, "pieces.Q", "pieces.A.at", "pieces.A.speed", "pieces.T.shield", "rulings.nearly",
    }  # fmt: skip
    assert sorted(problem["found"] for problem in refused.json) == sorted(
        ["A.at", "Q", "Z9", "speed", "[", "middle", "at=A1", "near", "nearly"]
    )


@pytest.mark.parametrize(
    ("change", "key", "found", "nearest"),
    [
        ("A.at=", "pieces.A.at", "", None),
        ("A.at=T", "pieces.A.at", "T", None),
        ("A.facng=N", "pieces.A.facng", "facng", "facing"),
        ("A.shield=lft", "pieces.A.shield", "lft", "left"),
        ("A.weapons=[{name: bow}]", "pieces.A.weapons.0.range", None, None),
        ("A.weapons=bow", "pieces.A.weapons", "bow", None),
        ("A.moved=1e3", "pieces.A.moved", "1e3", None),
        ("A.name=B", "pieces.A.name", "name", None),
        ("A.shield-side=left", "pieces.A.shield-side", "shield-side", "shield"),
        ("A.moved last turn=3", "pieces.A.moved last turn", "moved last turn", "moved_last_turn"),
        ("A.2=3", "pieces.A.2", "2", None),
        ("Q.x-y=[a.b=c]", "pieces.Q", "Q", None),
    ],
)
def test_what_is_wrong_with_a_change(
    run: Run, board: str, change: str, key: str, found: str | None, nearest: str | None
) -> None:
    [problem] = run("chart", board, "--set", change, "--json").json
    assert (problem["file"], problem["key"], problem["found"], problem["nearest"]) == ("--set", key, found, nearest)


def test_two_pieces_in_one_place(run: Run, board: str) -> None:
    [problem] = run("chart", board, "--set", "A.at=D2", "--json").json
    assert problem["key"] == "pieces.A.at"
    assert "already stands at D2" in problem["message"]


def test_ruling_overrides_the_file(run: Run, board: str) -> None:
    options = ("--set", "Dr. No.at=D4", "--set", "Dr. No.side=red", "--set", "T.at=D1", "--json")
    by = {choice: run("shot", board, "A", "T", *options, "--ruling", f"casket-cover={choice}").json
          for choice in ("any", "hostile-to-attacker", "hostile-to-target")}  # fmt: skip
    assert run("shot", board, "A", "T", *options).json == by["any"]
    assert by["hostile-to-attacker"] == by["any"] | {
        key: by["hostile-to-attacker"][key] for key in ("to_hit", "odds", "findings", "rulings", "expected_damage")
    }
    assert by["any"]["rulings"] | {"casket-cover": "hostile-to-target"} == by["hostile-to-target"]["rulings"]


def test_an_unknown_ruling_names_the_nearest(run: Run, board: str) -> None:
    [problem] = run("chart", board, "--ruling", "casket-covr=any", "--json").json
    assert (problem["file"], problem["line"], problem["found"], problem["nearest"]) == (
        "--ruling", None, "casket-covr", "casket-cover",
    )  # fmt: skip
    [problem] = run("chart", board, "--ruling", "near=alon", "--json").json
    assert (problem["key"], problem["found"], problem["nearest"]) == ("rulings.near", "alon", "along")


SYSTEM = """
from sightline.systems.penance import Penance


class Mine(Penance):
    key = "mine"
    title = "House rules"


MINE = Mine()
"""


BARE = """
from sightline.rules import Ruleset


class Bare(Ruleset):
    key, title, grids = "bare", "Bare", ("hex",)
    view = findings = roll = None


BARE = Bare()
"""


def test_a_system_from_a_file(run: Run, board: str, tmp_path: Path) -> None:
    system = tmp_path / "my_rules.py"
    system.write_text(SYSTEM)
    text = BOARD.replace("rules: penance", "rules: mine")
    assert run("shot", "-", "A", "T", "--system", str(system), "--json", stdin=text).json["rules"] == "mine"
    assert run("shot", board, "A", "T", "--system", str(system), "--json").json["rules"] == "penance"
    listed = [each["key"] for each in run("rules", "--system", str(system), "--json").json]
    assert listed == sorted(["mine", *installed_systems()])
    assert run("rules", "mine", "--system", str(system)).status == 0
    [problem] = run("shot", "-", "A", "T", "--json", stdin=text).json
    assert (problem["key"], problem["found"]) == ("rules", "mine")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "defines 0 rule systems"),
        (SYSTEM + "\nYOURS = Mine()", "defines 2 rule systems"),
        ("def broken(:", "SyntaxError"),
        ("1/0", "ZeroDivisionError"),
        ("raise SystemExit(7)", "SystemExit"),
        ("import no_such_module", "ModuleNotFoundError"),
        (b"\xff\xfe\x00", "Error: "),  # which one depends on the release of Python
        ("from sightline.rules import Ruleset\nRuleset()", "TypeError"),
        (BARE, "does not define clauses, terrain"),
    ],
)
@pytest.mark.parametrize("command", [["chart"], ["check"]])
def test_a_system_that_cannot_be_used(
    run: Run, board: str, tmp_path: Path, content: str | bytes, said: str, command: list[str]
) -> None:
    system = tmp_path / "my_rules.py"
    system.write_bytes(content.encode() if isinstance(content, str) else content)
    refused = run(*command, board, "--system", str(system))
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith(f"--system: {system} cannot be used: ")
    assert said in refused.err


def test_a_system_file_that_is_not_there(run: Run, board: str, tmp_path: Path) -> None:
    for name, said in (("no.py", "No such file"), ("", "Is a directory")):
        refused = run("chart", board, "--system", str(tmp_path / name))
        assert (refused.status, refused.out) == (2, "")
        assert said in refused.err


def test_a_system_from_a_file_takes_no_key_of_another(run: Run, board: str, tmp_path: Path) -> None:
    system = tmp_path / "my_rules.py"
    system.write_text(SYSTEM.replace('"mine"', '"penance"'))
    refused = run("shot", board, "A", "T", "--system", str(system))
    assert (refused.status, refused.out) == (2, "")
    assert "there is already a rule system 'penance'" in refused.err


def test_names_labels_and_facings_are_read_in_any_case(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "any.yaml"
    file.write_text(
        "sightline: 1\nrules: penance\nmap: {grid: hex, size: 6x6}\npieces:\n"
        "  Ann: {at: A1, side: red, facing: S, weapons: [{name: gun, range: 9}]}\n"
        "  Bo: {at: F3, side: Blue, facing: N}\n"
    )
    typed = run("shot", str(file), "ann", "BO", "--set", "ann.at=c3", "--set", "ANN.facing=ne", "--json")
    stated = run("shot", str(file), "Ann", "Bo", "--set", "Ann.at=C3", "--set", "Ann.facing=NE", "--json")
    assert (typed.status, typed.json) == (0, stated.json)
    assert run("line", str(file), "a1", "b2@se").out == run("line", str(file), "A1", "B2@SE").out
    for command in (("see", "bo"), ("reach", "ANN"), ("threat", "blue"), ("advise", "ann")):
        assert run(command[0], str(file), command[1]).status == 0
    refused = run("shot", str(file), "Ann", "Bo", "--set", "ann.at=zz9")
    assert "--set: pieces.Ann.at: " in refused.err
    refused = run("shot", str(file), "Ann", "Bo", "--set", "ann.facing=north")
    assert "--set: pieces.Ann.facing: 'north' is not a facing" in refused.err  # as it was typed


def test_names_are_found_however_their_accents_are_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "accents.yaml"
    file.write_text(
        "sightline: 1\nrules: penance\nmap: {grid: hex, size: 6x6}\npieces:\n"
        "  Zoe\u0301: {at: A1, side: red, facing: S}\n  Bo: {at: F3, side: blue\u00e9, facing: N}\n",
        encoding="utf-8",
    )
    assert run("see", str(file), "zo\u00e9", "--set", "ZO\u00c9.at=C3").status == 0
    assert run("threat", str(file), "bluee\u0301").status == 0


def test_of_names_that_differ_in_case_alone_each_is_typed_as_it_is(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "two.yaml"
    file.write_text(
        "sightline: 1\nrules: penance\nmap: {grid: hex, size: 6x6}\npieces:\n"
        "  ann: {at: A1, side: red, facing: S}\n  ANN: {at: F3, side: blue, facing: N}\n"
    )
    assert run("see", str(file), "ann").status == run("see", str(file), "ANN").status == 0
    assert "'Ann'" in run("see", str(file), "Ann").err
