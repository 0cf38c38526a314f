"""Clause 6.1 and section 7: the findings about an attack, its roll and its odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from sightline.board import Weapon
from sightline.i18n import Term, terrain_term
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
from sightline.systems.hero5.concealment import DEGREES, ConcealedSighting, all_lines_plan, is_melee
from sightline.systems.hero5.dice3d6 import DIE, MAX_TOTAL, MIN_TOTAL, NUMBER_OF_DICE, chance_of, is_success
from sightline.systems.hero5.fit import SQUEEZED_DCV, SQUEEZED_OCV, contorted_cores, is_narrow
from sightline.systems.hero5.opportunity import hexes_given_up
from sightline.systems.hero5.pieces import HeroCharacter
from sightline.systems.hero5.sight_plan import (
    HALF,
    LOW_MASKS,
    MAX_LOW_DISTANCE,
    MELEE_WALL,
    MOSTLY,
    TOTAL,
    blocking_readings,
    low_conceals,
)
from sightline.systems.hero5.sizes import reach, reach_clause
from sightline.systems.hero5.terrain import TERRAIN_ADJECTIVES

RANGE_MODIFIERS = Ruling(
    "range-modifiers",
    "Do ranged attacks lose OCV with distance, by the table of the core game?",
    ("none", "table"),
)

_BASE_NUMBER = 11
_MAX_UNMODIFIED_RANGE, _MODIFIER_PER_DOUBLING = 4, -2


class RollAtMost(Struct, frozen=True):
    """The highest total of three dice that hits; it may be outside 3 to 18."""

    roll_at_most: int


@rule(
    Clause(
        "HERO-6.1",
        "What concealment does",
        "A half concealed target has +2 DCV, a mostly concealed one +4; a totally concealed one cannot be "
        "attacked. Concealment that a target has of its own is the least it has from every side, and plays no part "
        "in picking a corner.",
        "Concealment",
    ),
    off=0,
)
def concealment_bonus(degree: int) -> int | None:
    """Return the DCV modifier of a degree of concealment, None if it forbids the attack."""
    return {HALF: 2, MOSTLY: 4, TOTAL: None}.get(degree, 0)


def concealment(attack: Attack[HeroCharacter]) -> Iterator[Finding]:
    """Yield the DCV modifier of the target's concealment or the refusal, and what conceals it totally."""
    view, clause, target = view_of(attack), concealment_bonus.clause, attack.target.name
    bonus, is_own = concealment_bonus(view.degree), view.degree > view.board_degree
    degree = f"own-{DEGREES[view.degree]}" if is_own else DEGREES[view.degree]
    if bonus is None:
        yield attack.forbids(clause, degree, target=target)
    else:
        yield from attack.modifies(clause, "dcv", bonus, degree, target=target)
    if view.board_degree == TOTAL:
        yield from _blocker_findings(attack)


def causes_of_concealment(attack: Attack[HeroCharacter]) -> Iterator[Finding]:
    """Yield what conceals a part of the target, and for each low obstacle on the lines why it does or does not."""
    if view_of(attack).board_degree != TOTAL:
        yield from _cover_findings(attack)
        yield from _low_obstacle_findings(attack)


def view_of(attack: Attack[HeroCharacter]) -> ConcealedSighting:
    """Return the attacker's view of the target."""
    assert isinstance(attack.view, ConcealedSighting)
    return attack.view


def _blocker_findings(attack: Attack[HeroCharacter]) -> Iterator[Finding]:
    """Yield everything that blocks a line between attacker and target, all of which are blocked."""
    found: dict[tuple[Site, ...], str] = {}
    plan = attack.position.plan(all_lines_plan)
    for reason in find_sighting(plan, attack.position, attack.attacker, attack.target).reasons:
        found.setdefault(tuple(site for site, _ in reason.sites), reason.sites[0][1])
    for sites, kind in found.items():
        yield attack.blocks(
            blocking_readings.clause, "blocks", sites, terrain=_term(kind), place=_site_labels(attack, sites)
        )


def _cover_findings(attack: Attack[HeroCharacter]) -> Iterator[Finding]:
    """Yield everything that conceals the target on the lines drawn, each once."""
    found: dict[tuple[Clause, tuple[tuple[Site, str], ...]], int] = {}
    for reason in sighting_of(attack).reasons:
        key = reason.clause, reason.sites
        found[key] = max(reason.degree, found.get(key, 0))
    for (clause, named), degree in found.items():
        sites = tuple(dict.fromkeys(site for site, _ in named))  # a hex can have both terrain and a character
        what = ", ".join(dict.fromkeys(word for _, word in named))
        message, obstacle = f"conceals-{DEGREES[degree]}", what if what in attack.position.pieces else _term(what)
        yield attack.impedes(
            clause, message, sites, what=obstacle, target=attack.target.name, place=_site_labels(attack, sites)
        )


def _term(kinds: str) -> Term:
    return terrain_term(kinds, TERRAIN_ADJECTIVES)


def _site_labels(attack: Attack[HeroCharacter], sites: Iterable[Site]) -> str:
    return ", ".join(map(attack.position.label, sites))


def _low_obstacle_findings(attack: Attack[HeroCharacter]) -> Iterator[Finding]:
    """Yield for each low obstacle on the lines why it conceals or does not."""
    distance_between = attack.position.board.grid.distance
    ends = attack.attacker.cells, attack.target.cells
    for site, kind in _low_obstacles_met(attack).items():
        near = (site,) if isinstance(site, Cell) else site
        of_attacker, of_target = (min(distance_between(cell, own) for cell in near for own in cells) for cells in ends)
        message = "low-far" if of_target > MAX_LOW_DISTANCE else "low-near"
        if low_conceals(of_attacker, of_target):
            message = "low-conceals"
        yield attack.notes(
            low_conceals.clause,
            message,
            [site],
            terrain=_term(kind),
            place=attack.position.label(site),
            attacker=attack.attacker.name,
            target=attack.target.name,
            hexes=MAX_LOW_DISTANCE,
        )


def _low_obstacles_met(attack: Attack[HeroCharacter]) -> Mapping[Site, str]:
    """Return the low obstacles that lines cross, or run along if they are on borders, each with its kind."""
    position, board = attack.position, attack.position.board
    low = {site: word for masks in LOW_MASKS.values() for mask in masks for site, word in position.mask(mask).items()}
    found: dict[Site, str] = {}
    if not low:
        return found
    adjacent = view_of(attack).adjacent
    passed = (
        (ContactType.CROSSES_BORDER, ContactType.ALONG)
        if adjacent
        else (ContactType.CROSSES, ContactType.CROSSES_BORDER, ContactType.ALONG)
    )
    for line in sighting_of(attack).lines:
        for contact in contacts(board.grid, line.start, line.stop):
            if contact.kind in passed:
                site = contact.cells[0] if len(contact.cells) == 1 else board.border(*contact.cells)
                if site in low:
                    found[site] = low[site]
    if adjacent and found and position.rulings[MELEE_WALL.name] == "shared-side":
        shared = board.border(*adjacent)
        return {site: word for site, word in found.items() if site == shared}
    own = {*attack.attacker.cells, *attack.target.cells}
    return {site: word for site, word in found.items() if site not in own}


@rule(
    Clause(
        "HERO-7.1",
        "The attack roll",
        "Three dice that total 11 plus OCV minus DCV or less hit. A 3 always hits and an 18 always misses.",
        "The core game",
    ),
    off=(),
)
def own_values(attack: Attack[HeroCharacter]) -> Iterator[Finding]:
    """Yield the OCV of the attacker and the DCV of the target."""
    attacker, target = attack.attacker, attack.target
    yield from attack.modifies(own_values.clause, "ocv", attacker.ocv, "own-ocv", name=attacker.name)
    yield from attack.modifies(own_values.clause, "dcv", target.dcv, "own-dcv", name=target.name)


def squeezing(attack: Attack[HeroCharacter]) -> Iterator[Finding]:
    """Yield the effects of squeezing and contorting on attacker and target."""
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
        "A weapon cannot reach beyond its range. If so ruled, ranged attacks lose OCV with distance: 2 from 5 "
        "hexes on, and 2 more at each doubling.",
        "The core game; weapons: ours",
    ),
    off=0,
)
def range_modifier(hexes: int) -> int:
    """Return the OCV modifier of a distance in hexes."""
    modifier, reached = 0, _MAX_UNMODIFIED_RANGE
    while reached < hexes:
        modifier, reached = modifier + _MODIFIER_PER_DOUBLING, 2 * reached
    return modifier


def distance(attack: Attack[HeroCharacter]) -> Iterator[Finding]:
    """Yield a refusal if the target is too far away, else the modifier of the distance."""
    reached = reach_of(attack.attacker, attack.weapon)
    if reached is not None and attack.cells > reached:
        yield _beyond(attack, reached)
    if is_melee(attack.weapon):
        return
    clause = range_modifier.clause
    modifier = range_modifier(attack.cells)
    if modifier and attack.position.rulings[RANGE_MODIFIERS.name] == "table":
        yield from attack.modifies(clause, "ocv", modifier, "range", hexes=attack.cells)


def _beyond(attack: Attack[HeroCharacter], reached: int) -> Finding:
    weapon, attacker, hexes = attack.weapon, attack.attacker, attack.cells
    if weapon is None or is_melee(weapon):
        return attack.forbids(reach_clause(attacker), "beyond-reach", name=attacker.name, reach=reached, hexes=hexes)
    return attack.forbids(range_modifier.clause, "beyond-range", weapon=weapon.name, range=reached, hexes=hexes)


def reach_of(attacker: HeroCharacter, weapon: Weapon | None) -> int | None:
    """Return the greatest distance at which a character can attack with a weapon, None without a limit."""
    if is_melee(weapon):
        return reach(attacker)
    return weapon.range if weapon is not None and isinstance(weapon.range, int) else None


@rule(
    Clause("HERO-7.3", "Friends", "A friend cannot be targeted.", "Ours"),
    off=(),
)
def check_friend(attack: Attack[HeroCharacter]) -> Iterable[Finding]:
    """Yield a refusal if the target is of the attacker's side."""
    attacker, target = attack.attacker, attack.target
    if attacker.is_friend_of(target):
        clause, side = check_friend.clause, target.side or ""
        yield attack.forbids(clause, "friend", attacker=attacker.name, target=target.name, side=side)


def check_helpless(attack: Attack[HeroCharacter]) -> Iterable[Finding]:
    """Yield a refusal if the attacker is helpless."""
    if attack.attacker.helpless:
        yield attack.forbids(hexes_given_up.clause, "helpless", name=attack.attacker.name)


def required_roll(numbers: Mapping[str, int]) -> RollAtMost:
    """Return the highest total that hits, from the sums of the findings."""
    return RollAtMost(_BASE_NUMBER + numbers.get("ocv", 0) - numbers.get("dcv", 0))


def roll_odds(required: RollAtMost) -> Odds:
    """Return the odds of an attack roll."""
    return odds_of({Term("hit"): chance_of(required.roll_at_most)})


def roll(attack: Attack[HeroCharacter], required: RollAtMost, dice: Dice) -> Rolled:
    """Roll the three dice of an attack; a hit deals the damage of the weapon."""
    thrown = tuple(dice.throw(DIE) for _ in range(NUMBER_OF_DICE))
    total, clause = sum(thrown), own_values.clause
    is_hit = is_success(total, required.roll_at_most)
    damage = attack.weapon.damage if is_hit and attack.weapon else 0
    result = "hits" if is_hit else "misses"
    message = f"always-{result}" if total in (MIN_TOTAL, MAX_TOTAL) else result
    steps = (
        Step(clause=clause, message=Message("rolled", {"dice": ", ".join(map(str, thrown)), "total": total})),
        Step(clause=clause, message=Message(message, {"total": total, "number": required.roll_at_most})),
    )
    return Rolled(rolls=thrown, outcome="hit" if is_hit else "miss", damage=damage, steps=steps)
