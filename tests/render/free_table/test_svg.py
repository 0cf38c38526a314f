"""Tables as SVG: valid, true to scale, complete, legible, and never in colours alone."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from math import hypot

import pytest

from sightline.render import (
    TABLES,
    Colours,
    Scene,
    board_scene,
    chart_scene,
    reach_scene,
    see_scene,
    shot_scene,
    svg,
)
from sightline.rules import Effect, Finding, Position, ReachOutline, SeenPieces, Sight
from tests.render.free_table.boards import (
    DRILL,
    SignedDrill,
    box,
    building,
    feature,
    finding,
    outline,
    rectangular,
    table,
    town,
    unit,
    verdict,
)  # fmt: skip
from tests.render.svg_texts import SVG

_RING = ((4.0, 14.0), (16.0, 14.0), (16.0, 26.0), (4.0, 26.0))
_HOLE = ((6.0, 16.0), (8.0, 16.0), (8.0, 18.0))


def scenes() -> Mapping[str, Scene]:
    there = town()
    blocked = verdict("A", "T", ((10.6, 20), (34.4, 20)), finding(Effect.BLOCKS, "wall"), sight=Sight.BLOCKED)
    close = verdict("Tank", "T", ((12, 8), (34.6, 19.5)), finding(Effect.MODIFIES, "T"), margin=0.004, too_close=True)
    seen = SeenPieces(from_="A", pieces={"Tank": Sight.CLEAR, "Mill": Sight.IMPEDED})
    return {
        "table": board_scene(DRILL, there),
        "blocked": shot_scene(DRILL, there, blocked),
        "close": shot_scene(DRILL, there, close),
        "chart": chart_scene(SignedDrill(), there, [blocked, close]),
        "see": see_scene(DRILL, there, seen),
        "reach": reach_scene(DRILL, there, ReachOutline(from_="A", outline=(_RING, _HOLE), bound=0.01)),
    }


def scene(name: str) -> Scene:
    found = scenes()[name]
    assert found.is_free
    return found


def drawn(position: Position, **options: float) -> ET.Element:
    return ET.fromstring(svg(board_scene(DRILL, position), **options))  # type: ignore[arg-type]


def texts(root: ET.Element) -> list[str]:
    return [found.text or "" for found in root.iter(f"{SVG}text")]


def paths(root: ET.Element, css: str) -> list[str]:
    return [found.get("d", "") for found in root.iter(f"{SVG}path") if found.get("class") == css]


def classes(root: ET.Element) -> list[str]:
    return [found.get("class", "") for found in root.iter()]


@pytest.mark.parametrize("colours", ["colour", "dark", "print"])
@pytest.mark.parametrize("name", scenes())
def test_classes_are_the_keys_of_the_colour_table(name: str, colours: Colours) -> None:
    root = ET.fromstring(svg(scene(name), colours=colours))
    assert {found for found in classes(root) if found} <= {*TABLES[colours], colours}


@pytest.mark.parametrize("name", scenes())
def test_what_is_referred_to_is_defined_once_under_the_prefix(name: str) -> None:
    picture = svg(scene(name), prefix="here")
    ids = re.findall(r' id="([^"]+)"', picture)
    assert len(ids) == len(set(ids))
    assert all(found.startswith("here-") for found in ids)
    assert set(re.findall(r"url\(#([^)]+)\)", picture)) <= set(ids)


@pytest.mark.parametrize("name", scenes())
def test_the_same_scene_gives_the_same_picture(name: str) -> None:
    assert svg(scene(name)) == svg(scene(name))


def test_bases_are_true_to_scale() -> None:
    root = drawn(table(24, 24, [unit("A", 12, 12, base="2")]), size=10)
    assert any(data.endswith("a10 10 0 1 0 20 0a10 10 0 1 0-20 0z") for data in paths(root, "side-red"))


def test_features_and_pieces_are_named_in_words() -> None:
    titles = [found.text for found in drawn(town()).iter(f"{SVG}title")]
    assert "wall: blocks sight" in titles
    assert "wood 1: light cover, difficult ground" in titles
    assert "T, side blue, at [35, 20], base 32mm, in wood 1" in titles
    assert "Tank, side red, at [10, 8], base 70mm × 105mm, facing 90°" in titles
    assert "Mill, no side, building, from [26, 36] to [34, 42]" in titles


def test_what_features_mean_is_in_the_legend() -> None:
    found = texts(drawn(town()))
    assert {"blocks sight", "heavy cover", "light cover", "difficult ground", "building"} <= set(found)
    assert "impassable" not in found


def test_every_meaning_has_marks_of_its_own() -> None:
    covers = ({"cover": word} for word in ("obscuring", "heavy", "light"))
    kinds: tuple[Mapping[str, object], ...] = ({"blocks": True}, {"impassable": True}, {"difficult": True}, *covers)
    patterns = set()
    for means in kinds:
        picture = svg(board_scene(DRILL, table(12, 12, (), [feature("it", box(2, 2, 8, 8), **means)])), colours="print")
        patterns.update(re.findall(r"<pattern.*?</pattern>", picture))
    assert len(patterns) == len(kinds)


def test_what_means_nothing_that_is_known_is_drawn_without_marks() -> None:
    root = drawn(table(12, 12, (), [feature("pond", box(2, 2, 8, 8), depth=2)]))
    assert not list(root.iter(f"{SVG}pattern"))
    assert "pond: depth 2" in [found.text for found in root.iter(f"{SVG}title")]


def test_sides_can_be_counted_where_colours_cannot_be_distinguished() -> None:
    sides = ("red", "blue", "green", "yellow")
    root = drawn(table(24, 24, [unit(f"U{k}", 4 + 5 * k, 8, side, base="60mm") for k, side in enumerate(sides)]))
    rings = [sum(css == f"name-{side}" for css in classes(root)) for side in sides]
    # On the piece and in the legend, and the name.
    assert rings == [1, 3, 5, 7]


def test_scales_run_along_two_sides_and_a_bar_shows_inches() -> None:
    root = drawn(table(48, 30))
    assert {"0", "6", "12", "18", "24", "30", "36", "42", "48", "6 inches"} <= set(texts(root))
    last = next(each for each in root.iter(f"{SVG}text") if each.text == "48")
    assert last.get("text-anchor") == "end"  # so that none of it is beyond the picture


@pytest.mark.parametrize("size", [(12, 12), (48, 48), (72, 48), (1000, 1000), (0.5, 3)])
def test_tables_of_any_size_are_drawn(size: tuple[float, float]) -> None:
    root = drawn(table(*size))
    width, height = (float(root.get(side, "")) for side in ("width", "height"))
    assert max(width, height) <= 4200
    assert min(width, height) >= 100


def test_a_long_name_is_shortened_on_the_base_and_whole_in_the_legend() -> None:
    found = texts(drawn(table(24, 24, [unit("Dreadnought Ajax", 12, 12)])))
    assert {"Dre", "Dreadnought Ajax"} <= set(found)


def test_a_name_stands_beside_a_base_that_is_too_small_for_it() -> None:
    found = texts(drawn(table(72, 48, [unit("Scouts", 12, 12, base="10mm")])))
    assert "Scouts" in found


def test_a_name_for_which_there_is_no_room_is_left_out() -> None:
    crowd = [unit(f"Unit {x} {y}", 1 + 0.6 * x, 1 + 0.6 * y, base="10mm") for x in range(8) for y in range(8)]
    root = drawn(table(72, 48, crowd))
    assert len([text for text in texts(root) if text.startswith("Unit")]) < 2 * len(crowd)
    assert sum("Unit" in (title.text or "") for title in root.iter(f"{SVG}title")) == len(crowd)


def test_names_of_features_do_not_stand_on_bases() -> None:
    position = table(24, 24, [unit("A", 6, 6, base="2")], [feature("wood", box(2, 2, 10, 10), cover="light")])
    root = drawn(position, size=30)
    name = next(found for found in root.iter(f"{SVG}text") if found.text == "wood")
    corner = next(found for found in root.iter(f"{SVG}rect") if found.get("class") == "ground")
    x, y = ((float(name.get(axis, "")) - float(corner.get(axis, ""))) / 30 for axis in "xy")
    assert 2 < x < 10
    assert 2 < y < 10
    assert hypot(x - 6, y - 6) > 1.2


def test_which_way_a_rectangle_faces_is_drawn() -> None:
    turned = (table(24, 24, [rectangular("R", 9, 9, "2", "3", turn)]) for turn in (0, 180))
    ahead, back = (svg(board_scene(DRILL, position)) for position in turned)
    assert ahead != back
    assert ahead.count('class="name-red"') == back.count('class="name-red"') == 2


def test_a_blocked_line_has_a_cross_and_what_blocks_an_outline() -> None:
    found = classes(ET.fromstring(svg(scene("blocked"))))
    assert "blocks" in found
    assert "sign-blocks" in found
    assert found.count("ray-blocked") >= 2


def test_what_is_too_close_has_a_sign() -> None:
    assert "too close to call" in texts(ET.fromstring(svg(scene("close"))))
    assert "?" in texts(ET.fromstring(svg(scene("close"))))
    assert "?" not in texts(ET.fromstring(svg(scene("blocked"))))


def test_the_distance_is_on_the_tape() -> None:
    assert texts(ET.fromstring(svg(scene("blocked")))).count("10″") == 2


def test_no_sign_covers_the_distance() -> None:
    hedge, line = feature("hedge", box(22.5, 18, 26, 20)), ((10.6, 20.0), (34.4, 20.0))
    position = table(48, 48, [unit("A", 10, 20), unit("T", 35, 20, "blue")], [hedge])

    def distance_at(*findings: Finding) -> float:
        root = ET.fromstring(svg(shot_scene(DRILL, position, verdict("A", "T", line, *findings))))
        return next(float(found.get("x", "")) for found in root.iter(f"{SVG}text") if found.text == "10″")

    assert distance_at(finding(Effect.MODIFIES, "hedge")) < distance_at(finding(Effect.MODIFIES, "T"))


def test_a_reach_is_filled_but_for_its_holes() -> None:
    root = ET.fromstring(svg(scene("reach")))
    area = next(found for found in root.iter(f"{SVG}path") if found.get("class") == "reached-2")
    assert area.get("fill-rule") == "evenodd"
    assert area.get("d", "").count("M") == 2


def test_who_is_not_seen_is_hatched_and_has_a_sign() -> None:
    root = ET.fromstring(svg(scene("see")))
    assert classes(root).count("unseen") == 1
    assert {"seen clearly", "sight impeded", "not seen", "where it stands"} <= set(texts(root))


def test_a_touching_pair_has_no_tape() -> None:
    position = table(24, 24, [unit("A", 6, 6, base="2"), unit("T", 8, 6, "blue", base="2")])
    picture = svg(shot_scene(DRILL, position, verdict("A", "T", ((7, 6), (7, 6)), distance=0.0)))
    assert "distance in inches" not in texts(ET.fromstring(picture))


def test_buildings_of_any_outline_are_drawn() -> None:
    corner = ((4.0, 4.0), (10.0, 4.0), (10.0, 6.0), (6.0, 6.0), (6.0, 10.0), (4.0, 10.0))
    assert "Keep" in texts(drawn(table(24, 24, [building("Keep", outline(*corner), "red")])))
