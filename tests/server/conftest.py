"""The server as a process of its own, and as an application in this one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("litestar")

from litestar import Litestar
from litestar.testing import TestClient

from sightline.server.app import create_app
from sightline.server.settings import Settings

PROGRAM = [sys.executable, "-m", "sightline", "serve"]


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Serve at a free port, with a database in a folder; yield the address that is printed, and the process."""
    database = f"sqlite:///{folder / 'tables.sqlite3'}"
    process = subprocess.Popen(
        [*PROGRAM, "--port", "0", "--database", database, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process
    finally:
        process.kill()
        process.communicate()


def settings_in(folder: Path, **changes: Any) -> Settings:
    """Return the settings of a server for tests, which keeps everything in a folder."""
    chosen: dict[str, Any] = {
        "database": f"sqlite:///{folder / 'tables.sqlite3'}",
        "static": folder / "static",
        "workers": 2,
    }
    return Settings(**chosen | changes)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with TestClient(create_app(settings_in(tmp_path)), raise_server_exceptions=False) as opened:
        yield opened
