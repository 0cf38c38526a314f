"""SOD-3.4 as it is played: facing, and turning once a turn."""

from __future__ import annotations

import pytest

from tests.rulebook.sodwa.battles import READY, SLOW, Stated, battle, names, play, refused, rolling

AGAIN: Stated = {"A": {"ip": 3000, "facing": "S", "move": 20}, "T": {**SLOW, "health": 99, "facing": "W"}}
"""A has one turn after the other."""
HALL = "A . . .\n. . . .\n. . . T\n. . . ."


@pytest.mark.clause("SOD-3.4", applies=True)
def test_sod_3_4_applies_to_movers_who_face_their_last_step() -> None:
    there = battle(HALL, **AGAIN)
    assert play(there, "A move B1 C2 C1") == [{"event": "moved", "who": "A", "path": ["B1", "C2", "C1"], "facing": "N"}]
    assert there.state.pieces["A"]["facing"] == "N"


@pytest.mark.clause("SOD-3.4", applies=True)
@pytest.mark.parametrize(
    ("at", "target", "facing"),
    [("D4", "C4/D4", "W"), ("D4", "C4", "W"), ("A1", "C3/C4", "SE"), ("A1", "B4", "S"), ("A4", "C3", "NE")],
)
def test_sod_3_4_applies_to_attackers_who_face_the_middle_of_their_target(at: str, target: str, facing: str) -> None:
    wall: Stated = {"borders": {"obstructing": target}} if "/" in target else {}
    rows = [["."] * 4 for _ in range(4)]
    if not wall:
        rows[int(target[1]) - 1]["ABCD".index(target[0])] = "#"
    drawing = "\n".join(" ".join(row) for row in rows)
    there = battle(drawing, A={**READY, "at": at, "facing": "NE"}, T={"at": "D1"}, **wall)
    play(there, f"A attack {target}")
    assert there.state.pieces["A"]["facing"] == facing


@pytest.mark.clause("SOD-3.4", applies=True)
def test_sod_3_4_applies_to_attackers_of_characters_whether_they_hit_or_not() -> None:
    for rolled in (2, 98):
        there = battle(HALL, seed=rolling(rolled), **AGAIN)
        play(there, "A attack T")
        assert (there.state.pieces["A"]["facing"], there.state.pieces["T"]["facing"]) == ("SE", "W")


@pytest.mark.clause("SOD-3.4", applies=True)
def test_sod_3_4_applies_to_turning_once_a_turn() -> None:
    there = battle(HALL, **AGAIN)
    assert play(there, "A turn NW") == [{"event": "turned", "who": "A", "facing": "NW"}]
    again = [("SOD-3.4", "A has already taken this kind of action this turn: turn")]
    assert refused(there, "A turn S") == again
    play(there, "A move B1")
    assert refused(there, "A turn S") == again
    play(there, "A end")
    assert refused(there, "A turn S") == []


@pytest.mark.clause("SOD-3.4", applies=False)
def test_sod_3_4_not_to_turning_to_the_facing_that_one_has_or_to_none() -> None:
    there = battle(HALL, **AGAIN)
    for name in ("S", "up", "n"):
        why = f"A cannot turn to {name}, only to N, NE, E, SE, SW, W, NW"
        assert refused(there, f"A turn {name}") == [("SOD-3.4", why)]
    found = [each["facing"] for each in there.legal() if each["do"] == "turn"]
    assert found == ["N", "NE", "E", "SE", "SW", "W", "NW"]


@pytest.mark.clause("SOD-3.4", applies=True)
def test_sod_3_4_applies_to_who_had_no_facing() -> None:
    there = battle(HALL, A=READY, T=SLOW)
    assert there.state.pieces["A"]["facing"] is None
    assert len([each for each in there.legal() if each["do"] == "turn"]) == 8
    play(there, "A move B1")
    assert there.state.pieces["A"]["facing"] == "E"


@pytest.mark.clause("SOD-3.4", applies=False)
def test_sod_3_4_not_to_who_is_knocked_back() -> None:
    there = battle("A . T .", seed=rolling(99), **AGAIN)
    assert names(play(there, "A attack T")) == ["attacked", "knocked-back"]
    assert there.state.pieces["T"]["facing"] == "W"


@pytest.mark.clause("SOD-3.4", applies=False)
def test_sod_3_4_not_to_moves_that_end_where_they_began() -> None:
    there = battle(HALL, **AGAIN)
    ended = [("SOD-3.4", "A ends on the tile where the move began")]
    assert refused(there, "A move") == ended
    assert refused(there, "A move B1 A1") == ended
