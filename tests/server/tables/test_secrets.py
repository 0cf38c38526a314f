"""Secrets of tables: kept as hashes, compared in constant time, and nowhere else."""

from __future__ import annotations

import inspect
import json
from pathlib import Path

import httpx
from websockets.sync.client import connect

from sightline.server import tokens
from sightline.server.tokens import hash_secret, is_secret_of, new_token
from tests.server.conftest import Serving
from tests.server.tables.page import move, new_table


def test_only_the_secret_itself_opens() -> None:
    secret = new_token()
    assert is_secret_of(hash_secret(secret), secret)
    for wrong in (None, "", secret[:-1], secret + "x", new_token(), "\ud800"):
        assert not is_secret_of(hash_secret(secret), wrong)
    assert "compare_digest" in inspect.getsource(tokens.is_secret_of)


def test_tokens_are_not_guessed() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {24}


def test_a_secret_is_in_no_log_no_database_and_no_numbers(tmp_path: Path, serving: Serving) -> None:
    with serving(tmp_path) as (address, process), httpx.Client(base_url=address) as client:
        page, secret = new_table(client)
        page.edit(move("Ann", "C3"))
        page.try_edits(move("Zoe", "C3"))
        client.post(f"{page.address}/edits", content=b"{", headers=page.headers)
        with connect(f"{address.replace('http', 'ws')}{page.address[1:]}/live") as connection:
            connection.send(json.dumps({"type": "hello", "name": "Zoe", "colour": "red", "secret": secret}))
            assert json.loads(connection.recv(timeout=10))["people"][0]["edits"]
        said = [client.get(path).text for path in ("metrics", page.address, f"{page.address}/history", "health")]
        process.terminate()
        said += process.communicate(timeout=15)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert page.table.encode() in kept
    assert hash_secret(secret) in kept
    assert secret.encode() not in kept
    assert not any(secret in text for text in said)
