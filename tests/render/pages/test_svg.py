"""SVG: valid, complete, the same every time, of a sane size, and never in colours alone."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from random import Random

import pytest
from msgspec import structs

from sightline.board import Board, Piece, format_cell, parse_cell
from sightline.lattice import HEX_LAYOUTS, Cell, parse_grid
from sightline.referee.see import see
from sightline.render import TABLES, Colours, Scene, svg, text
from sightline.render.primitives.terrain_marks import TERRAINS
from sightline.render.scenes.captions import Remark
from sightline.render.scenes.chart_scenes import chart_scene
from sightline.render.scenes.scene import board_scene, see_scene, shot_scene
from sightline.systems.penance import PENANCE
from tests.render.boards import PLAIN, across_the_rubble, board, casket, judged, position
from tests.render.svg_texts import SVG, texts

LAYOUTS = (*HEX_LAYOUTS, "square")


def shot_of(there: Board) -> Scene:
    return shot_scene(PENANCE, position(there), judged(there, "A", "T"))


def everything() -> Scene:
    """Return every kind of terrain and border there is a mark for, levels, holes, and pieces of all sorts."""
    kinds = [*sorted(TERRAINS), "thicket"]
    ground = {f"{chr(65 + k % 7)}{k // 7 + 1}": [kind] for k, kind in enumerate(kinds)}
    there = board(7, 6, {**ground, "A6": None, "B6": ["rubble", "thicket", "water"]}, {"C6": 1, "D6": 2})
    words = ("fence", "wall", "low-wall", "door-frame", "red-line", "dotted-line", "water", "moat")
    borders = {}
    for k, word in enumerate(words):
        a = parse_cell(there, f"{chr(65 + k % 7)}{4 + k // 7}")
        borders[there.border(a, there.grid.neighbour(a, 3))] = [word, "fence"]
    there = there.with_borders(borders)
    sides = ("red", "blue", "crimson", "azure", "teal", None)
    pieces = [casket(there, f"P{k}", f"{chr(65 + k)}5", side, "NE", "left") for k, side in enumerate(sides)]
    return board_scene(PENANCE, position(there.with_pieces(pieces)))


def seen() -> Scene:
    there = across_the_rubble()
    return see_scene(PENANCE, position(there), see(PENANCE, position(there), there.pieces["A"]))


@pytest.mark.parametrize("colours", ["colour", "dark", "print"])
def test_classes_are_the_keys_of_the_colour_table(colours: Colours) -> None:
    for scene in (everything(), seen(), shot_of(across_the_rubble())):
        root, *rest = ET.fromstring(svg(scene, colours=colours)).iter()
        assert root.get("class") == colours
        assert {found.get("class") for found in rest if found.get("class")} <= {*TABLES[colours], colours}


@pytest.mark.parametrize("colours", ["colour", "dark", "print"])
def test_what_is_copied_brings_its_colours_along(colours: Colours) -> None:
    """Browsers match the style of a copy within what is copied: it must hold the class that limits the colours."""
    root = ET.fromstring(svg(everything(), colours=colours))
    shared = {found.get("id"): found for found in root.iter() if found.get("id")}
    copied = {found.get("href", "").removeprefix("#") for found in root.iter(f"{SVG}use")}
    assert copied
    assert {shared[name].get("class") for name in copied} == {colours}


def test_both_tables_hold_the_same_classes() -> None:
    assert set(TABLES["colour"]) == set(TABLES["print"])


def test_print_has_no_colour() -> None:
    for value in (value for both in TABLES["print"].values() for value in both if value != "none"):
        assert re.fullmatch(r"#(..)\1\1", value)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_cell_label_and_piece_is_there(layout: str) -> None:
    there = board(5, 4, {"C2": None}, grid=parse_grid(layout))
    there = there.with_pieces([Piece(name="Rex", at=there.grid.cell_at(4, 3), side="red")])
    found = texts(svg(board_scene(PLAIN, position(there))))
    assert {format_cell(there, cell) for cell in there} | {"Rex"} <= set(found)
    assert "C2" not in found


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_map_lies_inside_the_picture(layout: str) -> None:
    picture = ET.fromstring(svg(board_scene(PENANCE, position(board(5, 4, grid=parse_grid(layout))))))
    width, height = float(picture.get("width", "")), float(picture.get("height", ""))
    places = [(float(found.get("x", "")), float(found.get("y", ""))) for found in picture.iter(f"{SVG}text")]
    assert len(places) >= 5 * 4
    for x, y in places:
        assert 0 < x < width
        assert 0 < y < height


def test_every_kind_and_side_of_the_board_is_in_the_legend() -> None:
    scene = everything()
    found = set(texts(svg(scene)))
    assert {
        *TERRAINS,
        "thicket",
        "fence (border)",
        "moat (border)",
        "side red",
        "no side",
        "level 1",
        "level 2",
    } <= found


def test_marks_differ_in_form() -> None:
    forms = [tuple(stroke.path for stroke in drawn.strokes) for drawn in TERRAINS.values()]
    assert len(set(forms)) == len(forms)


def test_unknown_terrain_is_shown_by_its_letter() -> None:
    scene = board_scene(PENANCE, position(board(1, 1, {"A1": ["quicksand"]})))
    assert texts(svg(scene)).count(scene.letters["quicksand"]) == 2  # in the cell and in the legend


def test_a_verdict_is_reported_under_the_picture() -> None:
    found = texts(svg(shot_of(across_the_rubble())))
    assert "A → T with rifle: clear, target number 7, 5/18 = 27.78 %" in found
    assert {"PEN-3.2", "+1 target number", "rubble at D3 covers T"} <= set(found)


def test_what_blocks_and_what_covers_are_marked_by_form() -> None:
    blocked = board(1, 3, {"A2": ["wall"]})
    blocked = blocked.with_pieces([casket(blocked, "A", "A3", "red", "N"), casket(blocked, "T", "A1", "blue", "S")])
    assert 'class="blocks"' in svg(shot_of(blocked))
    assert "✕" in texts(svg(shot_of(blocked)))
    assert "stroke-dasharray" in re.findall(r'<path class="ray-blocked"[^>]*>', svg(shot_of(blocked)))[0]
    clear = svg(shot_of(across_the_rubble()))
    assert 'class="modifies"' in clear
    assert "+1" in texts(clear)
    assert "stroke-dasharray" not in re.findall(r'<path class="ray-clear"[^>]*>', clear)[0]


def test_screen_readers_get_the_text_picture() -> None:
    scene = shot_of(across_the_rubble())
    root = ET.fromstring(svg(scene, prefix="one"))
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", "one-title one-desc")
    ids = {found.get("id"): found.text for found in root.iter() if found.get("id")}
    assert ids["one-title"] == "Penance"
    assert (ids["one-desc"] or "").rstrip() == text(scene).rstrip()


def test_every_id_begins_with_the_prefix() -> None:
    for scene in (everything(), seen()):
        picture = svg(scene, prefix="x9")
        ids = re.findall(r' id="([^"]*)"', picture)
        assert ids
        assert all(name.startswith("x9-") for name in ids)
        assert set(re.findall(r'href="#([^"]*)"', picture)) | set(re.findall(r"url\(#([^)]*)\)", picture)) <= set(ids)
        assert len(set(ids)) == len(ids)


NAMES = ("<b>&\"'", "x\x00\x1b[31m", "😀👨‍👩‍👧", "عبدالله\u202e", "A" * 200, "]]>", "Anna", "Annabel", "Annabella")


def test_any_name_makes_a_valid_picture() -> None:
    there = board(len(NAMES), 1)
    there = there.with_pieces(
        [Piece(name=name, at=there.grid.cell_at(k, 0), side=name) for k, name in enumerate(NAMES)]
    )
    scene = board_scene(PLAIN, position(there), title="<&>" * 100)
    found = texts(svg(scene))
    assert "A" * 200 not in found
    assert len([name for name in found if name.startswith("Ann")]) >= 3
    assert text(scene)


def test_pictures_are_the_same_every_time() -> None:
    assert svg(shot_of(across_the_rubble())) == svg(shot_of(across_the_rubble()))
    assert svg(seen()) == svg(seen())


def random_board(columns: int, rows: int) -> Board:
    random, kinds = Random(5), ("forest", "rubble", "water", "wall")
    empty = board(columns, rows)

    def ground() -> list[str] | None:
        return None if random.random() < 0.03 else [random.choice(kinds)] if random.random() < 0.3 else []

    return empty.with_ground({cell: ground() for cell in empty})


@pytest.mark.slow
def test_large_boards_stay_small_files() -> None:
    assert len(svg(board_scene(PENANCE, position(Board.empty(parse_grid("square"), 200, 200))))) < 60_000
    assert len(svg(board_scene(PENANCE, position(random_board(200, 200))))) < 2_500_000


def test_small_cells_have_their_labels_along_the_edges() -> None:
    found = texts(svg(board_scene(PENANCE, position(board(60, 60)))))
    assert {"A", "BH", "1", "60"} <= set(found)
    assert "C7" not in found


def test_size_sets_the_cells() -> None:
    scene = board_scene(PENANCE, position(board(10, 10, grid=parse_grid("square"))))
    assert ET.fromstring(svg(scene, size=50)).get("width") == "540"


def test_remarks_beyond_the_room_are_counted() -> None:
    there = across_the_rubble()
    scene = chart_scene(PENANCE, position(there), [judged(there, "A", "T"), judged(there, "T", "A")] * 40)
    assert "… and 20 more in the answer as text" in texts(svg(scene))


def test_many_short_remarks_stand_in_columns() -> None:
    there = across_the_rubble()
    remarks = tuple(Remark(f"A → {k}", "–", "blocked") for k in range(1, 12))
    drawn = svg(structs.replace(board_scene(PENANCE, position(there)), remarks=remarks))
    found = [*ET.fromstring(drawn).iter(f"{SVG}text")]
    keys = [each for each in found if (each.text or "").startswith("A → ")]
    assert [each.text for each in keys] == [remark.key for remark in remarks]
    lefts = [float(each.get("x") or 0) for each in keys]
    columns = sorted(set(lefts))
    assert len(columns) > 1
    assert lefts == sorted(lefts)
    # What stands in one column ends before the next begins.
    words = [each for each in found if each.text == "blocked"]
    assert max(float(each.get("x") or 0) for each in words[: lefts.count(columns[0])]) + 60 < columns[1]


class Wagon(Piece, frozen=True, kw_only=True):
    """A piece of two cells without facing or shield."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self.cell, Cell(self.cell.q, self.cell.r + 1)


def test_pieces_of_several_cells_and_of_one_cell_together_are_all_drawn() -> None:
    there = board(3, 3)
    here = parse_cell(there, "A1")
    there = there.with_pieces(
        [Wagon(name="Wag", at=here, side="red"), *(Piece(name=n, at=Cell(2, 0), side="blue") for n in ("Up", "Low"))]
    )
    assert {"Wag", "Up", "Low"} <= set(texts(svg(board_scene(PLAIN, position(there)))))


def test_a_name_is_written_out_where_there_is_room_else_shortened_as_in_the_text() -> None:
    there = board(4, 4)
    names = ["blue1", "blue2", "Sergeant Adams 1", "Corporal Baker 2"]
    pieces = [Piece(name=name, at=there.grid.cell_at(k, k), side="blue") for k, name in enumerate(names)]
    scene = board_scene(PLAIN, position(there.with_pieces(pieces)))
    assert {"blue1", "blue2", "Se1", "Sergeant Adams 1", "Co2"} <= set(texts(svg(scene)))
    assert not {"blue", "bl1"} & set(texts(svg(scene)))
    assert {"bl1", "bl2", "Se1", "Co2"} <= set(text(scene).split())
    assert {"bl1", "bl2", "Se1"} <= set(texts(svg(scene, size=30)))
