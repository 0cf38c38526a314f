"""Every bad scenario of the collection is refused with all of its problems, each with its place and what was found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import sightline

FOLDER = Path(__file__).parent.parent / "bad_scenarios"
FILES = sorted(FOLDER.glob("*.yaml"))
LEFT_OPEN = ("file-", "nesting-")
"""Files of which only the first problem is fixed."""


def problems_of(path: Path) -> list[dict[str, Any]]:
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.load(path)
    return [
        {
            "line": problem.line,
            "column": problem.column,
            "key": problem.key,
            "found": problem.found,
            "nearest": problem.nearest,
            "allowed": set(problem.allowed),
        }
        for problem in refused.value.problems
    ]


def place(problem: dict[str, Any]) -> tuple[int, int, str]:
    return problem["line"], problem.get("column", 0), problem.get("key") or ""


def is_as_expected(problem: dict[str, Any], expected: dict[str, Any]) -> bool:
    wanted = {key: set(value) if key == "allowed" else value for key, value in expected.items()}
    return all(problem[key] == value for key, value in wanted.items())


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_bad_scenario_is_refused_with_every_problem(path: Path) -> None:
    expected = json.loads(path.with_suffix(".expected.json").read_text())
    problems = problems_of(path)
    if path.name.startswith(LEFT_OPEN):
        assert any(is_as_expected(problem, expected[0]) for problem in problems), problems
        return
    unmatched = list(problems)
    for wanted in expected:
        found = [problem for problem in unmatched if is_as_expected(problem, wanted)]
        assert found, f"not found: {wanted}\nleft: {unmatched}"
        unmatched.remove(found[0])
    assert not unmatched


def test_problems_are_sorted_by_place() -> None:
    for path in FILES:
        places = [(problem["line"], problem["column"]) for problem in problems_of(path)]
        assert places == sorted(places), path.name


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_misspelt_system_adds_no_problem_but_its_own(path: Path, tmp_path: Path) -> None:
    misspelt = tmp_path / path.name
    misspelt.write_bytes(path.read_bytes().replace(b"rules: penance", b"rules: penanse"))
    known, unknown = ({(*place(each), each["found"]) for each in problems_of(file)} for file in (path, misspelt))
    assert all(key == "rules" for _, _, key, _ in unknown - known)
