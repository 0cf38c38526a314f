"""A scenario written as a map of Tiled and read back is the same, whatever it holds."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any

import pytest

import sightline
from sightline import Scenario
from sightline.lattice import HEX_LAYOUTS
from sightline.rules import installed_systems
from tests.cli.conftest import Run
from tests.docs.pages import SCENARIOS
from tests.reference.boards import many
from tests.reference.geometry import format_cell

BOARDS = many(10)
LEVELS = {"combat-hex": (0, 1, 2), "penance": (0, 1, 2), "hero5": (0,), "post-galactica": (0,), "sodwa": (0, 1)}
FILES = sorted(file for file in SCENARIOS.glob("*/*.yaml") if "sightline: 1" in file.read_text(encoding="utf-8"))


def random_scenario(key: str, chances: Random) -> Scenario | None:
    """Return a scenario with terrain, levels, holes and borders; None if the rules refuse it."""
    rules = installed_systems()[key]
    columns, rows = chances.randint(1, 7), chances.randint(1, 7)
    kinds = [kind for kind, means in rules.terrain.items() if means.letter]
    letters = {kind: rules.terrain[kind].letter for kind in kinds}

    def token() -> str:
        if chances.random() < 0.1:
            return "_"
        drawn = [kind for kind in chances.sample(kinds, min(2, len(kinds))) if kind != "clear"]
        ground = "".join(letters[kind] for kind in drawn[: chances.randint(0, 2)])
        level = chances.choice(LEVELS[key])
        return (ground or ".") + (str(level) if level else "")

    drawing = [[token() for _ in range(columns)] for _ in range(rows)]
    shape: dict[str, Any] = {"grid": rules.grids[0], "cells": "\n".join(map(" ".join, drawing))}
    if rules.grids[0] == "hex":
        shape["hexes"] = chances.choice(HEX_LAYOUTS)
    if rules.border_terrain:
        inner = [
            (x, y) for x in range(columns) for y in range(rows - 1) if "_" not in (drawing[y][x], drawing[y + 1][x])
        ]
        for kind in rules.border_terrain:
            chosen = [each for each in inner if chances.random() < 0.2]
            labels = [f"{format_cell((x, y))}/{format_cell((x, y + 1))}" for x, y in chosen]
            shape.setdefault("borders", {}).update({kind: labels} if labels else {})
    try:
        return sightline.parse(json.dumps({"sightline": 1, "title": "It's: a test", "rules": key, "map": shape}))
    except sightline.ScenarioError:
        return None


def converted(run: Run, folder: Path, text: str) -> str:
    """Return the scenario that comes back from a map of Tiled."""
    for name in ("before.yaml", "map.tmj"):
        (folder / name).unlink(missing_ok=True)
    rmtree(folder / "map-tiles", ignore_errors=True)
    (folder / "before.yaml").write_text(text, encoding="utf-8")
    written = run("convert", str(folder / "before.yaml"), str(folder / "map.tmj"))
    assert (written.status, written.err) == (0, "")
    read = run("convert", str(folder / "map.tmj"), "-")
    assert (read.status, read.err) == (0, "")
    return read.out


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenarios_come_back(run: Run, tmp_path: Path, file: Path) -> None:
    text = sightline.load(file).to_yaml()
    assert converted(run, tmp_path, text) == text


@pytest.mark.parametrize("key", LEVELS)
def test_random_boards_come_back(run: Run, tmp_path: Path, key: str) -> None:
    chances, compared = Random(f"boards of {key}"), 0
    for _ in range(BOARDS):
        scenario = random_scenario(key, chances)
        if scenario is not None:
            compared += 1
            text = scenario.to_yaml()
            assert converted(run, tmp_path, text) == text
    assert compared >= BOARDS // 2


def test_names_of_any_characters_come_back_and_lead_to_no_other_folder(run: Run, tmp_path: Path) -> None:
    text = sightline.parse(
        "{sightline: 1, rules: penance, map: {grid: hex, size: 3x1, kinds: {'../../up': {blocks: true}, "
        "'a/b': {blocks: false}}, terrain: {'../../up': [A1], 'a/b': [B1]}}, "
        "pieces: {'[x': {at: B1, facing: N, side: '[red]'}, \"\U0001f916 \\u2028\\x85\": {at: C1, facing: N}}}"
    ).to_yaml()
    (tmp_path / "inner").mkdir()
    assert converted(run, tmp_path / "inner", text) == text
    assert sorted(each.name for each in tmp_path.iterdir()) == ["inner"]
