"""The roster: every character is worth what the yardstick of the docs says, and there is something for everybody."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from math import sqrt
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from sightline.systems.sodwa.ability import ABILITY_FORMAT, Category, read_entries, worth_of
from sightline.systems.sodwa.entry_file import EntryFileError
from sightline.systems.sodwa.pieces import STANDARD_DEFENSE, Attributes, Character, is_flyer
from sightline.systems.sodwa.roster import ABOUT, ROSTER, read_roster, roster_format

REDUCED = ("physical", "energy", "magical")
ACCURACY, DEFENSE, DAMAGE = 45, 110, 4
"""The opponent of the yardstick; its Defense is that of standard size, with an Evasion of 10."""
RANGER = 80
STATED = read_entries(files("sightline.systems.sodwa").joinpath("abilities.toml").read_text(encoding="utf-8"))


def chance(accuracy: float, defense: float) -> float:
    return min(0.99, max(0.01, (101 - (defense - accuracy)) / 100))


def mean_reduction(kind: str) -> float:
    """Return how much of a kind of damage is ignored, on average over the roster."""
    reduced: list[int] = [getattr(each.reduction, kind, 0) for each in ROSTER.values()]
    return sum(reduced) / len(ROSTER)


def offence(character: Character) -> float:
    """Return the damage per turn, weighed by how often turns come and how often there is somebody in reach."""

    def damage(attributes: Attributes | None) -> float:
        assert attributes is not None
        return chance(attributes.accuracy, DEFENSE) * (attributes.damage - mean_reduction(character.damage_kind))

    far = character.range / (character.range + 4)
    closing = character.move / (character.move + 3)
    return character.initiative * (far * damage(character.ranged) + (1 - far) * closing * damage(character.melee))


def endurance(character: Character) -> float:
    """Return how many attacks of the opponent it takes to defeat a character, who is aware of four in five."""
    assert character.ranged is not None
    done: list[int] = [max(0, DAMAGE - getattr(character.reduction, kind, 0)) for kind in (*REDUCED, "bio")]
    return character.health / chance(ACCURACY, character.ranged.defense + 0.8 * character.evasion) / (sum(done) / 4)


def points(character: Character) -> int:
    """Return what a character is worth: twice as much of both is worth twice as much, and each ability some points."""

    def strength(each: Character) -> float:
        return sqrt(offence(each) * endurance(each))

    alone = RANGER * strength(character) / strength(ROSTER["ranger"])
    return 5 * round((alone + sum(map(worth_of, character.abilities))) / 5)


@pytest.mark.parametrize("key", ROSTER)
def test_points_are_those_of_the_yardstick(key: str) -> None:
    assert ROSTER[key].points == points(ROSTER[key])


def test_there_are_several_sizes_kinds_of_damage_and_ways_to_fight() -> None:
    everybody = ROSTER.values()
    assert len(everybody) >= 12
    defenses = [each.melee.defense for each in everybody if each.melee is not None]
    assert min(defenses) < STANDARD_DEFENSE < max(defenses)
    assert STANDARD_DEFENSE in defenses
    assert {each.damage_kind for each in everybody} == {*REDUCED, "bio"}
    assert sum(map(is_flyer, everybody)) >= 2


def test_everybody_has_a_sentence_of_their_own() -> None:
    assert [*ABOUT] == [*ROSTER]
    assert len({*ABOUT.values()}) == len(ROSTER) >= 20


def test_every_ability_is_somebodys_and_all_categories_are_there() -> None:
    used = [key for each in ROSTER.values() for key in each.abilities]
    assert {*used} == {*STATED}
    assert {STATED[key].category for key in used} == {*get_args(Category)}
    assert all(used.count(key) <= 2 for key in used if key != "flight")
    assert all(entry.worth > 0 for entry in STATED.values())


def test_both_attacks_of_a_character_have_its_one_defense_for_its_size() -> None:
    for each in ROSTER.values():
        assert each.melee is not None
        assert each.ranged is not None
        assert each.melee.defense == each.ranged.defense


GRUNT = """\
[grunt]
about = "A grunt."
points = 10
health = 5
initiative = 60
move = 4
range = 3
melee = { accuracy = 20, damage = 1 }
ranged = { accuracy = 20, damage = 1 }
saves = { fortitude = 0, reflex = 0, power = 0 }
"""


def test_a_roster_is_read_with_defaults() -> None:
    grunt = read_roster(GRUNT)["grunt"].character("grunt")
    assert grunt.name == "grunt"
    assert grunt.melee == Attributes(accuracy=20, defense=STANDARD_DEFENSE, damage=1)
    assert (grunt.evasion, grunt.damage_kind, grunt.abilities) == (0, "physical", ())


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (
            GRUNT.replace("health = 5\n", ""),
            "1: grunt.health: health is missing: grunt needs it. Allowed: a whole number from 1 to 9999.",
        ),
        (
            GRUNT.replace("health", "helth", 1),
            "4: grunt.helth: 'helth' is not a key of grunt. Did you mean 'health'? Allowed: about, points, health, ",
        ),
        (
            GRUNT + 'damage_kind = "magic"\n',
            "11: grunt.damage_kind: 'magic' is not one of the allowed words. "
            "Did you mean 'magical'? Allowed: bio, energy, magical, physical.",
        ),
        (
            GRUNT + "reduction = { bio = 1 }\n",
            "11: grunt.reduction.bio: 'bio' is not a key of reduction. Allowed: physical, energy, magical.",
        ),
        (
            GRUNT + 'abilities = ["fligth"]\n',
            "11: grunt.abilities: 'fligth' is not one of the allowed words. "
            "Did you mean 'flight'? Allowed: homing-attack, ",
        ),
        (GRUNT + 'abilities = ["flight", "jinx", "flight"]\n', "11: grunt.abilities: 'flight' is given twice."),
        (GRUNT + 'abilities = "flight"\n', "11: grunt.abilities: 'flight' is not a list."),
        (GRUNT.replace("move = 4", "move = -1"), "6: grunt.move: '-1' is not a whole number from 0 to 9999."),
        (GRUNT.replace("move = 4", "move = true"), "6: grunt.move: 'true' is not a whole number from 0 to 9999."),
        (
            GRUNT.replace("{ accuracy = 20, damage = 1 }", "20", 1),
            "8: grunt.melee: '20' is not { accuracy = ..., damage = ... }.",
        ),
        (
            GRUNT.replace("A grunt.", "grunt"),
            "2: grunt.about: 'grunt' is not a sentence of 5 to 160 characters, with a full stop.",
        ),
        (
            GRUNT.replace("[grunt]", "[Grunt]"),
            "1: Grunt: 'Grunt' is not a key of words in lower case, joined by hyphens.",
        ),
        ("grunt = 5\n", " grunt: '5' is not { about = ..., points = ..., "),
        (GRUNT + "move = 5\n", "11: Cannot overwrite a value (at line 11, "),
    ],
)
def test_a_bad_roster_file_is_refused_with_place_and_remedy(wrong: str, problem: str) -> None:
    with pytest.raises(EntryFileError, match=re.escape(f"own.toml:{problem}")):
        read_roster(wrong, file="own.toml")


def test_all_problems_of_a_roster_file_are_reported_at_once() -> None:
    wrong = GRUNT.replace("move = 4", "mov = 4").replace("range = 3", 'range = "far"') + 'abilities = ["fly", "jnx"]\n'
    with pytest.raises(EntryFileError) as caught:
        read_roster(wrong + "\n[Other]\nhealth = 0\n")
    keys = [(each.line, each.key) for each in caught.value.problems]
    assert keys[:5] == [(1, "grunt.move"), (6, "grunt.mov"), (7, "grunt.range"), *[(11, "grunt.abilities")] * 2]
    assert {"Other", "Other.health", "Other.points", "Other.saves"} <= {key for _, key in keys[5:]}


def test_a_bad_file_of_abilities_is_refused_with_place_and_remedy() -> None:
    wrong = '[zap]\ncategory = "attac"\nrange = 0.5\ntargets = ["enemy", "tiel"]\nnumbers = { Damage = -1 }\n'
    with pytest.raises(EntryFileError) as caught:
        read_entries(wrong, file="own.toml")
    assert str(caught.value).splitlines() == [
        "own.toml:2: zap.category: 'attac' is not one of the allowed words. Did you mean 'attack'? Allowed: attack, "
        "battlefield-control, enhancement, support.",
        "own.toml:3: zap.range: '0.5' is not a whole number from 0 to 9999.",
        "own.toml:4: zap.targets.1: 'tiel' is not one of the allowed words. Did you mean 'tile'? Allowed: border, "
        "character, enemy, facing, friend, other, site, thing, tile, word.",
        "own.toml:5: zap.numbers.Damage: 'Damage' is not a key of words in lower case, joined by hyphens.",
        "own.toml:5: zap.numbers.Damage: '-1' is not a whole number from 0 to 9999.",
    ]


@pytest.mark.parametrize(
    ("name", "schema"), [("roster", roster_format().schema()), ("abilities", ABILITY_FORMAT.schema())]
)
def test_the_schema_allows_our_file_and_refuses_what_reading_refuses(name: str, schema: dict[str, Any]) -> None:
    data = tomllib.loads(files("sightline.systems.sodwa").joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    check = Draft202012Validator(schema)
    assert not [*check.iter_errors(data)]
    for key in data:
        assert not check.is_valid({key: {**data[key], "colour": "red"}})
        assert not check.is_valid({key.upper(): data[key]})
    grunt = tomllib.loads(GRUNT)["grunt"]
    for wrong in ({"abilities": ["fly"]}, {"abilities": ["jinx", "jinx"]}, {"reduction": {"bio": 1}}, {"health": 0}):
        assert check.is_valid({"grunt": grunt}) is (name == "roster")
        assert not check.is_valid({"grunt": {**grunt, **wrong}})
