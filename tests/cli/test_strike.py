"""The command that judges an attack on what obstructs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import validate

import sightline
from docs.generate import iter_schemas
from tests.cli.conftest import Run

TEXT = """\
sightline: 1
rules: sodwa
map: {grid: square, size: 5x3, terrain: {obstructing: [D1]}, borders: {obstructing: [B2/B3]}}
pieces:
  Ana:
    at: A1
    side: red
    range: 4
    melee: {accuracy: 40, defense: 100, damage: 3}
    ranged: {accuracy: 40, defense: 100, damage: 2}
  Bo: {at: E3, side: blue}
"""


@pytest.fixture
def walled(tmp_path: Path) -> str:
    """Return the name of a scenario file with a wall and a piece of one on a border."""
    file = tmp_path / "walled.yaml"
    file.write_text(TEXT)
    return str(file)


def test_it_answers_as_python_does_and_as_its_schema_says(run: Run, walled: str) -> None:
    [schema] = [schema for name, schema in iter_schemas() if name == "strike.json"]
    scenario = sightline.load(walled)
    for name, place, *earlier in (("Ana", "D1"), ("Ana", "B2/B3", "1"), ("Bo", "B3/B2"), ("Bo", "D1")):
        told = run("strike", walled, name, place, *(("--earlier", *earlier) if earlier else ()), "--json").json
        validate(told, schema)
        answer = scenario.strike(name, place, earlier=int(*earlier) if earlier else 0)
        assert told == json.loads(answer.to_json())


def test_it_shows_the_outcome(run: Run, walled: str) -> None:
    assert "Ana → D1: ranged, 2 damage, the obstacle stands\n" in run("strike", walled, "Ana", "D1").out
    near = run("strike", walled, "Ana", "D1", "--set", "Ana.at=C1").out
    assert "Ana → D1: melee, 3 damage, the obstacle is destroyed\n" in near
    cumulative = ("--ruling", "wall-damage=cumulative", "--earlier", "1")
    assert "the obstacle is destroyed\n" in run("strike", walled, "Ana", "D1", *cumulative).out
    assert "Bo → D1: ranged, its damage is not stated\n" in run("strike", walled, "Bo", "D1").out
    far = run("strike", walled, "Ana", "D1", "--set", "Ana.range=1").out
    assert "Ana → D1: ranged, not allowed\n\nSOD-5.10  forbids  Ana reaches 1 tile," in far


def test_it_is_drawn(run: Run, walled: str, tmp_path: Path) -> None:
    for place in ("D1", "B2/B3"):
        run("strike", walled, "Ana", place, "--set", "Ana.range=0", "--svg", str(tmp_path / "it.svg"))
        drawn = (tmp_path / "it.svg").read_text(encoding="utf-8")
        assert 'class="ray-bare"' in drawn
        assert 'class="sign-forbids"' in drawn


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Ana", "A2"), "at: there is no obstacle at A2."),
        (("Ana", "Q1"), "at: Q1 is off the map, which is 5x3. Allowed: A1 to E3."),
        (("Ann", "D1"), "from: there is no piece 'Ann'."),
    ],
)
def test_what_is_not_there_is_refused(run: Run, walled: str, arguments: tuple[str, str], message: str) -> None:
    refused = run("strike", walled, *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith(f"command line: {message}")


def test_systems_without_such_attacks_say_so(run: Run, board: str) -> None:
    refused = run("strike", board, "A", "F2")
    assert refused.err == "command line: rules: Penance has no rules for attacking obstacles.\n"
