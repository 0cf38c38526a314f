"""Kernels are compiled outside of questions, all that questions take; until then cells are asked one by one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import sightline
from sightline.api.board_sight import BoardSight
from sightline.compilation import NotCompiled

pytest.importorskip("numba")

_ASK_AFTER_COMPILATION = """
from random import Random
import sightline
from sightline.server.workers.kernel_compilation import compile_kernels
from sightline.server.workers.task import begin_work
from tests.field.test_cell_field import BOARDS

compile_kernels()
begin_work(0)
asked = 0
for board in BOARDS.values():
    for number in range(5):
        field = sightline.parse(board(Random(number))).field()
        for label in field.cells[:12]:
            asked += len(field.see(label)) > 0
print(asked)
"""
ROOT = Path(sightline.__file__).parents[2]
SCENARIO = ROOT / "scenarios" / "penance" / "across-the-rubble.yaml"


@pytest.mark.slow
def test_no_question_lacks_a_kernel_once_they_are_compiled() -> None:
    command = [sys.executable, "-c", _ASK_AFTER_COMPILATION]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    assert int(done.stdout) > 100


@pytest.mark.parametrize(("question", "of"), [("see", "A"), ("threat", "red"), ("advise", "A")])
def test_answers_are_the_same_while_kernels_are_not_compiled(
    question: str, of: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import numba  # noqa: F401  # where it is loaded small boards have a field too

    wanted = getattr(sightline.load(SCENARIO), question)(of)
    lacking = list[str]()

    def lacks(*_: object) -> bytes:
        lacking.append(question)
        raise NotCompiled

    monkeypatch.setattr(BoardSight, "__call__", lacks)
    assert getattr(sightline.load(SCENARIO), question)(of) == wanted
    assert lacking == [question]
