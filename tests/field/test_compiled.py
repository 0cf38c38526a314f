"""Where compiled code is kept."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import pytest

from sightline.field import jit
from sightline.field.corridors.corridor_kernels import fill_rows

KEPT_BY_PROCESSES = """
import numpy as np
from sightline.field.visibility.displacement_kernels import shift_all

strings = np.zeros((1, 64, 3), np.uint64)
strings[0, 0] = 1, 2, 3
shift_all(strings)
print(strings.sum(), *shift_all.stats.cache_hits.values())
"""


def fresh() -> Any:
    """A function that is to be compiled, the same each time."""

    def doubled(number: int) -> int:
        return 2 * number

    return jit.entry(doubled)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where compiled code is kept meanwhile."""
    monkeypatch.setattr(numba.core.config, "CACHE_DIR", str(tmp_path))
    return tmp_path


def files(folder: Path, ending: str) -> list[Path]:
    return [*folder.rglob(f"*.{ending}")]


def test_the_name_of_what_is_kept_changes_with_the_sources() -> None:
    assert re.fullmatch("fill_rows-[0-9a-f]{16}", fill_rows.__qualname__)


def test_what_is_compiled_is_kept(folder: Path) -> None:
    for hits in (0, 1):
        doubled = fresh()
        assert doubled(21) == 42
        assert sum(doubled.stats.cache_hits.values()) == hits
    assert len(files(folder, "nbi")) == len(files(folder, "nbc")) == 1


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("spoil", [lambda whole: b"", lambda whole: whole[: len(whole) // 2], lambda whole: b"?" * 99])
def test_what_is_spoilt_is_made_again(folder: Path, ending: str, spoil: Callable[[bytes], bytes]) -> None:
    fresh()(21)
    [file] = files(folder, ending)
    file.write_bytes(spoil(file.read_bytes()))
    for hits in (0, 1):
        doubled = fresh()
        assert doubled(21) == 42
        assert sum(doubled.stats.cache_hits.values()) == hits


def test_what_is_kept_for_other_types_is_not_taken(folder: Path) -> None:
    fresh()(21)
    [whole], [index] = files(folder, "nbc"), files(folder, "nbi")
    of_integers = whole.read_bytes()
    index.unlink()
    fresh()(1.5)
    whole.write_bytes(of_integers)
    assert fresh()(1.5) == 3.0


def test_a_disk_without_room_is_no_reason_to_give_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile.save", full)
    assert fresh()(21) == 42
    assert not files(folder, "nbc")


def test_where_nothing_can_be_kept_it_is_compiled_afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(_: object) -> None:
        raise RuntimeError("cannot cache function: no locator available")

    monkeypatch.setattr(jit, "_Kept", nowhere)
    assert fresh()(21) == 42


@pytest.mark.slow
def test_several_processes_keep_it_at_once(tmp_path: Path) -> None:
    def process() -> subprocess.Popen[str]:
        env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
        command = [sys.executable, "-c", KEPT_BY_PROCESSES]
        return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)

    told = [each.communicate()[0].split() for each in [process() for _ in range(4)]]
    again = process().communicate()[0].split()
    assert {total for total, *_ in told} == {again[0]}
    assert again[1:] == ["1"]
