"""Section 3 of Penance: cover."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.findings import Row, forbids, notes, rows
from tests.rulebook.penance.boards import BASE, RIFLE, shot


def along(drawing: str, rulings: dict[str, str] | None = None, **more: Any) -> Any:
    """Judge a shot from west to east, along hexsides; the Caskets face so that the corners make no difference."""
    return shot(drawing, A={"facing": "NE"}, T={"facing": "NW"}, rulings=rulings, **more)


def covered(clause: str, value: int, at: str) -> Row:
    """Return the finding that something covers."""
    return (clause, "modifies", "target_number", value, [at])


def lower(at: str) -> Row:
    """Return the finding that something would have covered."""
    return notes("PEN-3.4", at)


@pytest.mark.clause("PEN-3.1", applies=True)
@pytest.mark.parametrize(
    ("drawing", "at"), [("T~\n.\nA", "A1"), ("T\n~\nA", "A2"), ("T\n~\n.\n.\nA", "A2"), ("T~\nA", "A1")]
)
def test_pen_3_1_applies_in_or_next_to_the_hex(drawing: str, at: str) -> None:
    assert rows(shot(drawing), "PEN-3.2") == [covered("PEN-3.2", 1, at)]


@pytest.mark.clause("PEN-3.1", applies=False)
@pytest.mark.parametrize("drawing", ["T\n.\n~\nA", "T\n.\n.\n~\nA~"])
def test_pen_3_1_two_hexes_from_the_target_cover_nothing(drawing: str) -> None:
    assert rows(shot(drawing), "PEN-3.2") == []


@pytest.mark.clause("PEN-3.1", applies=False)
def test_pen_3_1_beside_the_target_and_the_line_covers_nothing() -> None:
    verdict = shot("~ ~ ~\n~ T ~\n# . #\n. . .\n. A .")
    assert rows(verdict, "PEN-3.2", "PEN-3.4") == []
    assert verdict.rulings == {}


@pytest.mark.clause("PEN-3.1", applies=True)
@pytest.mark.parametrize(
    ("drawing", "at"), [(". ~ .\nA . T", "B1"), (". . .\nA ~ T", "B2"), ("A ~ T", "B1"), (". _ .\nA ~ T", "B2")]
)
def test_pen_3_1_applies_along_a_side(drawing: str, at: str) -> None:
    verdict = along(drawing)
    assert rows(verdict) == [BASE, covered("PEN-3.2", 1, at)]
    assert verdict.rulings == {"near": "along", "cover-effect": "to-hit"}


@pytest.mark.clause("PEN-3.1", applies=False)
@pytest.mark.parametrize("drawing", [". ~ .\nA . T", ". . .\nA ~ T", "A ~ T"])
def test_pen_3_1_along_a_side_is_not_enough_where_crosses_is_ruled(drawing: str) -> None:
    verdict = along(drawing, {"near": "crosses"})
    assert rows(verdict) == [BASE]
    assert verdict.rulings == {"near": "crosses"}


@pytest.mark.clause("PEN-3.1", applies=True)
@pytest.mark.parametrize("near", ["along", "crosses"])
def test_pen_3_1_applies_to_hexes_crossed_whatever_near_says(near: str) -> None:
    verdict = shot("T\n~\nA", rulings={"near": near})
    assert rows(verdict) == [BASE, covered("PEN-3.2", 1, "A2")]
    assert verdict.rulings == {"cover-effect": "to-hit"}


@pytest.mark.clause("PEN-3.1", applies=False)
def test_pen_3_1_along_a_side_far_from_the_target_covers_nothing() -> None:
    verdict = along(". ~ . . .\nA ~ . . T")
    assert rows(verdict, "PEN-3.2", "PEN-3.4") == []
    assert verdict.rulings == {}


@pytest.mark.clause("PEN-3.1", applies=False)
def test_pen_3_1_an_adjacent_attackers_hex_covers_nothing() -> None:
    verdict = shot("T\nA~")
    assert rows(verdict) == [BASE]
    assert verdict.rulings == {"attackers-hex": "no-cover"}


@pytest.mark.clause("PEN-3.1", applies=True)
def test_pen_3_1_applies_to_an_adjacent_attackers_hex_as_ruled() -> None:
    verdict = shot("T\nA~", rulings={"attackers-hex": "covers"})
    assert rows(verdict) == [BASE, covered("PEN-3.2", 1, "A2")]
    assert verdict.rulings == {"attackers-hex": "covers", "cover-effect": "to-hit"}


@pytest.mark.clause("PEN-3.1", applies=False)
@pytest.mark.parametrize("choice", ["no-cover", "covers"])
@pytest.mark.parametrize("drawing", ["T\n.\nA~", "T\nA", "T\nAw"])
def test_pen_3_1_attackers_hex_is_not_named_where_it_decides_nothing(drawing: str, choice: str) -> None:
    verdict = shot(drawing, rulings={"attackers-hex": choice})
    assert rows(verdict) == [BASE]
    assert verdict.rulings == {}


@pytest.mark.clause("PEN-3.1", applies=False)
@pytest.mark.parametrize("choice", ["no-cover", "covers"])
def test_pen_3_1_the_attackers_hex_matters_less_than_better_cover(choice: str) -> None:
    verdict = shot("Tb\nA~", rulings={"attackers-hex": choice})
    noted = [lower("A2")] if choice == "covers" else []
    assert rows(verdict) == [BASE, covered("PEN-3.2", 2, "A1"), *noted]
    assert verdict.rulings == {"attackers-hex": choice}


@pytest.mark.clause("PEN-3.2", applies=True)
@pytest.mark.parametrize(
    ("letter", "kind", "value"),
    [("f", "forest", 1), ("~", "rubble", 1), ("#", "wall", 2), ("F", "dense-forest", 2), ("b", "building", 2)],
)
def test_pen_3_2_applies_to_light_and_heavy_cover(letter: str, kind: str, value: int) -> None:
    verdict = shot(f"T{letter}\n.\nA")
    assert rows(verdict) == [BASE, covered("PEN-3.2", value, "A1")]
    assert verdict.to_hit.target_number == 5 + value
    assert verdict.findings[1].why == f"{kind} at A1 covers T"


@pytest.mark.clause("PEN-3.2", applies=False)
@pytest.mark.parametrize("letter", [".", "w", "i", "c"])
def test_pen_3_2_the_others_cover_nothing(letter: str) -> None:
    target = "T" if letter == "." else f"T{letter}"
    assert rows(shot(f"{target}\n.\nA")) == [BASE]


@pytest.mark.clause("PEN-3.2", applies=True)
def test_pen_3_2_applies_to_a_wall_beside_the_target_that_is_not_crossed() -> None:
    assert rows(along(". # .\nA . T")) == [BASE, covered("PEN-3.2", 2, "B1")]


@pytest.mark.clause("PEN-3.2", applies=False)
@pytest.mark.parametrize("drawing", ["T\n#\nA", "T~\n#\nA", "T\n~\n#\nA"])
def test_pen_3_2_no_cover_where_sight_is_blocked(drawing: str) -> None:
    verdict = shot(drawing, rulings={"cover-effect": "to-hit-and-defense"})
    assert rows(verdict, "PEN-3.2", "PEN-3.4", "PEN-3.5") == []
    assert (verdict.defense, verdict.rulings) == (0, {})


@pytest.mark.clause("PEN-3.2", applies=True)
@pytest.mark.parametrize(("cover", "value"), [("light", 1), ("heavy", 2)])
def test_pen_3_2_applies_to_kinds_of_ones_own(cover: str, value: int) -> None:
    verdict = shot("Tgw\n.\nA", kinds={"gorse": {"blocks": True, "cover": cover}})
    assert rows(verdict) == [BASE, covered("PEN-3.2", value, "A1")]


@pytest.mark.clause("PEN-3.2", applies=False)
def test_pen_3_2_kinds_of_ones_own_need_not_cover() -> None:
    assert rows(shot("Tg\n.\nA", kinds={"gorse": {"blocks": True}})) == [BASE]


ALL = ("hostile-to-target", "any", "hostile-to-attacker")


@pytest.mark.clause("PEN-3.3", applies=True)
@pytest.mark.parametrize(("side", "choices"), [("red", ALL[:2]), ("blue", ALL[1:]), (None, ALL), ("green", ALL)])
def test_pen_3_3_applies_to_whose_casket_is_ruled(side: str | None, choices: tuple[str, ...]) -> None:
    for choice in choices:
        verdict = shot("T\nE\nA", E={"side": side}, rulings={"casket-cover": choice})
        assert rows(verdict) == [BASE, covered("PEN-3.3", 1, "A2")]
        assert verdict.findings[1].why == "E at A2 covers T"
        assert verdict.rulings == ({} if choices == ALL else {"casket-cover": choice})


@pytest.mark.clause("PEN-3.3", applies=False)
@pytest.mark.parametrize(("side", "choice"), [("red", "hostile-to-attacker"), ("blue", "hostile-to-target")])
def test_pen_3_3_other_caskets_cover_nothing(side: str, choice: str) -> None:
    verdict = shot("T\nE\nA", E={"side": side}, rulings={"casket-cover": choice})
    assert rows(verdict) == [BASE]
    assert verdict.rulings == {"casket-cover": choice}


@pytest.mark.clause("PEN-3.3", applies=True)
@pytest.mark.parametrize(("drawing", "at"), [("T\n.\nE\nA", "A3"), ("T\n.\n.\n.\nE\nA", "A5")])
def test_pen_3_3_applies_anywhere_between(drawing: str, at: str) -> None:
    assert rows(shot(drawing, E={"side": "red"}), "PEN-3.3") == [covered("PEN-3.3", 1, at)]


@pytest.mark.clause("PEN-3.3", applies=True)
@pytest.mark.parametrize("near", ["along", "crosses"])
@pytest.mark.parametrize(("drawing", "at"), [(". E .\nA . T", "B1"), (". . . . .\nA E . . T", "B2")])
def test_pen_3_3_applies_along_a_side_whatever_near_says(drawing: str, at: str, near: str) -> None:
    verdict = along(drawing, {"near": near}, E={"side": "red"})
    assert rows(verdict, "PEN-3.3") == [covered("PEN-3.3", 1, at)]
    assert verdict.rulings == {"casket-cover": "hostile-to-target"}


@pytest.mark.clause("PEN-3.3", applies=False)
@pytest.mark.parametrize("choice", ALL)
@pytest.mark.parametrize("drawing", ["E\nT\n.\nA", "T\n.\nA\nE", "T E\n. .\nA .", ". T .\n. . E\n. A ."])
def test_pen_3_3_a_casket_beside_the_line_covers_nothing(drawing: str, choice: str) -> None:
    verdict = shot(drawing, E={"side": None}, rulings={"casket-cover": choice})
    assert rows(verdict) == [BASE]
    assert verdict.rulings == {}


@pytest.mark.clause("PEN-3.3", applies=False)
def test_pen_3_3_touching_a_corner_is_not_between() -> None:
    verdict = along("A . E . . .\n. . . G . T", {"casket-cover": "any"})
    assert rows(verdict, "PEN-3.3") == []


@pytest.mark.clause("PEN-3.3", applies=False)
@pytest.mark.parametrize("choice", ALL)
def test_pen_3_3_attacker_and_target_do_not_count(choice: str) -> None:
    assert rows(shot("T\nA", A={"side": None}, rulings={"casket-cover": choice})) == [BASE]


@pytest.mark.clause("PEN-3.4", applies=True)
def test_pen_3_4_applies_in_forest_and_beside_a_fortress_wall() -> None:
    verdict = along(". # .\nA . Tf")
    assert rows(verdict) == [BASE, covered("PEN-3.2", 2, "B1"), lower("C2")]
    assert verdict.to_hit.target_number == 7
    assert verdict.findings[2].why == "forest at C2 covers T too, and only the highest cover counts"


@pytest.mark.clause("PEN-3.4", applies=False)
@pytest.mark.parametrize("drawing", [". # .\nA . T", ". . .\nA . Tf", ". ~ . . .\nA . . . Tf"])
def test_pen_3_4_one_cover_alone_counts(drawing: str) -> None:
    verdict = along(drawing)
    assert len(rows(verdict, "PEN-3.2")) == 1
    assert rows(verdict, "PEN-3.4") == []


@pytest.mark.clause("PEN-3.4", applies=True)
@pytest.mark.parametrize(
    ("drawing", "at", "others"),
    [
        ("T~\nf\nA", "A1", ["A2"]),
        ("Tf\n~\nA", "A1", ["A2"]),
        ("Tb\n~\nA", "A1", ["A2"]),
        ("Tf\nE~\nA", "A1", ["A2", "A2"]),
    ],
)
def test_pen_3_4_applies_the_nearest_of_equals_counts(drawing: str, at: str, others: list[str]) -> None:
    verdict = shot(drawing, E={"side": "red"})
    assert rows(verdict, "PEN-3.2", "PEN-3.3", "PEN-3.4") == [
        covered("PEN-3.2", 2 if "b" in drawing else 1, at),
        *map(lower, others),
    ]


@pytest.mark.clause("PEN-3.4", applies=True)
def test_pen_3_4_applies_then_the_first_by_label() -> None:
    assert rows(along(". ~ .\nA f T")) == [BASE, covered("PEN-3.2", 1, "B1"), lower("B2")]
    assert rows(along(". ~ .\nA f T", {"near": "crosses"})) == [BASE]
    # Labels are compared as text: B10 stands before B9.
    far = "\n".join([". . ."] * 8 + [". ~ .", "A f T"])
    assert rows(along(far)) == [BASE, covered("PEN-3.2", 1, "B10"), lower("B9")]


@pytest.mark.clause("PEN-3.4", applies=True)
def test_pen_3_4_applies_to_caskets_too_in_order_along_the_line() -> None:
    verdict = shot("T\n~\nE\nG\nA", E={"side": "red"}, G={"side": "red"})
    assert rows(verdict, "PEN-3.2", "PEN-3.3", "PEN-3.4") == [covered("PEN-3.2", 1, "A2"), lower("A4"), lower("A3")]
    assert verdict.findings[-1].why == "E at A3 covers T too, and only the highest cover counts"


@pytest.mark.clause("PEN-3.4", applies=True)
def test_pen_3_4_applies_terrain_before_the_casket_in_it() -> None:
    verdict = shot("T\nE~\nA", E={"side": "red"})
    assert rows(verdict) == [BASE, covered("PEN-3.2", 1, "A2"), lower("A2")]
    assert verdict.findings[2].message.id == "lower-casket-cover"


@pytest.mark.clause("PEN-3.5", applies=True)
@pytest.mark.parametrize("drawing", ["T~\n.\nA", "T\nf\nA", "T\nE~\nA"])
def test_pen_3_5_applies_to_light_terrain_as_ruled(drawing: str) -> None:
    at = "A1" if "T~" in drawing else "A2"
    verdict = shot(drawing, E={"side": "red"}, rulings={"cover-effect": "to-hit-and-defense"})
    assert rows(verdict, "PEN-3.2", "PEN-3.5") == [
        covered("PEN-3.2", 1, at),
        ("PEN-3.5", "modifies", "defense", 1, [at]),
    ]
    assert verdict.defense == 1
    assert verdict.rulings["cover-effect"] == "to-hit-and-defense"


@pytest.mark.clause("PEN-3.5", applies=False)
@pytest.mark.parametrize("drawing", ["T~\n.\nA", "T\nf\nA"])
def test_pen_3_5_the_default_leaves_the_defense_alone(drawing: str) -> None:
    verdict = shot(drawing)
    assert rows(verdict, "PEN-3.5") == []
    assert (verdict.defense, verdict.rulings) == (0, {"cover-effect": "to-hit"})


@pytest.mark.clause("PEN-3.5", applies=False)
@pytest.mark.parametrize("choice", ["to-hit", "to-hit-and-defense"])
@pytest.mark.parametrize("drawing", ["Tb\n~\nA", "T\nE\nA", "T~\n.\nA1", "T\n.\n~\nA"])
def test_pen_3_5_heavy_casket_and_ignored_cover_give_none(drawing: str, choice: str) -> None:
    verdict = shot(drawing, E={"side": None}, rulings={"cover-effect": choice})
    assert rows(verdict, "PEN-3.5") == []
    assert verdict.defense == 0
    assert "cover-effect" not in verdict.rulings


@pytest.mark.clause("PEN-3.5", applies=True)
def test_pen_3_5_applies_to_the_damage_dealt() -> None:
    ruled = {"cover-effect": "to-hit-and-defense"}
    verdict = shot("T~\n.\nA", A={"weapons": [RIFLE]}, T={"defense": 0}, rulings=ruled)
    assert verdict.dealt == {"plain": 1, "strong": 2, "critical": 4, "execution": 2}


@pytest.mark.clause("PEN-3.5", applies=True)
def test_pen_3_5_applies_where_the_attack_is_not_legal() -> None:
    ruled = {"cover-effect": "to-hit-and-defense"}
    verdict = shot("T~\n.\nA", T={"side": "red"}, rulings=ruled)
    assert rows(verdict) == [forbids("PEN-2.5"), ("PEN-3.5", "modifies", "defense", 1, ["A1"])]
    assert (verdict.defense, verdict.rulings) == (1, ruled)
