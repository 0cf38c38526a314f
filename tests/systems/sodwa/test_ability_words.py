"""What is said of abilities, in both languages: refusals that count, targets by what they are, and narration."""

from __future__ import annotations

import pytest

import sightline
from sightline.api import Battle
from sightline.battles import read_typed_action
from sightline.rules.json_values import to_builtins
from tests.rulebook.sodwa.battles import READY, action, battle, can, play, refused, rolling

ROOM = """\
A . . . . . . .
. . . . . . . T"""


def cast(*abilities: str, language: str = "en", drawing: str = ROOM) -> Battle:
    there = battle(drawing, A=can(*abilities, **READY, move=5))
    return sightline.battle(there.scenario.with_language(language), seed=1)


@pytest.mark.parametrize(
    ("language", "away", "near"),
    [
        ("en", "A reaches 6 tiles with this, the target is 7 away", "A can teleport 1 tile, C1 is 2 away"),
        ("fr", "A a ici une portée de 6 cases, la cible est à 7", "A peut se téléporter à 1 case, C1 est à 2"),
    ],
)
def test_tiles_are_counted(language: str, away: str, near: str) -> None:
    there = cast("teleportation", language=language, drawing="A . . . . . . .\n. # . . . . . T")
    assert refused(there, "A teleportation H1") == [("SOD-8.0", away)]
    play(there, "A attack B2")
    assert refused(there, "A teleportation C1") == [("SOD-8.7", near)]


def test_targets_are_named_by_what_they_are() -> None:
    there = cast("telekinesis", "invisibility")
    assert refused(there, "A telekinesis T") == [
        ("SOD-8.13", "Telekinesis needs these targets, in this order: an enemy or an object, a facing")
    ]
    assert refused(there, "A invisibility T") == [("SOD-8.5", "Invisibility has no targets")]


@pytest.mark.parametrize(
    ("use", "said"),
    [
        ("barrier C1", ["C1 becomes obstructing", "it lasts 3 turns"]),
        ("barrier C1/D1", ["C1/D1, C2/D2 become obstructing", "it lasts 3 turns"]),
        ("flood A1", ["4 tiles", "it lasts 3 turns"]),
        ("portal A1 C1", ["it lasts 4 turns"]),
        ("invisibility", ["only adjacent enemies can target it until it attacks"]),
        ("bestow-regeneration A", ["regains 2 Health when its turns begin", "it lasts 3 turns"]),
    ],
)
def test_a_preview_says_what_changes_and_for_how_long(use: str, said: list[str]) -> None:
    there = cast(use.split()[0])
    assert there.foretell(action(f"A {use}"))[: len(said)] == said


def test_a_save_is_told_with_what_was_needed() -> None:
    there = sightline.battle(cast("stasis", drawing="A . T").scenario, seed=rolling(60))
    play(there, "A stasis T")
    assert "T does not resist Stasis: 60 + 0, and 110 is needed." in there.run.tell(there.run.steps[-1])


@pytest.mark.parametrize(
    ("use", "said"),
    [
        ("immobilize T", ["cannot move until it makes a Fortitude save: 1 % when each of its turns ends"]),
        ("stasis T", ["T resists with 1 %; else it lasts 2 turns"]),
    ],
)
def test_a_preview_tells_the_chance_of_a_save(use: str, said: list[str]) -> None:
    there = cast(use.split()[0], drawing="A . T")
    assert there.foretell(action(f"A {use}"))[: len(said)] == said


def test_a_preview_says_whom_a_rally_helps() -> None:
    there = battle("A B . . . . . T", A=can("rally", **READY), B={"side": "red"})
    said = there.foretell(action("A rally defense"))[:2]
    assert said == ["10 more for B", "it lasts 2 turns"]


def test_words_are_known_by_their_first_letters() -> None:
    there = battle("A B . . . . . T", A=can("rally", **READY), B={"side": "red"})
    run = there.run
    read = [read_typed_action(f"ability rally {word}", run.game, run.state, "red") for word in ("acc", "speed")]
    typed = [to_builtins(each) for each in read]
    assert typed == [action("A rally accuracy"), action("A rally speed")]


def test_who_regenerates_anyway_is_told_so() -> None:
    there = battle("A B . . . . . T", A=can("bestow-regeneration", **READY), B={"side": "red", **can("regeneration")})
    assert refused(there, "A bestow-regeneration B") == [("SOD-8.11", "B regenerates anyway")]


def test_what_blocks_sight_to_a_target_is_told() -> None:
    for ability, clause in (("immobilize", "SOD-8.0"), ("immolate", "SOD-8.3")):
        there = cast(ability, drawing="A # . T")
        assert refused(there, f"A {ability} T") == [
            (clause, "no line of sight from A to T"),
            ("SOD-4.1", "the tile B1 (obstructing) blocks the line"),
        ]


def test_a_reaction_costs_no_ip() -> None:
    there = battle("A . . T", A=READY, T=can("vigilance"))
    assert there.foretell(action("T vigilance N")) == ["turns to N"]


def test_an_ability_without_targets_is_typed_by_its_name_alone() -> None:
    typed = {option.format() for option in cast("invisibility").run.legal()}
    assert "ability invisibility" in typed
