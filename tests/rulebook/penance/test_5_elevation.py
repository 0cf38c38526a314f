"""Section 5 of Penance: elevation."""

from __future__ import annotations

import pytest

import sightline
from tests.rulebook.findings import Row, notes, rows
from tests.rulebook.penance.boards import BASE, RIFLE, board, shot

HIGHER: list[Row] = [("PEN-5.1", "modifies", "target_number", -1, []), ("PEN-5.1", "modifies", "damage", 1, [])]
LOWER: list[Row] = [("PEN-5.2", "modifies", "target_number", 1, []), ("PEN-5.2", "modifies", "damage", -1, [])]


@pytest.mark.clause("PEN-5.1", applies=True)
@pytest.mark.parametrize("drawing", ["T\n.\nA1", "T1\n.\nA2"])
def test_pen_5_1_applies_one_level_above(drawing: str) -> None:
    verdict = shot(drawing, A={"weapons": [RIFLE]})
    assert rows(verdict) == [BASE, HIGHER[0], ("PEN-6.6", "modifies", "damage", 2, []), HIGHER[1]]
    assert (verdict.to_hit.target_number, verdict.damage_bonus, verdict.dealt["plain"]) == (4, 1, 3)


@pytest.mark.clause("PEN-5.1", applies=False)
@pytest.mark.parametrize("drawing", ["T\n.\nA", "T1\n.\nA1", "T2\n.1\nA2"])
def test_pen_5_1_changes_nothing_on_one_level(drawing: str) -> None:
    verdict = shot(drawing)
    assert rows(verdict) == [BASE]
    assert verdict.damage_bonus == 0


@pytest.mark.clause("PEN-5.1", applies=True)
def test_pen_5_1_applies_to_cover_which_is_noted() -> None:
    verdict = shot("Tf\nE~\nG\nA1", E={"side": "red"}, G={"side": "red"})
    assert rows(verdict) == [
        BASE,
        *HIGHER[:1],
        ("PEN-5.1", "modifies", "damage", 1, []),
        notes("PEN-5.1", "A3"),
        notes("PEN-5.1", "A2"),
        notes("PEN-5.1", "A2"),
        notes("PEN-5.1", "A1"),
    ]
    assert [finding.message.id for finding in verdict.findings if finding.effect == "notes"] == [
        "overlooked-casket-cover",
        "overlooked-cover",
        "overlooked-casket-cover",
        "overlooked-cover",
    ]
    assert verdict.findings[-1].why == "forest at A1 is no cover against an attack from above"


@pytest.mark.clause("PEN-5.1", applies=False)
def test_pen_5_1_cover_counts_on_one_level() -> None:
    verdict = shot("Tf1\n.\nA1")
    assert rows(verdict) == [BASE, ("PEN-3.2", "modifies", "target_number", 1, ["A1"])]


@pytest.mark.clause("PEN-5.1", applies=False)
def test_pen_5_1_does_not_see_over_walls() -> None:
    verdict = shot("Tf\n#\nA2")
    assert verdict.sight == "blocked"
    assert rows(verdict, "PEN-5.1") == [("PEN-5.1", "modifies", "damage", 1, [])]


@pytest.mark.clause("PEN-5.1", applies=True)
@pytest.mark.parametrize(
    ("near", "casket_cover"), [("along", "any"), ("crosses", "any"), ("along", "hostile-to-attacker")]
)
def test_pen_5_1_applies_so_that_rulings_on_cover_change_what_is_noted(near: str, casket_cover: str) -> None:
    rulings = {"near": near, "casket-cover": casket_cover}
    verdict = shot(". ~ .\nA1 E T", A={"facing": "NE"}, T={"facing": "NW"}, E={"side": "red"}, rulings=rulings)
    noted = ["B1"] * (near == "along") + ["B2"] * (casket_cover == "any")
    assert [finding.at[0] for finding in verdict.findings if finding.effect == "notes"] == noted
    assert verdict.rulings == {**rulings, "advantage": "none"}


@pytest.mark.clause("PEN-5.2", applies=True)
@pytest.mark.parametrize("drawing", ["T1\n.\nA", "T2\n.\nA1"])
def test_pen_5_2_applies_one_level_below(drawing: str) -> None:
    verdict = shot(drawing, A={"weapons": [RIFLE]})
    assert rows(verdict) == [BASE, LOWER[0], ("PEN-6.6", "modifies", "damage", 2, []), LOWER[1]]
    assert (verdict.to_hit.target_number, verdict.damage_bonus, verdict.dealt["plain"]) == (6, -1, 1)


@pytest.mark.clause("PEN-5.2", applies=True)
def test_pen_5_2_applies_cover_counts_uphill() -> None:
    verdict = shot("T~1\n.\nA")
    assert rows(verdict) == [BASE, ("PEN-3.2", "modifies", "target_number", 1, ["A1"]), *LOWER]
    assert verdict.to_hit.target_number == 7


@pytest.mark.clause("PEN-5.2", applies=False)
@pytest.mark.parametrize("drawing", ["T\n.\nA", "T1\n.\nA1", "T\n.2\nA"])
def test_pen_5_2_changes_nothing_on_one_level(drawing: str) -> None:
    assert rows(shot(drawing)) == [BASE]


@pytest.mark.clause("PEN-5.3", applies=True)
def test_pen_5_3_applies_two_levels_apart_change_no_more_than_one() -> None:
    assert rows(shot("T\n.\nA2")) == [BASE, *HIGHER]
    assert rows(shot("T2\n.\nA")) == [BASE, *LOWER]


@pytest.mark.clause("PEN-5.3", applies=False)
def test_pen_5_3_no_level_apart_changes_nothing() -> None:
    assert rows(shot("T2\n.\nA2")) == [BASE]


@pytest.mark.clause("PEN-5.3", applies=True)
def test_pen_5_3_applies_to_a_level_above_2_which_is_bad_input() -> None:
    with pytest.raises(sightline.ScenarioError) as refused:
        board("T\n.3\nA")
    assert [problem.found for problem in refused.value.problems] == [".3"]


@pytest.mark.clause("PEN-5.3", applies=False)
def test_pen_5_3_a_level_of_2_is_good_input() -> None:
    assert board("T\n.2\nA").shot("A", "T").legal


@pytest.mark.clause("PEN-5.3", applies=True)
def test_pen_5_3_applies_a_rooftop_is_clear_ground() -> None:
    assert rows(shot("T\n.2\nA")) == [BASE]
    assert shot("T\nb2\nA").sight == "blocked"
