"""Clients that send slowly: their connections are closed, those of others are not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest
import uvicorn
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from sightline.server.slow_clients import closing_slow

pytestmark = pytest.mark.slow

_SECONDS = 0.3
_HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n"


async def _answer_late(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer long after the time for a request."""
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await asyncio.sleep(2 * _SECONDS)
        await send({"type": "websocket.send", "text": "late", "bytes": None})
        return
    while (await receive()).get("more_body"):
        pass
    await asyncio.sleep(2 * _SECONDS)
    await send({"type": "http.response.start", "status": 204, "headers": [(b"x-test", b"late")]})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


class Client(NamedTuple):
    """A connection to a server."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def answers(self, *parts: bytes, pause: float = 0.0) -> bytes:
        """Send parts with pauses between them; return the first line of the answer, or nothing if there is none."""
        try:
            for part in parts:
                self.writer.write(part)
                await asyncio.sleep(pause)
            return await asyncio.wait_for(self.reader.readline(), 10 * _SECONDS)
        except ConnectionError:
            return b""


@asynccontextmanager
async def serving() -> AsyncIterator[tuple[str, int]]:
    """Serve in this process; yield the address."""
    config = uvicorn.Config(
        _answer_late, port=0, http=closing_slow(_SECONDS), lifespan="off", log_config=None, ws="websockets-sansio"
    )
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    try:
        yield server.servers[0].sockets[0].getsockname()
    finally:
        await server.shutdown()


@asynccontextmanager
async def connected() -> AsyncIterator[Client]:
    async with serving() as (host, port):
        reader, writer = await asyncio.open_connection(host, port)
        yield Client(reader, writer)
        writer.close()


def answer_to(*parts: bytes, pause: float = 0.0) -> bytes:
    async def run() -> bytes:
        async with connected() as client:
            return await client.answers(*parts, pause=pause)

    return asyncio.run(run())


@pytest.mark.parametrize(
    "parts",
    [[], [_HEAD[:20]], [_HEAD, b"ab"], [bytes([each]) for each in _HEAD]],
    ids=["nothing", "part of the head", "part of the body", "byte by byte"],
)
def test_a_request_that_does_not_arrive_in_time_is_given_up(parts: list[bytes]) -> None:
    assert answer_to(*parts, pause=_SECONDS / 10) == b""


def test_an_answer_may_take_longer() -> None:
    assert answer_to(_HEAD, b"abcd") == b"HTTP/1.1 204 No Content\r\n"


def test_a_large_request_has_more_time() -> None:
    head = _HEAD.replace(b"4", b"2000")
    assert answer_to(head, *[b"x" * 500] * 4, pause=_SECONDS / 2) == b"HTTP/1.1 204 No Content\r\n"


def test_a_connection_may_rest_between_requests() -> None:
    async def run() -> list[bytes]:
        async with connected() as client:
            first = await client.answers(_HEAD, b"abcd")
            await client.reader.readuntil(b"\r\n\r\n")
            await asyncio.sleep(2 * _SECONDS)
            second = await client.answers(_HEAD, b"abcd")
            await client.reader.readuntil(b"\r\n\r\n")
            return [first, second, await client.answers(_HEAD, b"ab")]

    served, given_up = b"HTTP/1.1 204 No Content\r\n", b""
    assert asyncio.run(run()) == [served, served, given_up]


def test_a_websocket_may_rest() -> None:
    async def run() -> str | bytes:
        async with serving() as (host, port), connect(f"ws://{host}:{port}/") as socket:
            return await socket.recv()

    assert asyncio.run(run()) == "late"


@pytest.mark.parametrize("headers", [{"X-Long": "x" * 9000}, {f"X-{number}": "" for number in range(200)}])
def test_a_websocket_with_more_headers_than_can_be_read_is_refused(headers: dict[str, str]) -> None:
    async def run() -> int:
        async with serving() as (host, port):
            with pytest.raises(InvalidStatus) as refused:
                await connect(f"ws://{host}:{port}/", additional_headers=headers, open_timeout=10 * _SECONDS)
            return refused.value.response.status_code

    assert asyncio.run(run()) == 400
