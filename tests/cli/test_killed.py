"""Games that are killed in the middle: whatever was told is in the record, which goes on as it would have gone on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest

from tests.cli.conftest import Run

pytestmark = [pytest.mark.skipif(sys.platform == "win32", reason="no such signal there"), pytest.mark.slow]

PLAYERS = ("--red", "random", "--blue", "random")
ARGUMENTS = ("--seed", "4", "--limit", "90", *PLAYERS)
DRIVER = """
import os, signal, sys
from pathlib import Path
import sightline.cli

moment, left = sys.argv[1], int(sys.argv[2])
fsync, replace = os.fsync, Path.replace

def die():
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGKILL)

def written(handle):
    global left
    left -= 1
    if moment == "half" and not left:
        os.ftruncate(handle, os.fstat(handle).st_size // 2)
        die()
    fsync(handle)
    if moment == "whole" and not left:
        die()

def placed(path, target):
    found = replace(path, target)
    if moment == "placed" and not left:
        die()
    return found

os.fsync, Path.replace = written, placed
sightline.cli.main(sys.argv[3:])
"""
"""Plays, and kills itself at a write: with half of it done, all of it, or with the new file in its place."""
SEED_AND_HEADING = 2
"""The writes before those of steps."""


@pytest.fixture
def whole(run: Run, duel: str, kept: Path) -> bytes:
    """Return the record of the battle if nobody kills it."""
    file = kept.with_name("whole.record")
    assert run("play", duel, *ARGUMENTS, "--record", str(file)).status == 0
    return file.read_bytes()


def _started(*arguments: str, told: IO[str] | None = None) -> subprocess.Popen[bytes]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen([sys.executable, *arguments], stdout=told or subprocess.DEVNULL, env=environment)


@pytest.mark.parametrize("moment", ["half", "whole", "placed"])
@pytest.mark.parametrize("steps", [6, *(pytest.param(each, marks=pytest.mark.slow) for each in (1, "last"))])
def test_killed_at_a_write(
    run: Run, duel: str, kept: Path, whole: bytes, tmp_path: Path, moment: str, steps: int | str
) -> None:
    number = whole.count(b"\nhash: ") if steps == "last" else int(steps)
    play = ("play", duel, *ARGUMENTS, "--record", str(kept))
    with (tmp_path / "told").open("w") as told:
        playing = _started("-c", DRIVER, moment, str(SEED_AND_HEADING + number), *play, told=told)
        assert playing.wait() == -signal.SIGKILL
    record = json.loads(run("replay", str(kept), "--json").out)
    assert len(record["steps"]) == number - (moment != "placed")
    assert len(record["steps"]) >= len((tmp_path / "told").read_text().splitlines()) - 1
    assert whole.startswith(kept.read_bytes())
    assert run("play", str(kept), *PLAYERS).status == 0
    assert kept.read_bytes() == whole


@pytest.mark.parametrize(("moment", "write"), [("half", 1), ("placed", 1), ("half", 2)])
def test_killed_before_the_record_is_there_it_begins_anew(
    run: Run, duel: str, kept: Path, whole: bytes, moment: str, write: int
) -> None:
    play = ("play", duel, *ARGUMENTS, "--record", str(kept))
    assert _started("-c", DRIVER, moment, str(write), *play).wait() == -signal.SIGKILL
    assert not kept.exists()
    assert run(*play).status == 0
    assert kept.read_bytes() == whole
    assert {file.name for file in kept.parent.iterdir()} == {"duel.yaml", "duel.record", "whole.record"}


@pytest.mark.slow
@pytest.mark.parametrize("steps", [0, 4, 11])
def test_killed_from_outside(run: Run, duel: str, kept: Path, whole: bytes, steps: int) -> None:
    playing = _started("-m", "sightline", "play", duel, *ARGUMENTS, "--record", str(kept))
    while not kept.exists() or kept.read_bytes().count(b"\nhash: ") < steps:
        time.sleep(0.001)
        assert playing.poll() is None
    os.kill(playing.pid, signal.SIGKILL)
    playing.wait()
    assert run("replay", str(kept), "--verify").status == 0
    assert whole.startswith(kept.read_bytes())
    assert run("play", str(kept), *PLAYERS).status == 0
    assert kept.read_bytes() == whole


def test_where_there_is_no_room_the_record_stays_whole(run: Run, duel: str, kept: Path, whole: bytes) -> None:
    import resource

    def allow() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) // 2, len(whole) // 2))

    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "sightline", "play", duel, *ARGUMENTS, "--record", str(kept)]
    playing = subprocess.run(command, preexec_fn=allow, env=environment, capture_output=True, text=True, check=False)
    assert (playing.returncode, "Traceback" in playing.stderr) == (2, False)
    assert str(kept) in playing.stderr
    assert not kept.with_name(f"{kept.name}.new").exists()
    assert run("play", str(kept), *PLAYERS).status == 0
    assert kept.read_bytes() == whole
