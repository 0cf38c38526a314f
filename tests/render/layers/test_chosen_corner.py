"""Shots from corner to corners: which lines are drawn, what on them is marked, and shots without any line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sightline.api import Scenario, ShotAnswer
from sightline.board import format_point
from sightline.render import Ray, svg
from sightline.rules import Effect, Sight
from tests.render.boards import of_board
from tests.render.hero5_boards import scenario
from tests.render.svg_texts import texts

BOW, SWORD = "weapons: [{name: bow, range: 20}]", "weapons: [{name: sword, range: melee}]"


def rays(found: ShotAnswer) -> tuple[Ray, ...]:
    rays: tuple[Ray, ...] = of_board(found.scene).rays
    return rays


def degree(found: ShotAnswer) -> object:
    return getattr(found, "concealment", None)


def covered() -> ShotAnswer:
    """Return a shot from which a character between hides some corners of the target."""
    pieces = f"Ann: {{at: B3, {BOW}}}, Mid: {{at: D3, side: red}}, Bob: {{at: F4, side: blue}}"
    return scenario(pieces).shot("Ann", "Bob")


def test_the_picked_corner_is_named_and_drawn() -> None:
    found = covered()
    corner = of_board(found.scene).corner
    assert corner is not None
    assert corner.name == getattr(found, "corner", None) == format_point(of_board(found.scene).board, corner.at)
    assert corner.name in texts(found.svg())
    assert "the chosen corner" in texts(found.svg())
    assert {ray.start for ray in rays(found)} == {corner.at}


def test_each_line_is_drawn_as_what_it_meets() -> None:
    pieces = f"Ann: {{at: B3, {BOW}}}, Bob: {{at: F4, side: blue}}"
    found = scenario(pieces, more=", borders: {low-wall: [E4/F4, E5/F4]}").shot("Ann", "Bob")
    assert degree(found) == "half"
    lines = rays(found)
    assert len(lines) == 6
    assert {ray.sight for ray in lines} == {Sight.CLEAR, Sight.IMPEDED}
    assert all((ray.sight is Sight.IMPEDED) == bool(ray.meets) for ray in lines)
    assert found.svg().count('class="contact-impeded"') == sum(len(ray.meets or ()) for ray in lines)
    assert 'class="head-' not in found.svg()


def test_of_the_lines_to_a_large_target_the_outermost_are_drawn() -> None:
    found = scenario(f"Ann: {{at: B3, {BOW}}}, Bob: {{at: F5, side: blue, growth: 2}}").shot("Ann", "Bob")
    assert len(found.lines) == 24
    assert [ray.sight for ray in rays(found)] == [Sight.CLEAR] * 2


def test_of_many_lines_one_for_each_thing_met_is_drawn() -> None:
    pieces = f"Ann: {{at: B3, {BOW}}}, Mid: {{at: D4}}, Bob: {{at: F5, side: blue, growth: 2}}"
    found = scenario(pieces, more=", borders: {wall: [C3/C4]}").shot("Ann", "Bob")
    assert len(found.lines) == 24
    met = {label for finding in found.findings for label in finding.at}
    assert "D4" in met
    assert any(ray.meets for ray in rays(found))
    assert len(rays(found)) <= len(met) + 2


def test_melee_next_to_each_other_draws_nothing_where_nothing_is_met() -> None:
    found = scenario(f"Ann: {{at: B3, {SWORD}}}, Bob: {{at: B4, side: blue}}").shot("Ann", "Bob")
    assert len(found.lines) >= 25
    assert rays(found) == ()
    assert of_board(found.scene).corner is None
    found = scenario(
        f"Ann: {{at: B3, {SWORD}}}, Bob: {{at: B4, side: blue}}", more=", borders: {door-frame: [B3/B4]}"
    ).shot("Ann", "Bob")
    assert [bool(ray.meets) for ray in rays(found)] == [True]


def test_what_conceals_totally_is_marked() -> None:
    pieces = f"Ann: {{at: B3, {BOW}}}, Bob: {{at: F4, side: blue}}"
    found = scenario(pieces, more=", terrain: {blocking: [D1:D8]}").shot("Ann", "Bob")
    assert degree(found) == "total"
    assert {mark.effect for mark in found.scene.marks.values()} == {Effect.BLOCKS}
    assert all(ray.broken_at == (ray.meets or ())[0] for ray in rays(found))
    assert of_board(found.scene).corner is None


SHARED = "Ann: {at: C3, side: red, weapons: [{name: bow, range: 20}]}, Fly: {at: C3, side: blue, shrinking: 3}"
PICTURES: dict[str, Callable[[Scenario], str]] = {
    "shot": lambda there: there.shot("Ann", "Fly").svg(),
    "text": lambda there: there.shot("Ann", "Fly").text(),
    "why not": lambda there: there.shot("Ann", "Fly", why_not=True).svg(),
    "from the side": lambda there: there.shot("Ann", "Fly").side_view(),
    "resolved": lambda there: there.resolve("Ann", "Fly", seed=1).svg(),
    "chart": lambda there: svg(there.chart_scene(there.chart())),
    "advice": lambda there: there.advise("Fly").svg(),
    "threat": lambda there: there.threat("red").svg(),
    "seen": lambda there: there.see("Fly").svg(),
    "reached": lambda there: there.reach("Fly").svg(),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_shared_hex_has_no_line_and_every_picture(name: str) -> None:
    there = scenario(SHARED)
    assert there.shot("Ann", "Fly").lines == ()
    assert "Fly" in PICTURES[name](there)


def test_from_the_side_it_is_said_that_there_is_no_line() -> None:
    assert "no line is drawn" in texts(scenario(SHARED).shot("Ann", "Fly").side_view())


def test_a_chart_has_one_line_for_each_attack() -> None:
    there = scenario(f"Ann: {{at: B3, {BOW}, side: red}}, Ogre: {{at: E4@E, growth: 3, side: blue, {SWORD}}}")
    scene = of_board(there.chart_scene(there.chart()))
    ann, ogre = there.board.pieces["Ann"], there.board.pieces["Ogre"]
    assert ogre.middle is not None
    ends = [there.board.grid.centre(ann.cell), ogre.middle]
    assert [(ray.start, ray.stop) for ray in scene.rays] == [tuple(ends), tuple(reversed(ends))]


def test_numbers_and_outcomes_are_written_as_people_do() -> None:
    found = covered()
    assert ("HERO-7.1", "+3 DCV", "DCV of Bob") in found.scene.remarks
    rolled = scenario(SHARED).resolve("Ann", "Fly", seed=4)
    assert rolled.scene.caption.endswith(": hit, 1 damage")
