"""Section 5: room in a hex, and reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sightline.rules import Clause, rule
from sightline.systems.hero5.pieces import HeroCharacter, is_small, shrinking, size

_HUNDREDTHS = {2: 25, 3: 4}
_MIN_SHARE, WHOLE_HEX = 1, 100


def hex_share(character: HeroCharacter) -> int:
    """Return the share of a hex that a small character occupies, in hundredths."""
    return _HUNDREDTHS.get(shrinking(character), _MIN_SHARE)


@rule(
    Clause(
        "HERO-5.1",
        "How many fit in a hex",
        "One hex holds four characters with two levels of Shrinking, 25 with three, or 100 with more, opponents "
        "included. Of different levels, it holds as many as share it without exceeding the whole. One larger "
        "character fits in as well and takes none of their room, nor do helpless opponents of the mover.",
        "Big and Small Creatures; five levels, mixed sizes, helpless ones: ours",
    ),
    off=True,
)
def has_room(character: HeroCharacter, others: Sequence[HeroCharacter]) -> bool:
    """Return whether a character fits in a hex with others, all of which count."""
    is_larger_taken = not is_small(character) and not all(map(is_small, others))
    return not is_larger_taken and fits_small((character, *others))


def fits_small(together: Iterable[HeroCharacter]) -> bool:
    """Return whether the small ones among these characters fit in one hex."""
    return sum(hex_share(each) for each in together if is_small(each)) <= WHOLE_HEX


@rule(
    Clause(
        "HERO-5.2",
        "No natural reach",
        "With two or more levels of Shrinking there is no natural reach: the character threatens no hex round it "
        "and must enter its opponent's hex to strike, which provokes. Anyone can strike into their own hex.",
        "Big and Small Creatures",
    ),
    off=None,
)
def no_reach(character: HeroCharacter) -> int | None:
    """Return the natural reach of a small character, 0; None for larger ones."""
    return 0 if is_small(character) else None


@rule(
    Clause(
        "HERO-5.3",
        "Reach",
        "Growth gives a natural reach of 2 for one level and 1 more for each further level, from any hex of the "
        "footprint; nearer hexes are in reach too. A stated reach replaces the one that follows from size. "
        "Everyone else has a reach of 1. A character threatens the hexes within its reach, including its own.",
        "Big and Small Creatures; more than one level: ours",
    ),
    off=1,
)
def reach(character: HeroCharacter) -> int:
    """Return the reach of a character in hexes, counted from any of its own hexes."""
    if character.reach is not None:
        return character.reach
    natural = no_reach(character)
    return max(0, size(character)) + 1 if natural is None else natural


def reach_clause(character: HeroCharacter) -> Clause:
    """Return the clause that decides the reach of a character."""
    is_natural = character.reach is None and no_reach(character) is not None
    return no_reach.clause if is_natural else reach.clause
