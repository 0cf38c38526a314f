"""Where large characters can move to: corners, what befalls them, what is threatened, in pictures and in words."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from sightline.board import format_cell, format_point, parse_cell, parse_point
from sightline.lattice import HEX_LAYOUTS
from sightline.render import Colours, Remark, Scene, svg
from sightline.render.scenes.area_scenes import PROVOKES
from sightline.rules import Reach
from tests.render.boards import of_board
from tests.render.hero5_boards import corridors, scenario
from tests.render.svg_texts import SVG, texts

YETI = "Yeti: {at: C3@E, growth: 1, movement: 3, side: red}"
OGRE = "Ogre: {at: D4, growth: 2, movement: 14, contortionist: 12, acrobatics: 11, side: red}"


def classes(picture: str) -> list[str]:
    return [found.get("class", "") for found in ET.fromstring(picture).iter()]


def legend_of(scene: Scene) -> set[str]:
    return {text for text in texts(svg(scene)) if " " in text}


def test_the_costs_of_even_widths_stand_at_corners() -> None:
    there = scenario(YETI)
    found = there.reach("Yeti")
    scene = of_board(found.scene)
    assert not scene.values
    assert isinstance(found, Reach)
    assert {format_point(scene.board, at): value.text for at, value in scene.corner_values.items()} == {
        label: str(place.cost) if place.path else "" for label, place in found.cells.items()
    }
    assert len(scene.corner_steps) == len(scene.corner_values) - 1
    assert {stop for _, stop in scene.corner_steps} == set(scene.corner_values) - {parse_point(scene.board, "C3@E")}


@pytest.mark.parametrize("layout", HEX_LAYOUTS)
def test_numbers_at_corners_do_not_touch(layout: str) -> None:
    corner = "C3@E" if layout.startswith("flat") else "C3@SE"
    there = scenario(YETI.replace("C3@E", corner).replace("3, side", "30, side"), layout=layout)
    picture = ET.fromstring(there.reach("Yeti").svg())
    plates = [found for found in picture.iter(f"{SVG}rect") if found.get("class") == "plate"]
    boxes = [tuple(float(found.get(name, "")) for name in ("x", "y", "width", "height")) for found in plates]
    assert len(boxes) > 20
    for one, (x, y, width, height) in enumerate(boxes):
        for u, v, wide, high in boxes[:one]:
            assert x + width <= u or u + wide <= x or y + height <= v or v + high <= y


def test_corners_to_pass_only_are_in_parentheses_and_hatched() -> None:
    there = scenario(f"{YETI}, Pal: {{at: D5, side: red}}")
    scene = of_board(there.reach("Yeti").scene)
    barred = {format_point(scene.board, at) for at, value in scene.corner_values.items() if value.is_barred}
    assert "C5@E" in barred
    assert all(value.text.startswith("(") == value.is_barred for value in scene.corner_values.values())
    picture = there.reach("Yeti").svg()
    assert picture.count("url(#sightline-barred-hatch)") == 2  # the corners, and the legend
    assert "can only be passed through" in texts(picture)


def test_what_it_can_stand_on_is_outlined_with_the_least_cost() -> None:
    scene = of_board(scenario(YETI).reach("Yeti").scene)
    covered = {format_cell(scene.board, cell): cost for cell, cost in scene.covered.items()}
    assert covered["C3"] == covered["D2"] == covered["D3"] == 0
    assert covered["C4"] == 1
    assert covered["C6"] == 3
    assert "H8" not in covered
    assert "everything its base can cover" in legend_of(scene)


def test_a_character_of_one_hex_stands_where_its_number_is() -> None:
    scene = of_board(scenario("A: {at: C3, movement: 2}").reach("A").scene)
    assert not scene.covered
    assert "everything its base can cover" not in legend_of(scene)


def test_squeezing_contorting_and_rolls_are_marked_and_distinguished() -> None:
    scene = of_board(corridors(OGRE).reach("Ogre").scene)

    def badges(label: str) -> tuple[str, ...]:
        return tuple(badge.form for badge in scene.values[parse_cell(scene.board, label)].badges)

    assert badges("E4") == ()
    assert badges("B4") == ("bars",)
    assert badges("D6") == ("dark-bars", "die")
    assert badges("E8") == ("bars", "die")
    assert {"squeezed there", "contorted there", "needs a roll on the way"} <= legend_of(scene)
    assert "provokes attacks" not in legend_of(scene)


@pytest.mark.parametrize("colours", ["colour", "dark", "print"])
def test_signs_differ_in_form(colours: Colours) -> None:
    """Each sign has elements of its own: bars, a dark plate, a die, a burst."""
    plain = svg(corridors(OGRE.replace("14, con", "1, con")).reach("Ogre").scene, colours=colours)
    signed = svg(corridors(OGRE).reach("Ogre").scene, colours=colours)
    for css in ("tag", "die"):
        assert css not in classes(plain)
        assert css in classes(signed)


def test_rolls_are_reported_with_chance_and_failure() -> None:
    remarks = corridors(OGRE).reach("Ogre").scene.remarks
    (roll,) = (remark for remark in remarks if remark.value.startswith("contortionist"))
    assert (roll.key, roll.value) == ("HERO-3.4", "contortionist 12: 74.07 %")
    assert roll.words.startswith("before D6; otherwise the move ends at D5; for D6 D7 ")


def test_squeezed_places_are_listed_and_others_not() -> None:
    remarks = corridors(OGRE).reach("Ogre").scene.remarks
    assert Remark("contorted", "1 place", "D6") in remarks
    (squeezed,) = (remark for remark in remarks if remark.key == "squeezed")
    assert re.fullmatch(r"\d+ places", squeezed.value)
    assert not [remark for remark in remarks if remark.words == "elsewhere"]


def test_nobody_squeezed_is_not_worth_a_row() -> None:
    keys = {remark.key for remark in scenario("A: {at: C3, movement: 2}").reach("A").scene.remarks}
    assert keys == {"cost 0", "cost 1", "cost 2"}


def test_threatened_hexes_are_hatched_and_provoked_opponents_marked() -> None:
    there = scenario("A: {at: C3, movement: 3, side: red}, Foe: {at: D4, side: blue}")
    found = there.reach("A")
    scene = of_board(found.scene)
    near = {format_cell(scene.board, cell) for cell in scene.threatened}
    assert near == {"D4", "D3", "E4", "E5", "D5", "C5", "C4"}
    assert scene.values[parse_cell(scene.board, "C5")].badges == (PROVOKES,)
    assert scene.values[parse_cell(scene.board, "C4")].badges == ()
    assert {"threatened by others", "provokes attacks"} <= legend_of(scene)
    assert "sightline-threatened" in found.svg()
    assert "^Foe" in found.text()
    assert "^ threatened by others" in found.text()


def test_without_threats_nothing_is_said_of_them() -> None:
    found = scenario("A: {at: C3, movement: 3, side: red}, Pal: {at: D4, side: red}").reach("A")
    assert not of_board(found.scene).threatened
    assert "threatened" not in found.svg()
    pieces = "A: {at: C3, movement: 3, side: red}, Foe: {at: D4, side: blue}"
    assert not of_board(scenario(pieces, rulings="opportunity: none").reach("A").scene).threatened


def test_a_text_picture_of_corners_shows_what_is_covered() -> None:
    words = scenario(YETI).reach("Yeti").text()
    assert "a number is the least cost to stand there" in words
    assert "Yeti  side red, at C3@E on C3 D2 D3" in words


def test_where_there_is_no_room_for_numbers_the_tints_are_left() -> None:
    there = scenario(YETI.replace("3, side", "20, side"), size="80x80")
    found = classes(there.reach("Yeti").svg())
    assert "reached-1" in found
    assert found.count("plate") == 1  # that of the legend


def test_places_are_listed_by_column_and_row() -> None:
    remarks = scenario(YETI).reach("Yeti").scene.remarks
    assert Remark("cost 1", "9 places", "B2@E B3@E C2@E C2@SE C3@SE C4@E D2@E D2@SE D3@E") in remarks


def test_places_to_attack_from_are_ranked_at_their_corners() -> None:
    there = scenario("Yeti: {at: B2@E, growth: 1, movement: 1, side: red}, Ann: {at: E3, side: blue}", size="5x4")
    found = there.advise("Yeti")
    scene = of_board(found.scene)
    ranks = {format_point(scene.board, at): value.text for at, value in scene.corner_values.items()}
    best = found.places[0].at
    assert ranks[best] == "1"
    (ray,) = scene.rays
    assert ray.start == parse_point(scene.board, best)
    assert ray.stop == scene.board.grid.centre(parse_cell(scene.board, "E3"))
