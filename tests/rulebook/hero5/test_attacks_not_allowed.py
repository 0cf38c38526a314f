"""An attack that may not be made names everything against it, and gives no numbers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sightline import ScenarioError
from tests.rulebook.findings import Row, impedes, rows
from tests.rulebook.hero5.boards import STAFF, TOTAL, board, melee, shot

BOW = {"name": "bow", "range": 3}
CONTORTED: dict[str, Any] = {"at": "B1", "growth": 2, "contortionist": 11}


def forbids(clause: str) -> Row:
    """Return the finding that forbids an attack."""
    return (clause, "forbids", None, None, [])


REASONS: dict[str, tuple[dict[str, Any], Row]] = {
    "a friend": ({"T": {"side": "red"}}, forbids("HERO-7.3")),
    "a helpless attacker": ({"A": {"helpless": True}}, forbids("HERO-4.3")),
    "beyond range": ({"A": {"weapons": [BOW]}}, forbids("HERO-7.2")),
    "beyond reach": ({"A": {"weapons": [STAFF]}}, forbids("HERO-5.3")),
    "beyond a small one's reach": ({"A": {"weapons": [STAFF], "shrinking": 2}}, forbids("HERO-5.2")),
    "total concealment": ({"T": {"concealment": "total"}}, TOTAL),
}


@pytest.mark.parametrize("reason", REASONS)
def test_each_reason_alone_forbids_an_attack(reason: str) -> None:
    stated, finding = REASONS[reason]
    verdict = shot("A . . . T", **stated)
    assert (verdict.legal, verdict.to_hit, verdict.odds, rows(verdict)) == (False, None, None, [finding])
    assert shot("A . . . T").legal


def test_all_reasons_stand_in_the_order_of_the_rulebook() -> None:
    attacker = {**CONTORTED, "weapons": [STAFF], "helpless": True}
    verdict = shot(". . . . . . . T", A=attacker, T={"side": "red", "concealment": "total"})
    clauses = ["HERO-3.4", "HERO-4.3", "HERO-5.3", "HERO-6.1", "HERO-7.3"]
    assert rows(verdict) == [forbids(clause) for clause in clauses]
    assert [finding.why for finding in verdict.findings] == [
        "A is contorted and cannot attack",
        "A is helpless and cannot attack",
        "A reaches 3, the target is 5 away",
        "T is totally concealed from every side",
        "T is on the side of A, red",
    ]


def test_a_hidden_friend_beyond_range_is_all_three() -> None:
    verdict = shot("A # # # T", A={"weapons": [BOW]}, T={"side": "red", "at": "E1"})
    assert rows(verdict, "HERO-7.2", "HERO-7.3") == [forbids("HERO-7.2"), forbids("HERO-7.3")]
    assert (verdict.sight, verdict.concealment) == ("impeded", "half")


def test_everything_that_conceals_is_found_where_an_attack_may_not_be_made_too() -> None:
    verdict = shot("A X T", T={"side": "red"})
    assert rows(verdict) == [impedes("HERO-6.3", "B1"), forbids("HERO-7.3")]


def test_no_weapon_is_no_reason() -> None:
    verdict = shot("A . . . T")
    assert (verdict.weapon, verdict.legal) == (None, True)


def test_the_helpless_can_be_attacked() -> None:
    assert shot("A . T", T={"helpless": True}).legal
    assert melee("A T", T={"helpless": True}).legal


def test_an_attack_on_oneself_is_bad_input() -> None:
    with pytest.raises(ScenarioError):
        board("A . T").shot("A", "A")


def test_the_json_of_an_attack_that_may_not_be_made() -> None:
    answer = json.loads(shot("A . T", T={"concealment": "total", "side": "red"}).to_json())
    assert (answer["legal"], answer["sight"], answer["concealment"]) == (False, "blocked", "total")
    assert {key for key, value in answer.items() if value is None} == {"weapon", "to_hit", "odds", "corner"}
    assert [(finding["clause"], finding["message"]) for finding in answer["findings"]] == [
        ("HERO-6.1", {"id": "own-total", "args": {"target": "T"}}),
        ("HERO-7.3", {"id": "friend", "args": {"attacker": "A", "target": "T", "side": "red"}}),
    ]
