"""Rulings as the rules ask for them."""

from __future__ import annotations

import pytest

from sightline.rules import Ruling, Rulings
from sightline.rules.ruling import TrackedRulings

NEAR = Ruling("near", "How near?", ("along", "crosses"))
WHO = Ruling("who", "Who chooses?", ("defender", "attacker", "nobody"))


def test_the_first_choice_is_the_default() -> None:
    assert NEAR.default == "along"
    assert Rulings((NEAR, WHO))["who"] == "defender"


def test_a_scenario_may_choose_another() -> None:
    rulings = Rulings((NEAR, WHO), {"who": "nobody"})
    assert dict(rulings) == {"near": "along", "who": "nobody"}
    assert len(rulings) == 2


def test_alternatives_are_all_other_choices_of_one_ruling() -> None:
    rulings = TrackedRulings(Rulings((NEAR, WHO), {"who": "attacker", "near": "crosses"}))
    found = [dict(other) for other in rulings.alternatives("who")]
    assert found == [{"near": "crosses", "who": "defender"}, {"near": "crosses", "who": "nobody"}]
    assert rulings.alternatives("who") is rulings.alternatives("who")
    assert rulings.consulted == set()


def test_a_ruling_that_is_not_declared_is_a_bug() -> None:
    with pytest.raises(KeyError, match="far"):
        Rulings((NEAR,), {"far": "along"})["far"]


def test_those_asked_for_are_recorded_for_everybody_who_watches() -> None:
    rulings = Rulings((NEAR, WHO))
    outer = TrackedRulings(rulings)
    inner = TrackedRulings(outer)
    assert (inner["near"], outer["who"]) == ("along", "defender")
    assert (outer.consulted, inner.consulted) == ({"near", "who"}, {"near"})


def test_a_ruling_that_is_not_declared_is_not_recorded() -> None:
    watched = TrackedRulings(Rulings((NEAR,)))
    with pytest.raises(KeyError, match="far"):
        watched["far"]
    assert watched.consulted == set()


def test_another_choice_leaves_the_others_and_is_a_new_value() -> None:
    rulings = Rulings((NEAR, WHO), {"near": "crosses"})
    changed = rulings.with_choice("who", "attacker")
    assert dict(changed) == {"near": "crosses", "who": "attacker"}
    assert rulings["who"] == "defender"
    assert dict(TrackedRulings(rulings).with_choice("who", "nobody")) == {"near": "crosses", "who": "nobody"}
