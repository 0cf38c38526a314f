"""A server of tables in a process of its own, and the questions that a page sends it."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Mapping, Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks.measurement import percentile_95, running

_WITHOUT_LIMITS = """
import sys
from sightline.server.run import run
from sightline.server.settings import ServerLimits, Settings
limits = ServerLimits(at_once=10**6, each_second=10**6)
run(Settings(database=sys.argv[1], limits=limits), "127.0.0.1", 0, lambda address: print(address, flush=True))
"""


def serve() -> str:
    """Start a server, which ends with the case, and return its address; one address may ask as much as it likes."""
    folder = running.enter_context(tempfile.TemporaryDirectory())
    command = [sys.executable, "-c", _WITHOUT_LIMITS, f"sqlite:///{Path(folder) / 'tables.sqlite3'}"]
    process = running.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
    running.callback(process.terminate)
    assert process.stdout is not None
    return process.stdout.readline().strip()


class Page:
    """A page that asks a server over one connection, and the seconds that each answer took."""

    def __init__(self, address: str) -> None:
        self._connection = HTTPConnection(urlsplit(address).netloc)
        weakref.finalize(self, self._connection.close)
        self.taken: list[float] = []

    def ask(self, path: str, **asked: Any) -> Any:
        """Send a question and return the answer."""
        before = time.perf_counter()
        headers = {"Content-Type": "application/json", "Accept-Encoding": "gzip"}
        self._connection.request("POST", f"/api/v1/{path}", json.dumps(asked), headers)
        answer = self._connection.getresponse()
        content = answer.read()
        self.taken.append(time.perf_counter() - before)
        if answer.status >= 300:
            raise RuntimeError(content.decode())
        if answer.getheader("Content-Encoding") == "gzip":
            import gzip

            content = gzip.decompress(content)
        return json.loads(content)

    def slowest(self) -> str:
        """Return in words the time in which 95 of 100 answers were there."""
        return slowest_of(self.taken)


def slowest_of(seconds: Sequence[float]) -> str:
    """Return in words the time in which 95 of 100 were done."""
    return f"95 of 100 within {1000 * percentile_95(seconds):.0f} ms"


def hashes(scene: Mapping[str, Any]) -> dict[str, str]:
    """Return the hashes that a page states once it has shown a scene."""
    layers: Sequence[Mapping[str, str]] = scene["layers"]
    return {each["name"]: each["hash"] for each in (*layers, *({"name": k, **scene[k]} for k in ("style", "cells")))}
