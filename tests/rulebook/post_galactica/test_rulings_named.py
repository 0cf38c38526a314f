"""Answers name exactly the rulings of which another choice alone would change them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.deciding_rulings import Ask, check_rulings_named, decisive
from tests.rulebook.post_galactica.boards import BLADE, BUILDING, PIKE, RULINGS, board

LARGE = {"tags": ["Large"]}
MELEE = {"weapons": [BLADE]}
PORTS = {**BUILDING, "side": "red", "tags": ["firing ports"]}

SHOTS: dict[str, dict[str, Any]] = {
    "plain": {"drawing": "A . T"},
    "a wall": {"drawing": "A # T\n. . ."},
    "walls all round": {"drawing": "# # # #\nA # T .\n# # # #"},
    "beside a wall": {"drawing": ". A .\n# . .\n. T ."},
    "beside a wall and a large unit": {"drawing": ". A .\n# E .\n. T .", "E": LARGE},
    "a large unit": {"drawing": "# # # #\nA E T .\n# # # #", "E": LARGE},
    "a large friend of both": {"drawing": "A E # T", "E": LARGE},
    "cover off the line": {"drawing": "A . . T\n. . l ."},
    "cover in melee": {"drawing": "A Tl", "A": MELEE},
    "cover in melee out of sight": {"drawing": "A # Th", "A": {"weapons": [PIKE]}},
    "in melee": {"drawing": "A T", "A": MELEE},
    "beside a building": {"drawing": "A E . T", "E": BUILDING},
    "two buildings": {"drawing": "A E . T", "E": BUILDING, "A": BUILDING},
    "a building off the line": {"drawing": "A . . T\n. . E .", "E": BUILDING},
    "through a building": {"drawing": "A F . T\n. . . .", "F": PORTS},
    "past a building": {"drawing": "A E . T\n. . . .", "E": BUILDING, "A": {"allows": ["PG-20.5"]}},
    "a building in melee": {"drawing": "A E T\n. . .", "E": BUILDING, "A": {"weapons": [PIKE]}},
}
MOVES: dict[str, dict[str, Any]] = {
    "nobody": {"drawing": "A . . ."},
    "to an enemy": {"drawing": "A . . T"},
    "to a building": {"drawing": "A . . T", "T": BUILDING},
    "away from a building": {"drawing": "T A . .", "T": BUILDING},
}


@pytest.mark.slow
@pytest.mark.parametrize("scene", SHOTS)
def test_rulings_named_are_those_that_decide_an_attack(scene: str) -> None:
    check_rulings_named(board(**SHOTS[scene]), lambda scenario: scenario.shot("A", "T"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "ask",
    [
        lambda scenario: scenario.shot("A", "T", why_not=True),
        lambda scenario: scenario.resolve("A", "T", seed=1),
        lambda scenario: scenario.see("A"),
        lambda scenario: scenario.threat("blue"),
        lambda scenario: scenario.advise("A"),
    ],
    ids=["why not", "resolve", "see", "threat", "advise"],
)
def test_rulings_named_are_those_that_decide_other_answers(ask: Ask) -> None:
    check_rulings_named(board(**SHOTS["beside a wall and a large unit"]), ask)


@pytest.mark.slow
@pytest.mark.parametrize("scene", MOVES)
def test_rulings_named_are_those_that_decide_a_move(scene: str) -> None:
    check_rulings_named(board(**MOVES[scene]), lambda scenario: scenario.reach("A"))


def test_every_ruling_of_hexes_decides_one_of_these_scenes() -> None:
    found = {name for scene in SHOTS.values() for name in decisive(board(**scene), lambda at: at.shot("A", "T"))}
    assert found == RULINGS - {"inside"}
    assert decisive(board(**MOVES["to a building"]), lambda at: at.reach("A")) == {"buildings-engage": "no"}
