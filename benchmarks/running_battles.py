"""Battles of two people under way at a server, and the time from an action until the other side has its entry."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import threading
import time
from collections.abc import Coroutine, Sequence
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple, TypeVar
from urllib.request import Request, urlopen

from benchmarks.measurement import running
from benchmarks.table_server import slowest_of

Json = dict[str, Any]
Result = TypeVar("Result")
_ACTIONS_EACH_SECOND = 10.0
"""The rate of actions in the battles that are not measured."""
_MAP, _LIMIT = "the-lock", 300


class SideConnection:
    """The connection of one side of a battle: its entries, and the answers to its commands."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._answers: dict[str, asyncio.Future[Json]] = {}
        self._numbers = itertools.count()
        self._came = asyncio.Event()
        self.entries: list[Json] = []

    async def read(self) -> None:
        """Read messages until the connection ends."""
        async for text in self._socket:
            message = json.loads(text)
            if message["type"] == "entry":
                self.entries.append(message)
                self._came.set()
            elif message.get("id") in self._answers:
                self._answers.pop(message["id"]).set_result(message)

    async def close(self) -> None:
        """End the connection."""
        await self._socket.close()

    async def ask(self, what: str, **fields: Any) -> Json:
        """Send a command, and return its answer."""
        id = str(next(self._numbers))
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._answers[id] = answer
        await self._socket.send(json.dumps({"type": "command", "id": id, "what": what, **fields}))
        return await answer

    async def wait_for_entry_after(self, n: int) -> None:
        """Wait for an entry with a higher number."""
        while not self.entries or self.entries[-1]["n"] <= n:
            self._came.clear()
            await self._came.wait()


class Chosen(NamedTuple):
    """An action that is legal now, and the battle in which it is."""

    pair: Pair
    action: Json


class Pair:
    """The two sides of a battle."""

    def __init__(self, red: SideConnection, blue: SideConnection) -> None:
        self.red, self.blue = red, blue

    def mover(self) -> tuple[SideConnection, SideConnection]:
        """Return the connection of the side to act, and the other one."""
        now = next(entry for entry in reversed(self.red.entries) if "to_act" in entry)
        return (self.red, self.blue) if now["to_act"] == "red" else (self.blue, self.red)

    async def choose(self, rng: Random) -> Chosen:
        """Ask what is legal, and choose something after which the battle goes on."""
        mover, _other = self.mover()
        legal = (await mover.ask("legal"))["answer"]
        return Chosen(self, rng.choice([action for action in legal if action["do"] in ("move", "end")] or legal))

    async def act(self, action: Json) -> float:
        """Take an action; return the seconds until the other side has its entry."""
        mover, other = self.mover()
        n, before = other.entries[-1]["n"], time.perf_counter()
        doing = asyncio.ensure_future(mover.ask("action", action=action))
        await other.wait_for_entry_after(n)
        taken = time.perf_counter() - before
        await doing
        await mover.wait_for_entry_after(n)
        return taken


class Battles:
    """Battles under way, half of which are measured while actions are taken in the others all the time.

    Everybody may watch them.
    """

    def __init__(self, address: str, count: int) -> None:
        self._loop, self._address, self._rng = asyncio.new_event_loop(), address, Random(1)
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.taken: list[float] = []
        self.ids: list[str] = []
        self._reading: list[asyncio.Task[None]] = []
        self._pairs: Sequence[Pair] = self._run(self._begin(count))
        self._others = self._run(self._begin_others())  # a reference, as the loop keeps none to its tasks
        running.callback(self.close)

    def _run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def choose(self) -> list[Chosen]:
        """Choose an action in each of the battles that are measured."""
        measured = self._pairs[::2]

        async def chosen() -> list[Chosen]:
            return [await pair.choose(self._rng) for pair in measured]

        return self._run(chosen())

    def act(self, chosen: Sequence[Chosen]) -> None:
        """Take these actions one after the other."""

        async def acted() -> None:
            self.taken += [await each.pair.act(each.action) for each in chosen]

        self._run(acted())

    def slowest(self) -> str:
        """Return in words the time in which 95 of 100 were told."""
        return slowest_of(self.taken)

    def close(self) -> None:
        """End everything that is under way."""

        async def end() -> None:
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(*(wire.close() for pair in self._pairs for wire in (pair.red, pair.blue)))

        self._run(end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _begin_others(self) -> list[asyncio.Task[None]]:
        others = self._pairs[1::2]
        return [asyncio.ensure_future(self._go_on(pair, _ACTIONS_EACH_SECOND / len(others))) for pair in others]

    async def _go_on(self, pair: Pair, each_second: float) -> None:
        while True:
            await asyncio.sleep(self._rng.expovariate(each_second))
            chosen = await pair.choose(self._rng)
            await pair.act(chosen.action)

    async def _begin(self, count: int) -> list[Pair]:
        tokens = [self._ask("/guests", {"name": name})["token"] for name in ("Ann", "Bob")]
        team = self._ask(f"/teams/sodwa?limit={_LIMIT}")[0]
        team = {key: team[key] for key in ("characters", "formations")}
        return [await self._begin_one(tokens, team) for _ in range(count)]

    async def _begin_one(self, tokens: Sequence[str], team: Json) -> Pair:
        wanted = {"map": _MAP, "team": team, "side": "red", "against": "invite", "spectators": 0}
        made = await asyncio.to_thread(self._ask, "/battles", wanted, tokens[0])
        self.ids.append(made["id"])
        seat = {"invite": made["invite"], "team": team}
        await asyncio.to_thread(self._ask, f"/battles/{made['id']}/seat", seat, tokens[1])
        wires = [await self._connect(made["id"], token) for token in tokens]
        seeds = [secrets.token_hex(16) for _ in wires]
        for wire in wires:
            await wire.ask("formation", name=next(iter(team["formations"])))
        for wire, seed in zip(wires, seeds, strict=True):
            await wire.ask("commit", hash=sha256(seed.encode()).hexdigest())
        for wire, seed in zip(wires, seeds, strict=True):
            await wire.ask("reveal", seed=seed)
        for wire in wires:
            while not any(entry["what"] == "start" for entry in wire.entries):
                await wire.wait_for_entry_after(len(wire.entries))
        return Pair(*wires)

    async def _connect(self, battle: str, token: str) -> SideConnection:
        from websockets.asyncio.client import connect

        url = f"{self._address.replace('http', 'ws', 1)}api/v1/battles/{battle}/live"
        socket = await connect(url, open_timeout=60)
        await socket.send(json.dumps({"type": "hello", "token": token, "after": 0}))
        wire = SideConnection(socket)
        self._reading.append(asyncio.ensure_future(wire.read()))
        return wire

    def _ask(self, path: str, body: Any = None, token: str | None = None) -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        content = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{self._address}api/v1{path}", content, headers), timeout=60) as answer:
            return json.load(answer)
