"""Without the rule that carries out a clause, a test of that clause fails: so the tests do look at it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from sightline.rules import installed_systems
from tests.rulebook.clauses import FOLDER, rules_of

CLAUSES = [(key, rule.clause.id) for key in installed_systems() for rule in rules_of(key)]
PLUGIN = "tests.rulebook.switching_off"


@cache
def failing_without(key: str) -> dict[str, str | None]:
    """Give, by clause, a test that fails without it. One process of pytest tries all clauses of a system."""
    root = FOLDER.parent.parent
    tests = FOLDER / key.replace("-", "_")
    with TemporaryDirectory() as folder:
        found = Path(folder) / "found.json"
        options = ["--switch-off", key, "--found", str(found), "-p", "no:cacheprovider", "--tb=native"]
        command = [sys.executable, "-m", "pytest", "-p", PLUGIN, *options, str(tests)]
        # Options and workers of the run that this is a test of are not its own.
        env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)
        assert found.exists(), f"pytest ended with {done.returncode}:\n{done.stdout}{done.stderr}"
        results: dict[str, str | None] = json.loads(found.read_text(encoding="utf-8"))
    return results


@pytest.mark.parametrize(("key", "clause"), CLAUSES, ids=[clause for _, clause in CLAUSES])
def test_a_test_fails_without_the_clause(key: str, clause: str) -> None:
    assert failing_without(key)[clause] is not None
