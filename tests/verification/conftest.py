"""The page's own verification, built as the page is and run by Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import run

__all__ = ["run"]

Json = dict[str, Any]
Verify = Callable[..., Json]
"""`verify(record, canTakeBack=...)` returns what the page finds out about a record."""

WEB = Path(__file__).parents[2] / "web"
DRIVER = Path(__file__).with_name("verifier.mjs")


@pytest.fixture(scope="session")
def verify(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Verify]:
    vite, node = WEB / "node_modules" / ".bin" / "vite", shutil.which("node")
    if node is None or not vite.exists():
        message = "Node or the packages of the page are not installed: make web"
        pytest.fail(message) if os.environ.get("CI") == "true" else pytest.skip(message)
    folder = tmp_path_factory.mktemp("verification")
    build = [str(vite), "build", "--ssr", "src/verify/verify.ts", "--outDir", str(folder), "--logLevel", "error"]
    subprocess.run(build, cwd=WEB, check=True)
    [built] = folder.glob("*.*js")
    with subprocess.Popen(
        [str(node), str(DRIVER), str(built)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        to, back = process.stdin, process.stdout
        assert to is not None
        assert back is not None

        def verified(record: Any, **options: Any) -> Json:
            to.write(json.dumps({"record": record, "options": options}) + "\n")
            to.flush()
            found: Json = json.loads(back.readline())
            return found

        yield verified
        to.close()
