"""An answer names a ruling exactly when another choice of it alone would change another key of the answer."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from tests.deciding_rulings import check_rulings_named, decisive
from tests.rulebook.hero5.boards import STAFF, board

LONG = {"weapons": [STAFF], "reach": 2}
MELEE = {"weapons": [STAFF]}
CRACK = "A . {} #\n# # . #\n# # # T"
WALLS = {"wall": "A1/A2 A2/B1"}

SHOTS: dict[str, dict[str, Any]] = {
    "plain": {"drawing": "A . T"},
    "five hexes": {"drawing": "A . . . . T"},
    "five hexes in melee": {"drawing": "A . . . . T", "A": {**MELEE, "reach": 5}},
    "a friend far away": {"drawing": "A . . . . T", "T": {"side": "red"}},
    "beside the target": {"drawing": "A . T\n. # ."},
    "beside a friend": {"drawing": "A . T\n. # .", "T": {"side": "red"}},
    "beside and far away": {"drawing": "A . . . . T\n. . . . # ."},
    "a crack": {"drawing": CRACK.format(".")},
    "a closed crack": {"drawing": CRACK.format("#")},
    "a crack to someone concealed": {"drawing": CRACK.format("."), "T": {"concealment": "mostly"}},
    "a crack to someone unseen": {"drawing": CRACK.format("."), "T": {"concealment": "total"}},
    "a wall beside": {"drawing": "A T\n. .", "borders": WALLS, "A": MELEE},
    "a wall beside someone concealed": {
        "drawing": "A T\n. .",
        "borders": WALLS,
        "A": MELEE,
        "T": {"concealment": "half"},
    },
    "a wall between": {"drawing": "A T\n. .", "borders": {"wall": "A1/B1"}, "A": MELEE},
    "walls between and beside": {"drawing": "A T\n. .", "borders": {"wall": "A1/B1 A1/A2"}, "A": MELEE},
    "a wall beside, at range": {"drawing": "A T\n. .", "borders": WALLS},
    "a wall beside and one hex more": {"drawing": "A . T\n. # .", "borders": WALLS, "A": LONG},
    "a pair with a wall": {
        "drawing": ". . .\n. . .\n. . T\n. . .\n. . .",
        "borders": {"wall": "B3/C3"},
        "A": {"at": "B3@S", "growth": 1, **MELEE},
    },
    "one hex": {"drawing": "AT\n#", "T": {"shrinking": 2}, "A": MELEE},
}

PAST = ". E . .\nA . . ."
SQUEEZED = {"at": "A1@NE", "growth": 1}

MOVES: dict[str, dict[str, Any]] = {
    "nobody": {"drawing": "A . ."},
    "past an opponent": {"drawing": PAST},
    "past someone helpless": {"drawing": PAST, "E": {"helpless": True}},
    "past a friend": {"drawing": ". F . .\nA . . ."},
    "unseen past an opponent": {"drawing": PAST, "A": {"concealment": "total"}},
    "past an opponent behind walls": {"drawing": PAST, "borders": {"wall": "A2/B1"}},
    "to one hex": {"drawing": "E A d", "A": {"movement": 1}},
    "squeezed up to an opponent": {"drawing": ". . E . .", "A": SQUEEZED},
    "squeezed up to an opponent with a roll": {"drawing": ". . E . .", "A": {**SQUEEZED, "acrobatics": 11}},
    "squeezed up to a friend": {"drawing": ". . F . .", "A": SQUEEZED},
    "squeezed up to someone helpless": {"drawing": ". . E . .", "A": SQUEEZED, "E": {"helpless": True}},
    "not squeezed": {"drawing": "A E . ."},
    "away from a long arm beside a wall": {"drawing": "E . A . .\n. # . . .", "E": {"reach": 2}},
}


def shoot(scenario: sightline.Scenario) -> Any:
    """Ask about the attack of A on T."""
    return scenario.shot("A", "T")


def move(scenario: sightline.Scenario) -> Any:
    """Ask where A can move to."""
    return scenario.reach("A")


@pytest.mark.slow
@pytest.mark.parametrize("scene", SHOTS)
def test_rulings_named_are_those_that_decide_an_attack(scene: str) -> None:
    check_rulings_named(board(**SHOTS[scene]), shoot)


@pytest.mark.slow
@pytest.mark.parametrize("scene", MOVES)
def test_rulings_named_are_those_that_decide_a_move(scene: str) -> None:
    check_rulings_named(board(**MOVES[scene]), move)


@pytest.mark.slow
def test_every_ruling_decides_one_of_these_scenes() -> None:
    of_attacks = {name for scene in SHOTS.values() for name in decisive(board(**scene), shoot)}
    of_moves = {name for scene in MOVES.values() for name in decisive(board(**scene), move)}
    assert of_attacks == {"hexside", "melee-wall", "range-modifiers"}
    assert of_moves == {"squeeze-past", "opportunity", "hexside", "melee-wall"}


@pytest.mark.parametrize(
    ("scene", "found"),
    [
        ("plain", {}),
        ("five hexes", {"range-modifiers": "none"}),
        ("five hexes in melee", {}),
        ("a friend far away", {}),
        ("beside the target", {"hexside": "both"}),
        ("a crack", {"hexside": "both"}),
        ("a wall beside", {"melee-wall": "any-line"}),
        ("a wall between", {}),
        ("a wall beside, at range", {}),
        ("one hex", {}),
    ],
)
def test_attacks_and_the_rulings_that_they_name(scene: str, found: dict[str, str]) -> None:
    assert shoot(board(**SHOTS[scene])).rulings == found


@pytest.mark.parametrize(
    ("scene", "found"),
    [
        ("nobody", {}),
        ("past an opponent", {"opportunity": "attacks"}),
        ("past someone helpless", {}),
        ("past a friend", {}),
        ("unseen past an opponent", {}),
        ("to one hex", {"opportunity": "attacks"}),
        ("squeezed up to an opponent", {"squeeze-past": "needs-acrobatics"}),
        ("squeezed up to an opponent with a roll", {"squeeze-past": "needs-acrobatics", "opportunity": "attacks"}),
        ("squeezed up to a friend", {}),
        ("squeezed up to someone helpless", {}),
        ("not squeezed", {}),
    ],
)
def test_moves_and_the_rulings_that_they_name(scene: str, found: dict[str, str]) -> None:
    assert move(board(**MOVES[scene])).rulings == found


def test_two_rulings_that_decide_only_together_are_not_named() -> None:
    # Where there are no attacks of opportunity, it does not matter which walls conceal from them.
    scene = {**MOVES["past an opponent behind walls"], "rulings": {"opportunity": "none"}}
    assert move(board(**scene)).rulings == {"opportunity": "none"}


def test_rulings_of_what_is_seen_and_threatened() -> None:
    scenario = board("A . .\n. # .")
    assert scenario.see("A").rulings == {"hexside": "both"}
    assert board("A . .").see("A").rulings == {}
    assert board("AT . . . .", T={"shrinking": 2}).threat("blue").rulings == {}
    assert board("AT . . . . .", T={"shrinking": 2}).threat("blue").rulings == {"range-modifiers": "none"}
