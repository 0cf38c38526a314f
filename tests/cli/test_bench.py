"""Measurements: of every question that is answered, about files or the small tables of all systems."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline.cli import bench
from sightline.rules import installed_systems
from tests.cli.conftest import BOARD, Run
from tests.docs.pages import SCENARIOS

QUESTIONS = ["check", "draw", "shot", "chart", "see", "reach", "advise", "threat"]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask each question once."""
    monkeypatch.setattr(bench, "SECONDS", 0)
    monkeypatch.setattr(bench, "MIN_RUNS", 1)


def test_every_question_about_a_file_is_measured(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.yaml"
    file.write_text(BOARD, encoding="utf-8")
    found = run("bench", str(file), "--json").json
    assert [each["question"] for each in found] == QUESTIONS
    assert all(each["seconds"] > 0 and each["title"] == "Across the rubble" for each in found)


@pytest.mark.slow
def test_small_tables_of_all_systems_are_measured(run: Run) -> None:
    lines = run("bench").out.splitlines()
    assert list(dict.fromkeys(line.split()[0] for line in lines)) == list(installed_systems())
    assert all(line.endswith(" ms") for line in lines)
    assert [line.split()[-3] for line in lines if line.startswith("sodwa")] == [*QUESTIONS, "play"]


@pytest.mark.slow
def test_what_is_not_answered_is_left_out(run: Run) -> None:
    found = run("bench", str(SCENARIOS / "post-galactica" / "the-marsh.yaml"), "--json").json
    assert "threat" not in {each["question"] for each in found}


def test_a_wrong_file_is_refused(run: Run, tmp_path: Path) -> None:
    found = run("bench", str(tmp_path / "none.yaml"))
    assert (found.status, found.out) == (2, "")
    assert "No such file" in found.err
