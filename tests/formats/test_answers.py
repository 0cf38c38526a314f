"""Answers as JSON, and the published JSON Schemas, which hold for real answers and scenarios."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import sightline
from sightline.formats.json_answers import rules_answer
from sightline.formats.json_text import to_json
from sightline.rules import installed_systems
from sightline.rules.json_values import to_builtins
from tests.formats.texts import HEAD, problems_of
from tests.rulebook.post_galactica.tables import table, wall

ROOT = Path(__file__).parent.parent.parent
SCHEMAS = {path.stem: json.loads(path.read_text()) for path in (ROOT / "docs" / "schemas").glob("*.json")}
REGISTRY: Registry[Any] = Registry().with_resources(
    (f"{name}.json", Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)
EXAMPLE = """
sightline: 1
title: 12
rules: penance
rulings: {casket-cover: any}
map:
  grid: hex
  size: 7x8
  kinds: {ruin: {cover: heavy, cost: impassable}}
  terrain: {ruin: [D3], wall: [F2:F4]}
  levels: {1: [B2]}
pieces:
  A: {at: D7, side: red, facing: N, weapons: [{name: rifle, range: 8, damage: 2}, {name: axe, range: melee}]}
  T: {at: D2, side: 2, facing: S, shield: none}
  W: {at: F6, facing: S}
pairs: [[A, T], [T, A], [W, A]]
"""


def mistakes(name: str, instance: Any) -> list[str]:
    """Return what a schema finds wrong."""
    validator = Draft202012Validator(SCHEMAS[name], registry=REGISTRY)
    return [error.message for error in validator.iter_errors(instance)]


def answer(*arguments: str) -> Any:
    """Return what the program prints as JSON."""
    command = [sys.executable, "-m", "sightline", *arguments, "--json"]
    return json.loads(subprocess.run(command, capture_output=True, check=False, text=True).stdout)


def test_the_schemas_are_those_of_the_code() -> None:
    command = [sys.executable, "-m", "docs.generate", "--check"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, text=True)
    assert (run.stdout, run.returncode) == ("", 0)
    assert {f"{key}-scenario" for key in installed_systems()} <= SCHEMAS.keys()


@pytest.mark.parametrize("name", SCHEMAS)
def test_each_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])


def test_real_answers_are_as_their_schemas_say() -> None:
    scenario = sightline.parse(EXAMPLE)
    chart = [json.loads(verdict.to_json()) for verdict in scenario.chart()]
    assert {verdict["legal"] for verdict in chart} == {True, False}
    assert mistakes("chart", chart) == []
    assert [mistakes("penance-shot", verdict) for verdict in chart] == [[]] * len(chart)
    assert mistakes("see", json.loads(scenario.see("A").to_json())) == []
    assert mistakes("line", json.loads(scenario.line("A1", "D7").to_json())) == []
    assert mistakes("check", to_builtins(problems_of(HEAD))) == []
    turned = scenario.with_piece("A", facing="S")
    assert mistakes("penance-why-not", json.loads(turned.shot("A", "T", why_not=True).to_json())) == []
    for shot in (scenario, turned):
        assert mistakes("penance-resolve", json.loads(shot.resolve("A", "T", seed=1).to_json())) == []
    assert mistakes("penance-reach", json.loads(scenario.reach("A").to_json())) == []
    assert mistakes("threat", json.loads(scenario.threat("2").to_json())) == []
    assert mistakes("advise", json.loads(scenario.advise("A").to_json())) == []
    assert mistakes("rules", answer("rules", "penance")) == []


def test_answers_and_scenario_of_several_cells_and_lines_are_as_their_schemas_say() -> None:
    path = ROOT / "scenarios" / "combat-hex" / "ruling-sheet.yaml"
    chart = [json.loads(verdict.to_json()) for verdict in sightline.load(path).chart()]
    assert mistakes("chart", chart) == []
    assert [mistakes("combat-hex-shot", verdict) for verdict in chart] == [[]] * len(chart)
    assert {len(verdict["lines"]) for verdict in chart} == {2}
    read = yaml.safe_load(path.read_text(encoding="utf-8"))
    read["map"]["levels"] = {str(level): cells for level, cells in read["map"]["levels"].items()}
    assert mistakes("combat-hex-scenario", read) == []


def test_answers_on_a_free_table_are_as_their_schemas_say() -> None:
    scenario = table(wall(9, 5, 10, 9.9), wall(9, 10.1, 10, 15), A={"weapons": [{"name": "rifle", "range": 12.5}]})
    blocked = table(wall(9, 5, 10, 15))
    chart = [json.loads(verdict.to_json()) for asked in (scenario, blocked) for verdict in asked.chart()]
    assert {verdict["legal"] for verdict in chart} == {True, False}
    assert [mistakes("post-galactica-shot", verdict) for verdict in chart] == [[]] * len(chart)
    assert mistakes("chart", chart) == []
    assert mistakes("see", json.loads(scenario.see("A").to_json())) == []
    for asked in (scenario, blocked):
        assert mistakes("post-galactica-resolve", json.loads(asked.resolve("A", "T", seed=1).to_json())) == []
        assert mistakes("post-galactica-why-not", json.loads(asked.shot("A", "T", why_not=True).to_json())) == []


def test_moves_on_a_free_table_are_as_their_schema_says() -> None:
    pytest.importorskip("shapely", reason="the extra free is not installed")
    for answer in (table().reach("A"), table().reach("A", toward=[8, 8])):
        told = json.loads(answer.to_json())
        assert mistakes("post-galactica-reach", told) == []
        assert mistakes("post-galactica-reach", {**told, "outline": [[1, 2]]}) != []


def test_a_schema_refuses_what_is_no_such_answer() -> None:
    shot = json.loads(sightline.parse(EXAMPLE).shot("A", "T").to_json())
    for wrong in (
        {**shot, "from_": "A"},
        {**shot, "odds": {**shot["odds"], "hit": 0.5}},
        {**shot, "sight": "murky"},
        {key: value for key, value in shot.items() if key != "lines"},
        {**shot, "findings": [{**shot["findings"][0], "clause": {}}]},
    ):
        is_extra = "from_" in wrong
        assert bool(mistakes("penance-shot", wrong)) is not is_extra


def test_a_scenario_as_other_readers_of_yaml_see_it_is_as_its_schema_says() -> None:
    read = yaml.safe_load(EXAMPLE)
    read["map"]["levels"] = {str(level): cells for level, cells in read["map"]["levels"].items()}
    assert mistakes("penance-scenario", read) == []


@pytest.mark.parametrize(
    "change",
    [
        {"sightline": 2},
        {"rules": "chess"},
        {"map": {"grid": "square"}},
        {"map": {"grid": "hex", "size": "0x8"}},
        {"map": {"grid": "hex", "borders": {"wall": ["A1/A2"]}}},
        {"pieces": {"A": {"at": "D7"}}},
        {"pieces": {"A": {"at": "D7", "facing": "up"}}},
        {"pieces": {"A": {"at": "D7", "facing": "N", "moved": -1}}},
        {"pairs": [["A"]]},
        {"peices": {}},
    ],
)
def test_the_schema_of_scenarios_refuses_what_the_reader_refuses(change: dict[str, Any]) -> None:
    scenario = {"sightline": 1, "rules": "penance", "map": {"grid": "hex", "size": "7x8"}, **change}
    assert mistakes("penance-scenario", scenario) != []


def test_keys_stand_in_the_order_of_the_format() -> None:
    keys = list(json.loads(sightline.parse(EXAMPLE).shot("A", "T").to_json()))
    assert keys[:4] == ["sightline", "rules", "rules_revision", "from"]
    assert keys[-3:] == ["findings", "rulings", "lines"]


def test_fractions_are_text_in_lowest_terms() -> None:
    assert to_builtins([Fraction(0), Fraction(2, 4), Fraction(3, 3)]) == ["0", "1/2", "1"]


def test_an_indent_of_0_puts_an_answer_on_one_line() -> None:
    assert to_json({"a": [Fraction(1, 2)]}, indent=0) == '{"a":["1/2"]}'
    assert to_json({"a": []}) == '{\n  "a": []\n}'


def test_what_is_known_of_a_system_is_as_its_schema_says() -> None:
    rules = sightline.parse(EXAMPLE).rules
    known = json.loads(to_json(rules_answer(rules)))
    assert mistakes("rules", known) == []
    assert [clause["id"] for clause in known["clauses"]] == [clause.id for clause in rules.clauses]
    assert known["rulings"][0] == {
        "name": rules.rulings[0].name,
        "question": rules.rulings[0].question,
        "choices": list(rules.rulings[0].choices),
        "default": rules.rulings[0].default,
    }
