"""What shots say below their pictures: findings first, then what would help or what happened."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from msgspec import structs

from sightline.board import Board
from sightline.referee.resolve import resolve
from sightline.referee.why_not import why_not
from sightline.render import Remark, Scene, svg, text
from sightline.render.scenes.captions import outcome, pair_remark
from sightline.render.scenes.scene import shot_scene
from sightline.rules import Verdict
from sightline.systems.penance import PENANCE
from tests.render.boards import RIFLE, across_the_rubble, board, casket, judged, position
from tests.render.svg_texts import SVG


def rolled(there: Board, seed: int) -> Verdict:
    return resolve(PENANCE, position(there), there.pieces["A"], there.pieces["T"], RIFLE, seed)


def scene_of(there: Board, verdict: Verdict) -> Scene:
    return shot_scene(PENANCE, position(there), verdict)


def changes(facing: str) -> list[Remark]:
    there = board(2, 4, {"A2": ["wall"]})
    there = there.with_pieces([casket(there, "A", "A4", "red", facing), casket(there, "T", "A1", "blue", "S")])
    verdict = why_not(PENANCE, position(there), there.pieces["A"], there.pieces["T"], RIFLE)
    remarks = scene_of(there, verdict).remarks
    return [*remarks[len(verdict.findings) :]]


def test_changes_that_would_help_follow_the_findings() -> None:
    assert changes("N") == [
        ("why not", "remove A2", "without the wall at A2: then allowed"),
        ("why not", "move B2", "with A moved to B2, at a cost of 2: then allowed"),
    ]


def test_changes_that_open_the_line_alone_say_so() -> None:
    first, *_, last = changes("S")
    assert first == ("why not", "remove A2", "without the wall at A2: then clear, not yet allowed")
    assert last == ("why not", "", "no single change allows the attack")


def why_nothing_helps(*walls: str, facing: str) -> Remark:
    """Return the last remark of an attack by a Casket that cannot move, with walls in between."""
    there = board(2, 4, {label: ["wall"] for label in walls})
    attacker = structs.replace(casket(there, "A", "A4", "red", facing), sp=0)
    there = there.with_pieces([attacker, casket(there, "T", "A1", "blue", "S")])
    verdict = why_not(PENANCE, position(there), attacker, there.pieces["T"], RIFLE)
    return scene_of(there, verdict).remarks[-1]


def test_where_nothing_helps_the_reason_is_stated() -> None:
    allowed = why_nothing_helps(facing="N")
    assert allowed == ("why not", "", "the attack is allowed as it is")
    assert why_nothing_helps(facing="S").words == "no single change allows the attack"
    walled = why_nothing_helps("A2", "A3", facing="N")
    assert walled.words == "no single change allows the attack or clears the line of sight"


def test_a_rolled_attack_says_what_happened() -> None:
    there = across_the_rubble()
    verdicts = {verdict.outcome: verdict for verdict in (rolled(there, seed) for seed in range(200))}  # type: ignore[attr-defined]
    assert outcome(verdicts["strong"]) == "strong hit, 3 damage"
    assert outcome(verdicts["miss"]) == "miss"
    assert outcome(verdicts["jam"]) == "jam"
    scene = scene_of(there, verdicts["strong"])
    assert scene.caption.endswith("27.78 %: strong hit, 3 damage")
    assert scene.dice == verdicts["strong"].rolls  # type: ignore[attr-defined]
    findings = len(verdicts["strong"].findings)
    assert [(remark.key, remark.value) for remark in scene.remarks[findings:]][:1] == [("PEN-6.2", "")]
    assert len(scene.remarks) == findings + len(verdicts["strong"].steps)  # type: ignore[attr-defined]


def test_an_outcome_without_qualities_is_called_a_hit() -> None:
    verdict = rolled(across_the_rubble(), 1)
    assert outcome(structs.replace(verdict, outcome="hit", damage=0)) == "hit, 0 damage"
    assert outcome(structs.replace(verdict, outcome=None)) == "nothing is rolled"
    assert outcome(judged(across_the_rubble(), "A", "T")) == ""


def test_dice_are_drawn_as_they_fell() -> None:
    there = across_the_rubble()
    verdict = structs.replace(rolled(there, 1), rolls=(0, 12))
    picture = ET.fromstring(svg(scene_of(there, verdict)))
    assert len([found for found in picture.iter(f"{SVG}rect") if found.get("class") == "die"]) == 2
    found = [each.text for each in picture.iter(f"{SVG}text") if each.get("class") == "value"]
    assert found == ["0", "12"]
    assert "\n[0] [12]\n" in text(scene_of(there, verdict))


def test_rows_of_a_chart_say_which_weapon_they_are_about() -> None:
    verdict = judged(across_the_rubble(), "A", "T")
    assert pair_remark(PENANCE, verdict) == ("A → T", "5/18 = 27.78 %", "rifle: clear, target number 7")
    assert pair_remark(PENANCE, structs.replace(verdict, weapon=None)).words == "clear, target number 7"
    assert pair_remark(PENANCE, structs.replace(verdict, weapon="w" * 99)).words.startswith("w" * 31 + "…: clear")
