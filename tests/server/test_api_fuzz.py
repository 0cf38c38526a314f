"""The API is asked what its own description allows, and more: no answer is one that it does not describe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from benchmarks.measurement import running
from benchmarks.table_server import serve
from sightline.server.app import API, create_app
from sightline.server.description.openapi_document import document
from sightline.server.settings import Settings
from tests.cli.conftest import BOARD
from tests.cli.test_strike import TEXT as WALLED
from tests.reference.boards import many

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
VALID: dict[str, list[Any]] = {
    "scenario": [BOARD, WALLED],
    "from": ["A", "T", "Ana", "A1"],
    "to": ["T", "A", "D1", "D7"],
    "side": ["red", "blue"],
    "weapon": ["rifle", None],
    "lang": ["en", "fr", None],
    "set": [{"A.at": "C3"}, ["A.sp=4"], None],
    "rulings": [{"casket-cover": "any"}, None],
    "ask": [{"question": "shot", "from": "A", "to": "T"}, {"question": "see", "from": "T"}, None],
    "colours": ["dark", "print"],
}
"""What is put in the place of most values, as others are seldom more than refused."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running:
        yield serve()


@schemathesis.hook
def map_body(_context: Any, body: Any) -> Any:
    """Put values that are right into a body, by a number that depends on what it was."""
    if not isinstance(body, dict):
        return body
    number = sum(repr(body).encode())
    chosen = {}
    for index, (key, value) in enumerate(body.items()):
        values = VALID.get(key, [value])
        is_kept = (number >> index) % 5 == 0
        chosen[key] = value if is_kept else values[(number + index) % len(values)]
    return chosen


schema = schemathesis.openapi.from_dict(document(create_app(Settings(database="sqlite://")), API))


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=many(40), deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_described(case: Case[Any], address: str) -> None:
    case.call_and_validate(base_url=f"{address.rstrip('/')}{API}", checks=CHECKS)
