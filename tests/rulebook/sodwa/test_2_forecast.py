"""SOD-2.5: the forecast of turns to come."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

import pytest

from sightline.api import Battle
from tests.rulebook.sodwa.battles import READY, SLOW, WEAK, Stated, action, battle, play, rolling, told

FOUR = "A F . T E"


def coming(there: Battle, turns: int = 6) -> list[tuple[str, int]]:
    """Return the forecast as names and ticks."""
    return [(each["who"], each["ticks"]) for each in there.forecast(turns)]


@pytest.mark.clause("SOD-2.5", applies=True)
def test_sod_2_5_applies_to_the_example() -> None:
    # 0 IP, Initiative 90: first turn at tick 12 with 1,080 IP; after a pass 580 IP and 5 ticks to the next.
    there = battle("A . . T", A={"initiative": 90}, T=SLOW)
    assert (there.state.tick, there.state.pieces["A"]["ip"]) == (12, 1080 - 500)
    assert coming(there, 1) == [("A", 5)]
    play(there, "A end")
    assert there.state.tick == 12 + 5


@pytest.mark.clause("SOD-2.5", applies=True)
def test_sod_2_5_applies_to_turns_of_this_tick_and_of_later_ones() -> None:
    there = battle(FOUR, A={"ip": 1300}, F={"ip": 1100}, T={"ip": 1200}, E={"ip": 900})
    assert coming(there, 8) == [("T", 0), ("F", 0), ("E", 2), ("A", 4), ("T", 6), ("F", 8), ("E", 12), ("A", 14)]


@pytest.mark.clause("SOD-2.5", applies=True)
def test_sod_2_5_applies_to_ties_as_in_play_within_a_team_in_the_order_of_the_file() -> None:
    ready: Stated = dict.fromkeys("AFTE", READY)
    there = battle(FOUR, seed=rolling(40), **ready)
    assert (there.state.choosing, coming(there, 4)) == ("red", [("A", 0), ("E", 0), ("F", 0), ("T", 0)])
    play(there, "F choose")
    assert coming(there, 4) == [("E", 0), ("A", 0), ("T", 0), ("A", 10)]
    first_seat = battle(FOUR, rulings={"opening-tie": "first-seat"}, **ready)
    assert coming(first_seat, 1) == [("A", 0)]


@pytest.mark.clause("SOD-2.5", applies=True)
@pytest.mark.parametrize("seed", range(3))
def test_sod_2_5_applies_to_what_comes_where_everybody_passes(seed: int) -> None:
    numbers = random.Random(seed)
    stated: Stated = {name: {"initiative": numbers.randint(1, 200), "ip": numbers.randint(0, 1500)} for name in "AFTE"}
    there = battle(FOUR, **stated)
    assert there.state.active is not None
    forecast, start = coming(there, 40), there.state.tick
    came = list[tuple[str, int]]()
    while len(came) < len(forecast):
        play(there, f"{there.state.active} end")
        came.append((there.state.active, there.state.tick - start))
    assert came == forecast


@pytest.mark.clause("SOD-2.5", applies=True)
@pytest.mark.parametrize("seed", range(4))
def test_sod_2_5_applies_so_that_nobody_acts_sooner(seed: int) -> None:
    numbers = random.Random(seed)
    stated: Stated = {name: {"initiative": numbers.randint(60, 200), "health": 99} for name in "AFTE"}
    there = battle("A . F .\n. . . .\nT . E .", seed=seed, **stated)
    soonest, taken = defaultdict[str, list[int]](list), Counter[str]()
    for who, ticks in coming(there, 60):
        soonest[who].append(there.state.tick + ticks)
    for _ in range(60):
        for began in told(there.apply(numbers.choice(there.legal())), "turn-began"):
            expected = soonest[began["who"]][taken[began["who"]]]
            assert there.state.tick >= expected
            taken[began["who"]] += 1


@pytest.mark.clause("SOD-2.5", applies=False)
def test_sod_2_5_not_to_the_turn_under_way() -> None:
    there = battle("A . . T", A={"ip": 2000}, T=SLOW)
    assert (there.state.active, coming(there, 2)) == ("A", [("A", 1), ("A", 2)])
    # What is done in it puts off what comes.
    play(there, "A move B1", "A attack T")
    assert coming(there, 2) == [("A", 1), ("A", 10)]


@pytest.mark.clause("SOD-2.5", applies=False)
def test_sod_2_5_not_to_the_defeated_or_once_the_battle_is_over() -> None:
    there = battle("A T . E", seed=rolling(98), A=READY, T={"initiative": 900, **WEAK}, E=SLOW)
    assert coming(there, 1) == [("T", 2)]
    play(there, "A attack T")
    assert {who for who, _ in coming(there)} == {"A"}
    assert coming(there, 0) == []
    play(there, "blue resign")
    assert coming(there) == []


@pytest.mark.clause("SOD-2.5", applies=False)
def test_sod_2_5_not_to_turns_beyond_the_limit_which_never_come() -> None:
    there = battle("A . . T", limit=20, A={"initiative": 90}, T=SLOW)
    assert (there.state.tick, coming(there)) == (12, [("A", 5)])
    play(there, "A end")
    assert (there.state.tick, coming(there)) == (17, [])
    play(there, "A end")
    assert there.run.result == {"winner": None, "how": "limit"}


def test_what_previews_and_sheets_say_of_turns_beyond_the_limit() -> None:
    there = battle("A . . T", limit=17, A={"initiative": 90}, T=SLOW)
    end, turn = action("A end"), action("A turn N")
    assert there.foretell(end) == ["580 IP kept; the next turn comes in 5 ticks"]
    assert (there.sheets["A"].ticks, next_turn(there, "A"), next_turn(there, "T")) == (None, "now", "none")
    play(there, "A end")
    assert (there.preview(end)["next"], there.preview(turn)["next"]) == (None, None)
    nothing = "530 IP left; no further turn comes before the limit of the battle"
    assert (there.foretell(end)[-1], there.foretell(turn)[-1]) == (nothing, nothing)
    play(there, "A end")
    assert (there.sheets["A"].ticks, next_turn(there, "A")) == (None, "none")


def next_turn(there: Battle, name: str) -> str:
    """Return what the sheet of a character says of its next turn."""
    return next(row.value for group in there.sheets[name].groups for row in group.rows if row.label == "Next turn")
