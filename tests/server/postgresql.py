"""Driver: a cluster of PostgreSQL for tests, with Debian's programs, run by an unprivileged user on a Unix socket."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

_USER = "nobody"
_NUMBERS = count(1)


def find_programs() -> Path | None:
    """Return the folder of the newest PostgreSQL of this machine."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    return folders[-1] if folders else None


@contextmanager
def running_cluster(programs: Path) -> Iterator[Path]:
    """Run a cluster of its own; yield the folder of its socket."""
    folder = Path(mkdtemp(prefix="sightline-pg-", dir="/tmp"))  # a short path, as that of a socket has to be
    if os.geteuid() == 0:
        user = pwd.getpwnam(_USER)
        os.chown(folder, user.pw_uid, user.pw_gid)
    try:
        _run(programs / "initdb", "-U", "sightline", "-A", "trust", "-E", "UTF8", "--no-sync", "-D", folder / "data")
        options = f"-k {folder} -c listen_addresses='' -c max_connections=200 -c fsync=off"
        _run(programs / "pg_ctl", "-D", folder / "data", "-w", "-l", folder / "log", "-o", options, "start")
        try:
            yield folder
        finally:
            _run(programs / "pg_ctl", "-D", folder / "data", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


def _run(*command: str | Path) -> None:
    user = _USER if os.geteuid() == 0 else None
    done = subprocess.run(command, user=user, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd="/", check=False)
    assert done.returncode == 0, done.stdout


def new_database(socket: Path) -> str:
    """Return the URL of a new, empty database of a cluster."""
    import psycopg

    name = f"tables_{next(_NUMBERS)}"
    with psycopg.connect(f"host={socket} user=sightline dbname=postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"postgresql://sightline@/{name}?host={socket}"
