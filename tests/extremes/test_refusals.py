"""Small files that ask for too much are refused at once, with the place, what was found and what is allowed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import sightline
from sightline import Problem, Scenario, ScenarioError, TooMuch
from sightline.board import Board
from sightline.deadline import Allowance, allowing, limited
from sightline.plane import Shape, corridor
from sightline.plane.convex_parts import ConvexPart
from sightline.plane.convex_parts import decompose as whole
from tests.extremes import extreme_scenarios as extremes

MAX_PASSES = 160_000
"""How often loops may look at the clock before a question is refused: a few seconds of work."""


def refusal(ask: Callable[[], object]) -> Problem:
    """Return the one problem that a question or file is refused with, after little work."""
    with sightline.limits(seconds=600) as bound, pytest.raises(ScenarioError) as refused:
        ask()
    assert bound.passes < MAX_PASSES
    [problem] = refused.value.problems
    return problem


def told(problem: Problem) -> tuple[str | None, str | None, tuple[str, ...]]:
    return problem.key, problem.found, problem.allowed


def test_a_chart_has_ten_thousand_attacks_at_most() -> None:
    scenario = sightline.parse(extremes.caskets_in_a_row(300))
    problem = refusal(scenario.chart)
    assert told(problem) == ("pairs", "10001", ("at most 10000",))
    assert problem.message.startswith(
        "a chart has at most 10000 attacks, and this one 10001 or more: choose an attacker,"
    )
    assert len(scenario.chart(attacker="P0", target="P1")) == 1


def test_attackers_and_targets_are_chosen_before_pairs_are_made() -> None:
    scenario = sightline.parse(extremes.long_reason(reason=10))
    assert len(list(scenario.iter_pairs(target="T"))) == 5000  # 25 million are never made
    assert list(scenario.iter_pairs(attacker="P0")) == [("P0", "T")]


def test_texts_are_short() -> None:
    problem = refusal(lambda: sightline.parse(extremes.long_reason()))
    assert problem.key == "pieces.T.protected"
    assert problem.message == "a text has at most 1000 characters, not 1000000."
    sightline.parse(extremes.long_reason(reason=1000))


def test_a_piece_has_a_hundred_weapons_at_most() -> None:
    problem = refusal(lambda: sightline.parse(extremes.many_weapons(101)()))
    assert told(problem)[0::2] == ("pieces.A.weapons", ("at most 100",))
    assert problem.message == "at most 100 are allowed here, not 101."
    assert len(sightline.parse(extremes.many_weapons(100)()).position.pieces["A"].weapons) == 100


def test_there_are_ten_thousand_kinds_of_ones_own_at_most() -> None:
    problem = refusal(lambda: sightline.parse(extremes.own_kinds(101)))
    assert told(problem)[0::2] == ("map.kinds", ("at most 10000",))
    assert sightline.parse(extremes.own_kinds(100)).board.columns == 100


def test_a_building_stands_on_fifty_hexes_at_most() -> None:
    with pytest.raises(ScenarioError, match="1 to 50 cells, not 300"):
        sightline.parse(extremes.two_buildings(300)())
    scenario = sightline.parse(extremes.two_buildings(50)(apart=2))
    problem = refusal(scenario.chart)
    assert told(problem) == ("pairs", "15000", ("at most 5000",))
    assert next(scenario.iter_chart(attacker="A", target="T")).to == "T"


def test_the_paths_of_a_move_enter_a_million_cells_at_most() -> None:
    scenario = sightline.parse(extremes.wide_open("post-galactica")())
    problem = refusal(lambda: scenario.reach("A"))
    assert told(problem)[0::2] == ("from", ("at most 1000000",))
    assert "all paths of this move together enter more than 1000000 cells" in problem.message


def test_a_picture_of_many_cells_is_no_png(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py")
    from sightline.render import png

    with pytest.raises(sightline.TooMuch, match="an SVG of at most 5000000 characters, and this one has 5000001"):
        png("x" * 5_000_001)


@pytest.mark.parametrize("means", [{"impassable": True}, {"difficult": True}])
@pytest.mark.parametrize("toward", [None, (98, 98)])
def test_a_move_passes_four_thousand_corners_at_most(
    means: dict[str, bool], toward: tuple[float, float] | None
) -> None:
    scenario = sightline.parse(extremes.features(1000, 4, **means)())
    problem = refusal(lambda: scenario.reach("A", toward=toward))
    assert told(problem) == ("map.features", "4002", ("at most 4000",))
    assert problem.message.startswith("a move passes at most 4000 corners of features and bases, and within reach of")


def test_features_that_a_move_does_not_reach_do_not_matter() -> None:
    scenario = sightline.parse(extremes.features(1000, 4, movement=6, impassable=True)())
    near = sightline.parse(extremes.features(1000, 4, movement=6, impassable=True, keep=50)())
    assert scenario.reach("A").outline == near.reach("A").outline


def test_a_move_round_and_through_very_much_is_refused() -> None:
    scenario = sightline.parse(extremes.one_difficult_feature())
    problem = refusal(lambda: scenario.reach("A"))
    assert told(problem)[0::2] == ("map.features", ("at most 4000000",))
    assert problem.message.startswith("a move can have at most 4000000 bends times edges in sight, and")


@pytest.mark.long
def test_the_longer_the_border_of_difficult_ground_the_less_exact_the_reach() -> None:
    def bound(size: int) -> float:
        square = [[10, 10], [10 + size, 10], [10 + size, 10 + size], [10, 10 + size]]
        bog = {"is": "bog", "blocks": False, "difficult": True, "outline": square}
        return float(sightline.parse(extremes.free_table([bog], movement=300)).reach("A").bound)

    assert bound(10) == 0.05
    assert 0.12 < bound(60) < 0.13


def test_a_chart_of_small_pieces_has_no_lines_between_buildings() -> None:
    assert next(sightline.parse(extremes.caskets_in_a_row(100)).iter_chart()).to == "P1"


@pytest.mark.parametrize(
    "ask", [lambda s: s.see("A"), lambda s: s.threat("red"), lambda s: s.advise("A")], ids=["see", "threat", "advise"]
)
def test_whole_maps_have_a_hundred_thousand_cells_at_most(ask: Callable[[Scenario], object]) -> None:
    scenario = sightline.parse(extremes.wide_open("penance", 317, 1)())
    assert told(refusal(lambda: ask(scenario))) == ("map", "100489", ("at most 100000",))


def test_threats_beyond_the_bound_are_refused_before_an_attack_is_judged() -> None:
    scenario = sightline.parse(extremes.scattered_characters(120))
    with sightline.limits(seconds=600) as bound, pytest.raises(ScenarioError) as refused:
        scenario.threat("red")
    assert told(refused.value.problems[0])[0::2] == ("map", ("at most 100000",))
    assert bound.passes < 1000


def test_a_picture_has_a_bounded_number_of_marks() -> None:
    def svg(size: int) -> str:
        return sightline.parse(extremes.rubble_and_two(size)).svg()

    with pytest.raises(TooMuch, match="a picture shows at most 200000 marks of terrain, and this map has 201602"):
        svg(449)
    assert svg(20).startswith("<svg")


@pytest.mark.long
def test_advice_takes_a_bounded_number_of_steps() -> None:
    scenario = sightline.parse(extremes.surrounded(200)())
    problem = refusal(lambda: scenario.advise("A"))
    assert told(problem)[0::2] == ("map", ("at most 100000",))
    assert problem.message.startswith(
        "this takes more than 100000 steps: use fewer pieces, shorter moves and ranges, or a"
    )


def test_an_allowance_counts_alike_on_every_machine() -> None:
    allowance = Allowance(10, "map", "at most {most}")
    done: list[int] = []
    with (
        sightline.limits(seconds=600) as outer,
        pytest.raises(TooMuch, match="at most 10") as refused,
        allowing(allowance),
    ):
        done.extend(limited(range(20), "items"))
    assert len(done) == 10
    assert (refused.value.key, refused.value.found, refused.value.most) == ("map", 11, 10)
    assert outer.passes == 11


@pytest.mark.parametrize("text", [extremes.crowded_line, extremes.many_kinds_on_a_line])
def test_few_changes_are_tried_along_long_lines(text: Callable[[], str]) -> None:
    scenario = sightline.parse(text())
    problem = refusal(lambda: scenario.shot("A", "T", why_not=True))
    assert told(problem)[0::2] == ("to", ("at most 50000",))
    assert problem.message.startswith("single changes are tried along lines of at most 50000 cells in all, and here")
    assert scenario.shot("A", "T").legal is False


def test_few_changes_are_tried_on_large_maps() -> None:
    scenario = sightline.parse(extremes.rubble_and_two(800))
    problem = refusal(lambda: scenario.shot("A", "T", why_not=True))
    assert told(problem)[0::2] == ("map", ("at most 5000000",))
    assert problem.message.startswith("changes are tried one by one on maps of at most 5000000 cells and borders with")
    assert sightline.parse(extremes.rubble_and_two(60)).shot("A", "T", why_not=True).why_not


def test_a_map_that_is_too_large_to_print_is_not_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = sightline.parse(extremes.long_shot())
    answer = drawn.line("A1", "ALL1000")
    monkeypatch.setattr(Board, "__iter__", lambda self: pytest.fail("all cells of the map are gone through"))
    assert "(The map of 1000x1000 cells is too large to draw here.)" in drawn.text()
    assert "at ALL1000" in answer.text(max_cells=120)


def test_the_lines_of_a_chart_are_bounded() -> None:
    scenario = sightline.parse(extremes.scattered_characters(120))
    problem = refusal(scenario.chart)
    assert told(problem)[0::2] == ("pairs", ("at most 3000000",))
    assert problem.message.startswith("the lines of a chart pass at most 3000000 cells in all, and those of this one")
    assert len(list(scenario.iter_pairs(attacker="P0"))) == 60
    assert next(scenario.iter_chart(attacker="P0")).to == "P1"


@pytest.mark.long
def test_what_is_seen_where_every_border_is_stated_is_found_by_walking_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    from sightline.field.visibility.templates import Templates

    monkeypatch.setattr(Templates, "iter_chunk", lambda self, chunk: pytest.fail("all lines of the map are traced"))
    scenario = sightline.parse(extremes.every_border(120))
    assert len(scenario.see("A").cells) == 120 * 120 - 1


def test_the_lines_from_one_cell_are_bounded() -> None:
    pytest.importorskip("numba")
    empty = extremes.scenario("hero5", {"grid": "hex", "size": "250x250"}, {})
    assert sightline.parse(empty).field().see("A1").sum() == 2 * (250 * 250 - 1)  # no line has anything in its way
    crowded = sightline.parse(extremes.wide_open("hero5", 250, 1)())
    problem = refusal(lambda: crowded.see("A"))
    assert told(problem)[0::2] == ("map", ("at most 100000000",))
    assert problem.message.startswith("what one cell sees is found where its lines to all others have at most")


def test_what_obstructs_is_bounded_where_every_hill_is_its_own() -> None:
    pytest.importorskip("numba")
    scenario = sightline.parse(extremes.separate_hills())
    with pytest.raises(TooMuch, match="at most in 20000 ways for two ends"):
        scenario.field().pairs()
    assert scenario.see("A").cells


@pytest.mark.long
def test_twenty_thousand_paths_are_compared_for_the_fewest_attacks() -> None:
    scenario = sightline.parse(extremes.surrounded(60)())
    problem = refusal(lambda: scenario.reach("A", fewest_attacks=True))
    assert told(problem)[0::2] == ("from", ("at most 20000",))
    assert problem.message.startswith(
        "more than 20000 paths differ in whom they provoke: ask for the cheapest ones, or"
    )


def test_twenty_thousand_legal_actions_are_listed_at_most() -> None:
    battle = sightline.battle(sightline.parse(extremes.lone_duel(142)))
    with pytest.raises(TooMuch, match="at most 20000 legal actions are listed at once, and here there are 20171"):
        battle.legal()


def test_matrices_of_fields_are_bounded() -> None:
    pytest.importorskip("numba")
    field = sightline.parse(extremes.wide_open("penance", 305, 1)()).field()
    with pytest.raises(TooMuch, match=r"at most 1073741824 bytes, and this one \d+: rows"):
        field.pairs()


def test_the_side_view_of_a_long_line_looks_at_its_own_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = sightline.parse(extremes.long_shot()).shot("A", "T")
    monkeypatch.setattr(Board, "__iter__", lambda self: pytest.fail("all cells of the map are gone through"))
    assert "ALL1000" in answer.side_view()


def test_shapes_far_from_a_line_are_not_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[Shape] = []

    def decompose(shape: Shape) -> tuple[ConvexPart, ...]:
        taken.append(shape)
        return whole(shape)

    monkeypatch.setattr(corridor, "decompose", decompose)
    sightline.parse(extremes.free_table(extremes.covering(400, 8), movement=6)).shot("A", "T")
    assert 2 < len(taken) < 150
