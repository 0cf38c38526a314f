"""PG-H1 to H3: Hit Checks, wounds, and what is left."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.rulebook.findings import rows
from tests.rulebook.post_galactica.boards import PLAIN, SKILL, TOUGHNESS, board, melee, shot

AT_LEAST = {2: 36, 3: 35, 4: 33, 5: 30, 6: 26, 7: 21, 8: 15, 9: 10, 10: 6, 11: 3, 12: 1, 13: 0}
"""In how many of the 36 throws two dice show a number at least."""


def armed(**weapon: Any) -> dict[str, Any]:
    """Return what A states with one weapon."""
    return {"weapons": [{"name": "rifle", "range": 9, **weapon}]}


@pytest.mark.clause("PG-H1", applies=True)
@pytest.mark.parametrize("number", [number for number in AT_LEAST if number > 2])
def test_pg_h1_applies_to_every_number(number: int) -> None:
    verdict = shot("A . T", A={"ranged_skill": number})
    assert (verdict.to_hit.hit_check, verdict.odds.hit) == (number, Fraction(AT_LEAST[number], 36))


@pytest.mark.clause("PG-H1", applies=True)
def test_pg_h1_applies_to_a_natural_2_and_is_not_clamped() -> None:
    for number in (1, 2):
        assert shot("A . T", A={"ranged_skill": number}).odds.hit == Fraction(35, 36)
    harder = shot("A . Th", A={"ranged_skill": 13}, T={"tags": ["Stealth"]})
    assert (harder.to_hit.hit_check, harder.odds.hit, harder.odds.percent) == (15, 0, 0)


@pytest.mark.clause("PG-H1", applies=False)
def test_pg_h1_wounds_and_the_number_of_attacks_play_no_part_in_the_chance_to_hit() -> None:
    verdict = shot("A . T", A=armed(attacks=5), T={"toughness": 13})
    assert (verdict.odds.hit, verdict.odds.percent) == (Fraction(21, 36), 58.33)
    assert verdict.odds.outcomes == {"0": 1}


@pytest.mark.clause("PG-H2", applies=True)
def test_pg_h2_applies_to_toughness_and_armor() -> None:
    verdict = shot("A . T", T={"toughness": 5, "armor": 2})
    assert rows(verdict) == [
        SKILL,
        ("PG-H2", "modifies", "wound_threshold", 5, []),
        ("PG-H2", "modifies", "wound_threshold", 2, []),
    ]
    assert (verdict.to_hit.wound_threshold, verdict.wound) == (7, Fraction(21, 36))
    assert shot("A . Tl", T={"toughness": 5, "armor": 2}).to_hit.wound_threshold == 8


@pytest.mark.clause("PG-H2", applies=True)
def test_pg_h2_applies_to_every_attack_of_the_weapon() -> None:
    verdict = shot("A . T", A=armed(attacks=2, damage=2), T={"cohesion": 9})
    wound = Fraction(21, 36) * Fraction(33, 36)
    assert verdict.wound == Fraction(33, 36)
    assert verdict.odds.outcomes == {"0": (1 - wound) ** 2, "2": 2 * wound * (1 - wound), "4": wound**2}


@pytest.mark.clause("PG-H2", applies=False)
def test_pg_h2_above_12_nothing_wounds_and_at_2_everything_does() -> None:
    assert shot("A . T", T={"toughness": 12}).wound == Fraction(1, 36)
    assert shot("A . T", T={"toughness": 12, "armor": 1}).odds.outcomes == {"0": 1}
    assert shot("A . T", T={"toughness": 2}).wound == 1
    assert rows(shot("A . T", T={"toughness": 0})) == [SKILL]


@pytest.mark.clause("PG-H2", applies=False)
def test_pg_h2_without_a_weapon_there_is_no_damage() -> None:
    verdict = shot("A . T")
    assert (rows(verdict), verdict.odds.outcomes, verdict.expected_models_lost) == (PLAIN, {"0": 1}, 0)


@pytest.mark.clause("PG-H3", applies=True)
def test_pg_h3_applies_to_models_that_are_left() -> None:
    # Two models of 3 Cohesion each: 1 is lost with 3 of it, both with all 6.
    verdict = shot("A . T", A=armed(attacks=3, damage=2), T={"cohesion": 6, "body_value": 3})
    chances = verdict.odds.outcomes
    assert set(chances) == {"0", "2", "4", "6"}
    assert verdict.expected_models_lost == chances["4"] + 2 * chances["6"]


@pytest.mark.clause("PG-H3", applies=True)
def test_pg_h3_applies_to_no_more_cohesion_than_there_is() -> None:
    verdict = shot("A . T", A=armed(attacks=3, damage=2), T={"cohesion": 3})
    assert set(verdict.odds.outcomes) == {"0", "2", "3"}
    assert sum(verdict.odds.outcomes.values()) == 1


@pytest.mark.clause("PG-H3", applies=False)
def test_pg_h3_a_model_that_is_not_down_counts() -> None:
    verdict = shot("A . T", A=armed(damage=2), T={"cohesion": 3, "body_value": 3})
    assert verdict.expected_models_lost == 0


@pytest.mark.clause("PG-H3", applies=False)
def test_pg_h3_an_attack_that_may_not_be_made_costs_nothing() -> None:
    verdict = shot("A # T", A=armed())
    assert (verdict.wound, verdict.expected_models_lost) == (None, None)


@pytest.mark.parametrize(("toughness", "attacks", "damage", "cohesion"), [(6, 1, 1, 1), (9, 2, 3, 4), (4, 2, 1, 2)])
def test_outcomes_against_every_throw_of_the_dice(toughness: int, attacks: int, damage: int, cohesion: int) -> None:
    throws = list(product(range(1, 7), repeat=2))
    totals = [sum(throw) for throw in throws]
    wounds = Fraction(
        sum(hit >= 7 and hit != 2 and wound >= toughness for hit in totals for wound in totals), len(throws) ** 2
    )
    expected: dict[str, Fraction] = {}
    for pattern in product((True, False), repeat=attacks):
        chance = Fraction(1)
        for is_wound in pattern:
            chance *= wounds if is_wound else 1 - wounds
        loss = str(min(cohesion, damage * sum(pattern)))
        expected[loss] = expected.get(loss, Fraction(0)) + chance
    target = {"toughness": toughness, "cohesion": cohesion}
    assert shot("A . T", A=armed(attacks=attacks, damage=damage), T=target).odds.outcomes == expected


def test_an_attack_rolled() -> None:
    scenario = board("A . T", A=armed(attacks=4, damage=2), T={"cohesion": 6, "body_value": 2})
    for seed in range(20):
        rolled = scenario.resolve("A", "T", seed=seed)
        dice, lost, is_hit = list(rolled.rolls), 0, False
        for _ in range(4):
            total, dice = sum(dice[:2]), dice[2:]
            if total >= 7:
                is_hit = True
                wound, dice = sum(dice[:2]), dice[2:]
                lost = min(6, lost + 2 * (wound >= 4))
        assert (dice, rolled.damage, rolled.outcome) == ([], lost, "hit" if is_hit else "miss")
        assert rolled.odds
        assert str(rolled.damage) in rolled.odds.outcomes


def test_steps_of_a_roll() -> None:
    scenario = board("A . T", A=armed(attacks=2, damage=2), T={"cohesion": 6, "body_value": 4, "toughness": 7})
    told = {step.why.split(":")[0] for seed in range(40) for step in scenario.resolve("A", "T", seed=seed).steps}
    assert any(text.startswith("wound roll") for text in told)
    every = [step.why for seed in range(99) for step in scenario.resolve("A", "T", seed=seed).steps]
    assert "Hit Check 1, 1: a natural 2 misses" in every
    assert "Hit Check 6, 6: 12 against 7, a hit" in every
    assert "wound roll 3, 4: 7 against 7 wounds T" in every
    assert "T loses 2 Cohesion and has 4 left; models left: 1" in every


def test_an_attack_that_may_not_be_made_is_not_rolled() -> None:
    rolled = board("A # T", A=armed()).resolve("A", "T", seed=1)
    assert (rolled.rolls, rolled.outcome, rolled.damage, rolled.steps) == ((), None, 0, ())


def test_melee_is_rolled_with_the_skill_for_melee() -> None:
    verdict = melee("A T", A={"melee_skill": 5})
    assert ("PG-H1", "modifies", "hit_check", 5, []) in rows(verdict)
    assert rows(verdict, "PG-H2") == [TOUGHNESS]
