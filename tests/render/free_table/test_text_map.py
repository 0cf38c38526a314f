"""Tables in characters and words."""

from __future__ import annotations

import pytest

from sightline.render import board_scene, reach_scene, see_scene, shot_scene, text
from sightline.render.primitives.text_metrics import columns
from sightline.render.text_maps.table_map import feature_letters
from sightline.rules import Effect, Position, ReachOutline, SeenPieces, Sight
from tests.render.free_table.boards import DRILL, box, feature, finding, table, town, unit, verdict


def told(position: Position) -> str:
    return text(board_scene(DRILL, position))


def map_of(drawn: str) -> list[str]:
    """Return the rows of the map, without the scale above."""
    return drawn.split("\n\n")[2].splitlines()[1:]


def test_everything_lies_where_it_is() -> None:
    position = table(
        12, 8, [unit("A", 1.5, 1), unit("B", 10.5, 7)],
        [feature("wood", box(4, 2, 8, 6), cover="light"), feature("wall", box(4, 7, 8, 7.1), blocks=True)],
    )  # fmt: skip
    rows = map_of(told(position))
    assert len(rows) == 16
    assert rows[2][4:] == "." * 5 + "[A]" + "." * 40
    assert rows[4] == "  2 " + "." * 16 + "a" * 16 + "." * 16
    assert rows[14] == "  7 " + "." * 16 + "b" * 16 + "." * 9 + "[B]" + "." * 4


def test_pieces_and_features_are_listed_with_their_measures() -> None:
    drawn = told(town())
    assert " T    T, side blue, at [35, 20], base 32mm, in wood 1" in drawn
    assert " Tan  Tank, side red, at [10, 8], base 70mm × 105mm, facing 90°" in drawn
    assert " Mil  Mill, no side, building, from [26, 36] to [34, 42]" in drawn
    assert " a    wall, blocks sight, from [20, 10] to [21, 30]" in drawn
    assert " b    wood 1, light cover, difficult ground, from [30, 16] to [40, 26]" in drawn


@pytest.mark.parametrize("size", [(6, 4), (12, 12), (48, 48), (72, 48), (96, 48), (200, 30), (1000, 1000)])
def test_maps_fit_a_terminal(size: tuple[float, float]) -> None:
    assert max(map(columns, told(table(*size)).splitlines())) <= 79


def test_names_of_any_width_keep_the_columns() -> None:
    names = ("A", "Beta", "日本語", "e\u0301a", "😀😀")
    plain, named = (
        map_of(told(table(24, 24, [unit(name, 3 + 4 * k, 4) for k, name in enumerate(some)]))) for some in ((), names)
    )
    assert [columns(row) for row in plain] == [columns(row) for row in named]


def test_pieces_for_whom_the_map_has_no_room_are_named() -> None:
    drawn = told(table(48, 48, [unit("Able", 10, 10, base="20mm"), unit("Baker", 11, 10, base="20mm")]))
    assert "(No room on the map for Baker.)" in drawn
    assert "[Abl]" in drawn


def test_a_shot_is_reported() -> None:
    judged = verdict("A", "T", ((10.6, 20), (34.4, 20)), finding(Effect.BLOCKS, "wall"), sight=Sight.BLOCKED)
    drawn = text(shot_scene(DRILL, town(), judged))
    assert "Xa    wall" in drawn
    assert "* the line" in drawn
    assert "[A]*****" in drawn
    assert "DRILL-1   blocks  so it is" in drawn


def test_who_is_seen_has_a_sign() -> None:
    drawn = text(see_scene(DRILL, town(), SeenPieces(from_="A", pieces={"Tank": Sight.CLEAR, "Mill": Sight.IMPEDED})))
    signs = {row[0]: row.split()[0][1:] for row in drawn.split("\n\n")[3].splitlines()}
    assert signs["*"] == "Tan"
    assert signs["%"] == "Mil"
    assert signs["-"] == "T"


def test_a_reach_is_drawn_but_for_its_holes() -> None:
    ring, hole = box(4, 14, 16, 26), box(6, 16, 8, 20)
    scene = reach_scene(DRILL, town(), ReachOutline(from_="A", outline=(tuple(ring), tuple(hole)), bound=0.01))
    rows = map_of(text(scene))
    assert rows[7][4:20] == "...." + ":" * 12
    assert rows[8][4:20] == "....::..::::::::"
    assert ": where its centre can end the move" in text(scene)


def test_the_map_can_be_left_out() -> None:
    scene = board_scene(DRILL, town())
    assert "[Tan]" in text(scene)
    assert "[Tan]" not in text(scene, max_cells=40)
    assert "Tank" in text(scene, max_cells=40)


def test_no_two_features_have_the_same_letter() -> None:
    letters = feature_letters(table(12, 8, [], [feature(f"wood {k}", box(1, 1, 2, 2)) for k in range(400)]).table)
    assert len(set(letters.values())) == 400
    assert {columns(letter) for letter in letters.values()} == {1}
    assert list(letters.values())[:3] == ["a", "b", "c"]
