"""WebSockets of a server as a process: origins, the most of them, slow readers, and its end."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import httpx
import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.http11 import Response
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from sightline.server.settings import ServerLimits
from sightline.server.storage.table_store import StoredEdits
from sightline.server.tables.live_hub import LiveHub, Viewer
from sightline.server.tables.live_messages import LiveHello
from tests.server.conftest import Serving, client_of, settings_in
from tests.server.tables.page import Page, new_table

HELLO = json.dumps({"type": "hello", "name": "Zoe", "colour": "red", "secret": None})


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, serving: Serving) -> Iterator[Page]:
    with (
        serving(tmp_path_factory.mktemp("server")) as (address, _process),
        httpx.Client(base_url=address) as client,
    ):
        yield new_table(client)[0]


def live_address(page: Page) -> str:
    return f"{page.client.base_url}".replace("http:", "ws:").rstrip("/") + f"{page.address}/live"


def next_of(connection: ClientConnection, kind: str) -> dict[str, object]:
    while True:
        message: dict[str, object] = json.loads(connection.recv(timeout=10))
        if message["type"] == kind:
            return message


def test_a_page_of_this_server_is_let_in_and_others_are_not(page: Page) -> None:
    own = f"{page.client.base_url}".rstrip("/")
    with connect(live_address(page), origin=Origin(own)) as connection:
        connection.send(HELLO)
        assert next_of(connection, "here")
    for other in ("https://example.org", own.replace("http:", "https:") + "0", "null"):
        answer = refusal_of(live_address(page), Origin(other))
        assert answer.status_code == 403
        assert json.loads(answer.body or b"")["message"] == "A page from another server may not connect here."


@pytest.mark.parametrize("after", ["x", "-1", "", f"{2**31}", "9" * 5000])
def test_a_revision_that_is_none_is_refused_as_over_http(page: Page, after: str) -> None:
    over_http = page.client.get(f"{page.address}/history", params={"after": "x"}).json()
    answer = refusal_of(f"{live_address(page)}?after={after}")
    assert answer.status_code == 422
    told = json.loads(answer.body or b"")
    assert told["message"] == over_http["message"]
    assert told["errors"] == [
        over_http["errors"][0] | {"found": after, "message": over_http["errors"][0]["message"].replace("x", after)}
    ]


@pytest.mark.parametrize(
    ("further", "message"), [("x/live", "There is no such table."), ("/nothing", "There is nothing")]
)
def test_there_is_nothing_to_look_at_elsewhere(page: Page, further: str, message: str) -> None:
    answer = refusal_of(live_address(page).removesuffix("/live") + further)
    assert answer.status_code == 404
    assert json.loads(answer.body or b"")["message"].startswith(message)


def refusal_of(address: str, origin: Origin | None = None) -> Response:
    with pytest.raises(InvalidStatus) as refused:
        connect(address, origin=origin)
    return refused.value.response


def test_who_reads_too_slowly_is_sent_away_and_the_others_are_not() -> None:
    async def watch() -> list[tuple[int, bool]]:
        hub = LiveHub()
        slow, quick = Viewer(LiveHello("slow"), may_edit=False), Viewer(LiveHello("quick"), may_edit=False)
        hub.join("table", slow)
        hub.join("table", quick)
        for revision in range(1000):
            edits = StoredEdits(revision=revision, request="a", client=None, edits=[], undo=[], overtaken=[])
            hub.publish_edits("table", edits, None)
            quick.queue.get_nowait()
        return [(viewer.queue.qsize(), viewer.farewell.done()) for viewer in (slow, quick)]

    (waiting, is_sent_away), of_quick = asyncio.run(watch())
    assert waiting < 1000
    assert is_sent_away
    assert of_quick == (0, False)


def test_a_server_that_stops_says_so_to_whoever_looks_on(tmp_path: Path, serving: Serving) -> None:
    with serving(tmp_path) as (address, process), httpx.Client(base_url=address) as client:
        page, _secret = new_table(client)
        with connect(live_address(page)) as connection:
            connection.send(HELLO)
            next_of(connection, "here")
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                next_of(connection, "nothing of this kind")
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (
                1012,
                "The server is stopping; connect again in a moment.",
            )
        assert process.wait(10) == 0


@pytest.mark.slow
def test_no_more_than_so_many_connections_are_open(tmp_path: Path) -> None:
    with client_of(settings_in(tmp_path, limits=ServerLimits(sockets=2))) as browser:
        address = f"{new_table(browser)[0].address}/live"
        with browser.websocket_connect(address), browser.websocket_connect(address):
            assert not is_admitted(browser, address)
        while not is_admitted(browser, address):  # until the server has noticed that they are gone
            sleep(0.05)


def is_admitted(browser: TestClient[Litestar], address: str) -> bool:
    try:
        with browser.websocket_connect(address):
            return True
    except WebSocketDisconnect as refused:
        return str(refused.detail) != "At most 2 connections can be open; try again later."
