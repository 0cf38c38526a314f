"""Section 4 and the search: the places that a character can move to, with the cost, rolls and attacks of each path."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count, pairwise

from msgspec import Struct

from sightline.board import Piece
from sightline.deadline import check_limit
from sightline.i18n import N_
from sightline.rules import Clause, Place, Position, find_cheapest_paths, rule
from sightline.systems.hero5.dice3d6 import chance_of
from sightline.systems.hero5.footprint import Middle
from sightline.systems.hero5.move_kinds import HeroMove
from sightline.systems.hero5.moving_through import enters_freely
from sightline.systems.hero5.opportunity import Opponents, hexes_given_up
from sightline.systems.hero5.pieces import HeroCharacter, Squeezed, character_of
from sightline.systems.hero5.step_cost import Footing, Mover, StepCost
from sightline.too_much import MAX_PATHS_COMPARED, check_amount

_MAX_ROLLS = 1 << 20
"""More than the rolls of any path: cost and rolls are compared as one number, cost * `_MAX_ROLLS` + rolls."""


_TOO_MANY_PATHS = N_(
    "more than {most} paths differ in whom they provoke: ask for the cheapest ones, or use a smaller movement"
)


class SkillRoll(Struct, frozen=True, rename={"else_": "else"}):
    """A roll of three dice before a place of a path: the highest total that succeeds, and the place after a failure."""

    skill: str
    clause: str
    before: str
    roll_at_most: int
    chance: Fraction
    else_: str


class HeroPlace(Place, frozen=True, kw_only=True):
    """A place that a character can move to or through: whether it is squeezed there, and the rolls on the path."""

    squeezed: Squeezed
    rolls: tuple[SkillRoll, ...]


@dataclass(frozen=True, slots=True)
class MovePath:
    """A path, or the beginning of one.

    - `middles` are all its places, the start first.
    - `steps` is the number of steps that change hexes.
    - `left` names the opponents who threaten hexes given up on it; they are only provoked by more than one step.
    - `entered` names the opponents whose hexes it enters.
    """

    middles: tuple[Middle, ...]
    cost: int = 0
    rolls: tuple[SkillRoll, ...] = ()
    steps: int = 0
    left: frozenset[str] = frozenset()
    entered: frozenset[str] = frozenset()

    @property
    def threatened(self) -> frozenset[str]:
        """The opponents provoked by a move that continues from here."""
        return self.entered | self.left

    @property
    def provoked(self) -> frozenset[str]:
        """The opponents provoked by a move that ends here."""
        return self.threatened if self.steps > 1 else self.entered


@rule(
    Clause(
        "HERO-4.1",
        "Falling back",
        "A move that ends where the character may not stop falls back to the nearest place where it may, or to its "
        "start. Distance is counted in steps that change hexes, each of which goes back along the path or needs no "
        "roll, whatever it costs. Of several such places the latest on the path is taken, then the first by name. "
        "Falling back costs nothing and provokes nobody.",
        "Tactical Movement; Special Movement Rules",
    ),
    off=None,
)
def find_fallback(mover: Mover, middles: Sequence[Middle]) -> Middle | None:
    """Return the place where a move ends if it fails at the last of these places, by breadth-first search."""
    back = {middle: before for before, middle in pairwise(middles)}
    visited: set[Middle] = set()
    waiting = deque([(0, middles[-1])])
    nearest: list[Middle] = []
    least = None
    while waiting:
        check_limit()
        steps, middle = waiting.popleft()
        if middle in visited or (least is not None and steps > least):
            continue
        visited.add(middle)
        if mover.may_stop(middle):
            nearest.append(middle)
            least = steps
        for to, is_free in _steps_back(mover, middle, back):
            waiting.appendleft((steps, to)) if is_free else waiting.append((steps + 1, to))
    on_path = {middle: number for number, middle in enumerate(middles)}
    return min(nearest, key=lambda middle: (-on_path.get(middle, -1), mover.footings.name(middle)))


def _steps_back(mover: Mover, middle: Middle, back: Mapping[Middle, Middle]) -> Iterator[tuple[Middle, bool]]:
    """Yield the places to which a character can fall back by one step, and whether that step is free."""
    if middle in back:
        yield back[middle], _are_same(mover.footings.at(middle), mover.footings.at(back[middle]))
    for to, step in mover.steps(middle):
        if not step.rolls:
            yield to, step.cost == 0


def _are_same(one: Footing | None, other: Footing | None) -> bool:
    return one is not None and other is not None and one.cells == other.cells


@rule(
    Clause(
        "HERO-4.2",
        "One hex, whatever it costs",
        "Whatever the penalties, a character can move one hex as a full-round action, to a place where it may "
        "stop. It cannot move into impassable terrain, nor if it is helpless or has a movement of 0. This move "
        "provokes.",
        "Special Movement Rules",
    ),
    off=False,
)
def can_always_step(character: HeroCharacter) -> bool:
    """Return whether a character can always move one hex, at any cost."""
    return character.movement > 0 and not character.helpless


def places(position: Position, piece: Piece, options: HeroMove) -> Mapping[str, HeroPlace]:
    """Return, by label, every place that a character can move to or through, its own first."""
    return _MoveSearch(position, character_of(piece), options).places()


class _MoveSearch:
    def __init__(self, position: Position, character: HeroCharacter, options: HeroMove) -> None:
        self.position = position
        self.character = character
        self.mover = Mover(position, character, options)
        self.opponents = Opponents(position, character)

    def places(self) -> Mapping[str, HeroPlace]:
        own = MovePath((self.mover.start,))
        if self.character.helpless:
            return {self.mover.footings.name(self.mover.start): self._place(own)}
        paths = self._fewest_attacks() if self.mover.options.fewest_attacks else self._cheapest()
        found = {self.mover.footings.name(middle): self._place(path) for middle, path in paths.items()}
        if can_always_step(self.character):
            for middle, path in self._single_steps(paths).items():
                found[self.mover.footings.name(middle)] = self._place(path, can_always_step.clause.id)
        return found

    def _cheapest(self) -> dict[Middle, MovePath]:
        """Return the cheapest path to each place within the movement."""
        character, options = self.character, self.mover.options
        paths = {self.mover.start: MovePath((self.mover.start,))}
        entered = self.position.cached(
            ("cheapest paths", character, options), lambda at: _find_cheapest_paths(Mover(at, character, options))
        )
        for middle, middles in entered.items():
            if middles:
                paths[middle] = self._extend(paths[middles[-2] if len(middles) > 1 else self.mover.start], middle)
        return paths

    def _fewest_attacks(self) -> dict[Middle, MovePath]:
        """Return the path to each place with the fewest provoked opponents, then least cost, then fewest rolls.

        A multi-criteria search: for each place, all Pareto-optimal paths are extended, those that no other path
        dominates by cost and provoked opponents. Raise `TooMuch` if there are too many.
        """
        first = MovePath((self.mover.start,))
        best, undominated = {self.mover.start: first}, dict[Middle, list[MovePath]]()
        waiting, order, compared = [(0, 0, 0, first)], count(1), 0
        while waiting:
            check_limit()
            _, cost, _, path = heappop(waiting)
            middle, known = path.middles[-1], undominated.setdefault(path.middles[-1], [])
            if any(_cost_and_rolls(other) <= cost and _provokes_no_more(other, path) for other in known):
                continue
            known.append(path)
            compared += 1
            check_amount(compared, MAX_PATHS_COMPARED, "from", _TOO_MANY_PATHS)
            for to, step in self.mover.steps(middle):
                if path.cost + step.cost <= self.character.movement and to not in path.middles:
                    longer = self._extend(path, to)
                    if to not in best or _attacks_then_cost(longer) < _attacks_then_cost(best[to]):
                        best[to] = longer
                    heappush(waiting, (len(longer.threatened), _cost_and_rolls(longer), next(order), longer))
        return best

    def _single_steps(self, paths: Mapping[Middle, MovePath]) -> Mapping[Middle, MovePath]:
        """Return the one-step paths that only HERO-4.2 allows, the cheapest to each place."""
        found: dict[Middle, MovePath] = {}
        for path in (path for path in paths.values() if not path.steps):
            for to, step in self.mover.steps(path.middles[-1]):
                is_beyond = path.cost + step.cost > self.character.movement
                if is_beyond and to not in paths and self.mover.may_stop(to):
                    longer = self._extend(path, to)
                    if to not in found or _cost_and_rolls(longer) < _cost_and_rolls(found[to]):
                        found[to] = replace(longer, entered=longer.threatened)
        return found

    def _extend(self, path: MovePath, to: Middle) -> MovePath:
        """Return a path with one more step."""
        middle = path.middles[-1]
        step, before, after = self.mover.step(middle, to), self.mover.footings.at(middle), self.mover.footings.at(to)
        assert step is not None
        assert before is not None
        assert after is not None
        is_free = after.cells == before.cells
        return MovePath(
            (*path.middles, to),
            path.cost + step.cost,
            (*path.rolls, *self._rolls(path, to, step)) if step.rolls else path.rolls,
            path.steps + (not is_free),
            path.left if is_free else path.left | self._provoked_by_leaving(path.left, before, after),
            path.entered | self._provoked_by_entering(before, after),
        )

    def _rolls(self, path: MovePath, to: Middle, step: StepCost) -> Iterator[SkillRoll]:
        ends_at = find_fallback(self.mover, path.middles)
        for skill, clause in step.rolls:
            number = getattr(self.character, skill)
            yield SkillRoll(
                skill=skill,
                clause=clause.id,
                before=self.mover.footings.name(to),
                roll_at_most=number,
                chance=chance_of(number),
                else_=self.mover.footings.name(path.middles[-1] if ends_at is None else ends_at),
            )

    def _provoked_by_leaving(self, known: frozenset[str], before: Footing, after: Footing) -> frozenset[str]:
        """Return the opponents, but those `known`, who can attack because a step gives up hexes that they threaten."""
        threatening = set(self.opponents.threatening(hexes_given_up(before.cells, after.cells))) - known
        return self._filter_attackers(threatening, before, after)

    def _provoked_by_entering(self, before: Footing, after: Footing) -> frozenset[str]:
        """Return the opponents who can attack because a small character enters their hexes."""
        if not (after.occupants and enters_freely(self.character)):
            return frozenset()
        entered = after.cells - before.cells
        holding = {other.name for other in after.occupants if not entered.isdisjoint(other.cells)}
        return self._filter_attackers(holding & self.opponents.attackers.keys(), before, after)

    def _filter_attackers(self, names: Iterable[str], before: Footing, after: Footing) -> frozenset[str]:
        """Return the opponents among `names` who can attack the character as it leaves a place.

        The friends in the places before and after the step do not conceal it (HERO-1.1).
        """
        friends = (other for other in (*before.occupants, *after.occupants) if other.is_friend_of(self.character))
        passed = frozenset(friend.name for friend in friends)
        return frozenset(name for name in names if self.opponents.can_attack(name, before.cells, passed))

    def _place(self, path: MovePath, *more: str) -> HeroPlace:
        mover, middle = self.mover, path.middles[-1]
        footing = mover.footings.at(middle)
        assert footing is not None
        stops = () if middle == mover.start else mover.footings.stop_clauses(middle)
        return HeroPlace(
            cost=path.cost,
            path=tuple(map(mover.footings.name, path.middles[1:])),
            may_stop=not stops,
            stops=(*stops, *more),
            provokes=tuple(name for name in self.opponents.attackers if name in path.provoked),
            squeezed=footing.squeezed,
            rolls=path.rolls,
        )


def _find_cheapest_paths(mover: Mover) -> Mapping[Middle, tuple[Middle, ...]]:
    """Return the places entered on the cheapest path to each place within the movement; ties go to the fewest rolls."""

    def steps(middle: Middle) -> Iterator[tuple[Middle, int]]:
        for to, step in mover.steps(middle):
            yield to, step.cost * _MAX_ROLLS + len(step.rolls)

    paths = find_cheapest_paths(mover.start, steps, (mover.character.movement + 1) * _MAX_ROLLS - 1)
    return {middle: path.path for middle, path in paths.items()}


def _cost_and_rolls(path: MovePath) -> int:
    return path.cost * _MAX_ROLLS + len(path.rolls)


def _provokes_no_more(one: MovePath, other: MovePath) -> bool:
    """Return whether a path provokes no opponents that another does not, for any continuation of both."""
    # A single step provokes no one as long as only free steps follow.
    return one.threatened <= (other.provoked if one.steps > 1 else other.threatened)


def _attacks_then_cost(path: MovePath) -> tuple[int, int]:
    return len(path.provoked), _cost_and_rolls(path)
