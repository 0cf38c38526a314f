"""What of characters, objects and questions is refused, and how it is said; whole files stand among the bad ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import sightline
from sightline import ScenarioError
from tests.rulebook.sodwa.boards import FIGHTER, NUMBERS, board

REFUSED: dict[str, tuple[dict[str, Any], tuple[str, str | None, str]]] = {
    "melee alone": (
        {"A": {"melee": NUMBERS}},
        ("pieces.A.ranged", None, "a character must state both melee and ranged, or neither; ranged is missing."),
    ),
    "ranged alone": (
        {"A": {"ranged": NUMBERS}},
        ("pieces.A.melee", None, "a character must state both melee and ranged, or neither; melee is missing."),
    ),
    "an object with Health": (
        {"O": {"health": 5}},
        ("pieces.O.health", "health", "an object can state only its place and its kind."),
    ),
    "an object with a side": (
        {"O": {"side": "red"}},
        ("pieces.O.side", "side", "an object can state only its place and its kind."),
    ),
    "an object of an unknown kind": (
        {"O": {"is": "wooden"}},
        ("pieces.O.is", "wooden", "'wooden' is not a kind of terrain."),
    ),
    "a character of a kind": ({"A": {"is": "impeding"}}, ("pieces.A.is", "is", "only an object can state its kind.")),
    "no Health": ({"A": {"health": 0}}, ("pieces.A.health", "0", "'0' is not a whole number from 1 to 9999.")),
    "no Initiative": (
        {"A": {"initiative": 0}},
        ("pieces.A.initiative", "0", "'0' is not a whole number from 1 to 9999."),
    ),
    "on a wall": (
        {"A": {"at": "B1"}},
        ("pieces.A.at", "B1", "'A' cannot be at B1 (obstructing): nothing can be put there."),
    ),
    "in the way of another": ({"A": {"at": "D1"}}, ("pieces.T.at", "D1", "'A' already stands at D1.")),
    "an object on a wall": (
        {"O": {"at": "B1"}},
        ("pieces.O.at", "B1", "'O' cannot be at B1 (obstructing): nothing can be put there."),
    ),
    "on an object that obstructs": (
        {"O": {"is": "obstructing"}, "A": {"at": "C1"}},
        ("pieces.A.at", "C1", "'A' cannot be at C1 (obstructing): nothing can be put there."),
    ),
}
DRAWING = "A # O T"


@pytest.mark.parametrize("case", REFUSED)
def test_what_pieces_state_wrongly_is_refused(case: str) -> None:
    stated, (key, found, message) = REFUSED[case]
    with pytest.raises(ScenarioError) as refused:
        board(DRAWING, **stated)
    [problem] = refused.value.problems
    assert (problem.key, problem.found) == (key, found)
    assert problem.message.startswith(message)


def test_what_is_right_is_not_refused() -> None:
    verdict: Any = board(DRAWING, A=FIGHTER, T={**FIGHTER, "move": 0, "range": 0}).shot("A", "T")
    assert verdict.attack_value == 40
    # One object and one character may be on a tile, in either order of the file.
    assert board("AO . T").position.board == board("A . T", O={"at": "A1"}).position.board


@pytest.mark.parametrize(
    ("ask", "key", "message"),
    [
        (lambda it: it.shot("A", "O"), "to", "'O' is an object: it cannot act and cannot be a target."),
        (lambda it: it.shot("O", "A"), "from", "'O' is an object: it cannot act and cannot be a target."),
        (lambda it: it.resolve("A", "O", seed=1), "to", "'O' is an object: it cannot act and cannot be a target."),
        (lambda it: it.see("O"), "from", "'O' is an object: it cannot act and cannot be a target."),
        (lambda it: it.reach("O"), "from", "'O' is an object: it cannot act and cannot be a target."),
        (lambda it: it.advise("O"), "from", "'O' is an object: it cannot act and cannot be a target."),
        (lambda it: it.strike("O", "B1"), "from", "'O' is an object: it cannot act and cannot be a target."),
        (lambda it: it.shot("A", "A"), "to", "'A' cannot attack itself."),
        (lambda it: it.shot("A", "Z"), "to", "there is no piece 'Z'."),
        (lambda it: it.strike("A", "E9"), "at", "E9 is off the map, which is 4x1."),
        (lambda it: it.strike("A", "A1/C1"), "at", "A1 and C1 are not neighbours."),
    ],
)
def test_questions_about_what_cannot_act_are_refused(
    ask: Callable[[sightline.Scenario], Any], key: str, message: str
) -> None:
    with pytest.raises(ScenarioError) as refused:
        ask(board(DRAWING))
    [problem] = refused.value.problems
    assert problem.key == key
    assert problem.message.startswith(message)


def test_changes_are_checked_like_files() -> None:
    scenario = board(DRAWING)
    with pytest.raises(ScenarioError) as refused:
        scenario.with_piece("A", melee=NUMBERS)
    assert [problem.key for problem in refused.value.problems] == ["pieces.A.ranged"]
    assert scenario.with_piece("A", melee=NUMBERS, ranged=NUMBERS) == board(DRAWING, A=FIGHTER)
    with pytest.raises(ScenarioError):
        scenario.with_piece("O", moved=True)
    assert scenario.with_piece("O", at="A1").with_piece("A", at="C1") == board("O # A T")
