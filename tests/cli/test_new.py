"""Tables to start from: valid, commented, and never written over another file."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline import load, ready_maps
from sightline.formats.yaml_comments import iter_texts
from sightline.rules import Exemplified, installed_systems
from tests.cli.conftest import Run

TABLES = [(key, grid) for key, rules in installed_systems().items() for grid in rules.grids]
SYSTEM = """\
from sightline.systems.penance import Penance

class Bare(Penance):
    key = "bare"
    title = "Bare"

BARE = Bare()
"""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("key", "grid"), TABLES)
def test_a_new_table_is_valid_and_has_an_attack(run: Run, tmp_path: Path, key: str, grid: str, language: str) -> None:
    file = str(tmp_path / "table.yaml")
    written = run("new", key, file, "--grid", grid, "--lang", language)
    assert (written.status, written.err) == (0, "")
    checked = run("check", file)
    assert checked.status == 0
    assert written.out.splitlines()[0].startswith(f"{file} ")
    scenario = load(file)
    assert scenario.rules.key == key
    assert any(verdict.legal for verdict in scenario.chart())
    for line in written.out.splitlines()[2:]:
        program, *command = line.split()
        assert program == "sightline"
        assert command[0] == "play" or run(*command).status == 0


@pytest.mark.parametrize(("key", "grid"), TABLES)
def test_a_table_says_the_same_in_every_language(run: Run, tmp_path: Path, key: str, grid: str) -> None:
    tables = []
    for language in ("en", "fr"):
        file = tmp_path / f"{language}.yaml"
        file.write_text(run("new", key, "-", "--grid", grid, "--lang", language).out, encoding="utf-8")
        tables.append([line for line in load(file).to_yaml().splitlines() if not line.startswith("title:")])
    assert tables[0] == tables[1]


@pytest.mark.parametrize(("key", "grid"), TABLES)
def test_every_letter_and_no_line_that_is_too_long(run: Run, key: str, grid: str) -> None:
    text = run("new", key, "-", "--grid", grid).out
    assert max(map(len, text.splitlines())) <= 110
    rules = installed_systems()[key]
    assert isinstance(rules, Exemplified)
    comments = " ".join(iter_texts(rules.example(grid)))
    letters = {terrain.letter for terrain in rules.terrain.values()} - {".", ""} if "cells: |" in text else set()
    assert all(f" {letter} " in comments for letter in letters)


def test_without_a_name_the_file_is_called_after_the_system(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for key, grid in TABLES:
        assert run("new", key, "--grid", grid).status == 0
    assert {file.name for file in tmp_path.iterdir()} == {
        "combat-hex.yaml", "hero5.yaml", "penance.yaml", "post-galactica.yaml", "post-galactica-free.yaml",
        "sodwa.yaml",
    }  # fmt: skip


@pytest.mark.parametrize("command", [("new",), ("team", "new")])
@pytest.mark.parametrize("ending", [".svg", ".PNG", ".json", ".tmj", ".record"])
def test_no_table_or_team_is_written_under_the_name_of_another_kind_of_file(
    run: Run, tmp_path: Path, command: tuple[str, ...], ending: str
) -> None:
    file = tmp_path / f"x{ending}"
    refused = run(*command, "sodwa", str(file))
    assert (refused.status, refused.out) == (2, "")
    named = f"name it '{file.with_suffix('.yaml')}'"
    assert refused.err == f"command line: FILE: the file is written as .yaml or .yml, not as {ending}; {named}.\n"
    assert not file.exists()
    assert run(*command, "sodwa", str(tmp_path / "v1.2")).status == 0


def test_nothing_is_overwritten(run: Run, board: str, tmp_path: Path) -> None:
    before = Path(board).read_text()
    refused = run("new", "penance", board)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == f"{board}: already exists; name another file.\n"
    assert Path(board).read_text() == before
    assert run("new", "penance", str(tmp_path / "no" / "table.yaml")).status == 2


def test_what_there_is_no_table_for(run: Run, tmp_path: Path) -> None:
    assert "SYSTEM is one of combat-hex, hero5, penance," in run("new").err
    assert "Did you mean 'penance'?" in run("new", "pennance").err
    refused = run("new", "sodwa", "--grid", "hex")
    assert refused.err == "command line: --grid: SODWA is not played on the grid 'hex'. Allowed: square.\n"
    assert not Path("sodwa.yaml").exists()
    system = tmp_path / "bare.py"
    system.write_text(SYSTEM)
    refused = run("new", "bare", "--system", str(system))
    assert (refused.status, refused.err) == (2, "command line: system: Bare has no table to start from.\n")


def test_a_ready_map_is_written_with_its_teams(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written = run("new", "sodwa", "--map", "the-lock")
    assert written.status == 0
    assert written.out.startswith("the-lock.yaml is written: SODWA, 14x14 square, 16 pieces.")
    assert "  sightline play the-lock.yaml\n" in written.out
    assert load("the-lock.yaml") == ready_maps("sodwa")["the-lock"]
    assert 'title: "L\'écluse"' in run("new", "sodwa", "-", "--map", "the-lock", "--lang", "fr").out


def test_what_there_is_no_ready_map_for(run: Run) -> None:
    refused = run("new", "sodwa", "--map", "the-lok")
    assert refused.status == 2
    assert refused.err.startswith(
        "command line: --map: SODWA has no map 'the-lok'. Did you mean 'the-lock'? Allowed: the-lock,"
    )
    refused = run("new", "penance", "--map", "the-lock")
    assert refused.err == "command line: system: Penance has no maps that are ready for battles.\n"
    assert "--grid and --map exclude each other." in run("new", "sodwa", "--map", "the-lock", "--grid", "square").err


def test_a_part_of_the_key_of_a_map_proposes_it(run: Run) -> None:
    assert "Did you mean 'the-lock'?" in run("new", "sodwa", "-", "--map", "Lock").err
