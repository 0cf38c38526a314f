"""The picture of the web table in README: a screenshot of the shot that `make run` answers."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sightline.server.settings import Settings
from tools.chromium import CHROMIUM

WIDTH, HEIGHT = 1440, 900
_SCENARIO = Path(__file__).resolve().parent.parent / "scenarios" / "penance" / "across-the-rubble.yaml"
_QUESTION = "/new?ask=shot&from=A&to=T"


def lacking() -> str | None:
    """Return what the picture cannot be taken without, None if it can be."""
    if CHROMIUM is None:
        return "Chromium is not installed"
    if importlib.util.find_spec("playwright") is None:
        return "the packages of the tests are not installed"
    if not (Settings(database="").static / "index.html").is_file():
        return "the page is not built: make web"
    return None


def take_picture() -> bytes:
    """Return the picture as PNG. Nothing may be `lacking`."""
    from playwright.sync_api import sync_playwright

    with _serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        window: Any = {"viewport": {"width": WIDTH, "height": HEIGHT}, "locale": "en-GB", "color_scheme": "light"}
        page = browser.new_page(**window)
        page.goto(f"{address}/ready")
        page.evaluate("text => sessionStorage.setItem('sightline.draft', text)", _SCENARIO.read_text(encoding="utf-8"))
        page.goto(f"{address}{_QUESTION}")
        page.wait_for_selector("[data-verdict] [data-clause]")
        page.wait_for_load_state("networkidle")
        picture = page.screenshot()
        browser.close()
    return picture


@contextmanager
def _serving() -> Iterator[str]:
    """Run a server with a database of its own; yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--port", "0", "--no-open", "--database", f"sqlite:///{folder}/tables.sqlite3"]
        with (
            (Path(folder) / "log").open("w", encoding="utf-8") as log,
            subprocess.Popen(
                [sys.executable, "-m", "sightline", "serve", *options], stdout=subprocess.PIPE, stderr=log, text=True
            ) as process,
        ):
            assert process.stdout is not None
            yield process.stdout.readline().strip().rstrip("/")
            process.terminate()
