"""Driver: long comparisons run in shards, whose counts of what was met are summed up over all processes."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.reference.boards import IS_COMPLETE

Counts = Counter[str]


class Ledger:
    """The counts of all shards of a test, which may run in several processes."""

    def __init__(self, test: pytest.Function, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.name = f"{test.path.parent.name}/{test.path.stem}.{test.originalname}"
        self.shard = test.callspec.id
        self.folder = folder / self.name.replace("/", ".")
        self.capsys = capsys

    def add(
        self, counts: Counts, shards: int, expected: Iterable[str], at_least: int = 1, frequent: Iterable[str] = ()
    ) -> Counts | None:
        """Add the counts of this shard; return the sum if it is the last one, else None.

        The sum is printed. Everything expected must have been met at least so often, and what is frequent even where
        fewer boards are compared than in CI.
        """
        self.folder.mkdir(exist_ok=True)
        part = self.folder / f"{self.shard}.part"
        part.write_text(json.dumps(counts))
        part.rename(part.with_suffix(".json"))  # at once: nobody reads half a file
        done = list(self.folder.glob("*.json"))
        if len(done) < shards or not self._is_first_to_see_all():
            return None
        total: Counts = sum((Counter(json.loads(file.read_text())) for file in done), Counter())
        with self.capsys.disabled():
            met = ", ".join(f"{what} {count}" for what, count in sorted(total.items()))
            sys.stderr.write(f"\n{self.name}: {met}\n")
        rare = [what for what in (expected if IS_COMPLETE else frequent) if total[what] < at_least]
        assert not rare, f"met fewer than {at_least} times: {', '.join(rare)}"
        return total

    def _is_first_to_see_all(self) -> bool:
        try:
            (self.folder / "summed-up").touch(exist_ok=False)
        except FileExistsError:
            return False
        return True
