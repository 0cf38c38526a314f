"""Where a piece can move to, what threatens, what is advised: what these scenes hold."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

import sightline
from sightline.board import Piece, format_cell, parse_cell, parse_point
from sightline.lattice import parse_grid
from sightline.referee.advice import advise
from sightline.referee.reach import reach
from sightline.referee.threat import threat
from sightline.render import Scene, Value
from sightline.render.scenes.area_scenes import advise_scene, reach_scene, threat_scene
from sightline.rules import MOVE_ENDS, Advice, Advised, Danger, Place, Reach, Threat
from sightline.systems.penance import PENANCE
from tests.render.boards import PLAIN, across_the_rubble, board, of_board, position, with_friends
from tests.render.side_view import boards as yards


def reached() -> Scene:
    there = position(with_friends())
    return reach_scene(PENANCE, there, reach(PENANCE, there, there.board.pieces["A"]))


def written(scene: Scene) -> Mapping[str, Value]:
    return {format_cell(scene.board, cell): value for cell, value in scene.values.items()}


def test_reach_shows_the_cost_of_every_cell() -> None:
    values = written(reached())
    assert values["C4"].text == ""
    assert values["C5"].text == "1"
    assert values["C3"] == Value("(1)", values["C5"].tint, is_barred=True)
    assert "B3" not in values
    assert "B1" not in values


def test_reach_counts_places_and_those_to_pass_only() -> None:
    scene = reached()
    assert scene.caption == f"Where A can move: {len(scene.values) - 2} places, 1 pass-through"
    assert scene.viewer == "A"


def test_every_step_of_a_cheapest_way_leads_from_a_reached_cell_to_its_neighbour() -> None:
    scene = reached()
    assert len(scene.steps) == len(scene.values) - 1
    for start, stop in scene.steps:
        assert start in scene.values
        assert scene.board.grid.distance(start, stop) == 1


@pytest.mark.parametrize(
    ("most", "words"),
    [
        (0, ["cost 0"]),
        (1, ["cost 1"]),
        (4, ["cost 1", "cost 2", "cost 3", "cost 4"]),
        (6, ["cost 1 to 2", "cost 3 to 4", "cost 5 to 6"]),
        (23, ["cost 1 to 6", "cost 7 to 12", "cost 13 to 18", "cost 19 to 23"]),
    ],
)
def test_costs_lie_in_at_most_four_bands(most: int, words: list[str]) -> None:
    line = board(1, 24).with_pieces([Piece(name="A", at=parse_cell(board(1, 24), "A1"))])
    cells = {f"A{k + 1}": Place(cost=k, path=tuple(f"A{n + 1}" for n in range(1, k + 1))) for k in range(most + 1)}
    scene = reach_scene(PLAIN, position(line), Reach(from_="A", cells=cells))
    assert list(scene.tints.values()) == words
    assert {value.tint for value in scene.values.values()} == set(scene.tints)


def test_bands_are_called_by_the_costs_that_occur() -> None:
    line = board(1, 24).with_pieces([Piece(name="A", at=parse_cell(board(1, 24), "A1"))])
    cells = {f"A{k + 1}": Place(cost=k, path=("A2",) * bool(k)) for k in (0, 8, 20, 22)}
    scene = reach_scene(PLAIN, position(line), Reach(from_="A", cells=cells))
    assert scene.tints == {"reached-1": "cost 0", "reached-2": "cost 8", "reached-4": "cost 20 to 22"}


def test_places_between_cells_are_listed_and_drawn_there() -> None:
    there = board(2, 2, grid=parse_grid("square"))
    there = there.with_pieces([Piece(name="Ogre", at=parse_cell(there, "A1"))])
    cells = {"A1@SE": Place(cost=0, path=()), "A2@SE": Place(cost=1, path=("A2@SE",))}
    scene = reach_scene(PLAIN, position(there), Reach(from_="Ogre", cells=cells))
    assert (scene.values, scene.steps) == ({}, ())
    corners = [parse_point(there, label) for label in cells]
    assert {corner: value.text for corner, value in scene.corner_values.items()} == dict(
        zip(corners, ("", "1"), strict=True)
    )
    assert scene.corner_steps == (tuple(corners),)
    assert ("cost 1", "1 place", "A2@SE") in scene.remarks
    assert scene.caption == "Where Ogre can move: 1 place"


def test_steps_may_lead_over_corners_of_squares() -> None:
    there = board(2, 2, grid=parse_grid("square"))
    there = there.with_pieces([Piece(name="A", at=parse_cell(there, "A1"))])
    cells = {"A1": Place(cost=0, path=()), "B2": Place(cost=1, path=("B2",))}
    scene = reach_scene(PLAIN, position(there), Reach(from_="A", cells=cells))
    assert scene.steps == ((parse_cell(there, "A1"), parse_cell(there, "B2")),)


def test_threat_shows_percents_and_who_threatens() -> None:
    there = position(across_the_rubble())
    found = threat(PENANCE, there, "red")
    scene = threat_scene(PENANCE, there, found)
    assert scene.caption == f"What can hit red: {len(found.cells)} cells, by 1 piece"
    assert scene.attackers == ("T",)
    assert len(scene.values) == len(found.cells)
    assert list(scene.remarks) == [("T", f"{len(found.cells)} cells", "")]


@pytest.mark.parametrize(
    ("hit", "text", "tint"),
    [
        (Fraction(1, 1000), "<1", "danger-1"),
        (Fraction(1, 200), "1", "danger-1"),
        (Fraction(5, 18), "28", "danger-2"),
        (Fraction(3, 20), "15", "danger-2"),
        (Fraction(5, 8), "63", "danger-5"),
        (Fraction(999, 1000), ">99", "danger-6"),
        (Fraction(1), "100", "danger-6"),
    ],
)
def test_percents_are_whole_and_never_hide_a_chance(hit: Fraction, text: str, tint: str) -> None:
    there = position(across_the_rubble())
    cells = {"A1": Danger(attackers=("T",), best=hit)}
    scene = threat_scene(PENANCE, there, Threat(side="red", cells=cells))
    assert written(scene)["A1"] == Value(text, tint)


def test_no_threat_is_said() -> None:
    scene = threat_scene(PENANCE, position(across_the_rubble()), Threat(side="red", cells={}))
    assert scene.caption == "What can hit red: nothing"
    assert (scene.values, scene.remarks) == ({}, ())


def test_advice_ranks_the_best_dozen_and_lists_all() -> None:
    there = position(across_the_rubble())
    found = advise(PENANCE, there, there.board.pieces["A"])
    scene = advise_scene(PENANCE, there, found)
    best = found.places[0]
    assert scene.caption == f"Where A can attack from: {len(found.places)} ways listed, best 41.67 %"
    assert sorted(int(value.text) for value in scene.values.values()) == list(range(1, 13))
    assert written(scene)[best.at] == Value("1", "advised-1", facing=best.facing)
    assert len(scene.remarks) == len(found.places)
    grid = there.board.grid
    (ray,) = scene.rays
    assert ray.start == grid.centre(parse_cell(there.board, best.at))
    assert ray.stop == grid.centre(there.board.pieces["T"].cell)


def test_a_place_with_several_targets_has_its_best_rank() -> None:
    there = position(across_the_rubble())
    nobody = Danger(attackers=(), best=Fraction(0))
    one = Advised(at="C4", facing="N", cost=3, target="T", weapon=None, hit=Fraction(1, 2), back=nobody)
    scene = advise_scene(PENANCE, there, Advice(from_="A", places=(one, one)))
    assert [value.text for value in scene.values.values()] == ["1"]


def test_nowhere_to_attack_from_is_said() -> None:
    scene = advise_scene(PENANCE, position(across_the_rubble()), Advice(from_="A", places=()))
    assert scene.caption == "Where A can attack from: nowhere it can move to"
    assert (scene.values, scene.rays, scene.tints) == ({}, (), {})


def test_where_a_move_has_to_end_is_marked_where_the_system_says_so() -> None:
    there = yards.scenario(". i .", "Ana: {at: A1, side: red}")
    scene = of_board(there.reach("Ana").scene)
    ends = [format_cell(scene.board, cell) for cell, value in scene.values.items() if MOVE_ENDS in value.badges]
    assert ends == ["B1"]
    assert "the move ends there" in there.reach("Ana").svg()
    assert "the move ends there" not in yards.scenario(". . .", "Ana: {at: A1, side: red}").reach("Ana").svg()


def test_why_a_move_may_not_end_is_reported_by_clause() -> None:
    there = sightline.parse(
        "sightline: 1\nrules: sodwa\nmap: {grid: square, size: 3x1, terrain: {obstructing: [B1]}}\n"
        "pieces: {Ana: {at: A1, abilities: [flight]}}\n"
    )
    rows = [(row.key, row.words) for row in of_board(there.reach("Ana").scene).remarks if row.key.startswith("SOD-")]
    assert rows == [("SOD-7.4", "(B1)")]
    assert "no stop" not in there.reach("Ana").text()
