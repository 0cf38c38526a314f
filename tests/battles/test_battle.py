"""Battles in Python: how they begin, states, actions that are none or not allowed, undoing, the forecast, hashes."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import sightline
from sightline.rules import installed_systems
from tests.battles.duel import DUEL, finished, played

END = {"do": "end", "who": "Ana"}
"""What Ana, whose turn is first in these duels, can always do."""


def duel(language: str = "en") -> sightline.Battle:
    """Begin the duel; with this seed Ana's side is the first."""
    battle = sightline.battle(sightline.parse(DUEL, language=language), seed=6)
    battle.apply({"do": "choose", "who": "Ana"})
    return battle


def problems(
    pieces: str, rules: str = "sodwa", grid: str = "square", language: str = "en"
) -> list[tuple[str | None, str]]:
    """Return the keys of all that keeps a battle from beginning with these pieces, and what is said of them."""
    text = f"sightline: 1\nrules: {rules}\nmap: {{grid: {grid}, size: 6x6}}\npieces: {{{pieces}}}\n"
    scenario = sightline.parse(text).with_language(language)
    with pytest.raises(sightline.ScenarioError) as caught:
        sightline.battle(scenario)
    return [(problem.key, problem.message) for problem in caught.value.problems]


def keys(pieces: str) -> list[str | None]:
    return [key for key, _ in problems(pieces)]


NUMBERS = "melee: {accuracy: 1, defense: 1, damage: 1}, ranged: {accuracy: 1, defense: 1, damage: 1}"


def character(name: str, at: str, side: str | None) -> str:
    stated = "" if side is None else f"side: {side}, "
    return f"{name}: {{at: {at}, {stated}{NUMBERS}}}"


# --- beginning -----------------------------------------------------------------------------------------------


def test_a_battle_has_two_sides() -> None:
    red, blue, green = (
        character(name, f"{name}1", side) for name, side in zip("ABC", ("red", "blue", "green"), strict=True)
    )
    for pieces, count in ((red, 1), ("", 0), (f"{red}, {blue}, {green}", 3)):
        assert problems(pieces) == [("pieces", f"a battle has two sides, but this scenario has {count}.")]


def test_every_problem_is_reported_at_once() -> None:
    pieces = f"Ana: {{at: A1, side: red}}, Bo: {{at: B1}}, {character('Cy', 'C1', None)}, box: {{at: D1, kind: object}}"
    unstated = ["pieces.Ana.melee", "pieces.Ana.ranged"]
    unstated += [f"pieces.Bo.{key}" for key in ("side", "melee", "ranged")]
    assert keys(pieces) == ["pieces", *unstated, "pieces.Cy.side"]


def test_every_problem_has_its_place_in_the_text() -> None:
    lines = ("sightline: 1", "rules: sodwa", "map: {grid: square, size: 6x6}", "pieces:", "  A.b: {at: A1, side: red}")
    scenario = sightline.parse("\n".join(lines))

    def places(of: sightline.Scenario) -> list[tuple[str, int | None, int | None, str | None]]:
        with pytest.raises(sightline.ScenarioError) as caught:
            sightline.battle(of)
        return [(each.file, each.line, each.column, each.key) for each in caught.value.problems]

    unstated = ("pieces.A.b.melee", "pieces.A.b.ranged")
    assert places(scenario) == [("-", 5, 3, key) for key in (*unstated, "pieces")]
    assert places(sightline.parse("\n".join(lines[:3]))) == [("-", 1, 1, "pieces")]
    zoned = sightline.parse("\n".join((*lines[:2], "map: {grid: square, size: 6x6, zones: {red: [A1], blue: [A6]}}")))
    assert places(zoned) == [("-", 1, 1, "teams")]
    changed = scenario.with_piece("A.b", at="B2")
    assert places(changed) == [("-", None, None, key) for key in (*unstated, "pieces")]


def test_other_systems_are_not_played() -> None:
    grids = {"sodwa": "square", "post-galactica": "hex"}
    for key in installed_systems().keys() - {"sodwa"}:
        [(where, message)] = problems("", key, grids.get(key, "hex"))
        assert (where, "cannot be played" in message) == ("rules", True)


def test_the_problems_are_said_in_french() -> None:
    [(_, message)] = problems(character("A", "A1", "red"), language="fr")
    assert message != problems(character("A", "A1", "red"))[0][1]


def test_the_first_side_of_the_file_has_the_first_seat() -> None:
    assert list(duel().state.karma) == ["red", "blue"]
    assert json.loads(duel().to_json())["formations"] is None


def test_the_same_seed_has_the_same_dice_whether_it_is_a_number_or_a_text() -> None:
    def rolled(seed: int | str) -> list[Any]:
        battle = sightline.battle(sightline.parse(DUEL), seed=seed)
        choices = Random(1)
        return [battle.apply(choices.choice(battle.legal())) for _ in range(12)]

    assert rolled(7) == rolled("7") == rolled(7)
    assert len({str(rolled(f"7/{number}")) for number in range(8)}) > 4


def test_the_limit_is_in_the_record_and_1000_by_default() -> None:
    assert json.loads(duel().to_json())["limit"] == 1000
    short = sightline.battle(sightline.parse(DUEL), limit=3)
    assert json.loads(short.to_json())["result"] == {"winner": None, "how": "limit"}


def test_seed_formations_and_limit_come_in_this_order() -> None:
    scenario = sightline.parse(DUEL)
    assert sightline.battle(scenario, 7, None, 3).record() == sightline.battle(scenario, seed=7, limit=3).record()


# --- states ----------------------------------------------------------------------------------------------------

STATE = ["tick", "active", "choosing", "last", "due", "karma", "pieces", "terrain", "damage", "effects"]
PIECE = ["side", "at", "facing", "health", "ip", "moved", "acted", "carries"]


def test_every_key_of_a_state_is_an_attribute() -> None:
    state = duel().state
    value = json.loads(state.to_json())
    assert list(value) == STATE
    assert {key: getattr(state, key) for key in STATE} == value
    assert set(STATE) <= set(dir(state))
    assert list(state.pieces["Ana"]) == PIECE
    assert state.pieces["Crate"] == {"is": "impeding", "at": "B2"}
    with pytest.raises(AttributeError, match="weather"):
        _ = getattr(state, "weather")  # noqa: B009 (type checkers know that there is none)


def test_states_are_values() -> None:
    one, other = duel().state, duel().state
    assert (one, hash(one)) == (other, hash(other))
    assert one == copy.deepcopy(one) == pickle.loads(pickle.dumps(one))
    assert json.loads(str(one)) == json.loads(one.to_json(indent=4))
    assert "\n" not in repr(one)
    battle = duel()
    battle.apply(END)
    assert (battle.state != one, one != "state") == (True, True)


def test_whoever_writes_into_a_state_changes_no_battle() -> None:
    battle = duel()
    pieces: Any = battle.state.pieces
    pieces["Ana"]["health"] = 99
    battle.legal().clear()
    assert battle.state.pieces["Ana"]["health"] == 9


# --- actions ---------------------------------------------------------------------------------------------------

KINDS = "choose, move, attack, turn, pick-up, put-down, ability, end, resign"
NO_ACTIONS: list[tuple[Any, str]] = [
    (None, "an action must be a mapping with the key 'do', not null"),
    ("end", "an action must be a mapping with the key 'do', not 'end'"),
    ([], "an action must be a mapping with the key 'do', not []"),
    ({}, f"'do' is missing; it names the action, one of {KINDS}"),
    ({"who": "Ana"}, "'do' is missing"),
    ({"do": "fly", "who": "Ana"}, f"there is no action 'fly'; the actions are {KINDS}"),
    ({"do": "Atack", "who": "Ana"}, f"there is no action 'Atack'; did you mean 'attack'? The actions are {KINDS}"),
    ({"do": 3, "who": "Ana"}, "there is no action 3; the actions are"),
    ({"do": ["end"], "who": "Ana"}, 'there is no action ["end"]; the actions are'),
    ({"do": "x" * 99}, f"there is no action '{'x' * 56}...; the actions are"),
    ({"do": "end"}, "'end' needs 'who'; its keys are do, who"),
    ({"do": "move"}, "action: 'move' needs 'who', 'path'; its keys are do, who, path."),
    ({"do": "end", "who": 3}, "'who' of 'end' must be a text, not 3"),
    ({"do": "end", "who": None}, "'who' of 'end' must be a text, not null"),
    (
        {"do": "end", "who": "Ana", "why": "", 1: 2},
        "'why' is not a key of 'end'; its keys are do, who; 1 is not a key of",
    ),
    ({"do": "move", "who": "Ana", "path": "B1"}, "'path' of 'move' must be a list of texts, not 'B1'"),
    ({"do": "move", "who": "Ana", "path": ["B1", 2]}, "'path' of 'move' must be a list of texts, not [\"B1\", 2]"),
    ({"do": "resign", "who": "red"}, "'who' is not a key of 'resign'; its keys are do, side; 'resign' needs 'side'"),
]


@pytest.mark.parametrize(("stated", "message"), NO_ACTIONS, ids=str)
def test_what_is_no_action_is_refused_and_changes_nothing(stated: Any, message: str) -> None:
    battle = duel()
    before = battle.to_json()
    for ask in (battle.check, battle.apply):
        with pytest.raises(ValueError, match=re.escape(message)) as caught:
            ask(stated)
        assert not isinstance(caught.value, sightline.IllegalAction)
    assert battle.to_json() == before


def test_an_illegal_action_carries_its_check_and_changes_nothing() -> None:
    battle = duel()
    before = battle.to_json()
    too_far = {"do": "move", "who": "Ana", "path": ["C1"]}
    with pytest.raises(sightline.IllegalAction, match=r"^C1 is not next to A1$") as caught:
        battle.apply(too_far)
    assert caught.value.check == battle.check(too_far)
    [finding] = caught.value.check.findings
    assert (finding.clause.id, finding.effect, finding.at) == ("SOD-4.8", "forbids", ("C1",))
    assert battle.to_json() == before


def test_a_check_lists_everything_that_speaks_against_an_action() -> None:
    battle = duel()
    battle.apply({"do": "attack", "who": "Ana", "target": "Bo"})
    found = battle.check({"do": "attack", "who": "Ana", "target": "Zoé"})
    against = [finding.clause.id for finding in found.findings if finding.effect == "forbids"]
    assert (found.legal, against) == (False, ["SOD-2.4", "SOD-5.11"])


def test_a_check_of_an_attack_is_its_preview() -> None:
    battle = duel()
    check = battle.check({"do": "attack", "who": "Ana", "target": "Bo"})
    shot = battle.scenario.shot("Ana", "Bo")
    assert (check.legal, [each.why for each in check.findings]) == (True, [each.why for each in shot.findings])


def test_refusals_are_said_in_french() -> None:
    english = duel()
    french = duel("fr")
    for action in ({"do": "move", "who": "Ana", "path": ["C1"]}, {"do": "end", "who": "Bo"}):
        said = [[each.why for each in battle.check(action).findings] for battle in (english, french)]
        assert said[0] != said[1]
        with pytest.raises(sightline.IllegalAction) as caught:
            french.apply(action)
        assert [str(caught.value)] == said[1]


@pytest.mark.parametrize("seed", range(3))
def test_everything_that_is_offered_can_be_done_and_is_offered_once(seed: int) -> None:
    battle, choices = duel(), Random(seed)
    for _ in range(12):
        offered = battle.legal()
        assert len({json.dumps(action) for action in offered}) == len(offered)
        assert all(battle.check(action).legal for action in offered)
        assert not any(action["do"] == "resign" for action in offered)
        if not offered:
            break
        ends = [action["path"][-1] for action in offered if action["do"] == "move"]
        assert len(ends) == len(set(ends))
        battle.apply(choices.choice(offered))


def test_a_path_that_is_not_offered_may_be_taken() -> None:
    battle = duel()
    roundabout = {"do": "move", "who": "Ana", "path": ["A2", "B1"]}
    assert roundabout not in battle.legal()
    battle.apply(roundabout)
    assert battle.state.pieces["Ana"]["at"] == "B1"


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"limit": -1}, ValueError, "limit: expected a number of at least 0"),
        ({"limit": "a"}, TypeError, "limit: expected a whole number, not 'a'"),
        ({"limit": True}, TypeError, "limit: expected a whole number, not True"),
        ({"limit": 9.5}, TypeError, "limit: expected a whole number, not 9.5"),
        ({"seed": None}, TypeError, "seed: expected a whole number or a text, not None"),
        ({"seed": 1.5}, TypeError, "seed: expected a whole number or a text, not 1.5"),
        ({"seed": False}, TypeError, "seed: expected a whole number or a text, not False"),
        ({"seed": "\ud800"}, ValueError, "seed: expected a text of valid characters"),
        ({"formations": ["red"]}, TypeError, "formations: expected a mapping or None, not ['red']"),
        ({"formations": {"red": 1}}, TypeError, "formations.red: expected a text, not 1"),
    ],
    ids=str,
)
def test_what_a_battle_cannot_be_begun_with_is_reported(options: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        sightline.battle(sightline.parse(DUEL), **options)


def test_in_another_language_the_record_keeps_the_text_of_the_file() -> None:
    scenario = sightline.parse("# Mine\n" + DUEL).with_language("fr")
    battle = sightline.battle(scenario)
    assert json.loads(battle.to_json())["scenario"] == "# Mine\n" + DUEL
    with pytest.raises(ValueError, match="pas d'action"):
        battle.apply({"do": "fly"})


# --- undoing, the forecast -------------------------------------------------------------------------------------


def test_undoing_gives_the_states_before_in_turn() -> None:
    battle = duel()
    states = [battle.state]
    for action in ({"do": "turn", "who": "Ana", "facing": "N"}, {"do": "move", "who": "Ana", "path": ["B1"]}, END):
        battle.apply(action)
        states.append(battle.state)
    for state in reversed(states[:-1]):
        assert battle.undo() == state == battle.state


def test_at_the_start_there_is_nothing_to_undo() -> None:
    battle = sightline.battle(sightline.parse(DUEL))
    before = battle.to_json()
    with pytest.raises(IndexError, match=r"^there is nothing to undo$"):
        battle.undo()
    assert battle.to_json() == before


def test_the_dice_go_on_after_undoing() -> None:
    attack = {"do": "attack", "who": "Ana", "target": "Bo"}
    battle = duel()
    dice = []
    for _ in range(3):
        dice.append(battle.apply(attack)[0]["die"])
        battle.undo()
    assert dice == [dice[0], dice[0] + 2, dice[0] + 4]


def test_the_end_can_be_taken_back() -> None:
    battle = duel()
    state = battle.state
    battle.apply({"do": "resign", "side": "blue"})
    assert json.loads(battle.to_json())["seed"] == "6"
    assert battle.undo() == state
    assert (json.loads(battle.to_json())["seed"], json.loads(battle.to_json())["result"]) == (None, None)


def test_the_forecast_is_as_long_as_asked_for_and_asking_changes_nothing() -> None:
    battle = duel()
    before = battle.to_json()
    forecast = battle.forecast(9)
    assert [list(each) for each in forecast] == [["who", "ticks"]] * 9
    assert battle.forecast(4) == forecast[:4]
    assert (battle.forecast(0), battle.to_json()) == ([], before)


# --- hashes ----------------------------------------------------------------------------------------------------


def canonical(value: Any) -> bytes:
    """Return JSON as battles.md has it: UTF-8, keys sorted, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


@pytest.mark.parametrize("make", [finished, lambda: played(9, seed=2), duel], ids=["finished", "unfinished", "begun"])
def test_hashes_are_chained_from_the_start(make: Callable[[], sightline.Battle]) -> None:
    record = json.loads(make().to_json())
    first = {key: record[key] for key in ("rules", "rules_revision", "rulings", "scenario", "start")}
    before = hashlib.sha256(canonical(first)).hexdigest()
    for number, step in enumerate(record["steps"], start=1):
        told = {key: step[key] for key in ("action", "events", "state")}
        before = hashlib.sha256(before.encode() + canonical(told)).hexdigest()
        assert (step["n"], step["hash"]) == (number, before)
    assert record["scenario"] == DUEL


def test_a_record_has_its_keys_in_order() -> None:
    record = json.loads(finished().to_json(indent=0))
    assert list(record) == [
        *("sightline", "rules", "rules_revision", "rulings", "scenario", "formations"),
        *("seed", "limit", "opening", "start", "steps", "result"),
    ]
    assert [list(step) for step in record["steps"]] == [["n", "action", "events", "hash", "state"]] * len(
        record["steps"]
    )
