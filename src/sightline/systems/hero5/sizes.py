"""Section 5: room in a hex, and reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sightline.rules import Clause, rule
from sightline.systems.hero5.pieces import HeroCharacter, is_small, shrinking, size

_HUNDREDTHS = {2: 25, 3: 4}
_MIN_SHARE, WHOLE_HEX = 1, 100


def hex_share(character: HeroCharacter) -> int:
    """Return the hundredths of a hex that a small character takes up."""
    return _HUNDREDTHS.get(shrinking(character), _MIN_SHARE)


@rule(
    Clause(
        "HERO-5.1",
        "How many fit in a hex",
        "Four with two levels of Shrinking fit in one hex, 25 with three, 100 with more, opponents too, and one "
        "character that is larger. Mixed, their shares of the hex come to no more than all of it; the larger one does "
        "not count against them, nor do the helpless opponents of the one who moves.",
        "Big and Small Creatures; five levels, mixed sizes, helpless ones: ours",
    ),
    off=True,
)
def has_room(character: HeroCharacter, others: Sequence[HeroCharacter]) -> bool:
    """Return whether a character fits in a hex with others, all of whom count."""
    is_larger_taken = not is_small(character) and not all(map(is_small, others))
    return not is_larger_taken and fits_small((character, *others))


def fits_small(together: Iterable[HeroCharacter]) -> bool:
    """Return whether the small ones among these characters fit in one hex."""
    return sum(hex_share(each) for each in together if is_small(each)) <= WHOLE_HEX


@rule(
    Clause(
        "HERO-5.2",
        "No natural reach",
        "From two levels of Shrinking on there is no natural reach: such a character threatens no hex round it and "
        "has to enter its opponent's hex to strike, which provokes. Everyone can strike into the own hex.",
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
        "Growth gives a natural reach of 2 for one level and 1 more for each further one, from any hex taken up; "
        "nearer hexes are in reach too. A stated reach goes before size. All others have a reach of 1. A character "
        "threatens the hexes within reach, its own among them.",
        "Big and Small Creatures; more than one level: ours",
    ),
    off=1,
)
def reach(character: HeroCharacter) -> int:
    """Return the reach of a character in hexes, counted from any of its own."""
    if character.reach is not None:
        return character.reach
    natural = no_reach(character)
    return max(0, size(character)) + 1 if natural is None else natural


def reach_clause(character: HeroCharacter) -> Clause:
    """Return the clause that decides the reach of a character."""
    is_natural = character.reach is None and no_reach(character) is not None
    return no_reach.clause if is_natural else reach.clause
