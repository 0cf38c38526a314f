"""`sightline serve` as a process: its one line, its port, its signals, its end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.cli.conftest import Run, run
from tests.server.conftest import PROGRAM, Serving

__all__ = ["run"]


def test_it_says_where_it_answers_and_answers_there(tmp_path: Path, serving: Serving) -> None:
    with serving(tmp_path) as (address, _process):
        assert address.startswith("http://127.0.0.1:")
        assert address.endswith("/")
        assert httpx.get(f"{address}health").status_code == 200
        assert httpx.get(f"{address}ready").status_code == 200


@pytest.mark.parametrize("signalled", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_with_status_0_in_time(tmp_path: Path, signalled: signal.Signals, serving: Serving) -> None:
    with serving(tmp_path) as (address, process), httpx.Client() as browser:
        browser.get(f"{address}health")  # and the connection stays open
        started = time.monotonic()
        process.send_signal(signalled)
        out, _err = process.communicate(timeout=10)
        assert (process.returncode, out) == (0, "")
        assert time.monotonic() - started < 10


def test_it_may_open_more_files_than_shells_allow_at_first(tmp_path: Path, serving: Serving) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        with serving(tmp_path) as (address, _process):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            where = httpx.URL(address)
            waiting = [socket.create_connection((where.host, where.port or 80)) for _ in range(400)]
            assert httpx.get(f"{address}health").status_code == 200
            for each in waiting:
                each.close()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_port_in_use_is_refused(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("serve", "--port", port)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"command line: --port: port {port} is in use; --port 0 takes a free one.\n"


def test_an_address_of_another_machine_is_refused(run: Run) -> None:
    host = "192.0.2.1"  # kept for documentation: nobody's
    done = run("serve", "--host", host)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"command line: --host: there is no address '{host}' on this machine.\n"


def test_without_the_extra_it_says_how_to_install_it(tmp_path: Path) -> None:
    (tmp_path / "litestar.py").write_text("raise ModuleNotFoundError('litestar')")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        PROGRAM, capture_output=True, text=True, timeout=30, check=False, env={**os.environ, "PYTHONPATH": path}
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "Litestar" in done.stderr
    assert 'pip install "sightline[web]"' in done.stderr
