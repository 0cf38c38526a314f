"""A system depicts itself: what it states is drawn, and nothing of it is known to pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import pytest

from sightline.board import Piece
from sightline.render import Colours, board_scene, svg, text
from sightline.rules import Arc, Badge, PieceDepiction, Stroke, TerrainDrawing
from sightline.rules.depiction import BadgeForm
from tests.render.boards import PlainPenance, across_the_rubble, board, casket, position


class Showy(PlainPenance):
    """A system with all that can be shown of a piece, and a drawing of its own."""

    form: BadgeForm = "disc"
    terrain_drawings: ClassVar[Mapping[str, TerrainDrawing]] = {
        "lava": TerrainDrawing("on-other", (Stroke("wave", "M-.5 0H.5"),), is_flat=True)
    }

    def piece_depiction(self, piece: Piece) -> PieceDepiction:
        return PieceDepiction(("in high spirits",), (Badge(self.form, "spirits", letter="S"),), Arc(-1, 1))


@pytest.mark.parametrize("form", ["bars", "dark-bars", "die", "burst", "octagon", "disc"])
@pytest.mark.parametrize("colours", ["colour", "dark", "print"])
def test_badges_of_pieces_are_drawn_and_explained(form: BadgeForm, colours: Colours) -> None:
    system = Showy()
    system.form = form
    plain = svg(board_scene(PlainPenance(), position(across_the_rubble())), colours=colours)
    shown = svg(board_scene(system, position(across_the_rubble())), colours=colours)
    assert ">spirits</text>" in shown
    assert shown.count("<") > plain.count("<") + 2
    assert (">S</text>" in shown) is (form == "disc")


def test_words_and_arcs_of_pieces_are_shown() -> None:
    scene = board_scene(Showy(), position(across_the_rubble()))
    assert "A    side red, at D7, facing N, in high spirits" in text(scene)
    assert svg(scene).count('class="shield"') == 2


def test_a_system_draws_its_own_terrain() -> None:
    there = board(3, 3, {"B2": ["lava"]})
    there = there.with_pieces([casket(there, "A", "A1", "red", "N")])
    assert 'id="sightline-mark-lava"' in svg(board_scene(Showy(), position(there)))
    assert 'id="sightline-mark-lava"' not in svg(board_scene(PlainPenance(), position(there)))
