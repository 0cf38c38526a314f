"""People who do not behave: blocked, reported, held back; and whoever runs the server reads of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, run
from tests.server.accounts.people import HEADER, send
from tests.server.matches.seats import API, Browser, Person, fighting

__all__ = ["run"]


def block(person: Person, battle: str, side: str) -> int:
    return send(person, "POST", "/me/blocks", {"battle": battle, "side": side}).status_code


def test_an_id_that_no_database_stores_is_that_of_nobody(browser: Browser) -> None:
    ann = Person(browser)
    assert block(ann, "a\0", "red") == 404
    for method, path in (("DELETE", "/me/blocks/a%00"), ("GET", "/battles/a%00"), ("GET", "/battles/a%00/record")):
        assert send(ann, method, path).status_code == 404


def test_who_is_blocked_has_no_seat_and_no_words(browser: Browser) -> None:
    with fighting(browser) as fight:
        ann, bob = fight.people
        assert fight.blue.do("chat", text="hello")["type"] == "done"
        assert block(ann, fight.id, "blue") == 201
        assert block(ann, fight.id, "blue") == 201  # once more changes nothing
        refused = fight.blue.do("chat", text="and now?")
        assert (refused["type"], refused["message"]) == ("refused", "the other side does not see what you write")
        assert fight.red.do("chat", text="I may speak")["type"] == "done"
        [blocked] = send(ann, "GET", "/me/blocks").json()
        assert blocked["name"] == "Bob"
        assert send(bob, "GET", "/me/blocks").json() == []
        waiting = ann.make(against="open")
        assert bob.join(waiting).status_code == 403
        for person, sees in ((bob, False), (ann, True), (Person(browser), True)):
            assert (waiting["id"] in {each["id"] for each in person.get("/battles?open").json()}) == sees
        assert send(ann, "DELETE", f"/me/blocks/{blocked['id']}").status_code == 204
        assert send(ann, "DELETE", f"/me/blocks/{blocked['id']}").status_code == 404
        assert fight.blue.do("chat", text="at last")["type"] == "done"
        assert bob.join(waiting).status_code == 200


def test_nobody_blocks_oneself_a_computer_or_an_empty_seat(browser: Browser) -> None:
    ann = Person(browser)
    waiting, computer = ann.make(), ann.make(against="computer")
    for battle, side in ((waiting, "red"), (waiting, "blue"), (waiting, "green"), (computer, "blue")):
        assert block(ann, battle["id"], side) == 404
    assert block(ann, "nothing", "red") == 404
    hidden = Person(browser).make(spectators=None)
    assert block(ann, hidden["id"], "red") == 403


def test_too_many_lines_at_once_are_refused_and_stay_so(browser: Browser) -> None:
    with fighting(browser) as fight:
        for number in range(8):
            assert fight.red.do("chat", text=f"line {number}")["type"] == "done"
        id = fight.red.send("chat", text="one more")
        assert "wait a moment" in fight.red.answer_to(id)["message"]
        again = fight.red.send("chat", id, text="one more")
        assert fight.red.answer_to(again)["type"] == "refused"
        assert fight.blue.do("chat", text="I was silent")["type"] == "done"
        assert fight.red.do("legal")["type"] == "done"


@pytest.mark.slow
def test_a_report_is_kept_with_what_was_said(browser: Browser, database: str, run: Run) -> None:
    with fighting(browser) as fight:
        ann, bob = fight.people
        lines = [f"line {number}\x1b[31m" for number in range(8)]
        for line in lines:
            assert fight.blue.do("chat", text=line)["type"] == "done"
        assert fight.red.do("chat", text="please stop")["type"] == "done"
        answer = send(ann, "POST", f"/battles/{fight.id}/reports", {"side": "blue", "text": " He shouts. "})
        assert answer.status_code == 201
        told = json.loads(run("admin", "reports", "--json", "--database", database).out)
        [report] = [each for each in told if each["id"] == answer.json()["id"]]
        assert (report["battle"], report["about"], report["reporter"]) == (fight.id, bob.id, ann.id)
        assert report["reporter_name"] == "Ann"
        assert {key: report["content"][key] for key in ("side", "name", "text")} == {
            "side": "blue",
            "name": "Bob",
            "text": "He shouts.",
        }
        assert [line["text"] for line in report["content"]["chat"]] == [*lines, "please stop"]
        assert [line["side"] for line in report["content"]["chat"]] == ["blue"] * 8 + ["red"]
        assert send(ann, "GET", "/me/export").json()["reports"][0]["id"] == report["id"]
        printed = run("admin", "reports", "--database", database).out
        assert f"Ann on Bob (blue), battle {fight.id}:\n  He shouts.\n" in printed
        assert "blue: line 0" in printed
        assert "\x1b" not in printed  # what people write does nothing to a terminal
        assert send(ann, "POST", "/me/deletion", {}).status_code == 204
        assert send(bob, "POST", "/me/deletion", {}).status_code == 204
        left = json.loads(run("admin", "reports", "--json", "--database", database).out)
        [report] = [each for each in left if each["id"] == answer.json()["id"]]
        assert (report["about"], report["reporter"], report["content"]["name"]) == (None, None, "Bob")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"side": "blue", "text": " "}, 422),
        ({"side": "blue", "text": "x" * 1001}, 422),
        ({"side": "blue"}, 422),
        ({"side": "red", "text": "me"}, 404),
        ({"side": "green", "text": "nobody"}, 404),
    ],
)
def test_reports_that_are_none_are_refused(browser: Browser, body: object, status: int) -> None:
    ann = Person(browser)
    battle = ann.make()
    assert Person(browser, "Bob").join(battle).status_code == 200
    assert send(ann, "POST", f"/battles/{battle['id']}/reports", body).status_code == status


def test_reports_are_counted(browser: Browser) -> None:
    ann, bob = Person(browser), Person(browser, "Bob")
    battle = ann.make()
    assert bob.join(battle).status_code == 200
    body = {"side": "red", "text": "again"}
    answers = [send(bob, "POST", f"/battles/{battle['id']}/reports", body).status_code for _ in range(11)]
    assert answers == [201] * 10 + [429]


def test_a_page_of_another_server_blocks_and_reports_nobody(browser: Browser) -> None:
    ann, bob = Person(browser), Person(browser, "Bob")
    battle = ann.make()
    assert bob.join(battle).status_code == 200
    bodies = {
        "/me/blocks": {"battle": battle["id"], "side": "red"},
        f"/battles/{battle['id']}/reports": {"side": "red", "text": "x"},
    }
    for path, body in bodies.items():
        for headers in ({}, HEADER | {"Origin": "https://elsewhere.example"}):
            browser.cookies.set("sightline_guest", bob.token)
            answer = browser.post(f"{API}{path}", json=body, headers=headers)
            browser.cookies.clear()
            assert answer.status_code == 403
    assert send(bob, "GET", "/me/blocks").json() == []


@pytest.mark.slow
def test_where_nobody_has_reported_anything(tmp_path: Path, run: Run) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    assert run("admin", "reports", "--database", database).out == "Nobody has reported anything.\n"
    assert run("admin", "reports", "--json", "--database", database).out == "[]\n"
    done = run("admin", "reports", "--database", "mysql://me:hush@here/tables")
    assert (done.status, done.out, "hush" in done.err) == (2, "", False)
