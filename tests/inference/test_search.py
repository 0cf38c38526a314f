"""What is found is what trying all boards finds; hidden boards are found again; contradictions are smallest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import combinations, islice, product
from random import Random
from typing import Any

import pytest
from msgspec import structs

import sightline
from sightline.board import Border
from sightline.inference.chart_rows import Row
from sightline.inference.formulas import Literal
from sightline.inference.search import Contradiction
from sightline.inference.solver import OutOfTime, Solver
from sightline.inference.unknown_board import Assignment
from sightline.lattice import Cell
from sightline.rules import Position, placing_of
from sightline.systems.combat_hex.chart_sheet import SheetRow
from sightline.systems.combat_hex.terrain import hills
from sightline.systems.combat_hex.unknown_terrain import UnknownBoard
from tests.inference import boards
from tests.reference.boards import least, many

pytestmark = pytest.mark.slow
KINDS: tuple[tuple[str, ...], ...] = ((), ("red-line",), ("dotted-line",))

# Everything that can be added to these maps is tried. On the first a third warrior may stand in between, whose level
# counts; on the second it is the lines and the second hexes that are many.
IN_A_ROW = ("3x1", ("A1", "B1", "C1"), 2)
TWO = ("3x1", ("A1", "C1"), 2)
BLOCK = ("2x2", ("A1", "B2"), 1)
TINY = (IN_A_ROW, TWO)


def known(size: str, places: Sequence[str]) -> Position:
    """Return a bare map with warriors named after their hexes."""
    pieces = ", ".join(f"{place}: {{at: {place}}}" for place in places)
    text = f"sightline: 1\nrules: combat-hex\nmap: {{grid: hex, size: {size}}}\npieces: {{{pieces}}}\n"
    return sightline.parse(text).position


def iter_boards(position: Position, highest: int) -> Iterator[tuple[int, Position]]:
    """Yield all boards that a bare map can be completed to, each with how much was added."""
    board = position.board
    cells = list(board)
    borders = [border for border in map(tuple, combinations(cells, 2)) if board.grid.edge_between(*border) is not None]
    for levels in product(range(highest + 1), repeat=len(cells)):
        raised = board.with_levels(dict(zip(cells, levels, strict=True)))
        for based in _with_bases(position.with_surface(raised)):
            beside = sum(len(piece.beside) for piece in based.board.pieces.values())
            for kinds in product(KINDS, repeat=len(borders)):
                lines: dict[Border, tuple[str, ...]] = dict(zip(borders, kinds, strict=True))  # type: ignore[arg-type]
                size = sum(levels) + beside + sum(map(len, kinds))
                yield size, based.with_surface(based.board.with_borders(lines))


def _with_bases(position: Position) -> Iterator[Position]:
    board = position.board
    free: list[list[Cell | None]] = [[None, *board.grid.neighbours(piece.cell)] for piece in board.pieces.values()]
    for beside in product(*free):
        pieces = [
            piece if cell is None else structs.replace(piece, beside=(cell,), mounted=True)
            for piece, cell in zip(board.pieces.values(), beside, strict=True)
        ]
        taken = [cell for piece in pieces for cell in piece.cells]
        completed = board.with_pieces(pieces)
        if len(set(taken)) == len(taken) and all(cell in board for cell in taken):
            settled = position.with_surface(completed)
            if _is_allowed(settled):
                yield settled


def _is_allowed(position: Position) -> bool:
    pieces = position.board.pieces.values()
    return not any(True for piece in pieces for _ in placing_of(boards.RULES).check_place(position, piece))


@cache
def charts(tiny: tuple[str, tuple[str, ...], int]) -> dict[tuple[SheetRow, ...], int]:
    """Return all charts of all boards of a tiny map, each with the size of the smallest such board."""
    size, places, highest = tiny
    bare, least = known(size, places), dict[tuple[SheetRow, ...], int]()
    pairs = boards.pairs_of(bare)
    for added, position in iter_boards(bare, highest):
        chart = tuple(boards.said(position, *pair) for pair in pairs)
        least[chart] = min(added, least.get(chart, added))
    return least


def agree(chart: Sequence[SheetRow], rows: Sequence[Row]) -> bool:
    """Return whether rows come out, where the whole chart of a board is known."""
    said = {(row.shooter, row.target): row for row in chart}
    return all(_agrees(said[row.attacker, row.target], row) for row in rows)


def _agrees(said: SheetRow, row: Row) -> bool:
    stated = SheetRow(*row.cells.values())
    return said._replace(rule="") == stated._replace(rule="") and {*stated.rule.split()} <= {*said.rule.split()}


def compare_sizes(tiny: tuple[str, tuple[str, ...], int], rng: Random, count: int | None) -> None:
    """Compare the smallest boards of charts, or of parts of charts, with the smallest of all boards."""
    every = sorted(charts(tiny))
    for chart in every if count is None else rng.sample(every, min(count, len(every))):
        rows = [boards.row_of(said, line) for line, said in enumerate(chart, start=2)]
        if count is not None:
            rows = boards.blurred(rng, rows)
        least = min(size for other, size in charts(tiny).items() if agree(other, rows))
        found = next(boards.search_for(known(*tiny[:2]), rows).boards())
        assert (len(found.added), found.is_smallest) == (least, True)
        assert boards.agree(found.position, rows)


@pytest.mark.parametrize("tiny", TINY, ids=str)
def test_the_smallest_board_is_the_smallest_of_all(tiny: tuple[str, tuple[str, ...], int]) -> None:
    compare_sizes(tiny, Random(str(tiny)), 12)


@pytest.mark.parametrize("tiny", TINY, ids=str)
def test_the_smallest_board_of_every_chart_is_the_smallest_of_all(tiny: tuple[str, tuple[str, ...], int]) -> None:
    compare_sizes(tiny, Random(str(tiny)), None)


def random_rows(tiny: tuple[str, tuple[str, ...], int], rng: Random) -> list[Row]:
    """Return a chart that may say anything, though each of its rows alone is true of some board."""
    said = [rng.choice(sorted({chart[number] for chart in charts(tiny)})) for number in range(len(min(charts(tiny))))]
    return boards.blurred(rng, [boards.row_of(row, line) for line, row in enumerate(said, start=2)])


def compare_contradictions(tiny: tuple[str, tuple[str, ...], int], rng: Random, count: int) -> int:
    """Compare contradictions with what all boards say; give how many were compared."""
    compared = 0
    for _ in range(count):
        rows = random_rows(tiny, rng)
        search = boards.search_for(known(*tiny[:2]), rows)
        found = next(search.boards(), None)
        assert (found is not None) == any(agree(chart, rows) for chart in charts(tiny))
        if found is None:
            compared += 1
            named = search.contradiction()
            assert (named.is_irreducible, named.is_smallest) == (True, True)
            assert not any(agree(chart, named.rows) for chart in charts(tiny))
            for fewer in combinations(rows, len(named.rows) - 1):
                assert any(agree(chart, fewer) for chart in charts(tiny)), "there is a smaller contradiction"
    return compared


def test_contradictions_are_smallest() -> None:
    assert compare_contradictions(IN_A_ROW, Random("contradictions"), 20) > 4


@pytest.mark.parametrize("tiny", TINY, ids=str)
def test_many_contradictions_are_smallest(tiny: tuple[str, tuple[str, ...], int]) -> None:
    assert compare_contradictions(tiny, Random("many"), many(40)) >= least(6)


@pytest.mark.long
def test_boards_and_contradictions_are_smallest_on_a_block() -> None:
    """One test, as trying all boards of the block takes far longer than comparing with them."""
    compare_sizes(BLOCK, Random("block"), None)
    compare_sizes(BLOCK, Random("block"), many(8))
    assert compare_contradictions(BLOCK, Random("many"), many(20)) > 5


def test_a_row_can_contradict_itself() -> None:
    rows = [
        boards.row_of(SheetRow("A1", "C1", "yes", "", "5-6", "5.171"), 2),
        boards.row_of(SheetRow("C1", "A1", "no"), 3),
    ]
    search = boards.search_for(known(*TWO[:2]), rows)
    assert not list(search.boards())
    assert search.contradiction().rows == (rows[0],)


def test_all_boards_of_a_tiny_chart_are_reported() -> None:
    bare = known(*TWO[:2])
    rows = [boards.row_of(SheetRow("A1", "C1", "no", rule="5.141"))]
    found = [board.added for board in boards.search_for(bare, rows).boards()]
    assert [sorted(f"{element.kind} {element.place}" for element in added) for added in found] == [["level-1 B1"]]


def test_a_hill_has_to_be_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sees G over M, who stands on high ground as well: lower than A, or of no matter to a mounted A, on A's hill.

    The model takes any high ground beside M for a part of A's hill until it is refined.
    """
    refined = []
    refinements = UnknownBoard.refinements

    def counted(unknown: UnknownBoard, found: Assignment) -> Iterator[tuple[Literal, ...]]:
        refined.append(list(refinements(unknown, found)))
        return iter(refined[-1])

    monkeypatch.setattr(UnknownBoard, "refinements", counted)
    bare = sightline.parse(
        "sightline: 1\nrules: combat-hex\nmap: {grid: hex, size: 7x8}\n"
        "pieces: {A: {at: D1}, M: {at: D4}, G: {at: D7}}\n"
    ).position
    said = [
        SheetRow("A", "G", "yes", "+1", "5-6"),
        SheetRow("M", "G", "yes", "+1", "5-6"),
        SheetRow("A", "M", "yes", "", "5-6"),
    ]
    rows = [boards.row_of(row, line) for line, row in enumerate(said, start=2)]
    for found in islice(boards.search_for(bare, rows).boards(), 3):
        assert (len(found.added), found.is_smallest) == (5, True)
        assert boards.agree(found.position, rows)
        hill_of = found.position.mask(hills)
        one, other = (found.position.board.pieces[name].cell for name in "AM")
        assert hill_of[one] == hill_of[other]
    assert len(refined) >= 1
    assert all(refined)


def find_again(rng: Random, *, most_pieces: int) -> None:
    """Hide a random board, and find one from its chart that is no larger, the same one twice."""
    hidden = boards.random_hidden(rng, most_pieces=most_pieces)
    pairs = boards.pairs_of(hidden.known)
    rows = boards.chart_of(hidden.whole, rng.sample(pairs, min(12, len(pairs))))
    found = next(boards.search_for(hidden.known, rows).boards())
    assert boards.agree(found.position, rows)
    assert found.is_smallest
    assert len(found.added) <= hidden.size
    again = next(boards.search_for(hidden.known, rows).boards())
    assert again.added == found.added, "the same question has another answer"


@pytest.mark.parametrize("seed", range(4))
def test_hidden_boards_are_found_again(seed: int) -> None:
    find_again(Random(f"hidden {seed}"), most_pieces=3)


@pytest.mark.parametrize("seed", range(many(12)))
def test_many_hidden_boards_are_found_again(seed: int) -> None:
    find_again(Random(f"many hidden {seed}"), most_pieces=10)


def test_a_board_that_time_left_unproven_is_reported_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    least = Solver.minimize

    def hurried(solver: Solver, *counted: Any, **more: Any) -> Assignment | None:
        raise OutOfTime(least(solver, *counted, **more))

    monkeypatch.setattr(Solver, "minimize", hurried)
    rows = [boards.row_of(SheetRow("A1", "C1", "no", rule="5.141"))]
    [found] = boards.search_for(known(*TWO[:2]), rows).boards()
    assert (len(found.added), found.is_smallest) == (1, False)


def test_a_contradiction_that_time_left_unproven_is_reported_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [
        SheetRow("A1", "C1", "no", rule="5.12"),
        SheetRow("C1", "A1", "yes", "+1", "5-6"),
        SheetRow("B1", "A1", "yes", "+1", "5-6"),
    ]
    rows = [boards.row_of(row, line) for line, row in enumerate(said, start=2)]

    def contradiction() -> Contradiction:
        search = boards.search_for(known(*IN_A_ROW[:2]), rows)
        assert not list(search.boards())
        return search.contradiction()

    proven = contradiction()
    assert (proven.rows, proven.is_irreducible, proven.is_smallest) == (tuple(rows[:2]), True, True)

    least, calls = Solver.minimize, 0

    def hurried(solver: Solver, *counted: Any, **more: Any) -> Assignment | None:
        nonlocal calls
        calls -= 1
        if calls < 0:
            raise OutOfTime
        return least(solver, *counted, **more)

    monkeypatch.setattr(Solver, "minimize", hurried)
    how = []
    for calls in range(1, 30):  # noqa: B007 (read by `hurried`)
        search = boards.search_for(known(*IN_A_ROW[:2]), rows)
        with suppress(OutOfTime):
            found = search.contradiction()
            assert all(row in found.rows for row in proven.rows)
            how.append((found.is_irreducible, found.is_smallest))
    assert how == sorted(how)
    assert {*how} == {(False, False), (True, False), (True, True)}
