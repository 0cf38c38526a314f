"""The maps and teams that are ready for battles: fair, full of things to use, and good for an exciting battle."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

import sightline
from sightline import Battle, Scenario
from sightline.board import Board, format_cell, parse_cell
from sightline.field.cell_field import CellField
from sightline.lattice import Cell
from sightline.players import choose
from sightline.systems.sodwa.ability import ability_keys
from sightline.systems.sodwa.destructible import iter_walls
from sightline.systems.sodwa.pieces import character_of
from sightline.systems.sodwa.roster import ROSTER
from tests.systems.sodwa.courses import SEEDS, Course

MAPS = sightline.ready_maps("sodwa")
TEAMS = sightline.ready_teams("sodwa")
LIMITS = (300, 400, 500)
FOUGHT = SEEDS[:5]
"""The seeds of the battles that may be fought here on each map: half of those in docs/maps.md."""
REAL = (Fraction(30, 100), Fraction(70, 100))
"""The chances of an attack that may well succeed, and may well fail."""
each_map = pytest.mark.parametrize("key", MAPS)


def test_there_are_six_maps_and_four_teams_of_each_limit() -> None:
    assert len(MAPS) == 6
    assert Counter(team.limit for team in TEAMS.values()) == dict.fromkeys(LIMITS, 4)
    for limit in LIMITS:
        assert set(sightline.ready_teams("sodwa", limit=limit)) == {
            key for key, team in TEAMS.items() if team.limit == limit
        }


def test_teams_are_those_for_the_highest_limit_that_is_allowed() -> None:
    assert sightline.ready_teams("sodwa", limit=499) == sightline.ready_teams("sodwa", limit=400)
    assert sightline.ready_teams("sodwa", limit=5000) == sightline.ready_teams("sodwa", limit=500)
    assert sightline.ready_teams("sodwa", limit=299) == {}


def test_titles_and_names_are_in_the_language_of_the_caller() -> None:
    lock = sightline.ready_maps("sodwa", language="fr")["the-lock"]
    assert (lock.title, lock.language) == ("L'écluse", "fr")
    assert [team.name for team in lock.teams.values()] == ["La garde du port", "Les allumeurs de réverbères"]
    assert sightline.ready_teams("sodwa", language="fr")["iron-guard"].name == "La garde de fer"
    assert lock.with_language("en").board == MAPS["the-lock"].board


@pytest.mark.parametrize("ready", [sightline.ready_maps, sightline.ready_teams])
def test_a_system_without_maps_is_refused(ready: Callable[[str], object]) -> None:
    with pytest.raises(sightline.ArgumentError, match="system: Penance has no maps that are ready for battles"):
        ready("penance")
    with pytest.raises(sightline.ArgumentError, match=r"no rule system 'sodva'\. Did you mean 'sodwa'\?"):
        ready("sodva")


def test_every_ability_and_every_character_is_in_some_team() -> None:
    owned = {
        key for team in TEAMS.values() for piece in team.characters.values() for key in character_of(piece).abilities
    }
    assert owned == set(ability_keys())
    assert {key for team in TEAMS.values() for key in team.data.like.values()} == set(ROSTER)


def test_every_team_has_formations_that_fit_the_zones_of_every_map() -> None:
    for team in TEAMS.values():
        assert len(team.formations) >= 3
        for key in MAPS:
            bare(key).check_team(team)


@each_map
def test_a_map_has_two_teams_of_one_limit(key: str) -> None:
    red, blue = MAPS[key].teams.values()
    assert red.limit == blue.limit
    assert red != blue
    assert {red, blue} < set(TEAMS.values())


def bare(key: str) -> Scenario:
    """Return a map without teams."""
    return sightline.parse(MAPS[key].to_yaml().partition("teams:\n")[0])


def image_of(board: Board) -> Callable[[Cell], Cell]:
    """Return the function that takes a tile to where it comes when the map is turned by 180 degrees."""
    return lambda cell: Cell(board.columns - 1 - cell.q, board.rows - 1 - cell.r)


@each_map
def test_a_map_is_the_same_when_it_is_turned(key: str) -> None:
    scenario = bare(key)
    board, zones = scenario.board, MAPS[key].data.zones
    image = image_of(board)
    for cell in board:
        assert (board.kinds(cell), board.level(cell)) == (board.kinds(image(cell)), board.level(image(cell))), cell
        assert (cell in zones["red"]) == (image(cell) in zones["blue"])
    assert board.borders == {board.border(*map(image, border)): kinds for border, kinds in board.borders.items()}
    objects = Counter((cell, kind_of(piece)) for cell, pieces in board.occupants.items() for piece in pieces)
    assert objects == Counter((image(cell), terrain) for cell, terrain in objects.elements())


@each_map
def test_there_is_something_high_to_break_and_to_throw(key: str) -> None:
    scenario = bare(key)
    board = scenario.board
    assert sum(board.level(cell) for cell in board) >= 6
    assert any("transition" in (kinds or ()) for kinds in (*board.borders.values(), *map(board.kinds, board)))
    assert len([*iter_walls(scenario.position)]) >= 10
    objects = Counter(kind_of(piece) for piece in board.pieces.values())
    assert objects.total() >= 6
    assert objects["obstructing"] >= 2, "of the objects some are so large that they hide who is behind them"


def test_ice_corrosion_and_water_are_on_some_maps() -> None:
    drawn = {kind for key in MAPS for _, kinds in bare(key).board.iter_terrain() for kind in kinds}
    assert {"icy", "corrosive", "liquid"} <= drawn


@pytest.mark.slow
@each_map
def test_there_is_cover_at_the_distances_at_which_people_fight(key: str) -> None:
    """Nine in ten attacks are made over at most five tiles, those over one in melee: so sight over two to five counts.

    Between the zones a fifth or more of it is clear, a tenth or more impeded, and the rest, about half, is blocked.
    """
    scenario = bare(key)
    board, field = scenario.board, scenario.field()
    assert isinstance(field, CellField)
    places = {cell: index for index, cell in enumerate(board) if cell in middle(scenario)}
    seen = Counter(
        seen[places[end]]
        for start in places
        for seen in [field.see_from(start)]
        for end in places
        if 2 <= max(abs(start.q - end.q), abs(start.r - end.r)) <= 5
    )
    blocked, impeded, clear = (seen[degree] / seen.total() for degree in range(3))
    assert 0.20 <= clear <= 0.45
    assert 0.10 <= impeded <= 0.40
    assert 0.30 <= blocked <= 0.60


@pytest.mark.slow
@each_map
def test_there_are_several_ways_across(key: str) -> None:
    """Four people on foot, one after the other, find ways from zone to zone that have no tile between in common."""
    text = bare(key).to_yaml().replace("pieces:\n", "pieces:\n  Walker: {at: A1, move: 1}\n")
    scenario, zones = sightline.parse(text), MAPS[key].data.zones
    steps = {cell: set(neighbours(scenario, cell)) for cell in middle(scenario)}
    goal = {cell for cell in scenario.board if cell in zones["blue"]}
    start = {cell for cell in scenario.board if cell in zones["red"]}
    steps |= {cell: set(neighbours(scenario, cell)) for cell in start}
    taken: set[Cell] = set()
    for _ in range(4):
        way = shortest_way(steps, start, goal, taken)
        assert way, f"only {len(taken)} tiles of other ways are taken"
        taken.update(way)


def kind_of(piece: Any) -> str:
    """Return the terrain that an object counts as."""
    return piece.is_ or "impeding"


def middle(scenario: Scenario) -> set[Cell]:
    """Return the tiles between the zones on which somebody may stand."""
    board = scenario.board
    closed = {piece.at for piece in board.pieces.values() if kind_of(piece) == "obstructing"}
    closed |= {cell for cell, kinds in board.iter_terrain() if {"obstructing", "obstructing-indoor"} & {*kinds}}
    return {cell for cell in board if 2 <= cell.r < board.rows - 2} - closed


def neighbours(scenario: Scenario, cell: Cell) -> Iterator[Cell]:
    """Yield the tiles to which the walker may go with one step, on foot."""
    board = scenario.board
    walking = scenario.with_piece("Walker", at=format_cell(board, cell))
    yield from (parse_cell(board, label) for label, place in walking.reach("Walker").cells.items() if place.cost == 1)


def shortest_way(steps: Mapping[Cell, set[Cell]], start: set[Cell], goal: set[Cell], taken: set[Cell]) -> list[Cell]:
    """Return the tiles between the zones of a shortest way that avoids those taken; empty if there is none."""
    before: dict[Cell, Cell | None] = dict.fromkeys(sorted(start))
    queue = deque(before)
    while queue:
        cell = queue.popleft()
        for after in sorted(steps.get(cell, ())):
            if after in goal:
                way = []
                while cell not in start:
                    way.append(cell)
                    cell = before[cell]  # type: ignore[assignment]
                return way
            if after not in before and after not in taken:
                before[after] = cell
                queue.append(after)
    return []


@pytest.mark.slow
@each_map
@pytest.mark.parametrize("side", ["red", "blue"])
def test_a_first_attack_may_well_succeed_within_two_turns(key: str, side: str) -> None:
    """Even if the enemies stay where they are, somebody has an attack with a chance from 30 to 70 percent."""
    battle = sightline.battle(MAPS[key], seed=1)
    turns = Counter[str]()
    while max(turns.values(), default=0) <= 2:
        active = battle.state.active
        if active is None or battle.state.pieces[active]["side"] != side:
            battle.apply(next(action for action in battle.legal() if action["do"] in ("end", "choose")))
            continue
        if any(REAL[0] <= chance <= REAL[1] for chance in chances(battle)):
            return
        step = battle.apply(choose(battle, "greedy"))
        turns.update(event["who"] for event in step if event["event"] == "turn-ended")
    pytest.fail(f"{turns}")


def chances(battle: Battle) -> Iterator[Fraction]:
    """Yield the chances of all attacks on characters that the active one has now, or after one movement."""
    for action in battle.legal():
        if action["do"] in ("attack", "move"):
            preview = battle.preview(action)
            yield from (each["hit"] for each in (preview, *preview.get("targets", ())) if "hit" in each)
            yield from (each["hit"] for each in [preview.get("odds") or {}] if "hit" in each)


@pytest.mark.long
@each_map
def test_battles_of_computers_are_exciting(key: str) -> None:
    courses: list[Course] = []
    for seed in FOUGHT:
        courses.append(Course(MAPS[key], seed))
        if {course.winner for course in courses} >= {"red", "blue"}:
            break  # each side can win
    else:
        pytest.fail(f"only {courses[0].winner} ever wins")
    assert {course.how for course in courses} == {"defeat"}
    assert all(3 <= course.turns <= 25 for course in courses)
    assert sum(course.changes >= 1 for course in courses) >= len(courses) / 2
