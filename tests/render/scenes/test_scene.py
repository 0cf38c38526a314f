"""Scenes: what each builder puts into the picture."""

from __future__ import annotations

from fractions import Fraction

from sightline.board import find_line_contacts, parse_cell, parse_point
from sightline.referee.see import see
from sightline.render import Mark
from sightline.render.scenes.chart_scenes import chart_scene
from sightline.render.scenes.scene import board_scene, line_scene, see_scene, shot_scene
from sightline.rules import Effect, Sight
from sightline.systems.penance import PENANCE
from tests.render.boards import across_the_rubble, board, casket, judged, position


def test_board_scene_is_called_by_its_system_unless_it_has_a_title() -> None:
    at = position(board(2, 2))
    assert board_scene(PENANCE, at).title == "Penance"
    assert board_scene(PENANCE, at, title="Bridge").title == "Bridge"


def test_every_kind_has_a_letter_of_its_own() -> None:
    at = position(board(2, 2, {"A1": ["forest", "thicket"], "B1": ["tower", "tent"], "A2": ["fen"]}))
    letters = board_scene(PENANCE, at).letters
    assert letters["forest"] == "f"
    assert len(set(letters.values())) == len(letters) == 6
    assert not {letters["fen"], letters["tent"]} & {terrain.letter for terrain in PENANCE.terrain.values()}


def test_shot_scene_shows_line_cover_and_findings() -> None:
    there = across_the_rubble()
    verdict = judged(there, "A", "T")
    scene = shot_scene(PENANCE, position(there), verdict)
    (ray,) = scene.rays
    assert (ray.start, ray.stop) == (parse_point(there, "D7"), parse_point(there, "D2"))
    assert (ray.sight, ray.broken_at) == (Sight.CLEAR, None)
    assert scene.marks == {parse_cell(there, "D3"): Mark(Effect.MODIFIES, 1)}
    assert scene.caption == "A → T with rifle: clear, target number 7, 5/18 = 27.78 %"
    assert ("PEN-3.2", "+1 target number", "rubble at D3 covers T") in scene.remarks
    assert len(scene.remarks) == len(verdict.findings)


def test_blocked_line_is_broken_where_it_meets_the_first_blocker() -> None:
    there = board(1, 4, {"A2": ["wall"], "A3": ["wall"]})
    there = there.with_pieces([casket(there, "A", "A4", "red", "N"), casket(there, "T", "A1", "blue", "S")])
    scene = shot_scene(PENANCE, position(there), judged(there, "A", "T"))
    assert scene.rays[0].broken_at == Fraction(1, 6)
    assert {mark.effect for mark in scene.marks.values()} == {Effect.BLOCKS}


def test_chart_scene_has_a_line_and_a_row_for_each_verdict() -> None:
    there = across_the_rubble()
    verdicts = [judged(there, "A", "T"), judged(there, "T", "A")]
    scene = chart_scene(PENANCE, position(there), verdicts)
    assert [remark.key for remark in scene.remarks] == ["A → T", "T → A"]
    assert len(scene.rays) == 2
    assert scene.marks == {}


def test_see_scene_counts_what_is_seen() -> None:
    there = across_the_rubble()
    seen = see(PENANCE, position(there), there.pieces["A"])
    scene = see_scene(PENANCE, position(there), seen)
    assert scene.seen is not None
    assert len(scene.seen) == len(seen.cells)
    assert scene.caption == f"What A sees: {len(seen.cells)} clear, {55 - len(seen.cells)} blocked"


def test_line_scene_lists_contacts_on_the_map_only() -> None:
    there = board(3, 1)
    line = find_line_contacts(there, parse_point(there, "A1"), parse_point(there, "C1"))
    scene = line_scene(PENANCE, position(there), line)
    assert [(remark.key, remark.value, remark.words) for remark in scene.remarks] == [
        ("starts-in", "0 – 1/3 (0 – 0.33)", "A1"),
        ("along", "1/3 – 2/3 (0.33 – 0.67)", "B1"),
        ("ends-in", "2/3 – 1 (0.67 – 1)", "C1"),
    ]
