"""Places that do not hold a character are bad input, and the message says why."""

from __future__ import annotations

from typing import Any

import pytest

from sightline import ScenarioError
from sightline.formats.problems import Problem
from tests.rulebook.hero5.boards import board, text

HALF_FREE = "a place where at least half of its width is free"
OPEN = "\n".join([". . . . ."] * 5)


def problems(drawing: str, **more: Any) -> list[Problem]:
    """Return what is wrong with a drawn board."""
    with pytest.raises(ScenarioError) as caught:
        board(drawing, **more)
    return list(caught.value.problems)


def told(drawing: str, **more: Any) -> tuple[str | None, str | None, str]:
    """Return the key, what was found and the message of the one problem of a drawn board."""
    (problem,) = problems(drawing, **more)
    return problem.key, problem.found, problem.message


@pytest.mark.parametrize(
    ("drawing", "more", "why"),
    [
        ("# . .\n# # .", {"at": "A1@SE"}, "A1 cannot be entered (blocking), A2 cannot be entered (blocking)"),
        ("_ . .\n# . .", {"at": "B1@SW"}, "A1 is a hole, A2 cannot be entered (blocking)"),
        (". . .", {"at": "A1@N"}, "2 hexes are off the map"),
        ("# . .", {"at": "A1@NE"}, "A1 cannot be entered (blocking), 1 hex is off the map"),
    ],
)
def test_a_place_too_narrow_names_its_hexes(drawing: str, more: dict[str, Any], why: str) -> None:
    found = told(drawing, A={**more, "growth": 1})
    assert found == ("pieces.A.at", more["at"], f"A does not fit here: {why}. Allowed: {HALF_FREE}.")


def test_a_place_parted_by_walls_names_the_borders() -> None:
    walls = {"wall": "A1/B1 A1/A2 A2/B1"}
    why = "A1/A2 cannot be crossed, A1/B1 cannot be crossed, A2/B1 cannot be crossed"
    found = told(". .\n. .", borders=walls, A={"at": "A1@SE", "growth": 1})
    assert found == ("pieces.A.at", "A1@SE", f"A does not fit here: {why}. Allowed: {HALF_FREE}.")


def test_a_place_with_everything_wrong_names_it_all() -> None:
    found = told(". _ .\n. . .\n. . #", borders={"wall": "A2/B2 B2/C2"}, A={"at": "B2", "growth": 2})
    why = "B1 is a hole, C3 cannot be entered (blocking), A2/B2 cannot be crossed, B2/C2 cannot be crossed"
    assert found == ("pieces.A.at", "B2", f"A does not fit here: {why}. Allowed: {HALF_FREE}.")


def test_one_hex_that_cannot_be_entered() -> None:
    found = told("A# .")
    assert found == ("pieces.A.at", "A1", "A does not fit here: A1 cannot be entered (blocking). Allowed: a free hex.")
    assert board("A# .", A={"flying": True}).board.pieces["A"].at == board("A .").board.pieces["A"].at


@pytest.mark.parametrize("kind", ["ledge", "vault"])
def test_a_hex_that_this_character_cannot_enter(kind: str) -> None:
    kinds = {"ledge": {"roll": "acrobatics"}, "vault": {"solid": "ceiling"}}
    stated = {"flying": kind == "vault"}
    found = told(f"A{kind[0]} .", kinds=kinds, A=stated)
    assert found[2] == f"A does not fit here: A1 cannot be entered ({kind}). Allowed: a free hex."


@pytest.mark.parametrize(("growth", "width"), [(0, 1), (2, 3), (4, 5)])
def test_an_odd_width_at_a_corner(growth: int, width: int) -> None:
    found = told(OPEN, A={"at": "C3@N", "growth": growth})
    assert found == (
        "pieces.A.at",
        "C3@N",
        f"a character {width} {'hex' if width == 1 else 'hexes'} wide stands at a hex, not at a corner. "
        "Allowed: B2, C2, C3.",
    )


@pytest.mark.parametrize(("growth", "width"), [(1, 2), (3, 4)])
def test_an_even_width_at_a_hex(growth: int, width: int) -> None:
    found = told(OPEN, A={"at": "C3", "growth": growth})
    assert found == (
        "pieces.A.at",
        "C3",
        f"a character {width} hexes wide stands at a corner, not at a hex. "
        "Allowed: B2@S, B2@SE, B3@SE, B4@NE, C2@S, C3@SE.",
    )


def test_two_in_a_hex() -> None:
    assert told("AE .") == ("pieces.E.at", "A1", "'A' already stands at A1.")
    assert told("AF .") == ("pieces.F.at", "A1", "'A' already stands at A1.")


def test_too_many_in_a_hex() -> None:
    small = {f"E{number}": {"at": "B1", "shrinking": 2} for number in range(5)}
    found = told(". .", **small)
    assert found[:2] == ("pieces.E4.at", "B1")
    assert "'E0'" in found[2]


def test_wide_ones_may_not_overlap_either() -> None:
    found = told(OPEN, A={"at": "B2@SE", "growth": 1}, E={"at": "C3"})
    assert found == ("pieces.E.at", "C3", "'A' already stands at C3.")


@pytest.mark.parametrize(
    "others", [{"E": {"helpless": True}}, {"E": {"shrinking": 2}}, {"A": {"helpless": True}}, {"A": {"shrinking": 2}}]
)
def test_those_who_can_share_a_hex(others: dict[str, Any]) -> None:
    assert len(board("AE .", **others).board.pieces) == 2


def test_every_problem_is_reported_with_its_line() -> None:
    written = text("A# E#\n. .", H={"at": "A2@SE"}, J={"at": "B2", "growth": 1})
    first = written.splitlines().index("pieces:") + 2
    found = problems("A# E#\n. .", H={"at": "A2@SE"}, J={"at": "B2", "growth": 1})
    assert [(problem.line, problem.key) for problem in found] == [
        (first + number, f"pieces.{name}.at") for number, name in enumerate("AEHJ")
    ]
