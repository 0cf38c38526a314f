"""The referee: the order of findings, what falls away without a roll, and which rulings are named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar

import pytest
from msgspec import Struct

from sightline.board import Board, Piece, parse_border, parse_cell
from sightline.lattice import parse_grid
from sightline.referee.see import see
from sightline.referee.shot import shot
from sightline.rules import (
    Attack,
    Clause,
    Finding,
    Odds,
    Position,
    Ruling,
    Rulings,
    Site,
    Terrain,
    Verdict,
    odds_of,
)
from sightline.sight import Leaf, PlannedSight, Ruled, SightLine, SightPlan, sighting_of

FIRST, SECOND, THIRD = (Clause(f"X-{number}", "", "", "") for number in (2, 1, 10))
"""Clauses in the order of their rulebook, which is not that of their names."""
OPEN = Ruling("open", "Are walls open?", ("no", "yes"))
LUCKY = Ruling("lucky", "Is the shooter lucky?", ("no", "very", "a little"))
Ask = Callable[[Attack[Any]], Iterable[Finding]]


def walls(position: Position) -> Mapping[Site, str]:
    return position.cells_with(lambda kinds: "wall" if "wall" in kinds else None)


class Number(Struct, frozen=True):
    number: int


class Fixed(PlannedSight[Any]):
    """A system with the findings that a test wants."""

    key: ClassVar[str] = "fixed"
    title: ClassVar[str] = "Fixed"
    clauses: ClassVar[tuple[Clause, ...]] = (FIRST, SECOND, THIRD)
    messages: ClassVar[Mapping[str, str]] = {"said": "said", "base": "the base", "second-base": "the other base"}
    grids: ClassVar[tuple[str, ...]] = ("square",)
    terrain: ClassVar[Mapping[str, Terrain]] = {}
    roll_numbers: ClassVar[tuple[str, ...]] = ("number",)
    base_messages: ClassVar[tuple[str, ...]] = ("base", "second-base")

    def __init__(self, ask: Ask) -> None:
        self.ask = ask

    def sight(self) -> SightPlan:
        wall = Leaf(walls, "cell", 2, FIRST)
        return SightPlan(
            "centre", "centre", SightLine({"cell": Ruled("open", {"no": wall, "yes": Leaf(walls, "cell", 0)})})
        )

    def findings(self, attack: Attack[Any]) -> Iterator[Finding]:
        for reason in sighting_of(attack).reasons:
            yield attack.blocks(reason.clause, "said", [site for site, _ in reason.sites])
        yield from self.ask(attack)

    def roll(self, attack: Attack[Any], numbers: Mapping[str, int]) -> tuple[Number, Odds]:
        return Number(numbers["number"]), odds_of({"hit": Fraction(1, max(1, numbers["number"]))})


def position(rows: int = 1, walls_at: str = "", **rulings: str) -> Position:
    """Return a board of ten columns, A in A1 and T in J1, walls in the cells named."""
    board = Board.empty(parse_grid("square"), 10, rows)
    board = board.with_ground({parse_cell(board, label): ["wall"] for label in walls_at.split()})
    pieces = [Piece(name="A", at=parse_cell(board, "A1")), Piece(name="T", at=parse_cell(board, "J1"))]
    return Position(board.with_pieces(pieces), {}, {}, Rulings((OPEN, LUCKY), rulings))


def judge(ask: Ask, at: Position | None = None) -> Verdict:
    """Judge the attack of A on T."""
    at = at or position()
    return shot(Fixed(ask), at, at.board.pieces["A"], at.board.pieces["T"], None)


def found(verdict: Verdict) -> list[tuple[str, str, int | None, tuple[str, ...]]]:
    """Return clause, message, value and place of every finding."""
    return [(each.clause.id, each.message.id, each.value, each.at) for each in verdict.findings]


def cells(attack: Attack[Any], *labels: str) -> list[Site]:
    """Return cells and borders by name."""
    board = attack.position.board
    return [parse_border(board, label) if "/" in label else parse_cell(board, label) for label in labels]


def test_findings_stand_in_the_order_of_the_clauses() -> None:
    def ask(attack: Attack[Any]) -> Iterator[Finding]:
        for clause in (THIRD, SECOND, FIRST):
            yield attack.notes(clause, "said")

    assert [clause for clause, *_ in found(judge(ask))] == ["X-2", "X-1", "X-10"]


def test_then_by_first_place_on_the_line_then_by_label_as_text() -> None:
    places = [["D1", "B1"], ["C1"], ["B1", "I1"], ["B1"], ["A10"], ["A9"], ["A1/B1"], ["B1/C1"]]

    def ask(attack: Attack[Any]) -> Iterator[Finding]:
        for labels in places:
            yield attack.notes(FIRST, "said", cells(attack, *labels))
        yield attack.notes(FIRST, "said")

    ordered = [list(at) for *_, at in found(judge(ask, position(rows=10)))]
    assert ordered == [
        [],
        ["A1/B1"],
        ["B1"],
        ["B1", "I1"],
        ["B1/C1"],
        ["C1"],
        ["D1", "B1"],
        ["A10"],
        ["A9"],
    ]


class Touchy(Fixed):
    """The same where walls count that the line only touches."""

    def sight(self) -> SightPlan:
        return SightPlan("centre", "centre", SightLine({"touch": Leaf(walls, "cell", 2, FIRST)}))


def test_cells_that_are_only_touched_have_their_place_on_the_line() -> None:
    at = position(rows=4, walls_at="D3 B3 A2 B1")
    attacker = Piece(name="A", at=parse_cell(at.board, "D4"))
    verdict = shot(Touchy(lambda attack: ()), at, attacker, Piece(name="T", at=parse_cell(at.board, "A1")), None)
    assert [each.at for each in verdict.findings] == [("D3",), ("B3",), ("A2",), ("B1",)]


def test_bases_stand_directly_before_their_numbers_first_finding() -> None:
    def ask(attack: Attack[Any]) -> Iterator[Finding]:
        yield attack.notes(FIRST, "said")
        yield from attack.modifies(FIRST, "number", -1, "said")
        yield from attack.modifies(FIRST, "damage", 1, "said")
        yield from attack.modifies(SECOND, "damage", 2, "said")
        yield from attack.modifies(THIRD, "number", 5, "base")
        yield from attack.modifies(THIRD, "damage", 3, "second-base")
        yield from attack.modifies(THIRD, "number", 4, "said")

    assert found(judge(ask)) == [
        ("X-2", "said", None, ()),
        ("X-10", "base", 5, ()),
        ("X-2", "said", -1, ()),
        ("X-10", "second-base", 3, ()),
        ("X-2", "said", 1, ()),
        ("X-1", "said", 2, ()),
        ("X-10", "said", 4, ()),
    ]


def test_a_base_alone_stands_where_its_clause_does() -> None:
    def ask(attack: Attack[Any]) -> Iterator[Finding]:
        yield from attack.modifies(SECOND, "number", 5, "base")
        yield attack.notes(FIRST, "said")
        yield attack.notes(THIRD, "said")

    assert [clause for clause, *_ in found(judge(ask))] == ["X-2", "X-1", "X-10"]


def test_numbers_are_the_sums_of_their_findings() -> None:
    def ask(attack: Attack[Any]) -> Iterator[Finding]:
        yield from attack.modifies(FIRST, "number", 5, "base")
        yield from attack.modifies(SECOND, "number", -2, "said")
        yield from attack.modifies(SECOND, "damage", 7, "said")

    verdict = judge(ask)
    assert verdict.to_hit == Number(3)
    assert verdict.odds is not None
    assert verdict.odds.hit == Fraction(1, 3)


def test_what_gives_0_is_no_finding() -> None:
    assert found(judge(lambda attack: attack.modifies(FIRST, "number", 0, "base"))) == []


def forbidding(attack: Attack[Any]) -> Iterator[Finding]:
    yield from attack.modifies(FIRST, "number", 5, "base")
    yield from attack.modifies(FIRST, "damage", 2, "said")
    yield attack.notes(FIRST, "said")
    yield attack.impedes(SECOND, "said", cells(attack, "B1"))
    yield attack.forbids(THIRD, "said")


def test_without_a_roll_its_numbers_and_the_notes_fall_away() -> None:
    verdict = judge(forbidding)
    assert (verdict.legal, verdict.to_hit, verdict.odds) == (False, None, None)
    assert [(each.effect, each.on) for each in verdict.findings] == [
        ("modifies", "damage"),
        ("impedes", None),
        ("forbids", None),
    ]


def test_every_reason_against_an_attack_is_listed() -> None:
    verdict = judge(forbidding, position(walls_at="C1 B1"))
    assert verdict.sight == "blocked"
    blocks = [each for each in verdict.findings if each.effect == "blocks"]
    assert [each.at for each in blocks] == [("B1",), ("C1",)]
    assert verdict.findings[-1].effect == "forbids"


def lucky(attack: Attack[Any]) -> Iterator[Finding]:
    """Ask for a ruling of which only one of three choices changes anything."""
    bonus = {"no": 0, "very": 0, "a little": 1}[attack.position.rulings["lucky"]]
    yield from attack.modifies(FIRST, "number", 5, "base")
    yield from attack.modifies(SECOND, "number", bonus, "said")


def idle(attack: Attack[Any]) -> Iterator[Finding]:
    """Ask for a ruling and make nothing of it."""
    assert attack.position.rulings["lucky"]
    yield from attack.modifies(FIRST, "number", 5, "base")


@pytest.mark.parametrize("choice", LUCKY.choices)
def test_a_ruling_is_named_where_any_other_choice_changes_the_answer(choice: str) -> None:
    assert judge(lucky, position(lucky=choice)).rulings == {"lucky": choice}


def test_a_ruling_that_decides_nothing_is_not_named() -> None:
    assert judge(idle).rulings == {}


@pytest.mark.parametrize("choice", OPEN.choices)
def test_a_ruling_that_the_plan_asks_for_is_named(choice: str) -> None:
    at = position(walls_at="C1", open=choice)
    assert judge(idle, at).rulings == {"open": choice}
    assert judge(lucky, at).rulings == ({"open": "no"} if choice == "no" else {"open": "yes", "lucky": "no"})
    assert judge(idle, position(open=choice)).rulings == {}


def test_rulings_in_force_are_not_touched_by_a_question() -> None:
    at = position(walls_at="C1")
    judge(lucky, at)
    assert dict(at.rulings) == {"open": "no", "lucky": "no"}
    assert judge(lucky, at) == judge(lucky, at)


@pytest.mark.parametrize(("choice", "seen"), [("no", "B1"), ("yes", "B1 C1 D1 E1 F1 G1 H1 I1 J1")])
def test_see_names_every_cell_that_is_not_blocked_and_the_ruling(choice: str, seen: str) -> None:
    at = position(walls_at="B1", open=choice)
    answer = see(Fixed(idle), at, at.board.pieces["A"])
    assert list(answer.cells) == seen.split()
    assert answer.rulings == {"open": choice}
