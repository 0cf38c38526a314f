"""Driver: bots that play whole battles over the protocol, on connections that break, with doubled and late commands."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

import sightline

Json = dict[str, Any]


class Refusal(Exception):
    """An answer of the server other than success."""

    def __init__(self, status: int, body: Json) -> None:
        super().__init__(f"{status}: {body}")
        self.status, self.body = status, body


def ask(address: str, path: str, token: str | None = None, body: Any = None) -> Any:
    """Send a request, and return the JSON or the text of its answer."""
    headers = {"Content-Type": "application/json"} | ({} if token is None else {"Authorization": f"Bearer {token}"})
    content = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(f"{address}api/v1{path}", content, headers), timeout=60) as answer:
            text = answer.read().decode()
            return json.loads(text) if "json" in answer.headers["Content-Type"] else text
    except HTTPError as error:
        raise Refusal(error.code, json.loads(error.read())) from error


@dataclass
class Guest:
    """Somebody with a token."""

    address: str
    name: str
    id: str = ""
    token: str = ""

    def __post_init__(self) -> None:
        made = ask(self.address, "/guests", body={"name": self.name})
        self.id, self.token = made["id"], made["token"]

    def ask(self, path: str, body: Any = None) -> Any:
        return ask(self.address, path, self.token, body)


@dataclass
class Trouble:
    """What goes wrong, each with its chance."""

    drop: float = 0.0
    double: float = 0.0
    early: float = 0.0
    """Commands that are not due are sent before those that are."""


@dataclass
class Bot:
    """A player of one side: it knows of the battle what its entries say, and nothing else."""

    guest: Guest
    battle: str
    side: str
    rng: Random
    trouble: Trouble = field(default_factory=Trouble)
    longest: int = 40
    """The number of steps after which it gives up."""
    seed: str = field(default_factory=lambda: secrets.token_hex(32))
    entries: list[Json] = field(default_factory=list)
    traffic: list[str] = field(default_factory=list)
    answers: dict[str, Json] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    _pending: dict[str, Json] = field(default_factory=dict)
    _asked: tuple[int, str] | None = None
    formations: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        return self.entries[-1]["n"] if self.entries else 0

    @property
    def is_over(self) -> bool:
        return bool(self.entries) and self.entries[-1]["what"] == "seed"

    async def play(self) -> None:
        """Play until the battle is over, on as many connections as it takes."""
        url = f"{self.guest.address.replace('http', 'ws', 1)}api/v1/battles/{self.battle}/live"
        while not self.is_over:
            try:
                async with connect(url, open_timeout=30) as socket:
                    await self._play_on(socket)
            except (ConnectionClosed, InvalidHandshake, InvalidStatus, OSError, TimeoutError):
                await asyncio.sleep(0.1)

    async def _play_on(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps({"type": "hello", "token": self.guest.token, "after": self.n}))
        for command in [*self._pending.values()]:  # whatever has not been answered is sent again, with the same id
            await socket.send(json.dumps(command))
        if not self._pending:
            self._asked = None
        while not self.is_over:
            text = str(await asyncio.wait_for(socket.recv(), 60))
            self.traffic.append(text)
            self._take(json.loads(text))
            for command in self._due():
                await self._send(socket, command)
            if self.rng.random() < self.trouble.drop:
                socket.transport.abort()
                return

    def _take(self, message: Json) -> None:
        match message["type"]:
            case "entry":
                assert message["n"] == self.n + 1, (message["n"], self.n)
                self.entries.append(message)
            case "done":
                if "n" in message:
                    before = self.acknowledged.setdefault(message["id"], message["n"])
                    assert before == message["n"], message
                self.answers[message["id"]] = message
                self._pending.pop(message["id"], None)
            case "refused":
                self.answers[message["id"]] = message
                self._pending.pop(message["id"], None)

    async def _send(self, socket: ClientConnection, command: Json) -> None:
        id = f"{self.side}-{secrets.token_hex(6)}"
        sent = {"type": "command", "id": id, **command}
        self._pending[id] = sent
        if command["what"] == "legal":
            self._asked = (self.n, id)
        texts = [json.dumps(sent)] * (2 if self.rng.random() < self.trouble.double else 1)
        if self.rng.random() < self.trouble.early:
            early = {"what": self.rng.choice(("reveal", "commit", "formation", "resigned")), "seed": self.seed}
            texts.insert(0, json.dumps({"type": "command", "id": f"early-{secrets.token_hex(6)}", **early}))
            texts.append(json.dumps({"type": "command", "id": f"late-{id}", **early}))
        for text in texts:
            await socket.send(text)

    def _due(self) -> list[Json]:
        """Return what is to be done now, if nothing is under way."""
        if any(command["what"] != "legal" for command in self._pending.values()):
            return []
        whats = [entry["what"] for entry in self.entries]
        own = {entry["what"] for entry in self.entries if entry["by"] == self.side}
        if whats.count("seated") < 2 or "over" in whats:
            return []
        if "start" in whats:
            return self._due_in_battle()
        if "formation-chosen" not in own:
            return [{"what": "formation", "name": self.rng.choice(self.formations)}]
        if "formations" in whats and "committed" not in own:
            return [{"what": "commit", "hash": sha256(self.seed.encode()).hexdigest()}]
        if whats.count("committed") == 2 and "revealed" not in own:
            return [{"what": "reveal", "seed": self.seed}]
        return []

    def _due_in_battle(self) -> list[Json]:
        now = next(entry for entry in reversed(self.entries) if entry["what"] in ("start", "step", "taken-back"))
        if now["to_act"] != self.side:
            return []
        if self._asked is None or self._asked[0] < now["n"]:
            return [{"what": "legal"}]
        legal = self.answers.get(self._asked[1], {}).get("answer")
        if legal is None:
            return [{"what": "legal"}] if self._asked[1] in self.answers else []
        steps = sum(entry["what"] == "step" for entry in self.entries)
        self._asked = None
        if steps >= self.longest:
            return [{"what": "resign"}]
        return [{"what": "action", "action": self.rng.choice(attacks(legal) or legal)}]


def attacks(legal: list[Json]) -> list[Json]:
    """Return the attacks among actions: with these battles end."""
    return [action for action in legal if action["do"] == "attack"]


def team_of(address: str, limit: int, number: int = 0) -> Json:
    """Return a ready team as one's own."""
    team = ask(address, f"/teams/sodwa?limit={limit}")[number]
    return {key: team[key] for key in ("characters", "formations")}


def verify(record: str, commitments: Mapping[str, str]) -> None:
    """Replay a record, and check that it has the hashes that were told at the beginning."""
    told = json.loads(sightline.replay(record).to_json())
    assert told["seed"] is not None
    assert {"server": told["dice"]["commitments"]["server"], **told["dice"]["commitments"]["sides"]} == commitments
