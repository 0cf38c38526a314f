"""Notices: sent to whoever is awaited and not there; and the server is not led to what is near it."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

from sightline.server.notices import webhook_request
from sightline.server.notices.public_address import NotPublic, find_address, is_public
from sightline.server.notices.webhook_request import post_notice
from tests.server.accounts.people import send
from tests.server.conftest import client_of, settings_in
from tests.server.matches.seats import Browser, Json, Person, fighting


class Receiver(ThreadingHTTPServer):
    """A webhook on this machine, which keeps what it gets."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.got: list[tuple[str, dict[str, str], Json]] = []
        self.status = 200

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook?mine=1"


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server: Any = self.server
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server.got.append((self.path, dict(self.headers), body))
        self.send_response(server.status)
        if server.status in range(300, 400):
            self.send_header("Location", f"{server.url}&followed")
        self.end_headers()

    def log_message(self, *_arguments: Any) -> None:
        """Do nothing."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def sending(tmp_path: Path) -> Iterator[Browser]:
    with client_of(settings_in(tmp_path, webhooks=True, webhooks_to_this_machine=True)) as opened:
        yield opened


@pytest.fixture(scope="module")
def asked_alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Run a server that sends notices but not to this machine, for all tests that only ask it."""
    with client_of(settings_in(tmp_path_factory.mktemp("asked"), webhooks=True)) as opened:
        yield opened


def wait_for(receiver: Receiver, count: int) -> None:
    until = time.monotonic() + 10
    while len(receiver.got) < count and time.monotonic() < until:
        time.sleep(0.02)
    assert len(receiver.got) == count


@pytest.mark.slow
def test_whoever_is_awaited_and_not_there_is_told_once(sending: Browser, receiver: Receiver) -> None:
    ann, bob = Person(sending), Person(sending, "Bob")
    assert send(ann, "PUT", "/me/webhook", {"url": receiver.url}).json() == {"url": receiver.url, "is_offered": True}
    battle = ann.make()
    assert receiver.got == []
    assert bob.join(battle).status_code == 200
    wait_for(receiver, 1)
    [(path, headers, body)] = receiver.got
    assert (path, headers["Content-Type"]) == ("/hook?mine=1", "application/json")
    assert {key: body[key] for key in ("what", "battle", "page", "side", "phase")} == {
        "what": "turn",
        "battle": battle["id"],
        "page": f"/b/{battle['id']}",
        "side": "red",
        "phase": "formations",
    }
    told = json.dumps([headers, body])
    for secret in (ann.token, ann.id, bob.token, bob.id, battle["invite"], "Cookie", "Authorization"):
        assert secret not in told


@pytest.mark.slow
def test_whoever_is_there_is_told_nothing(sending: Browser, receiver: Receiver) -> None:
    with fighting(sending) as fight:
        for person in fight.people:
            assert send(person, "PUT", "/me/webhook", {"url": receiver.url}).status_code == 200
        for _ in range(4):
            fight.step()
    time.sleep(0.3)
    assert receiver.got == []


@pytest.mark.slow
def test_nobody_is_told_who_does_not_wish_it_any_more(sending: Browser, receiver: Receiver) -> None:
    ann = Person(sending)
    assert send(ann, "PUT", "/me/webhook", {"url": receiver.url}).status_code == 200
    assert send(ann, "GET", "/me/webhook").json()["url"] == receiver.url
    assert send(ann, "DELETE", "/me/webhook").status_code == 204
    assert send(ann, "GET", "/me/webhook").json() == {"url": None, "is_offered": True}
    assert Person(sending, "Bob").join(ann.make()).status_code == 200
    time.sleep(0.3)
    assert receiver.got == []


@pytest.mark.slow
def test_an_address_that_keeps_failing_is_forgotten(sending: Browser, receiver: Receiver) -> None:
    ann, bob = Person(sending), Person(sending, "Bob")
    assert send(ann, "PUT", "/me/webhook", {"url": receiver.url}).status_code == 200
    for statuses, is_kept in (((500,) * 19 + (200,) + (404,) * 19, True), ((302,), False)):
        for status in statuses:
            receiver.status, before = status, len(receiver.got)
            assert bob.join(ann.make()).status_code == 200
            wait_for(receiver, before + 1)
        time.sleep(0.2)
        assert (send(ann, "GET", "/me/webhook").json()["url"] is not None) == is_kept


def test_a_server_sends_nothing_unless_it_is_told_to(client: Browser) -> None:
    ann = Person(client)
    assert send(ann, "GET", "/me/webhook").json() == {"url": None, "is_offered": False}
    assert send(ann, "PUT", "/me/webhook", {"url": "https://example.org/"}).status_code == 404


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://example.org:8443/",
        "https://me:secret@example.org/",
        "https://example.org/#part",
        "https://",
        "https://[::1/",
        "https://example.org:x/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "https://example.org/a b",
        "https://example.org/\r\nX-Header: 1",
        "https://exämple.org/",
        "https://example.org/" + "x" * 500,
        "",
    ],
)
def test_urls_that_are_not_plain_are_refused(asked_alone: Browser, url: str) -> None:
    ann = Person(asked_alone)
    answer = send(ann, "PUT", "/me/webhook", {"url": url})
    assert answer.status_code == 422
    assert [problem["key"] for problem in answer.json()["errors"]] == ["url"]
    assert send(ann, "GET", "/me/webhook").json()["url"] is None


@pytest.mark.parametrize(
    ("address", "is_allowed"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("127.8.8.8", False),
        ("0.0.0.0", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("192.0.2.1", False),
        ("198.18.0.1", False),
        ("224.0.0.1", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
        ("::", False),
        ("::1", False),
        ("fe80::1", False),
        ("fc00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:93.184.216.34", True),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("2001:0:7f00:1::", False),
    ],
)
def test_only_addresses_of_the_public_net_are_gone_to(address: str, is_allowed: bool) -> None:
    assert is_public(ip_address(address)) == is_allowed


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "2130706433", "0x7f.1", "0", "[::1]", "[::ffff:127.0.0.1]"])
def test_names_that_lead_to_this_machine_are_not_followed(receiver: Receiver, host: str) -> None:
    plain = host.strip("[]")
    with pytest.raises((NotPublic, OSError)):
        asyncio.run(find_address(plain, receiver.server_port))
    assert asyncio.run(post_notice(f"http://{host}:{receiver.server_port}/", b"{}")) is None
    assert receiver.got == []


def test_a_name_that_also_leads_here_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def found(*_arguments: Any, **_options: Any) -> list[Any]:
        kind = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
        return [(*kind, ("93.184.216.34", 443)), (*kind, ("10.0.0.1", 443))]

    async def find() -> str:
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", found)
        return await find_address("two.example", 443)

    with pytest.raises(NotPublic):
        asyncio.run(find())


def test_the_connection_goes_to_the_address_that_was_looked_at(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def find(host: str, port: int, *, allows_this_machine: bool) -> str:
        asked.append(host)
        return "127.0.0.1"

    monkeypatch.setattr(webhook_request, "find_address", find)
    # A second question about the name, which could be answered in another way, is not asked.
    assert asyncio.run(post_notice(f"http://nowhere.invalid:{receiver.server_port}/x", b"{}")) == 200
    assert asked == ["nowhere.invalid"]
    assert receiver.got[0][1]["Host"] == f"nowhere.invalid:{receiver.server_port}"


def test_an_answer_that_leads_elsewhere_is_not_followed(receiver: Receiver) -> None:
    receiver.status = 307
    assert asyncio.run(post_notice(receiver.url, b"{}", allows_this_machine=True)) == 307
    assert [path for path, _headers, _body in receiver.got] == ["/hook?mine=1"]


@contextmanager
def saying(content: bytes) -> Iterator[int]:
    """Answer whatever comes with some bytes, again and again until the other side has gone."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def run() -> None:
            connection, _address = listener.accept()
            with connection:
                try:
                    while True:
                        connection.sendall(content)
                        time.sleep(0.02)
                except OSError:
                    return

        threading.Thread(target=run, daemon=True).start()
        yield listener.getsockname()[1]


@pytest.mark.slow
@pytest.mark.parametrize("content", [b"x" * 100_000, b"x", b"\n", b"HTTP/1.1\n"])
def test_whoever_answers_without_end_is_left_in_time(content: bytes) -> None:
    with saying(content) as port:
        began = time.monotonic()
        assert (
            asyncio.run(post_notice(f"http://127.0.0.1:{port}/", b"{}", allows_this_machine=True, seconds=0.5)) is None
        )
        assert time.monotonic() - began < 5
