"""Plans of sight: what readings make of the contacts of a line, and how lines fold into one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from operator import gt, lt
from typing import cast

import pytest

from sightline.board import Board, Piece, parse_border, parse_cell
from sightline.lattice import Cell, parse_grid
from sightline.rules import Clause, MapMask, Position, Ruling, Rulings, Sight, Site
from sightline.sight import (
    Choose,
    ContactKind,
    Distances,
    EndIsIn,
    ForEach,
    IsOwnSide,
    Leaf,
    Max,
    Min,
    Reading,
    Relation,
    Ruled,
    SightLine,
    SightPlan,
)
from sightline.sight.pair_evaluator import find_sighting
from sightline.sight.sighting import Sighting

WALLS, FENCES, MUD = (Clause(f"X-{number}", "", "", "") for number in (1, 2, 3))
STRICT = Ruling("strict", "?", ("no", "yes"))


def walls(position: Position) -> Mapping[Site, str]:
    return position.cells_with(lambda kinds: "wall" if "wall" in kinds else None)


def mud(position: Position) -> Mapping[Site, str]:
    return position.cells_with(lambda kinds: "mud" if "mud" in kinds else None)


def fences(position: Position) -> Mapping[Site, str]:
    return dict.fromkeys(position.board.borders, "fence")


def nothing(position: Position) -> Mapping[Site, str]:
    return {}


def height(position: Position, cell: Cell) -> int:
    return position.board.level(cell)


WALL = Leaf(walls, "cell", 2, WALLS)
SOFT = Leaf(mud, "cell", 1, MUD)
OPEN = Leaf(nothing, "cell", 2, negated=True)
"""A condition that always holds."""


def position(drawing: str, layout: str = "square", **rulings: str) -> Position:
    """Read rows of tokens: `#` a wall, `~` mud, `_` a hole, a digit a level, `|` after one a fence to its right."""
    grid, lines = parse_grid(layout), [line.split() for line in drawing.strip().splitlines()]
    board = Board.empty(grid, len(lines[0]), len(lines))
    kinds = {"#": ("wall",), "~": ("mud",), "_": None}
    for row, line in enumerate(lines):
        for column, token in enumerate(line):
            cell = grid.cell_at(column, row)
            board = board.with_ground({cell: kinds.get(token[0], ())})
            if token[0].isdigit():
                board = board.with_levels({cell: int(token[0])})
            if token.endswith("|"):
                board = board.with_borders({(cell, grid.cell_at(column + 1, row)): ["fence"]})
    return Position(board, {}, {}, Rulings((STRICT,), rulings))


def plan(**readings: Reading) -> SightPlan:
    """Return a plan from centre to centre."""
    return SightPlan("centre", "centre", SightLine(cast("dict[ContactKind, Reading]", readings)))


def sees(plan: SightPlan, position: Position, start: str, stop: str) -> Sighting:
    """Run a plan between two cells by label."""
    return find_sighting(plan, position, parse_cell(position.board, start), parse_cell(position.board, stop))


def reasons(sighting: Sighting, position: Position) -> list[tuple[str, str, int, list[str]]]:
    """Return kind, clause, degree and sites of every reason."""
    return [
        (reason.kind, reason.clause.id, reason.degree, [position.label(site) for site, _ in reason.sites])
        for reason in sighting.reasons
    ]


def test_an_empty_board_is_clear() -> None:
    at = position(". . . .")
    found = sees(plan(cell=WALL, along=WALL, border=WALL, touch=WALL), at, "A1", "D1")
    assert (found.degree, found.sight, found.reasons) == (0, Sight.CLEAR, ())
    [line] = found.named_lines(at)
    assert (line.from_, line.to) == ("A1", "D1")


@pytest.mark.parametrize(
    "reading", [OPEN, Max((OPEN, OPEN)), Relation(height, gt, "cell", "from", 2), Min((OPEN,)), Max(()), Min(())]
)
def test_without_a_reason_no_contact_has_a_degree(reading: Reading) -> None:
    found = sees(plan(cell=reading), position(". 3 # ."), "A1", "D1")
    assert (found.degree, found.reasons) == (0, ())


def test_a_leaf_holds_where_its_mask_does_in_order_along_the_line() -> None:
    at = position(". # . # .")
    there, back = sees(plan(cell=WALL), at, "A1", "E1"), sees(plan(cell=WALL), at, "E1", "A1")
    assert reasons(there, at) == [("cell", "X-1", 2, ["B1"]), ("cell", "X-1", 2, ["D1"])]
    assert reasons(back, at) == reasons(there, at)[::-1]
    assert (there.sight, there.degree) == (Sight.BLOCKED, 2)
    assert there.reasons[0].sites[0][1] == "wall"


def test_the_cells_of_the_ends_are_left_out() -> None:
    assert sees(plan(cell=WALL), position("# . . #"), "A1", "D1").sight is Sight.CLEAR
    assert sees(plan(cell=WALL), position("# #"), "A1", "B1").sight is Sight.CLEAR


def test_a_leaf_with_a_clause_is_never_negated() -> None:
    with pytest.raises(ValueError, match="only a condition"):
        Leaf(walls, "cell", 1, WALLS, negated=True)


def test_the_line_is_as_bad_as_its_worst_contact() -> None:
    found = sees(plan(cell=Max((WALL, SOFT))), position(". ~ # ~ ."), "A1", "E1")
    assert [reason.degree for reason in found.reasons] == [1, 2, 1]
    assert found.sight is Sight.BLOCKED
    assert sees(plan(cell=Max((WALL, SOFT))), position(". ~ . ~ ."), "A1", "E1").sight is Sight.IMPEDED


def test_classes_name_the_degrees() -> None:
    two = SightPlan("centre", "centre", SightLine({"cell": SOFT}), (Sight.CLEAR, Sight.BLOCKED))
    assert sees(two, position(". ~ ."), "A1", "C1").sight is Sight.BLOCKED


def test_best_holds_where_all_parts_do() -> None:
    beside = Min((Leaf(walls, "one", 2, WALLS), Leaf(walls, "other", 2, WALLS)))
    flat = "flat odd-q"
    both, one = position(". # .\n. # .", flat), position(". # .\n. . .", flat)
    assert reasons(sees(plan(along=beside), both, "A2", "C2"), both) == [("along", "X-1", 2, ["B1", "B2"])]
    assert sees(plan(along=beside), one, "A2", "C2").degree == 0


def test_a_negated_condition_stands_in_for_a_reason() -> None:
    # Walls on both sides, where a cell off the map counts as one.
    one = Max((Leaf(walls, "one", 2, WALLS), Leaf(MapMask, "one", 2, negated=True)))
    other = Max((Leaf(walls, "other", 2, WALLS), Leaf(MapMask, "other", 2, negated=True)))
    closed = plan(along=Min((one, other)))
    flat = "flat odd-q"
    for drawing, expected in [(". # .\n. # .", 2), (". # .\n. . .", 0), (". _ .\n. # .", 2), (". _ .\n. _ .", 0)]:
        at = position(drawing, flat)
        assert sees(closed, at, "A2", "C2").degree == expected
    edge = position(". # .", flat)
    assert reasons(sees(closed, edge, "A1", "C1"), edge) == [("along", "X-1", 2, ["B1"])]


def test_one_reason_per_clause_of_a_contact() -> None:
    either = Max((Leaf(walls, "one", 2, WALLS), Leaf(walls, "other", 2, WALLS), Leaf(mud, "other", 1, MUD)))
    at = position(". # .\n. # .", "flat odd-q")
    assert reasons(sees(plan(along=either), at, "A2", "C2"), at) == [("along", "X-1", 2, ["B1", "B2"])]
    at = position(". # .\n. ~ .", "flat odd-q")
    found = {clause: sites for _, clause, _, sites in reasons(sees(plan(along=either), at, "A2", "C2"), at)}
    assert found in ({"X-1": ["B1"], "X-3": ["B2"]}, {"X-1": ["B1"]})  # by which of the two is called the other


@pytest.mark.parametrize(
    ("drawing", "blocked"), [("1 2 1", True), ("1 2 2", False), ("2 2 1", False), ("1 1 1", False), ("1 2 .", True)]
)
def test_a_relation_compares_with_the_cell_of_an_end(drawing: str, blocked: bool) -> None:
    def raised(position: Position) -> Mapping[Site, str]:
        return {cell: "hill" for cell in position.board if position.board.level(cell)}

    higher = (Relation(height, gt, "cell", "from", 2), Relation(height, gt, "cell", "to", 2))
    above_both = Min((Leaf(raised, "cell", 2, WALLS), *higher))
    assert sees(plan(cell=above_both), position(drawing), "A1", "C1").degree == (2 if blocked else 0)


def test_a_relation_holds_nowhere_off_the_map() -> None:
    beside = [Leaf(MapMask, role, 2, WALLS) for role in ("one", "other")]
    deeper = [Relation(height, lt, role, "from", 2) for role in ("one", "other")]
    deep = plan(along=Min((Max((*beside,)), Max((*deeper,)))))
    for drawing, expected in [("1 1 1", 0), ("1 . 1", 2)]:
        assert sees(deep, position(drawing, "flat odd-q"), "A1", "C1").degree == expected


def test_a_leaf_without_a_degree_is_no_reason() -> None:
    nothing = Leaf(walls, "cell", 0, WALLS)
    at = position(". # .")
    for reading in (Max((nothing, OPEN)), Max((Max((nothing,)), OPEN)), Max((Min((nothing,)), OPEN))):
        assert sees(plan(cell=reading), at, "A1", "C1").degree == 0


@pytest.mark.parametrize(("choice", "degree"), [("no", 1), ("yes", 2)])
def test_a_ruling_chooses_the_part(choice: str, degree: int) -> None:
    ruled = Ruled("strict", {"no": SOFT, "yes": Leaf(mud, "cell", 2, MUD)})
    found = sees(plan(cell=ruled), position(". ~ .", strict=choice), "A1", "C1")
    assert found.degree == degree
    assert found.rulings == {"strict"}
    assert sees(plan(cell=ruled), position(". . .", strict=choice), "A1", "C1").rulings == frozenset()


def test_a_cell_met_in_a_point_is_touched() -> None:
    at = position(". # .\n# . .\n. . .")
    touched = plan(touch=WALL)
    assert reasons(sees(touched, at, "A1", "C3"), at) == [("touch", "X-1", 2, ["B1"]), ("touch", "X-1", 2, ["A2"])]
    assert sees(plan(cell=WALL), at, "A1", "C3").degree == 0


def test_a_border_is_crossed_from_a_cell_into_the_next() -> None:
    at = position(".| # .| ~")
    crossed = plan(border=Leaf(fences, "border", 1, FENCES))
    assert reasons(sees(crossed, at, "A1", "D1"), at) == [
        ("border", "X-2", 1, ["A1/B1"]),
        ("border", "X-2", 1, ["C1/D1"]),
    ]
    into_mud = plan(border=Min((Leaf(fences, "border", 1, FENCES), Leaf(mud, "after", 1))))
    assert reasons(sees(into_mud, at, "A1", "D1"), at) == [("border", "X-2", 1, ["C1/D1"])]
    out_of_walls = plan(border=Min((Leaf(fences, "border", 1, FENCES), Leaf(walls, "before", 1))))
    assert sees(out_of_walls, at, "A1", "D1").degree == 0
    assert reasons(sees(out_of_walls, at, "D1", "A1"), at) == [("border", "X-2", 1, ["A1/B1"])]


def over(take_from: type[Max] | type[Min], take_to: type[Max] | type[Min]) -> SightPlan:
    """Return a plan over the corners of both ends."""
    return SightPlan("corners", "corners", Choose("from", take_from, Choose("to", take_to, SightLine({"cell": WALL}))))


@pytest.mark.parametrize(
    ("take_from", "take_to", "there", "back"),
    [(Min, Min, 0, 0), (Min, Max, 0, 2), (Max, Min, 2, 0), (Max, Max, 2, 2)],
)
def test_over_folds_the_points_of_an_end(
    take_from: type[Max] | type[Min], take_to: type[Max] | type[Min], there: int, back: int
) -> None:
    # The upper corners of A2 see all of C1; from its lower right one every line crosses the wall.
    at, plan = position(". . .\n. # .\n. . ."), over(take_from, take_to)
    assert (sees(plan, at, "A2", "C1").degree, sees(plan, at, "C1", "A2").degree) == (there, back)


def test_a_cell_beside_a_border_touched_is_a_reason_too() -> None:
    at = position(". . .\n# . .\n. . .")
    beside = plan(**{"border-touch": Max((Leaf(walls, "one", 2, WALLS), Leaf(walls, "other", 2, WALLS)))})
    assert sees(beside, at, "A1", "C3").degree == 2


def test_the_border_that_a_line_ends_behind_is_a_reason_too() -> None:
    behind = plan(end=Leaf(fences, "border", 1, FENCES))
    assert reasons(sees(behind, position(".| .| ."), "A1", "C1"), position(".| .| .")) == [("end", "X-2", 1, ["B1/C1"])]


def test_a_line_along_sides_alone_ends_in_no_cell() -> None:
    ends = SightPlan("corners", "corners", Choose("from", Max, Choose("to", Max, SightLine({"end": WALL}))))
    assert sees(ends, position(". #"), "A1", "B1").degree == 0


def test_no_distance_is_asked_of_a_cell_of_an_end() -> None:
    near = Min((Leaf(fences, "border", 1, FENCES), Distances(lambda start, stop: True, "one", 1)))
    fenced = position(".| .\n. .")
    along = SightPlan("corners", "corners", Choose("from", Max, Choose("to", Max, SightLine({"along": near}))))
    assert sees(along, fenced, "A1", "B1").degree == 0
    assert sees(along, fenced, "A1", "B2").degree == 1


def test_of_equal_points_the_first_by_name_is_taken() -> None:
    at = position("\n".join(["."] * 12))
    [found] = sees(over(Min, Max), at, "A11", "A9").named_lines(at)
    assert (found.from_, found.to) == ("A10@SE", "A10@NE")


def test_the_line_that_decides_is_named() -> None:
    at = position(". . . .\n. # . .")
    best = sees(over(Min, Min), at, "A1", "D2")
    assert best.degree == 0
    worst = sees(over(Max, Max), at, "A1", "D2")
    assert reasons(worst, at) == [("cell", "X-1", 2, ["B2"])]
    assert worst.named_lines(at)[0].from_ == "A1@NW"


def test_every_reason_of_a_contact_has_a_degree_of_its_own() -> None:
    at = position(". # .")
    mud = Leaf(walls, "cell", 1, MUD)
    found = sees(plan(cell=Max((WALL, mud))), at, "A1", "C1")
    assert found.degree == 2
    assert [(clause, degree) for _, clause, degree, _ in reasons(found, at)] == [(WALLS.id, 2), (MUD.id, 1)]


BOTH = SightPlan("centre", "outermost", Choose("from", Min, ForEach("to", SightLine({"cell": WALL, "touch": SOFT}))))
"""From the centre that serves best to both outermost corners."""


def base(position: Position, *labels: str) -> Piece:
    """Return a piece on these cells."""
    at, *beside = (parse_cell(position.board, label) for label in labels)
    return Piece(name="X", at=at, beside=tuple(beside))


def test_each_takes_the_lines_together_with_the_reasons_of_all() -> None:
    at = position(". . . .\n. # . .\n. . . .\n. ~ . .")
    found = sees(BOTH, at, "A2", "D2")
    assert found.degree == 2
    assert [(line.from_, line.to) for line in found.named_lines(at)] == [("A2", "C1@SE"), ("A2", "C2@SE")]
    assert [[reason.degree for reason in line.reasons] for line in found.lines] == [[2], [2]]
    assert reasons(found, at) == [("cell", "X-1", 2, ["B2"])] * 2
    one = sees(BOTH, at, "A3", "D2")
    assert [len(line.reasons) for line in one.lines] == [1, 0]
    assert one.degree == 2


def test_the_lines_end_at_the_outermost_corners_of_the_whole_base() -> None:
    at = position(". . . .\n. . . .\n. . . .")
    found = find_sighting(BOTH, at, base(at, "A3"), base(at, "C1", "D1"))
    assert [(line.from_, line.to) for line in found.named_lines(at)] == [("A3", "B1@NE"), ("A3", "D1@SE")]
    assert [(line.from_, line.to) for line in sees(BOTH, at, "A3", "C1").named_lines(at)] == [
        ("A3", "B1@NE"),
        ("A3", "C1@SE"),
    ]


@pytest.mark.parametrize(("cells", "taken"), [("A1 A2", "A2"), ("A2 A1", "A2"), ("A2 A3", "A2"), ("A3 A2", "A3")])
def test_of_a_base_of_several_cells_the_best_is_taken_then_the_first_listed(cells: str, taken: str) -> None:
    at = position(". # .\n. . .\n. . .")
    found = find_sighting(BOTH, at, base(at, *cells.split()), base(at, "C2"))
    assert (found.degree, found.named_lines(at)[0].from_) == (0, taken)


def test_no_cell_of_either_base_counts() -> None:
    at = position("# # . # #")
    found = find_sighting(plan(cell=WALL, touch=WALL, along=WALL), at, base(at, "A1", "B1"), base(at, "E1", "D1"))
    assert found.reasons == ()
    along = Max((Leaf(walls, "one", 2, WALLS), Leaf(walls, "other", 2, WALLS)))
    flat = position(". # .\n. # .", "flat odd-q")
    assert find_sighting(plan(along=along), flat, base(flat, "A2", "B1"), base(flat, "C2")).reasons[0].sites[0][
        0
    ] == Cell(1, 1)
    assert find_sighting(plan(along=along), flat, base(flat, "A2", "B1"), base(flat, "C2", "B2")).reasons == ()


def test_the_end_of_a_line_at_a_corner_touches_what_meets_there() -> None:
    at = position(". . . .\n. . # .\n. . . #\n. . # .")
    ends_there = SightPlan("centre", "outermost", ForEach("to", SightLine({"touch": WALL})))
    assert reasons(sees(ends_there, at, "A1", "C1"), at) == [("touch", "X-1", 2, ["C2"])]
    assert reasons(sees(ends_there, at, "A1", "C3"), at) == [("touch", "X-1", 2, ["C4"]), ("touch", "X-1", 2, ["D3"])]


def test_a_border_is_touched_at_either_end_unless_it_is_run_along() -> None:
    flat = position(". . . . .\n. . . . .", "flat odd-q")
    names = ("A2/B1", "A2/B2", "B1/B2", "B1/C2", "B2/C2")
    fenced = flat.board.with_borders({parse_border(flat.board, name): ["fence"] for name in names})
    at, touched = flat.with_surface(fenced), plan(**{"border-touch": Leaf(fences, "border", 1, FENCES)})
    found = [sites[0] for _, _, _, sites in reasons(sees(touched, at, "A2", "C2"), at)]
    assert sorted(found) == ["A2/B1", "A2/B2", "B1/C2", "B2/C2"]


@pytest.mark.parametrize(("negated", "degrees"), [(False, [1, 0, 1, 0]), (True, [0, 1, 0, 1])])
def test_a_condition_on_an_end_looks_at_all_of_its_cells(negated: bool, degrees: list[int]) -> None:
    at = position(". . ~ .\n# . ~ .")
    stands = plan(cell=Min((SOFT, EndIsIn(walls, "from", 1, negated))))
    pairs = [(("A2", "A1"), "D1"), (("A1",), "D1"), (("A1", "A2"), "D2"), (("B2",), "D2")]
    assert [find_sighting(stands, at, base(at, *start), base(at, stop)).degree for start, stop in pairs] == degrees


def test_a_relation_compares_with_the_highest_cell_of_an_end() -> None:
    raised = Leaf(MapMask, "cell", 2, WALLS)
    higher = plan(cell=Min((raised, Relation(height, gt, "cell", "from", 2))))
    at = position("1 . 2 .\n3 . . .")
    assert find_sighting(higher, at, base(at, "A1"), base(at, "D1")).degree == 2
    assert find_sighting(higher, at, base(at, "A1", "A2"), base(at, "D1")).degree == 0


@pytest.mark.parametrize(("negated", "found"), [(False, ["A1/B1"]), (True, ["C1/D1"])])
def test_the_borders_of_an_end_are_its_own(negated: bool, found: list[str]) -> None:
    at = position(".| . .| .")
    own = plan(border=Min((Leaf(fences, "border", 1, FENCES), IsOwnSide("border", "from", 1, negated))))
    assert [sites[0] for _, _, _, sites in reasons(sees(own, at, "A1", "D1"), at)] == found


def test_places_on_several_lines_are_fractions_of_their_lengths() -> None:
    at = position(". . . .\n. . . .\n. . . .")
    found = sees(BOTH, at, "A2", "D2")
    places = [found.position_of([parse_cell(at.board, label)]) for label in ("A2", "B2", "C2", "D2", "B1", "A3")]
    assert places == [0, Fraction(1, 5), Fraction(3, 5), 1, None, None]
    assert found.position_of([parse_cell(at.board, label) for label in ("B2", "C2")]) == Fraction(3, 5)
    assert found.position_of([parse_cell(at.board, label) for label in ("B2", "B1")]) is None
