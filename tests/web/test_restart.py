"""A server that is started again, and a connection that is lost: both are said and made up for."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.conftest import PROGRAM, sqlite_in
from tests.web.battles import act, duel, line_up
from tests.web.live_region import LAST_SAID
from tests.web.test_tables import drag
from tests.web.test_verdicts import text_of

Table = Callable[..., Page]
LOST = "The connection is lost; trying again."


def share(page: Page) -> None:
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Share this table").click()
    page.wait_for_url("**/t/*")
    page.get_by_role("button", name="Close").click()


def expect_at(page: Page, cell: str, piece: str = "A, side red") -> None:
    expect(page.locator(f'[data-cell="{cell}"]')).to_have_attribute("aria-label", f"{cell}, clear, level 0, {piece}")


class Server:
    """A server at a port of its own that can be killed and started again with the same database."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.database = sqlite_in(folder)
        self._arguments = ["--port", str(self.port), "--database", self.database]
        self._log = folder / "log"
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [*PROGRAM, *self._arguments], stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self._process.stdout is not None
        assert self._process.stdout.readline().startswith(self.address)

    def kill(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path)
    yield started
    started.kill()


@pytest.mark.slow
def test_a_server_started_again_has_lost_nothing(server: Server, browser: Browser) -> None:
    """Edits of the meantime wait in the browser, also over a reload of the page."""
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(server.address + "/")
    page.evaluate("text => sessionStorage.setItem('sightline.draft', text)", text_of("penance"))
    page.goto(server.address + "/new")
    page.wait_for_selector("[data-piece]")
    share(page)
    drag(page, "A", "D6")
    expect_at(page, "D6")
    server.kill()
    expect(page.locator(".lost")).to_contain_text(LOST)
    expect(page.locator(LAST_SAID)).to_have_text(LOST)
    drag(page, "A", "D5")
    expect(page.locator(".lost")).to_contain_text("1 edit waits.")
    server.start()
    expect_at(page, "D5")
    expect(page.locator(".lost")).to_have_count(0)
    expect(page.locator(LAST_SAID)).to_have_text(re.compile("A is at D5 now|The connection is back"))
    other = browser.new_context(locale="en-GB").new_page()
    other.goto(page.url)
    expect_at(other, "D5")
    other.context.close()
    context.close()


def test_a_lost_connection_makes_up_for_what_others_did(table: Table, opening: Callable[..., Page]) -> None:
    one = table(text_of("penance"))
    share(one)
    one.get_by_role("button", name="Share", exact=True).click()
    link = one.locator("input[readonly]").nth(1).input_value()
    one.get_by_role("button", name="Close").click()
    other = opening(link[link.index("/t/") :], forgive="ERR_INTERNET_DISCONNECTED")
    other.wait_for_selector("[data-piece]")
    expect(one.get_by_role("list", name="Who is here").get_by_role("listitem")).to_have_count(2)
    other.context.set_offline(True)
    drag(one, "A", "D5")
    expect_at(one, "D5")
    other.context.set_offline(False)
    expect_at(other, "D5")


@pytest.mark.slow
def test_a_battle_of_an_older_backup_is_loaded_again(tmp_path: Path, server: Server, browser: Browser) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(server.address + "/health")
    page.goto(f"{server.address}/b/{duel(page)['id']}")
    line_up(page, sides=2)
    page.wait_for_selector(".marks .dot")
    backup = [sys.executable, "-m", "sightline", "{}", str(tmp_path / "backup"), "--database", server.database]
    subprocess.run([each.format("backup") for each in backup], check=True, stdout=subprocess.DEVNULL)
    at = page.locator("[data-battle]").get_attribute("data-at")
    act(page)
    expect(page.locator("[data-battle]")).not_to_have_attribute("data-at", str(at))
    server.kill()
    subprocess.run([each.format("restore") for each in backup], check=True, stdout=subprocess.DEVNULL)
    server.start()
    expect(page.locator("[data-battle]")).to_have_attribute("data-at", str(at))
    act(page)
    context.close()
