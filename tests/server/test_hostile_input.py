"""Input that is meant to harm: it is answered at once, in few words, and never by a failure of the server."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.cli.conftest import BOARD

NESTED = "[" * 400 + "]" * 400
SIMPLE = json.dumps(BOARD)
BODIES = {
    "earlier of 400 digits": f'{{"scenario": {SIMPLE}, "from": "A", "to": "D3", "earlier": 1{"0" * 400}}}',
    "seed of 5000 digits": f'{{"scenario": {SIMPLE}, "from": "A", "to": "T", "seed": {"9" * 5000}}}',
    "infinite place": f'{{"scenario": {SIMPLE}, "from": "A", "toward": [1e999, 0]}}',
    "no number": f'{{"scenario": {SIMPLE}, "from": "A", "toward": [NaN, 0]}}',
    "far away": f'{{"scenario": {SIMPLE}, "from": "A", "toward": [1e308, -1e308]}}',
    "half a character": '{"scenario": "\\ud800", "from": "A", "to": "T"}',
    "a name with NUL": f'{{"scenario": {SIMPLE}, "from": "A\\u0000", "to": "T"}}',
    "changes nested": f'{{"scenario": {SIMPLE}, "from": "A", "to": "T", "set": {{"A.at": {NESTED}}}}}',
    "changes of nothing": f'{{"scenario": {SIMPLE}, "from": "A", "to": "T", "set": {{"": {{}}, ".": "x", "A.": 1}}}}',
    "an ask nested": f'{{"scenario": {SIMPLE}, "ask": {{"question": {NESTED}}}}}',
    "an ask that is no name": f'{{"scenario": {SIMPLE}, "ask": {{"question": {{"shot": 1}}}}}}',
    "a huge map": '{"scenario": "{sightline: 1, rules: penance, map: {grid: hex, size: 99999x99999}, pieces: {}}"}',
    "an alias": '{"scenario": "{sightline: 1, title: &a [b], rules: *a}"}',
    "a tag": '{"scenario": "!!python/object/apply:os.system [ls]"}',
    "a file of rulings": f'{{"scenario": {SIMPLE}, "from": "A", "to": "T", "rulings": {{"use": "/etc/passwd"}}}}',
    "a file of rulings, listed": f'{{"scenario": {SIMPLE}, "from": "A", "to": "T", "rulings": ["use=/etc/passwd"]}}',
    "packed": "\x1f\x8b\x08\x00abc",
}


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("address", ["shot", "reach", "resolve", "strike", "scene"])
def test_it_is_refused_in_few_words(client: TestClient[Litestar], body: str, address: str) -> None:
    answer = client.post(f"/api/v1/{address}", content=BODIES[body].encode("latin-1"))
    assert answer.status_code in {400, 422}
    assert answer.json().keys() <= {"message", "errors", "request"}
    assert len(answer.content) < 20_000
    assert "Traceback" not in answer.text
    assert "root:" not in answer.text


@pytest.mark.parametrize(
    "stated",
    ["fr;q=nan,en;q=inf", ";;;,q=", "fr;q=-1", "é", "x" * 10_000, ",".join(["fr;q=0.1"] * 3000)],
    ids=lambda stated: stated[:20],
)
def test_any_wish_of_languages_has_an_answer(client: TestClient[Litestar], stated: str) -> None:
    headers = {b"Accept-Language": stated.encode("latin-1")}
    assert client.post("/api/v1/check", json={"scenario": BOARD}, headers=headers).json() == []


@pytest.mark.parametrize(
    "path", ["/assets/../app.py", "/assets/%2e%2e/app.py", "/assets/..%2fapp.py", "/assets//etc/passwd"]
)
def test_no_file_outside_is_sent(client: TestClient[Litestar], path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_body_without_a_length_is_bounded(client: TestClient[Litestar]) -> None:
    answer = client.post("/api/v1/check", content=iter([b"x" * 65_536] * 40))
    assert answer.status_code == 413


MARKUP = "</text></svg><script>alert(1)</script><img src=x onerror='alert(1)'>\"' onload='x"


def marked() -> dict[str, Any]:
    """Return a scenario in which whatever can be named has markup in its name."""
    kinds = {f"k{MARKUP}": {"blocks": False, "covers": "half"}}
    pieces = {
        f"A{MARKUP}": {"at": "A1", "side": f"red{MARKUP}"},
        f"B{MARKUP}": {"at": "D1", "side": MARKUP},
    }
    ground = {"grid": "hex", "size": "5x3", "kinds": kinds, "terrain": {f"k{MARKUP}": ["B1", "C2"]}}
    return {"sightline": 1, "title": MARKUP, "rules": "hero5", "map": ground, "pieces": pieces}


@pytest.mark.parametrize("question", ["shot", "see", "reach", "threat", "advise", "chart"])
def test_markup_in_names_is_text(client: TestClient[Litestar], question: str) -> None:
    ends = {"from": f"A{MARKUP}"} | ({"to": f"B{MARKUP}"} if question == "shot" else {})
    asked = {"question": question, **({"side": MARKUP} if question == "threat" else ends)}
    answer = client.post("/api/v1/scene", json={"scenario": marked(), "ask": asked})
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"] == "application/json"
    scene = answer.json()
    drawn = "".join(f"<g>{layer['svg']}</g>" for layer in scene["layers"]) + "".join(e["svg"] for e in scene["legend"])
    root = ElementTree.fromstring(f"<svg>{drawn}</svg>")
    assert not {each.tag for each in root.iter()} & {"script", "img", "foreignObject", "a", "style"}
    assert not {name for each in root.iter() for name in each.attrib if name.startswith("on") or name == "style"}
    assert scene["pieces"][0]["name"] == f"A{MARKUP}"
    assert "<" not in scene["style"]["css"]
