"""Side views: complete SVG documents that tell what stands how high along the line."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from msgspec import structs

import sightline
from sightline.board import Board, format_cell
from sightline.lattice import HEX_LAYOUTS, parse_grid
from sightline.render import TABLES, Colours, side_view_svg
from sightline.render.primitives.terrain_marks import TERRAINS
from sightline.render.primitives.text_metrics import advance
from sightline.rules import Line, Verdict
from sightline.systems.penance import PENANCE
from tests.render.boards import across_the_rubble, board, casket, judged, position
from tests.render.svg_texts import SVG


def drawn(there: Board, verdict: Verdict | None = None, colours: Colours = "colour") -> str:
    return side_view_svg(PENANCE, position(there), verdict or judged(there, "A", "T"), colours=colours, prefix="x9")


def texts(picture: str, css: str | None = None) -> list[str]:
    found = ET.fromstring(picture).iter(f"{SVG}text")
    return [each.text or "" for each in found if css in (None, each.get("class"))]


def street(grid: str = "flat odd-q") -> Board:
    """Return a blocked line over every sort of ground, past another piece."""
    ground = {"A2": ["forest"], "A4": ["wall", "water"], "A5": ["rubble"]}
    there = board(2, 6, ground, {"A1": 2, "A5": 1}, parse_grid(grid))
    pieces = [casket(there, "A", "A6", "red", there.grid.facings[0]), casket(there, "T", "A1", "blue", "S")]
    return there.with_pieces([*pieces, casket(there, "Between", "A3", None, "S")])


@pytest.mark.parametrize("colours", ["colour", "dark", "print"])
def test_classes_and_ids_are_known(colours: Colours) -> None:
    picture = drawn(street(), colours=colours)
    root, *rest = ET.fromstring(picture).iter()
    assert root.get("class") == colours
    assert {found.get("class") for found in rest if found.get("class")} <= {*TABLES[colours], colours}
    ids = re.findall(r' id="([^"]*)"', picture)
    assert set(re.findall(r'href="#([^"]*)"', picture)) | set(re.findall(r"url\(#([^)]*)\)", picture)) <= set(ids)
    assert all(name.startswith("x9-") for name in ids)
    assert len(set(ids)) == len(ids)


def test_labels_levels_pieces_caption_and_findings_are_there() -> None:
    picture = drawn(street())
    assert {"A1", "A2", "A3", "A4", "A5", "A6"} == set(texts(picture, "tag"))
    assert {"ground", "level 1", "level 2"} <= set(texts(picture, "edge-label"))
    assert {"A", "T", "Bet", "Between", "PEN-2.2", "wall at A4 blocks the line"} <= set(texts(picture))
    assert "A → T with rifle: blocked, not allowed" in texts(picture, "title")


def test_the_legend_holds_what_the_line_passes_and_no_more() -> None:
    there = across_the_rubble()
    found = texts(drawn(there))
    assert {"rubble", "changes a number", "heights of terrain are schematic"} <= set(found)
    assert not {"wall", "level 1"} & set(found)


def test_a_blocked_line_is_unbroken_up_to_its_cross() -> None:
    before, after = re.findall(r'<path class="ray-blocked"[^>]*stroke-width="2.6"[^>]*>', drawn(street()))
    assert "dasharray" not in before
    assert "dasharray" in after


def test_terrain_has_a_broken_outline_and_levels_have_none() -> None:
    picture = drawn(street())
    blocks = re.findall(r'<path class="block-edge"[^>]*>', picture)
    assert len(blocks) == 4  # three on the map, one in the legend
    assert all("dasharray" in block for block in blocks)
    assert not any("dasharray" in earth for earth in re.findall(r'<path class="earth"[^>]*>', picture))


def test_what_lies_flat_is_drawn_low() -> None:
    assert {kind for kind, drawn in TERRAINS.items() if drawn.is_flat} == {
        "water",
        "liquid",
        "icy",
        "corrosive",
        "ice",
        "difficult",
        "transition",
        "hurdle",
    }


@pytest.mark.parametrize("layout", HEX_LAYOUTS)
def test_no_two_labels_overlap(layout: str) -> None:
    grid = parse_grid(layout)
    empty = board(9, 9, {"D4": ["wall"]}, grid=grid)
    for target in ("I2", "I7", "H9", "C9", "B1"):
        facing = grid.facings[0]
        there = empty.with_pieces([casket(empty, "A", "A5", "red", facing), casket(empty, "T", target, "blue", facing)])
        rows: dict[str, list[tuple[float, float]]] = {}
        for found in ET.fromstring(drawn(there)).iter(f"{SVG}text"):
            if found.get("class") in ("tag", "label"):
                x, width = float(found.get("x", "")), 11 * advance(found.text or "")
                rows.setdefault(found.get("y", ""), []).append((x, x + width))
        for row in rows.values():
            assert all(a[1] <= b[0] for a, b in pairwise(sorted(row)))


def test_every_line_has_a_strip_of_its_own() -> None:
    there = across_the_rubble()
    verdict = structs.replace(judged(there, "A", "T"), lines=(Line("D7@NE", "D2@SE"), Line("D7@NW", "D2@SW")))
    picture = drawn(there, verdict)
    assert picture.count(">ground<") == 2
    assert [text for text in texts(picture, "faint") if "→" in text] == ["D6@SE → D2@SE", "C7@E → C3@E"]


def test_without_a_line_the_findings_are_reported() -> None:
    there = across_the_rubble()
    picture = drawn(there, structs.replace(judged(there, "A", "T"), lines=()))
    assert "rubble at D3 covers T" in texts(picture)


def test_readers_of_text_get_the_course_of_the_line() -> None:
    root = ET.fromstring(drawn(street()))
    (words,) = (found.text or "" for found in root.iter(f"{SVG}desc"))
    assert "A6 → A1" in words
    assert "crosses A4 (wall, water, level 0)" in words
    assert "ends-in A1 (level 2, T)" in words
    assert "PEN-2.2 blocks wall at A4 blocks the line" in words


def test_all_stays_inside_the_picture() -> None:
    there = board(40, 3)
    facings = "N", "S"
    pieces = [
        casket(there, name, at, "red", facing) for name, at, facing in zip("AT", ("A2", "AN2"), facings, strict=True)
    ]
    root = ET.fromstring(drawn(there.with_pieces(pieces)))
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    assert width < 1400
    for found in root.iter(f"{SVG}text"):
        assert 0 < float(found.get("x", "")) < width
        assert 0 < float(found.get("y", "")) < height
    assert format_cell(there, pieces[1].cell) == "AN2"


def test_of_cells_too_narrow_for_names_only_those_that_matter_are_named() -> None:
    there = board(300, 1, {"E1": ["wall"]})
    there = there.with_pieces([casket(there, "A", "A1", "red", "N"), casket(there, "T", "KN1", "blue", "S")])
    assert sorted(texts(drawn(there), "tag")) == ["A1", "E1", "KN1"]


def test_what_stands_on_several_cells_is_drawn_on_the_highest_and_a_deciding_border_that_is_touched_too() -> None:
    scenario = sightline.parse(
        """
sightline: 1
rules: combat-hex
map: {grid: hex, size: 7x7, levels: {2: [E3], 9: [E4]}, borders: {dotted-line: [C4/C5]}}
pieces: {K: {at: [E3, E4], mounted: true}, A: {at: C5}}
"""
    )
    picture = scenario.shot("K", "A").side_view()
    assert texts(picture, "edge-label").count("level 9") == 2
    assert texts(picture, "label").count("C4/C5") == 1
    assert {"dotted-line (border)", "touched in a corner"} <= set(texts(picture))
    assert picture.count('class="leader"') > 0
    back = scenario.shot("A", "K").side_view()
    assert texts(back, "tag").count("E4") == 1


def canyon(*levels: int) -> str:
    """Return the side view of a shot along a row of hexes at some levels."""
    cells = " ".join(f".{level or ''}" for level in levels)
    last = chr(ord("A") + len(levels) - 1)
    text = (
        "sightline: 1\nrules: hero5\nmap:\n  grid: hex\n  hexes: pointy odd-r\n  cells: |\n"
        f"    {cells}\npieces: {{Ann: {{at: A1}}, Bob: {{at: {last}1}}}}\n"
    )
    return sightline.parse(text).shot("Ann", "Bob").side_view()


def heights(picture: str) -> dict[str, float]:
    """Return the pixel row of each level with a name."""
    found = ET.fromstring(picture).iter(f"{SVG}text")
    return {each.text or "": float(each.get("y", "")) for each in found if each.get("class") == "edge-label"}


def test_the_scale_goes_down_to_what_lies_below_the_ground() -> None:
    rows = heights(canyon(0, -3, 2, 0))
    assert sorted(rows, key=rows.__getitem__) == ["level 2", "level 1", "ground", "level -1", "level -2", "level -3"]
    assert rows["level -1"] - rows["ground"] == pytest.approx(52)


def test_many_levels_are_drawn_in_bounded_height() -> None:
    rows = heights(canyon(99, 0, -9, 50))
    assert {"ground", "level 20", "level 80"} <= rows.keys()
    ordered = sorted(rows.values())
    assert ordered[-1] - ordered[0] < 600
    assert all(low - high >= 10 for high, low in pairwise(ordered))
