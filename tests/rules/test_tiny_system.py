"""A sixth system, made up from the public names alone, does what the five can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar
from xml.etree import ElementTree

import pytest
from msgspec import Meta

import sightline
from sightline.board import Piece
from sightline.rules import Ruleset, Terrain, installed_systems
from tests.rules.tiny_system import LANTERN

SYSTEMS = installed_systems().with_system(LANTERN)
SCENE = """\
sightline: 1
title: Lamps
rules: lantern
rulings: {hedges: RULED}
map:
  grid: square
  cells: |
    .  .  .  .  .1
    .  .  #  .2 .
    .  .  .  .  .
  borders: {hedge: [B3/C3]}
pieces:
  Ana: {at: A3, side: red}
  Bo: {at: E3, side: blue, oil: 2}
  Cy: {at: E1, facing: NE}
  Di: {at: A1, side: red}
"""


def scene(hedges: str = "impede") -> sightline.Scenario:
    """Read the scene."""
    return sightline.parse(SCENE.replace("RULED", hedges), systems=SYSTEMS)


def test_a_hedge_impedes() -> None:
    verdict: Any = scene().shot("Ana", "Bo")
    assert (verdict.sight, verdict.legal, verdict.distance, verdict.weapon) == ("impeded", True, 4, None)
    assert [(each.clause.id, str(each.effect), each.value, each.at, each.why) for each in verdict.findings] == [
        ("LAN-4", "impedes", None, ("B3/C3",), "the hedge at B3/C3 dims the light"),
        ("LAN-5", "modifies", 3, (), "a steady hand"),
        ("LAN-5", "modifies", 1, (), "dim light"),
    ]
    assert verdict.to_hit.target_number == 4
    assert verdict.odds.hit == Fraction(1, 2)
    assert verdict.odds.outcomes == {"lit": Fraction(1, 3), "dazzled": Fraction(1, 6)}
    assert verdict.rulings == {"hedges": "impede"}


def test_a_hedge_blocks_as_ruled() -> None:
    verdict = scene("block").shot("Ana", "Bo")
    assert (verdict.sight, verdict.legal, verdict.odds) == ("blocked", False, None)
    assert [(each.clause.id, str(each.effect)) for each in verdict.findings] == [("LAN-4", "blocks")]
    assert verdict.rulings == {"hedges": "block"}


def test_a_higher_square_blocks() -> None:
    scenario = scene().with_piece("Ana", at="C1")
    verdict = scenario.shot("Ana", "Bo")
    assert [each.at for each in verdict.findings if each.clause.id == "LAN-3"] == [("D2",)]
    assert not verdict.legal
    # As high as one of the ends it does not: Cy stands on a hill of level 1, the square between on level 2.
    assert scenario.with_piece("Ana", at="D2").shot("Ana", "Bo").sight == "clear"


def test_a_wall_blocks_and_the_best_corner_sees_past_it() -> None:
    scenario = scene().with_pieces({"Ana": {"at": "A2"}, "Bo": {"at": "E2"}})
    assert "LAN-2" in [each.clause.id for each in scenario.shot("Ana", "Bo").findings]
    verdict: Any = scene().shot("Di", "Cy")
    assert (verdict.sight, verdict.rulings) == ("clear", {})
    assert verdict.to_hit.target_number == 3


def test_a_friend_is_spared_with_the_common_words() -> None:
    verdict = scene().shot("Ana", "Di")
    assert [(each.clause.id, each.why) for each in verdict.findings] == [("LAN-5", "Di is on the side of Ana, red")]


def test_see_chart_and_line() -> None:
    scenario = scene()
    seen = scenario.see("Ana")
    assert (seen.cells["B3"], seen.cells["E3"]) == ("clear", "impeded")
    assert "E2" not in seen.cells
    assert seen.rulings == {"hedges": "impede"}
    assert len(scenario.chart()) == 10
    course = scenario.line("A3@NE", "E3@SW")
    assert [contact.cells for contact in course.contacts if contact.kind == "crosses"] == [("B3",), ("C3",), ("D3",)]


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (lambda s: s.reach("Ana"), "has no rules for moving pieces"),
        (lambda s: s.advise("Ana"), "has no rules for moving pieces"),
        (lambda s: s.resolve("Ana", "Bo", seed=1), "has no rules for rolling an attack"),
    ],
)
def test_what_it_does_not_say_is_said(ask: Callable[[sightline.Scenario], object], what: str) -> None:
    with pytest.raises(sightline.ScenarioError) as refused:
        ask(scene())
    assert [(each.key, each.found, each.message) for each in refused.value.problems] == [
        ("rules", "lantern", f"Lantern {what}.")
    ]


class Lookout(Piece, frozen=True, kw_only=True):
    """A piece with a field that has no default."""

    watch: Annotated[int, Meta(ge=1, le=9)]


class Fog(Ruleset[Lookout]):
    """A system without a plan of sight, whose pieces have no defaults."""

    key, title, clauses, grids = "fog", "Fog", (), ("square",)
    terrain: ClassVar[Mapping[str, Terrain]] = {"clear": Terrain(letter=".")}
    piece_type = Lookout
    findings = roll = view = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (lambda s: s.see("Ana"), "has no rules for line of sight"),
        (lambda s: s.threat("red"), "does not define a plain target"),
    ],
)
def test_a_system_without_a_plan_and_without_defaults(ask: Callable[[sightline.Scenario], object], what: str) -> None:
    pieces = "{Ana: {at: A1, side: red, watch: 1}, Bo: {at: C1, watch: 2}}"
    text = f"sightline: 1\nrules: fog\nmap: {{grid: square, size: 3x1}}\npieces: {pieces}\n"
    scenario = sightline.parse(text, systems=installed_systems().with_system(Fog()))
    with pytest.raises(sightline.ScenarioError) as refused:
        ask(scenario)
    assert [each.message for each in refused.value.problems] == [f"Fog {what}."]


def test_why_not_names_the_hedge_and_the_wall_whose_removal_would_help() -> None:
    blocked = scene("block").shot("Ana", "Bo", why_not=True)
    assert [(each.change, each.what, each.to, each.sight, each.legal, each.why) for each in blocked.why_not] == [
        ("remove", "B3/C3", None, "clear", True, "without the hedge at B3/C3")
    ]
    assert blocked.rulings == {"hedges": "block"}
    assert scene().shot("Ana", "Bo", why_not=True).why_not == ()
    walled = scene().with_pieces({"Ana": {"at": "A2"}, "Bo": {"at": "E2"}})
    # The hill stands in the way as well: clearing the wall alone would not help.
    assert [each.what for each in walled.shot("Ana", "Bo", why_not=True).why_not] == []


def test_lines_are_named_by_their_corners() -> None:
    [line] = scene().shot("Ana", "Bo").lines
    assert ("@" in line.from_, "@" in line.to) == (True, True)


@pytest.mark.parametrize("hedges", ["impede", "block"])
def test_it_is_written_and_read_back(hedges: str) -> None:
    scenario = scene(hedges)
    again = sightline.parse(scenario.to_yaml(), systems=SYSTEMS)
    assert again == scenario
    assert again.to_yaml() == scenario.to_yaml()
    assert [each.to_json() for each in again.chart()] == [each.to_json() for each in scenario.chart()]


def test_it_is_drawn() -> None:
    scenario = scene()
    pictures = [
        scenario.svg(),
        scenario.shot("Ana", "Bo").svg(),
        scenario.see("Ana").svg(),
        scenario.line("A3", "E3").svg(),
    ]
    assert {ElementTree.fromstring(picture).tag.rpartition("}")[2] for picture in pictures} == {"svg"}
    assert all(name in scenario.text() for name in ("Lamps", "Ana", "Bo", "wall", "hedge"))


def test_bad_input_is_reported_in_its_own_words() -> None:
    text = SCENE.replace("RULED", "burn").replace("oil: 2", "oil: 10").replace("facing: NE", "facing: up")
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.parse(text.replace("grid: square", "grid: hex"), systems=SYSTEMS)
    assert [problem.key for problem in refused.value.problems][:2] == ["rulings.hedges", "map.grid"]
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.parse(text, systems=SYSTEMS)
    found = {problem.key: problem.found for problem in refused.value.problems}
    assert found == {"rulings.hedges": "burn", "pieces.Bo.oil": "10", "pieces.Cy.facing": "up"}
