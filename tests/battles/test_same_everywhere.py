"""The battles of a seed are the same whatever runs them: processes, folders, hash seeds, and other Pythons."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.battles.skirmishes import BOARDS, SCENARIOS, skirmish

REPOSITORY = Path(__file__).parents[2]
SIMULATE = ("--battles", "3", "--seed", "same", "--limit", "300", "--blue", "random")
ASK = "from sightline.rules import installed_systems; installed_systems()['sodwa']"


def _simulated(scenario: Path, folder: Path, python: str, jobs: int, hash_seed: str) -> dict[str, bytes]:
    """Return the records that another process writes, with that folder as its own."""
    environment = _environment(python) | {"PYTHONHASHSEED": hash_seed}
    folder.mkdir()
    command = [python, "-m", "sightline", "simulate", str(scenario), *SIMULATE, "--jobs", str(jobs), "--records", "."]
    subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def _other_pythons() -> Iterator[str]:
    """Yield the Pythons of other versions in which Sightline is installed."""
    for minor in range(11, 20):
        python = shutil.which(f"python3.{minor}")
        if python is not None and minor != sys.version_info.minor:
            asked = subprocess.run([python, "-c", ASK], env=_environment(python), capture_output=True, check=False)
            if asked.returncode == 0:
                yield python


def _environment(python: str) -> dict[str, str]:
    """Return an environment in which a Python runs this Sightline; another one has packages of its own."""
    own = sys.path if python == sys.executable else []
    return os.environ | {"PYTHONPATH": os.pathsep.join((str(REPOSITORY / "src"), *own))}


@pytest.mark.long
def test_battles_are_the_same_everywhere(tmp_path: Path) -> None:
    for name in (*BOARDS[::2], "the-depot"):
        scenario = SCENARIOS / f"{name}.yaml"
        if name in BOARDS:
            scenario = tmp_path / f"{name}.yaml"
            scenario.write_text(skirmish(name, Random(f"same {name}")), encoding="utf-8")
        here = _simulated(scenario, tmp_path / f"{name} one", sys.executable, 1, "0")
        assert len(here) == 3
        assert _simulated(scenario, tmp_path / f"{name} two", sys.executable, 2, "4711") == here
        for number, python in enumerate(_other_pythons()):
            assert _simulated(scenario, tmp_path / f"{name} {number}", python, 1, "random") == here, python
