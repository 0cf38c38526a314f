"""Areas under an effect: dashed frames with a tag on each part, explained in the legend and in maps of characters."""

from __future__ import annotations

import pytest
from msgspec import structs

from sightline.board import parse_border, parse_cell
from sightline.lattice import SquareGrid
from sightline.render import Scene, board_scene, draw_layer, layer_hashes, svg, text
from sightline.rules import MarkedArea
from tests.render.boards import PLAIN, board, casket, position

EMPTY = board(6, 4, grid=SquareGrid())


def marked(*areas: tuple[str, str, str]) -> Scene:
    """Return the scene of a board with areas: their sites, sign and meaning."""
    there = EMPTY.with_borders({parse_border(EMPTY, label): ("wall",) for label in ("E1/E2", "F1/F2")})
    there = there.with_pieces([casket(there, "Ann", "B2", "red", "E")])
    found = [
        MarkedArea(
            tuple(parse_border(there, each) if "/" in each else parse_cell(there, each) for each in sites.split()),
            sign,
            meaning,
        )
        for sites, sign, meaning in areas
    ]
    return structs.replace(board_scene(PLAIN, position(there)), marked_areas=tuple(found))


@pytest.mark.parametrize(
    ("sites", "tags"),
    [
        ("B2 C2 B3", 1),
        ("A1 F4", 2),
        ("A1 B2", 2),  # they meet in a corner only
        ("E1/E2 F1/F2", 1),
        ("A1 E1/E2", 2),
    ],
)
def test_each_part_of_an_area_has_a_tag_and_all_have_a_frame(sites: str, tags: int) -> None:
    drawn = draw_layer(marked((sites, "F·2", "Fog")), "marked-areas")
    assert drawn.count(">F·2</text>") == tags
    assert drawn.count("stroke-dasharray") == 1


def test_tags_of_areas_that_begin_in_the_same_cell_do_not_cover_each_other() -> None:
    drawn = draw_layer(marked(("A1 B1", "F·2", "Fog"), ("A1 B1", "I·1", "Ice")), "marked-areas")
    places = [part.split('"')[1] for part in drawn.split("<text")[1:] for part in [part.split(" x=")[1]]]
    assert len(set(places)) == 2


def test_the_legend_explains_each_area() -> None:
    legend = draw_layer(marked(("A1 B1", "F·2", "Fog of Ann, 2 turns left")), "legend")
    assert ">Fog of Ann, 2 turns left</text>" in legend
    assert ">F·2</text>" in legend


def test_tags_can_be_read_where_cells_are_small() -> None:
    assert 'font-size="6.5">F·2<' in svg(marked(("A1", "F·2", "Fog")), size=26).replace(
        ' text-anchor="middle" font-weight="bold"', ""
    )


def test_a_board_without_areas_has_no_such_layer() -> None:
    assert "marked-areas" not in layer_hashes(marked())


def test_a_map_of_characters_has_one_sign_for_all_parts_of_an_area() -> None:
    drawn = text(marked(("A1 F4", "P·3", "Portal of Ann"), ("B2 E1/E2", "F·2", "Fog")))
    assert drawn.count("@") == 3
    assert "@ Portal of Ann" in drawn
    assert "& Fog" in drawn
    assert "&Ann" in drawn
    assert "Portal of Ann: A1 F4" in drawn
    assert "Fog: B2 E1/E2" in drawn


def test_a_text_without_a_map_names_the_places_too() -> None:
    assert "Portal of Ann: A1 F4" in text(marked(("A1 F4", "P·3", "Portal of Ann")), has_map=False)
