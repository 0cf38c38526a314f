"""Exit statuses, where errors go, and that nothing makes the program fall over."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sightline.rules import Systems, installed_systems
from tests.cli.conftest import BOARD, Run

PROBLEM_KEYS = ["file", "line", "column", "key", "found", "allowed", "nearest", "message"]

WRONG_USAGE = [
    ["nope"],
    ["shot"],
    ["shot", "{board}", "A"],
    ["shot", "{board}", "A", "T", "X"],
    ["shot", "{board}", "A", "T", "--weapn", "x"],
    ["shot", "{board}", "A", "T", "--weapon"],
    ["chart", "{board}", "--as", "pdf"],
    ["chart", "{board}", "--lang", "xx"],
    ["chart", "{board}", "--lang", ""],
    ["line", "{board}", "A1"],
    ["rules", "penance", "PEN-1.1", "PEN-1.2"],
    ["check"],
    ["check", "{board}", "--system"],
]
BAD_INPUT = [
    ["chart", "{bad}"],
    ["chart", "{folder}"],
    ["chart", "{folder}/no.yaml"],
    ["chart", ""],
    ["shot", "{board}", "", ""],
    ["shot", "{board}", "A", "Q"],
    ["see", "{board}", "Q"],
    ["line", "{board}", "A1", "A1@N"],
    ["line", "{board}", "a1", "A0"],
    ["rules", "chess"],
    ["rules", "penance", "PEN-9.9"],
    ["rules", "penance", ""],
    ["check", "{board}", "--system", "{folder}/no.py"],
    ["check", "{board}", "--set", "A.at=Z9"],
    ["check", "{board}", "--ruling", "near"],
    ["draw", "{bad}"],
]


@pytest.mark.parametrize("group", [[], ["team"], ["admin"]], ids=" ".join)
def test_a_group_without_a_command_prints_its_help(run: Run, group: list[str]) -> None:
    bare, helped = run(*group), run(*group, "--help")
    assert (bare.status, bare.out, bare.err) == (2, "", helped.out)


@pytest.mark.parametrize("command", WRONG_USAGE + BAD_INPUT, ids=" ".join)
def test_status_2_with_text_on_the_standard_error_or_a_list(
    run: Run, board: str, bad: str, tmp_path: Path, command: list[str]
) -> None:
    command = [part.format(board=board, bad=bad, folder=tmp_path) for part in command]
    refused = run(*command)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err
    # An option that waits for its value would swallow the flag.
    position = len(command) - 1 if command[-1] in ("--weapon", "--system") else len(command)
    refused = run(*command[:position], "--json", *command[position:])
    assert (refused.status, refused.err) == (2, "")
    assert all(list(problem) == PROBLEM_KEYS for problem in refused.json)
    assert all(problem["message"] for problem in refused.json)


def test_status_1_where_check_finds_the_file_wrong(run: Run, bad: str) -> None:
    found = run("check", bad)
    assert (found.status, found.err) == (1, "")
    assert [line.split(": ")[1] for line in found.out.splitlines()] == ["pieces.A.facing", "pieces.T.at"]
    problems = run("check", bad, "--json")
    assert (problems.status, problems.err) == (1, "")
    assert [list(problem) for problem in problems.json] == [PROBLEM_KEYS] * 2
    assert [(problem["line"], problem["found"]) for problem in problems.json] == [(12, "NNE"), (13, "Z9")]
    assert run("chart", bad, "--json").json == problems.json


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"a: [", b"sightline: 2", b"{}", b"\x00", b"- a", b"x" * (2**24 + 1)]
)
def test_whatever_is_wrong_with_a_file_check_lists_it(run: Run, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_bytes(content)
    for name, stdin in ((str(file), b""), ("-", content)):
        found = run("check", name, "--json", stdin=stdin)
        assert (found.status, found.err) == (1, "")
        assert found.json
        assert {problem["file"] for problem in found.json} == {name}
        assert run("chart", name, stdin=stdin).status == 2


def test_a_file_that_is_not_there_is_found_wrong_too(run: Run, tmp_path: Path) -> None:
    for name in (str(tmp_path / "no.yaml"), str(tmp_path), ""):
        found = run("check", name, "--json")
        assert (found.status, found.err) == (1, "")
        assert [problem["file"] for problem in found.json] == [name]


BAD_SCENARIOS = Path(__file__).parents[1] / "bad_scenarios"


@pytest.mark.slow
def test_check_and_a_question_report_a_fault_in_the_same_words(run: Run, tmp_path: Path) -> None:
    missing = (tmp_path / "no.yaml", tmp_path, BAD_SCENARIOS / "anchr.yaml", BAD_SCENARIOS / "anchor.yaml" / "file")
    files = [str(path) for path in (*sorted(BAD_SCENARIOS.glob("*.yaml")), *missing)]
    for file in [*files, ""]:
        for options in ([], ["--json"]):
            checked, asked = run("check", file, *options), run("see", file, "A", *options)
            assert (checked.status, checked.err, asked.status) == (1, "", 2)
            assert checked.out == (asked.out if options else asked.err)


def test_a_missing_file_is_answered_with_the_nearest_beside_it(run: Run, board: str) -> None:
    misspelt = board.replace("board.yaml", "bord.yaml")
    assert run("check", misspelt).out == f"{misspelt}: No such file or directory. Did you mean {board!r}?\n"
    (problem,) = run("see", misspelt, "A", "--json").json
    assert (problem["file"], problem["nearest"]) == (misspelt, board)
    assert run("check", board, "--system", misspelt).err.endswith(f"Did you mean {board!r}?\n")
    other = board.replace("board.yaml", "nope.yaml")
    assert run("check", other).out == f"{other}: No such file or directory.\n"


def test_names_before_the_file_are_put_in_order(run: Run, board: str, tmp_path: Path) -> None:
    hint = "The file comes first, then the names."
    assert run("shot", "A", "T", board).err == f"A: No such file or directory. {hint}\n"
    assert hint in run("--lang", "en", "see", "--no-map", "A", board).err
    assert hint not in run("shot", str(tmp_path / "no.yaml"), "A", "T").err
    assert hint not in run("infer", str(tmp_path / "no.csv"), board).err
    assert hint not in run("convert", str(tmp_path / "no.yaml"), str(tmp_path / "a.tmj"), "--system", board).err
    records = run("simulate", "scenarios/sodwa/the-mill.yaml", "--battles", "1", "--records", board)
    assert records.err == f"{board}: is a file; the records are written into a folder.\n"
    nowhere = run("simulate", "scenarios/sodwa/the-mill.yaml", "--battles", "1", "--records", "")
    assert nowhere.err == "command line: --records: this takes the name of a folder; . is the current one.\n"


@pytest.mark.parametrize("name", ["http://example.org", "example.org:8000", "example.org/table", "", "a b"])
def test_a_host_that_no_request_can_name_is_refused(run: Run, name: str) -> None:
    refused = run("serve", "--allowed-host", "localhost", "--allowed-host", name)
    wanted = "is no name of a host, such as example.org, without http://, port or path"
    assert (refused.status, refused.err) == (2, f"command line: --allowed-host: {name!r} {wanted}.\n")


def test_a_record_that_cannot_be_written_is_named_as_it_was_typed(
    run: Run, duel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(duel).parent)
    refused = run("play", "duel.yaml", "--record", "x" * 252)  # its seed has a longer name
    assert (refused.status, refused.err) == (2, f"{'x' * 252}.seed: File name too long.\n")


@pytest.mark.parametrize(
    "command",
    [
        ["new", "sodwa", "{file}.yaml"],
        ["team", "new", "sodwa", "{file}.yaml"],
        ["convert", "{board}", "{file}.tmj"],
        ["draw", "{board}", "--svg", "{file}.svg"],
        ["play", "scenarios/sodwa/the-mill.yaml", "--red", "random", "--limit", "0", "--record", "{file}.record"],
        ["backup", "{file}.bak"],
    ],
    ids=" ".join,
)
def test_a_file_in_a_folder_that_does_not_exist_or_that_is_one_is_not_written(
    run: Run, board: str, tmp_path: Path, command: list[str]
) -> None:
    parts = [part.format(board=board, file=tmp_path / "no" / "a") for part in command]
    assert run(*parts).err == f"{tmp_path / 'no'}: there is no such folder.\n"
    target = Path(parts[-1])
    target.mkdir(parents=True)
    assert run(*parts).err == f"{target}: is a folder; name a file to write to.\n"


def test_a_side_is_asked_for_where_no_piece_states_one(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("sightline: 1\nrules: penance\nmap: {grid: hex, size: 3x3}\npieces: {A: {at: A1, facing: S}}\n")
    said = "command line: side: there is no side 'red': no piece states one, such as side: red.\n"
    assert run("threat", str(file), "red").err == said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_file_on_a_full_disk_is_named(run: Run, board: str) -> None:
    assert run("draw", board, "--svg", "/dev/full").err == "/dev/full: No space left on device.\n"


def test_a_place_in_place_of_a_piece_and_the_reverse(run: Run, board: str) -> None:
    assert "there is no piece 'D2'. Did you mean 'T'?" in run("shot", board, "A", "D2").err
    assert "there is no piece 'D4'. Allowed" in run("see", board, "D4").err
    assert "Did you mean 'D7'?" in run("line", board, "A", "D2").err
    assert run("reach", board, "A", "--set", "A.at = C3").status == 0


def test_a_clause_is_found_by_its_number_and_alone(run: Run) -> None:
    clause = run("rules", "penance", "PEN-1.3", "--json").out
    for words in (["penance", "1.3"], ["penance", "pen-1.3"], ["PEN-1.3"], ["pen-1.3"]):
        assert run("rules", *words, "--json").out == clause
    assert run("rules", "combat-hex", "5.171").out.startswith("CH-5.171")
    assert run("rules", "PEN-99").status == run("rules", "penance", "99").status == 2


def test_what_a_system_does_not_infer_is_said_of_the_command_line(run: Run, board: str) -> None:
    refused = run("infer", "scenarios/sodwa/elevated-sight.csv", board)
    assert refused.err.startswith("command line: rules: Penance ")


def test_without_arguments_the_help_is_shown_as_wrong_usage(run: Run) -> None:
    alone = run()
    assert (alone.status, alone.out) == (2, "")
    assert "Usage: sightline" in alone.err
    assert run("--help").status == 0
    assert run("--version").out.startswith("sightline, version ")


def test_a_misspelt_command_is_answered_with_the_nearest(run: Run) -> None:
    assert "Did you mean 'shot'?" in run("shto").err


def test_names_that_are_half_characters(run: Run, board: str) -> None:
    for command in (
        ["shot", board, "\udcff", "T"],
        ["shot", board, "A", "T", "--set", "A.side=\udcff"],
        ["shot", board, "A", "T", "--set", "\udcff.at=A1"],
        ["shot", board, "A", "T", "--ruling", "\udcff=\udcff"],
        ["shot", board, "A", "T", "--weapon", "\udcff"],
        ["shot", "\udcff", "A", "T"],
        ["\udcff"],
    ):
        assert run(*command).status == 2
        assert run(*command, "--json").json


def test_errors_are_shown_and_not_obeyed(run: Run, board: str) -> None:
    refused = run("shot", board, "\x1b[31m", "T", "--set", "\x1b[2J.at=A1")
    assert refused.status == 2
    assert "\x1b" not in refused.err


WORDS = [
    "A",
    "T",
    "Dr. No",
    "D7",
    "B3@SE",
    "A.at=C3",
    "near=crosses",
    "penance",
    "PEN-1.1",
    "-",
    "",
    "--",
    "=",
    ".",
    "json",
]
OPTIONS = [
    "--json",
    "--set",
    "--ruling",
    "--compare",
    "--as",
    "--from",
    "--to",
    "--weapon",
    "--lang",
    "--system",
    "--help",
]
COMMANDS = ["chart", "shot", "see", "line", "rules", "check", "draw"]
TEXT = st.text(max_size=9).filter(lambda text: "\0" not in text)  # which no argument of a process holds
ARGUMENT = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from(OPTIONS),
    TEXT,
    st.builds(
        "{}.{}={}".format,
        st.sampled_from(["A", "T", "Q"]),
        st.sampled_from(["at", "sp", "weapons"]),
        TEXT,
    ),
    st.builds("{}={}".format, st.sampled_from(["near", "hexside", "x"]), st.sampled_from(["along", "both", ""])),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from([*COMMANDS, "", "-h"]), st.lists(ARGUMENT, max_size=7))
@example("chart", ["-", "--set", "A.weapons=" + "[" * 10_000])
@example("chart", ["-", "--set", "A.side=" + "x" * 100_000])
@example("chart", ["x" * 100_000])
@example("shot", ["-", "A" * 100_000, "T" * 100_000])
@example("line", ["-", "A" * 100_000, "A99999999999999999999"])
@example("chart", ["-", "--set", "A.sp=" + "9" * 5_000])
def test_no_command_line_makes_it_fall_over(run: Run, command: str, arguments: list[str]) -> None:
    done = run(command, *arguments, stdin=BOARD)
    assert done.status in (0, 2) or (command == "check" and done.status == 1)
    assert done.status == 0 or done.err or done.out.startswith("[") or done.status == 1


@pytest.mark.parametrize("option", [["--as", "jsn"], ["--as=jsn"]], ids=" ".join)
def test_a_choice_that_there_is_not_names_the_nearest(run: Run, board: str, option: list[str]) -> None:
    [problem] = run("chart", board, *option, "--json").json
    assert (problem["file"], problem["key"], problem["found"], problem["nearest"]) == (
        "command line", "--as", "jsn", "json",
    )  # fmt: skip
    assert problem["allowed"] == ["table", "json", "csv", "html", "svg"]
    assert problem["message"].startswith("'jsn' is not one of the words allowed. Did you mean 'json'? Allowed: table, ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["draw", "--size", "x"], "--size: 'x' is not a whole number from 4 to 1000."),
        (["draw", "--size", "3"], "--size: '3' is not a whole number from 4 to 1000."),
        (["draw", "--size", "9" * 5000], f"--size: '{'9' * 5000}' is not a whole number from 4 to 1000."),
        (["simulate", "--battles", "0"], "--battles: '0' is not a whole number of at least 1."),
        (["resolve", "A", "T", "--seed", "1.5"], "--seed: '1.5' is not a whole number."),
        (["chart", "--limit", "nan"], "--limit: 'nan' is not a number above 0."),
        (["chart", "--limit", "soon"], "--limit: 'soon' is not a number above 0."),
        (["draw", "--colours", "x"], "--colours: 'x' is not one of the words allowed. Allowed: colour, dark, print."),
        (["chart", "--lang", "de"], "--lang: there is no language 'de'. Allowed: en, fr."),
        (
            ["draw", "--size", "x", "--lang", "fr"],
            "--size: 'x' n'est pas un nombre entier de 4 à 1000.",
        ),
    ],
)
def test_values_of_options_are_refused_like_those_of_files(
    run: Run, board: str, arguments: list[str], message: str
) -> None:
    command, *others = arguments
    refused = run(command, board, *others)
    place = "ligne de commande" if "fr" in others else "command line"
    assert (refused.status, refused.out, refused.err) == (2, "", f"{place}: {message}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--wepon", "bow"], "No such option '--wepon'. Did you mean '--weapon'?"),
        (["--seconds", "5"], "No such option '--seconds'."),
    ],
)
def test_an_option_that_there_is_not_names_the_nearest_alone(
    run: Run, board: str, arguments: list[str], message: str
) -> None:
    refused = run("shot", board, "A", "T", *arguments)
    assert (refused.status, refused.err.splitlines()[-1]) == (2, f"Error: {message}")
    [problem] = run("shot", board, "A", "T", *arguments, "--json").json
    assert problem["message"] == message


def test_a_point_that_there_is_not_names_all_corners(run: Run, board: str) -> None:
    [problem] = run("line", board, "A1", "B3@NNE", "--json").json
    assert (problem["found"], problem["nearest"]) == ("B3@NNE", "B3@NE")
    assert problem["allowed"] == ["B3@E", "B3@SE", "B3@SW", "B3@W", "B3@NW", "B3@NE"]


@pytest.fixture
def _broken(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = "no.such.module:SYSTEM"
    systems = Systems({"broken": broken}, dict(installed_systems()))
    monkeypatch.setattr("sightline.cli.scenario_options.installed_systems", lambda: systems)


CANNOT_BE_USED = "the rule system 'broken' cannot be used: ModuleNotFoundError: No module named 'no'."


@pytest.mark.usefixtures("_broken")
def test_a_system_that_cannot_be_loaded_hides_no_other(run: Run, board: str) -> None:
    listed = run("rules", "--json")
    assert (listed.status, listed.err) == (0, f"{CANNOT_BE_USED}\n")
    assert [each["key"] for each in listed.json] == list(installed_systems())
    assert [line.split()[0] for line in run("rules").out.splitlines()] == list(installed_systems())
    assert run("chart", board).status == 0


@pytest.mark.usefixtures("_broken")
def test_a_system_that_cannot_be_loaded_is_bad_input(run: Run) -> None:
    for command in (["rules", "broken"], ["rules", "broken", "X-1"], ["chart", "-"]):
        refused = run(*command, "--json", stdin=BOARD.replace("rules: penance", "rules: broken"))
        assert (refused.status, refused.err) == (2, "")
        [problem] = refused.json
        assert (problem["found"], problem["message"]) == ("broken", CANNOT_BE_USED)
