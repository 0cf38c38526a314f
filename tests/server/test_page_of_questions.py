"""The page on questions over HTTP: each command of it is sent, and what the page shows is in the answer."""

from __future__ import annotations

import json
import shlex
from itertools import pairwise
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.docs.pages import ROOT, Block, iter_blocks

PAGE = ROOT / "docs" / "http-api.md"
SERVER = "http://127.0.0.1:8000"


def shown() -> list[tuple[Block, Block]]:
    """Return each command of the page with the JSON that follows it."""
    return [(one, other) for one, other in pairwise(iter_blocks(PAGE)) if one.language == "sh"]


@pytest.mark.parametrize(("command", "expected"), shown(), ids=lambda block: str(block.line))
def test_the_answer_holds_what_the_page_shows(client: TestClient[Litestar], command: Block, expected: Block) -> None:
    assert expected.language == "json"
    answer = send(client, command.text).json()
    wanted: dict[str, Any] = json.loads(expected.text)
    assert {key: answer[key] for key in wanted} == wanted


def send(client: TestClient[Litestar], command: str) -> Any:
    """Send what a command line of curl would."""
    program, silent, address, *options = shlex.split(command)
    assert (program, silent) == ("curl", "-s")
    assert address.startswith(SERVER)
    stated = dict(zip(options[::2], options[1::2], strict=True))
    name, _colon, value = stated.get("-H", "").partition(": ")
    method = "POST" if "-d" in stated else "GET"
    headers = {name: value} if name else {}
    return client.request(method, address.removeprefix(SERVER), content=stated.get("-d"), headers=headers)


def test_the_page_has_commands() -> None:
    assert len(shown()) >= 4
