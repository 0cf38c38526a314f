"""Driver: what the page of somebody at a table sends."""

from __future__ import annotations

from typing import Any

from httpx import Client, Response

TEXT = """
sightline: 1
title: Across the rubble
rules: penance
map: {grid: hex, size: 7x8, terrain: {rubble: [D3]}}
pieces:
  Ann: {at: D7, side: red, facing: N}
  Ben: {at: D2, side: blue, facing: S}
"""


class Page:
    """A page at a table, with its edit link or without."""

    def __init__(self, client: Client, table: str, secret: str | None = None) -> None:
        self.client = client
        self.table = table
        self.address = f"/api/v1/tables/{table}"
        self.headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
        self._sent = 0

    def read(self) -> dict[str, Any]:
        answer = self.client.get(self.address)
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        return state

    def history(self, after: int = 0) -> list[dict[str, Any]]:
        past: list[dict[str, Any]] = self.client.get(f"{self.address}/history", params={"after": after}).json()
        return past

    def try_edits(self, *edits: Any, base: int = 1, request: str | None = None, **further: Any) -> Response:
        self._sent += 1
        body = {"id": request or f"{id(self)}-{self._sent}", "base": base, "edits": edits, **further}
        return self.client.post(f"{self.address}/edits", json=body, headers=self.headers)

    def edit(self, *edits: Any, base: int = 1, **further: Any) -> dict[str, Any]:
        answer = self.try_edits(*edits, base=base, **further)
        assert answer.status_code == 200, answer.text
        kept: dict[str, Any] = answer.json()
        return kept


def new_table(client: Client, text: str = TEXT) -> tuple[Page, str]:
    """Return the page of whoever makes a table, and its secret."""
    answer = client.post("/api/v1/tables", json={"scenario": text})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Page(client, made["id"], made["edit"]), made["edit"]


def move(name: str, at: str) -> dict[str, Any]:
    """Return the edit that puts a piece somewhere."""
    return {"piece": name, "set": {"at": at}}
