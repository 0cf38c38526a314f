"""The bot of the docs plays a whole battle against itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import sightline
from tests.docs.pages import ROOT, iter_blocks
from tests.server.conftest import Serving
from tests.server.matches.bots import ask


@pytest.mark.long
def test_the_bot_of_the_docs_plays_to_the_end(tmp_path: Path, serving: Serving) -> None:
    [block] = [block for block in iter_blocks(ROOT / "docs" / "online.md") if block.file == "bot.py"]
    bot = tmp_path / "bot.py"
    bot.write_text(block.text, encoding="utf-8")
    with serving(tmp_path) as (address, _process):
        command = [sys.executable, str(bot), address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as first:
            assert first.stdout is not None
            battle, invite = first.stdout.readline().split()
            second = subprocess.run(
                [*command, battle, invite], check=False, capture_output=True, text=True, timeout=280
            )
            printed = first.stdout.read()
        assert second.stderr == ""
        assert second.stdout == printed
        assert "'how': " in printed
        assert sightline.replay(ask(address, f"/battles/{battle}/record")).run.result is not None
