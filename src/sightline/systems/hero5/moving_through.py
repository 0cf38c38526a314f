"""Section 1: who may be passed, and where a move may end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import filterfalse

from sightline.rules import Clause, Position, rule
from sightline.systems.hero5.move_kinds import HeroMove
from sightline.systems.hero5.pieces import Character, Squeezed, is_small, size
from sightline.systems.hero5.sizes import WHOLE_HEX, fits_small, has_room, share
from sightline.systems.hero5.squeezing import SQUEEZE_PAST

_SIZES_APART = 3


class Passage(Enum):
    """Whether one character can pass another: freely, with a roll or not at all."""

    FREE = "free"
    ROLL = "roll"
    BARRED = "barred"


@rule(
    Clause(
        "HERO-1.1",
        "Friends",
        "To pass someone is to make a step after which one of its hexes is held. A friend can be passed, save in a "
        "Move By or Move Through; it gives no concealment to the one who passes it.",
        "Tactical Movement",
    ),
    off=Passage.FREE,
)
def past_friend(manner: HeroMove) -> Passage:
    """Tell whether friends can be passed in a move of that manner."""
    return Passage.BARRED if manner.by or manner.through is not None else Passage.FREE


@rule(
    Clause(
        "HERO-1.2",
        "Opponents",
        "An opponent cannot be passed unless it is helpless or the target of this Move Through, or an Acrobatics roll "
        "succeeds: one each time that it is come onto, before that. On a failure the move ends before it.",
        "Tactical Movement; when to roll: ours",
    ),
    off=Passage.FREE,
)
def past_opponent(character: Character, other: Character, manner: HeroMove) -> Passage:
    """Tell whether an opponent can be passed in a move of that manner."""
    if other.name == manner.through or other.helpless:
        return Passage.FREE
    return Passage.BARRED if character.acrobatics == "none" else Passage.ROLL


@rule(
    Clause(
        "HERO-1.3",
        "Helpless opponents",
        "A helpless opponent is passed freely. Where it is marked as an obstacle even so, each of its hexes counts as "
        "two, save for those who fly or are desolidified.",
        "Tactical Movement",
    ),
    off=False,
)
def is_in_the_way(character: Character, other: Character) -> bool:
    """Tell whether another hampers as a helpless opponent can."""
    is_hampered = not (character.flying or character.desolid)
    return is_hampered and other.helpless and other.obstacle_when_helpless and not other.is_friend_of(character)


@rule(
    Clause(
        "HERO-1.5",
        "The very small",
        "With two levels of Shrinking or more a character may enter hexes that others hold, which provokes them even "
        "as a move of one hex.",
        "Tactical Movement; at least two: ours",
    ),
    off=False,
)
def enters_freely(character: Character) -> bool:
    """Tell whether a character may enter the hexes of others."""
    return is_small(character)


@rule(
    Clause(
        "HERO-1.6",
        "Sizes far apart",
        "Where two sizes are three or more apart, either can pass the other.",
        "Tactical Movement",
    ),
    off=False,
)
def are_sizes_apart(character: Character, other: Character) -> bool:
    """Tell whether two sizes are so far apart that either can pass the other."""
    return abs(size(character) - size(other)) >= _SIZES_APART


@rule(
    Clause(
        "HERO-1.7",
        "Those who fill their hexes",
        "A character that fills its hexes completely cannot be passed, whatever else holds; one who is desolidified "
        "passes everyone.",
        "Tactical Movement; desolidified: ours",
    ),
    off=None,
)
def fills_or_passes_all(character: Character, other: Character) -> Passage | None:
    """Tell whether another can be passed where one is desolidified or the other fills its hexes; else None."""
    if character.desolid:
        return Passage.FREE
    return Passage.BARRED if other.fills_space else None


def passage(
    position: Position, character: Character, other: Character, manner: HeroMove, squeezed: Squeezed
) -> Passage:
    """Tell whether a character can pass another with a step after which it is squeezed like that."""
    decided = fills_or_passes_all(character, other)
    if decided is not None:
        return decided
    if enters_freely(character) or are_sizes_apart(character, other):
        return Passage.FREE
    if other.is_friend_of(character):
        return past_friend(manner)
    found = past_opponent(character, other, manner)
    if found is not Passage.FREE and squeezes_past(position, squeezed):
        return Passage.FREE
    return found


@rule(
    Clause(
        "HERO-3.3",
        "Squeezing past others",
        "Squeezed or contorted, no move ends in a hex that someone holds. Opponents are passed as ever; whether that "
        "needs its roll is ruled.",
        "Terrain and Obstacles",
    ),
    off=False,
)
def is_tight(squeezed: Squeezed) -> bool:
    """Tell whether a character is squeezed so that the presence of others matters."""
    return squeezed != "none"


def squeezes_past(position: Position, squeezed: Squeezed) -> bool:
    """Tell whether a squeezed character passes opponents without a roll."""
    return is_tight(squeezed) and position.rulings[SQUEEZE_PAST.name] == "free"


@rule(
    Clause(
        "HERO-1.4",
        "Where moves end",
        "No move ends in the hex of an unfriendly character, unless that one is helpless, or one of the two has two "
        "levels of Shrinking or more and there is room. Nor does it end on a friend where there is no room.",
        "Tactical Movement; friends: ours",
    ),
    off=True,
)
def may_share(character: Character, others: Iterable[Character]) -> bool:
    """Tell whether a move may end in a hex with these others."""
    counted = _counted(character, others)
    if not counted:
        return True
    is_kept_out = any(
        not (other.is_friend_of(character) or is_small(character) or is_small(other)) for other in counted
    )
    return not is_kept_out and has_room(character, counted)


def stops(character: Character, sharing: Iterable[Iterable[Character]], squeezed: Squeezed) -> Iterator[str]:
    """Yield the clauses that forbid to stop where these others are, hex by hex."""
    hexes = [tuple(others) for others in sharing]
    if not all(may_share(character, others) for others in hexes):
        yield may_share.clause.id
    if hexes and is_tight(squeezed):
        yield is_tight.clause.id
    if any(_is_crowded(character, _counted(character, others)) for others in hexes):
        yield has_room.clause.id


def _is_crowded(character: Character, others: Sequence[Character]) -> bool:
    """Tell whether there is no room in a hex because the small ones are too many for it."""
    return not has_room(character, others) and not fits_small((character, *others))


def _counted(character: Character, others: Iterable[Character]) -> list[Character]:
    """Give the others save the helpless opponents of a character."""
    return [other for other in others if other.is_friend_of(character) or not other.helpless]


def can_share(pieces: Iterable[Character]) -> bool:
    """Tell whether these may stand in one hex: whether they can have come in some order, each where it might stop.

    Whoever may stop with the others may do so with fewer of them, so that those who can have come last are left out
    until nobody is left: the small ones first, and of them the side whose helpless ones, which count for their friends
    alone, take up least.
    """
    together = list(pieces)
    larger = list(filterfalse(is_small, together))
    squeezed = [each for each in larger if is_tight(each.squeezed)]
    # Who is squeezed has come first, and nobody larger comes to someone conscious.
    if len(together) > 1 and (len(squeezed) > 1 or (len(larger) > 1 and any(not each.helpless for each in squeezed))):
        return False
    return _larger_can_share(larger) and (len(larger) == len(together) or _small_can_share(filter(is_small, together)))


def _small_can_share(small: Iterable[Character]) -> bool:
    conscious: Counter[object] = Counter()
    helpless: Counter[object] = Counter()
    for each in small:
        (helpless if each.helpless else conscious)[_side(each)] += share(each)
    left = conscious.total()
    for side in sorted(conscious.keys() | helpless.keys(), key=helpless.__getitem__):
        if left + helpless[side] > WHOLE_HEX:
            return False
        left -= conscious[side]
    return True


def _larger_can_share(larger: Iterable[Character]) -> bool:
    """Tell whether there is one conscious one at most, and no two of one side otherwise."""
    sides = [(each.helpless, _side(each)) for each in larger]
    is_one_conscious = sum(not helpless for helpless, _ in sides) <= 1
    return is_one_conscious and len({side for _, side in sides}) == len(sides)


def _side(character: Character) -> object:
    """Give the side of a character, of one without a side itself."""
    return (character.name,) if character.side is None else character.side
