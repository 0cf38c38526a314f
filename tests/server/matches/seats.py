"""Driver: people at a server in this process, who make battles, take seats and send commands one by one."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import pytest
from httpx import Response
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient, WebSocketTestSession

Browser = TestClient[Litestar]
Json = dict[str, Any]
API = "/api/v1"
_NUMBERS = itertools.count()


@dataclass
class Person:
    """A guest at a server."""

    browser: Browser
    name: str = "Ann"
    id: str = ""
    token: str = ""

    def __post_init__(self) -> None:
        made = self.browser.post(f"{API}/guests", json={"name": self.name}).json()
        self.browser.cookies.clear()
        self.id, self.token = made["id"], made["token"]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def post(self, path: str, body: Json) -> Response:
        return self.browser.post(f"{API}{path}", json=body, headers=self.headers)

    def get(self, path: str) -> Response:
        return self.browser.get(f"{API}{path}", headers=self.headers)

    def make(self, **changes: Any) -> Json:
        """Make a battle, and return the answer."""
        answer = self.post("/battles", new_battle(self.browser, **changes))
        assert answer.status_code == 201, answer.text
        made: Json = answer.json()
        return made

    def join(self, battle: Json, **changes: Any) -> Response:
        body = {"invite": battle["invite"], "team": team_of(self.browser)}
        return self.post(f"/battles/{battle['id']}/seat", body | changes)


def team_of(browser: Browser, number: int = 0, limit: int = 300) -> Json:
    team = browser.get(f"{API}/teams/sodwa", params={"limit": limit}).json()[number]
    return {key: team[key] for key in ("characters", "formations")}


def new_battle(browser: Browser, **changes: Any) -> Json:
    stated = {"map": "the-lock", "limit": 300, "team": team_of(browser), "side": "red", "spectators": 0}
    return stated | {"against": "invite", "clock": None, "takebacks": True} | changes


@dataclass
class Wire:
    """A connection of somebody, with all that has come."""

    session: WebSocketTestSession
    came: list[Json] = field(default_factory=list)
    looked_at: int = 0
    seed: str = field(default_factory=lambda: secrets.token_hex(16))

    def next(self) -> Json:
        message: Json = self.session.receive_json(timeout=20)
        self.came.append(message)
        return message

    def until(self, what: str, *, by: str | None = None) -> Json:
        """Return the next entry of a kind, behind the one that was last returned."""
        while True:
            while self.looked_at < len(self.came):
                message = self.came[self.looked_at]
                self.looked_at += 1
                if message.get("what") == what and by in (None, message["by"]):
                    return message
            self.next()

    def entries(self) -> list[Json]:
        return [message for message in self.came if message["type"] == "entry"]

    def send(self, what: str, id: str | None = None, **fields: Any) -> str:
        id = id or f"c{next(_NUMBERS)}"
        self.session.send_json({"type": "command", "id": id, "what": what, **fields})
        return id

    def answer_to(self, id: str) -> Json:
        while True:
            message = self.next()
            if message.get("id") == id:
                return message

    def do(self, what: str, **fields: Any) -> Json:
        """Send a command, and return what came of it."""
        return self.answer_to(self.send(what, **fields))

    def closed_with(self) -> tuple[int, str]:
        with pytest.raises(WebSocketDisconnect) as left:
            self.until("nothing of this kind")
        return left.value.code, str(left.value.detail)


@contextmanager
def live(browser: Browser, battle: str, person: Person | None, *, after: int = 0, **fields: Any) -> Iterator[Wire]:
    """Connect somebody, or nobody, and say hello."""
    with browser.websocket_connect(f"{API}/battles/{battle}/live") as session:
        token = None if person is None else person.token
        session.send_json({"type": "hello", "token": token, "after": after, **fields})
        yield Wire(session)


def begin(one: Wire, other: Wire, formation: str) -> Json:
    """Bring a battle, whose second seat has just been taken, to its first state; return that entry."""
    for wire in (one, other):
        assert wire.do("formation", name=formation)["type"] == "done"
    for wire in (one, other):
        assert wire.do("commit", hash=sha256(wire.seed.encode()).hexdigest())["type"] == "done"
    for wire in (one, other):
        assert wire.do("reveal", seed=wire.seed)["type"] == "done"
    other.until("start")
    return one.until("start")


@dataclass
class Fight:
    """A battle of two people that has begun."""

    red: Wire
    blue: Wire
    id: str
    people: tuple[Person, Person]
    start: Json

    def mover(self) -> tuple[Wire, Wire]:
        """Return the connection of who is to act, and the other one."""
        now = next(each for each in reversed(self.red.entries()) if "to_act" in each)
        return (self.red, self.blue) if now["to_act"] == "red" else (self.blue, self.red)

    def step(self) -> Json:
        """Let whoever is to act do something; return the entry, which both have got."""
        mover, other = self.mover()
        legal = mover.do("legal")["answer"]
        done = mover.do("action", action=legal[-1])
        assert done["type"] == "done", done
        for wire in (mover, other):
            while wire.entries()[-1]["n"] < done["n"]:
                wire.next()
        return next(each for each in mover.entries() if each["n"] == done["n"])


@contextmanager
def fighting(browser: Browser, **changes: Any) -> Iterator[Fight]:
    """Let two people begin a battle."""
    ann, bob = Person(browser), Person(browser, "Bob")
    battle = ann.make(**changes)
    assert bob.join(battle).json() == {"side": "blue"}
    formation = next(iter(team_of(browser)["formations"]))
    with live(browser, battle["id"], ann) as red, live(browser, battle["id"], bob) as blue:
        start = begin(red, blue, formation)
        yield Fight(red, blue, battle["id"], (ann, bob), start)
