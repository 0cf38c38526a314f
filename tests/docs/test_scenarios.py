"""The scenarios that come with the project are valid, have titles, and are shown somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sightline
from tests.docs.pages import PAGES, ROOT, SCENARIOS

_FILES = sorted(SCENARIOS.rglob("*.yaml"))


def _is_scenario(path: Path) -> bool:
    return re.search(r"^sightline:", path.read_text(encoding="utf-8"), re.MULTILINE) is not None


@pytest.mark.parametrize("path", [path for path in _FILES if _is_scenario(path)], ids=lambda path: path.name)
def test_scenarios_are_valid(path: Path) -> None:
    scenario = sightline.load(path)
    assert scenario.title
    assert scenario.rules.key == path.parent.name
    assert scenario.chart()


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.name)
def test_every_file_is_shown_or_used(path: Path) -> None:
    shown = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    used = "".join(other.read_text(encoding="utf-8") for other in _FILES if other != path)
    assert path.name in shown or path.name in used


@pytest.mark.parametrize("path", [path for path in _FILES if _is_scenario(path)], ids=lambda path: path.name)
def test_scenarios_are_written_back_to_the_same_text(path: Path) -> None:
    written = sightline.load(path).to_yaml()
    assert sightline.parse(written).to_yaml() == written


def test_no_scenario_is_called_for_that_is_not_there() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        misspelt = set(re.findall(r"(\S+): No such file", text))
        for name in {*re.findall(r"scenarios/[\w./-]+\.yaml", text)} - misspelt:
            assert (ROOT / name).is_file(), f"{page.name}: {name}"
