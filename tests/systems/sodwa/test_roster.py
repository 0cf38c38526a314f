# ruff: noqa: E501  (tables of cases read best with one case a line)
"""The roster: every character is worth what the yardstick of the docs says, and there is something for everybody."""

from __future__ import annotations

from math import sqrt

import pytest

from sightline.systems.sodwa.entry_file import EntryFileError
from sightline.systems.sodwa.pieces import STANDARD_DEFENSE, Attributes, Character, is_flyer
from sightline.systems.sodwa.roster import ROSTER, read_roster

REDUCED = ("physical", "energy", "magical")
ACCURACY, DEFENSE, DAMAGE = 45, 110, 4
"""The opponent of the yardstick; its Defense is that of standard size, with an Evasion of 10."""
RANGER = 80


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
    """Return what a character is worth: twice as much of both is worth twice as much; flight is a tenth more."""

    def strength(each: Character) -> float:
        return sqrt(offence(each) * endurance(each)) * (1.1 if is_flyer(each) else 1.0)

    return 5 * round(RANGER * strength(character) / strength(ROSTER["ranger"]) / 5)


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
    assert all(each.abilities in {(), ("flight",)} for each in everybody)


def test_both_attacks_of_a_character_have_its_one_defense_for_its_size() -> None:
    for each in ROSTER.values():
        assert each.melee is not None
        assert each.ranged is not None
        assert each.melee.defense == each.ranged.defense


GRUNT = """\
[grunt]
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
    grunt = read_roster(GRUNT)["grunt"]
    assert grunt.name == "grunt"
    assert grunt.melee == Attributes(accuracy=20, defense=STANDARD_DEFENSE, damage=1)
    assert (grunt.evasion, grunt.damage_kind, grunt.abilities) == (0, "physical", ())


@pytest.mark.parametrize(
    ("sound", "wrong", "problem"),
    [
        ("health = 5\n", "", "roster.toml:1: grunt: health is missing."),
        ("health = 5", "health = 5\nhelth = 6", "roster.toml:4: grunt.helth: 'helth' is not a key of this table. Did you"),
        ("health = 5", "health = 0", "roster.toml:3: grunt.health: Expected `int` >= 1, found 0."),
        ("health = 5", "health = 'much'", "roster.toml:3: grunt.health: Expected `int`, got `str`, found 'much'."),
        ("health = 5", "health = 5\ndamage_kind = 'cold'", "roster.toml:4: grunt.damage_kind: Invalid enum value 'cold'"),
        ("health = 5", "health = 5\nreduction = { bio = 1 }", "roster.toml:4: grunt.reduction: Expected `str` matching"),
        ("health = 5", "health = 5\nabilities = ['flite']", "roster.toml:4: grunt.abilities: 'flite' is not an ability."),
        ("health = 5", "health = 5\nabilities = ['flight', 'flight']", "roster.toml:4: grunt.abilities: 'flight' is stated"),
        ("melee = { accuracy = 20, damage = 1 }", "melee = { accuracy = 20 }", "roster.toml:7: grunt.melee: damage is missing."),
        ("reflex = 0", "reflex = -1", "roster.toml:9: grunt.saves.reflex: Expected `int` >= 0, found -1."),
        ("health = 5", "health 5", "roster.toml: Expected '=' after a key in a key/value pair (at line 3, column 8)"),
        ("[grunt]", "grunt = 3\n[other]", "roster.toml:1: grunt: expected a table, found 3."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_roster_has_its_place(sound: str, wrong: str, problem: str) -> None:
    with pytest.raises(EntryFileError) as refused:
        read_roster(GRUNT.replace(sound, wrong))
    assert [each[: len(problem)] for each in refused.value.problems] == [problem]


def test_every_problem_of_a_roster_is_reported_at_once() -> None:
    text = GRUNT.replace("health = 5\n", "") + GRUNT.replace("grunt", "boss").replace(
        "move = 4", "move = -1\nspeed = 3"
    )
    with pytest.raises(EntryFileError) as refused:
        read_roster(text, "mine.toml")
    assert [each.partition(": ")[0] for each in refused.value.problems] == [
        "mine.toml:1",
        "mine.toml:13",
        "mine.toml:14",
    ]
    assert str(refused.value).splitlines() == [*refused.value.problems]
    assert "Allowed: points, health, defense" in refused.value.problems[2]
