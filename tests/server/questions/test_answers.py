"""Questions over HTTP: the JSON of the command line, every form of a request, and every refusal of one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from litestar import Litestar
from litestar.testing import TestClient

from tests.cli.conftest import BOARD, Run, run
from tests.cli.test_strike import TEXT as WALLED
from tests.docs.pages import SCENARIOS

__all__ = ["run"]

RULING = "cover-effect=to-hit-and-defense"
ASKED: dict[str, tuple[dict[str, Any], list[str]]] = {
    "shot": ({"from": "A", "to": "T"}, ["A", "T"]),
    "shot with a weapon": ({"from": "a", "to": "T", "weapon": "knife"}, ["a", "T", "--weapon", "knife"]),
    "shot, why not": ({"from": "T", "to": "A", "why_not": True}, ["T", "A", "--why-not"]),
    "chart": ({}, []),
    "chart of one": ({"from": "A"}, ["--from", "A"]),
    "chart, compared": ({"compare": [RULING]}, ["--compare", RULING]),
    "see": ({"from": "A"}, ["A"]),
    "reach": ({"from": "A"}, ["A"]),
    "threat": ({"side": "red"}, ["red"]),
    "advise": ({"from": "A", "top": 3}, ["A", "--top", "3"]),
    "line": ({"from": "a1", "to": "D7"}, ["a1", "D7"]),
    "resolve": ({"from": "A", "to": "T", "seed": 7}, ["A", "T", "--seed", "7"]),
    "check": ({}, []),
    "draw": ({}, []),
}


@pytest.mark.parametrize("case", ASKED)
def test_an_answer_is_the_json_of_the_command_line(client: TestClient[Litestar], run: Run, case: str) -> None:
    question = case.split()[0].strip(",")
    asked, arguments = ASKED[case]
    answer = client.post(f"/api/v1/{question}", json={"scenario": BOARD, **asked})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.json() == run(question, "-", *arguments, "--json", stdin=BOARD).json


def test_a_strike_is_the_json_of_the_command_line(client: TestClient[Litestar], run: Run) -> None:
    asked = {"scenario": WALLED, "from": "Ana", "to": "d1", "earlier": 2}
    answer = client.post("/api/v1/strike", json=asked)
    assert answer.json() == run("strike", "-", "Ana", "d1", "--earlier", "2", "--json", stdin=WALLED).json


@pytest.mark.parametrize("options", [{}, {"by": True}, {"through": "Bo"}], ids=str)
def test_options_of_a_move_are_keys(client: TestClient[Litestar], run: Run, options: dict[str, Any]) -> None:
    board = "{sightline: 1, rules: hero5, map: {grid: hex, size: 6x6}, pieces: {Ann: {at: A1}, Bo: {at: C3}}}"
    answer = client.post("/api/v1/reach", json={"scenario": board, "from": "Ann", **options})
    flags = [
        part for key, value in options.items() for part in ([f"--{key}"] if value is True else [f"--{key}", value])
    ]
    assert answer.json() == run("reach", "-", "Ann", *flags, "--json", stdin=board).json


def test_a_scenario_may_be_an_object(client: TestClient[Litestar]) -> None:
    stated = yaml.safe_load(BOARD)
    stated["pieces"]["A"]["shield"] = None
    answers = [client.post("/api/v1/chart", json={"scenario": each}).json() for each in (BOARD, stated)]
    assert answers[0] == answers[1]


def test_names_in_an_object_may_have_any_characters(client: TestClient[Litestar]) -> None:
    stated = yaml.safe_load(BOARD)
    stated["pieces"]["a\u2028\x85\U0001f916"] = {"at": "B1", "side": "red", "facing": "S"}
    answer = client.post("/api/v1/see", json={"scenario": stated, "from": "a\u2028\x85\U0001f916"})
    assert (answer.status_code, "A1" in answer.json()["cells"]) == (200, True)


@pytest.mark.parametrize(
    "changes",
    [{"A.at": "C3", "A.sp": 4}, {"A": {"at": "c3", "sp": 4}}, ["A.at=C3", "A.sp=4"], {"a.at": "C3", "a.sp": "4"}],
)
def test_what_if_has_three_forms(client: TestClient[Litestar], run: Run, changes: Any) -> None:
    answer = client.post("/api/v1/reach", json={"scenario": BOARD, "from": "A", "set": changes})
    printed = run("reach", "-", "A", "--set", "A.at=C3", "--set", "A.sp=4", "--json", stdin=BOARD)
    assert answer.json() == printed.json


@pytest.mark.parametrize("rulings", [{"cover-effect": "to-hit-and-defense"}, [RULING]], ids=str)
def test_rulings_have_two_forms(client: TestClient[Litestar], run: Run, rulings: Any) -> None:
    answer = client.post("/api/v1/shot", json={"scenario": BOARD, "from": "A", "to": "T", "rulings": rulings})
    printed = run("shot", "-", "A", "T", "--ruling", RULING, "--json", stdin=BOARD)
    assert answer.json() == printed.json
    assert answer.json()["rulings"]["cover-effect"] == "to-hit-and-defense"


def test_the_language_is_stated_or_accepted(client: TestClient[Litestar], run: Run) -> None:
    asked = {"scenario": BOARD, "from": "A", "to": "T"}
    french = run("shot", "-", "A", "T", "--json", "--lang", "fr", stdin=BOARD).json
    assert client.post("/api/v1/shot", json=asked | {"lang": "fr"}).json() == french
    assert client.post("/api/v1/shot", json=asked, headers={"Accept-Language": "fr"}).json() == french
    stated = client.post("/api/v1/shot", json=asked | {"lang": "en"}, headers={"Accept-Language": "fr"})
    assert stated.json() != french


def test_a_wrong_scenario_is_the_answer_of_check_and_an_error_of_others(client: TestClient[Litestar], run: Run) -> None:
    wrong = BOARD.replace("at: D7", "at: D77").replace("rubble", "rubbel")
    printed = run("check", "-", "--json", stdin=wrong).json
    assert len(printed) > 1
    checked = client.post("/api/v1/check", json={"scenario": wrong})
    assert (checked.status_code, checked.json()) == (200, printed)
    refused = client.post("/api/v1/shot", json={"scenario": wrong, "from": "A", "to": "T"})
    assert (refused.status_code, refused.json()["errors"]) == (422, printed)
    assert refused.json()["message"] == "There are problems with what was sent."


def test_wrong_changes_name_the_key_that_they_came_in(client: TestClient[Litestar]) -> None:
    asked = {"scenario": BOARD, "from": "A", "to": "T", "set": {"A.at": "Z99"}, "rulings": {"casket-cover": "x"}}
    answer = client.post("/api/v1/shot", json=asked)
    assert answer.status_code == 422
    assert [(each["file"], each["key"]) for each in answer.json()["errors"]] == [
        ("rulings", "rulings.casket-cover"),
        ("set", "pieces.A.at"),
    ]


def test_every_wrong_key_of_a_request_is_listed(client: TestClient[Litestar]) -> None:
    answer = client.post("/api/v1/shot", json={"scenario": BOARD, "from": 1, "weapom": "rifle", "lang": "de"})
    assert answer.status_code == 422
    errors = {each["key"]: each for each in answer.json()["errors"]}
    assert errors.keys() == {"from", "to", "weapom"}
    assert errors["weapom"]["nearest"] == "weapon"
    assert "to is missing" in errors["to"]["message"]
    assert "expected a text, not 1" in errors["from"]["message"]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"why_not": None}, "expected true or false, not null."),
        ({"from": True}, "expected a text, not true."),
        ({"weapon": [None, False]}, "expected a text or null, not [null, false]."),
        ({"rulings": {"casket-cover": None}}, "expected a text, not null."),
        ({"rulings": [None]}, "'null' does not choose anything"),
        ({"set": [True]}, "'true' does not name a key of a piece"),
        ({"set": {"A": {"shield": None}}}, "'null' is not "),
        ({"set": {"A": {"facing": True}}}, "'true' is not a facing"),
    ],
)
def test_values_are_called_as_json_has_them(
    client: TestClient[Litestar], changed: dict[str, Any], message: str
) -> None:
    answer = client.post("/api/v1/shot", json={"scenario": BOARD, "from": "A", "to": "T", **changed})
    assert answer.status_code == 422
    assert message in answer.json()["errors"][0]["message"]


def test_a_threat_without_a_side_lacks_one(client: TestClient[Litestar]) -> None:
    answer = client.post("/api/v1/threat", json={"scenario": BOARD})
    assert answer.status_code == 422
    assert [(each["key"], each["found"]) for each in answer.json()["errors"]] == [("side", None)]


def test_an_unknown_language_is_refused(client: TestClient[Litestar]) -> None:
    answer = client.post("/api/v1/check", json={"scenario": BOARD, "lang": "de"})
    assert answer.status_code == 422
    assert [(each["key"], each["allowed"]) for each in answer.json()["errors"]] == [("lang", ["en", "fr"])]


@pytest.mark.parametrize("body", ["", "{", "[]", "null", '{"scenario": }', "\xff"])
def test_a_body_that_is_no_json_object_is_a_bad_request(client: TestClient[Litestar], body: str) -> None:
    answer = client.post("/api/v1/check", content=body.encode("latin-1"))
    assert answer.status_code == 400
    assert answer.json()["message"].startswith("The body is not ")


def test_no_file_is_read(client: TestClient[Litestar], tmp_path: Path) -> None:
    profile = tmp_path / "club.yaml"
    profile.write_text("{casket-cover: any}")
    named = BOARD.replace("{casket-cover: any}", f"{{use: {profile}}}")
    answer = client.post("/api/v1/check", json={"scenario": named})
    assert [each["key"] for each in answer.json()] == ["rulings.use"]
    assert "cannot use files beside it" in answer.json()[0]["message"]
    answer = client.post("/api/v1/check", json={"scenario": str(SCENARIOS / "penance" / "across-the-rubble.yaml")})
    assert answer.json() != []


def with_map(size: str) -> str:
    return f"{{sightline: 1, rules: penance, map: {{grid: hex, size: {size}}}, pieces: {{A: {{at: A1, facing: N}}}}}}"


def test_maps_are_bounded(client: TestClient[Litestar]) -> None:
    assert client.post("/api/v1/check", json={"scenario": with_map("200x200")}).json() == []
    answer = client.post("/api/v1/see", json={"scenario": with_map("200x201"), "from": "A"})
    assert answer.status_code == 422
    (problem,) = answer.json()["errors"]
    assert (problem["key"], problem["found"], problem["allowed"]) == ("map", "40200", ["at most 40000"])


def test_pieces_are_bounded(client: TestClient[Litestar]) -> None:
    pieces = {f"P{number}": {"at": f"A{number}", "facing": "N"} for number in range(1, 402)}
    stated = {"sightline": 1, "rules": "penance", "map": {"grid": "hex", "size": "2x500"}, "pieces": pieces}
    answer = client.post("/api/v1/line", json={"scenario": stated, "from": "A1", "to": "B1"})
    assert answer.status_code == 422
    assert [each["key"] for each in answer.json()["errors"]] == ["pieces"]
    del pieces["P401"]
    assert client.post("/api/v1/line", json={"scenario": stated, "from": "A1", "to": "B1"}).status_code == 200


def test_bodies_are_bounded(client: TestClient[Litestar]) -> None:
    answer = client.post("/api/v1/check", json={"scenario": "#" * (2 << 20)})
    assert answer.status_code == 413
    assert answer.json()["message"] == "The request is larger than 2097152 bytes."


@pytest.mark.parametrize("nested", ["[" * 100_000 + "]" * 100_000, '{"a":' * 50_000 + "1" + "}" * 50_000])
def test_nesting_is_bounded(client: TestClient[Litestar], nested: str) -> None:
    answer = client.post("/api/v1/check", content=f'{{"scenario": {nested}}}')
    assert answer.status_code == 422
    assert answer.json()["message"] == "Lists and objects are nested too deeply."


def test_a_scenario_nested_too_deep_is_a_problem_of_the_scenario(client: TestClient[Litestar]) -> None:
    nested: Any = "end"
    for _ in range(68):
        nested = [nested]
    (problem,) = client.post("/api/v1/check", json={"scenario": {"sightline": 1, "title": nested}}).json()
    assert "64" in problem["message"]


@pytest.mark.parametrize(
    ("question", "asked", "key", "found", "message"),
    [
        ("threat", {}, "side", None, "side is missing: threat needs it."),
        ("line", {"from": "Zed", "to": "A1"}, "from", "Zed", "'Zed' is not a cell"),
        ("see", {"from": "A", "set": {"A.at": "nowhere"}}, "pieces.A.at", "nowhere", "'nowhere' is not"),
        (
            "shot",
            {"from": "A", "to": "T", "set": {"Zed": {"at": "C3"}}},
            "pieces.Zed",
            "Zed",
            "there is no piece 'Zed'",
        ),
    ],
)
def test_what_was_sent_is_quoted_as_it_was_sent(
    client: TestClient[Litestar], question: str, asked: dict[str, Any], key: str, found: str | None, message: str
) -> None:
    answer = client.post(f"/api/v1/{question}", json={"scenario": BOARD, **asked})
    (problem,) = answer.json()["errors"]
    assert (answer.status_code, problem["key"], problem["found"]) == (422, key, found)
    assert problem["message"].startswith(message)
