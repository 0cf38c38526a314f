"""The program as a process: its streams, its terminal, its entry points."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import BOARD
from tests.docs.pages import SCENARIOS

pytestmark = pytest.mark.slow  # each starts the program anew
PROGRAM = [sys.executable, "-m", "sightline"]


def process(
    *arguments: str | bytes, shell: str = "", stdin: str = BOARD, **more: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program by itself; with `shell`, as a line in which "$@" is the program with its arguments."""
    command = ["sh", "-c", shell, "sh", *PROGRAM, *arguments] if shell else [*PROGRAM, *arguments]
    done = subprocess.run(
        command, capture_output=True, env={**os.environ, **more}, input=stdin.encode(), timeout=60, check=False
    )
    assert b"Traceback" not in done.stdout + done.stderr
    assert b"Exception ignored" not in done.stderr
    return done


def test_the_installed_program_and_the_module_are_one() -> None:
    installed = Path(sys.executable).with_name("sightline")
    if not installed.exists():
        pytest.skip("the package is not installed as a program here")
    done = subprocess.run([installed, "--version"], capture_output=True, check=True)
    assert done.stdout == process("--version").stdout


@pytest.mark.parametrize(
    "setting",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LANG": "C", "LC_ALL": "C"},
        {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "latin-1"},
        {"PYTHONIOENCODING": "utf-16"},
    ],
    ids=str,
)
def test_terminals_without_our_letters(setting: dict[str, str]) -> None:
    for arguments in (["shot", "-", "A", "T"], ["chart", "-"], ["draw", "-"], ["shot", "-", "A", "é"]):
        assert process(*arguments, **setting).returncode == (2 if "é" in arguments else 0)


@pytest.mark.parametrize("form", ["json", "csv", "svg", "html"])
@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-16"])
def test_what_programs_read_is_utf_8_wherever_it_is_printed(form: str, encoding: str) -> None:
    done = process("chart", "-", "--as", form, stdin=BOARD.replace("Dr. No", "José→"), PYTHONIOENCODING=encoding)
    assert "José→" in done.stdout.decode()


@pytest.mark.parametrize("arguments", [["check", "-"], ["see", "-", "José→"], ["shot", "-", "A", "→"], ["draw", "-"]])
def test_all_json_is_utf_8_wherever_it_is_printed(arguments: list[str]) -> None:
    text = BOARD.replace("Dr. No", "José→").replace("Across", "→")
    json.loads(process(*arguments, "--json", stdin=text, PYTHONIOENCODING="cp1252").stdout.decode())


def test_arguments_that_are_no_text() -> None:
    done = process("shot", "-", b"\xff", "T", "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)[0]["key"] == "from"


@pytest.mark.parametrize(
    ("shell", "arguments", "status"),
    [
        ('"$@" >&-', ["chart", "-"], 0),
        ('"$@" >&- 2>&-', ["shot", "-", "A", "Q"], 2),
        ('"$@" 2>&-', ["shot", "-", "A", "Q"], 2),
        ('"$@" <&-', ["chart", "-"], 2),
        ('"$@" | head -1', ["rules", "penance"], 0),
        ('"$@" | true', ["rules", "penance"], 0),
        ('"$@" 2>&1 | true', ["shot", "-", "A", "Q"], 0),
    ],
)
def test_streams_that_are_closed(shell: str, arguments: list[str], status: int) -> None:
    assert process(*arguments, shell=shell).returncode == status


def test_a_reader_that_has_had_enough_is_no_failure() -> None:
    done = process("rules", "penance", shell='{ "$@"; echo "status $?" >&2; } | true')
    assert done.stderr.decode() == "status 0\n"


def test_a_full_disk_is_reported() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    done = process("chart", "-", shell='"$@" > /dev/full')
    assert done.returncode == 2
    assert b"No space left on device" in done.stderr


def on_terminal(*arguments: str, **setting: str) -> bytes:
    """Return what a command shows on a terminal; its input is a scenario."""
    ours, theirs = pty.openpty()
    env = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | setting
    done = subprocess.run([*PROGRAM, *arguments], stdout=theirs, input=BOARD.encode(), env=env, check=False)
    os.close(theirs)
    shown = os.read(ours, 65_536)
    os.close(ours)
    assert done.returncode == 0
    return shown


@pytest.mark.parametrize(("setting", "is_coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colours_are_for_terminals(setting: dict[str, str], is_coloured: bool) -> None:
    assert (b"\x1b[36m" in on_terminal("shot", "-", "A", "T", **setting)) is is_coloured


@pytest.mark.parametrize("name", ["PEN-3.4", "near"])
def test_clauses_and_rulings_fit_the_terminal(name: str) -> None:
    shown = on_terminal("rules", "penance", name, COLUMNS="40", NO_COLOR="1").decode().splitlines()
    assert 30 < max(map(len, shown)) <= 40


def test_a_chart_fits_the_terminal() -> None:
    shown = on_terminal("chart", "-", COLUMNS="60", NO_COLOR="1").decode().splitlines()
    assert max(map(len, shown)) <= 60
    first = next(number for number, line in enumerate(shown) if line.startswith("A "))
    assert shown[first].split()[:4] == ["A", "T", "rifle", "5"]
    assert shown[first + 1].startswith("    ")
    assert "PEN-3.2" in shown[first + 1]


@pytest.mark.parametrize("arguments", [("--help",), ("shot", "--help"), ("rules",), ("rules", "sodwa", "--phases")])
def test_help_and_lists_fit_the_terminal(arguments: tuple[str, ...]) -> None:
    shown = on_terminal(*arguments, COLUMNS="40", NO_COLOR="1").decode().splitlines()
    assert 30 < max(map(len, shown)) <= 40


def test_a_replay_fits_the_terminal(duel: str, kept: Path) -> None:
    assert process("play", duel, "--red", "greedy", "--limit", "20", "--record", str(kept)).returncode == 0
    for options in ((), ("--luck",)):
        shown = on_terminal("replay", str(kept), *options, COLUMNS="70", NO_COLOR="1").decode().splitlines()
        told = [line for line in shown if str(kept) not in line]  # a long path stays whole
        assert 40 < max(map(len, told)) <= 70


NEEDLESS = (
    "difflib",
    "hmac",
    "numpy",
    "secrets",
    "shutil",
    "sightline.api.ready",
    "sightline.battles",
    "sightline.field",
    "sightline.formats.edits",
    "sightline.formats.json_answers",
    "sightline.formats.team_file",
    "sightline.formats.teams_section",
    "sightline.formats.writer",
    "sightline.players",
    "sightline.referee.why_not",
    "sightline.render.pages.svg_page",
    "sightline.inference.unknown_board",
)
"""What no plain question on a map needs."""
AT_THE_END = "import atexit, sys; from sightline.cli import main; atexit.register(lambda: print(*sys.modules)); main()"


@pytest.mark.parametrize(
    "question",
    [
        ("shot", "penance/across-the-rubble.yaml", "A", "T"),
        ("chart", "hero5/the-gatehouse.yaml"),
        ("chart", "combat-hex/ruling-sheet.yaml"),
        ("see", "post-galactica/the-breach.yaml", "Captain"),
    ],
)
def test_a_question_loads_only_what_it_needs(question: tuple[str, ...]) -> None:
    command, file, *names = question
    done = subprocess.run(
        [sys.executable, "-c", AT_THE_END, command, str(SCENARIOS / file), *names],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = done.stdout.splitlines()[-1].split()
    assert "sightline.cli.questions" in loaded
    assert not {*NEEDLESS} & {*loaded}
    systems = {name.split(".")[2] for name in loaded if name.startswith("sightline.systems.")}
    assert len(systems & {"penance", "hero5", "combat_hex", "post_galactica", "sodwa"}) == 1


def test_what_is_imported_is_never_searched_for_garbage() -> None:
    ask = "import gc, sightline.cli; print(gc.isenabled(), gc.get_freeze_count() > 10_000)"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout == "True True\n"
