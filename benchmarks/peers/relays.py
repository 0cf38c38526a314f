"""Messages from one to another over a server: a relay by websockets, which keeps each message in SQLite first."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from benchmarks.measurement import running

_RELAY = """
import asyncio, json, sqlite3, sys
from websockets.asyncio.server import serve

kept = sqlite3.connect(sys.argv[1], isolation_level=None)
for pragma in ("journal_mode=WAL", "synchronous=FULL"):
    kept.execute(f"PRAGMA {pragma}")
kept.execute("CREATE TABLE messages (room TEXT, n INTEGER, text TEXT, PRIMARY KEY (room, n))")
rooms = {}

async def relay(socket):
    room = socket.request.path
    there = rooms.setdefault(room, [])
    there.append(socket)
    async for text in socket:
        n = kept.execute("SELECT COUNT(*) FROM messages WHERE room = ?", (room,)).fetchone()[0]
        kept.execute("INSERT INTO messages VALUES (?, ?, ?)", (room, n, text))
        for each in there:
            await each.send(text)

async def main():
    async with serve(relay, "127.0.0.1", 0) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await asyncio.Future()

asyncio.run(main())
"""


def websockets_relays(rooms: int, characters: int) -> Callable[[], None] | None:
    """Send a message of `characters` characters to another client in each room, in turn, by a relay of its own."""
    if find_spec("websockets") is None:
        return None
    from websockets.sync.client import connect

    folder = running.enter_context(tempfile.TemporaryDirectory())
    command = [sys.executable, "-c", _RELAY, str(Path(folder) / "relay.sqlite3")]
    process = running.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
    running.callback(process.terminate)
    assert process.stdout is not None
    port, text = int(process.stdout.readline()), "x" * characters
    addresses = [f"ws://127.0.0.1:{port}/{room}" for room in range(rooms)]
    pairs = [[running.enter_context(connect(address)) for _side in "ab"] for address in addresses]

    def relayed() -> None:
        for one, other in pairs:
            one.send(text)
            other.recv()
            one.recv()

    return relayed
