"""Names by which a server may be asked: a page whose name is given the address of this machine reads nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from sightline.server.app import API
from sightline.server.hosts import default_hosts
from tests.server.conftest import Serving, client_of, settings_in


@pytest.mark.parametrize(
    ("listens_at", "allowed"),
    [
        ("127.0.0.1", ("localhost", "127.0.0.1", "[::1]")),
        ("127.0.0.5", ("localhost", "127.0.0.1", "[::1]")),
        ("::1", ("localhost", "127.0.0.1", "[::1]")),
        ("LocalHost", ("localhost", "127.0.0.1", "[::1]")),
        ("0.0.0.0", None),
        ("::", None),
        ("table.example.org", None),
    ],
)
def test_who_listens_at_this_machine_alone_is_asked_by_its_names_alone(
    listens_at: str, allowed: tuple[str, ...] | None
) -> None:
    assert default_hosts(listens_at) == allowed


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """Run an application that may be asked by the names of this machine."""
    settings = settings_in(tmp_path_factory.mktemp("local"), allowed_hosts=("localhost", "127.0.0.1", "[::1]"))
    with client_of(settings) as opened:
        yield opened


@pytest.mark.parametrize(
    ("host", "is_answered"),
    [
        ("localhost", True),
        ("LOCALHOST:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("[::1]", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("evil.example:8000", False),
        ("[::2]:8000", False),
        ("", False),
    ],
)
def test_another_name_is_refused(local: TestClient[Litestar], host: str, is_answered: bool) -> None:
    answer = local.get(f"{API}/systems", headers={"Host": host})
    assert answer.status_code == (200 if is_answered else 421)
    if not is_answered:
        assert "--allowed-host" in answer.json()["message"]
        with (
            pytest.raises(WebSocketDisconnect),
            local.websocket_connect(f"{API}/battles/x/live", headers={"Host": host}) as socket,
        ):
            socket.receive_json()


def test_a_server_of_this_machine_refuses_other_names_unless_they_are_allowed(tmp_path: Path, serving: Serving) -> None:
    for arguments, status in (((), 421), (("--allowed-host", "localhost", "--allowed-host", "Table.example"), 200)):
        with serving(tmp_path, *arguments) as (address, _process):
            assert httpx.get(f"{address}health").status_code == (200 if not arguments else 421)
            assert httpx.get(f"{address}health", headers={"Host": "table.example"}).status_code == status
