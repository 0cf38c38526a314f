"""Objects: drawn as crates apart from characters, under whoever stands on them, and told of in words."""

from __future__ import annotations

import re

from sightline.render import Colours, svg, text
from tests.render.side_view.boards import scenario, scene
from tests.render.svg_texts import texts

ON_IT = "Ana: {at: A1, side: red}, Box: {at: A1, crate: true}"


def drawn_pieces(drawn: str) -> list[str]:
    """Return the pieces of a picture from the lowest to the uppermost, in words."""
    return re.findall(r"<g[^>]*><title>([^<]*)</title>", drawn)


def test_an_object_is_a_crate_and_has_no_side() -> None:
    for colours in ("colour", "dark", "print"):
        look: Colours = "print" if colours == "print" else "colour"
        drawn = svg(scene(". .", "Box: {at: A1, crate: true}"), colours=look)
        assert drawn.count('class="crate"') == 3  # the crate, the plate of its name, and the legend
        assert "Box" in texts(drawn)
        assert not re.search(r'class="side-', drawn)
    assert {"object: impeding"} <= set(texts(drawn))
    assert "no side" not in texts(drawn)


def test_who_stands_on_an_object_is_drawn_over_it_as_large_as_ever() -> None:
    drawn = svg(scene(". .", "Ana: {at: A1, side: red}, Bo: {at: B1, side: red}, Box: {at: A1, crate: true}"))
    assert drawn_pieces(drawn) == [
        "Box, object: impeding, at A1, facing N",
        "Ana, side red, at A1, facing N",
        "Bo, side red, at B1, facing N",
    ]
    bodies = re.findall(r'<circle class="side-red"[^>]* r="([\d.]+)"', drawn.partition("</defs>")[2])
    assert len(set(bodies[:2])) == 1
    assert "Box" not in texts(drawn)


def test_the_sign_on_a_crate_shows_what_it_counts_as() -> None:
    drawn = svg(scene(". .", ON_IT))
    assert re.search(r'<use href="#sightline-tiny-impeding"', drawn)
    assert 'id="sightline-tiny-impeding"' in drawn
    assert 'id="sightline-legend-impeding"' in drawn


def test_objects_have_the_letters_of_their_kinds() -> None:
    assert scene(". .", ON_IT).letters == {"clear": ".", "impeding": "i"}


def test_a_map_in_characters_has_objects_in_brackets() -> None:
    shown = text(scene(". . .", ON_IT + ", Bag: {at: C1, crate: true}"))
    assert "1  Ana+1 .     [Bag]" in [line.rstrip() for line in shown.splitlines()]
    assert "Box  object: impeding, at A1, facing N" in shown.splitlines()
    assert "[x] an object" in shown


def test_without_objects_nothing_is_said_of_them() -> None:
    shown = scene(". .", "Ana: {at: A1, side: red}")
    assert "object" not in text(shown)
    assert "object" not in svg(shown)


def test_objects_stand_on_the_ground_of_a_side_view() -> None:
    there = scenario(". . .", ON_IT + ", Bo: {at: C1, side: blue}, Bag: {at: B1, crate: true}")
    drawn = there.shot("Ana", "Bo").side_view()
    assert [piece.partition(",")[0] for piece in drawn_pieces(drawn)] == ["Box", "Bag", "Bo", "Ana"]
    assert {"object: impeding", "side red", "side blue"} <= set(texts(drawn))
    assert "no side" not in texts(drawn)
    ids = set(re.findall(r' id="([^"]*)"', drawn))
    assert set(re.findall(r'href="#([^"]*)"', drawn)) <= ids


def test_of_several_objects_on_a_cell_one_crate_is_drawn_with_their_number() -> None:
    piled = "Box: {at: A1, crate: true}, Bag: {at: A1, crate: true}, Jug: {at: A1, crate: true}"
    drawn = svg(scene(". .", piled))
    assert drawn.count('class="crate"') == 3
    assert "Box+2" in texts(drawn)
    shown = text(scene(". .", piled))
    assert "1  Box+2" in shown
    assert "+n this many more there" in shown
