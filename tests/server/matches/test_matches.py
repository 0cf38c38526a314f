"""Battles at a server: seats, commands, offers, spectators, computers; and what nobody can do or see."""

from __future__ import annotations

import json
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import sightline
from sightline.battles.match import Refused
from sightline.server.matches.match_messages import read_command
from tests.server.conftest import client_of, settings_in
from tests.server.matches.seats import API, Browser, Json, Person, Wire, fighting, live, new_battle, team_of

ODD = {"characters": {"Ann": "wizzard"}, "formations": {"line": {"Ann": "B1"}}}
"""A team with a character that nobody knows."""


def test_what_is_ready_for_battles(client: Browser) -> None:
    roster = client.get(f"{API}/rosters/sodwa").json()
    assert roster["ranger"]["points"] > 0
    assert any(character["abilities"] for character in roster.values())
    lock = client.get(f"{API}/maps/sodwa").json()["the-lock"]
    assert (lock["title"], lock["limit"], lock["map"]["zones"].keys()) == ("The lock", 300, {"red", "blue"})
    titles = client.get(f"{API}/maps/sodwa", headers={"Accept-Language": "fr"}).json()
    assert titles["the-lock"]["title"] == "L'écluse"
    teams = client.get(f"{API}/teams/sodwa", params={"limit": 400}).json()
    assert [team["limit"] for team in teams] == [400] * len(teams)
    drawn = client.get(API + lock["picture"].removeprefix(API), params={"colours": "dark"})
    assert (drawn.headers["Content-Type"], drawn.text[:4]) == ("image/svg+xml", "<svg")
    assert "default-src 'none'" in drawn.headers["Content-Security-Policy"]
    assert client.get(f"{API}/maps/sodwa/the-lok/picture").status_code == 404
    for path in ("rosters/chess", "maps/penance", "teams/chess"):
        assert client.get(f"{API}/{path}").status_code == 404
    wrong = client.get(f"{API}/teams/sodwa", params={"limit": -4}, headers={"Accept-Language": "fr"})
    assert (wrong.status_code, [(each["key"], each["found"]) for each in wrong.json()["errors"]]) == (
        422,
        [("limit", "-4")],
    )
    assert wrong.json()["errors"][0]["message"].startswith("un nombre")


def test_a_battle_of_two_from_the_first_seat_to_its_record(browser: Browser) -> None:
    with fighting(browser) as fight:
        ann, bob = fight.people
        steps = [fight.step() for _ in range(6)]
        assert [step["n"] for step in steps] == [fight.start["n"] + 1 + number for number in range(6)]
        assert steps[0]["action"]["do"]
        assert sightline.replay(ann.get(f"/battles/{fight.id}/record").text).run.result is None
        assert fight.red.do("resign")["type"] == "done"
        assert fight.red.until("over")["winner"] == "blue"
        server_seed = fight.blue.until("seed")["seed"]
        record = bob.get(f"/battles/{fight.id}/record").text
        told = json.loads(sightline.replay(record).to_json())
        assert told["dice"]["seeds"] == {
            "server": server_seed,
            "sides": {"red": fight.red.seed, "blue": fight.blue.seed},
        }
        assert told["result"] == {"winner": "blue", "how": "resigned"}
        assert len(told["steps"]) == 7
        [mine] = ann.get("/battles?mine").json()
        assert (mine["id"], mine["side"], mine["phase"], mine["winner"]) == (fight.id, "red", "over", "blue")
        assert bob.get(f"/battles/{fight.id}").json()["phase"] == "over"


def test_a_team_that_is_wrong_is_refused_with_every_problem(browser: Browser) -> None:
    ann = Person(browser)
    team = team_of(browser, limit=500)
    answer = ann.post("/battles", new_battle(browser, team=team))
    assert answer.status_code == 422
    assert [problem["key"] for problem in answer.json()["errors"]] == ["team.limit"]
    answer = ann.post("/battles", new_battle(browser, team=ODD))
    assert [problem["key"] for problem in answer.json()["errors"]] == ["team.characters.Ann"]
    assert ann.post("/battles", new_battle(browser, team={})).status_code == 422
    answer = ann.post("/battles", new_battle(browser, against="computer", opponent=ODD))
    assert [problem["key"] for problem in answer.json()["errors"]] == ["opponent.characters.Ann"]
    for changes in (
        {"map": "the-lok"},
        {"side": "green"},
        {"level": "deep"},
        {"clock": {"kind": "sand"}},
        {"rules": "chess"},
    ):
        answer = ann.post("/battles", new_battle(browser, **changes))
        assert [problem["key"].partition(".")[0] for problem in answer.json()["errors"]] == [*changes], changes


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"level": "deep", "clock": {"kind": "sand"}, "team": ODD, "opponent": ODD},
            ["clock.kind", "level", "team.characters.Ann", "opponent.characters.Ann"],
        ),
        ({"level": "deep", "map": "the-lok", "side": "green", "team": ODD}, ["level", "map"]),
        ({"spectators": -1, "side": "green", "team": ODD}, ["spectators", "side"]),
        ({"limit": -1, "side": "green", "team": ODD}, ["limit", "side"]),
        ({"limit": -1, "team": ODD}, ["limit"]),
    ],
)
def test_every_problem_of_a_new_battle_is_told(browser: Browser, changes: Json, told: list[str]) -> None:
    answer = Person(browser).post("/battles", new_battle(browser, against="computer", **changes))
    assert answer.status_code == 422
    assert [problem["key"] for problem in answer.json()["errors"]] == told


@pytest.mark.parametrize(
    ("clock", "told"),
    [
        ({}, [("clock.kind", None)]),
        ({"kind": 5, "seconds": 60}, [("clock.kind", "5")]),
        ({"kind": "sand", "days": 1}, [("clock.kind", "sand")]),
        ({"kind": "live"}, [("clock.seconds", None)]),
        ({"kind": "live", "seconds": "10", "incr": 3}, [("clock.incr", "incr"), ("clock.seconds", "10")]),
        ({"kind": "live", "seconds": 60, "days": 3}, [("clock.days", "days")]),
        ({"kind": "live", "seconds": 0}, [("clock.seconds", "0")]),
        ({"kind": "live", "seconds": 60, "increment": -1}, [("clock.increment", "-1")]),
        ({"kind": "days", "days": 61}, [("clock.days", "61")]),
    ],
)
def test_an_odd_clock_is_refused_by_its_keys(browser: Browser, clock: Json, told: list[tuple[str, str | None]]) -> None:
    answer = Person(browser).post("/battles", new_battle(browser, clock=clock) | {"lang": "fr"})
    assert answer.status_code == 422
    errors = answer.json()["errors"]
    assert [(error["key"], error["found"]) for error in errors] == told
    assert not any("`" in error["message"] for error in errors)


@pytest.mark.parametrize("spectators", [0, 5, 2.5, None])
def test_a_battle_tells_its_delay_as_stated(browser: Browser, spectators: float | None) -> None:
    ann = Person(browser)
    battle = ann.make(spectators=spectators)["id"]
    assert json.dumps(ann.get(f"/battles/{battle}").json()["spectators"]) == json.dumps(spectators)


def test_numbers_out_of_range_are_told_together(browser: Browser) -> None:
    answer = Person(browser).post("/battles", new_battle(browser, spectators=-1, limit=10**7))
    assert [(error["key"], error["found"]) for error in answer.json()["errors"]] == [
        ("limit", "10000000"),
        ("spectators", "-1"),
    ]


def test_strangers_play_with_characters_of_the_roster(browser: Browser) -> None:
    ann, bob = Person(browser), Person(browser, "Bob")
    formations = {"line": {"Zed": "A1", "Ned": "B1"}}
    strong = {"Zed": {"like": "recruit", "health": 99, "points": 1}, "Ned": "recruit"}
    team = {"characters": strong, "formations": formations}
    answer = ann.post("/battles", new_battle(browser, against="open", team=team))
    assert [problem["key"] for problem in answer.json()["errors"]] == ["team.characters.Zed"]
    battle = ann.make(against="open", team=team | {"characters": {"Zed": {"like": "recruit"}, "Ned": "recruit"}})
    assert bob.join(battle, team=team).status_code == 422
    assert bob.join(battle).status_code == 200
    friends = ann.make(against="invite", team=team)
    assert bob.join(friends, team=team).status_code == 200


def test_a_map_of_ones_own(browser: Browser) -> None:
    ann, team = Person(browser), {"characters": {"Zed": "ranger"}, "formations": {"line": {"Zed": "A1"}}}
    own = {"grid": "square", "size": "6x6", "zones": {"red": ["A6:F6"], "blue": ["A1:F1"]}}
    made = ann.make(map=own, team=team, limit=500, side=None)
    assert made["side"] in ("red", "blue")
    told = ann.get(f"/battles/{made['id']}").json()
    assert (told["map"], told["limit"]) == (own, 500)
    for wrong in (own | {"zones": {"red": ["A6:F6"]}}, own | {"size": "x"}):
        assert ann.post("/battles", new_battle(browser, map=wrong, team=team)).status_code == 422


def test_a_seat_is_taken_once_and_by_who_was_invited(browser: Browser) -> None:
    ann, bob, eve = Person(browser), Person(browser, "Bob"), Person(browser, "Eve")
    battle = ann.make()
    assert eve.join(battle, invite=None).status_code == 403
    assert eve.join(battle, invite="guessed").status_code == 403
    assert ann.join(battle).status_code == 409
    assert bob.join(battle, team=team_of(browser, limit=500)).status_code == 422
    assert bob.join(battle).status_code == 200
    assert eve.join(battle).status_code == 409
    assert bob.join(battle).status_code == 409
    assert eve.join({"id": "nothing", "invite": None}).status_code == 404


def test_an_invitation_tells_of_the_battle_before_the_seat_is_taken(browser: Browser) -> None:
    ann, bob = Person(browser), Person(browser, "Bob")
    battle = ann.make(spectators=None)
    path = f"/battles/{battle['id']}/invitation"
    told = browser.post(f"{API}{path}", json={"invite": battle["invite"]}).json()  # whoever that is
    assert (told["title"], told["limit"], told["names"], told["side"]) == ("The lock", 300, {"red": "Ann"}, None)
    assert ann.post(path, {"invite": battle["invite"]}).json()["side"] == "red"
    for wrong in ({}, {"invite": "guessed"}):
        assert bob.post(path, wrong).status_code == 403
    assert bob.get(f"/battles/{battle['id']}").status_code == 403
    assert bob.join(battle).status_code == 200
    assert bob.post(path, {"invite": battle["invite"]}).status_code == 409


def test_open_battles_are_listed_until_somebody_joins(browser: Browser) -> None:
    ann, bob = Person(browser), Person(browser, "Bob")
    battle = ann.make(against="open")
    assert battle["invite"] is None
    listed = {each["id"]: each for each in bob.get("/battles?open").json()}
    assert (listed[battle["id"]]["names"], listed[battle["id"]]["free"]) == ({"red": "Ann"}, ["blue"])
    assert bob.join(battle).status_code == 200
    assert battle["id"] not in {each["id"] for each in bob.get("/battles?open").json()}


def test_who_one_is(browser: Browser) -> None:
    ann = Person(browser)
    assert {key: ann.get("/me").json()[key] for key in ("id", "name")} == {"id": ann.id, "name": "Ann"}
    assert browser.get(f"{API}/me").json() is None
    body = new_battle(browser)
    assert browser.post(f"{API}/battles", json=body).status_code == 401
    assert browser.post(f"{API}/battles", json=body, headers={"Authorization": "Bearer x"}).status_code == 401
    assert browser.post(f"{API}/guests", json={"name": " "}).status_code == 422
    other_page = ann.headers | {"Origin": "https://elsewhere.example"}
    assert browser.post(f"{API}/battles", json=body, headers=other_page).status_code == 403
    assert browser.post(f"{API}/guests", json={"name": "Eve"}, headers=other_page).status_code == 403


def _first(turns: list[Json], who: str) -> int:
    return next(int(turn["ticks"]) for turn in turns if turn["who"] == who)


def test_a_page_has_a_cookie_and_needs_a_header(browser: Browser) -> None:
    made = browser.post(f"{API}/guests", json={"name": "Page"})
    try:
        cookie = made.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert browser.get(f"{API}/me").json()["id"] == made.json()["id"]
        body = new_battle(browser)
        assert browser.post(f"{API}/battles", json=body).status_code == 403
        battle = browser.post(f"{API}/battles", json=body, headers={"X-Sightline": "1"}).json()
        with live(browser, battle["id"], None) as wire:
            assert wire.next()["side"] == "red"
    finally:
        browser.cookies.clear()


def test_nothing_is_sent_before_hello(browser: Browser) -> None:
    battle = Person(browser).make()
    with browser.websocket_connect(f"{API}/battles/{battle['id']}/live") as session:
        session.send_json({"type": "command", "id": "1", "what": "legal"})
        assert Wire(session).closed_with()[0] == 4408
    with live(browser, battle["id"], None, token="made up") as wire:
        assert wire.closed_with()[0] == 1008
        assert wire.came == []


def test_a_command_without_a_kind_is_told_that_it_is_missing() -> None:
    refused = read_command('{"type": "command", "id": "1"}')
    assert isinstance(refused, Refused)
    assert str(refused) == "the command cannot be read: what: what is missing: a request needs it."


@pytest.mark.parametrize(
    ("command", "french"),
    [
        ({"what": []}, "what: attendu\xa0: un texte, et non []."),
        ({"what": "fly"}, "what: il n'y a pas de commande 'fly'. Permis\xa0: formation, commit, reveal, action,"),
        ({"what": "action"}, "action: action manque\xa0: clé obligatoire pour la commande 'action'."),
        ({"what": "chat", "text": ""}, "text: attendu\xa0: un texte de 1 à 500 caractères, et non"),
        ({"what": "forecast", "turns": 101}, "turns: attendu\xa0: un nombre entier de 1 à 100, et non 101."),
        ({"what": "legal", "side": 3}, "side: attendu\xa0: un texte de 0 à 200 caractères ou null, et non 3."),
        ({"what": "offer", "offer": "gold"}, 'offer: attendu\xa0: un des mots permis, et non "gold". Permis\xa0: '),
    ],
)
def test_a_command_that_cannot_be_read_is_refused_in_the_language_of_the_connection(
    browser: Browser, command: Json, french: str
) -> None:
    person = Person(browser)
    battle = person.make()
    with live(browser, battle["id"], person, lang="fr") as wire:
        refused = wire.do(**command)
        assert refused["type"] == "refused"
        assert refused["message"].startswith(f"la commande est illisible\xa0: {french}")
        assert wire.do("legal", more="keys")["type"] == "refused"  # as the battle has not begun; other keys do no harm


def test_entries_come_after_a_number_without_gaps(browser: Browser) -> None:
    with fighting(browser) as fight:
        for _ in range(3):
            fight.step()
        last = fight.red.entries()[-1]["n"]
        for after in (0, 4, last - 1):
            with live(browser, fight.id, None, after=after) as wire:
                assert wire.next()["n"] == last
                assert [wire.next()["n"] for _ in range(last - after)] == list(range(after + 1, last + 1))


def test_who_knows_entries_that_do_not_exist_is_told_to_load_the_battle_again(browser: Browser) -> None:
    ann = Person(browser)
    battle, late = ann.make(), ann.make(spectators=60)
    last = browser.get(f"{API}/battles/{battle['id']}").json()["n"]
    with live(browser, battle["id"], ann) as seat:
        for who in (ann, None):
            with live(browser, battle["id"], who, after=last + 1) as wire:
                assert wire.closed_with() == (
                    4409,
                    "This battle does not have the entries that you know; load it again.",
                )
        assert seat.do("pong")["type"] == "done"  # the seat was not taken over
    with live(browser, battle["id"], None, after=last) as wire:
        assert wire.next()["n"] == last
    with live(browser, late["id"], None, after=1) as wire:
        assert wire.closed_with()[0] == 4409  # as if the entries that a spectator may not see yet did not exist


def test_a_new_connection_ends_the_old_one(browser: Browser) -> None:
    with fighting(browser) as fight, live(browser, fight.id, fight.people[0]) as again:
        assert fight.red.closed_with()[0] == 4001
        assert again.next()["side"] == "red"
        assert again.do("chat", text="Still here")["type"] == "done"


def test_an_id_keeps_its_answer_also_where_a_command_cannot_be_read(browser: Browser) -> None:
    with fighting(browser) as fight:
        said = fight.red.answer_to(fight.red.send("chat", "said", text="Good luck!"))
        assert fight.red.answer_to(fight.red.send("dance", "said")) == said
        unread = fight.red.answer_to(fight.red.send("offer", "unread", offer="peace"))
        assert unread["type"] == "refused"
        assert fight.red.answer_to(fight.red.send("resign", "unread")) == unread


def test_the_same_command_twice_is_done_once(browser: Browser) -> None:
    with fighting(browser) as fight:
        mover, _other = fight.mover()
        action = mover.do("legal")["answer"][-1]
        for _ in range(3):
            mover.send("action", id="same", action=action)
        answers = [mover.answer_to("same") for _ in range(3)]
        assert answers[0]["type"] == "done"
        assert answers[1:] == answers[:1] * 2
        mover.do("chat", text="x")
        assert [each["what"] for each in mover.entries()].count("step") == 1
        refused = [mover.do("reveal", id="again", seed="x") for _ in range(2)]
        assert refused[0] == refused[1]
        assert refused[0]["type"] == "refused"


def test_nobody_moves_for_another(browser: Browser) -> None:
    with fighting(browser) as fight:
        mover, other = fight.mover()
        side = "red" if other is fight.red else "blue"
        action = mover.do("legal")["answer"][-1]
        assert "do not play" in other.do("action", action=action)["message"]
        assert other.do("action", action=action, side="red" if side == "blue" else "blue")["type"] == "refused"
        resigned = {"do": "resign", "side": "red" if side == "blue" else "blue"}
        assert other.do("action", action=resigned)["type"] == "refused"
        strange = mover.do("action", action=action | {"who": "Nobody"})
        assert strange["type"] == "refused"
        for wrong in (None, 3, {}, {"do": "dance"}, {"do": "move", "who": 3}):
            assert mover.do("action", action=wrong)["type"] == "refused"
        with live(browser, fight.id, None) as stranger:
            assert stranger.do("action", action=action)["type"] == "refused"
            assert stranger.do("chat", text="hello")["type"] == "refused"
        assert not any(each["what"] == "step" for each in mover.entries())


def test_a_refusal_has_the_findings_of_the_rules(browser: Browser) -> None:
    with fighting(browser) as fight:
        mover, _other = fight.mover()
        who = fight.start["turn"]
        refused = mover.do("action", action={"do": "move", "who": who, "path": ["A1"]})
        assert refused["type"] == "refused"
        assert refused["findings"][0]["clause"].startswith("SOD-")


def test_questions_leave_no_entry(browser: Browser) -> None:
    with fighting(browser) as fight:
        mover, other = fight.mover()
        legal = mover.do("legal")["answer"]
        move = next(action for action in legal if action["do"] == "move")
        preview = mover.do("preview", action=move)
        assert preview["answer"]["cost"] >= 1
        assert preview["answer"]["words"]
        assert "n" not in preview
        assert len(mover.do("forecast")["answer"]) == 10
        moves = [action for action in mover.do("legal")["answer"] if action["do"] in ("move", "attack")]
        passed, moved = (
            mover.do("forecast", turns=100)["answer"],
            mover.do("forecast", turns=100, of=moves[0])["answer"],
        )
        who = moves[0]["who"]
        assert _first(moved, who) > _first(passed, who)
        twice = mover.do("forecast", turns=100, of=[moves[0], moves[0]])["answer"]
        assert _first(twice, who) > _first(moved, who)
        several: list[Any] = [[{"do": "fly"}], 7, [moves[0]] * 11, "x", [[]]]
        for wrong in several:
            assert mover.do("forecast", of=wrong)["type"] == "refused"
        typed = mover.do("read", text=f"MO {move['path'][-1].lower()}")["answer"]
        assert (typed["do"], typed["who"], typed["path"][-1]) == ("move", move["who"], move["path"][-1])
        assert mover.do("read", text="move")["message"].startswith("this is not complete; type move")
        assert mover.do("read", text="fly A1")["message"].startswith("there is no action 'fly'; there are: ")
        assert mover.do("read", text="x" * 201)["type"] == "refused"
        assert mover.do("hint")["type"] == "refused"
        assert other.do("legal")["answer"] == []
        seen = fight.step()
        assert seen["n"] == fight.start["n"] + 1
        assert not any("answer" in message and message["answer"] for message in other.came)


def test_every_kind_of_action_is_previewed(browser: Browser) -> None:
    ann = Person(browser)
    near = {"grid": "square", "size": "6x6", "zones": {"red": ["A5:F6"], "blue": ["A1:F2"]}}
    team = {"characters": {"Zed": "ranger"}, "formations": {"line": {"Zed": "A1"}}}
    battle = ann.make(against="self", map=near, team=team, opponent=team, limit=500)
    with live(browser, battle["id"], ann) as wire:
        seeds = {"red": "a1" * 16, "blue": "b2" * 16}
        for side in seeds:
            wire.do("formation", name="line", side=side)
        for side, seed in seeds.items():
            wire.do("commit", hash=sha256(seed.encode()).hexdigest(), side=side)
        for side, seed in seeds.items():
            wire.do("reveal", seed=seed, side=side)
        wire.until("start")
        kinds = {action["do"]: action for action in wire.do("legal")["answer"]}
        assert {"move", "attack", "turn", "end"} <= kinds.keys()
        for action in kinds.values():
            assert wire.do("preview", action=action)["answer"]["words"], action
        assert wire.do("preview", action=kinds["attack"])["answer"]["odds"]["hit"].count("/") == 1
        in_english = wire.do("hint")["answer"]["reasons"]
    with live(browser, battle["id"], ann, lang="fr") as wire:
        assert wire.do("preview", action=kinds["move"])["answer"]["words"][0].startswith("coûte ")
        in_french = wire.do("hint")["answer"]["reasons"]
        assert not {*in_english} & {*in_french}


def test_offers(browser: Browser) -> None:
    with fighting(browser) as fight:
        fight.step()
        before = fight.start["state"]
        red, blue = fight.red, fight.blue
        mover = red if red.entries()[-1]["by"] == "red" else blue
        other = blue if mover is red else red
        assert mover.do("offer", offer="takeback")["type"] == "done"
        assert other.do("answer", answer="yes")["type"] == "done"
        assert other.until("taken-back")["state"] == before
        mover.until("taken-back")
        fight.step()
        assert red.do("offer", offer="draw")["type"] == "done"
        with live(browser, fight.id, None) as stranger:
            assert "draw" not in json.dumps([stranger.until("offered")])
        assert blue.do("answer", answer=True)["type"] == "done"
        assert blue.until("over")["how"] == "draw"
        record = fight.people[0].get(f"/battles/{fight.id}/record").text
        assert sightline.replay(record).run.result == {"winner": None, "how": "draw"}
        assert not any(each["what"] == "rematch" for each in blue.entries())
        assert red.do("offer", offer="rematch")["type"] == "done"
        assert blue.do("answer", answer="yes")["type"] == "done"
        following = blue.until("rematch")["id"]
        told = fight.people[0].get(f"/battles/{following}").json()
        assert (told["phase"], told["sides"]) == ("formations", {"red": "Ann", "blue": "Bob"})


def test_what_is_said_is_text_within_bounds(browser: Browser) -> None:
    with fighting(browser) as fight:
        text = "<b>&amp; \u202e'\";--" + "x" * 400
        assert fight.red.do("chat", text=text)["type"] == "done"
        assert fight.blue.until("chat")["text"] == text
        for wrong in ("", "x" * 501, None, ["x"]):
            assert fight.red.do("chat", text=wrong)["type"] == "refused"


@pytest.mark.parametrize(
    "text",
    [
        "no json",
        "[]",
        "{}",
        '{"type": "command"}',
        '{"type": "command", "id": "", "what": "legal"}',
        '{"type": "command", "id": "a\\u0000", "what": "legal"}',
    ],
)
def test_what_is_no_message_ends_the_connection(browser: Browser, text: str) -> None:
    battle = Person(browser).make()
    with live(browser, battle["id"], None) as wire:
        wire.session.send_text(text)
        assert wire.closed_with()[0] == 1008


@pytest.mark.slow
def test_who_looks_on_sees_it_later_or_never(browser: Browser) -> None:
    ann, eve = Person(browser), Person(browser, "Eve")
    hidden, late = ann.make(spectators=None), ann.make(spectators=2)
    with live(browser, hidden["id"], eve) as wire:
        assert wire.closed_with()[0] == 4403
    for path in ("", "/record"):
        assert eve.get(f"/battles/{hidden['id']}{path}").status_code == 403
    assert ann.get(f"/battles/{hidden['id']}").status_code == 200
    assert eve.get(f"/battles/{late['id']}").status_code == 404
    with live(browser, late["id"], eve) as wire:
        assert wire.next()["n"] == 0
        created = wire.next()["time"]
        assert 2000 <= time.time() * 1000 - created < 10_000
    assert eve.get(f"/battles/{late['id']}").json()["phase"] == "seats"


def test_a_battle_against_the_computer(browser: Browser) -> None:
    ann = Person(browser)
    battle = ann.make(against="computer", level="greedy")
    formation = next(iter(team_of(browser)["formations"]))
    with live(browser, battle["id"], ann) as wire:
        assert wire.next()["side"] == "red"
        wire.do("formation", name=formation)
        wire.until("committed", by="blue")
        wire.do("commit", hash=sha256(wire.seed.encode()).hexdigest())
        wire.do("reveal", seed=wire.seed)
        play_alone(wire, ("red",), 12)
        assert any(each["what"] == "step" and each["by"] == "blue" for each in wire.entries())
        wire.do("resign")
        wire.until("seed")
    assert sightline.replay(ann.get(f"/battles/{battle['id']}/record").text).run.result is not None


def play_alone(wire: Wire, sides: tuple[str, ...], steps: int) -> None:
    """Take steps of these sides whenever they are to act."""
    while steps:
        now = [each for each in wire.entries() if "to_act" in each]
        if not now or now[-1]["to_act"] not in sides:
            wire.next()
            continue
        answer = wire.do("legal")
        if answer["type"] == "done" and answer["answer"]:
            done = wire.do("action", action=answer["answer"][-1])
            while done["type"] == "done" and wire.entries()[-1]["n"] < done["n"]:
                wire.next()
            steps -= 1


def test_one_plays_both_sides(browser: Browser) -> None:
    ann = Person(browser)
    battle = ann.make(against="self")
    with live(browser, battle["id"], ann) as wire:
        assert wire.next()["sides"] == ["red", "blue"]
        formations: Json = {}
        for side in ("red", "blue"):
            refused = wire.do("formation", name="?", side=side)["message"]
            formations[side] = refused.rpartition(" has ")[2].split(", ")[0]
            assert wire.do("formation", name=formations[side], side=side)["type"] == "done"
        seeds = {"red": "a1" * 16, "blue": "b2" * 16}
        for side, seed in seeds.items():
            wire.do("commit", hash=sha256(seed.encode()).hexdigest(), side=side)
        for side, seed in seeds.items():
            wire.do("reveal", seed=seed, side=side)
        play_alone(wire, ("red", "blue"), 6)
        wire.do("resign", side="blue")
        assert wire.until("over")["winner"] == "red"


@pytest.mark.slow
def test_a_clock_that_runs_out_ends_the_battle(browser: Browser) -> None:
    with fighting(browser, clock={"kind": "live", "seconds": 4, "increment": 0}) as fight:
        assert fight.start["clock"]["running"] == [fight.start["to_act"]]
        over = fight.red.until("over")
        assert over["how"] == "time"
        assert over["winner"] != fight.start["to_act"]
        record = fight.people[0].get(f"/battles/{fight.id}/record").text
        assert sightline.replay(record).run.result == {"winner": over["winner"], "how": "time"}


@pytest.mark.slow
def test_a_server_that_was_down_gives_the_time_back(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with client_of(settings) as browser, fighting(browser, clock={"kind": "live", "seconds": 30}) as fight:
        people, id, mover = fight.people, fight.id, fight.start["to_act"]
        time.sleep(2.5)
    time.sleep(3)
    with client_of(settings) as browser:
        token = people[0].token
        with browser.websocket_connect(f"{API}/battles/{id}/live") as session:
            session.send_json({"type": "hello", "token": token, "after": 0})
            wire = Wire(session)
            left = wire.next()["clock"]["left"]
            back = wire.until("back")
            assert back["by"] is None
            assert back["time"] - back["since"] >= 2900
            assert left[mover] > 24_000
            assert wire.do("chat", text="again")["type"] == "done"


@pytest.mark.slow
def test_commands_beyond_so_many_in_a_second_wait(browser: Browser) -> None:
    with fighting(browser) as fight:
        began = time.monotonic()
        ids = [fight.red.send("pong") for _ in range(45)]
        for id in ids:
            assert fight.red.answer_to(id)["type"] == "done"
        assert time.monotonic() - began > 1


def test_a_spectator_who_sends_many_commands_keeps_nobody_else_waiting(browser: Browser) -> None:
    battle = Person(browser).make()
    with live(browser, battle["id"], None) as loud, live(browser, battle["id"], None) as other:
        for _ in range(60):
            loud.send("pong")
        assert loud.next()["type"] == "welcome"
        while loud.came[-1]["type"] != "done":
            loud.next()
        began = time.monotonic()
        assert other.do("pong")["type"] == "done"
        assert time.monotonic() - began < 0.5


def test_what_nobody_may_know_is_not_on_the_wire(browser: Browser) -> None:
    ann, bob = Person(browser), Person(browser, "Bob")
    battle = ann.make()
    bob.join(battle)
    formations = [*team_of(browser)["formations"]]
    with live(browser, battle["id"], ann) as red, live(browser, battle["id"], bob) as blue:
        with live(browser, battle["id"], None) as stranger:
            red.do("formation", name=formations[0])
            assert blue.until("formation-chosen").get("name") is None
            assert stranger.until("formation-chosen").get("name") is None
            assert red.until("formation-chosen")["name"] == formations[0]
            assert not any(name in json.dumps(stranger.came) for name in formations)
            own = [entry for entry in blue.entries() if entry["what"] == "seated"]
            assert {side for key in ("formations", "like") for entry in own for side in entry[key]} == {"blue"}
            stated = team_of(browser)["characters"].values()
            assert [*own[-1]["like"]["blue"].values()] == [character["like"] for character in stated]
            heard = json.dumps(blue.came + stranger.came)
            assert not any(secret in heard for secret in (ann.id, bob.id, ann.token, bob.token, battle["invite"]))
            assert "server_seed" not in heard
            assert "characters" not in heard
        blue.do("formation", name=formations[1])
        told: dict[str, Any] = blue.until("formations")["formations"]
        assert [told[side]["name"] for side in ("red", "blue")] == formations[:2]
