"""An answer names a ruling exactly when another choice of it alone would change another key of the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import sightline
from sightline.rules import installed_systems
from tests.deciding_rulings import check_rulings_named, decisive
from tests.rulebook.sodwa.boards import FIGHTER, FLYER, board, duel

RULINGS = {ruling.name: ruling.choices for ruling in installed_systems()["sodwa"].rulings}
FENCE = {"impeding": "A1/B1"}
CORNER_FENCES = {"impeding": "A1/B1 A1/A2"}
UNSTATED: dict[str, Any] = {"melee": None, "ranged": None}

SHOTS: dict[str, dict[str, Any]] = {
    "plain": {"drawing": "A . T"},
    "across a fence": {"drawing": "A T", "borders": FENCE},
    "across a fence, without numbers": {"drawing": "A T", "borders": FENCE, "A": UNSTATED},
    "across a wall": {"drawing": "A T", "borders": {"obstructing": "A1/B1"}},
    "a fence farther away": {"drawing": "A . T", "borders": FENCE},
    "a corner with fences": {"drawing": "A .\n. T", "borders": CORNER_FENCES},
    "a corner with a fence on one way": {"drawing": "A .\n. T", "borders": FENCE},
    "a corner with a fence and a character": {"drawing": "A .\nE T", "borders": FENCE},
    "a corner with a fence and a wall": {"drawing": "A .\n# T", "borders": FENCE},
    "a corner between characters": {"drawing": "A E\nF T"},
    "a corner beside a character": {"drawing": "A .\nF T"},
    "a corner between a character and a wall": {"drawing": "A F\n# T"},
    "a far corner between characters": {"drawing": "A . F .\n. G . T"},
    "a far corner between a character and brambles": {"drawing": "A . F .\n. i . T"},
    "a far corner seen over": {"drawing": "A1 . F .\n. G . T"},
    "engaged": {"drawing": "E A . T"},
    "an engaged friend": {"drawing": "E A . T", "T": {"side": "red"}},
    "a friend": {"drawing": "A . T", "T": {"side": "red"}},
    "engaged round a corner that characters close": {"drawing": "E F .\nG A .\n. . .\n. T ."},
    "engaged round a corner beside a character": {"drawing": "E F .\n. A .\n. . .\n. T ."},
    "one diagonal": {"drawing": "A . .\n. . T"},
    "two diagonals": {"drawing": "A . .\n. . .\n. . T"},
    "two diagonals out of Range": {"drawing": "A . .\n. . .\n. . T", "A": {"range": 2}},
    "an evader who does not see": {"drawing": "A . E T\n. . . .", "T": {"evasion": 9}},
    "an evader round a corner": {"drawing": "A . F .\n. G . T", "T": {"evasion": 9}},
    "knocked back onto a friend": {"drawing": "A . T E"},
    "out of a portal": {"drawing": "A # . T", "links": ["A1 C1"]},
    "out of a portal of no use": {"drawing": "A . . # .\n. T . # .", "links": ["A1 E2"]},
    "beside a portal": {"drawing": "A . # T\n. . . .", "links": ["A2 C2"]},
    "knocked back by brambles onto a friend": {"drawing": "A . T Ei"},
    "a flyer knocked back onto a friend": {"drawing": "A . T E", "T": FLYER},
}
MOVES: dict[str, dict[str, Any]] = {
    "straight on": {"drawing": "A . ."},
    "one diagonal": {"drawing": "A .\n. ."},
    "two diagonals": {"drawing": "A . .\n. . .\n. . ."},
    "two diagonals with a Move of 1": {"drawing": "A . .\n. . .\n. . .", "A": {"move": 1}},
    "past a friend": {"drawing": "A F ."},
    "past a friend in brambles": {"drawing": "A Fi ."},
    "past an enemy": {"drawing": "A E ."},
    "a flyer past a friend": {"drawing": "A F .", "A": FLYER},
    "a friend too far away": {"drawing": "A . F", "A": {"move": 1}},
}
STRIKES: dict[str, dict[str, Any]] = {
    "plain": {"drawing": "A #"},
    "a corner between characters": {"drawing": "A E\nF #"},
    "engaged at range": {"drawing": "E A . #"},
    "weak": {"drawing": "A #", "A": {**FIGHTER, "melee": {**FIGHTER["melee"], "damage": 1}}},
    "far away": {"drawing": "A . .\n. . .\n. . #", "A": {"range": 2}},
}


def shoot(scenario: sightline.Scenario) -> Any:
    """Ask about the attack of A on T."""
    return scenario.shot("A", "T")


def move(scenario: sightline.Scenario) -> Any:
    """Ask where A can move to."""
    return scenario.reach("A")


def strike(scenario: sightline.Scenario) -> Any:
    """Ask about an attack of A on the obstructing tile, which has taken 2 damage."""
    [at] = [
        f"{'ABCDE'[column]}{row + 1}"
        for row in range(scenario.board.rows)
        for column in range(scenario.board.columns)
        if "obstructing" in (scenario.board.kinds(scenario.board.grid.cell_at(column, row)) or ())
    ]
    return scenario.strike("A", at, earlier=2)


@pytest.mark.slow
@pytest.mark.parametrize("scene", SHOTS)
def test_rulings_named_are_those_that_decide_an_attack(scene: str) -> None:
    check_rulings_named(duel(**SHOTS[scene]), shoot)


@pytest.mark.slow
@pytest.mark.parametrize("scene", MOVES)
def test_rulings_named_are_those_that_decide_a_move(scene: str) -> None:
    check_rulings_named(board(**MOVES[scene]), move)


@pytest.mark.slow
@pytest.mark.parametrize("scene", STRIKES)
def test_rulings_named_are_those_that_decide_an_attack_on_terrain(scene: str) -> None:
    check_rulings_named(board(**{**STRIKES[scene], "A": {**FIGHTER, **STRIKES[scene].get("A", {})}}), strike)


@pytest.mark.slow
def test_every_ruling_decides_one_of_these_scenes() -> None:
    of_attacks = {name for scene in SHOTS.values() for name in decisive(duel(**scene), shoot)}
    of_moves = {name for scene in MOVES.values() for name in decisive(board(**scene), move)}
    fighters = ({**scene, "A": {**FIGHTER, **scene.get("A", {})}} for scene in STRIKES.values())
    of_strikes = {name for scene in fighters for name in decisive(board(**scene), strike)}
    assert of_attacks == {"adjacent-fence", "corner-characters", "engaged", "diagonals", "portal-sight"}
    assert of_moves == {"diagonals", "pass-through"}
    assert of_strikes == {"corner-characters", "engaged", "diagonals", "wall-damage"}
    # Who is first in a battle is no answer at the board.
    assert of_attacks | of_moves | of_strikes | {"opening-tie"} == RULINGS.keys()


@pytest.mark.parametrize(
    ("scene", "found"),
    [
        ("plain", {}),
        ("across a fence", {"adjacent-fence": "ignored"}),
        ("across a wall", {}),
        ("a fence farther away", {}),
        ("a corner with a fence on one way", {}),
        ("a corner between characters", {"corner-characters": "block-in-pairs"}),
        ("a corner beside a character", {}),
        ("a far corner seen over", {}),
        ("engaged", {}),
        ("an engaged friend", {"engaged": "enemies-only"}),
        ("a friend", {}),
        ("engaged round a corner that characters close", {"corner-characters": "block-in-pairs"}),
        ("engaged round a corner beside a character", {}),
        ("one diagonal", {}),
        ("two diagonals", {"diagonals": "one"}),
        ("knocked back onto a friend", {}),
        ("out of a portal", {"portal-sight": "none"}),
        ("out of a portal of no use", {}),
        ("beside a portal", {}),
    ],
)
def test_attacks_and_the_rulings_that_they_name(scene: str, found: dict[str, str]) -> None:
    assert shoot(duel(**SHOTS[scene])).rulings == found


@pytest.mark.parametrize(
    ("scene", "found"),
    [
        ("straight on", {}),
        ("one diagonal", {}),
        ("two diagonals", {"diagonals": "one"}),
        ("two diagonals with a Move of 1", {}),
        ("past a friend", {"pass-through": "none"}),
        ("past a friend in brambles", {}),
        ("past an enemy", {}),
        ("a flyer past a friend", {}),
        ("a friend too far away", {}),
    ],
)
def test_moves_and_the_rulings_that_they_name(scene: str, found: dict[str, str]) -> None:
    assert move(board(**MOVES[scene])).rulings == found


ASKED: dict[str, Callable[[sightline.Scenario], Any]] = {
    "why not": lambda scenario: scenario.shot("A", "T", why_not=True),
    "resolve": lambda scenario: scenario.resolve("A", "T", seed=1),
    "see": lambda scenario: scenario.see("A"),
    "threat": lambda scenario: scenario.threat("blue"),
    "advise": lambda scenario: scenario.advise("A"),
}
SCENES: dict[str, dict[str, Any]] = {
    "two characters at a corner": {"drawing": "A F .\nG . T", "A": {"move": 1}},
    "a fence": {"drawing": "A .\n. T", "borders": CORNER_FENCES, "A": {"move": 1}},
    "nothing": {"drawing": "A T"},
}


@pytest.mark.slow
@pytest.mark.parametrize("question", ASKED)
@pytest.mark.parametrize("scene", SCENES)
def test_rulings_named_are_those_that_decide_other_answers(question: str, scene: str) -> None:
    check_rulings_named(duel(**SCENES[scene]), ASKED[question])


def test_rulings_of_what_is_seen_and_threatened() -> None:
    corner = duel(**SCENES["two characters at a corner"])
    assert corner.see("A").rulings == {"corner-characters": "block-in-pairs"}
    assert "diagonals" not in corner.threat("blue").rulings
    assert duel(". . .\n. . .\n. . A", T={"at": "C1"}, A={"at": "A3", "range": 2}).threat("blue").rulings == {
        "diagonals": "one"
    }
    assert duel("A . T").see("A").rulings == duel("A . T").threat("blue").rulings == {}


# Refused for the distance alone, before anything else is asked.
BEYOND_RANGE: dict[str, dict[str, Any]] = {
    "diagonals": {"drawing": "A . .\n. . .\n. . T", "A": {"range": 2, "move": 0}},
    "portal-sight": {"drawing": "A . . . T", "links": ["A1 D1"], "A": {"range": 1, "move": 0}},
}


@pytest.mark.parametrize("question", ["threat", "advise"])
@pytest.mark.parametrize(("name", "choice"), [(name, choice) for name in BEYOND_RANGE for choice in RULINGS[name]])
def test_a_ruling_that_opens_what_is_beyond_range_is_named(name: str, choice: str, question: str) -> None:
    scenario = duel(**BEYOND_RANGE[name], rulings={name: choice})
    assert ASKED[question](scenario).rulings == {name: choice}
