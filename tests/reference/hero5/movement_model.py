"""Model: movement in HERO 5th, written from the rulebook page alone.

Every way that comes to no place twice and that the movement suffices for is walked, one after the other. (To come to a
place again is never cheaper, asks for no roll less and provokes nobody less: what a step costs, asks for and gives up
depends on the places before and after it alone.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from typing import NamedTuple, TypedDict

from tests.reference import geometry
from tests.reference.hero5 import model as hero5
from tests.reference.hero5.model import Standing, World

Concealed = Callable[[World, str, str, str, frozenset[str]], bool]
"""Whether, from an attacker, a mover standing at a place is concealed in melee, were these friends not there."""

Path = tuple[str, ...]


def own_concealment(world: World, attacker: str, mover: str, place: str, ignored: frozenset[str]) -> bool:
    """Return a dummy for tests of movement alone: nothing on the map conceals."""
    return world.pieces[mover]["concealment"] is not None


# `else` is a word of Python.
Roll = TypedDict("Roll", {"skill": str, "clause": str, "before": str, "roll_at_most": int, "chance": str, "else": str})


class Explained(TypedDict):
    """What a path costs, asks for and provokes."""

    cost: int
    rolls: list[Roll]
    provokes: list[str]


class Spot(NamedTuple):
    """What is said of a place. `rolls` are the fewest of a cheapest way; `fewest_attacks` the fewest opponents provoked

    by any way within the movement, and the least cost of such a way.
    """

    cost: int
    rolls: int
    may_stop: bool
    stops: tuple[str, ...]
    squeezed: str
    fewest_attacks: tuple[int, int]


class Step(NamedTuple):
    """A legal step; `rolls` are skills and clauses."""

    to: str
    is_free: bool
    cost: int
    rolls: tuple[tuple[str, str], ...]
    gives_up_to: frozenset[str]
    """Opponents that may attack because a hex is given up (HERO-4.3)."""
    enters_on: frozenset[str]
    """Opponents that may attack because a small one enters their hex (HERO-1.5)."""


class Way(NamedTuple):
    """A path with the sums over its steps."""

    path: Path = ()
    cost: int = 0
    counted: int = 0
    rolls: int = 0
    gives_up_to: frozenset[str] = frozenset()
    enters_on: frozenset[str] = frozenset()

    def then(self, step: Step) -> Way:
        return Way(
            (*self.path, step.to),
            self.cost + step.cost,
            self.counted + (not step.is_free),
            self.rolls + len(step.rolls),
            self.gives_up_to | step.gives_up_to,
            self.enters_on | step.enters_on,
        )


def reach(
    world: World, name: str, by: bool = False, through: str | None = None, concealed: Concealed = own_concealment
) -> dict[str, Spot]:
    """Return every place that the character can move to or through, its own among them."""
    return Mover(world, name, by, through, concealed).reach()


def explain_path(
    world: World,
    name: str,
    path: Sequence[str],
    by: bool = False,
    through: str | None = None,
    concealed: Concealed = own_concealment,
) -> Explained:
    """Return what a path costs, asks for and provokes; a ValueError where it is not legal."""
    return Mover(world, name, by, through, concealed).explain(tuple(path))


def chance(number: int) -> Fraction:
    """Of three dice to show at most this number, where 3 always succeeds and 18 never."""
    good = [
        dice for dice in product(range(1, 7), repeat=3) if sum(dice) == 3 or (sum(dice) <= number and sum(dice) < 18)
    ]
    return Fraction(len(good), 6**3)


class Mover:
    """A character in one question about its movement."""

    def __init__(self, world: World, name: str, by: bool, through: str | None, concealed: Concealed) -> None:
        self.world, self.name, self.through, self.concealed = world, name, through, concealed
        self.is_charging = by or through is not None
        self.piece = world.pieces[name]
        self.start = hero5.written(world, self.piece["at"])
        self.others = hero5.others(world, name)
        self.opponents = hero5.opponents(world, name)
        self.friends = hero5.friends(world, name)
        self._standings: dict[str, Standing | None] = {}
        self._steps: dict[str, list[Step]] = {}
        self._stop_clauses: dict[str, list[str]] = {}
        self._is_concealed: dict[tuple[str, str, frozenset[str]], bool] = {}

    # --- what is the case at one place ---

    def standing(self, place: str) -> Standing | None:
        if place not in self._standings:
            self._standings[place] = hero5.standing(self.world, self.piece, place)
        return self._standings[place]

    def held(self, place: str) -> frozenset[str]:
        stands = self.standing(place)
        if stands is None:
            raise ValueError(f"{self.name} does not fit at {place}")
        return stands[0]

    def stop_clauses(self, place: str) -> list[str]:
        if place not in self._stop_clauses:
            self._stop_clauses[place] = hero5.stop_clauses(self.world, self.name, place)
        return self._stop_clauses[place]

    def overlaps(self, place: str, other: str) -> bool:
        return bool(self.held(place) & hero5.stands_on(self.world, other))

    # --- one step: HERO-0.2, 1, 2, 3.4 ---

    def steps_from(self, place: str) -> list[Step]:
        """Return every legal step from a place."""
        if place not in self._steps:
            to = sorted(hero5.next_places(self.world, self.piece, place))
            self._steps[place] = [step for each in to if (step := self.step(place, each)) is not None]
        return self._steps[place]

    def step(self, before: str, after: str) -> Step | None:
        """Return a step between two places that lie one step apart, if it is legal."""
        stands = self.standing(after)
        if stands is None or not self.hang_together(before, after):
            return None
        met = [other for other in self.others if self.overlaps(after, other)]
        if not all(self.can_pass(other, after) for other in met):
            return None
        is_free = self.held(before) == self.held(after)
        return Step(
            to=after,
            is_free=is_free,
            cost=0 if is_free else self.cost(before, after),
            rolls=tuple(self.rolls(before, after)),
            gives_up_to=self.gives_up_to(before, after),
            enters_on=self.enters_on(before, after),
        )

    def hang_together(self, before: str, after: str) -> bool:
        if self.held(before) & self.held(after):
            return True
        return bool(self.crossed_borders(before, after))

    def crossed_borders(self, before: str, after: str) -> list[tuple[str, str]]:
        """Return the borders that it can cross between a hex held before and one newly held."""
        old, new = self.held(before), self.held(after) - self.held(before)
        return [
            (one, near)
            for one in sorted(old)
            for near in self.world.neighbours(one)
            if near in new and hero5.can_cross(self.world, self.piece, one, near)
        ]

    def can_pass(self, other: str, after: str) -> bool:
        """Return whether a step may be made after which it holds a hex of this other one, be it by a roll."""
        they = self.world.pieces[other]
        if self.piece["desolid"]:
            return True
        if they["fills_space"]:
            return False
        if self.is_let_by_size(other):
            return True
        if other in self.friends:
            return not self.is_charging
        return self.is_let_without_roll(other, after) or self.piece["acrobatics"] is not None

    def is_let_by_size(self, other: str) -> bool:
        """HERO-1.5 and 1.6, which hold of friends and opponents."""
        they = self.world.pieces[other]
        return hero5.is_small(self.piece) or abs(hero5.net_size(self.piece) - hero5.net_size(they)) >= 3

    def is_let_without_roll(self, opponent: str, after: str) -> bool:
        """Return whether a step may be made onto an opponent for another reason than Acrobatics."""
        if self.piece["desolid"] or self.is_let_by_size(opponent):
            return True
        if self.world.pieces[opponent]["helpless"] or opponent == self.through:
            return True
        return self.world.ruling("squeeze-past") == "free" and self.how(after) != "none"

    def how(self, place: str) -> str:
        stands = self.standing(place)
        return "does not fit" if stands is None else stands[1]

    def cost(self, before: str, after: str) -> int:
        """HERO-2.6, of a step that is not free."""
        held, is_squeezed = self.held(after), self.how(after) != "none"
        doublings = [is_squeezed]
        has_fence = False
        if not hero5.ignores_obstacles(self.piece):
            ground = [meaning for label in held for meaning in self.world.ground(label)]
            doublings.append(any(meaning.difficult for meaning in ground))
            doublings.append(any(meaning.hampers for meaning in ground))
            doublings.append(
                any(self.is_helpless_obstacle(other) and self.overlaps(after, other) for other in self.others)
            )
            crossed = self.crossed_borders(before, after)
            has_fence = any(meaning.hampers for border in crossed for meaning in self.world.border(*border))
        fence = (4 if is_squeezed else 2) if has_fence else 0
        return (1 << doublings.count(True)) + fence

    def is_helpless_obstacle(self, other: str) -> bool:
        they = self.world.pieces[other]
        return other in self.opponents and they["helpless"] and they["obstacle_when_helpless"]

    def rolls(self, before: str, after: str) -> Iterator[tuple[str, str]]:
        """Yield the rolls before a step that is allowed, as skills and clauses."""
        for other in self.opponents:
            comes_onto = self.overlaps(after, other) and not self.overlaps(before, other)
            if comes_onto and not self.is_let_without_roll(other, after):
                yield "acrobatics", "HERO-1.2"
        if not hero5.ignores_obstacles(self.piece):
            terrain = [
                meaning for label in self.held(after) - self.held(before) for meaning in self.world.ground(label)
            ]
            for border in self.crossed_borders(before, after):
                terrain += self.world.border(*border)
            if any(meaning.roll == "acrobatics" for meaning in terrain):
                yield "acrobatics", "HERO-2.3"
        if self.how(after) == "contorted" and self.how(before) != "contorted":
            yield "contortionist", "HERO-3.4"

    # --- attacks of opportunity: HERO-1.5, 4.3, 6.2 ---

    @cached_property
    def attackers(self) -> list[str]:
        """The opponents that could make an attack of opportunity, if they had a cause."""
        return [
            other
            for other in self.opponents
            if not self.world.pieces[other]["helpless"] and hero5.how_it_stands(self.world, other) != "contorted"
        ]

    def gives_up_to(self, before: str, after: str) -> frozenset[str]:
        given_up = self.held(before) - self.held(after)
        causes = [other for other in self.attackers if any(self.threatens(other, label) for label in given_up)]
        return frozenset(other for other in causes if not self.is_concealed(other, before, after))

    def enters_on(self, before: str, after: str) -> frozenset[str]:
        if not hero5.is_small(self.piece):
            return frozenset()
        new = self.held(after) - self.held(before)
        causes = [other for other in self.attackers if new & hero5.stands_on(self.world, other)]
        return frozenset(other for other in causes if not self.is_concealed(other, before, after))

    def threatens(self, attacker: str, label: str) -> bool:
        reach = hero5.reach_of(self.world.pieces[attacker])
        held = hero5.stands_on(self.world, attacker)
        return any(geometry.distance(self.world.layout, one, label) <= reach for one in held)

    def is_concealed(self, attacker: str, before: str, after: str) -> bool:
        """Whether it is concealed where a step begins, by others than the friends where it begins and where it ends."""
        passed = frozenset(
            friend for friend in self.friends if self.overlaps(before, friend) or self.overlaps(after, friend)
        )
        key = (attacker, before, passed)
        if key not in self._is_concealed:
            self._is_concealed[key] = self.concealed(self.world, attacker, self.name, before, passed)
        return self._is_concealed[key]

    def provoked(self, way: Way) -> list[str]:
        if self.world.ruling("opportunity") == "none":
            return []
        provoked = way.enters_on
        if way.counted != 1 or self.is_full_round(way):
            provoked |= way.gives_up_to
        return [other for other in self.world.pieces if other in provoked]

    # --- ways: HERO-4 ---

    def is_full_round(self, way: Way) -> bool:
        """Return whether it is a move that only HERO-4.2 allows."""
        return way.cost > self.piece["movement"]

    def ways(self) -> Iterator[Way]:
        """Yield every way within the movement that comes to no place twice; the empty one first."""

        def walk(here: str, way: Way) -> Iterator[Way]:
            yield way
            for step in self.steps_from(here):
                longer = way.then(step)
                if step.to != self.start and step.to not in way.path and longer.cost <= self.piece["movement"]:
                    yield from walk(step.to, longer)

        return iter([Way()]) if self.piece["helpless"] else walk(self.start, Way())

    def full_round_ways(self) -> Iterator[Way]:
        """Yield every way of free steps and one counted step, whatever it costs, to a place where it may stop."""
        if self.piece["helpless"] or self.piece["movement"] == 0:
            return

        def walk(here: str, way: Way) -> Iterator[Way]:
            for step in self.steps_from(here):
                if not step.is_free:
                    if not self.stop_clauses(step.to):
                        yield way.then(step)
                elif step.to != self.start and step.to not in way.path:
                    yield from walk(step.to, way.then(step))

        yield from walk(self.start, Way())

    def reach(self) -> dict[str, Spot]:
        ways: dict[str, list[Way]] = {}
        for way in self.ways():
            ways.setdefault(self.end(way), []).append(way)
        spots = {end: self.spot(end, ways[end], full_round=False) for end in ways}
        more: dict[str, list[Way]] = {}
        for way in self.full_round_ways():
            if self.end(way) not in spots:
                more.setdefault(self.end(way), []).append(way)
        return spots | {end: self.spot(end, more[end], full_round=True) for end in more}

    def end(self, way: Way) -> str:
        return way.path[-1] if way.path else self.start

    def spot(self, end: str, ways: list[Way], *, full_round: bool) -> Spot:
        cost = min(way.cost for way in ways)
        forbidding = [] if end == self.start or full_round else self.stop_clauses(end)
        return Spot(
            cost=cost,
            rolls=min(way.rolls for way in ways if way.cost == cost),
            may_stop=not forbidding,
            stops=("HERO-4.2",) if full_round else tuple(forbidding),
            squeezed=self.how(end),
            fewest_attacks=min((len(self.provoked(way)), way.cost) for way in ways),
        )

    # --- one path ---

    def explain(self, path: Path) -> Explained:
        way, rolls, here = Way(), [], self.start
        for to in path:
            step = next((step for step in self.steps_from(here) if step.to == to), None)
            if step is None:
                raise ValueError(f"no legal step leads from {here} to {to}")
            for skill, clause in step.rolls:
                rolls.append(self.roll(skill, clause, to, self.falls_back_to((self.start, *way.path))))
            way, here = way.then(step), to
        self._check(way)
        return {"cost": way.cost, "rolls": rolls, "provokes": self.provoked(way)}

    def _check(self, way: Way) -> None:
        if self.piece["helpless"] and way.path:
            raise ValueError(f"{self.name} is helpless")
        if self.is_full_round(way) and way not in self.full_round_ways():
            raise ValueError(f"{way.path} costs {way.cost}, and HERO-4.2 does not allow it")

    def roll(self, skill: str, clause: str, before: str, otherwise: str) -> Roll:
        number = self.piece["acrobatics"] if skill == "acrobatics" else self.piece["contortionist"]
        if number is None:
            raise ValueError(f"{self.name} has no {skill}")
        return {
            "skill": skill,
            "clause": clause,
            "before": before,
            "roll_at_most": number,
            "chance": str(chance(number)),
            "else": otherwise,
        }

    def falls_back_to(self, travelled: Path) -> str:
        """Return where a move ends that cannot go on after these places, the start among them (HERO-4.1)."""
        back = {(later, earlier) for earlier, later in pairwise(travelled)}

        def steps(here: str, *, free: bool) -> set[str]:
            ahead = {step.to for step in self.steps_from(here) if not step.rolls}
            behind = {earlier for later, earlier in back if later == here}
            return {to for to in ahead | behind if (self.held(to) == self.held(here)) == free}

        near = {travelled[-1]}
        seen: set[str] = set()
        while near:
            while more := {to for here in near for to in steps(here, free=True)} - near:
                near |= more
            legal = [place for place in near if place == self.start or not self.stop_clauses(place)]
            if legal:
                latest = [place for place in reversed(travelled) if place in legal]
                return latest[0] if latest else min(legal)
            seen |= near
            near = {to for here in near for to in steps(here, free=False)} - seen
        raise AssertionError("the start is always behind")
