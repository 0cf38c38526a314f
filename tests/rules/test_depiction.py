"""The parts of a depiction that a system need not state."""

from __future__ import annotations

import pytest
from msgspec import Struct

from sightline.board import Piece
from sightline.i18n import use_language
from sightline.rules.depiction import Depicted


class Terrain(Struct, frozen=True):
    """Terrain of a made-up system."""

    letter: str = "x"
    blocks: bool = False
    light_cover: bool = False
    height: str = "none"


@pytest.mark.parametrize(
    ("terrain", "said"),
    [
        (Terrain(), []),
        (Terrain(blocks=True), ["blocks"]),
        (Terrain(light_cover=True, height="tall"), ["light cover", "height tall"]),
    ],
)
def test_terrain_is_described_by_its_fields(terrain: Terrain, said: list[str]) -> None:
    with use_language("en"):
        assert [*Depicted[Piece]().terrain_words(terrain)] == said
