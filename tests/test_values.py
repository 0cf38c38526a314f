"""Scenarios, answers, charts and battles as values: read-only, printed, shown in notebooks, copied, pickled."""

from __future__ import annotations

import copy
import csv
import io
import json
import pickle
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import sightline
from sightline import ArgumentError, Battle, Scenario, ScenarioError
from sightline.render import side_view_svg
from sightline.rules import Rolled, WhyNot
from sightline.systems.penance import PenancePlace, PenanceVerdict

FOLDER = Path(__file__).parent.parent / "scenarios"
RUBBLE = sightline.load(FOLDER / "penance" / "across-the-rubble.yaml")
MILL = sightline.load(FOLDER / "sodwa" / "the-mill.yaml")
TABLE = sightline.load(FOLDER / "post-galactica" / "the-mill-road.yaml")


def begun() -> Battle:
    battle = sightline.battle(MILL, seed=7)
    for _ in range(4):
        battle.apply(battle.legal()[0])
    battle.undo()
    return battle


SHOWN: dict[str, Callable[[], Any]] = {
    "scenario": lambda: RUBBLE,
    "shot": lambda: RUBBLE.shot("A", "T"),
    "see": lambda: RUBBLE.see("A"),
    "reach": lambda: RUBBLE.reach("A"),
    "line": lambda: RUBBLE.line("A1", "D7"),
    "chart": RUBBLE.chart,
    "battle": begun,
    "state": lambda: begun().state,
    "team": lambda: MILL.teams["red"],
}


@pytest.mark.parametrize("name", SHOWN)
def test_nothing_can_be_assigned_to(name: str) -> None:
    value = SHOWN[name]()
    for key in ("legal", "language", "scenario", "title", "scene", "anything"):
        with pytest.raises(AttributeError):
            setattr(value, key, 1)


@pytest.mark.parametrize("name", SHOWN)
def test_the_text_has_lines_and_the_short_form_is_one(name: str) -> None:
    value = SHOWN[name]()
    assert "\n" in str(value)
    assert re.fullmatch(r"<\w+ .*>", repr(value))


@pytest.mark.parametrize("name", [name for name in SHOWN if name not in ("state", "team")])
def test_notebooks_show_a_picture_with_ids_of_its_own(name: str) -> None:
    value = SHOWN[name]()
    picture = getattr(value, "_repr_svg_")()  # noqa: B009 (notebooks call it)
    ids = [node.get("id", "") for node in ET.fromstring(picture).iter() if node.get("id")]
    assert all(re.match(r"sightline-[0-9a-f]{12}", each) for each in ids)
    assert picture in getattr(value, "_repr_html_")()  # noqa: B009
    assert picture == getattr(SHOWN[name](), "_repr_svg_")()  # noqa: B009


def test_an_answer_is_what_its_system_answers() -> None:
    shot, place = RUBBLE.shot("A", "T"), RUBBLE.reach("A").cells["D5"]
    assert isinstance(shot, PenanceVerdict)
    assert isinstance(shot, sightline.ShotAnswer)
    assert isinstance(place, PenancePlace)
    assert shot.expected_damage
    assert str(shot).startswith(shot.text().rstrip("\n"))


def test_declared_keys_are_those_that_the_referee_adds() -> None:
    for answer, added in (
        (RUBBLE.shot("A", "T", why_not=True), WhyNot),
        (RUBBLE.resolve("A", "T", seed=1), Rolled),
    ):
        declared = set(vars(type(answer).__mro__[1]).get("__annotations__", {}))
        assert set(added.__struct_fields__) <= set(answer.__struct_fields__)
        assert not declared  # declared for type checkers alone


def test_what_only_maps_or_only_tables_answer() -> None:
    for answer, key in ((RUBBLE.see("A"), "pieces"), (RUBBLE.reach("A"), "outline"), (RUBBLE.reach("A"), "bound")):
        with pytest.raises(AttributeError, match=f"this answer has no {key}: it has cells"):
            getattr(answer, key)
    for table, key in ((TABLE.see("Rifles"), "cells"), (TABLE.reach("Rifles"), "cells")):
        with pytest.raises(AttributeError, match="this answer has no cells"):
            getattr(table, key)


def test_a_chart_is_a_sequence_that_is_written_as_a_whole() -> None:
    chart = RUBBLE.chart()
    assert isinstance(chart, Sequence)
    assert (len(chart), list(chart), chart[1:][0]) == (2, [chart[0], chart[1]], chart[1])
    assert json.loads(chart.to_json()) == [json.loads(answer.to_json()) for answer in chart]
    rows = list(csv.DictReader(io.StringIO(chart.to_csv(), newline="")))
    assert [(row["from"], row["to"], row["hit"]) for row in rows] == [("A", "T", "5/18"), ("T", "A", "5/12")]
    assert chart.to_html().count("<tr>") == 1 + len(chart)
    assert chart == pickle.loads(pickle.dumps(chart)) == copy.deepcopy(chart) != chart[:1]
    assert chart.with_lines("all").svg() != chart.svg()
    assert str(chart).count("\n") == 4


def test_a_battle_goes_on_from_a_copy_by_itself() -> None:
    battle = begun()
    before = battle.record()
    for other in (copy.copy(battle), copy.deepcopy(battle), pickle.loads(pickle.dumps(battle))):
        assert (other.record(), other.state, other.legal()) == (before, battle.state, battle.legal())
        other.apply(other.legal()[-1])
        assert battle.record() == before != other.record()
        assert other.undo() == battle.state
    assert battle.svg() != MILL.svg()
    assert "Tick" in str(battle)


def _side_view(scenario: Scenario, **options: Any) -> str:
    return side_view_svg(scenario.rules, scenario.position, scenario.shot("A", "T"), **options)


WRONG: list[tuple[Callable[[Scenario], object], str, str]] = [
    (lambda s: sightline.parse(b""), "text", "expected a text, not b''."),  # type: ignore[arg-type]
    (lambda s: sightline.parse("", language="de"), "language", "there is no language 'de'."),
    (lambda s: sightline.load("a\0b"), "path", "the name of a file cannot contain a zero character."),
    (lambda s: s.svg(colours="prin"), "colours", "Did you mean 'print'?"),  # type: ignore[arg-type]
    (lambda s: s.svg(size=-1), "size", "expected a number from 1 to 10000, not -1."),
    (lambda s: s.svg(size=float("nan")), "size", "expected a number from 1 to 10000, not nan."),
    (lambda s: s.svg(prefix="<b>"), "prefix", "expected a letter"),
    (lambda s: s.png(width=0), "width", "expected a number from 1"),
    (lambda s: s.text(max_cells=-1), "max_cells", "expected a number of at least 0, not -1."),
    (lambda s: s.shot("A", "T").to_json(indent=-1), "indent", "expected a number from 0 to 100, not -1."),
    (lambda s: s.shot("A", "T", weapon=3), "weapon", "expected a text or None, not 3."),  # type: ignore[call-overload]
    (lambda s: s.resolve("A", "T", seed=1.5), "seed", "expected a whole number"),  # type: ignore[arg-type]
    (lambda s: s.resolve("A", "T", seed=True), "seed", "expected a whole number, not True."),
    (lambda s: s.resolve("A", "T", seed="1"), "seed", "expected a whole number, not '1'."),  # type: ignore[arg-type]
    (
        lambda s: s.shot("A", "T", why_not="True"),  # type: ignore[call-overload]
        "why_not",
        "expected True or False, not 'True'.",
    ),
    (lambda s: s.resolve("A", "T", seed=10**5000), "seed", "expected a number of fewer digits."),
    (lambda s: s.advise("A", top=0), "top", "expected a number of at least 1, not 0."),
    (lambda s: s.with_piece("A", moved=None), "pieces.A.moved", "null cannot be used in a scenario."),
    (lambda s: s.with_piece("A", moved=10**5000), "pieces.A.moved", "a number with that many digits"),
    (lambda s: s.with_rulings({"near": 3}), "choices.near", "expected a text, not 3."),  # type: ignore[dict-item]
    (lambda s: [*s.iter_pairs(attacker=3)], "attacker", "expected a text or None, not 3."),  # type: ignore[arg-type]
    (lambda s: _side_view(s, colours="prin"), "colours", "Did you mean 'print'?"),
    (lambda s: _side_view(s, prefix="<b>"), "prefix", "expected a letter"),
    (lambda s: _side_view(s, title=3), "title", "expected a text, not 3."),
    (lambda s: s.reach("A", toward=[1, 1]), "toward", "can be found on free tables only."),
    (lambda s: sightline.battle(3), "scenario", "expected Scenario, not 3."),  # type: ignore[arg-type]
    (lambda s: begun().forecast(-1), "turns", "expected a number from 0"),
    (lambda s: begun().apply({"do": "fly"}), "action", "there is no action 'fly'"),
    (lambda s: RUBBLE.chart().with_lines("sen"), "lines", "Did you mean 'seen'?"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: sightline.parse("a/board.yaml"), "-:1:1: expected a scenario, found the name of a file."),
        (lambda: sightline.parse_team("red.yaml"), "-:1:1: expected a team file, found the name of a file."),
        (lambda: sightline.replay("lock.record"), "-:1:1: this is the name of a file, not a battle record."),
        (lambda: sightline.load("sightline: 1\nrules: penance\n"), "path: this is the text of a file, not its name."),
        (lambda: sightline.parse("5.5"), "-:1:1: expected a scenario, found a single value."),
        (lambda: sightline.parse("board"), "-:1:1: expected a scenario, found a single value."),
    ],
)
def test_a_text_and_the_name_of_a_file_are_told_apart(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        ask()
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda s: s.shot("A"), r"Scenario\.shot\(\) missing a required argument: 'target'"),
        (lambda s: s.chart(frm="A"), r"Scenario\.chart\(\) got an unexpected keyword argument 'frm'"),
        (lambda s: s.shot("A", "T").svg("x.svg"), r"svg\(\) too many positional arguments"),
    ],
)
def test_a_call_with_wrong_parameters_names_the_function(ask: Callable[[Any], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        ask(RUBBLE)


def test_fields_and_rules_say_what_they_are() -> None:
    assert repr(RUBBLE.field()) == "<CellField 56 cells>"
    assert repr(RUBBLE.rules) == "<Ruleset 'Penance': penance, revision 1>"


@pytest.mark.parametrize(("ask", "key", "message"), WRONG, ids=[each[1] for each in WRONG])
def test_wrong_arguments_are_refused_as_bad_input_is(ask: Callable[[Scenario], object], key: str, message: str) -> None:
    with pytest.raises(ArgumentError) as refused:
        ask(RUBBLE)
    [problem] = refused.value.problems
    assert (problem.key, problem.line) == (key, None)
    assert message in problem.message
    assert isinstance(refused.value, ScenarioError)
    assert isinstance(refused.value, TypeError)
    assert pickle.loads(pickle.dumps(refused.value)).problems == refused.value.problems


def test_all_wrong_arguments_are_refused_at_once_in_the_language_of_the_scenario() -> None:
    with pytest.raises(ArgumentError) as refused:
        RUBBLE.with_language("fr").shot(1, None)  # type: ignore[call-overload]
    assert [problem.key for problem in refused.value.problems] == ["attacker", "target"]
    assert refused.value.problems[0].message == "attendu\N{NO-BREAK SPACE}: un texte, et non 1."


def test_a_list_without_cells_is_no_place() -> None:
    for scenario in (RUBBLE, MILL, TABLE, sightline.load(FOLDER / "combat-hex" / "ruling-sheet.yaml")):
        with pytest.raises(ScenarioError):
            scenario.with_piece(scenario.actors[0], at=[])
