"""Driver: the command line run in this process, with everything that it prints and returns."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sightline.cli import main
from tests.battles.duel import DUEL

BOARD = """\
sightline: 1
title: Across the rubble
rules: penance
rulings: {casket-cover: any}
map:
  grid: hex
  hexes: flat odd-q
  size: 7x8
  terrain: {rubble: [D3], wall: [F2:F4]}
  levels: {1: [B2]}
pieces:
  A: {at: D7, side: red, facing: N, weapons: [{name: rifle, range: 8, damage: 2}, {name: knife, range: melee}]}
  T: {at: D2, side: blue, facing: S, shield: none}
  Dr. No: {at: A1, side: blue, facing: S}
"""


class Outcome(NamedTuple):
    """What a command printed, as text and as bytes, and its exit status."""

    status: int
    out: str
    err: str
    written: bytes

    @property
    def json(self) -> Any:
        """What was printed, read as JSON; it has to be all that was printed."""
        return json.loads(self.out)


Run = Callable[..., Outcome]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command: `run("shot", file, "A", "T", stdin="...")`."""

    def run_it(*arguments: str, stdin: bytes | str = b"") -> Outcome:
        content = stdin.encode() if isinstance(stdin, str) else stdin
        streams = [io.TextIOWrapper(io.BytesIO(part), encoding="utf-8") for part in (content, b"", b"")]
        with monkeypatch.context() as patch:
            for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
                patch.setattr(sys, name, stream)
            with pytest.raises(SystemExit) as left:
                main(arguments)
        written = []
        for stream in streams[1:]:
            stream.flush()
            written.append(stream.buffer.getvalue())
        out, err = (part.decode(errors="replace") for part in written)
        assert isinstance(left.value.code, int)
        assert "Traceback" not in out + err
        return Outcome(left.value.code, out, err, written[0])

    return run_it


@pytest.fixture
def board(tmp_path: Path) -> str:
    """Return the name of a scenario file, alone in its folder."""
    file = tmp_path / "board.yaml"
    file.write_text(BOARD)
    return str(file)


@pytest.fixture
def bad(tmp_path: Path) -> str:
    """Return the name of a scenario file with two problems."""
    file = tmp_path / "bad.yaml"
    file.write_text(BOARD.replace("facing: N", "facing: NNE").replace("at: D2", "at: Z9"))
    return str(file)


@pytest.fixture
def duel(tmp_path: Path) -> str:
    """Return the name of a scenario file, alone in its folder."""
    file = tmp_path / "duel.yaml"
    file.write_text(DUEL, encoding="utf-8")
    return str(file)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return where a record can be written."""
    return tmp_path / "duel.record"
