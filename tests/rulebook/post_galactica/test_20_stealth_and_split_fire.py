"""PG-20.6 and 20.7: Stealth, and split fire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.findings import forbids, permits, rows
from tests.rulebook.post_galactica.boards import BLADE, PLAIN, RIFLE, SKILL, TOUGHNESS, adds, board, heavy, melee, shot

STEALTH = {"tags": ["Stealth"]}
HARDER = adds("PG-20.6", "hit_check")
FAR, NEAR = "A . . . . T", "A . . . T"

# --- PG-20.6 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-20.6", applies=True)
def test_pg_20_6_applies_beyond_4() -> None:
    verdict = shot(FAR, T=STEALTH)
    assert (verdict.legal, rows(verdict)) == (False, [forbids("PG-20.6")])


@pytest.mark.clause("PG-20.6", applies=True)
def test_pg_20_6_applies_to_hit_checks_at_any_distance() -> None:
    near, close = shot(NEAR, T=STEALTH), melee("A T", T={"tags": ["STEALTH"]})
    assert rows(near) == [SKILL, HARDER, TOUGHNESS]
    assert rows(close, "PG-20.6") == [HARDER]
    assert near.to_hit.hit_check == close.to_hit.hit_check == 8


@pytest.mark.clause("PG-20.6", applies=True)
@pytest.mark.parametrize("stated", [{"tags": ["Stealth Detection"]}, {"allows": ["PG-20.6"]}])
def test_pg_20_6_applies_to_hit_checks_of_who_may_target_it(stated: dict[str, Any]) -> None:
    verdict = shot(FAR, A=stated, T=STEALTH)
    assert (verdict.legal, verdict.to_hit.hit_check) == (True, 8)
    assert rows(verdict, "PG-20.6") == [permits("PG-20.6"), HARDER]


@pytest.mark.clause("PG-20.6", applies=True)
def test_pg_20_6_applies_on_top_of_cover() -> None:
    verdict = shot("A . . Th", T=STEALTH)
    assert verdict.to_hit.hit_check == 9
    assert rows(verdict, "PG-20.4", "PG-20.6") == [*heavy("PG-20.4", "D1"), HARDER]


@pytest.mark.clause("PG-20.6", applies=False)
def test_pg_20_6_at_4_it_is_a_target_and_without_the_tag_farther_too() -> None:
    assert shot(NEAR, T=STEALTH).legal
    assert rows(shot(FAR, T={"tags": ["Stealth Detection"]})) == PLAIN


@pytest.mark.clause("PG-20.6", applies=False)
def test_pg_20_6_melee_reaches_it_at_any_distance() -> None:
    pike = {"weapons": [{"name": "pike", "range": "melee", "melee_reach": 5}]}
    assert rows(melee(FAR, A=pike, T=STEALTH), "PG-20.6") == [HARDER]


# --- PG-20.7 -----------------------------------------------------------------------------------------------

GUNS = [RIFLE, {"name": "cannon", "range": 9}, {"name": "pistol", "range": 5}, BLADE]
SPLIT = {"weapons": GUNS, "split_fire": True, "targets": {"rifle": "T", "cannon": "E"}}


def verdicts(**stated: Any) -> dict[tuple[str, str], bool]:
    """Return which of its weapons A may fire at whom."""
    scenario = board("A . . T\n. . E .", A={**SPLIT, **stated})
    return {(gun, at): scenario.shot("A", at, weapon=gun).legal for gun in ("rifle", "cannon", "pistol") for at in "TE"}


@pytest.mark.clause("PG-20.7", applies=True)
def test_pg_20_7_applies_to_all_but_the_declared_targets() -> None:
    assert [key for key, legal in verdicts().items() if legal] == [("rifle", "T"), ("cannon", "E")]
    verdict = board("A . . T\n. . E .", A=SPLIT).shot("A", "T", weapon="cannon")
    assert rows(verdict) == [forbids("PG-20.7")]
    assert verdict.findings[0].why == "A has declared E as the target of cannon"


@pytest.mark.clause("PG-20.7", applies=True)
def test_pg_20_7_applies_to_one_declared_target_without_split_fire_too() -> None:
    found = verdicts(split_fire=False, targets={"rifle": "T"})
    assert [key for key, legal in found.items() if legal] == [("rifle", "T")]
    assert [
        key for key, legal in verdicts(split_fire=False, targets={"rifle": "T", "cannon": "T"}).items() if legal
    ] == [
        ("rifle", "T"),
        ("cannon", "T"),
    ]


@pytest.mark.clause("PG-20.7", applies=False)
def test_pg_20_7_without_declared_targets_every_weapon_may_fire_at_anyone() -> None:
    assert all(verdicts(targets={}).values())


@pytest.mark.clause("PG-20.7", applies=False)
def test_pg_20_7_melee_is_not_split_fire() -> None:
    assert board("A T E", A=SPLIT).shot("A", "T", weapon="blade").legal
