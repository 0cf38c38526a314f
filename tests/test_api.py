"""The Python names: what answers hold, what changes a scenario, and how bad input is refused."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import sightline
from sightline import Effect, Problem, Scenario, ScenarioError, Sight

BOARD = """\
sightline: 1
title: Across the rubble
rules: penance
rulings: {casket-cover: any}
map:
  grid: hex
  hexes: flat odd-q
  size: 7x8
  terrain: {rubble: [D3], wall: [F2:F4]}
  levels: {1: [B2]}
pieces:
  A: {at: D7, side: red, facing: N, weapons: [{name: rifle, range: 8, damage: 2}, {name: axe, range: melee}]}
  T: {at: D2, side: blue, facing: S, shield: none}
"""
ANSWERS: list[Callable[[Scenario], Any]] = [
    lambda s: s.shot("A", "T"),
    lambda s: s.with_piece("A", facing="S").shot("A", "T"),
    lambda s: s.chart()[-1],
    lambda s: s.with_piece("A", facing="S").shot("A", "T", why_not=True),
    lambda s: s.resolve("A", "T", seed=1),
    lambda s: s.see("A"),
    lambda s: s.reach("A"),
    lambda s: s.threat("blue"),
    lambda s: s.advise("A"),
    lambda s: s.line("A1", "D7"),
    lambda s: s.line("B3@SE", "D7@W"),
]


@pytest.fixture
def scenario() -> Scenario:
    """Return the example."""
    return sightline.parse(BOARD)


def problems_of(ask: Callable[[], object]) -> tuple[Problem, ...]:
    """Return the problems that the question is refused with."""
    with pytest.raises(ScenarioError) as refused:
        ask()
    return refused.value.problems


def test_the_example_of_the_format_page(scenario: Scenario) -> None:
    v = scenario.shot("A", "T")
    assert v.odds
    assert (v.legal, v.sight, v.odds.hit) == (True, Sight.CLEAR, Fraction(5, 18))
    assert [(f.clause.id, f.why) for f in v.findings] == [
        ("PEN-6.1", "base number"),
        ("PEN-1.2", "medium range: 5 hexes"),
        ("PEN-3.2", "rubble at D3 covers T"),
        ("PEN-6.6", "rifle"),
    ]


def test_every_key_of_an_answer_is_an_attribute_with_python_types(scenario: Scenario) -> None:
    v: Any = scenario.shot("A", "T")
    assert (v.sightline, v.rules, v.rules_revision) == (sightline.__version__, "penance", 1)
    assert (getattr(v, "from"), v.from_, v.to, v.weapon, v.distance) == ("A", "A", "T", "rifle", 5)
    assert v.to_hit.target_number == 7
    assert v.odds.percent == 27.78
    assert v.odds.outcomes == {
        "plain": 0,
        "strong": Fraction(7, 36),
        "critical": Fraction(1, 18),
        "execution": Fraction(1, 36),
    }
    assert (v.side_hit, v.damage_bonus, v.defense, v.reactions) == (1, 0, 0, ("other",))
    assert v.dealt == {"plain": 2, "strong": 3, "critical": 4, "execution": 2}
    assert v.expected_damage == Fraction(31, 36)
    assert (v.findings[2].effect, v.findings[2].on, v.findings[2].value) == (Effect.MODIFIES, "target_number", 1)
    assert v.findings[2].at == ("D3",)
    assert (v.findings[2].message.id, v.findings[2].message.args["cell"]) == ("cover", "D3")
    assert v.rulings == {"cover-effect": "to-hit"}
    assert (v.lines[0].from_, v.lines[0].to) == ("D7", "D2")


@pytest.mark.parametrize("ask", ANSWERS)
def test_the_keys_of_the_json_are_attributes(scenario: Scenario, ask: Callable[[Scenario], Any]) -> None:
    answer = ask(scenario)
    keys = list(json.loads(answer.to_json()))
    assert all(hasattr(answer, key) for key in keys)
    assert {key for key in keys if key != "from"} <= set(dir(answer))
    assert answer.to_json(indent=0).count("\n") == 0
    with pytest.raises(AttributeError):
        _ = answer.no_such_key


@pytest.mark.parametrize("ask", ANSWERS)
def test_answers_are_values(scenario: Scenario, ask: Callable[[Scenario], Any]) -> None:
    answer = ask(scenario)
    assert answer.svg()  # a picture, once drawn, is kept
    for other in (
        ask(sightline.parse(BOARD)),
        copy.copy(answer),
        copy.deepcopy(answer),
        pickle.loads(pickle.dumps(answer)),
    ):
        assert other == answer
        assert hash(other) == hash(answer)
        assert repr(other) == repr(answer)
        assert other.svg() == answer.svg()
        assert other.text() == answer.text()
    assert answer != ask(scenario.with_piece("A", at="A5")) or "LineAnswer" in repr(answer)
    assert answer != answer.value


def test_scenarios_are_values(scenario: Scenario) -> None:
    other = sightline.parse(BOARD)
    assert (scenario, hash(scenario)) == (other, hash(other))
    assert pickle.loads(pickle.dumps(scenario)) == scenario
    assert copy.copy(scenario) == copy.deepcopy(scenario) == scenario
    assert repr(scenario) == "<Scenario 'Across the rubble': penance, 2 pieces>"
    assert scenario != BOARD


def test_the_chart_lists_pairs_in_file_order_with_a_row_per_weapon(scenario: Scenario) -> None:
    rows = [(answer.from_, answer.to, answer.weapon) for answer in scenario.chart()]
    assert rows == [("A", "T", "rifle"), ("A", "T", "axe"), ("T", "A", None)]
    assert list(scenario.chart()) == list(scenario.iter_chart())
    assert scenario.chart()[0] == scenario.shot("A", "T")
    assert scenario.chart()[1] == scenario.shot("A", "T", weapon="axe")
    assert len(scenario.chart(attacker="T")) == len(scenario.chart(target="A")) == 1
    assert sightline.parse(BOARD + "pairs: [[T, A]]\n").pairs == (("T", "A"),)


def test_what_if_leaves_the_old_scenario_alone(scenario: Scenario) -> None:
    before = scenario.to_yaml()
    moved = scenario.with_piece("A", at="C3", facing="NE", weapons=[{"name": "bow", "range": 5}], moved=2)
    assert moved.shot("A", "T").weapon == "bow"
    assert moved.shot("A", "T").lines[0].from_ == "C3"
    assert scenario.to_yaml() == before
    assert scenario.shot("A", "T").distance == 5


def test_what_if_of_several_pieces_at_once(scenario: Scenario) -> None:
    swapped = scenario.with_pieces({"A": {"at": "D2"}, "T": {"at": "D7"}})
    assert swapped.line("D7", "D2") == scenario.line("D7", "D2")
    assert swapped.shot("A", "T").lines[0].from_ == "D2"
    assert swapped.with_pieces({"A": {"at": "D7"}, "T": {"at": "D2"}}) == scenario
    assert scenario.with_piece("A") == scenario.with_pieces({}) == scenario


def test_what_if_of_rulings(scenario: Scenario) -> None:
    other = scenario.with_rulings({"cover-effect": "to-hit-and-defense"})
    there: Any = other.shot("A", "T")
    here: Any = scenario.shot("A", "T")
    assert (there.defense, here.defense) == (1, 0)
    assert other.with_rulings({}) == other
    assert "casket-cover: any" in other.to_yaml()


def test_to_yaml_is_what_parse_reads_back(scenario: Scenario) -> None:
    text = scenario.to_yaml()
    assert sightline.parse(text).to_yaml() == text
    assert sightline.parse(text).chart() == scenario.chart()


def test_pictures(scenario: Scenario) -> None:
    for shown in (scenario, scenario.shot("A", "T"), scenario.see("A"), scenario.line("A1", "B2@E")):
        assert shown.svg().startswith("<svg")
        assert shown.png().startswith(b"\x89PNG")
        assert "rubble" in shown.text()


def test_load_reads_a_file(scenario: Scenario, tmp_path: Path) -> None:
    file = tmp_path / "board.yaml"
    file.write_text(BOARD)
    assert sightline.load(file) == sightline.load(str(file)) == scenario
    with pytest.raises(FileNotFoundError):
        sightline.load(tmp_path / "no.yaml")
    file.write_bytes(b"\xff\xfe")
    [problem] = problems_of(lambda: sightline.load(file))
    assert (problem.file, problem.line, problem.column, problem.key) == (str(file), 1, 1, None)


def test_every_problem_of_a_text_is_raised_at_once() -> None:
    text = BOARD.replace("facing: N,", "facing: NNE,").replace("at: D2", "at: Z9").replace("rubble:", "ruble:")
    problems = problems_of(lambda: sightline.parse(text, file="board"))
    assert [(p.file, p.line, p.column, p.key, p.found) for p in problems] == [
        ("board", 9, 13, "map.terrain.ruble", "ruble"),
        ("board", 12, 34, "pieces.A.facing", "NNE"),
        ("board", 13, 11, "pieces.T.at", "Z9"),
    ]
    assert problems[0].nearest == "rubble"
    assert all("\n" not in problem.message and problem.message in str(problem) for problem in problems)


@pytest.mark.parametrize(
    "text", ["", " ", "\ud800", "a: [", "[]", "sightline: 2", "x\0", "a: 1\na: 2", "\ufeff", "--- 1\n--- 2"]
)
def test_what_is_no_scenario_is_refused_with_problems(text: str) -> None:
    problems = problems_of(lambda: sightline.parse(text))
    assert problems
    assert {problem.file for problem in problems} == {"-"}


@pytest.mark.parametrize(
    ("ask", "keys", "found"),
    [
        (lambda s: s.shot("Q", "R"), ["from", "to"], ["Q", "R"]),
        (lambda s: s.shot("A", "A"), ["to"], ["A"]),
        (lambda s: s.shot("A", "T", weapon="bow"), ["weapon"], ["bow"]),
        (lambda s: s.shot("T", "A", weapon="rifle"), ["weapon"], ["rifle"]),
        (lambda s: s.chart(attacker="Q", target=""), ["from", "to"], ["Q", ""]),
        (lambda s: s.iter_chart(target="Q"), ["to"], ["Q"]),
        (lambda s: s.see("Q"), ["from"], ["Q"]),
        (lambda s: s.line("A0", "A1@N"), ["from", "to"], ["A0", "A1@N"]),
        (lambda s: s.with_piece("Q"), ["pieces.Q"], ["Q"]),
        (lambda s: s.with_piece("Q", at="A1"), ["pieces.Q"], ["Q"]),
        (lambda s: s.with_piece("A", at="D2"), ["pieces.A.at"], ["D2"]),
        (lambda s: s.with_piece("A", name="B"), ["pieces.A.name"], ["name"]),
        (lambda s: s.with_piece("A", speed=3, sp=-1), ["pieces.A.speed", "pieces.A.sp"], ["speed", "-1"]),
        (lambda s: s.with_rulings({"near": "by"}), ["rulings.near"], ["by"]),
        (lambda s: s.with_rulings({"nearly": "along"}), ["rulings.nearly"], ["nearly"]),
    ],
)
def test_names_that_are_not_there(
    scenario: Scenario, ask: Callable[[Scenario], object], keys: list[str], found: list[str]
) -> None:
    problems = problems_of(lambda: ask(scenario))
    assert sorted(problem.key or "" for problem in problems) == sorted(keys)
    assert sorted(problem.found or "" for problem in problems) == sorted(found)
    assert all(problem.line is None for problem in problems)


def test_values_of_other_types_are_refused(scenario: Scenario) -> None:
    for value in (None, {2}, object()):
        with pytest.raises(TypeError, match="cannot be used in a scenario"):
            scenario.with_piece("A", moved=value)
