"""The log of a server: one line of JSON for each request, and nothing that somebody sent."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from sightline.server.settings import STATIC
from tests.server.conftest import Serving


def test_a_request_is_a_line_without_anything_that_was_sent(tmp_path: Path, serving: Serving) -> None:
    with serving(tmp_path) as (address, process):
        secret = {"Authorization": "Bearer hush-hush", "Cookie": "hush=hush"}
        httpx.get(f"{address}t/hush-table?edit=hush", headers=secret)
        httpx.get(f"{address}hush", headers=secret)
        answer = httpx.post(f"{address}api/v1/check", json={"scenario": "hush"}, headers=secret)
        process.send_signal(signal.SIGTERM)
        _out, err = process.communicate(timeout=10)
    lines = [line for line in map(json.loads, err.splitlines()) if "route" in line]
    assert [(line["route"], line["method"], line["status"]) for line in lines] == [
        ("/t/{table}", "GET", 200 if (STATIC / "index.html").is_file() else 503),
        ("(none)", "GET", 404),
        ("/api/v1/check", "POST", 200),
    ]
    assert lines[2]["request"] == answer.headers["X-Request-ID"]
    assert lines[2]["milliseconds"] > 0
    assert "hush" not in err


def test_a_refused_websocket_is_a_line_like_any_request(tmp_path: Path, serving: Serving) -> None:
    with serving(tmp_path) as (address, process):
        ids = []
        for live in ("api/v1/tables/hush/live", "hush"):
            with pytest.raises(InvalidStatus) as refused:
                connect(address.replace("http:", "ws:") + live)
            ids.append(refused.value.response.headers["X-Request-ID"])
            assert json.loads(refused.value.response.body or b"")["request"] == ids[-1]
        counted = httpx.get(f"{address}metrics").text
        process.send_signal(signal.SIGTERM)
        _out, err = process.communicate(timeout=10)
    lines = [json.loads(line) for line in err.splitlines()]
    assert [(line["request"], line["method"], line["route"], line["status"]) for line in lines[:-1]] == [
        (ids[0], "GET", "/api/v1/tables/{table}/live", 404),
        (ids[1], "GET", "(none)", 404),
    ]
    assert 'sightline_requests_total{method="GET",route="/api/v1/tables/{table}/live",status="404"} 1.0' in counted
    assert "hush" not in err
