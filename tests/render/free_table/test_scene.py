"""Scenes of free tables: what they hold, and that one question gives them where the position is a table."""

from __future__ import annotations

import pytest

from sightline.plane import Spot
from sightline.render import Scene, board_scene, chart_scene, reach_scene, see_scene, shot_scene, svg, text
from sightline.render.scenes.captions import Remark
from sightline.rules import Effect, ReachOutline, ReachWay, SeenPieces, Sight, Verdict
from tests.render.free_table.boards import DRILL, SignedDrill, finding, table, town, unit, verdict

ACROSS = ((10.63, 20.0), (34.37, 20.0))


def shot(*args: object, **more: object) -> Scene:
    scene = shot_scene(DRILL, town(), verdict("A", "T", ACROSS, *args, **more))  # type: ignore[arg-type]
    assert scene.is_free
    return scene


def test_a_blocked_line_is_broken_where_it_first_meets_what_blocks() -> None:
    scene = shot(finding(Effect.BLOCKS, "wall"), sight=Sight.BLOCKED)
    (segment,) = scene.segments
    assert segment.broken_at == pytest.approx((20 - 10.63) / (34.37 - 10.63))
    assert segment.band is None
    assert {name: mark.effect for name, mark in scene.named_marks.items()} == {"wall": Effect.BLOCKS}


def test_a_line_is_broken_at_the_edge_of_a_base() -> None:
    position = table(pieces=[unit("A", 5, 5), unit("Hulk", 10, 5, base="2"), unit("T", 20, 5, "blue")])
    judged = verdict("A", "T", ((5, 5), (20, 5)), finding(Effect.BLOCKS, "Hulk"), sight=Sight.BLOCKED)
    scene = shot_scene(DRILL, position, judged)
    assert scene.is_free
    assert scene.segments[0].broken_at == pytest.approx(4 / 15)


def test_a_line_that_meets_none_of_what_blocks_is_broken_in_its_middle() -> None:
    assert shot(finding(Effect.BLOCKS, "wood 2"), sight=Sight.BLOCKED).segments[0].broken_at == 0.5


def test_the_way_is_as_wide_as_its_margin() -> None:
    assert shot(margin=0.4).segments[0].band == 0.4


def test_without_a_margin_the_way_is_as_wide_as_the_smaller_base() -> None:
    judged = verdict("Tank", "T", ((12, 8), (34.6, 19.6)))
    scene = shot_scene(DRILL, town(), judged)
    assert scene.is_free
    assert scene.segments[0].band == pytest.approx(32 / 25.4)


def test_a_system_that_measures_no_margin_has_no_way_drawn() -> None:
    assert shot(kind=Verdict).segments[0].band is None


def test_the_tape_lies_from_edge_to_edge() -> None:
    tape = shot(distance=23.74).tape
    assert tape is not None
    assert (tape.start.y, tape.stop.y, tape.inches) == (20, 20, 23.74)
    assert tape.stop.x - tape.start.x == pytest.approx(25 - 32 / 25.4)


def test_distance_margin_and_what_is_too_close_are_reported() -> None:
    remarks = shot(margin=0.004, too_close=True, distance=23.741).remarks
    assert [(key, value) for key, value, _ in remarks] == [
        ("distance", "23.74″"), ("way", "under 0.01″"), ("too close", ""),
    ]  # fmt: skip


def test_a_chart_has_each_line_once_without_ways() -> None:
    verdicts = [verdict("A", "T", ACROSS), verdict("A", "T", ACROSS), verdict("T", "A", (ACROSS[1], ACROSS[0]))]
    scene = chart_scene(DRILL, town(), verdicts)
    assert scene.is_free
    assert [segment.start for segment in scene.segments] == [Spot(*ACROSS[0]), Spot(*ACROSS[1])]
    assert all(segment.band is None and segment.sign is None for segment in scene.segments)
    assert scene.caption == "3 clear"
    assert len(scene.remarks) == 3


def test_a_chart_of_a_system_with_signs_has_them() -> None:
    blocked = verdict("T", "A", ACROSS, finding(Effect.BLOCKS, "wall"), sight=Sight.BLOCKED)
    scene = chart_scene(SignedDrill(), town(), [verdict("A", "T", ACROSS), blocked])
    assert scene.is_free
    assert [segment.sign for segment in scene.segments] == ["arrow", None]


def test_who_is_seen_and_who_not_is_reported() -> None:
    scene = see_scene(DRILL, town(), SeenPieces(from_="A", pieces={"Tank": Sight.CLEAR, "Mill": Sight.IMPEDED}))
    assert scene.caption == "What A sees: 1 clear, 1 impeded, 1 blocked"
    assert [(key, words) for key, _, words in scene.remarks] == [
        ("seen clearly", "Tank"), ("sight impeded", "Mill"), ("not seen", "T"),
    ]  # fmt: skip


def test_a_reach_has_its_rings_and_its_bound() -> None:
    ring = ((4.0, 4.0), (9.0, 4.0), (9.0, 9.0))
    scene = reach_scene(DRILL, town(), ReachOutline(from_="A", outline=(ring,), bound=0.01))
    assert scene.is_free
    assert scene.area == (tuple(Spot(*place) for place in ring),)
    assert scene.caption == "Where the centre of A can end its move, to 0.01 inches"


@pytest.mark.parametrize(
    ("path", "length", "told"),
    [
        (((4.0, 4.0), (6.25, 9.0)), 5.5, ("way", "5.5″", "toward [7, 12.5]: [4, 4] → [6.25, 9]")),
        ((), 0.0, ("way", "", "no path toward [7, 12.5]")),
    ],
)
def test_a_way_toward_a_place_is_reported(path: tuple[tuple[float, float], ...], length: float, told: Remark) -> None:
    way = ReachWay(from_="A", outline=(), bound=0.01, toward=(7.0, 12.5), path=path, length=length)
    assert reach_scene(DRILL, town(), way).remarks == (told,)


def test_without_a_title_the_rule_system_is_named() -> None:
    assert board_scene(DRILL, town()).title == "Drill ground"


def test_a_way_leads_from_the_piece_to_where_the_move_ends() -> None:
    ring = ((8.0, 18.0), (14.0, 18.0), (14.0, 22.0), (8.0, 22.0))
    path = ((10.0, 20.0), (12.0, 19.0), (14.0, 20.0))
    reached = ReachWay(from_="A", outline=(ring,), bound=0.05, toward=(20.0, 20.0), path=path, length=4.5)
    scene = reach_scene(DRILL, town(), reached)
    assert scene.is_free
    assert scene.way == tuple(Spot(*place) for place in path)
    assert "the path toward the given place" in svg(scene)
    assert "* the path toward the given place" in text(scene)


def test_who_cannot_move_has_no_way() -> None:
    reached = ReachWay(from_="A", outline=(), bound=0.05, toward=(20.0, 20.0), path=(), length=0.0)
    scene = reach_scene(DRILL, town(), reached)
    assert scene.is_free
    assert not scene.way
