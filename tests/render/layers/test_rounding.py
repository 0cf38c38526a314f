"""Ways round corners that findings are about, and crosses where a line is blocked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

import pytest
from msgspec import structs

from sightline.board import format_cell, parse_border, parse_cell
from sightline.render import Mark, Scene, svg
from sightline.render.layers.corner_bypass import found_bypasses
from sightline.rules import Effect
from tests.render.boards import of_board
from tests.render.side_view.boards import scenario

PIECES = "Ana: {at: A1, side: red}, Bo: {at: C3, side: blue}"


def marked(marks: Mapping[str, Effect]) -> Scene:
    """Show a diagonal line with findings about places."""
    shown = of_board(scenario(". . ./. . ./. . .", PIECES, "hedge: [A1/A2]").line("A1", "C3").scene)
    sites = {name: parse_border if "/" in name else parse_cell for name in marks}
    return structs.replace(shown, marks={parse(shown.board, name): Mark(marks[name]) for name, parse in sites.items()})


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ({}, []),
        ({"B1": Effect.BLOCKS}, [("B1", "blocks")]),
        ({"B1": Effect.BLOCKS, "A2": Effect.IMPEDES}, [("A2", "impedes"), ("B1", "blocks")]),
        ({"A1/A2": Effect.BLOCKS, "A2": Effect.IMPEDES}, [("A2", "blocks")]),
        ({"A2/B2": Effect.IMPEDES, "B2/C2": Effect.BLOCKS}, [("A2", "impedes"), ("C2", "blocks")]),
        ({"B2": Effect.BLOCKS, "A3": Effect.BLOCKS}, []),
        ({"B1": Effect.FORBIDS, "A2": Effect.NOTES}, []),
    ],
)
def test_a_way_is_as_bad_as_the_worst_on_it(marks: Mapping[str, Effect], expected: list[tuple[str, str]]) -> None:
    shown = marked(marks)
    ways = [(format_cell(shown.board, side), str(mark.effect)) for _, side, _, mark in found_bypasses(shown)]
    assert sorted(ways) == expected
    drawn = svg(shown)
    map_alone = "".join(line for line in drawn.splitlines() if line.startswith("<g>"))
    bent = re.findall(r'<path class="([a-z]+)" d="M[^"]*Q[^"]*"', map_alone)
    assert sorted(css for css in bent if css != "halo") == sorted(css for _, css in expected)
    assert ("a way round a corner" in drawn) == bool(expected)


def test_a_line_is_broken_where_a_border_blocks_it() -> None:
    there = scenario(". . ./. . .", "Ana: {at: A1, side: red}, Bo: {at: C1, side: blue}", "hedge: [B1/C1]")
    verdict = there.with_rulings({"hedges": "block"}).shot("Ana", "Bo")
    assert [label for finding in verdict.findings for label in finding.at] == ["B1/C1"]
    # The lines of this system run between corners, from the left or the right side of A1 to one of C1.
    [broken] = {ray.broken_at for ray in of_board(verdict.scene).rays}
    assert broken is not None
    assert broken > Fraction(1, 3)
