"""Driver: a module of the page, built as the page is and run by Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

Json = dict[str, Any]
Ask = Callable[[Json], Json]
WEB = Path(__file__).parents[1] / "web"


@contextmanager
def page_code(module: str, driver: Path, folder: Path) -> Iterator[Ask]:
    """Run a driver with a built module of `web/src`: it answers a line of JSON with another one."""
    vite, node = WEB / "node_modules" / ".bin" / "vite", shutil.which("node")
    if node is None or not vite.exists():
        message = "Node or the packages of the page are not installed: make web"
        pytest.fail(message) if os.environ.get("CI") == "true" else pytest.skip(message)
    build = [str(vite), "build", "--ssr", f"src/{module}", "--outDir", str(folder), "--logLevel", "error"]
    subprocess.run(build, cwd=WEB, check=True)
    [built] = folder.glob("*.*js")
    with subprocess.Popen(
        [str(node), str(driver), str(built)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        to, back = process.stdin, process.stdout
        assert to is not None
        assert back is not None

        def answered(question: Json) -> Json:
            to.write(json.dumps(question) + "\n")
            to.flush()
            answer: Json = json.loads(back.readline())
            return answer

        yield answered
        to.close()
