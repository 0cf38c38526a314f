"""Sections 6.1 and 7: what is found about an attack, its roll and its odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from sightline.i18n import Term
from sightline.lattice import Cell, ContactType, contacts
from sightline.rules import (
    Attack,
    Clause,
    Dice,
    Finding,
    Message,
    Odds,
    Rolled,
    Ruling,
    Site,
    Step,
    odds_of,
    rule,
)
from sightline.sight import find_sighting, sighting_of
from sightline.systems.hero5.concealment import DEGREES, Concealed, all_lines, is_melee
from sightline.systems.hero5.dice3d6 import DIE, HIGHEST, LOWEST, NUMBER_OF_DICE, chance_of, is_success
from sightline.systems.hero5.opportunity import gives_up
from sightline.systems.hero5.pieces import Character
from sightline.systems.hero5.sight_plan import (
    FARTHEST_FROM_LOW,
    HALF,
    LOW_MASKS,
    MELEE_WALL,
    MOSTLY,
    TOTAL,
    low_conceals,
    what_blocks,
)
from sightline.systems.hero5.sizes import reach, reach_clause
from sightline.systems.hero5.squeezing import SQUEEZED_DCV, SQUEEZED_OCV, contorted_cores, is_narrow

RANGE_MODIFIERS = Ruling(
    "range-modifiers",
    "Does distance lower the OCV of ranged attacks, by the table of the core game?",
    ("none", "table"),
)

_BASE = 11
_NEAR, _A_DOUBLING = 4, -2


class RollAtMost(Struct, frozen=True):
    """What three dice may show at most to hit; it may lie outside of what they can show."""

    roll_at_most: int


@rule(
    Clause(
        "HERO-6.1",
        "What concealment does",
        "Half concealed is +2 DCV, mostly concealed +4; who is totally concealed cannot be attacked. What a target has "
        "of its own is the least from every side, and plays no part when a corner is picked.",
        "Concealment",
    ),
    off=0,
)
def concealment_bonus(degree: int) -> int | None:
    """Give what a degree of concealment adds to DCV, None where there is no attack."""
    return {HALF: 2, MOSTLY: 4, TOTAL: None}.get(degree, 0)


def concealment(attack: Attack[Character]) -> Iterator[Finding]:
    """Find what conceals the target, and what comes of it."""
    seen, clause, target = concealed(attack), concealment_bonus.clause, attack.target.name
    bonus, is_own = concealment_bonus(seen.degree), seen.degree > seen.found
    degree = f"own-{DEGREES[seen.degree]}" if is_own else DEGREES[seen.degree]
    if bonus is None:
        yield attack.forbids(clause, degree, target=target)
    else:
        yield from attack.modifies(clause, "dcv", bonus, degree, target=target)
    if seen.found == TOTAL:
        yield from _blockers(attack)
    else:
        yield from _covers(attack)
        yield from _low_ones(attack)


def concealed(attack: Attack[Character]) -> Concealed:
    """Give what the attacker sees of the target."""
    assert isinstance(attack.view, Concealed)
    return attack.view


def _blockers(attack: Attack[Character]) -> Iterator[Finding]:
    """Find everything that blocks a line between the two, where all of them are blocked."""
    found: dict[tuple[Site, ...], str] = {}
    for reason in find_sighting(
        attack.position.plan(all_lines), attack.position, attack.attacker, attack.target
    ).reasons:
        found.setdefault(tuple(site for site, _ in reason.sites), reason.sites[0][1])
    for sites, kind in found.items():
        yield attack.blocks(what_blocks.clause, "blocks", sites, terrain=Term(kind), place=_places(attack, sites))


def _covers(attack: Attack[Character]) -> Iterator[Finding]:
    """Find everything that conceals the target on the lines that were drawn, each once."""
    found: dict[tuple[Clause, tuple[tuple[Site, str], ...]], int] = {}
    for reason in sighting_of(attack).reasons:
        key = reason.clause, reason.sites
        found[key] = max(reason.degree, found.get(key, 0))
    for (clause, named), degree in found.items():
        sites = [site for site, _ in named]
        what = ", ".join(dict.fromkeys(word for _, word in named))
        message, told = f"conceals-{DEGREES[degree]}", what if what in attack.position.pieces else Term(what)
        yield attack.impedes(clause, message, sites, what=told, target=attack.target.name, place=_places(attack, sites))


def _places(attack: Attack[Character], sites: Iterable[Site]) -> str:
    return ", ".join(map(attack.position.label, sites))


def _low_ones(attack: Attack[Character]) -> Iterator[Finding]:
    """Find of each low obstacle that lines meet why it conceals or why not."""
    apart = attack.position.board.grid.distance
    ends = attack.attacker.cells, attack.target.cells
    for site, kind in _met_low(attack).items():
        near = (site,) if isinstance(site, Cell) else site
        of_attacker, of_target = (min(apart(cell, own) for cell in near for own in cells) for cells in ends)
        message = "low-far" if of_target > FARTHEST_FROM_LOW else "low-near"
        if low_conceals(of_attacker, of_target):
            message = "low-conceals"
        yield attack.notes(
            low_conceals.clause,
            message,
            [site],
            terrain=Term(kind),
            place=attack.position.label(site),
            attacker=attack.attacker.name,
            target=attack.target.name,
            hexes=FARTHEST_FROM_LOW,
        )


def _met_low(attack: Attack[Character]) -> Mapping[Site, str]:
    """Give the low obstacles that lines cross, or run along where they are on borders, with the word for each."""
    position, board = attack.position, attack.position.board
    low = {site: word for masks in LOW_MASKS.values() for mask in masks for site, word in position.mask(mask).items()}
    found: dict[Site, str] = {}
    if not low:
        return found
    is_adjacent = is_melee(attack.weapon) and concealed(attack).corner is None
    passed = (
        (ContactType.CROSSES_BORDER, ContactType.ALONG)
        if is_adjacent
        else (ContactType.CROSSES, ContactType.CROSSES_BORDER, ContactType.ALONG)
    )
    for line in sighting_of(attack).lines:
        for contact in contacts(board.grid, line.start, line.stop):
            if contact.kind in passed:
                site = contact.cells[0] if len(contact.cells) == 1 else board.border(*contact.cells)
                if site in low:
                    found[site] = low[site]
    own = {*attack.attacker.cells, *attack.target.cells}
    if is_adjacent and found and attack.position.rulings[MELEE_WALL.name] == "shared-side":
        return {site: word for site, word in found.items() if _is_shared(attack, site)}
    return {site: word for site, word in found.items() if site not in own}


def _is_shared(attack: Attack[Character], border: Site) -> bool:
    """Tell whether a border lies between a hex of the attacker and one of the target."""
    return any(cell in border for cell in attack.attacker.cells) and any(cell in border for cell in attack.target.cells)


@rule(
    Clause(
        "HERO-7.1",
        "The attack roll",
        "Three dice of 11 plus OCV less DCV or lower hit. A 3 always hits, an 18 always misses.",
        "The core game",
    ),
    off=(),
)
def own_values(attack: Attack[Character]) -> Iterator[Finding]:
    """Find the OCV of the attacker and the DCV of the target."""
    attacker, target = attack.attacker, attack.target
    yield from attack.modifies(own_values.clause, "ocv", attacker.ocv, "own-ocv", name=attacker.name)
    yield from attack.modifies(own_values.clause, "dcv", target.dcv, "own-dcv", name=target.name)


def squeezing(attack: Attack[Character]) -> Iterator[Finding]:
    """Find what squeezing and contorting do to the two."""
    attacker, target = attack.attacker, attack.target
    if attacker.squeezed == "contorted":
        yield attack.forbids(contorted_cores.clause, "contorted-attacker", name=attacker.name)
    elif attacker.squeezed == "squeezed":
        yield from attack.modifies(is_narrow.clause, "ocv", SQUEEZED_OCV, "squeezed", name=attacker.name)
    if target.squeezed == "contorted":
        yield from attack.modifies(contorted_cores.clause, "dcv", -target.dcv, "contorted-target", name=target.name)
    elif target.squeezed == "squeezed":
        yield from attack.modifies(is_narrow.clause, "dcv", SQUEEZED_DCV, "squeezed", name=target.name)


@rule(
    Clause(
        "HERO-7.2",
        "Range",
        "Ranged attacks may be ruled to lose OCV by distance: 2 from 5 hexes on, and 2 more for each doubling. A "
        "weapon with a range reaches no farther.",
        "The core game; weapons: ours",
    ),
    off=0,
)
def range_modifier(hexes: int) -> int:
    """Give what a distance in hexes changes of OCV."""
    modifier, reached = 0, _NEAR
    while reached < hexes:
        modifier, reached = modifier + _A_DOUBLING, 2 * reached
    return modifier


def distance(attack: Attack[Character]) -> Iterator[Finding]:
    """Find whether the target is too far away, and what the distance changes."""
    weapon, attacker = attack.weapon, attack.attacker
    if is_melee(weapon):
        reached = reach(attacker)
        if attack.cells > reached:
            clause = reach_clause(attacker)
            yield attack.forbids(clause, "beyond-reach", name=attacker.name, reach=reached, hexes=attack.cells)
        return
    clause = range_modifier.clause
    if weapon is not None and isinstance(weapon.range, int) and attack.cells > weapon.range:
        yield attack.forbids(clause, "beyond-range", weapon=weapon.name, range=weapon.range, hexes=attack.cells)
    modifier = range_modifier(attack.cells)
    if modifier and attack.position.rulings[RANGE_MODIFIERS.name] == "table":
        yield from attack.modifies(clause, "ocv", modifier, "range", hexes=attack.cells)


@rule(
    Clause("HERO-7.3", "Friends", "A friend is no target.", "Ours"),
    off=(),
)
def spares_friends(attack: Attack[Character]) -> Iterable[Finding]:
    """Find whether the target is a friend."""
    attacker, target = attack.attacker, attack.target
    if attacker.is_friend_of(target):
        clause, side = spares_friends.clause, target.side or ""
        yield attack.forbids(clause, "friend", attacker=attacker.name, target=target.name, side=side)


def helplessness(attack: Attack[Character]) -> Iterable[Finding]:
    """Find whether the attacker is helpless."""
    if attack.attacker.helpless:
        yield attack.forbids(gives_up.clause, "helpless", name=attack.attacker.name)


def to_roll(numbers: Mapping[str, int]) -> RollAtMost:
    """Give what three dice may show at most, from the sums of the findings."""
    return RollAtMost(_BASE + numbers.get("ocv", 0) - numbers.get("dcv", 0))


def roll_odds(needed: RollAtMost) -> Odds:
    """Give the odds of an attack roll."""
    return odds_of({Term("hit"): chance_of(needed.roll_at_most)})


def roll(attack: Attack[Character], needed: RollAtMost, dice: Dice) -> Rolled:
    """Throw the three dice of an attack; a hit deals the damage of the weapon."""
    thrown = tuple(dice.throw(DIE) for _ in range(NUMBER_OF_DICE))
    total, clause = sum(thrown), own_values.clause
    is_hit = is_success(total, needed.roll_at_most)
    damage = attack.weapon.damage if is_hit and attack.weapon else 0
    result = "hits" if is_hit else "misses"
    message = f"always-{result}" if total in (LOWEST, HIGHEST) else result
    steps = (
        Step(clause=clause, message=Message("rolled", {"dice": ", ".join(map(str, thrown)), "total": total})),
        Step(clause=clause, message=Message(message, {"total": total, "number": needed.roll_at_most})),
    )
    return Rolled(rolls=thrown, outcome="hit" if is_hit else "miss", damage=damage, steps=steps)
