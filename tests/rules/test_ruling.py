"""Rulings as the rules ask for them."""

from __future__ import annotations

import pytest

from sightline.rules import Ruling, Rulings

NEAR = Ruling("near", "How near?", ("along", "crosses"))
WHO = Ruling("who", "Who chooses?", ("defender", "attacker", "nobody"))


def test_the_first_choice_is_the_default() -> None:
    assert NEAR.default == "along"
    assert Rulings((NEAR, WHO))["who"] == "defender"


def test_a_scenario_may_choose_another() -> None:
    rulings = Rulings((NEAR, WHO), {"who": "nobody"})
    assert dict(rulings) == {"near": "along", "who": "nobody"}
    assert len(rulings) == 2


def test_a_ruling_that_is_not_declared_is_a_bug() -> None:
    with pytest.raises(KeyError, match="far"):
        Rulings((NEAR,), {"far": "along"})["far"]


def test_those_asked_for_are_collected() -> None:
    rulings = Rulings((NEAR, WHO))
    assert rulings["near"] == "along"
    assert rulings.consulted == {"near"}
    assert rulings.afresh().consulted == set()


def test_another_choice_leaves_the_others_and_is_a_new_value() -> None:
    rulings = Rulings((NEAR, WHO), {"near": "crosses"})
    changed = rulings.with_choice("who", "attacker")
    assert dict(changed) == {"near": "crosses", "who": "attacker"}
    assert rulings["who"] == "defender"
    assert "who" not in changed.with_choice("near", "along").consulted


def test_what_was_asked_for_is_no_part_of_the_value() -> None:
    one, other = Rulings((NEAR,)), Rulings((NEAR,))
    assert one["near"] == "along"
    assert one == other
