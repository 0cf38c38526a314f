"""Effects of abilities in pictures and texts: on characters, and on tiles and borders of battles."""

from __future__ import annotations

from collections import Counter

import pytest

import sightline
from sightline.api import Battle
from sightline.cli.play_view import BattleView
from sightline.cli.text_options import TerminalSize
from sightline.i18n import use_language
from sightline.render import draw_layer
from sightline.systems.sodwa.ability import ABILITIES, ability_of_effect, effect_keys, title_of
from tests.rulebook.sodwa.battles import READY, battle, can, play
from tests.rulebook.sodwa.boards import board

ROOM = """\
A . . . . . .
. . . . . . .
. . . . . . T"""


def cast(*uses: str, drawing: str = ROOM, language: str = "en") -> Battle:
    """Return a battle in which A has used abilities, each in a turn of its own, the last of which goes on."""
    abilities = can(*dict.fromkeys(use.split()[0] for use in uses), **READY)
    there = battle(drawing, A=abilities)
    there = sightline.battle(there.scenario.with_language(language), seed=1)
    for use in uses:
        if use != uses[0]:
            play(there, "A end")
        while there.state.active != "A":
            play(there, f"{there.state.active} end")
        play(there, f"A {use}")
    return there


def test_effects_that_a_scenario_states_are_badges_with_an_entry_each() -> None:
    there = board(ROOM, A={"effects": ["stasis", "immobilize"]})
    pieces, legend = draw_layer(there.scene, "pieces"), draw_layer(there.scene, "legend")
    assert ">=</text>" in pieces
    assert ">×</text>" in pieces
    assert ">Stasis</text>" in legend
    assert ">Immobilize</text>" in legend
    assert "A    side red, at A1, Stasis, Immobilize" in there.text()
    assert "effects" not in draw_layer(board(ROOM).scene, "legend")


def test_no_two_effects_on_characters_have_the_same_mark() -> None:
    marks = Counter(ability_of_effect(key).effect_mark(key) for key in (*effect_keys(), "portal"))
    assert {mark: count for mark, count in marks.items() if count > 1} == {}


def test_effects_of_one_ability_have_names_of_their_own() -> None:
    with use_language("en"):
        assert (title_of("rally-accuracy"), title_of("rally-defense")) == ("Rally: Accuracy", "Rally: Defense")
    with use_language("fr"):
        assert title_of("stasis") == "Stase"
        assert title_of("rally-defense") == "Ralliement\N{NO-BREAK SPACE}: Défense"


def test_an_ability_that_states_no_mark_has_its_first_letter() -> None:
    assert {key: ABILITIES[key].effect_mark(key) for key in ("flood", "portal")} == {"flood": "F", "portal": "P"}


def test_a_battle_says_for_how_many_turns_an_effect_lasts() -> None:
    there = cast("bestow-regeneration A")
    assert "A    side red, at A1, Bestow Regeneration 3" in there.text()
    assert ">+</text>" in draw_layer(there.scene, "pieces")


def test_the_pieces_of_play_name_their_effects_in_words() -> None:
    there = cast("bestow-regeneration A")
    shown = BattleView().show(there, TerminalSize(100, None), [])
    assert "Bestow Regeneration 3" in shown
    assert "['" not in shown


@pytest.mark.parametrize("use", ["flood C2", "ice C2", "corrosion C2"])
def test_a_zone_is_framed_with_the_turns_left(use: str) -> None:
    there, name = cast(use), use.split()[0]
    [area] = there.scene.marked_areas
    assert (len(area.sites), area.sign) == (9, f"{name[0].upper()}·3")
    assert area.meaning == f"{name.capitalize()} of A, 3 turns left"
    assert draw_layer(there.scene, "marked-areas").count("</text>") == 1


def test_a_barrier_is_framed_along_its_borders() -> None:
    [area] = cast("barrier C1/C2").scene.marked_areas
    assert (len(area.sites), area.sign) == (3, "B·3")


def test_the_tiles_of_a_portal_have_the_same_tag_and_sign() -> None:
    there = cast("portal B1 F2")
    assert draw_layer(there.scene, "marked-areas").count(">P·4</text>") == 2
    assert there.text().count("@.") == 2
    assert "Portal of A, 4 turns left: B1 F2" in there.text()


def test_several_effects_of_one_kind_are_told_apart() -> None:
    there = cast("flood B2", "flood F2")
    assert [area.sign for area in there.scene.marked_areas] == ["Fa·2", "Fb·3"]


def test_one_turn_is_a_turn_and_french_is_french() -> None:
    there = cast("flood C2", language="fr")
    while there.state.effects[0]["turns"] > 1:
        play(there, f"{there.state.active} end")
    assert "Inondation d'A, encore 1 tour" in there.text()


def test_nothing_is_marked_once_it_has_ended() -> None:
    there = cast("flood C2")
    while there.state.effects:
        play(there, f"{there.state.active} end")
    assert there.scene.marked_areas == ()
