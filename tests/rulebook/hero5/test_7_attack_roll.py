"""Section 7 of HERO: the attack roll, range, and friends."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulebook.findings import Row, forbids, rows
from tests.rulebook.hero5.boards import DCV, HALF, OCV, board, melee, seen, shot

TABLE = {"range-modifiers": "table"}
FRIEND: Row = forbids("HERO-7.3")
TOO_FAR: Row = forbids("HERO-7.2")


def values(ocv: int, dcv: int) -> dict[str, Any]:
    """Return A and T these values."""
    return {"A": {"ocv": ocv}, "T": {"dcv": dcv}}


# --- HERO-7.1 ----------------------------------------------------------------------------------------------

AT_MOST = {3: 1, 4: 4, 5: 10, 6: 20, 7: 35, 8: 56, 9: 81, 10: 108, 11: 135, 12: 160, 13: 181, 14: 196, 15: 206, 16: 212}
"""In how many of the 216 throws three dice show a number at most."""


@pytest.mark.clause("HERO-7.1", applies=True)
def test_hero_7_1_applies_to_even_values_and_to_the_half_concealed() -> None:
    # The example.
    even, concealed = shot("A . T"), shot("A X T")
    assert (rows(even), even.to_hit.roll_at_most, even.odds.hit) == ([OCV, DCV], 11, Fraction(135, 216))
    assert (even.odds.percent, even.odds.outcomes) == (62.5, {"hit": Fraction(135, 216)})
    assert rows(concealed, "HERO-6.1", "HERO-7.1") == [DCV, HALF, OCV]
    assert (concealed.to_hit.roll_at_most, concealed.odds.hit) == (9, Fraction(81, 216))


@pytest.mark.clause("HERO-7.1", applies=True)
@pytest.mark.parametrize("number", AT_MOST)
def test_hero_7_1_applies_to_11_and_ocv_less_dcv(number: int) -> None:
    for attack, drawing in ((shot, "A . T"), (melee, "A T")):
        verdict = attack(drawing, **values(number, 11))
        assert (verdict.to_hit.roll_at_most, verdict.odds.hit) == (number, Fraction(AT_MOST[number], 216))


@pytest.mark.clause("HERO-7.1", applies=False)
@pytest.mark.parametrize(("ocv", "dcv", "number", "chance"), [(0, 9, 2, 1), (0, 99, -88, 1), (9, 2, 18, 215)])
def test_hero_7_1_a_3_always_hits_and_an_18_always_misses(ocv: int, dcv: int, number: int, chance: int) -> None:
    verdict = shot("A . T", **values(ocv, dcv))
    assert (verdict.to_hit.roll_at_most, verdict.odds.hit) == (number, Fraction(chance, 216))
    assert shot("A . T", **values(99, 0)).odds.hit == shot("A . T", **values(8, 2)).odds.hit == Fraction(215, 216)


@pytest.mark.clause("HERO-7.1", applies=True)
def test_hero_7_1_applies_to_what_is_rolled() -> None:
    scenario = board("A . T", A={"weapons": [{"name": "bow", "range": 9, "damage": 4}]})
    for seed in range(40):
        rolled = scenario.resolve("A", "T", seed=seed)
        total = sum(rolled.rolls)
        assert len(rolled.rolls) == 3
        assert (rolled.outcome, rolled.damage) == (("hit", 4) if total <= 11 else ("miss", 0))
        assert [step.clause.id for step in rolled.steps] == ["HERO-7.1", "HERO-7.1"]


@pytest.mark.clause("HERO-7.1", applies=False)
def test_hero_7_1_values_of_0_are_no_findings_and_illegal_attacks_none() -> None:
    assert rows(shot("A . T", **values(0, 0))) == []
    assert rows(shot("A . T", T={"concealment": "total"}), "HERO-7.1") == []


# --- HERO-7.2 ----------------------------------------------------------------------------------------------


def at(hexes: int, **more: Any) -> Any:
    """Judge the attack on someone so many hexes away."""
    return shot("A " + ". " * (hexes - 1) + "T", **more)


STEPS = [(5, -2), (8, -2), (9, -4), (16, -4), (17, -6), (32, -6), (33, -8), (64, -8), (65, -10), (128, -10), (129, -12)]


@pytest.mark.clause("HERO-7.2", applies=True)
@pytest.mark.parametrize(("hexes", "modifier"), [*STEPS, (256, -12), (257, -14)])
def test_hero_7_2_applies_by_the_table(hexes: int, modifier: int) -> None:
    verdict = at(hexes, rulings=TABLE)
    assert rows(verdict) == [OCV, DCV, ("HERO-7.2", "modifies", "ocv", modifier, [])]
    assert (verdict.to_hit.roll_at_most, verdict.rulings) == (11 + modifier, TABLE)


@pytest.mark.clause("HERO-7.2", applies=False)
@pytest.mark.parametrize("hexes", [1, 2, 4])
def test_hero_7_2_not_up_to_4_hexes(hexes: int) -> None:
    verdict = at(hexes, rulings=TABLE)
    assert (rows(verdict), verdict.rulings) == ([OCV, DCV], {})
    assert at(1, rulings=TABLE, T={"shrinking": 2}).rulings == {}


@pytest.mark.clause("HERO-7.2", applies=False)
def test_hero_7_2_not_unless_it_is_ruled_so() -> None:
    verdict = at(5)
    assert (rows(verdict), verdict.rulings) == ([OCV, DCV], {"range-modifiers": "none"})


@pytest.mark.clause("HERO-7.2", applies=False)
def test_hero_7_2_not_to_melee() -> None:
    verdict = melee("A . . . . T", A={"reach": 5}, rulings=TABLE)
    assert (rows(verdict), verdict.rulings) == ([OCV, DCV], {})


@pytest.mark.clause("HERO-7.2", applies=True)
def test_hero_7_2_applies_to_the_range_of_a_weapon() -> None:
    bow = {"weapons": [{"name": "bow", "range": 5}]}
    assert at(5, A=bow).legal
    verdict = at(6, A=bow, rulings=TABLE)
    assert (verdict.legal, rows(verdict), verdict.rulings) == (False, [TOO_FAR], {})
    assert verdict.findings[0].why == "bow reaches 5, the target is 6 away"


# --- HERO-7.3 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-7.3", applies=True)
def test_hero_7_3_applies_to_ones_own_side() -> None:
    for verdict in (shot("A . T", T={"side": "red"}), melee("A T", T={"side": "red"})):
        assert (verdict.legal, verdict.sight, rows(verdict)) == (False, "clear", [FRIEND])
        assert verdict.findings[0].why == "T is on the side of A, red"
    hidden = shot("A X T", T={"side": "red", "helpless": True})
    assert (seen(hidden), hidden.to_hit) == (("half", "A1@N"), None)


@pytest.mark.clause("HERO-7.3", applies=False)
@pytest.mark.parametrize("sides", [("red", "blue"), ("red", None), (None, "red"), (None, None)])
def test_hero_7_3_not_to_anyone_else(sides: tuple[str | None, str | None]) -> None:
    assert shot("A . T", A={"side": sides[0]}, T={"side": sides[1], "helpless": True}).legal
