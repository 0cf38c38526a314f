"""Terrain in sentences: kinds whose names are adjectives are followed by the noun, in each language."""

from __future__ import annotations

import pytest

import sightline

HERO = """\
sightline: 1
rules: hero5
map:
  grid: hex
  hexes: pointy odd-r
  cells: |
    .  d  #  .
    .  .  #  d
pieces: {Ana: {at: B1, side: red}, Bo: {at: D1, side: blue}}
"""
GALACTICA = """\
sightline: 1
rules: post-galactica
map:
  grid: free
  size: 24x12
  features:
    - {is: blocking, outline: [[10, 2], [12, 2], [12, 10], [10, 10]]}
    - {is: difficult, outline: [[1, 1], [6, 1], [6, 11], [1, 11]]}
    - {is: light-cover, outline: [[16, 1], [20, 1], [20, 11], [16, 11]]}
pieces:
  Ana: {at: [3, 6], side: red, base: 32mm, weapons: [{name: gun, range: 24}]}
  Bo: {at: [18, 6], side: blue, base: 32mm}
"""
SODWA = """\
sightline: 1
rules: sodwa
map: {grid: square, size: 4x1, terrain: {impeding: [A1], obstructing: [C1]}}
pieces: {Ana: {at: A1, side: red}, Bo: {at: D1, side: blue}}
"""
PENANCE = """\
sightline: 1
rules: penance
map: {grid: hex, size: 1x4, terrain: {rubble: [A1], wall: [A2]}}
pieces: {Ana: {at: A1, side: red, facing: S, weapons: [{name: gun, range: 8}]}, Bo: {at: A4, side: blue, facing: N}}
"""


@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        (HERO, "en", ["in difficult terrain", "half concealed by blocking terrain at C1"]),
        (HERO, "fr", ["terrain : difficile", "terrain bloquant en C1 : dissimulation"]),
        (GALACTICA, "en", ["in difficult terrain", "in light-cover", "without blocking terrain"]),
        (GALACTICA, "fr", ["terrain : difficile", "terrain : couvert léger", "sans terrain bloquant"]),
        (GALACTICA.replace("difficult", "blocking"), "en", ["in blocking terrain 2", "without blocking terrain 1:"]),
        (SODWA, "en", ["in impeding terrain", "without the obstructing terrain at C1"]),
        (SODWA, "fr", ["terrain : gênant", "sans terrain bloquant en C1"]),
        (PENANCE, "en", ["in rubble", "wall at A2 blocks", "without the wall at A2"]),
    ],
)
def test_a_kind_that_is_an_adjective_has_its_noun(text: str, language: str, said: list[str]) -> None:
    shot = sightline.parse(text, language=language).shot("Ana", "Bo", why_not=True)
    shown = shot.text().replace("\N{NO-BREAK SPACE}", " ")
    assert [each for each in said if each not in shown] == []
