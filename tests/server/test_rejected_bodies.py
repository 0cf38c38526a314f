"""Bodies that are too large: whoever sends one gets the answer, however it is sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.server.conftest import Serving

_SIZE = 8 << 20


@contextmanager
def connection_to(serving: Serving, folder: Path) -> Iterator[HTTPConnection]:
    with serving(folder) as (address, _process):
        connection = HTTPConnection(address.removeprefix("http://").removesuffix("/"), timeout=30)
        try:
            yield connection
        finally:
            connection.close()


@pytest.mark.parametrize("connection_header", ["close", "keep-alive"])
@pytest.mark.parametrize("is_chunked", [False, True])
def test_a_large_body_is_answered_although_it_is_sent_to_its_end(
    serving: Serving, tmp_path: Path, is_chunked: bool, connection_header: str
) -> None:
    with connection_to(serving, tmp_path) as connection:
        body = (b"x" * 65_536 for _ in range(_SIZE // 65_536)) if is_chunked else b"x" * _SIZE
        connection.request("POST", "/api/v1/check", body, {"Connection": connection_header}, encode_chunked=is_chunked)
        answer = connection.getresponse()
        assert (answer.status, b"2097152" in answer.read()) == (413, True)
        connection.request("GET", "/health")
        health = connection.getresponse()
        assert (health.status, health.read() != b"") == (200, True)


def test_leave_to_send_a_large_body_is_not_given(serving: Serving, tmp_path: Path) -> None:
    with connection_to(serving, tmp_path) as connection:
        connection.putrequest("POST", "/api/v1/check")
        connection.putheader("Content-Length", str(_SIZE))
        connection.putheader("Expect", "100-continue")
        connection.endheaders()
        answer = connection.getresponse()
        assert answer.status == 413
        answer.read()
