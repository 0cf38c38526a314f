"""What the long comparisons share: their counts, summed up over all shards and printed."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # xdist hands out long runs of neighbouring tests first and single ones last: only at the end do the slow ones
    # spread over all processes.
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)


class Ledger:
    """The counts of all shards, which may run in several processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, comparison: str, shard: str, shards: int, counts: Counter[str]) -> Counter[str] | None:
        """Keep the counts of a shard of a comparison; gives the sum to the one that completes them."""
        folder = self.folder / comparison
        folder.mkdir(exist_ok=True)
        part = folder / f"{shard}.part"
        part.write_text(json.dumps(counts))
        part.rename(folder / f"{shard}.json")  # at once, so that nobody reads half a file
        done = list(folder.glob("*.json"))
        if len(done) < shards:
            return None
        try:
            (folder / "summed-up").touch(exist_ok=False)
        except FileExistsError:
            return None
        return sum((Counter(json.loads(file.read_text())) for file in done), Counter())


@pytest.fixture
def ledger(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Ledger:
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if hasattr(request.config, "workerinput") else base) / "reference-counts"
    folder.mkdir(exist_ok=True)
    return Ledger(folder)


class Crier:
    """Says something in the middle of a run. (A summary at the end would need this file in the main process of xdist,

    which loads only those of the folders that it is started with.)
    """

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def say(self, text: str) -> None:
        with self.capsys.disabled():
            sys.stderr.write(f"\n{text}\n")
            sys.stderr.flush()


@pytest.fixture
def crier(capsys: pytest.CaptureFixture[str]) -> Crier:
    return Crier(capsys)
