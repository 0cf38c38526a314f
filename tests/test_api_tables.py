"""Free tables by the Python names: what changes them, what their answers hold, and which questions are refused."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import sightline
from sightline import Problem, Scenario, ScenarioError, Sight
from sightline.board import BasedPiece
from sightline.plane import Polygon, Spot
from tests.test_api import BOARD, problems_of

TABLE = """\
sightline: 1
title: The breach
rules: post-galactica
map:
  grid: free
  size: 40x20
  features:
    - {is: wall, blocks: true, outline: [[9, 5], [10, 5], [10, 9], [9, 9]]}
pieces:
  A: {at: [5, 10], side: red, base: 1, weapons: [{name: rifle, range: 12.5}, {name: blade, range: melee}]}
  T: {at: [15, 10], side: blue, base: 32mm}
  B: {side: blue, building: true, outline: [[20, 5], [22, 5], [22, 8], [20, 8]]}
"""
ANSWERS: list[Callable[[Scenario], Any]] = [
    lambda s: s.shot("A", "T"),
    lambda s: s.shot("A", "B", why_not=True),
    lambda s: s.chart()[-1],
    lambda s: s.resolve("A", "T", seed=1),
    lambda s: s.see("A"),
]
MOVES: list[Callable[[Scenario], Any]] = [lambda s: s.reach("A"), lambda s: s.reach("A", toward=[10, "254mm"])]


@pytest.fixture
def scenario() -> Scenario:
    """Return the example."""
    return sightline.parse(TABLE)


@pytest.fixture
def _shapely() -> None:
    pytest.importorskip("shapely", reason="the extra free is not installed")


def unit(scenario: Scenario, name: str) -> BasedPiece:
    """Return a piece of a table."""
    piece = scenario.table.pieces[name]
    assert isinstance(piece, BasedPiece)
    return piece


def told(problems: tuple[Problem, ...]) -> list[tuple[str | None, str | None]]:
    """Return the key of each problem and what was found."""
    return sorted((problem.key, problem.found) for problem in problems)


def check_value(ask: Callable[[Scenario], Any]) -> None:
    """Check that an answer can be compared, copied and pickled, and drawn afterwards."""
    answer = ask(sightline.parse(TABLE))
    assert answer.svg().startswith("<svg")
    for other in (
        ask(sightline.parse(TABLE)),
        copy.copy(answer),
        copy.deepcopy(answer),
        pickle.loads(pickle.dumps(answer)),
    ):
        assert (other, hash(other), repr(other)) == (answer, hash(answer), repr(answer))
        assert (other.svg(), other.text()) == (answer.svg(), answer.text())
    keys = set(json.loads(answer.to_json())) - {"from"}
    assert keys <= set(dir(answer))
    assert all(hasattr(answer, key) for key in keys)


@pytest.mark.parametrize("ask", ANSWERS)
def test_answers_are_values(ask: Callable[[Scenario], Any]) -> None:
    check_value(ask)


@pytest.mark.usefixtures("_shapely")
@pytest.mark.parametrize("ask", MOVES)
def test_moves_are_values(ask: Callable[[Scenario], Any]) -> None:
    check_value(ask)


def test_scenarios_are_values(scenario: Scenario) -> None:
    other = sightline.parse(TABLE)
    assert (scenario, hash(scenario)) == (other, hash(other))
    assert pickle.loads(pickle.dumps(scenario)) == copy.copy(scenario) == copy.deepcopy(scenario) == scenario
    assert scenario != scenario.with_piece("A", at=[5, 11])


def test_a_table_is_no_board_and_a_board_no_table(scenario: Scenario) -> None:
    assert scenario.table.width == 40
    with pytest.raises(TypeError, match="a free table has no cells"):
        _ = scenario.board
    with pytest.raises(TypeError, match="a board of cells is no free table"):
        _ = sightline.parse(BOARD).table


# --- changes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "spot"),
    [
        ([12.5, 8], (12.5, 8)),
        (["254mm", 8], (10, 8)),
        (("12.5", "50.8 mm"), (12.5, 2)),
        (Spot(3, 4), (3, 4)),
        ([1 / 3 + 1, 5], (1.333333333, 5)),
    ],
)
def test_a_piece_elsewhere(scenario: Scenario, at: Any, spot: tuple[float, float]) -> None:
    moved = scenario.with_piece("A", at=at)
    assert unit(moved, "A").spot == spot
    assert unit(scenario, "A").spot == (5, 10)
    assert sightline.parse(moved.to_yaml()) == moved


def test_a_piece_on_another_base(scenario: Scenario) -> None:
    changed = scenario.with_piece("A", base=["60mm", 4], facing=90)
    assert "base: [60mm, 4], facing: 90" in changed.to_yaml()
    assert changed.shot("A", "T").distance == pytest.approx(10 - 2 - 16 / 25.4, abs=1e-6)
    assert changed.with_piece("A", facing=0, base=1) == scenario


def test_a_building_with_another_outline(scenario: Scenario) -> None:
    corners = [[30, 5], [34, 5], [34, 7], [30, 7]]
    moved = scenario.with_piece("B", outline=corners)
    assert unit(moved, "B").spot == (32, 6)
    assert unit(scenario.with_piece("B", outline=corners, at=[31, 6]), "B").spot == (31, 6)
    assert sightline.parse(moved.to_yaml()) == moved
    assert unit(scenario.with_piece("T", building=True, outline=corners), "T").shape == unit(moved, "B").shape


def test_pieces_change_places(scenario: Scenario) -> None:
    swapped = scenario.with_pieces({"A": {"at": [15, 10]}, "T": {"at": [5, 10]}})
    assert swapped.shot("A", "T").distance == scenario.shot("A", "T").distance


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"A": {"at": [15, 10]}}, [("pieces.A.at", "[15, 10]")]),
        ({"A": {"at": [0.1, 10]}}, [("pieces.A.at", "[0.1, 10]")]),
        ({"A": {"at": [41, -1]}}, [("pieces.A.at.0", "41"), ("pieces.A.at.1", "-1")]),
        ({"A": {"at": [float("nan"), float("inf")]}}, [("pieces.A.at.0", "nan"), ("pieces.A.at.1", "inf")]),
        ({"A": {"at": [True, 1]}}, [("pieces.A.at.0", "true")]),
        ({"A": {"at": "B3"}}, [("pieces.A.at", "B3")]),
        ({"A": {"at": [1, 2, 3]}}, [("pieces.A.at", "[1, 2, 3]")]),
        ({"A": {"base": 25}}, [("pieces.A.base", "25")]),
        ({"T": {"base": 12}}, [("pieces.T.base", "12")]),
        ({"T": {"base": [1, 21], "facing": 90}}, [("pieces.T.base", "[1, 21]")]),
        ({"B": {"outline": [[4, 9], [6, 9], [6, 11]]}}, [("pieces.B.outline", "[[4, 9], [6, 9], [6, 11]]")]),
        ({"B": {"at": [30, 5]}}, [("pieces.B.at", "[30, 5]")]),
        ({"B": {"building": False}}, [("pieces.B.outline", None)]),
        ({"T": {"building": True}}, [("pieces.T.building", "true")]),
        ({"T": {"outline": [[14, 9], [16, 9], [15, 11]]}}, [("pieces.T.outline", "[[14, 9], [16, 9], [15, 11]]")]),
        ({"A": {"at": [35, 10]}, "T": {"at": [35, 10.2]}}, [("pieces.T.at", "[35, 10.2]")]),
        (
            {"A": {"at": [1], "movement": -1}, "Q": {"at": [1, 1]}, "T": {"facing": "N"}, "B": {"base": "wide"}},
            [("pieces.A.at", "[1]"), ("pieces.A.movement", "-1"), ("pieces.B.base", "wide"), ("pieces.Q", "Q"),
             ("pieces.T.facing", "N")],
        ),
    ],
)  # fmt: skip
def test_changes_that_are_wrong(scenario: Scenario, changes: Any, wrong: list[tuple[str, str]]) -> None:
    problems = problems_of(lambda: scenario.with_pieces(changes))
    assert told(problems) == wrong
    assert all(problem.line is None for problem in problems)


# --- questions ---------------------------------------------------------------------------------------------


def test_whom_a_piece_sees(scenario: Scenario) -> None:
    assert scenario.see("A").pieces == {"T": Sight.CLEAR, "B": Sight.CLEAR}
    assert scenario.with_piece("A", at=[5, 7]).see("A").pieces == {}


@pytest.mark.usefixtures("_shapely")
def test_where_a_piece_can_end_its_move(scenario: Scenario) -> None:
    free = scenario.with_pieces({"A": {"at": [5, 10], "movement": 2}})
    found = free.reach("A")
    [ring] = found.outline
    assert Spot(6.9, 10) in Polygon(tuple(Spot(*place) for place in ring))
    assert max(x for x, _ in ring) == pytest.approx(7, abs=found.bound)
    assert not hasattr(found, "path")
    assert free.reach("B").outline == ()


@pytest.mark.usefixtures("_shapely")
@pytest.mark.parametrize(
    ("toward", "end"), [([6, 10], (6, 10)), (["152.4mm", "254mm"], (6, 10)), ((5, 10), (5, 10)), ([30, 10], (7, 10))]
)
def test_the_way_toward_a_place(scenario: Scenario, toward: Any, end: tuple[float, float]) -> None:
    found = scenario.with_piece("A", movement=2).reach("A", toward=toward)
    assert found.path[0] == (5, 10)
    assert found.path[-1] == pytest.approx(end, abs=0.02)
    assert found.length == pytest.approx(end[0] - 5, abs=0.02)


@pytest.mark.usefixtures("_shapely")
def test_who_cannot_move_has_no_way(scenario: Scenario) -> None:
    found = scenario.reach("B", toward=[5, 5])
    assert (found.toward, found.path, found.length) == ((5, 5), (), 0)


@pytest.mark.parametrize(
    ("toward", "wrong"),
    [
        ([41, 21], [("toward.0", "41"), ("toward.1", "21")]),
        ([1], [("toward", "[1]")]),
        ([], [("toward", "[]")]),
        ([1, 2, 3], [("toward", "[1, 2, 3]")]),
        ("5,5", [("toward", "5,5")]),
        (5, [("toward", "5")]),
        ([float("nan"), 1], [("toward.0", "nan")]),
        ([[1], 2], [("toward.0", "[1]")]),
    ],
)
def test_toward_what_is_no_place(scenario: Scenario, toward: Any, wrong: list[tuple[str, str]]) -> None:
    assert told(problems_of(lambda: scenario.reach("A", toward=toward))) == wrong


CELLS = "this question is about the cells of a map, and a free table has none."


@pytest.mark.parametrize(
    ("ask", "key", "message"),
    [
        (lambda s: s.threat("red"), "rules", CELLS),
        (lambda s: s.advise("A"), "rules", CELLS),
        (lambda s: s.line("A1", "B2"), "rules", CELLS),
        (lambda s: s.infer("from,to\n"), "rules", "Post Galactica cannot find boards from a chart."),
        (lambda s: s.reach("A", by=True), "rules", "Post Galactica has no move with the option by."),
        (lambda s: s.reach("A", through="T"), "rules", "Post Galactica has no move with the option through."),
        (
            lambda s: s.reach("A", fewest_attacks=True),
            "rules",
            "Post Galactica has no move with the option fewest_attacks.",
        ),
        (lambda s: s.reach("Q"), "from", "there is no piece 'Q'. Allowed: A, T, B."),
        (lambda s: s.see("Q"), "from", "there is no piece 'Q'. Allowed: A, T, B."),
        (lambda s: s.advise("Q"), "from", "there is no piece 'Q'. Allowed: A, T, B."),
        (lambda s: s.threat("green"), "side", "there is no side 'green'. Allowed: red, blue."),
    ],
)
def test_questions_that_are_refused(
    scenario: Scenario, ask: Callable[[Scenario], object], key: str, message: str
) -> None:
    [problem] = problems_of(lambda: ask(scenario))
    assert (problem.key, problem.message, problem.line) == (key, message, None)


def test_what_only_boards_or_only_tables_have(scenario: Scenario) -> None:
    for draw in (scenario.shot("A", "T").side_view, scenario.shot("A", "T").side_view_png):
        with pytest.raises(TypeError, match="only a shot over cells has a side view"):
            draw()
    with pytest.raises(TypeError, match="a path toward a place can be found on free tables only"):
        sightline.parse(BOARD).reach("A", toward=[1, 1])


def test_answers_speak_the_language_of_the_scenario() -> None:
    with pytest.raises(ScenarioError) as refused:
        sightline.parse(TABLE, language="fr").with_piece("A", at=[41, 5])
    assert refused.value.problems[0].key == "pieces.A.at.0"


def test_refusals_are_in_the_language_of_the_scenario() -> None:
    scenario = sightline.parse(TABLE, language="fr")
    with pytest.raises(ScenarioError, match="une table libre n'en a pas"):
        scenario.line("A1", "B2")
    with pytest.raises(ScenarioError, match="une table libre n'en a pas"):
        scenario.threat("red")
