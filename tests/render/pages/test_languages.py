"""Pictures speak the language that is spoken while they are made; nothing of it stays for the next picture."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from msgspec import structs

from sightline import MissingExtra
from sightline.board import find_line_contacts
from sightline.i18n import use_language
from sightline.referee.advice import advise
from sightline.referee.reach import reach
from sightline.referee.resolve import resolve
from sightline.referee.see import see
from sightline.referee.threat import threat
from sightline.referee.why_not import why_not
from sightline.render import Remark, Scene, side_view_svg, svg, text
from sightline.render.layers.canvas import Canvas
from sightline.render.pages.legend import map_entries
from sightline.render.primitives.projection import CellProjection
from sightline.render.primitives.text_metrics import explained, wrap
from sightline.render.scenes.area_scenes import advise_scene, reach_scene, threat_scene
from sightline.render.scenes.captions import chance_of
from sightline.render.scenes.chart_scenes import chart_scene
from sightline.render.scenes.scene import board_scene, line_scene, see_scene, shot_scene
from sightline.systems.combat_hex import COMBAT_HEX
from sightline.systems.penance import PENANCE
from tests.marked_catalogue import mark_french, unmarked, without_marks
from tests.render.boards import RIFLE, across_the_rubble, judged, position, with_friends

RUBBLE, FRIENDS = position(across_the_rubble()), position(with_friends())
A, T = (RUBBLE.board.pieces[name] for name in "AT")
VERDICT, BACK = judged(RUBBLE.board, "A", "T"), judged(RUBBLE.board, "T", "A")
BLOCKED = why_not(PENANCE, FRIENDS, FRIENDS.board.pieces["A"], FRIENDS.board.pieces["T"], RIFLE)
ROLLED = resolve(PENANCE, RUBBLE, A, T, RIFLE, 1)
SEEN, REACHED = see(PENANCE, RUBBLE, A), reach(PENANCE, FRIENDS, FRIENDS.board.pieces["A"])
THREAT, ADVICE = threat(PENANCE, RUBBLE, "blue"), advise(PENANCE, RUBBLE, A)
LINE = find_line_contacts(RUBBLE.board, *(RUBBLE.board.grid.centre(piece.cell) for piece in (A, T)))

SCENES: dict[str, Callable[[], Scene]] = {
    "board": lambda: board_scene(PENANCE, RUBBLE),
    "shot": lambda: shot_scene(PENANCE, RUBBLE, VERDICT),
    "why-not": lambda: shot_scene(PENANCE, FRIENDS, BLOCKED),
    "resolve": lambda: shot_scene(PENANCE, RUBBLE, ROLLED),
    "chart": lambda: chart_scene(PENANCE, RUBBLE, [VERDICT, BACK]),
    "see": lambda: see_scene(PENANCE, RUBBLE, SEEN),
    "line": lambda: line_scene(PENANCE, RUBBLE, LINE),
    "reach": lambda: reach_scene(PENANCE, FRIENDS, REACHED),
    "threat": lambda: threat_scene(PENANCE, RUBBLE, THREAT),
    "advise": lambda: advise_scene(PENANCE, RUBBLE, ADVICE),
}
PICTURES: dict[str, Callable[[], str]] = {
    **{f"{name} as SVG": lambda scene=scene: svg(scene()) for name, scene in SCENES.items()},  # type: ignore[misc]
    **{f"{name} as text": lambda scene=scene: text(scene()) for name, scene in SCENES.items()},  # type: ignore[misc]
    "side view": lambda: side_view_svg(PENANCE, RUBBLE, VERDICT),
    "side view of a blocked line": lambda: side_view_svg(PENANCE, FRIENDS, BLOCKED),
}
_NAMES = re.compile(r"\b(Penance|Combat Hex|Pal|rifle|[A-Z]+[0-9]*)\b")


@pytest.fixture(autouse=True)
def _marked_french(monkeypatch: pytest.MonkeyPatch) -> None:
    mark_french(monkeypatch)


def said(draw: Callable[[], str], language: str) -> str:
    with use_language(language):
        return draw()


@pytest.mark.parametrize("name", PICTURES)
def test_no_language_stays_behind(name: str) -> None:
    before, french, after = (said(PICTURES[name], language) for language in ("en", "fr", "en"))
    assert before == after
    assert "«" not in before
    assert "«" in french


@pytest.mark.parametrize("name", SCENES)
def test_nothing_is_said_in_english_alone(name: str) -> None:
    with use_language("fr"):
        scene = SCENES[name]()
        lines = text(scene).splitlines()
    # The reasons were given when the question was answered, in English.
    reasons = [line.words for line in scene.remarks if "«" not in line.words]
    left = [_NAMES.sub("", unmarked(line)) for line in lines if not any(reason in line for reason in reasons if reason)]
    assert [line for line in left if re.search("[a-z]{3}", line)] == []
    assert without_marks(scene.caption) == SCENES[name]().caption


def _entries(scene: Scene) -> list[str]:
    return [entry.text for entry in map_entries(Canvas(scene, CellProjection(board=scene.board, unit=30.0)))]


@pytest.mark.parametrize("name", SCENES)
def test_legends_are_said_in_the_language_spoken(name: str) -> None:
    scene = SCENES[name]()
    with use_language("fr"):
        entries = _entries(SCENES[name]())
    assert {unmarked(entry) for entry in entries} <= {""}
    assert [without_marks(entry) for entry in entries] == _entries(scene)


def test_names_are_never_translated() -> None:
    with use_language("fr"):
        shown = text(board_scene(PENANCE, FRIENDS))
    assert "«side red», «at C4», «facing N», «shield «left»»" in shown


def test_the_signs_of_a_chart_are_explained_in_the_language_spoken() -> None:
    with use_language("fr"):
        words = chart_scene(COMBAT_HEX, RUBBLE, []).sign_words
    assert {sign: without_marks(text) for sign, text in words.items()} == dict(COMBAT_HEX.chart_signs)
    assert all(text.startswith("«") for text in words.values())


def test_a_picture_gives_screen_readers_its_language() -> None:
    assert ' lang="fr"' in said(PICTURES["shot as SVG"], "fr")
    assert " lang=" not in said(PICTURES["shot as SVG"], "en")


def test_what_is_missing_is_said_in_the_language_spoken() -> None:
    with use_language("fr"):
        assert str(MissingExtra("it", "png")) == '«it is not installed; pip install "sightline[png]" installs it»'


def test_chances_are_written_as_the_language_writes_numbers() -> None:
    with use_language("fr"):
        assert chance_of(VERDICT.odds.hit, VERDICT.odds.percent) == "«5/18 = 27«.»78 %»"  # type: ignore[union-attr]


def test_parts_explain_each_other() -> None:
    assert explained("a") == "a"
    assert explained("a", "b", "c") == "a: b: c"


def test_lines_are_not_broken_at_no_break_spaces() -> None:
    assert wrap("aaaa bbbb\xa0: cccc", 6.0) == ["aaaa", "bbbb\xa0:", "cccc"]


def test_a_number_with_a_long_name_is_wrapped_and_not_cut() -> None:
    scene = structs.replace(board_scene(PENANCE, FRIENDS), remarks=(Remark("PEN-1", "+1 nombre à atteindre", "why"),))
    narrow = svg(scene, size=30)
    assert ">+1 nombre à</text>" in narrow
    assert ">atteindre</text>" in narrow
