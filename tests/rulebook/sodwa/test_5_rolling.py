"""SOD-5.3 and 5.8, and 1.4: two dice as 01 to 100, doubles, and what an attack does."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulebook.findings import notes, rows, why
from tests.rulebook.sodwa.boards import FLYER, FRAIL, NUMBERS, attack, duel, roll, shot, steps

MELEE, RANGED = "A T", "A . T ."
SUCCESSES = {-50: 99, 0: 99, 1: 99, 2: 99, 3: 98, 50: 51, 60: 41, 99: 2, 100: 1, 101: 1, 250: 1}
"""How many of 100 rolls succeed at a difficulty: 01 never does, 100 always."""
DOUBLES = {-50: 10, 2: 10, 11: 10, 12: 9, 60: 5, 66: 5, 67: 4, 99: 2, 100: 1, 101: 1, 250: 1}
"""How many of these are 11, 22 and so on to 100."""


def at_difficulty(difficulty: int, drawing: str = MELEE) -> Any:
    """Judge an attack of A on T of that difficulty."""
    own = {"accuracy": max(0, 100 - difficulty), "defense": 0, "damage": 5}
    against = {"accuracy": 0, "defense": max(100, difficulty), "damage": 0}
    return shot(drawing, A={"melee": own, "ranged": own}, T={"melee": against, "ranged": against})


# --- SOD-5.2 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-5.2", applies=True)
@pytest.mark.parametrize("rolled", [2, 50, 59, 60, 61, 99])
def test_sod_5_2_applies_to_what_is_rolled(rolled: int) -> None:
    verdict = roll(rolled, MELEE)
    tens, ones = verdict.rolls
    assert 10 * tens + ones == rolled
    is_hit = rolled >= 60
    assert (verdict.outcome, verdict.damage) == (("hit", 5) if is_hit else ("miss", 0))
    result = f"{rolled:02} reaches 60: a success" if is_hit else f"{rolled:02} does not reach 60: a failure"
    assert steps(verdict)[:2] == [("SOD-5.2", f"the dice show {tens} and {ones}: {rolled:02}"), ("SOD-5.2", result)]
    assert len(verdict.steps) == (2 if not is_hit else 4 if rolled == 99 else 3)


# --- SOD-5.3 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-5.3", applies=True)
def test_sod_5_3_applies_to_the_odds() -> None:
    for difficulty, successes in SUCCESSES.items():
        verdict = at_difficulty(difficulty)
        assert (verdict.to_hit.difficulty, verdict.odds.hit) == (difficulty, Fraction(successes, 100))
        assert sum(verdict.odds.outcomes.values()) == verdict.odds.hit


@pytest.mark.clause("SOD-5.3", applies=True)
@pytest.mark.parametrize(("difficulty", "told"), [(1, "01 fails"), (-50, "01 fails"), (101, "100 succeeds")])
def test_sod_5_3_applies_against_the_difficulty_and_is_reported(difficulty: int, told: str) -> None:
    verdict = at_difficulty(difficulty)
    assert rows(verdict, "SOD-5.3") == [notes("SOD-5.3")]
    assert why(verdict, "SOD-5.3") == [f"{told}, though the difficulty is {difficulty}"]


@pytest.mark.clause("SOD-5.3", applies=True)
def test_sod_5_3_applies_to_what_is_rolled() -> None:
    sure, hopeless = {"accuracy": 100, "defense": 0, "damage": 5}, {"accuracy": 0, "defense": 200, "damage": 5}
    failed = roll(1, MELEE, A={"melee": sure, "ranged": sure})
    assert (failed.to_hit.difficulty, failed.outcome, failed.damage) == (0, "miss", 0)
    assert steps(failed) == [
        ("SOD-5.2", "the dice show 0 and 1: 01"),
        ("SOD-5.3", "01 does not reach 0: a failure"),
    ]
    succeeded = roll(100, MELEE, T={"melee": hopeless, "ranged": hopeless})
    assert (succeeded.to_hit.difficulty, succeeded.outcome, succeeded.damage) == (160, "hit", 5)
    assert steps(succeeded) == [
        ("SOD-5.2", "the dice show 0 and 0: 100"),
        ("SOD-5.3", "100 reaches 160: a success"),
        ("SOD-5.7", "5 damage dealt, 0 ignored: T has 5 Health left"),
        ("SOD-5.8", "doubles: nothing more, in melee"),
    ]


@pytest.mark.clause("SOD-5.3", applies=False)
@pytest.mark.parametrize("difficulty", [2, 60, 100])
def test_sod_5_3_not_where_the_difficulty_is_the_same(difficulty: int) -> None:
    assert rows(at_difficulty(difficulty), "SOD-5.3") == []
    assert [clause for clause, _ in steps(roll(2, MELEE))] == ["SOD-5.2", "SOD-5.2"]


# --- SOD-5.8 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-5.8", applies=True)
@pytest.mark.parametrize("difficulty", DOUBLES)
@pytest.mark.parametrize("drawing", [MELEE, RANGED])
def test_sod_5_8_applies_to_the_odds_in_melee_and_at_range(difficulty: int, drawing: str) -> None:
    odds = at_difficulty(difficulty, drawing).odds
    doubles = Fraction(DOUBLES[difficulty], 100)
    assert odds.outcomes == {"plain": odds.hit - doubles, "doubles": doubles}


@pytest.mark.clause("SOD-5.8", applies=True)
@pytest.mark.parametrize("rolled", [66, 77, 88, 99, 100])
def test_sod_5_8_applies_to_a_ranged_attack_that_succeeds(rolled: int) -> None:
    verdict = roll(rolled, RANGED)
    assert (verdict.outcome, verdict.damage) == ("hit", 5)
    assert steps(verdict)[-1] == ("SOD-5.8", "doubles: T is knocked back to D1")
    assert (rows(verdict, "SOD-5.8"), why(verdict, "SOD-5.8")) == (
        [notes("SOD-5.8", "D1")],
        ["doubles on a success knock T back to D1"],
    )


def knocked_to(drawing: str, **more: Any) -> str | None:
    """Return where T is knocked back to on a drawn board, as told before the roll and after it; None where it stays."""
    scenario, shown = duel(drawing, **more), attack(drawing, **more)
    [told] = [finding for finding in shown.findings if finding.clause.id == "SOD-5.8"]
    at = told.at[0] if told.message.id == "knocks-back" else None
    last = steps(roll(99, drawing, **more))[-1]
    stays = ("SOD-5.8", "doubles: T cannot be knocked back")
    assert last == (stays if at is None else ("SOD-5.8", f"doubles: T is knocked back to {at}"))
    assert scenario.shot("A", "T").legal
    return at


WIDE = ". . . . . . .\n" * 6 + ". . . . . . ."


@pytest.mark.clause("SOD-5.8", applies=True)
@pytest.mark.parametrize(
    ("start", "to"),
    [
        # T is at D4. The eight directions themselves:
        *[("D6", "D3"), ("D2", "D5"), ("B4", "E4"), ("F4", "C4")],
        *[("B6", "E3"), ("B2", "E5"), ("F6", "C3"), ("F2", "C5")],
        # 1 in 3 is nearest to straight, 1 in 2 and 2 in 3 to diagonal.
        *[("C1", "D5"), ("E7", "D3"), ("A3", "E4"), ("G5", "C4")],
        *[("B3", "E5"), ("C2", "E5"), ("F5", "C3"), ("E2", "C5"), ("A2", "E5"), ("F7", "C3")],
    ],
)
def test_sod_5_8_applies_in_the_nearest_of_eight_directions(start: str, to: str) -> None:
    assert knocked_to(WIDE, A={"at": start}, T={"at": "D4"}) == to


@pytest.mark.clause("SOD-5.8", applies=True)
@pytest.mark.parametrize(
    ("start", "at", "to"),
    [
        ("A1", "M6", "N7"),
        ("N7", "B2", "A1"),
        ("A1", "H4", "I5"),
        ("A8", "F6", "G6"),
        ("H1", "C3", "B3"),
        ("A3", "R10", "S10"),
    ],
)
def test_sod_5_8_applies_to_long_lines_near_the_limit(start: str, at: str, to: str) -> None:
    # The limit is the root of 2 less 1, 0.4142: 5 in 12 and 3 in 7 are above it, 2 in 5 and 7 in 17 below.
    long = "\n".join([". " * 20] * 11)
    assert knocked_to(long, A={"at": start, "range": 20}, T={"at": at}) == to


@pytest.mark.clause("SOD-5.8", applies=True)
@pytest.mark.parametrize("token", ["i", "d", "w", "t", "O"])
def test_sod_5_8_applies_onto_what_only_ends_movements(token: str) -> None:
    assert knocked_to(f"A . T {token}") == "D1"
    assert knocked_to("A . T .", borders={"impeding": "C1/D1"}) == "D1"


@pytest.mark.clause("SOD-5.8", applies=True)
def test_sod_5_8_applies_over_a_transition_and_round_a_corner() -> None:
    assert knocked_to("A . T .1", borders={"transition": "C1/D1"}) == "D1"
    assert knocked_to("A . Tt .1") == "D1"
    assert knocked_to("A . . .\n. . . .\n. . T #\n. . . .") == "D4"
    assert knocked_to("A . . .\n. . . .\n. . T i\n. . i .") == "D4"


@pytest.mark.clause("SOD-5.8", applies=False)
@pytest.mark.parametrize(("health", "to"), [(5, None), (6, "D1")])
def test_sod_5_8_not_where_the_success_defeats_the_target(health: int, to: str | None) -> None:
    verdict = attack("A . T .", T={"health": health})
    stays = "doubles on a success do not knock T back: any success defeats it"
    assert why(verdict, "SOD-5.8") == [f"doubles on a success knock T back to {to}" if to else stays]
    assert rows(verdict, "SOD-5.8") == [notes("SOD-5.8", to) if to else notes("SOD-5.8")]


@pytest.mark.clause("SOD-5.8", applies=False)
@pytest.mark.parametrize("token", ["#", "X", ".1", "E", "_"])
def test_sod_5_8_not_onto_a_tile_that_cannot_be_entered(token: str) -> None:
    assert knocked_to(f"A . T {token}") is None
    off = token == "_"
    told = "there is no tile behind" if off else "D1 cannot be entered"
    verdict = attack(f"A . T {token}")
    assert why(verdict, "SOD-5.8") == [f"doubles on a success do not knock T back: {told}"]
    assert rows(verdict, "SOD-5.8") == [notes("SOD-5.8") if off else notes("SOD-5.8", "D1")]


@pytest.mark.clause("SOD-5.8", applies=False)
def test_sod_5_8_not_off_the_map_across_walls_or_round_closed_corners() -> None:
    assert knocked_to("A . T") is None
    assert knocked_to("A . T .", borders={"obstructing": "C1/D1"}) is None
    corner = "A . . .\n. . . .\n. . T #\n. . # ."
    assert knocked_to(corner) is None
    assert knocked_to("A . . .\n. . . .\n. . T .1\n. . # .") is None
    # Characters close no corner to movement.
    assert knocked_to("A . . .\n. . . .\n. . T E\n. . F .") == "D4"


@pytest.mark.clause("SOD-5.8", applies=False)
def test_sod_5_8_not_onto_friends_even_where_these_are_passed() -> None:
    assert knocked_to("A . T E", rulings={"pass-through": "friends"}) is None


@pytest.mark.clause("SOD-5.8", applies=True)
def test_sod_5_8_applies_to_flyers_by_what_stops_flyers() -> None:
    wall, ceiling = ({kind: "C1/D1"} for kind in ("obstructing", "obstructing-indoor"))
    assert knocked_to("A . T .", borders=wall, T=FLYER) == "D1"
    assert knocked_to("A . T .1", T=FLYER) == "D1"
    assert knocked_to("A . T .", borders=ceiling, T=FLYER) is None
    # It stops on no obstructing tile.
    assert knocked_to("A . T #", T=FLYER) is None


@pytest.mark.clause("SOD-5.8", applies=False)
def test_sod_5_8_not_in_melee_not_on_a_failure_and_not_to_the_defeated() -> None:
    assert rows(attack(MELEE), "SOD-5.8") == []
    assert steps(roll(99, MELEE))[-1] == ("SOD-5.8", "doubles: nothing more, in melee")
    assert [clause for clause, _ in steps(roll(55, RANGED))] == ["SOD-5.2", "SOD-5.2"]
    assert [clause for clause, _ in steps(roll(98, RANGED))] == ["SOD-5.2", "SOD-5.2", "SOD-5.7"]
    assert [clause for clause, _ in steps(roll(99, RANGED, T=FRAIL))][-2:] == ["SOD-1.4", "SOD-1.4"]


# --- SOD-1.4 -----------------------------------------------------------------------------------------------

LOST = ("SOD-1.4", "blue has no characters left and has lost")
DEFEATED = ("SOD-1.4", "T is defeated and leaves the map")


@pytest.mark.clause("SOD-1.4", applies=True)
@pytest.mark.parametrize("health", [1, 4, 5])
@pytest.mark.parametrize("drawing", [MELEE, RANGED])
def test_sod_1_4_applies_at_0_health(health: int, drawing: str) -> None:
    verdict = roll(98, drawing, T={"health": health})
    assert (verdict.damage, steps(verdict)[2:]) == (
        5,
        [("SOD-5.7", "5 damage dealt, 0 ignored: T has 0 Health left"), DEFEATED, LOST],
    )


@pytest.mark.clause("SOD-1.4", applies=True)
def test_sod_1_4_applies_to_a_team_with_others_without_its_loss() -> None:
    assert steps(roll(98, "A T . E", T=FRAIL))[-1] == DEFEATED
    # Objects are no characters, and the others are of no team or of another.
    assert steps(roll(98, "A T O . G", T=FRAIL))[-1] == LOST
    assert steps(roll(98, "A T . E", T=FRAIL, E={"side": None}))[-1] == LOST
    assert steps(roll(98, "A T", T={**FRAIL, "side": None}))[-1] == DEFEATED


@pytest.mark.clause("SOD-1.4", applies=False)
def test_sod_1_4_not_with_1_health_left() -> None:
    verdict = roll(98, MELEE, T={"health": 6})
    assert steps(verdict)[-1] == ("SOD-5.7", "5 damage dealt, 0 ignored: T has 1 Health left")
    assert steps(roll(50, MELEE, T=FRAIL))[-1][0] == "SOD-5.2"


# --- what else is rolled -----------------------------------------------------------------------------------


@pytest.mark.clause("SOD-5.7", applies=True)
def test_sod_5_7_applies_to_what_is_rolled() -> None:
    verdict = roll(98, MELEE, T={"reduction": {"physical": 3}})
    assert steps(verdict)[-1] == ("SOD-5.7", "2 damage dealt, 3 ignored: T has 8 Health left")
    harmless = roll(98, MELEE, T={"reduction": {"physical": 9}})
    assert steps(harmless)[-1] == ("SOD-5.7", "0 damage dealt, 5 ignored: T has 10 Health left")
    assert (harmless.outcome, harmless.damage) == ("hit", 0)


def test_nothing_is_rolled_where_the_attack_is_not_legal_or_has_no_numbers() -> None:
    unstated: dict[str, Any] = {"melee": None, "ranged": None}
    for scenario in (duel("A # T"), duel(MELEE, A=unstated), duel(MELEE, T=unstated)):
        verdict = scenario.resolve("A", "T", seed=1)
        assert (verdict.rolls, verdict.outcome, verdict.damage, verdict.steps) == ((), None, 0, ())


def test_rolls_are_those_of_the_seed_and_all_come_up() -> None:
    scenario = duel(MELEE)
    first = scenario.resolve("A", "T", seed=7)
    assert first.seed == 7
    assert scenario.resolve("A", "T", seed=7) == first
    found = {scenario.resolve("A", "T", seed=seed).rolls for seed in range(60)}
    assert len(found) > 40
    assert all(0 <= die <= 9 for rolls in found for die in rolls)


def test_the_damage_previewed_is_that_of_a_success() -> None:
    assert attack(MELEE).damage == roll(98, MELEE).damage == NUMBERS["damage"]
