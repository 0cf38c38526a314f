"""Maps of other programs as scenarios: what becomes of them, and what is said of what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import sightline
from tests.cli.conftest import BOARD, Run

CAVE: dict[str, Any] = {
    "format": 0.3,
    "resolution": {"map_origin": {"x": 1, "y": 1}, "map_size": {"x": 4, "y": 3}, "pixels_per_grid": 70},
    "line_of_sight": [[{"x": 1, "y": 1}, {"x": 5, "y": 1}], [{"x": 3, "y": 1}, {"x": 3.004, "y": 3}, {"x": 4, "y": 3}]],
    "objects_line_of_sight": [[{"x": 2, "y": 2}, {"x": 2, "y": 3}]],
    "portals": [
        {"position": {"x": 4.5, "y": 3}, "bounds": [{"x": 4, "y": 3}, {"x": 5, "y": 3}], "closed": True},
        {"position": {"x": 3, "y": 3.5}, "bounds": [{"x": 3, "y": 3}, {"x": 3, "y": 4}], "closed": False},
    ],
    "lights": [],
    "image": "iVBORw0KGgo=",
}
TMX = """\
<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.10.2" orientation="hexagonal" renderorder="right-down"
 width="3" height="2" tilewidth="64" tileheight="56"
 infinite="0" hexsidelength="32" staggeraxis="x" staggerindex="odd" nextlayerid="3" nextobjectid="3">
 <properties><property name="rules" value="penance"/><property name="title" value="Two hexes"/></properties>
 <tileset firstgid="1" name="ground" tilewidth="64" tileheight="56" tilecount="3" columns="0">
  <tile id="0" type="clear"/><tile id="1" type="rubble"/>
  <tile id="2"><properties><property name="level" type="int" value="1"/></properties></tile>
 </tileset>
 <layer id="1" name="Ground" width="3" height="2"><data encoding="csv">1,2147483650,1,0,1,1</data></layer>
 <layer id="2" name="Hills" width="3" height="2"><data encoding="csv">0,0,0,0,0,3</data></layer>
 <layer id="3" name="Notes" width="3" height="2" visible="0"><data encoding="csv">2,2,2,2,2,2</data></layer>
 <objectgroup id="4" name="Pieces">
  <object id="1" name="Ann" x="20" y="10" width="20" height="20">
   <properties>
    <property name="facing" value="S"/><property name="side" value="red"/>
    <property name="weapons" value="[{name: rifle, range: 8}]"/>
   </properties>
  </object>
  <object id="2" name="Bob" x="120" y="95"><point/><properties><property name="facing" value="N"/></properties></object>
 </objectgroup>
</map>
"""


def write(folder: Path, name: str, content: Any) -> str:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return str(path)


def test_walls_become_borders_of_squares(run: Run, tmp_path: Path) -> None:
    found = run("convert", write(tmp_path, "cave.dd2vtt", CAVE), "-", "--rules", "sodwa")
    assert found.status == 0
    scenario = sightline.parse(found.out)
    assert (scenario.title, scenario.rules.key) == ("cave", "sodwa")
    assert (scenario.board.columns, scenario.board.rows) == (4, 3)
    assert "borders: {obstructing: [A2/B2, B1/C1, B2/C2, C2/C3, D2/D3]}" in found.out
    assert found.err == (
        "4 edges of walls on the rim of the map, or beyond it, are left out: nothing is behind them.\n"
    )


def test_a_byte_order_mark_is_read_over(run: Run, tmp_path: Path) -> None:
    cave, two = json.dumps(CAVE), write(tmp_path, "two.tmx", "\ufeff" + TMX)
    marked = run("convert", write(tmp_path, "cave.uvtt", "\ufeff" + cave), "-", "--rules", "sodwa")
    assert (marked.status, "B2/C2" in marked.out) == (0, True)
    assert "Ann: {at: A1," in run("convert", two, "-").out
    assert run("convert", write(tmp_path, "a.yaml", BOARD), str(tmp_path / "b.tmj")).status == 0
    content = (tmp_path / "b.tmj").read_text(encoding="utf-8")
    assert (
        run("convert", write(tmp_path, "c.tmj", "\ufeff" + content), "-").out
        == run("convert", str(tmp_path / "b.tmj"), "-").out
    )


def test_walls_become_features_of_a_free_table(run: Run, tmp_path: Path) -> None:
    found = run("convert", write(tmp_path, "cave.uvtt", CAVE), "-", "--rules", "post-galactica")
    scenario = sightline.parse(found.out)
    assert len(scenario.table.features) == 4
    assert found.err.startswith("1 edge of walls on the rim of the map, or beyond it, is left out")
    assert "{is: blocking, outline: [[0.95, 1], [1.05, 1], [1.05, 2], [0.95, 2]]}" in found.out
    other = run("convert", str(tmp_path / "cave.uvtt"), "-", "--rules", "post-galactica", "--wall", "heavy-cover")
    assert other.out == found.out.replace("blocking", "heavy-cover")


@pytest.mark.parametrize(
    ("wall", "outline", "left_out"),
    [
        ([(2, 1), (8, 2)], "[[4, 1.384], [1.992, 1.049], [2.008, 0.951], [4, 1.283]]", 1),  # it leaves the table
        ([(2, -2), (2, 9)], "[[1.95, 3], [1.95, 0], [2.05, 0], [2.05, 3]]", 1),
        ([(1, 0), (1, 3)], "[[0.95, 0], [1.05, 0], [1.05, 3], [0.95, 3]]", 0),
        ([(0, 0), (0, 3)], None, 1),  # on the rim
        ([(9, 0), (7, 3)], None, 1),  # beyond it
        ([(1, 1), (1.0004, 1)], None, 0),  # shorter than a thousandth of an inch
    ],
)
def test_walls_are_cut_off_at_the_rim_of_a_free_table(
    run: Run, tmp_path: Path, wall: list[tuple[float, float]], outline: str | None, left_out: int
) -> None:
    content = {"resolution": {"map_size": {"x": 4, "y": 3}}, "line_of_sight": [[{"x": x, "y": y} for x, y in wall]]}
    found = run("convert", write(tmp_path, "a.uvtt", content), "-", "--rules", "post-galactica")
    assert found.status == 0
    assert (f"outline: {outline}" in found.out) if outline else ("outline" not in found.out)
    assert found.err.count("left out") == left_out


@pytest.mark.parametrize("width", [1, 2, 900])
def test_walls_beyond_a_map_are_left_out_however_narrow_it_is(run: Run, tmp_path: Path, width: int) -> None:
    walls = [[(width + 900, 0), (width + 900, 2)], [(-7, -900), (-7, -899)], [(0, 1), (1, 1)]]
    lines = [[{"x": x, "y": y} for x, y in wall] for wall in walls]
    content = {"resolution": {"map_size": {"x": width, "y": 3}}, "line_of_sight": lines}
    found = run("convert", write(tmp_path, "a.uvtt", content), "-", "--rules", "sodwa")
    assert "borders: {obstructing: [A1/A2]}" in found.out
    assert found.err.startswith("3 edges of walls on the rim of the map, or beyond it, are left out")


def test_ends_of_walls_are_moved_to_corners_within_the_tolerance(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "cave.uvtt", {**CAVE, "line_of_sight": [[{"x": 3, "y": 1}, {"x": 3.2, "y": 3}]]})
    refused = run("convert", file, "-", "--rules", "sodwa")
    assert refused.status == 2
    assert "line_of_sight.0: the wall from (2, 0) to (2.2, 2) does not run along edges of squares" in refused.err
    found = run("convert", file, "-", "--rules", "sodwa", "--tolerance", "0.3")
    assert "B1/C1, B2/C2" in found.out
    too_much = run("convert", file, "-", "--rules", "sodwa", "--tolerance", "0.5")
    assert "--tolerance: 0.5 is not below 0.5: half a cell" in too_much.err


def test_a_map_of_tiled_becomes_a_scenario(run: Run, tmp_path: Path) -> None:
    found = run("convert", write(tmp_path, "two.tmx", TMX), str(tmp_path / "two.yaml"))
    assert (found.status, found.err) == (0, "")
    scenario = sightline.load(tmp_path / "two.yaml")
    assert scenario.to_yaml() == (
        "sightline: 1\n"
        "title: Two hexes\n"
        "rules: penance\n"
        "map:\n"
        "  grid: hex\n"
        "  hexes: flat odd-q\n"
        "  cells: |\n"
        "    .  ~  .\n"
        "    .  .  .1\n"
        "pieces:\n"
        "  Ann: {at: A1, side: red, facing: S, weapons: [{name: rifle, range: 8}]}\n"
        "  Bob: {at: C2, facing: N}\n"
    )


def test_the_rules_on_the_command_line_come_before_those_of_the_map(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "two.tmx", TMX)
    other = run("convert", file, "-", "--rules", "post-galactica")
    assert other.status == 2
    assert "'rubble'" in other.err  # which is terrain of Penance alone
    found = run("convert", write(tmp_path, "bare.tmx", TMX.replace('name="rules"', 'name="other"')), "-")
    assert found.status == 2
    assert "--rules: " in found.err
    assert "does not say for which rule system it is" in found.err


def test_every_problem_of_a_map_is_told_with_its_place(run: Run, tmp_path: Path) -> None:
    text = TMX.replace('type="rubble"', 'type="rubbel"').replace('value="S"', 'value="Q"')
    found = run("convert", write(tmp_path, "two.tmx", text), "-")
    assert found.status == 2
    assert "'rubbel'" in found.err
    assert "rubble" in found.err
    assert "Pieces.Ann.facing" in found.err
    unnamed = run("convert", write(tmp_path, "none.tmx", TMX.replace(' type="rubble"', "")), "-")
    assert "tilesets.ground.1: this tile has no class" in unnamed.err
    tiles = TMX.replace("1,2147483650,1,0,1,1", "9,2147483650,7,0,8,7")
    [many] = run("convert", write(tmp_path, "many.tmx", tiles), "-").err.splitlines()
    assert "tilesets.ground: 3 tiles have no class, those with the numbers 6, 7, 8: give each the name" in many
    off = run("convert", write(tmp_path, "off.tmx", TMX.replace('x="120" y="95"', 'x="220" y="95"')), "-")
    assert "Pieces.Bob: the piece stands off the map" in off.err


def test_all_problems_of_a_map_are_told_at_once(run: Run, tmp_path: Path) -> None:
    """Those of its tiles and objects, and those of the scenario that it becomes; what follows from others is none."""
    text = TMX.replace('type="int" value="1"', 'value="high"').replace('value="S"', 'value="Q"')
    text = text.replace('x="120" y="95"', 'x="220" y="95"').replace('type="rubble"', 'type="rubbel"')
    stated = "{pairs: [[Ann, Bob]], rulings: {near: far}, map: {legend: abc}}"
    text = text.replace('name="title" value="Two hexes"', f'name="scenario" value="{stated}"')
    line = '<object id="9" name="Line" x="48" y="0"><polyline points="0,0 16,28"/></object>'
    text = text.replace("</objectgroup>", f"{line}</objectgroup>")
    found = run("convert", write(tmp_path, "two.tmx", text), "-")
    assert (found.status, found.out) == (2, "")
    places = [each.removeprefix(f"{tmp_path}/two.tmx: ").partition(": ")[0] for each in found.err.splitlines()]
    assert sorted(places) == [
        "Pieces.Ann.facing",
        "Pieces.Bob",
        "Pieces.Line",
        "scenario.map.legend",
        "scenario.rulings.near",
        "tilesets.ground.1",
        "tilesets.ground.2.level",
    ]


def test_all_problems_of_a_map_of_a_free_table_are_told_at_once(run: Run, tmp_path: Path) -> None:
    free = TMX.replace("penance", "post-galactica").replace('"title" value="Two hexes"', '"grid" value="free"')
    shape = '<object id="9" name="Hut" x="9" y="9"><polygon points="0,0 9,0 9,9"/></object>'
    text = free.replace("</objectgroup>", f"{shape}</objectgroup>").replace("range: 8}]", "range: [8")
    found = run("convert", write(tmp_path, "two.tmx", text), "-").err.replace(f"{tmp_path}/two.tmx: ", "")
    places = [each.partition(": ")[0] for each in found.splitlines()]
    assert places.count("Pieces.Hut") == places.count("Pieces.Ann.weapons") == 1
    assert "Pieces.Bob.facing" in places


def test_a_tileset_that_is_not_there_is_named_as_one(run: Run, tmp_path: Path) -> None:
    before, _, after = TMX.partition("<tileset ")
    text = f'{before}<tileset firstgid="1" source="map.tsx"/>{after.partition("</tileset>")[2]}'
    there = write(tmp_path, "map.tmx", text)
    found = run("convert", there, "-")
    assert found.err == f"{tmp_path / 'map.tsx'}: this tileset of {there} cannot be read: No such file or directory.\n"


def test_lines_are_borders(run: Run, tmp_path: Path) -> None:
    line = '<object id="9" class="wall" x="48" y="0"><polyline points="0,0 16,28 0,56"/></object>'
    text = TMX.replace('value="penance"', 'value="hero5"').replace('type="rubble"', 'type="difficult"')
    text = text.replace('type="int" value="1"', 'type="int" value="0"')
    start, end = text.index('  <object id="1"'), text.index(" </objectgroup>")
    found = run("convert", write(tmp_path, "wall.tmx", text[:start] + line + text[end:]), "-")
    assert found.status == 0, found.err
    assert "borders: {wall: [A1/B1]}" in found.out
    assert "1 edge of walls on the rim of the map" in found.err
    unnamed = run("convert", write(tmp_path, "line.tmx", text[:start] + line.replace("wall", "") + text[end:]), "-")
    assert "this line has no class" in unnamed.err
    across = line.replace("16,28 0,56", "30,30")
    refused = run("convert", write(tmp_path, "across.tmx", text[:start] + across + text[end:]), "-")
    assert "this line does not run along edges of cells" in refused.err


@pytest.mark.parametrize(
    ("placed", "cell"),
    [
        ('x="100" y="30" width="80" height="20"', "C1"),
        ('x="80" y="40" width="80" height="20" rotation="180"', "A1"),
        ('x="40" y="60" width="80" height="20" rotation="-90"', "A1"),
        ('x="80" y="20" width="80" height="20" gid="1" rotation="180"', "A1"),  # its place is its lower left corner
    ],
)
def test_an_object_may_be_turned(run: Run, tmp_path: Path, placed: str, cell: str) -> None:
    text = TMX.replace('x="20" y="10" width="20" height="20"', placed)
    assert f"Ann: {{at: {cell}," in run("convert", write(tmp_path, "two.tmx", text), "-").out


def test_a_line_may_be_turned(run: Run, tmp_path: Path) -> None:
    line = '<object id="9" class="wall" x="48" y="0" rotation="180"><polyline points="0,0 -16,-28 0,-56"/></object>'
    text = TMX.replace('value="penance"', 'value="hero5"').replace('type="rubble"', 'type="difficult"')
    text = text.replace('type="int" value="1"', 'type="int" value="0"')
    start, end = text.index('  <object id="1"'), text.index(" </objectgroup>")
    found = run("convert", write(tmp_path, "wall.tmx", text[:start] + line + text[end:]), "-")
    assert "borders: {wall: [A1/B1]}" in found.out


def test_objects_stand_where_their_layer_is_moved_to(run: Run, tmp_path: Path) -> None:
    text = TMX.replace(
        '<objectgroup id="4" name="Pieces"', '<objectgroup id="4" name="Pieces" offsetx="40" offsety="8"'
    )
    text = text.replace(" <objectgroup", ' <group id="5" name="All" offsetx="8" offsety="20"><objectgroup')
    text = text.replace("</objectgroup>", "</objectgroup></group>").replace('x="120" y="95"', 'x="20" y="95"')
    found = run("convert", write(tmp_path, "two.tmx", text), "-")
    assert found.err == ""
    assert "Ann: {at: B1," in found.out
    assert "Bob: {at: B2," in found.out


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.uvtt", "{}", "this is not a map in the format Universal VTT: Object missing required field `resolution`"),
        ("a.uvtt", "[" * 100_000, "this is not a map in the format Universal VTT"),
        ("a.uvtt", {"resolution": {"map_size": {"x": 1e9, "y": 2.5}}}, "a whole number of squares from 1 to 1000"),
        ("a.uvtt", {**CAVE, "line_of_sight": [[{"x": 1e308, "y": 0}, {"x": 0, "y": 0}]]}, "lies far outside the map"),
        ("a.tmj", "{}", "this is not a map of Tiled"),
        ("a.tmx", "", "this is not a map of Tiled: Input data was truncated"),
        ("a.tmj", "[1, 2", "this is not a map of Tiled: the map or one of its tilesets is neither XML nor JSON."),
        ("a.tmx", "<map/>", "a.tmx: infinite is missing, as in maps of old versions of Tiled"),
        (
            "a.tmx",
            TMX.replace('width="3" height="2" tilewidth', 'width="3" height="20000" tilewidth'),
            "from 1 to 1000",
        ),
        ("a.tmx", TMX.replace('tilewidth="64" tileheight="56"\n', 'tilewidth="0" tileheight="56"\n'), "tilewidth"),
        ("a.tmx", TMX.replace('infinite="0"', 'infinite="1"'), "clear Infinite"),
        ("a.tmx", TMX.replace("hexagonal", "isometric"), "maps of hexes are hexagonal"),
        ("a.tmx", TMX.replace('x="20" y="10"', 'x="1e300" y="10"'), "far outside the map"),
        ("a.tmx", TMX.replace("range: 8}]", "range: [8"), "this is not YAML"),
        ("a.tmx", TMX.replace("[{name: rifle, range: 8}]", "[&amp;a 1, *a]"), "there is an alias in it"),
        (
            "a.tmx",
            TMX.replace('name="title"', 'name="scenario"').replace("Two hexes", "[a]"),
            "must be a scenario in YAML",
        ),
        ("a.tmx", TMX.replace("1,2147483650,1", "1,77,1"), "tilesets.ground.76: this tile has no class"),
        ("a.tmx", TMX.replace('index="odd"', 'index="none"'), "'none' does not say how the hexes are shifted. Allowed"),
        ("a.tmx", TMX.replace("1,2147483650,1,0,1,1", "1,1,1"), "layers.Ground: the layer has 3 tiles, not 3 x 2"),
        (
            "a.tmx",
            TMX.replace('name="title" value="Two hexes"', 'name="scenario" value="{map: {legend: abc}}"'),
            "scenario.map.legend: a legend is a mapping",
        ),
        (
            "a.tmx",
            TMX.replace('name="title" value="Two hexes"', 'name="scenario" value="{rules: [penance]}"'),
            "must be a scenario in YAML",
        ),
    ],
)
def test_what_cannot_be_read_is_refused(run: Run, tmp_path: Path, name: str, content: Any, said: str) -> None:
    found = run("convert", write(tmp_path, name, content), "-", "--rules", "sodwa" if name == "a.uvtt" else "penance")
    assert (found.status, found.out) == (2, "")
    assert said in found.err
    assert "Traceback" not in found.err


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("layers", 0, "data", 2), "x", "Expected `int`, got `str` - at `$.layers[0].data[2]`"),
        (("layers", 0, "data"), "eJx", "layers.terrain: the layer has 3 tiles, not 7 x 8 as the map"),
        (("tilewidth",), [64], "Expected `int`, got `array` - at `$.tilewidth`"),
        (("orientation",), 3, "Expected `str`, got `int` - at `$.orientation`"),
        (("staggerindex",), "x", "staggerindex: 'x' does not say how the hexes are shifted"),
        (("layers", 3, "objects", 0, "name"), {}, "Expected `str | null`, got `object`"),
        (("tilesets", 0, "tiles", 3, "type"), ["rubble"], "is not a kind of terrain"),
    ],
)
def test_a_value_of_a_wrong_kind_is_told_with_its_place(
    run: Run, tmp_path: Path, path: tuple[str | int, ...], value: Any, said: str
) -> None:
    assert run("convert", write(tmp_path, "a.yaml", BOARD), str(tmp_path / "b.tmj")).status == 0
    content = json.loads((tmp_path / "b.tmj").read_text(encoding="utf-8"))
    owner = content
    for step in path[:-1]:
        owner = owner[step]
    owner[path[-1]] = value
    found = run("convert", write(tmp_path, "c.tmj", content), "-")
    assert (found.status, found.out) == (2, "")
    assert said in found.err


def test_more_classes_of_tiles_than_letters_are_refused(run: Run, tmp_path: Path) -> None:
    names = [f"kind{number}" for number in range(80)]
    tiles = "".join(f'<tile id="{number}" type="{name}"/>' for number, name in enumerate(names))
    text = TMX.replace('<tile id="0" type="clear"/><tile id="1" type="rubble"/>', tiles)
    last = '  <tile id="2"><properties><property name="level" type="int" value="1"/></properties></tile>\n'
    text = text.replace(last, "")
    text = text.replace('width="3" height="2"', 'width="40" height="2"').replace("1,2147483650,1,0,1,1", numbers(1, 80))
    text = text.replace("0,0,0,0,0,3", numbers(0, 0)).replace("2,2,2,2,2,2", numbers(0, 0))
    kinds = ", ".join(f"{name}: {{blocks: true}}" for name in names)
    text = text.replace('name="title" value="Two hexes"', f'name="scenario" value="{{map: {{kinds: {{{kinds}}}}}}}"')
    found = run("convert", write(tmp_path, "many.tmx", text), "-")
    assert found.status == 2
    assert "there are 80 classes of tiles without a letter, and only 61 letters for them" in found.err


def numbers(first: int, last: int) -> str:
    """Return the 80 numbers of a layer, which rise from `first` to `last` if that is not the same."""
    return ",".join(str(number if last > first else first) for number in range(first, first + 80))


def test_reading_stops_after_many_problems(run: Run, tmp_path: Path) -> None:
    walls = [[{"x": 2, "y": 2}, {"x": 2.5, "y": 2.5}]] * 10_001
    found = run("convert", write(tmp_path, "many.uvtt", {**CAVE, "line_of_sight": walls}), "-", "--rules", "sodwa")
    assert found.status == 2
    assert "There may be more problems: reading stopped here." in found.err


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        ("a.txt", "b.yaml", "a.txt' does not end with one of .yaml,"),
        ("a.yaml", "b.tmx", "b.tmx' does not end with one of .yaml, .yml, .tmj."),
        ("a.yaml", "b.yaml", "OUT: "),
        ("a.yaml", "-", "OUT: "),
        ("a.tmj", "b.tmj", "OUT: "),
        ("a.tmj", "b.yaml", "a.tmj: "),
    ],
)
def test_other_files_are_refused(run: Run, tmp_path: Path, source: str, target: str, said: str) -> None:
    found = run("convert", str(tmp_path / source), target if target == "-" else str(tmp_path / target))
    assert found.status == 2
    assert said in found.err
    assert list(tmp_path.iterdir()) == []


def test_no_file_is_overwritten(run: Run, tmp_path: Path) -> None:
    source, target = write(tmp_path, "a.yaml", BOARD), write(tmp_path, "b.tmj", "mine")
    found = run("convert", source, target)
    assert (found.status, Path(target).read_text(encoding="utf-8")) == (2, "mine")
    assert "already exists" in found.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--rules", "penance"), "--grid: Penance is not played on the grid 'square'"),
        (("--rules", "sodwa", "--grid", "free"), "--grid: SODWA is not played on the grid 'free'"),
        (("--rules", "sodwa", "--wall", "glas"), "--wall: SODWA has no terrain 'glas' for walls"),
        (("--rules", "sodva"), "there is no rule system 'sodva'"),
        ((), "--rules: "),
    ],
)
def test_options_that_do_not_fit_are_refused(run: Run, tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    found = run("convert", write(tmp_path, "cave.uvtt", CAVE), "-", *options)
    assert found.status == 2
    assert said in found.err


def test_every_tile_has_a_picture(run: Run, tmp_path: Path) -> None:
    source = write(tmp_path, "a.yaml", BOARD)
    assert run("convert", source, str(tmp_path / "b.tmj")).status == 0
    tiles = [
        tile
        for each in json.loads((tmp_path / "b.tmj").read_text(encoding="utf-8"))["tilesets"]
        for tile in each["tiles"]
    ]
    pictures = [(tmp_path / tile["image"]).read_text(encoding="utf-8") for tile in tiles]
    assert len(set(pictures)) == len(tiles) == len(list((tmp_path / "b-tiles").iterdir()))
    assert all(picture.startswith("<svg ") and 'width="74" height="64"' in picture for picture in pictures)


@pytest.mark.parametrize(
    "options", [("--rules", "penance"), ("--tolerance", "0.1"), ("--wall", "rubble"), ("--grid", "free")]
)
def test_options_of_another_conversion_are_refused(run: Run, tmp_path: Path, options: tuple[str, str]) -> None:
    found = run("convert", write(tmp_path, "a.yaml", BOARD), str(tmp_path / "b.tmj"), *options)
    assert found.status == 2
    assert f"{options[0]}: this conversion has no such option" in found.err
    assert [each.name for each in tmp_path.iterdir()] == ["a.yaml"]


def test_no_folder_of_tiles_is_overwritten(run: Run, tmp_path: Path) -> None:
    (tmp_path / "b-tiles").mkdir()
    found = run("convert", write(tmp_path, "a.yaml", BOARD), str(tmp_path / "b.tmj"))
    assert found.status == 2
    assert "b-tiles: already exists" in found.err
    assert not (tmp_path / "b.tmj").exists()


def test_a_problem_is_told_with_its_place_in_the_map(run: Run, tmp_path: Path) -> None:
    def said(old: str, new: str) -> str:
        found = run("convert", write(tmp_path, "two.tmx", TMX.replace(old, new)), "-")
        assert (found.status, found.out) == (2, "")
        return found.err.removeprefix(f"{tmp_path}/two.tmx: ")

    assert said('type="rubble"', 'type="rubbel"').startswith("tilesets.ground.1: 'rubbel' is not a kind of terrain")
    assert said('value="S"', 'value="Q"').startswith("Pieces.Ann.facing: 'Q' is not a facing of this map")
    assert said('type="int" value="1"', 'type="int" value="9"').startswith("tilesets.ground.2.level: level 9 is not")
    assert said('type="int" value="1"', 'value="high"').startswith("tilesets.ground.2.level: 'high' is not a whole")
    stated = 'name="scenario" value="{rulings: {near: far}, map: {legend: {x: lava}}}"'
    found = said('name="title" value="Two hexes"', stated)
    assert "scenario.rulings.near: 'far'" in found
    assert "scenario.map.legend.x: 'lava' is not a kind of terrain" in found
    line = '<object id="9" type="wal" x="48" y="0"><polyline points="0,0 16,28"/></object>'
    found = said("</objectgroup>", f"{line}</objectgroup>")
    assert "Pieces.9: 'wal'" in found
    shape = '<object id="9" name="Hut" type="house" x="9" y="9"><polygon points="0,0 9,0 9,9"/></object>'
    free = TMX.replace("penance", "post-galactica").replace('"title" value="Two hexes"', '"grid" value="free"')
    found = said(TMX, free.replace("</objectgroup>", f"{shape}</objectgroup>"))
    assert "Pieces.Hut.blocks: blocks is missing" in found


CREW = """\
<map version="1.10" tiledversion="1.10.2" orientation="orthogonal" renderorder="right-down" width="8" height="8"
 tilewidth="30" tileheight="20" infinite="0" nextlayerid="2" nextobjectid="2">
 <tileset firstgid="1" {tileset}/>
 <objectgroup id="1" name="Crew">
  <object id="1" name="Ann" gid="2147483649" x="100" y="65" width="60" height="40"/>
 </objectgroup>
</map>
"""
PICTURE: dict[str, Any] = {"name": "men", "tilewidth": 60, "tileheight": 40, "tilecount": 1, "columns": 1}


@pytest.mark.parametrize("tileset", ["in the map", "men.tsx", "men.tsj"])
@pytest.mark.parametrize(
    ("alignment", "cell"),
    [
        *((None, "E3"), ("unspecified", "E3"), ("bottomleft", "E3"), ("bottom", "D3"), ("bottomright", "C3")),
        *(("left", "E4"), ("center", "D4"), ("right", "C4"), ("topleft", "E5"), ("top", "D5"), ("topright", "C5")),
    ],
)
def test_an_object_with_a_picture_is_aligned_as_its_tileset_says(
    run: Run, tmp_path: Path, tileset: str, alignment: str | None, cell: str
) -> None:
    stated = PICTURE | ({"objectalignment": alignment} if alignment else {})
    attributes = " ".join(f'{key}="{value}"' for key, value in stated.items())
    write(tmp_path, "men.tsx", f"<tileset {attributes}/>")
    write(tmp_path, "men.tsj", stated | {"margin": 0, "spacing": 0, "type": "tileset"})
    used = attributes if tileset == "in the map" else f'source="{tileset}"'
    found = run("convert", write(tmp_path, "crew.tmx", CREW.format(tileset=used)), "-", "--rules", "sodwa")
    assert (found.err, f"Ann: {{at: {cell}" in found.out) == ("", True), found.out


def test_a_tileset_in_json_aligns_objects_too(run: Run, tmp_path: Path) -> None:
    assert run("convert", write(tmp_path, "a.yaml", BOARD), str(tmp_path / "b.tmj")).status == 0
    content = json.loads((tmp_path / "b.tmj").read_text(encoding="utf-8"))
    ann = content["layers"][-1]["objects"][0]
    before = run("convert", str(tmp_path / "b.tmj"), "-").out
    del ann["point"]
    content["tilesets"][0]["objectalignment"] = "topright"
    ann |= {"gid": 1, "width": 60, "height": 50, "x": ann["x"] + 30, "y": ann["y"] - 25}
    assert run("convert", write(tmp_path, "c.tmj", content), "-").out == before
