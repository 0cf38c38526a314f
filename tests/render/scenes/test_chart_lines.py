"""The lines of charts: what is not allowed does not look allowed, and of many lines those that can be told apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec import structs

from sightline.board import Board
from sightline.i18n import use_language
from sightline.render import TABLES, ChartLines, Colours, Scene, chart_scene, shot_scene, svg
from sightline.render.scenes.parts import line_style
from sightline.rules import Odds, Sight, Verdict
from sightline.systems.penance import PENANCE
from tests.render.boards import across_the_rubble, board, casket, judged, position
from tests.render.free_table.boards import DRILL, SignedDrill, table, unit
from tests.render.free_table.boards import verdict as table_verdict

_RUBBLE = across_the_rubble()
_JUDGED = judged(_RUBBLE, "A", "T")
SEEN_IN_VAIN: dict[str, Any] = {"legal": False, "to_hit": None, "odds": None}
BLOCKED: dict[str, Any] = {**SEEN_IN_VAIN, "sight": Sight.BLOCKED}


def stated(attacker: str, target: str, **more: Any) -> Verdict:
    return structs.replace(_JUDGED, from_=attacker, to=target, **more)


def odds(chance: str) -> Odds:
    assert _JUDGED.odds is not None
    return structs.replace(_JUDGED.odds, hit=Fraction(chance))


def two_rows(count: int) -> Board:
    """Return a board with so many pieces of two sides in two rows."""
    empty = board(2 * count, 9)
    columns = [chr(65 + 2 * k) for k in range(count)]
    return empty.with_pieces(
        [casket(empty, f"r{k + 1}", f"{column}8", "red", "N") for k, column in enumerate(columns)]
        + [casket(empty, f"b{k + 1}", f"{column}2", "blue", "S") for k, column in enumerate(columns)]
    )


def pairs(count: int) -> list[tuple[str, str]]:
    there = [(f"r{a}", f"b{b}") for a, b in product(range(1, count + 1), repeat=2)]
    return [*there, *((target, attacker) for attacker, target in there)]


def chart(count: int, verdicts: Sequence[Verdict], lines: ChartLines | None = None) -> Scene:
    return chart_scene(PENANCE, position(two_rows(count)), verdicts, lines=lines)


def on_paper(picture: str, css: str) -> int:
    """Count the lines or heads of a class on the map, without those of the legend."""
    return len(re.findall(f'<path class="{css}"', picture.split('class="words"')[0]))


def test_a_line_has_the_style_of_its_sight_unless_the_attack_is_not_allowed() -> None:
    styles = [line_style(sight, is_allowed=allowed) for sight in (None, *Sight) for allowed in (True, False)]
    assert styles == [
        *("bare", "bare"), *("clear", "forbidden"), *("impeded", "forbidden-impeded"), *("blocked", "blocked"),
    ]  # fmt: skip


@pytest.mark.parametrize("colours", ["colour", "dark", "print"])
def test_what_is_seen_and_not_allowed_is_dotted_with_a_hollow_head(colours: Colours) -> None:
    at = position(_RUBBLE)
    for scene in (
        shot_scene(PENANCE, at, stated("A", "T", **SEEN_IN_VAIN)),
        chart_scene(PENANCE, at, [stated("A", "T", **SEEN_IN_VAIN)]),
        chart_scene(PENANCE, at, [stated("A", "T", **SEEN_IN_VAIN)], lines="all"),
    ):
        picture = svg(scene, colours=colours)
        assert 'class="ray-clear"' not in picture
        assert 'class="head-clear"' not in picture
        (line, *_) = re.findall('<path class="ray-forbidden"[^>]*>', picture)
        assert "stroke-dasharray" in line
        assert 'class="hollow-forbidden"' in picture
        assert "sight clear, attack not allowed" in picture
    assert TABLES[colours]["hollow-forbidden"][0] != TABLES[colours]["ray-forbidden"][1]
    assert TABLES[colours]["ray-forbidden"] != TABLES["colour"]["ray-clear"]


def test_a_blocked_line_has_a_hollow_head_too() -> None:
    picture = svg(chart_scene(PENANCE, position(_RUBBLE), [stated("A", "T", **BLOCKED)]))
    assert 'class="hollow-blocked"' in picture


def test_the_way_of_an_attack_that_is_not_allowed_is_not_green() -> None:
    seen = structs.replace(table_verdict("A", "T", ((10.0, 5.0), (20.0, 5.0)), margin=0.4), **SEEN_IN_VAIN)
    there = table(pieces=[unit("A", 5, 5), unit("T", 25, 5, "blue")])
    picture = svg(shot_scene(DRILL, there, seen))
    assert 'class="ray-clear"' not in picture
    assert picture.count('class="ray-forbidden"') >= 4  # the corridor and the line, each in the legend too


def test_each_pair_has_the_line_of_its_likeliest_weapon() -> None:
    verdicts = [
        stated("A", "T", weapon="knife", **SEEN_IN_VAIN),
        stated("A", "T", weapon="bow", odds=odds("1/6")),
        stated("A", "T", weapon="rifle", odds=odds("5/6")),
        stated("A", "T", weapon="club", **BLOCKED),
    ]
    scene = chart_scene(PENANCE, position(_RUBBLE), verdicts)
    assert [ray.style for ray in scene.rays] == ["clear"]
    assert len(scene.remarks) == 4
    assert scene.caption == "3 clear, 1 blocked; 2 allowed"


def test_few_pairs_have_their_lines_of_sight_and_more_are_joined() -> None:
    few = chart(2, [stated(*pair) for pair in pairs(2)])
    assert (len(few.rays), few.links, few.note) == (8, (), "")
    more = chart(3, [stated(*pair) for pair in pairs(3)])
    assert more.rays == ()
    assert len(more.links) == 9
    assert all(link.is_mutual for link in more.links)
    assert more.note == "Each line joins two pieces; it is not a line of sight."


def test_one_attacker_has_its_lines_of_sight_at_many_targets() -> None:
    scene = chart(9, [stated("r1", f"b{k % 9 + 1}") for k in range(9)] + [stated("r1", f"r{k}") for k in range(2, 9)])
    assert (len(scene.rays), scene.links) == (16, ())


def test_attacks_that_differ_in_both_directions_have_a_line_each() -> None:
    scene = chart(2, [stated("r1", "b1"), stated("b1", "r1", **SEEN_IN_VAIN), stated("r2", "b2")], "all")
    assert [(link.start, link.style, link.is_mutual, link.has_other) for link in scene.links] == [
        ("r1", "clear", False, True), ("b1", "forbidden", False, True), ("r2", "clear", False, False),
    ]  # fmt: skip
    picture = svg(scene)
    assert (on_paper(picture, "head-clear"), on_paper(picture, "hollow-forbidden")) == (2, 1)


def many(rule: str) -> list[Verdict]:
    """Return verdicts of 98 pairs, of which 21 are seen, or allowed, or of which all are allowed."""
    some = {(f"r{a}", f"b{b}") for a in range(1, 8) for b in range(1, 4)}
    other = {"seen": BLOCKED, "allowed": SEEN_IN_VAIN, "best": {"odds": odds("1/36")}}[rule]
    special = {"seen": SEEN_IN_VAIN, "allowed": {}, "best": {"odds": odds("5/6")}}[rule]
    return [stated(*pair, **(special if pair in some else other)) for pair in pairs(7)]


@pytest.mark.parametrize(
    ("rule", "drawn", "note"),
    [
        ("seen", 21, "21 of 98 pairs: those with sight."),
        ("allowed", 21, "21 of 98 pairs: those with an attack that is allowed."),
        ("best", 13, "14 of 98 pairs: the likeliest attack of each piece."),
    ],
)
def test_of_many_lines_those_are_drawn_that_matter_and_the_picture_says_which(rule: str, drawn: int, note: str) -> None:
    scene = chart(7, many(rule))
    assert len(scene.links) == drawn  # of the likeliest attacks, two are one line: r1 at b1 and b1 at r1
    assert note in scene.note
    assert scene.note.endswith("A chart of one attacker or one target shows the others.")
    assert len(scene.remarks) == 98
    assert "Each line joins two pieces; it is not a line" in svg(scene)


def test_the_likeliest_attack_of_each_piece_is_drawn() -> None:
    verdicts = [stated("r1", f"b{k}", odds=odds(f"{k}/6")) for k in range(1, 4)]
    assert [link.stop for link in chart(3, verdicts, "best").links] == ["b3"]
    equal = [stated("r1", "b1", distance=9), stated("r1", "b2", distance=3), stated("r1", "b3", distance=5)]
    assert [link.stop for link in chart(3, equal, "best").links] == ["b2"]
    assert chart(3, [stated("r1", "b1", **SEEN_IN_VAIN)], "best").links == ()


def test_the_rows_of_drawn_lines_come_first() -> None:
    scene = chart(7, many("allowed"))
    drawn = [remark.value != "–" for remark in scene.remarks]
    assert drawn == sorted(drawn, reverse=True)
    assert sum(drawn) == len(scene.links) == 21


def test_lines_can_be_chosen() -> None:
    verdicts = many("allowed")
    assert len(chart(7, verdicts, "exact").rays) == 98
    assert len(chart(7, verdicts, "all").links) == 28 + 21 * 2  # 21 differ in both directions
    assert chart(7, verdicts, "exact").note == ""


def test_the_note_is_french_in_french() -> None:
    with use_language("fr"):
        note = chart(7, many("allowed")).note
    assert "21 paires sur 98" in note


def test_lines_end_beside_the_pieces_and_not_under_them() -> None:
    there = two_rows(1)
    picture = svg(chart_scene(PENANCE, position(there), [stated("r1", "b1")], lines="all"))
    (data,) = re.findall('<path class="ray-clear" d="([^"]*)"', picture.split('class="words"')[0])
    (_, top), (_, bottom) = (map(float, part.split()) for part in re.findall(r"[\d.]+ [\d.]+", data))
    bodies = sorted(float(y) for y in re.findall(r'<text class="name-[^"]*" x="[^"]*" y="([^"]*)"', picture))
    assert bodies[0] + 20 < min(top, bottom) < max(top, bottom) < bodies[1] - 20


def test_on_free_tables_lines_run_where_the_bases_are_nearest() -> None:
    there = table(pieces=[unit("A", 5, 5), unit("T", 25, 5, "blue")])
    line = ((5.0, 5.0), (25.0, 5.0))
    verdicts = [table_verdict("A", "T", line), table_verdict("T", "A", line)]
    scene = chart_scene(SignedDrill(), there, verdicts, lines="all")
    assert [(link.sign, link.back_sign) for link in scene.links] == [("arrow", "arrow")]
    assert scene.segments == ()
    assert "may shoot" in svg(scene)
