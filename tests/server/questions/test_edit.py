"""Edits of a scenario that lies on no table, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.cli.conftest import BOARD


def _edit(client: TestClient[Litestar], scenario: str, *edits: dict[str, Any]) -> Any:
    return client.post("/api/v1/edit", json={"scenario": scenario, "edits": edits})


def test_edits_are_applied_and_their_undo_takes_them_back(client: TestClient[Litestar]) -> None:
    plain = _edit(client, BOARD).json()
    moved = _edit(client, BOARD, {"piece": "A", "set": {"at": "C3"}}, {"title": "Moved"}).json()
    assert "at: C3" in moved["scenario"]
    assert "title: Moved" in moved["scenario"]
    assert _edit(client, moved["scenario"], *moved["undo"]).json()["scenario"] == plain["scenario"]


def test_all_problems_of_edits_are_listed_and_none_is_applied(client: TestClient[Litestar]) -> None:
    answer = _edit(client, BOARD, {"piece": "A", "set": {"at": "Z99"}}, {"piece": "A", "set": {"facing": "up"}})
    assert answer.status_code == 422
    found = {(each["file"], each["key"]) for each in answer.json()["errors"]}
    assert found == {("edits.0", "pieces.A.at"), ("edits.1", "pieces.A.facing")}


@pytest.mark.slow
def test_edit_is_no_question_that_is_drawn(client: TestClient[Litestar]) -> None:
    answer = client.post("/api/v1/scene", json={"scenario": BOARD, "ask": {"question": "edit", "edits": []}})
    assert answer.status_code == 422
    assert [each["key"] for each in answer.json()["errors"]] == ["ask.question"]
