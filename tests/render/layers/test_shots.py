"""Charts of a system with signs at the targets: all lines, without heads, and one sign for each shot."""

from __future__ import annotations

import re
from typing import Any

import pytest

import sightline
from sightline.render import svg
from sightline.render.scenes.chart_scenes import chart_scene
from sightline.render.scenes.scene import shot_scene
from sightline.rules import Ruleset, Verdict
from tests.render.boards import across_the_rubble, judged, of_board, position
from tests.rulebook.combat_hex.boards import NORTH, board, put


def drawn(*shots: tuple[str, str]) -> str:
    """Draw a chart of one board."""
    scenario = board(put(NORTH, A2="X", C2=".1"))
    return svg(scenario.chart_scene([scenario.shot(*shot) for shot in shots]))


def test_both_lines_are_drawn_to_their_corners() -> None:
    scenario = board(NORTH)
    verdict = scenario.shot("A", "T")
    assert isinstance(verdict, Verdict)
    scene = of_board(scenario.chart_scene([verdict]))
    assert len(scene.rays) == 2
    [shot] = scene.shots
    assert shot.stops == tuple(ray.stop for ray in scene.rays)
    assert {ray.start for ray in scene.rays} == {shot.start}


@pytest.mark.parametrize(("more", "sign"), [({}, "arrow"), ({"red": "A3/B3"}, "square")])
def test_a_shot_that_is_possible_has_an_arrow_or_a_square(more: dict[str, str], sign: str) -> None:
    scenario = board(NORTH, **more)  # type: ignore[arg-type]
    scene = of_board(scenario.chart_scene([scenario.shot("A", "T")]))
    assert [shot.sign for shot in scene.shots] == [sign]
    css = {"arrow": "head-clear", "square": "head-impeded"}[sign]
    # On the map and in the legend, and no head on either line.
    assert len(re.findall(f'<path class="{css}"', svg(scene))) == 2
    assert {"arrow": "5 and 6 hit", "square": "only 6 hits"}[sign] in svg(scene)


def test_a_blocked_shot_has_a_disc() -> None:
    picture = drawn(("A", "T"))
    assert len(re.findall('<circle class="head-blocked"', picture)) == 2
    assert "line of sight blocked" in picture


def test_the_legend_describes_every_sign_once() -> None:
    picture = drawn(("A", "T"), ("X", "T"), ("T", "X"))
    assert picture.count(">5 and 6 hit<") == 1
    assert picture.count(">line of sight blocked<") == 1


def test_a_shot_of_two_lines_shows_both_with_their_contacts() -> None:
    scenario = board(NORTH)
    answer = scenario.shot("A", "T")
    scene = shot_scene(scenario.rules, scenario.position, answer)
    assert [len(ray.contacts) > 0 for ray in scene.rays] == [True, True]
    assert answer.svg().count('<circle class="contact-clear"') == sum(
        contact.kind == "crosses-border" for ray in scene.rays for contact in ray.contacts
    )


def test_other_systems_have_heads_and_no_signs() -> None:
    there = across_the_rubble()
    rules: Ruleset[Any] = sightline.rules.installed_systems()["penance"]
    verdicts = [judged(there, "A", "T"), judged(there, "T", "A")]
    scene = chart_scene(rules, position(there), verdicts)
    assert scene.shots == ()
    assert svg(scene).count('class="head-clear"') == 2
