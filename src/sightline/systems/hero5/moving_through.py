"""Section 1: passing others, and ending a move in their hexes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import filterfalse

from sightline.rules import Clause, Position, rule
from sightline.systems.hero5.fit import SQUEEZE_PAST
from sightline.systems.hero5.move_kinds import HeroMove
from sightline.systems.hero5.pieces import HeroCharacter, Squeezed, is_small, size
from sightline.systems.hero5.sizes import WHOLE_HEX, fits_small, has_room, hex_share

_MIN_SIZES_APART = 3


class Passage(Enum):
    """The ways in which one character can pass another: freely, with a roll or not at all."""

    FREE = "free"
    ROLL = "roll"
    BARRED = "barred"


@rule(
    Clause(
        "HERO-1.1",
        "Friends",
        "To pass a character is to take a step after which the mover holds one of its hexes. A friend can be "
        "passed, except in a Move By or Move Through, and gives no concealment to the one who passes it.",
        "Tactical Movement",
    ),
    off=Passage.FREE,
)
def past_friend(options: HeroMove) -> Passage:
    """Return whether friends can be passed in a move with these options."""
    return Passage.BARRED if options.by or options.through is not None else Passage.FREE


@rule(
    Clause(
        "HERO-1.2",
        "Opponents",
        "An opponent can be passed only if it is helpless, if it is the target of this Move Through, or if an "
        "Acrobatics roll succeeds. There is one roll each time the mover comes onto the opponent, before that "
        "step; on a failure the move ends there.",
        "Tactical Movement; when to roll: ours",
    ),
    off=Passage.FREE,
)
def past_opponent(character: HeroCharacter, other: HeroCharacter, options: HeroMove) -> Passage:
    """Return whether an opponent can be passed in a move with these options."""
    if other.name == options.through or other.helpless:
        return Passage.FREE
    return Passage.BARRED if character.acrobatics == "none" else Passage.ROLL


@rule(
    Clause(
        "HERO-1.3",
        "Helpless opponents",
        "A helpless opponent can be passed freely. If it is marked as an obstacle all the same, each of its hexes "
        "costs double, except for those who fly or are desolidified.",
        "Tactical Movement",
    ),
    off=False,
)
def is_in_the_way(character: HeroCharacter, other: HeroCharacter) -> bool:
    """Return whether another character is a helpless opponent that counts as an obstacle."""
    is_hampered = not (character.flying or character.desolid)
    return is_hampered and other.helpless and other.obstacle_when_helpless and not other.is_friend_of(character)


@rule(
    Clause(
        "HERO-1.5",
        "The very small",
        "A character with at least two levels of Shrinking may enter hexes that others hold. This provokes them, "
        "even if it moves only one hex.",
        "Tactical Movement; at least two: ours",
    ),
    off=False,
)
def enters_freely(character: HeroCharacter) -> bool:
    """Return whether a character may enter the hexes of others."""
    return is_small(character)


@rule(
    Clause(
        "HERO-1.6",
        "Sizes far apart",
        "If two sizes differ by three or more, either character can pass the other.",
        "Tactical Movement",
    ),
    off=False,
)
def are_sizes_apart(character: HeroCharacter, other: HeroCharacter) -> bool:
    """Return whether two sizes differ enough for either to pass the other."""
    return abs(size(character) - size(other)) >= _MIN_SIZES_APART


@rule(
    Clause(
        "HERO-1.7",
        "Characters that fill their hexes",
        "A character that fills its hexes completely cannot be passed, whatever the other clauses say. A "
        "desolidified mover passes everyone.",
        "Tactical Movement; desolidified: ours",
    ),
    off=None,
)
def fills_or_passes_all(character: HeroCharacter, other: HeroCharacter) -> Passage | None:
    """Return the passage if one is desolidified or the other fills its hexes, otherwise None."""
    if character.desolid:
        return Passage.FREE
    return Passage.BARRED if other.fills_space else None


def passage(
    position: Position, character: HeroCharacter, other: HeroCharacter, options: HeroMove, squeezed: Squeezed
) -> Passage:
    """Return whether a character can pass another by a step after which it is `squeezed`."""
    unconditional = fills_or_passes_all(character, other)
    if unconditional is not None:
        return unconditional
    if enters_freely(character) or are_sizes_apart(character, other):
        return Passage.FREE
    if other.is_friend_of(character):
        return past_friend(options)
    found = past_opponent(character, other, options)
    if found is not Passage.FREE and squeezes_past(position, squeezed):
        return Passage.FREE
    return found


@rule(
    Clause(
        "HERO-3.3",
        "Squeezing past others",
        "A squeezed or contorted character cannot end a move in a hex that someone holds. It passes opponents as "
        "usual; a ruling says whether that takes the usual roll.",
        "Terrain and Obstacles",
    ),
    off=False,
)
def is_squeezed(squeezed: Squeezed) -> bool:
    """Return whether a character is squeezed or contorted."""
    return squeezed != "none"


def squeezes_past(position: Position, squeezed: Squeezed) -> bool:
    """Return whether a character that is `squeezed` passes opponents without a roll."""
    return is_squeezed(squeezed) and position.rulings[SQUEEZE_PAST.name] == "free"


@rule(
    Clause(
        "HERO-1.4",
        "Where moves end",
        "A move cannot end in the hex of an unfriendly character, unless that character is helpless, or one of the "
        "two has at least two levels of Shrinking and there is room. Nor can it end on a friend where there is no "
        "room.",
        "Tactical Movement; friends: ours",
    ),
    off=True,
)
def may_share(character: HeroCharacter, others: Iterable[HeroCharacter]) -> bool:
    """Return whether a move may end in a hex with these others."""
    counted = _others_that_count(character, others)
    if not counted:
        return True
    is_kept_out = any(
        not (other.is_friend_of(character) or is_small(character) or is_small(other)) for other in counted
    )
    return not is_kept_out and has_room(character, counted)


def stop_clauses(
    character: HeroCharacter, sharing: Iterable[Iterable[HeroCharacter]], squeezed: Squeezed
) -> Iterator[str]:
    """Yield the ids of the clauses that forbid stopping; `sharing` holds the others of each hex."""
    hexes = [tuple(others) for others in sharing]
    if not all(may_share(character, others) for others in hexes):
        yield may_share.clause.id
    if hexes and is_squeezed(squeezed):
        yield is_squeezed.clause.id
    if any(_is_crowded(character, _others_that_count(character, others)) for others in hexes):
        yield has_room.clause.id


def _is_crowded(character: HeroCharacter, others: Sequence[HeroCharacter]) -> bool:
    """Return whether a hex is full because of the number of small characters."""
    return not has_room(character, others) and not fits_small((character, *others))


def _others_that_count(character: HeroCharacter, others: Iterable[HeroCharacter]) -> list[HeroCharacter]:
    """Return the others without the helpless opponents of a character."""
    return [other for other in others if other.is_friend_of(character) or not other.helpless]


def can_share(pieces: Iterable[HeroCharacter]) -> bool:
    """Return whether these characters may stand in one hex: if they could have entered it in some order.

    A character that may stop with the others may also stop with fewer of them. So those who can have entered last are
    removed one by one until none are left: small ones first, and among them first the side whose helpless characters,
    which count only for their friends, occupy least.
    """
    together = list(pieces)
    larger = list(filterfalse(is_small, together))
    squeezed = [each for each in larger if is_squeezed(each.squeezed)]
    # A squeezed character must have entered first, and no larger one may join a conscious one.
    if len(together) > 1 and (len(squeezed) > 1 or (len(larger) > 1 and any(not each.helpless for each in squeezed))):
        return False
    return _larger_can_share(larger) and (len(larger) == len(together) or _small_can_share(filter(is_small, together)))


def _small_can_share(small: Iterable[HeroCharacter]) -> bool:
    conscious: Counter[object] = Counter()
    helpless: Counter[object] = Counter()
    for each in small:
        (helpless if each.helpless else conscious)[_side(each)] += hex_share(each)
    left = conscious.total()
    for side in sorted(conscious.keys() | helpless.keys(), key=helpless.__getitem__):
        if left + helpless[side] > WHOLE_HEX:
            return False
        left -= conscious[side]
    return True


def _larger_can_share(larger: Iterable[HeroCharacter]) -> bool:
    """Return whether at most one is conscious, and no two are of one side and alike helpless or conscious."""
    sides = [(each.helpless, _side(each)) for each in larger]
    is_one_conscious = sum(not helpless for helpless, _ in sides) <= 1
    return is_one_conscious and len({side for _, side in sides}) == len(sides)


def _side(character: HeroCharacter) -> object:
    """Return the side of a character; without one it is its own side."""
    return (character.name,) if character.side is None else character.side
