"""Section 6 of Penance, rolled: the steps from the dice of a seed to what they do.

The dice of the seeds here: 0 throws 4 and 0, 1 throws 5 and 4, 9 throws 5 and 3, 11 two jams, 16 throws 2 and 3, 26 two
fives; of three dice 6 throws 1, 2 and 5, 7 throws 1, 1 and a jam, 56 three jams.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.penance.boards import RIFLE, board

Told = tuple[tuple[int, ...], str | None, int, list[str]]
HIT = ["PEN-6.3", "PEN-6.6", "PEN-6.7"]


def rolled(seed: int, drawing: str = "T\n.\nA", **more: Any) -> Told:
    """Roll the shot of A at T: the dice, the outcome, the damage, and the clauses of the steps."""
    answer = board(drawing, **more).resolve("A", "T", seed=seed)
    assert (answer.legal, answer.seed) == (bool(answer.rolls), seed)
    return answer.rolls, answer.outcome, answer.damage, [step.clause.id for step in answer.steps]


def against(number: int) -> dict[str, Any]:
    """State a shot with a rifle that needs 8 to 11."""
    last = {8: 0, 9: 1, 10: 4, 11: 7}[number]
    return {"A": {"moved": 9, "weapons": [RIFLE]}, "T": {"moved_last_turn": last}}


@pytest.mark.clause("PEN-6.2", applies=True)
@pytest.mark.parametrize(
    ("seed", "dice", "outcome", "damage"),
    [(1, (5, 4), "critical", 4), (9, (5, 3), "strong", 3), (16, (2, 3), "plain", 2), (26, (5, 5), "execution", 2)],
)
def test_pen_6_2_applies_the_number_or_more_hits(seed: int, dice: tuple[int, ...], outcome: str, damage: int) -> None:
    told = rolled(seed, A={"weapons": [RIFLE]})
    assert told == (dice, outcome, damage, ["PEN-6.2", "PEN-6.2", *HIT])


@pytest.mark.clause("PEN-6.2", applies=False)
def test_pen_6_2_less_misses() -> None:
    assert rolled(0) == ((4, 0), "miss", 0, ["PEN-6.2", "PEN-6.2"])
    assert rolled(9, **against(8))[1] == "strong"
    assert rolled(9, **against(9)) == ((5, 3), "miss", 0, ["PEN-6.2", "PEN-6.2"])


@pytest.mark.clause("PEN-6.4", applies=True)
def test_pen_6_4_applies_to_two_fives_that_do_not_reach_the_number() -> None:
    assert rolled(26, **against(11)) == ((5, 5), "execution", 2, ["PEN-6.2", "PEN-6.4", *HIT])
    ruled = rolled(26, **against(11), rulings={"execution": "needs-number"})
    assert ruled == ((5, 5), "miss", 0, ["PEN-6.2", "PEN-6.4"])


@pytest.mark.clause("PEN-6.4", applies=False)
@pytest.mark.parametrize("choice", ["always-hits", "needs-number"])
def test_pen_6_4_two_fives_that_reach_the_number_are_a_hit(choice: str) -> None:
    told = rolled(26, **against(10), rulings={"execution": choice})
    assert told == ((5, 5), "execution", 2, ["PEN-6.2", "PEN-6.2", *HIT])


@pytest.mark.clause("PEN-6.5", applies=True)
def test_pen_6_5_applies_two_jams_miss_whatever_the_number() -> None:
    assert rolled(11, T={"facing": "N"}) == ((0, 0), "jam", 0, ["PEN-6.2", "PEN-6.5"])


@pytest.mark.clause("PEN-6.5", applies=False)
def test_pen_6_5_one_jam_jams_nothing() -> None:
    assert rolled(0, T={"facing": "N"})[:2] == ((4, 0), "plain")


@pytest.mark.clause("PEN-6.8", applies=True)
@pytest.mark.parametrize(
    ("seed", "dice", "outcome"),
    [
        *((0, (4, 0, 0), "plain"), (1, (5, 4, 5), "execution"), (6, (1, 2, 5), "strong"), (7, (1, 1, 0), "miss")),
        *((2, (4, 0, 5), "critical"), (56, (0, 0, 0), "jam")),
    ],
)
def test_pen_6_8_applies_the_best_two_of_three_dice_count(seed: int, dice: tuple[int, ...], outcome: str) -> None:
    told = rolled(seed, T={"facing": "N"}, rulings={"advantage": "adds"})
    assert told[:2] == (dice, outcome)
    assert told[3][0] == "PEN-6.8"


@pytest.mark.clause("PEN-6.8", applies=False)
@pytest.mark.parametrize("choice", ["none", "replaces", "adds"])
def test_pen_6_8_the_front_meets_two_dice(choice: str) -> None:
    assert rolled(1, rulings={"advantage": choice})[0] == (5, 4)


@pytest.mark.clause("PEN-6.7", applies=True)
@pytest.mark.parametrize(
    ("seed", "quality", "damage"), [(16, "plain", 1), (9, "strong", 1), (1, "critical", 2), (26, "execution", 2)]
)
def test_pen_6_7_applies_to_what_is_dealt(seed: int, quality: str, damage: int) -> None:
    assert rolled(seed, A={"weapons": [RIFLE]}, T={"defense": 3})[1:3] == (quality, damage)


@pytest.mark.parametrize("seed", [0, 11, 26])
def test_an_attack_that_is_not_allowed_is_not_rolled(seed: int) -> None:
    assert rolled(seed, T={"side": "red"}) == ((), None, 0, [])


def test_what_the_steps_say() -> None:
    answer = board("T\n.\nA", A={"weapons": [RIFLE]}, T={"facing": "N", "defense": 5}, rulings={"advantage": "adds"})
    assert [step.why for step in answer.resolve("A", "T", seed=2).steps] == [
        "three dice show 4, 0, 5, of which 5, 4 count: 9",
        "9 reaches 3: a hit",
        "9 is a critical hit: +2 damage, and 1 Defense is bypassed",
        "damage rolled: 7",
        "7 less 1 for Defense, at least 1: 6 dealt",
    ]


@pytest.mark.parametrize(
    ("seed", "number", "choice", "said"),
    [
        (26, 11, "always-hits", "two fives hit, though the number to reach is 11"),
        (26, 11, "needs-number", "two fives do not reach 11: a miss"),
        (26, 10, "needs-number", "10 reaches 10: a hit"),
        (9, 9, "always-hits", "8 does not reach 9: a miss"),
    ],
)
def test_what_the_step_to_the_outcome_says(seed: int, number: int, choice: str, said: str) -> None:
    answer = board("T\n.\nA", **against(number), rulings={"execution": choice}).resolve("A", "T", seed=seed)
    assert answer.steps[1].why == said


@pytest.mark.parametrize(
    ("seed", "stated", "rulings"),
    [
        # Against 11 the odds depend on what two fives do, whatever is thrown.
        (26, against(11), {"execution": "always-hits"}),
        (9, against(11), {"execution": "always-hits"}),
        (26, against(10), {}),
        (1, {"T": {"facing": "N"}}, {"advantage": "none"}),
    ],
)
def test_rulings_are_named_where_they_decide(seed: int, stated: dict[str, Any], rulings: dict[str, str]) -> None:
    assert board("T\n.\nA", **stated).resolve("A", "T", seed=seed).rulings == rulings
