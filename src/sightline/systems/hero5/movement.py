"""Section 4 and the search: where a character can move to, by which ways, and what befalls it on them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count, pairwise

from msgspec import Struct

from sightline.board import Piece
from sightline.rules import Clause, Place, Position, find_cheapest_paths, rule
from sightline.systems.hero5.dice3d6 import chance_of
from sightline.systems.hero5.footprint import Spot
from sightline.systems.hero5.move_kinds import HeroMove
from sightline.systems.hero5.moving_through import enters_freely
from sightline.systems.hero5.opportunity import Opponents, gives_up
from sightline.systems.hero5.pieces import Character, Squeezed, character_of
from sightline.systems.hero5.step_cost import Footing, Mover, Step

_ROLLS = 1 << 20
"""More rolls than any way needs: a way is weighed by its cost, then by its rolls, in one number."""


class SkillRoll(Struct, frozen=True, rename={"else_": "else"}):
    """A roll of three dice that a way needs: before which place, what they may show at most, where a failure ends."""

    skill: str
    clause: str
    before: str
    roll_at_most: int
    chance: Fraction
    else_: str


class HeroPlace(Place, frozen=True, kw_only=True):
    """A place that a character can move to or through: whether it is squeezed there, and the rolls on the way."""

    squeezed: Squeezed
    rolls: tuple[SkillRoll, ...]


@dataclass(frozen=True, slots=True)
class Trail:
    """A way as far as some place: every place of it, the start first, the rolls, and whom it provokes.

    `steps` counts those that change hexes. `left` are those who threaten hexes given up on it, who are provoked only by
    more than one step, `entered` those into whose hexes it leads.
    """

    spots: tuple[Spot, ...]
    cost: int = 0
    rolls: tuple[SkillRoll, ...] = ()
    steps: int = 0
    left: frozenset[str] = frozenset()
    entered: frozenset[str] = frozenset()

    @property
    def threatened(self) -> frozenset[str]:
        """Whom a move provokes that goes on from here."""
        return self.entered | self.left

    @property
    def provoked(self) -> frozenset[str]:
        """Whom a move that ends here provokes."""
        return self.threatened if self.steps > 1 else self.entered


@rule(
    Clause(
        "HERO-4.1",
        "Falling back",
        "A move that ends where it may not stop falls back to the nearest place where it may, or to its start: nearest "
        "in steps that change hexes, each back along its way or needing no roll, whatever they cost. Of several the "
        "latest on its way counts, then the first by name. It costs and provokes nothing.",
        "Tactical Movement; Special Movement Rules",
    ),
    off=None,
)
def falls_back_to(mover: Mover, spots: Sequence[Spot]) -> Spot | None:
    """Give the place where a move ends that breaks off at the last of these places."""
    back = {spot: before for before, spot in pairwise(spots)}
    far: dict[Spot, int] = {}
    waiting = deque([(0, spots[-1])])
    nearest: list[Spot] = []
    least = None
    while waiting:
        steps, spot = waiting.popleft()
        if spot in far or (least is not None and steps > least):
            continue
        far[spot] = steps
        if mover.may_stop(spot):
            nearest.append(spot)
            least = steps
        for to, is_free in _ways_back(mover, spot, back):
            waiting.appendleft((steps, to)) if is_free else waiting.append((steps + 1, to))
    on_way = {spot: number for number, spot in enumerate(spots)}
    return min(nearest, key=lambda spot: (-on_way.get(spot, -1), mover.footings.name(spot)))


def _ways_back(mover: Mover, spot: Spot, back: Mapping[Spot, Spot]) -> Iterator[tuple[Spot, bool]]:
    """Yield where one can fall back to from a place by one step, and whether that is free."""
    if spot in back:
        yield back[spot], _are_same(mover.footings.at(spot), mover.footings.at(back[spot]))
    for to, step in mover.steps(spot):
        if not step.rolls:
            yield to, step.cost == 0


def _are_same(one: Footing | None, other: Footing | None) -> bool:
    return one is not None and other is not None and one.cells == other.cells


@rule(
    Clause(
        "HERO-4.2",
        "One hex, whatever it costs",
        "Whatever hampers it, a character can move one hex as a full-round action, to a place where it may stop, but "
        "not into impassable terrain, nor when it is helpless or its movement is 0. That move provokes.",
        "Special Movement Rules",
    ),
    off=False,
)
def can_always_step(character: Character) -> bool:
    """Tell whether a character can move one hex whatever hampers it."""
    return character.movement > 0 and not character.helpless


def places(position: Position, piece: Piece, manner: HeroMove) -> Mapping[str, HeroPlace]:
    """Give every place that a character can move to or through, its own first."""
    search = _Search(position, character_of(piece), manner)
    return search.places()


class _Search:
    def __init__(self, position: Position, character: Character, manner: HeroMove) -> None:
        self.position = position
        self.character = character
        self.mover = Mover(position, character, manner)
        self.opponents = Opponents(position, character)

    def places(self) -> Mapping[str, HeroPlace]:
        own = Trail((self.mover.start,))
        if self.character.helpless:
            return {self.mover.footings.name(self.mover.start): self._place(own)}
        trails = self._frugal() if self.mover.manner.fewest_attacks else self._cheapest()
        found = {self.mover.footings.name(spot): self._place(trail) for spot, trail in trails.items()}
        if can_always_step(self.character):
            for spot, trail in self._single_steps(trails).items():
                found[self.mover.footings.name(spot)] = self._place(trail, can_always_step.clause.id)
        return found

    def _cheapest(self) -> dict[Spot, Trail]:
        """Give the cheapest way to each place within the movement."""
        character, manner = self.character, self.mover.manner
        trails = {self.mover.start: Trail((self.mover.start,))}
        ways = self.position.cached(
            ("ways", character, manner), lambda at: _cheapest_ways(Mover(at, character, manner))
        )
        for spot, path in ways.items():
            if path:
                trails[spot] = self._go_on(trails[path[-2] if len(path) > 1 else self.mover.start], spot)
        return trails

    def _frugal(self) -> dict[Spot, Trail]:
        """Give the way to each place within the movement that provokes fewest, then costs least, then has fewest rolls.

        Of each place all ways are kept to go on from of which none is better in what it costs and whom it provokes.
        """
        first = Trail((self.mover.start,))
        best, kept = {self.mover.start: first}, dict[Spot, list[Trail]]()
        waiting, order = [(0, 0, 0, first)], count(1)
        while waiting:
            _, weight, _, trail = heappop(waiting)
            spot, known = trail.spots[-1], kept.setdefault(trail.spots[-1], [])
            if any(_weight(other) <= weight and _provokes_no_more(other, trail) for other in known):
                continue
            known.append(trail)
            for to, step in self.mover.steps(spot):
                if trail.cost + step.cost <= self.character.movement and to not in trail.spots:
                    on = self._go_on(trail, to)
                    if to not in best or _frugality(on) < _frugality(best[to]):
                        best[to] = on
                    heappush(waiting, (len(on.threatened), _weight(on), next(order), on))
        return best

    def _single_steps(self, trails: Mapping[Spot, Trail]) -> Mapping[Spot, Trail]:
        """Give the ways of one step that only HERO-4.2 opens, the cheapest to each place."""
        found: dict[Spot, Trail] = {}
        for trail in (trail for trail in trails.values() if not trail.steps):
            for to, step in self.mover.steps(trail.spots[-1]):
                is_beyond = trail.cost + step.cost > self.character.movement
                if is_beyond and to not in trails and self.mover.may_stop(to):
                    on = self._go_on(trail, to)
                    if to not in found or _weight(on) < _weight(found[to]):
                        found[to] = replace(on, entered=on.threatened)
        return found

    def _go_on(self, trail: Trail, to: Spot) -> Trail:
        """Give a way with one more step."""
        spot = trail.spots[-1]
        step, before, after = self.mover.step(spot, to), self.mover.footings.at(spot), self.mover.footings.at(to)
        assert step is not None
        assert before is not None
        assert after is not None
        is_free = after.cells == before.cells
        return Trail(
            (*trail.spots, to),
            trail.cost + step.cost,
            (*trail.rolls, *self._rolls(trail, to, step)) if step.rolls else trail.rolls,
            trail.steps + (not is_free),
            trail.left if is_free else trail.left | self._provoked_by_leaving(trail.left, before, after),
            trail.entered | self._provoked_by_entering(before, after),
        )

    def _rolls(self, trail: Trail, to: Spot, step: Step) -> Iterator[SkillRoll]:
        ends_at = falls_back_to(self.mover, trail.spots)
        for skill, clause in step.rolls:
            number = getattr(self.character, skill)
            yield SkillRoll(
                skill=skill,
                clause=clause.id,
                before=self.mover.footings.name(to),
                roll_at_most=number,
                chance=chance_of(number),
                else_=self.mover.footings.name(trail.spots[-1] if ends_at is None else ends_at),
            )

    def _provoked_by_leaving(self, known: frozenset[str], before: Footing, after: Footing) -> frozenset[str]:
        """Give those who can attack because a step gives up hexes that they threaten, and are not known yet."""
        threatening = set(self.opponents.threatening(gives_up(before.cells, after.cells))) - known
        return self._able(threatening, before)

    def _provoked_by_entering(self, before: Footing, after: Footing) -> frozenset[str]:
        """Give those who can attack because a small character enters their hexes."""
        if not (after.met and enters_freely(self.character)):
            return frozenset()
        entered = after.cells - before.cells
        holding = {other.name for other in after.met if not entered.isdisjoint(other.cells)}
        return self._able(holding & self.opponents.able.keys(), before)

    def _able(self, names: Iterable[str], before: Footing) -> frozenset[str]:
        """Give those of some opponents who can attack in the place that is being left."""
        passed = frozenset(other.name for other in before.met if other.is_friend_of(self.character))
        return frozenset(name for name in names if self.opponents.attacks(name, before.cells, passed))

    def _place(self, trail: Trail, *more: str) -> HeroPlace:
        mover, spot = self.mover, trail.spots[-1]
        footing = mover.footings.at(spot)
        assert footing is not None
        stops = () if spot == mover.start else mover.footings.stops(spot)
        return HeroPlace(
            cost=trail.cost,
            path=tuple(map(mover.footings.name, trail.spots[1:])),
            may_stop=not stops,
            stops=(*stops, *more),
            provokes=tuple(name for name in self.opponents.able if name in trail.provoked),
            squeezed=footing.squeezed,
            rolls=trail.rolls,
        )


def _cheapest_ways(mover: Mover) -> Mapping[Spot, tuple[Spot, ...]]:
    """Give the cheapest way to each place within the movement, of equally cheap ones one of the fewest rolls."""

    def steps(spot: Spot) -> Iterator[tuple[Spot, int]]:
        for to, step in mover.steps(spot):
            yield to, step.cost * _ROLLS + len(step.rolls)

    ways = find_cheapest_paths(mover.start, steps, (mover.character.movement + 1) * _ROLLS - 1)
    return {spot: way.path for spot, way in ways.items()}


def _weight(trail: Trail) -> int:
    return trail.cost * _ROLLS + len(trail.rolls)


def _provokes_no_more(one: Trail, other: Trail) -> bool:
    """Tell whether a way provokes no more than another wherever both go on."""
    # A single step provokes nobody as long as only free ones follow.
    return one.threatened <= (other.provoked if one.steps > 1 else other.threatened)


def _frugality(trail: Trail) -> tuple[int, int]:
    return len(trail.provoked), _weight(trail)
