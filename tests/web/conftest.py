"""The page in a real browser, served by a real process."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("litestar")
pytest.importorskip("playwright")

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from sightline.server.settings import Settings
from tests.server.conftest import PROGRAM
from tools.chromium import CHROMIUM

Opening = Callable[..., Page]

WAIT = 20_000
"""Milliseconds that whatever is expected may take, on a machine that does other things as well."""

expect.set_options(timeout=WAIT)


@pytest.fixture(scope="session", autouse=True)
def _is_possible() -> None:
    """Skip what cannot be tested here; where everything has to be tested, that is a failure."""
    lacks = [
        *(["Chromium is not installed"] if CHROMIUM is None else []),
        *([] if (Settings(database="").static / "index.html").is_file() else ["the page is not built: make web"]),
    ]
    if lacks and os.environ.get("CI") == "true":
        pytest.fail("; ".join(lacks))
    if lacks:
        pytest.skip("; ".join(lacks))


# Not of the session: while it runs, no other test of this process can run an event loop.
@pytest.fixture(scope="module")
def browser(_is_possible: None) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def site(_is_possible: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("web")
    arguments = ["--port", "0", "--database", f"sqlite:///{folder / 'tables.sqlite3'}"]
    with (folder / "log").open("w") as log:  # more than a pipe that nobody reads would hold
        process = subprocess.Popen([*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=log, text=True)
    assert process.stdout is not None
    yield process.stdout.readline().strip().rstrip("/")
    process.terminate()
    process.communicate(timeout=WAIT / 1000)


@pytest.fixture
def opening(browser: Browser, site: str) -> Iterator[Opening]:
    """Open a page in a browser of its own; whatever it complains of or asks of others is a failure at the end.

    Browsers complain of each answer that is an error: `forgive` is a part of such a complaint that a test expects.
    """
    faults: list[str] = []
    forgiven: list[str] = []
    contexts = []

    def listen(page: Page) -> None:
        page.on("console", lambda message: faults.extend(_complaint(message)))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: faults.extend(_foreign(request, site)))

    def opened(path: str = "/", *, forgive: str | None = None, **options: Any) -> Page:
        forgiven.extend([] if forgive is None else [forgive])
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options})
        context.set_default_timeout(WAIT)
        contexts.append(context)
        page = context.new_page()
        listen(page)
        page.goto(site + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [fault for fault in faults if not any(each in fault for each in forgiven)] == []


def _complaint(message: ConsoleMessage) -> list[str]:
    return [message.text] if message.type in ("error", "warning") else []


def _foreign(request: Request, site: str) -> list[str]:
    return [] if request.url.startswith((site, "data:", "blob:")) else [f"asked {request.url}"]


@pytest.fixture
def table(opening: Opening) -> Callable[..., Page]:
    """Open a scenario as the table that this browser had last."""

    def laid_out(scenario: str, **options: Any) -> Page:
        page = opening("/ready", **options)
        page.evaluate("scenario => sessionStorage.setItem('sightline.draft', scenario)", scenario)
        page.goto(page.url.replace("/ready", "/new"))
        page.wait_for_selector("[data-piece]")
        return page

    return laid_out
