"""The server as a process of its own, and as an application in this one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("litestar")

from litestar import Litestar
from litestar.testing import TestClient

from sightline.server.app import create_app
from sightline.server.settings import ServerLimits, Settings
from sightline.server.storage.database import parse_database
from sightline.server.storage.migration import migrate
from tests.server.postgresql import find_programs, new_database, running_cluster

PROGRAM = [sys.executable, "-m", "sightline", "serve"]
Serving = Callable[..., AbstractContextManager[tuple[str, subprocess.Popen[str]]]]


@pytest.fixture(scope="session")
def serving() -> Serving:
    """Return what serves from a process of its own."""
    return _serving


@contextmanager
def _serving(
    folder: Path, *arguments: str, database: str | None = None, log: int = subprocess.PIPE
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Serve at a free port, by default with a database in a folder; yield the address printed, and the process.

    A server that says more than a pipe holds needs another place for its `log`.
    """
    process = subprocess.Popen(
        [*PROGRAM, "--port", "0", "--database", database or sqlite_in(folder), *arguments],
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process
    finally:
        process.kill()
        process.communicate()


def sqlite_in(folder: Path) -> str:
    """Return the URL of the database of tests in a folder."""
    return f"sqlite:///{folder / 'tables.sqlite3'}"


def settings_in(folder: Path, **changes: Any) -> Settings:
    """Return the settings of a server for tests, which keeps everything in a folder."""
    chosen: dict[str, Any] = {
        "database": sqlite_in(folder),
        "static": folder / "static",
        "workers": 1,
        "compiles_kernels": False,
        "password_kibibytes": 64,
    }
    return Settings(**chosen | changes)


@contextmanager
def client_of(settings: Settings) -> Iterator[TestClient[Litestar]]:
    """Run an application in this process, with a database that is up to date."""
    migrate(parse_database(settings.database))
    with TestClient(create_app(settings), raise_server_exceptions=False) as opened:
        yield opened


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Return the settings of `client`, which one address may ask as often as it likes."""
    return settings_in(tmp_path_factory.mktemp("server"), limits=ServerLimits(each_second=10**6))


@pytest.fixture(scope="session")
def client(settings: Settings) -> Iterator[TestClient[Litestar]]:
    """Run an application for all tests of a process that change nothing which others could see."""
    with client_of(settings) as opened:
        yield opened


@pytest.fixture(scope="session")
def cluster() -> Iterator[Path]:
    """Run PostgreSQL for all tests of a process."""
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed; Debian's package postgresql has it")
    with running_cluster(programs) as socket:
        yield socket


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)], scope="module")
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the URL of a database of either kind, for all tests of a module."""
    if request.param == "sqlite":
        return sqlite_in(tmp_path_factory.mktemp("database"))
    return new_database(request.getfixturevalue("cluster"))


@pytest.fixture(scope="module")
def browser(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """Run an application with that database."""
    settings = settings_in(tmp_path_factory.mktemp("server"), database=database)
    with client_of(settings) as opened:
        yield opened
