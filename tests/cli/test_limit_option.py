"""A bound on the time of a command."""

from __future__ import annotations

import pytest

from sightline.deadline import remaining_seconds
from tests.cli.conftest import Run
from tests.docs.pages import SCENARIOS


@pytest.fixture
def slow() -> str:
    """Return a file of which some questions take long."""
    return str(SCENARIOS / "hero5" / "the-swarm.yaml")


def test_the_command_line_has_a_limit(run: Run, slow: str) -> None:
    stopped = run("chart", slow, "--limit", "1e-9")
    assert (stopped.status, stopped.out) == (2, "")
    assert stopped.err.startswith("limit: stopped at the limit of 1e-09 s")
    [problem] = run("chart", slow, "--limit", "1e-9", "--json").json
    assert problem["file"] == "limit"
    assert run("shot", slow, "--help").out.count("--limit") == 1
    assert run("chart", slow, "--limit", "0").status == 2


def test_a_limit_of_the_command_line_ends_with_the_command(run: Run, slow: str) -> None:
    assert run("check", slow, "--limit", "600").status == 0
    assert remaining_seconds() == float("inf")


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_simulate_has_a_limit_in_seconds(run: Run, jobs: str) -> None:
    file = str(SCENARIOS / "sodwa" / "the-ferry.yaml")
    stopped = run("simulate", file, "--seconds", "1e-9", "--battles", "1000", "--jobs", jobs)
    assert stopped.status == 2
    assert "stopped at the limit" in stopped.err
