"""One truth table per node of a plan; then random readings against a slow evaluation by integers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.lattice import Cell
from sightline.rules import Clause, Position, Site
from sightline.sight.evaluate import at_least, counts, fold_at_least, has_reason, iter_reasons
from sightline.sight.normalize import normalize
from sightline.sight.plan import (
    All,
    Always,
    ByAdjacency,
    Choose,
    Condition,
    Distances,
    End,
    EndIsIn,
    Fold,
    ForEach,
    IsOwnSide,
    Leaf,
    Max,
    Min,
    Reading,
    Relation,
    Ruled,
    SightLine,
    bare,
)
from tests.reference.boards import many

CLAUSES = tuple(Clause(f"X-{number}", "", "", "") for number in range(2))
World = Mapping[Any, bool]
"""Which conditions hold, and, by name, which ruling chooses "yes"."""


def mask_a(position: Position) -> Mapping[Site, str]:
    raise NotImplementedError


def mask_b(position: Position) -> Mapping[Site, str]:
    raise NotImplementedError


def label(position: Position, cell: Cell) -> int:
    raise NotImplementedError


A, B = Leaf(mask_a, "cell", 1), Leaf(mask_b, "cell", 1)
RULING = "strict"
ATOMS: tuple[Any, ...] = (A, B, RULING)
WORLDS = tuple(dict(zip(ATOMS, values, strict=True)) for values in product((False, True), repeat=3))


class Bools:
    """The algebra of one world."""

    def __init__(self, world: World) -> None:
        self.world = world

    def any(self, values: Iterable[bool]) -> bool:
        return any(list(values))

    def all(self, values: Iterable[bool]) -> bool:
        return all(list(values))

    def negate(self, value: bool) -> bool:
        return not value

    def constant(self, value: bool) -> bool:
        return value

    def condition(self, condition: Condition) -> bool:
        return self.world[bare(condition)]

    def ruled(self, ruling: str, choices: Mapping[str, bool]) -> bool:
        return choices["yes" if self.world[ruling] else "no"]


def leaf(atom: Leaf, degree: int, clause: int | None = None) -> Leaf:
    return Leaf(atom.mask, atom.at, degree, None if clause is None else CLAUSES[clause])


Table = Callable[[bool, bool, bool], tuple[int, bool]]
"""By A, B and the ruling: the degree, and whether a clause brings it about."""


@pytest.mark.parametrize(
    ("reading", "table"),
    [
        pytest.param(Always(1), lambda a, b, r: (1, False), id="Always"),
        pytest.param(Always(0), lambda a, b, r: (0, False), id="Always, degree 0"),
        pytest.param(leaf(A, 2, 0), lambda a, b, r: (2 * a, a), id="Leaf with a clause"),
        pytest.param(leaf(A, 2), lambda a, b, r: (2 * a, False), id="Leaf, a condition"),
        pytest.param(leaf(A, 0, 0), lambda a, b, r: (0, False), id="Leaf, degree 0"),
        pytest.param(
            Leaf(A.mask, A.at, 2, negated=True), lambda a, b, r: (2 * (not a), False), id="Leaf, a negated condition"
        ),
        pytest.param(Max(()), lambda a, b, r: (0, False), id="Max of nothing"),
        pytest.param(
            Max((leaf(A, 1, 0), leaf(B, 2))), lambda a, b, r: (2 if b else int(a), a), id="Max, one part a reason"
        ),
        pytest.param(Min(()), lambda a, b, r: (0, False), id="Min of nothing"),
        pytest.param(
            Min((leaf(A, 2, 0), leaf(B, 1))), lambda a, b, r: (int(a and b), a and b), id="Min, one part a reason"
        ),
        pytest.param(
            Max((leaf(B, 2), Min((leaf(A, 2, 0), leaf(B, 1))))),
            lambda a, b, r: (2 * b, a and b),
            id="Min in Max: the reason only where the minimum holds",
        ),
        pytest.param(
            Ruled(RULING, {"no": leaf(A, 1, 0), "yes": leaf(B, 2)}),
            lambda a, b, r: (2 * b, False) if r else (int(a), a),
            id="Ruled",
        ),
        pytest.param(
            Ruled(RULING, {"no": leaf(A, 1, 0), "yes": leaf(A, 2, 0)}),
            lambda a, b, r: (a * (2 if r else 1), a),
            id="Ruled, the same clause to another degree",
        ),
    ],
)
def test_truth_table_of_a_reading(reading: Reading, table: Table) -> None:
    for world in WORLDS:
        degree, is_cited = table(*world.values())
        bools = Bools(world)
        for asked in (1, 2, 3):
            assert at_least(reading, asked, bools) == (degree >= asked), (world, asked)
            assert counts(reading, asked, bools) == (is_cited and degree >= asked), (world, asked)
        assert has_reason(reading, bools) == is_cited, world


def holds(one: Any, other: Any) -> bool:
    raise NotImplementedError


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize(
    "condition",
    [
        EndIsIn(mask_a, "from", 2),
        Relation(label, holds, "cell", "to", 2),
        Distances(holds, "cell", 2),
        IsOwnSide("border", "to", 2),
    ],
)
def test_truth_table_of_a_condition(condition: Condition, negated: bool) -> None:
    """It has its degree where it holds, or, negated, where it does not; and never a reason."""
    reading = replace(condition, negated=negated)
    for value in (False, True):
        bools = Bools({bare(condition): value})
        assert [at_least(reading, degree, bools) for degree in (1, 2, 3)] == [value != negated] * 2 + [False]
        assert list(iter_reasons(reading, bools)) == []


# --- folds -------------------------------------------------------------------------------------------------

LINE, CLEAR = SightLine({}), SightLine({})


class Lines:
    """The algebra of lines with known degrees, by start and stop, between two points of each end; others are clear."""

    def __init__(self, degrees: Mapping[tuple[int, int], int], *, adjacent: bool) -> None:
        self.degrees, self.adjacent = degrees, adjacent

    def any(self, values: Iterable[bool]) -> bool:
        return any(list(values))

    def all(self, values: Iterable[bool]) -> bool:
        return all(list(values))

    def line(self, line: SightLine, degree: int, chosen: Mapping[End, int]) -> bool:
        return (self.degrees[chosen["from"], chosen["to"]] if line is LINE else 0) >= degree

    def points(self, end: End, chosen: Mapping[End, int]) -> tuple[int, ...]:
        return (chosen[end],) if end in chosen else (0, 1)

    def are_adjacent(self) -> bool:
        return self.adjacent


@pytest.mark.parametrize("adjacent", [False, True])
@pytest.mark.parametrize(
    ("fold", "expected"),
    [
        (ForEach("from", ForEach("to", LINE)), lambda d, near: max(map(max, d))),
        (ForEach("from", Choose("to", Min, LINE)), lambda d, near: max(map(min, d))),
        (Choose("from", Min, ForEach("to", LINE)), lambda d, near: min(map(max, d))),
        (Choose("from", Min, Choose("to", Min, LINE)), lambda d, near: min(map(min, d))),
        (Choose("from", Max, Choose("to", Min, LINE)), lambda d, near: max(map(min, d))),
        (
            Choose("from", Min, All((ForEach("to", LINE), Choose("to", Min, LINE)))),
            lambda d, near: min(map(max, d)),
        ),
        (
            ForEach("from", ForEach("to", ByAdjacency(LINE, CLEAR, LINE))),
            lambda d, near: max(map(max, d)) if not near else 2 if max(map(max, d)) == 2 else 0,
        ),
    ],
)
def test_truth_table_of_a_fold(fold: Fold, expected: Any, adjacent: bool) -> None:
    """Over two points of each end: every pattern of degrees of the four lines."""
    for values in product((0, 1, 2), repeat=4):
        degrees = {(start, stop): values[2 * start + stop] for start, stop in product((0, 1), repeat=2)}
        degree = expected([[degrees[0, 0], degrees[0, 1]], [degrees[1, 0], degrees[1, 1]]], adjacent)
        for asked in (1, 2):
            found = fold_at_least(fold, asked, 2, Lines(degrees, adjacent=adjacent))
            assert found == (degree >= asked), (values, asked)


# --- random readings ---------------------------------------------------------------------------------------


def random_reading(rng: Random, depth: int = 3) -> Reading:
    if depth == 0 or rng.random() < 0.3:
        atom, degree = rng.choice((A, B)), rng.randint(0, 3)
        is_reason = rng.random() < 0.5
        negated = not is_reason and rng.random() < 0.5
        found = Leaf(atom.mask, atom.at, degree, rng.choice(CLAUSES) if is_reason else None, negated)
        return found if rng.random() < 0.85 else Always(degree)
    parts = tuple(random_reading(rng, depth - 1) for _ in range(rng.choice((0, 1, 2, 2, 3))))
    match rng.randrange(5):
        case 0:
            return Ruled(RULING, {choice: random_reading(rng, depth - 1) for choice in ("no", "yes")})
        case 1 | 2:
            return Max(parts)
    return Min(parts)


def slow_degree(reading: Reading, world: World) -> tuple[int, list[Leaf]]:
    """Return the degree as a number, and the leaves that bring it about."""
    match reading:
        case Max(parts) | Min(parts):
            each = [slow_degree(part, world) for part in parts]
            take = max if isinstance(reading, Max) else min
            degree = take((found for found, _ in each), default=0)
            return degree, [own for _, leaves in each for own in leaves] if degree else []
        case Ruled(_, choices):
            return slow_degree(choices["yes" if world[RULING] else "no"], world)
        case Always(degree):
            return degree, []
        case Leaf():
            degree = reading.degree if world[bare(reading)] != reading.negated else 0
            return degree, [reading] if degree and reading.clause else []
    raise TypeError(reading)


def iter_random(count: int) -> Iterator[tuple[Random, Reading]]:
    rng = Random("readings")
    for _ in range(count):
        yield rng, random_reading(rng)


def test_random_readings_mean_what_integers_say() -> None:
    for _, reading in iter_random(many(600)):
        for world in WORLDS:
            degree, leaves = slow_degree(reading, world)
            bools = Bools(world)
            assert [at_least(reading, asked, bools) for asked in (1, 2, 3)] == [degree >= d for d in (1, 2, 3)]
            assert {own for own, is_cited in iter_reasons(reading, bools) if is_cited} == set(leaves)


def test_normalized_readings_mean_the_same() -> None:
    for rng, reading in iter_random(many(600)):
        atom, value, rules = rng.choice((A, B)), rng.random() < 0.5, rng.choice((None, "no", "yes"))
        normal = normalize(
            reading,
            lambda condition, atom=atom, value=value: value if bare(condition) == atom else None,  # type: ignore[misc]
            {RULING: rules} if rules else None,
        )
        for world in WORLDS:
            if world[atom] != value or (rules and world[RULING] != (rules == "yes")):
                continue
            degree, leaves = slow_degree(reading, world)
            found, left = slow_degree(normal, world)
            assert found == degree
            # Leaves that always hold are known to hold, and cited no more: none with a clause is ever known to.
            assert set(left) == {own for own in leaves if bare(own) != atom}
