"""Kinds of terrain that a file states wrongly, and pieces that stand on them."""

from __future__ import annotations

import pytest

import sightline

DRAWN = """\
sightline: 1
rules: {rules}
map:
  grid: {grid}
  kinds: {{own: {{{wrong}}}}}
  legend: {{'k': own}}
  cells: |
    k  k
    k  k
pieces:
  A: {{at: A1{more}}}
"""


@pytest.mark.parametrize(
    ("rules", "grid", "wrong", "more"),
    [
        ("sodwa", "square", "sight: imped", ""),
        ("hero5", "hex", "covers: hal", ""),
        ("post-galactica", "hex", "blocks: sometimes", ""),
        ("penance", "hex", "cost: few", ", facing: N"),
    ],
)
def test_a_piece_on_a_kind_that_is_stated_wrongly(rules: str, grid: str, wrong: str, more: str) -> None:
    with pytest.raises(sightline.ScenarioError) as caught:
        sightline.parse(DRAWN.format(rules=rules, grid=grid, wrong=wrong, more=more))
    assert [problem.key for problem in caught.value.problems] == [f"map.kinds.own.{wrong.partition(':')[0]}"]
