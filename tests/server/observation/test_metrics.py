"""Numbers for Prometheus: what they count, and who may see them."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from prometheus_client import CONTENT_TYPE_LATEST

from tests.server.conftest import Serving, client_of, settings_in

TOKEN = "a-token-of-ours"


def test_this_machine_sees_them_unless_through_a_proxy(tmp_path: Path, serving: Serving) -> None:
    with serving(tmp_path) as (address, _process):
        httpx.post(f"{address}api/v1/check", json={"scenario": ""})
        shown = httpx.get(f"{address}metrics")
        assert shown.status_code == 200
        assert shown.headers.get_list("content-type") == [CONTENT_TYPE_LATEST]
        assert 'sightline_requests_total{method="POST",route="/api/v1/check",status="200"} 1.0' in shown.text
        assert "sightline_workers_waiting 0.0" in shown.text
        proxied = httpx.get(f"{address}metrics", headers={"X-Forwarded-For": "192.0.2.1"})
        assert proxied.status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize(
    ("token", "stated", "status"),
    [
        (TOKEN, f"Bearer {TOKEN}", 200),
        (TOKEN, f"bearer {TOKEN}", 200),
        (TOKEN, TOKEN, 404),
        (TOKEN, "Bearer another", 404),
        (TOKEN, "", 404),
        (None, "Bearer ", 404),
        (None, "", 404),
    ],
)
def test_others_need_the_token(tmp_path: Path, token: str | None, stated: str, status: int) -> None:
    with client_of(settings_in(tmp_path, metrics_token=token)) as client:
        assert client.get("/metrics", headers={"Authorization": stated}).status_code == status
