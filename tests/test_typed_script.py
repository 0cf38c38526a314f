"""The script that uses everything public: run, and complete. `make check` has mypy and pyright check it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import sightline
from tests import typed_script

ROOT = Path(__file__).parent.parent
UNUSED = {"board", "lattice", "plane", "render", "rules", "LANGUAGES", "__version__"}
"""Packages of their own, and constants."""


@pytest.mark.slow
def test_the_script_runs() -> None:
    typed_script.main(ROOT / "scenarios")


def test_the_script_asks_every_question() -> None:
    tree = ast.parse(Path(typed_script.__file__).read_text(encoding="utf-8"))
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    methods = {name for name in dir(sightline.Scenario) if not name.startswith("_")}
    internal = {
        "with_nodes",
        "with_team_texts",
        "check_team_text",
        "iter_pairs",
        "chart_scene",
        "board_sight",
        "data",
        "original",
        "deployed",
        "source",
        "scene",
        "backdrop",
        "position",
    }
    needs_an_extra = {"infer", "png"}
    assert methods - used - internal - needs_an_extra - {"with_formations"} == set()


def test_every_public_name_can_be_had() -> None:
    assert set(sightline.__all__) <= set(dir(sightline))
    assert all(getattr(sightline, name) is not None for name in sightline.__all__)
