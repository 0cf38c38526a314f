"""SOD-3.3 and 5.4 to 5.7: having moved, impeded sight, levels, Evasion, and damage that is ignored."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulebook.findings import impedes, notes, rows, why
from tests.rulebook.sodwa.boards import DAMAGE, FIGHTER, MOVED, PLAIN, adds, attack, duel, values

TARGET_AT_C3 = ". . . . .\n. . . . .\n. . T . .\n. . . . .\n. . . . ."


# --- SOD-3.3 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-3.3", applies=True)
@pytest.mark.parametrize("drawing", ["A T", "A . T"])
def test_sod_3_3_applies_to_who_has_moved(drawing: str) -> None:
    attacker, target, both = (attack(drawing, **dict.fromkeys(names, MOVED)) for names in ("A", "T", "AT"))
    assert (rows(attacker, "SOD-3.3"), values(attacker)) == ([adds("SOD-3.3", "attack_value", -10)], (30, 100, 70))
    assert (rows(target, "SOD-3.3"), values(target)) == ([adds("SOD-3.3", "defense_value", 10)], (40, 110, 70))
    assert values(both) == (30, 110, 80)
    assert why(both, "SOD-3.3") == ["A has moved", "T has moved"]


@pytest.mark.clause("SOD-3.3", applies=False)
def test_sod_3_3_neither_to_the_own_defense_nor_to_who_has_only_attacked() -> None:
    scenario = duel("A T", A={"attacked": True}, T={"attacked": True})
    assert rows(scenario.shot("A", "T")) == PLAIN
    moved = duel("A T", A=MOVED)
    there: Any = moved.shot("A", "T")
    back: Any = moved.shot("T", "A")
    assert (there.defense_value, back.attack_value) == (100, 40)


# --- SOD-5.4 -----------------------------------------------------------------------------------------------

IMPEDED = adds("SOD-5.4", "defense_value", 20)


@pytest.mark.clause("SOD-5.4", applies=True)
@pytest.mark.parametrize("drawing", ["A i T", "A . Ti", "A i i Ti", "A O . T"])
def test_sod_5_4_applies_once_to_impeded_sight(drawing: str) -> None:
    verdict = attack(drawing)
    assert (rows(verdict, "SOD-5.4"), verdict.defense_value, verdict.to_hit.difficulty) == ([IMPEDED], 120, 80)
    assert (why(verdict, "SOD-5.4"), verdict.odds.hit) == (["sight is impeded"], Fraction(21, 100))


@pytest.mark.clause("SOD-5.4", applies=True)
def test_sod_5_4_applies_in_melee_across_a_fence_as_ruled() -> None:
    fence = {"impeding": "A1/B1"}
    ruled = {"adjacent-fence": "impedes"}
    verdict = attack("A T", borders=fence, rulings=ruled)
    assert (verdict.kind, verdict.defense_value, verdict.rulings) == ("melee", 120, ruled)
    assert rows(verdict) == [impedes("SOD-4.3", "A1/B1"), *PLAIN[:2], IMPEDED, DAMAGE]
    assert attack("A T", borders=fence).defense_value == 100


@pytest.mark.clause("SOD-5.4", applies=False)
@pytest.mark.parametrize("drawing", ["A . T", "Ai . T", "A d T", "A Ti", "A # Ti"])
def test_sod_5_4_neither_to_clear_nor_to_blocked_sight(drawing: str) -> None:
    assert (rows(attack(drawing), "SOD-5.4"), attack(drawing).defense_value) == ([], 100)


# --- SOD-5.5 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-5.5", applies=True)
@pytest.mark.parametrize(
    ("drawing", "value", "reason"), [("A . T1", -10, "A is below T"), ("A1 . T", 10, "A is above T")]
)
@pytest.mark.parametrize("is_melee", [False, True])
def test_sod_5_5_applies_to_the_higher_and_the_lower(drawing: str, value: int, reason: str, is_melee: bool) -> None:
    adjacent: dict[str, Any] = {"drawing": drawing.replace(". ", ""), "borders": {"transition": "A1/B1"}}
    verdict = attack(**adjacent) if is_melee else attack(drawing)
    assert (verdict.adjacent, rows(verdict, "SOD-5.5")) == (is_melee, [adds("SOD-5.5", "attack_value", value)])
    assert (why(verdict, "SOD-5.5"), values(verdict)) == ([reason], (40 + value, 100, 60 - value))


@pytest.mark.clause("SOD-5.5", applies=False)
@pytest.mark.parametrize("drawing", ["A . T", "A1 . T1", "A .1 T", "A1 .1 T1"])
def test_sod_5_5_not_on_one_level(drawing: str) -> None:
    verdict = attack(drawing)
    assert (rows(verdict, "SOD-5.5"), verdict.attack_value) == ([], 40)


# --- SOD-5.6 -----------------------------------------------------------------------------------------------


def evasion(at: str, facing: str | None, **more: Any) -> Any:
    """Judge the attack of A somewhere on T at C3, who faces in that direction."""
    return attack(TARGET_AT_C3, A={"at": at}, T={"evasion": 15, "facing": facing}, **more)


EVADES = adds("SOD-5.6", "defense_value", 15)
BEHIND_NORTH = ["C4", "C5", "B4", "D4", "A5", "B5", "D5", "E5"]
BEHIND_NORTH_EAST = ["B3", "A3", "C4", "C5", "B4", "A5", "A4", "B5"]
ALL = [f"{column}{row}" for column in "ABCDE" for row in range(1, 6) if (column, row) != ("C", 3)]
TURNED = {"E": 1, "S": 2, "W": 3}


def clockwise(label: str, times: int) -> str:
    """Turn a tile about C3 by so many times 90 degrees."""
    x, y = "ABCDE".index(label[0]) - 2, int(label[1]) - 3
    for _ in range(times):
        x, y = -y, x
    return f"{'ABCDE'[x + 2]}{y + 3}"


@pytest.mark.clause("SOD-5.6", applies=True)
@pytest.mark.parametrize("at", [label for label in ALL if label not in BEHIND_NORTH])
def test_sod_5_6_applies_from_the_front_and_the_sides(at: str) -> None:
    verdict = evasion(at, "N")
    assert (rows(verdict, "SOD-5.6"), verdict.defense_value) == ([EVADES], 115)
    assert why(verdict, "SOD-5.6") == ["T is aware of the attack"]


@pytest.mark.clause("SOD-5.6", applies=False)
@pytest.mark.parametrize("at", BEHIND_NORTH)
def test_sod_5_6_not_from_behind_both_edges_included(at: str) -> None:
    verdict = evasion(at, "N")
    assert (rows(verdict, "SOD-5.6"), verdict.defense_value) == ([notes("SOD-5.6")], 100)
    assert why(verdict, "SOD-5.6") == ["the attack comes from behind: T faces N, so Evasion does not count"]


@pytest.mark.clause("SOD-5.6", applies=False)
def test_sod_5_6_not_from_behind_whichever_way_the_target_faces() -> None:
    def behind(facing: str) -> set[str]:
        return {at for at in ALL if evasion(at, facing).defense_value == 100}

    assert behind("N") == {*BEHIND_NORTH}
    assert behind("NE") == {*BEHIND_NORTH_EAST}
    for straight, diagonal, times in (("E", "SE", 1), ("S", "SW", 2), ("W", "NW", 3)):
        assert behind(straight) == {clockwise(label, times) for label in BEHIND_NORTH}
        assert behind(diagonal) == {clockwise(label, times) for label in BEHIND_NORTH_EAST}


@pytest.mark.clause("SOD-5.6", applies=True)
@pytest.mark.parametrize("at", BEHIND_NORTH)
def test_sod_5_6_applies_from_everywhere_to_who_has_no_facing(at: str) -> None:
    assert evasion(at, None).defense_value == 115


@pytest.mark.clause("SOD-5.6", applies=False)
def test_sod_5_6_not_against_an_attacker_whom_the_target_does_not_see() -> None:
    kinds = {"veil": {"sight": "obstructing"}}
    stated = {"T": {"evasion": 15}, "kinds": kinds}
    hidden = attack("Av . T", **stated)
    assert (hidden.sight, hidden.legal, hidden.defense_value) == ("clear", True, 100)
    assert (rows(hidden, "SOD-5.6"), why(hidden, "SOD-5.6")) == (
        [notes("SOD-5.6")],
        ["T does not see A, so Evasion does not count"],
    )


@pytest.mark.clause("SOD-5.6", applies=True)
def test_sod_5_6_applies_to_the_adjacent_attacker_seen_or_not_and_to_the_impeded() -> None:
    stated = {"T": {"evasion": 15}, "kinds": {"veil": {"sight": "obstructing"}}}
    assert (attack("Av T", **stated).kind, attack("Av T", **stated).defense_value) == ("melee", 115)
    assert attack("Ai . T", **stated).defense_value == 115
    assert attack("A i T", **stated).defense_value == 135
    # From behind it does not count in melee either.
    assert attack("A T", T={"evasion": 15, "facing": "E"}).defense_value == 100


@pytest.mark.clause("SOD-5.6", applies=False)
def test_sod_5_6_not_where_there_is_none() -> None:
    assert rows(attack("A . T", T={"facing": "E"}), "SOD-5.6") == []
    # The attacker's own does nothing.
    assert rows(attack("A T", A={"evasion": 15})) == PLAIN


# --- SOD-5.7 -----------------------------------------------------------------------------------------------

REDUCTION = {"reduction": {"physical": 1, "energy": 2, "magical": 9}}


@pytest.mark.clause("SOD-5.7", applies=True)
@pytest.mark.parametrize(("kind", "ignored", "damage"), [("physical", 1, 4), ("energy", 2, 3), ("magical", 5, 0)])
@pytest.mark.parametrize("drawing", ["A T", "A . T"])
def test_sod_5_7_applies_to_each_kind_of_damage(kind: str, ignored: int, damage: int, drawing: str) -> None:
    verdict = attack(drawing, A={"damage_kind": kind}, T=REDUCTION)
    assert (verdict.damage, verdict.ignored) == (damage, ignored)
    assert rows(verdict, "SOD-5.7") == [DAMAGE, adds("SOD-5.7", "damage", -ignored)]
    assert why(verdict, "SOD-5.7") == ["Damage of A", f"T takes {ignored} less {kind} damage"]


@pytest.mark.clause("SOD-5.7", applies=False)
def test_sod_5_7_bio_damage_is_not_reduced() -> None:
    verdict = attack("A T", A={"damage_kind": "bio"}, T=REDUCTION)
    assert (verdict.damage, verdict.ignored, rows(verdict, "SOD-5.7")) == (5, 0, [DAMAGE])


@pytest.mark.clause("SOD-5.7", applies=False)
def test_sod_5_7_the_attacker_s_own_reduction_does_nothing() -> None:
    verdict = attack("A T", A=REDUCTION)
    assert (verdict.damage, verdict.ignored) == (5, 0)
    assert attack("A T", A=FIGHTER, T={"reduction": {"energy": 3}}).ignored == 0
