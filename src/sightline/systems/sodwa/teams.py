"""Section 1: the value of a team, and the placement of its formation in its zone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sightline.board import Facing, Hint, Zone
from sightline.i18n import Term, _
from sightline.lattice import Cell
from sightline.rules import Clause, FieldError, TeamData, rule
from sightline.systems.sodwa.ability import title_of
from sightline.systems.sodwa.pieces import Character, character_of, check_fields

START_FACINGS: Final = (Facing("N"), Facing("S"))
"""The direction of the front of the formation, by seat."""


class StartPlacement(NamedTuple):
    """The tile and facing of a character when a battle begins."""

    cell: Cell
    facing: Facing


@rule(
    Clause(
        "SOD-1.2",
        "Team value",
        "A team is worth the points of all its characters together. A team above the point limit of a battle "
        "cannot enter it.",
        "The Point System",
    ),
    off=0,
)
def worth(characters: Iterable[Character]) -> int:
    """Return the sum of points of characters."""
    return sum(character.points for character in characters)


def check_team(team: TeamData) -> Iterator[FieldError]:
    """Yield the errors for which a team cannot enter a battle, except those of its characters."""
    points = worth(map(character_of, team.characters.values()))
    if points > team.limit:
        message = _("the team costs {points} points, but the limit is {limit}")
        yield FieldError("limit", message.format(points=points, limit=team.limit))


def check_character(character: Character) -> Iterator[FieldError]:
    """Yield the errors in the fields of a character of a team."""
    yield from check_fields(character)
    if character.melee is None and character.ranged is None:
        yield from iter_unstated(character, "melee", "ranged")


def iter_unstated(character: Character, *keys: str) -> Iterator[FieldError]:
    """Yield an error for each required key that a character of a battle does not state."""
    message = _("in a battle every character must state its {key}; {name!r} does not")
    for key in keys:
        if getattr(character, key) is None:
            example = () if key == "side" else (Hint(f"{key}: {{accuracy: 40, defense: 100, damage: 5}}"),)
            yield FieldError(key, message.format(key=key, name=character.name), example)


def character_row(character: Character) -> Mapping[Term, object]:
    """Return the values of a character's row in a table of a team; attacks have Accuracy and Damage."""
    melee, ranged = character.melee, character.ranged
    return {
        Term("health"): character.health,
        Term("initiative"): character.initiative,
        Term("move"): character.move,
        Term("range"): character.range,
        Term("evasion"): character.evasion,
        Term("melee"): f"{melee.accuracy}/{melee.damage}" if melee else None,
        Term("ranged"): f"{ranged.accuracy}/{ranged.damage}" if ranged else None,
        Term("abilities"): tuple(map(title_of, character.abilities)),
    }


def traits(character: Character) -> Sequence[Term]:
    """Return the kind of attack that a character is better at, by its Accuracy times its Damage, and its damage."""
    melee, ranged = (
        0 if numbers is None else numbers.accuracy * numbers.damage for numbers in (character.melee, character.ranged)
    )
    return Term("melee") if melee > ranged else Term("ranged"), Term(character.damage_kind)


@rule(
    Clause(
        "SOD-1.3",
        "Formations",
        "A team has any number of formations. A formation says which character stands on which tile of the "
        "formation grid, whose first row is the front. One is chosen when the battle begins and laid on the team's "
        "zone. For the first seat A1 lies on the top left tile of the zone, and everybody faces N; for the second "
        "seat the whole formation is turned by 180 degrees.",
        "Team Management; where the front lies: ours",
    ),
    off=StartPlacement(Cell(0, 0), START_FACINGS[0]),
)
def start_placement(place: tuple[int, int], zone: Zone, seat: int) -> StartPlacement:
    """Return the tile and facing of a place of the formation grid, a column and row from 0, for a seat (0 or 1).

    If the zone is not a rectangle, its bounding box is used.
    """
    (column, row), (left, top, right, bottom) = place, zone.box
    cell = Cell(left + column, top + row) if seat == 0 else Cell(right - column, bottom - row)
    return StartPlacement(cell, START_FACINGS[seat])
