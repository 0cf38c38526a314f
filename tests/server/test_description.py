"""The description of the API tells of every route, what it takes and what it gives."""

from __future__ import annotations

import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator, validate
from litestar import Litestar
from litestar.testing import TestClient

from sightline.server.app import API
from sightline.server.questions.question_examples import EXAMPLES
from sightline.server.questions.requests import QUESTIONS


def schema_of(client: TestClient[Litestar], path: str, *keys: str) -> Any:
    """Return the schema of something in the description of a path, with everything that it refers to."""
    described = client.get(f"{API}/openapi.json").json()
    found = described["paths"][path]
    for key in keys:
        found = found[key]
    schema = {**found["content"]["application/json"]["schema"], "components": described["components"]}
    Draft202012Validator.check_schema(schema)
    return schema


@pytest.mark.parametrize("question", QUESTIONS)
def test_each_question_has_an_example_and_the_answer_to_it_is_as_described(
    client: TestClient[Litestar], question: str
) -> None:
    validate(EXAMPLES[question], schema_of(client, f"/{question}", "post", "requestBody"))
    answer = client.post(f"{API}/{question}", json=EXAMPLES[question])
    assert answer.status_code == 200
    validate(answer.json(), schema_of(client, f"/{question}", "post", "responses", "200"))


@pytest.mark.parametrize(("body", "status"), [("{", "400"), ('{"scenario": 1}', "422")])
def test_errors_of_questions_are_as_described(client: TestClient[Litestar], body: str, status: str) -> None:
    answer = client.post(f"{API}/shot", content=body)
    assert str(int(answer.status_code)) == status
    validate(answer.json(), schema_of(client, "/shot", "post", "responses", status))


@pytest.mark.parametrize("path", ["/systems", "/systems/{key}", "/gallery"])
def test_what_is_got_is_as_described(client: TestClient[Litestar], path: str) -> None:
    answer = client.get(API + path.format(key="hero5"))
    validate(answer.json(), schema_of(client, path, "get", "responses", "200"))
    if "{" in path:
        validate(client.get(f"{API}/systems/chess").json(), schema_of(client, path, "get", "responses", "default"))


def test_every_route_is_described_with_all_that_it_refers_to(client: TestClient[Litestar]) -> None:
    answer = client.get(f"{API}/openapi.json")
    assert answer.status_code == 200
    described = answer.json()
    assert described["servers"] == [{"url": API}]
    assert {"/shot", "/check", "/scene"} <= described["paths"].keys()
    referred = set(re.findall(r'"#/components/schemas/([^"]+)"', answer.text))
    assert referred <= described["components"]["schemas"].keys()
    assert described["components"]["schemas"]["Clause"]["type"] == "string"


def test_whatever_is_sent_a_body_says_which(client: TestClient[Litestar]) -> None:
    operations: list[tuple[str, dict[str, Any]]] = [
        (path, methods["post"])
        for path, methods in client.get(f"{API}/openapi.json").json()["paths"].items()
        if "post" in methods
    ]
    assert [path for path, operation in operations if "requestBody" not in operation] == []
    assert [path for path, operation in operations if not operation["description"]] == []
    names = [operation["operationId"] for _path, operation in operations]
    assert len(set(names)) == len(names)
