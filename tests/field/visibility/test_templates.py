"""Templates are made once and kept on disk: the same whatever is found there, and whoever writes at the same time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

import sightline
from sightline.field.visibility import template_cache
from sightline.field.visibility import templates as making
from sightline.field.visibility.bit_layout import BitLayout
from sightline.field.visibility.compiled_plan import CompiledPlan
from sightline.field.visibility.displacements import Displacements
from sightline.field.visibility.template_cache import TemplateBlock
from sightline.field.visibility.templates import Templates
from sightline.rules import require
from sightline.sight import PlannedSight

AT_ONCE = """
import sys
from tests.field.visibility.test_templates import making, templates, told
making.MIN_DISK_BYTES = 1
sys.stdout.write(str(hash(told(templates()))))
"""


def templates(side: int = 12) -> Templates:
    rows = side * f"    {' '.join('#' + '.' * (side - 1))}\n"
    scenario = sightline.parse(f"sightline: 1\nrules: sodwa\nmap:\n  grid: square\n  cells: |\n{rows}pieces: {{}}\n")
    board = scenario.position.board
    layout = BitLayout(board.grid, board.columns, board.rows)
    compiled = CompiledPlan(
        require(scenario.rules, PlannedSight).dummy_sight(scenario.position), scenario.position, layout
    )
    return Templates(compiled.symmetric_program, compiled.class_count, Displacements(layout, is_half=True))


def told(found: Templates) -> tuple[tuple[int, ...], tuple[int, ...]]:
    block = found.whole
    assert block is not None
    return tuple(block.code.tolist()), tuple(block.offsets.tolist())


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache of its own, which keeps small templates too."""
    monkeypatch.setenv("SIGHTLINE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(making, "MIN_DISK_BYTES", 1)
    return tmp_path / "cache" / "templates"


def refuse(*_: object) -> None:
    raise AssertionError("templates are made that were kept")


def test_kept_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = told(templates())
    [file] = folder.iterdir()
    monkeypatch.setattr(making, "iter_template_blocks", refuse)
    assert told(templates()) == made
    assert [*folder.iterdir()] == [file]


def test_pieces_of_what_is_kept() -> None:
    made, kept = templates(), templates()
    assert told(made) == told(kept)
    for chunk in range(len(made.chunks)):
        for one, other in zip(_alone(made, chunk), _alone(kept, chunk), strict=True):
            assert one == other


def _alone(found: Templates, chunk: int) -> list[list[int]]:
    return [
        block.code[begin:end].tolist()
        for block in found.iter_chunk(chunk)
        for begin, end in zip(block.offsets[:-1], block.offsets[1:], strict=True)
    ]


def test_each_has_its_own_file(folder: Path) -> None:
    told(templates())
    told(templates(13))
    assert len([*folder.iterdir()]) == 2


def test_small_ones_are_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MIN_DISK_BYTES", 1 << 20)
    told(templates())
    assert not folder.exists()


def test_damaged_files_are_made_anew(folder: Path) -> None:
    made = told(templates())
    [file] = folder.iterdir()
    whole, rng = file.read_bytes(), Random(1)
    for _ in range(60):
        at = rng.randrange(len(whole))
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)]) + whole[at + 1 :]):
            file.write_bytes(damaged)
            assert template_cache.read_block(file) is None
    assert told(templates()) == made
    assert file.read_bytes() == whole


def test_nowhere_to_keep_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = told(templates())
    (tmp_path / "file").touch()
    monkeypatch.setenv("SIGHTLINE_CACHE_DIR", str(tmp_path / "file"))
    assert told(templates()) == made


def test_nothing_is_left_of_what_cannot_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    told(templates())
    assert not [*folder.iterdir()]


@pytest.mark.slow
def test_several_processes_at_once(folder: Path) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    running = [
        subprocess.Popen([sys.executable, "-c", AT_ONCE], env=environment, stdout=subprocess.PIPE) for _ in range(3)
    ]
    assert len({process.communicate()[0] for process in running}) == 1
    assert all(process.returncode == 0 for process in running)
    assert [file.suffix for file in folder.iterdir()] == [".templates"]


def test_what_was_not_read_for_longest_goes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    block = TemplateBlock(0, 1, np.zeros(1000, np.int32), np.array([0, 1000]))
    folder.mkdir(parents=True)
    size = 0
    for number in range(4):
        template_cache.write_block(folder / f"{number}.templates", block)
        os.utime(folder / f"{number}.templates", (number, number))
        size = (folder / f"{number}.templates").stat().st_size
    assert template_cache.read_block(folder / "0.templates") is not None  # now it was read last
    monkeypatch.setattr(template_cache, "MAX_BYTES", 3 * size)
    template_cache.write_block(folder / "4.templates", block)
    assert sorted(file.name for file in folder.iterdir()) == ["0.templates", "3.templates", "4.templates"]
