"""A request to a webhook: bounded in time and size, to the checked address, without following redirects."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import suppress
from urllib.parse import urlsplit

from sightline.server.notices.public_address import NotPublic, find_address

_SECONDS = 5.0
_MAX_BYTES = 4096
_PORTS = {"https": 443, "http": 80}


async def post_notice(
    url: str, body: bytes, *, allows_this_machine: bool = False, seconds: float = _SECONDS
) -> int | None:
    """Send JSON to a URL; return the status of the answer, None if there is no answer.

    The connection goes to the very address that was checked to be public, so that a second look-up of the name cannot
    lead elsewhere. Redirects are not followed, and only the status line of the answer is read.
    """
    with suppress(OSError, NotPublic, TimeoutError, ValueError, asyncio.IncompleteReadError):
        async with asyncio.timeout(seconds):
            return await _post(url, body, allows_this_machine=allows_this_machine)
    return None


async def _post(url: str, body: bytes, *, allows_this_machine: bool) -> int:
    parts = urlsplit(url)
    port = parts.port or _PORTS[parts.scheme]
    host = str(parts.hostname)
    address = await find_address(host, port, allows_this_machine=allows_this_machine)
    secured = ssl.create_default_context() if parts.scheme == "https" else None
    name = None if secured is None else host
    reader, writer = await asyncio.open_connection(address, port, limit=_MAX_BYTES, ssl=secured, server_hostname=name)
    try:
        writer.write(_head(parts.netloc, parts._replace(scheme="", netloc="").geturl() or "/", len(body)) + body)
        await writer.drain()
        return int((await reader.readuntil(b"\n")).split()[1])
    except (asyncio.LimitOverrunError, IndexError) as error:
        raise ValueError(url) from error
    finally:
        writer.transport.abort()


def _head(host: str, path: str, length: int) -> bytes:
    lines = (
        f"POST {path} HTTP/1.1",
        f"Host: {host}",
        "User-Agent: Sightline",
        "Content-Type: application/json",
        f"Content-Length: {length}",
        "Connection: close",
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode("ascii")
