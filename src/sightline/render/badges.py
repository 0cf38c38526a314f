"""What befalls a piece in a place and on its way there: squeezing, rolls, attacks; read from places by field names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Protocol, cast, runtime_checkable

from sightline.i18n import N_, _, decimal, word
from sightline.rules import Place, Ruleset, depiction_of, percent

Sign = Literal["squeezed", "contorted", "roll", "provokes", "ends"]
"""What is marked at the number of a place."""

SIGN_WORDS: Mapping[Sign, str] = {
    "squeezed": N_("squeezed there"),
    "contorted": N_("contorted there"),
    "roll": N_("needs a roll on the way"),
    "provokes": N_("provokes attacks"),
    "ends": N_("the move ends there"),
}


@runtime_checkable
class Roll(Protocol):
    """What systems with rolls on the way state of each; `else_` is where the move ends on a failure."""

    skill: str
    clause: str
    before: str
    roll_at_most: int
    chance: Fraction
    else_: str


class Needed(NamedTuple):
    """A roll that some ways need: its skill and number, by which clause, before which place, where a failure ends."""

    clause: str
    skill: str
    number: int
    chance: Fraction
    before: str
    failed: str


def signs_of(rules: Ruleset[Any], place: Place) -> Iterator[Sign]:
    """Yield what is marked at the number of a place."""
    squeezed = getattr(place, "squeezed", "none")
    if squeezed in SIGN_WORDS:
        yield cast("Sign", squeezed)
    if getattr(place, "rolls", ()):
        yield "roll"
    if place.provokes:
        yield "provokes"
    if depiction_of(rules).show_move_ends and place.ends_move:
        yield "ends"


def rolls_of(places: Mapping[str, Place]) -> Mapping[Needed, list[str]]:
    """Give the rolls that ways need, each with the places that it is needed for."""
    found: dict[Needed, list[str]] = {}
    for label, place in places.items():
        rolls: Iterable[object] = getattr(place, "rolls", ())
        for needed in dict.fromkeys(_needed(roll) for roll in rolls if isinstance(roll, Roll)):
            found.setdefault(needed, []).append(label)
    return found


def _needed(roll: Roll) -> Needed:
    return Needed(roll.clause, roll.skill, roll.roll_at_most, roll.chance, roll.before, roll.else_)


def roll_words(needed: Needed) -> tuple[str, str]:
    """Give a roll in words: what to roll at what chance, and when, with what follows from a failure."""
    roll = _("{skill} {number}: {chance} %").format(
        skill=word(needed.skill), number=needed.number, chance=decimal(percent(needed.chance))
    )
    return roll, _("before {place}, else it ends at {other}").format(place=needed.before, other=needed.failed)
