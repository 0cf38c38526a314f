"""The portraits of the roster: in the style of docs/portraits.md, and each like nobody else's."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from sightline.rules import Playable, require
from sightline.systems.sodwa import SODWA
from sightline.systems.sodwa.ability import ABILITIES
from sightline.systems.sodwa.roster import ROSTER
from tests.greyscale import Lightness, apart, draw_grey, draw_pixels, lightness_of

PAGE = (Path(__file__).parents[3] / "docs" / "portraits.md").read_text(encoding="utf-8")
SVG = "{http://www.w3.org/2000/svg}"
MAX_BYTES = 4000
SMALL = 48
"""The width in pixels at which people are told apart."""
MIN_APART = 15
"""The least difference of two portraits: the mean difference of lightness of their pixels."""
INK, PAPER = "#1d1826", "#fff9ec"
SHAPES = {"path", "circle", "ellipse", "rect", "g"}
GEOMETRY = {"d", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "transform"}
PAINT = {"fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray"}
ROOT = {
    "width": "96",
    "height": "96",
    "viewBox": "0 0 96 96",
    "role": "img",
    "stroke": INK,
    "stroke-width": "3",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
}
FRAME = {"x": "2", "y": "2", "width": "92", "height": "92", "rx": "11", "fill": "none", "stroke-width": "4"}
GROUNDS = {
    None: "stone",
    "attack": "clay",
    "enhancement": "lilac",
    "support": "leaf",
    "battlefield-control": "sea",
}


def portraits() -> Mapping[str, str]:
    return require(SODWA, Playable).game().portraits()


def palette() -> Mapping[str, Mapping[str, str]]:
    """Return the colours of the page: by rung, the dark ones first, the name of each by its code."""
    rows = re.findall(r"^\| (\w+) \| \d+[^|]* \| (.*) \|$", PAGE, flags=re.MULTILINE)
    return {rung: {code: name for name, code in re.findall(r"(\w+) `(#\w{6})`", colours)} for rung, colours in rows}


def colour_lightness(code: str) -> float:
    return float(lightness_of(np.array([*bytes.fromhex(code[1:])])))


@cache
def grey(svg_text: str) -> Lightness:
    return draw_grey(svg_text, SMALL)


def tag_of(element: ElementTree.Element) -> str:
    return element.tag.removeprefix(SVG)


def test_everybody_has_a_portrait_and_nobody_else() -> None:
    kept = {file.name for file in files("sightline.systems.sodwa").joinpath("portraits").iterdir()}
    assert kept == {f"{key}.svg" for key in ROSTER}
    assert [*portraits()] == [*ROSTER]


@pytest.mark.parametrize("key", ROSTER)
def test_a_portrait_is_small_and_made_of_plain_shapes(key: str) -> None:
    text = portraits()[key]
    assert len(text.encode()) <= MAX_BYTES
    assert "<!" not in text
    assert "<?" not in text
    root = ElementTree.fromstring(text)
    title, *shapes = root
    assert (root.tag, root.attrib) == (f"{SVG}svg", ROOT)
    assert (tag_of(title), title.attrib, title.text) == ("title", {}, key.capitalize())
    every = [element for shape in shapes for element in shape.iter()]
    assert {tag_of(element) for element in every} <= SHAPES
    assert {name for element in every for name in element.attrib} <= GEOMETRY | PAINT
    assert "".join(root.itertext()).strip() == title.text


@pytest.mark.parametrize("key", ROSTER)
def test_a_portrait_has_the_ground_of_the_first_ability_and_the_frame(key: str) -> None:
    _, ground, pattern, *_, frame = ElementTree.fromstring(portraits()[key])
    category = next((ABILITIES[each].entry.category for each in ROSTER[key].abilities), None)
    names = palette()["ground"]
    assert names[ground.attrib["fill"]] == GROUNDS[category]
    assert frame.attrib == FRAME
    assert pattern.attrib.items() >= {"fill-opacity": ".25", "stroke": "none"}.items()


def test_each_ground_has_one_pattern() -> None:
    drawn = {tuple(text.splitlines()[2:4]) for text in portraits().values()}
    assert len(drawn) == len(GROUNDS)
    assert len({pattern for _, pattern in drawn}) == len(GROUNDS)


@pytest.mark.parametrize("key", ROSTER)
def test_a_portrait_takes_one_colour_of_each_rung(key: str) -> None:
    colours = {code for rung in palette().values() for code in rung}
    assert {*re.findall(r'(?:fill|stroke)="([^"]*)"', portraits()[key])} <= colours | {"none"}
    painted = {*re.findall(r'<[^>]*? fill="(#\w+)"( fill-opacity)?', portraits()[key])}
    painted |= {*re.findall(r'stroke="(#\w+)"()', portraits()[key])}
    assert {code for code, is_thin in painted if is_thin} <= {INK, PAPER}
    solid = {code for code, is_thin in painted if not is_thin}
    assert [rung for rung, names in palette().items() if len(solid & names.keys()) > 1] == []


def test_the_palette_is_a_ladder_of_lightness() -> None:
    rungs = [sorted(map(colour_lightness, names)) for names in palette().values()]
    assert len(rungs) == 7
    assert all(above[0] - below[-1] >= 6 for below, above in pairwise(rungs))
    stated = re.findall(r"^\| \w+ \| (\d+)(?: to (\d+))? \| ", PAGE, flags=re.MULTILINE)
    assert [(int(low), int(high or low)) for low, high in stated] == [
        (round(rung[0]), round(rung[-1])) for rung in rungs
    ]


@pytest.mark.slow
@pytest.mark.parametrize("key", ROSTER)
def test_nothing_stands_out_of_the_frame(key: str) -> None:
    root = ElementTree.fromstring(portraits()[key])
    frame = ElementTree.tostring(root[-1], encoding="unicode").replace('"none"', f'"{INK}"')
    empty = re.sub(r">.*<", f">{frame}<", portraits()[key], count=1, flags=re.DOTALL)
    drawn, allowed = (draw_pixels(text, 192)[..., 3] for text in (portraits()[key], empty))
    assert (drawn == allowed).all()


def is_rich(seen: Lightness) -> bool:
    """Return whether a picture has light and darkness enough, and much between them."""
    dark, low, high, light = np.percentile(seen[4:-4, 4:-4], [5, 25, 75, 95])
    return bool(dark <= 15 and light >= 68 and high - low >= 25)


@pytest.mark.parametrize("key", ROSTER)
def test_a_portrait_is_read_in_greyscale(key: str) -> None:
    assert is_rich(grey(portraits()[key]))
    flat = re.sub(rf'fill="(?!{INK})#\w+"', 'fill="#66707f"', portraits()[key])
    assert not is_rich(grey(flat))


def test_no_two_portraits_look_alike() -> None:
    alike = {
        (one, other): round(found, 1)
        for one, other in combinations(ROSTER, 2)
        if (found := apart(grey(portraits()[one]), grey(portraits()[other]))) < MIN_APART
    }
    assert alike == {}


def moved(svg_text: str) -> str:
    return svg_text.replace('viewBox="0 0 96 96"', 'viewBox="4 -3 96 96"')


def recoloured(svg_text: str) -> str:
    """Return a portrait in which each colour is another one of its rung."""
    other = {code: names[n - 1] for rung in palette().values() for names in [[*rung]] for n, code in enumerate(names)}
    return re.sub(r"#\w{6}", lambda found: other[found[0]], svg_text)


def without_details(svg_text: str) -> str:
    """Return a portrait without its circles and without its lines."""
    return re.sub(r'<(circle|ellipse) [^>]*>|<path d="[^"]*" fill="none"[^>]*>', "", svg_text)


@pytest.mark.parametrize("change", [moved, recoloured, without_details])
def test_a_portrait_that_is_only_changed_a_little_looks_alike(change: Callable[[str], str]) -> None:
    for text in portraits().values():
        assert change(text) != text
        assert apart(grey(text), grey(change(text))) < MIN_APART
