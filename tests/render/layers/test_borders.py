"""Terrain on sides: forms that differ without colour, and stay to be seen where findings are about them."""

from __future__ import annotations

import re

import pytest
from msgspec import structs

from sightline.board import parse_border
from sightline.render import Mark, svg
from sightline.render.layers.border_styles import FORMS
from sightline.render.primitives.pixels import Pixel
from sightline.rules import Effect, Site
from tests.render.boards import of_board
from tests.render.side_view.boards import scene


def shape(kind: str) -> list[str]:
    """Return what a form is made of, without its colours."""
    drawn = FORMS[kind](10.0, Pixel(0, 0), Pixel(20, 0))
    return [re.sub(r'class="[^"]*"', "", part) for part in drawn]


def test_forms_differ_without_colour() -> None:
    shapes = {kind: shape(kind) for kind in FORMS}
    assert len({tuple(parts) for parts in shapes.values()}) == len(FORMS)


@pytest.mark.parametrize("kind", FORMS)
def test_a_form_lies_along_its_side(kind: str) -> None:
    """No more than a quarter of a cell's half is taken on either side."""
    for part in shape(kind):
        [data] = re.findall(r' d="([^"]*)"', part)
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", data)]
        assert all(-0.1 <= x <= 20.1 for x in numbers[::2])
        assert all(abs(y) <= 2.5 for y in numbers[1::2])


def test_findings_about_a_border_are_marked_beside_its_form() -> None:
    shown = scene(". .", borders="obstructing: [A1/B1]")
    marks: dict[Site, Mark] = {parse_border(shown.board, "A1/B1"): Mark(Effect.BLOCKS)}
    drawn = "".join(line for line in svg(structs.replace(shown, marks=marks)).splitlines() if line.startswith("<g>"))
    assert drawn.count('class="blocks"') == 2
    hedge = scene(". .", borders="hedge: [A1/B1]")
    plain = "".join(line for line in svg(structs.replace(hedge, marks=marks)).splitlines() if line.startswith("<g>"))
    assert plain.count('class="blocks"') == 1


def test_borders_lie_over_marked_cells_where_groups_have_borders() -> None:
    shown = of_board(scene("i .", borders="obstructing: [A1/B1]"))
    cell = next(iter(shown.board))
    drawn = svg(structs.replace(shown, marks={cell: Mark(Effect.BLOCKS)})).partition("</defs>")[2]
    assert drawn.index('class="blocks"') < drawn.index('class="round-black"')
