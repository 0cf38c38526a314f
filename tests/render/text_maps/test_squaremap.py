"""Maps of squares in characters: what stands on borders stands between the cells."""

from __future__ import annotations

from msgspec import structs

from sightline.board import parse_border
from sightline.render import Mark, Scene, text
from sightline.rules import Effect, Site
from tests.render.boards import of_board
from tests.render.side_view.boards import scenario, scene


def map_of(shown: Scene) -> list[str]:
    return text(shown).split("\n\n")[1].splitlines()


def test_borders_stand_beside_and_below_cells() -> None:
    shown = scene(". i ./. . d1", "Ana: {at: A2}", "hedge: [A1/B1, B1/B2], gate: [B1/B2, C1/C2]")
    assert map_of(shown) == [
        "  A   B   C",
        "1 .  ╎i   .",
        "      ▄▄▄ ───",
        "2 Ana .   d1",
    ]
    assert "╎╌ hedge" in text(shown)
    assert "gate, hedge" in text(shown)


def test_a_board_without_borders_is_drawn_as_before() -> None:
    assert map_of(scene(". i ./. . d1")) == ["   A   B   C", "1  .   i   .", "2  .   .   d1"]


def test_holes_and_wide_names_leave_the_rows_aligned() -> None:
    shown = scene(". _ ./. . .", "Ana: {at: A1}, Bo: {at: A1}", "hedge: [B2/C2]")
    assert map_of(shown) == [
        "  A     B     C",
        "1 Ana+1       .",
        "2 .     .    │.",
    ]


def test_findings_about_borders_stand_before_their_letters() -> None:
    shown = scene(". . ./. . .", "", "hedge: [A1/B1, B1/B2]")
    found = {"A1/B1": Effect.BLOCKS, "B1/B2": Effect.IMPEDES}
    marks: dict[Site, Mark] = {parse_border(shown.board, name): Mark(effect) for name, effect in found.items()}
    drawn = structs.replace(shown, marks=marks)
    assert map_of(drawn)[1:3] == ["1  .  X .    .", "        %──"]
    assert "% impedes sight   X blocks sight" in text(drawn)


def test_where_a_move_ends_has_a_sign() -> None:
    found = scenario(". i .", "Ana: {at: A1, side: red}", "hedge: [A1/B1]").reach("Ana")
    assert map_of(of_board(found.scene))[1] == "1  Ana│!1    2"
    assert "! the move ends there" in found.text()
