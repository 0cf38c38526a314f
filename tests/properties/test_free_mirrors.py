"""What turns, mirrors or shifts a free table of Post Galactica turns the answers with it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from math import cos, radians, sin
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sightline
from sightline.plane import Disc, Polygon, Shape, Spot, overlap, rectangle
from sightline.rules import installed_systems
from tests.properties.examples import fewer

few = fewer(30)  # each asks for every pair of two tables
SIZE, MIDDLE = 60, 30
NAMES = "ABCDE"
SAME = 2e-6
"""Lengths that are rounded to six places differ by so much at most."""


class Turn(NamedTuple):
    """A motion of the table: so many degrees clockwise, after a mirror if any, then a shift."""

    degrees: float
    is_mirrored: bool
    by: Spot

    def place(self, spot: Spot) -> Spot:
        x, y = (-spot.x if self.is_mirrored else spot.x), spot.y
        turn = radians(self.degrees)
        return self.by.plus(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn))

    def facing(self, degrees: float) -> float:
        return ((-degrees if self.is_mirrored else degrees) + self.degrees) % 360


@dataclass(frozen=True)
class Unit:
    """A unit, or a building where it has an outline. Places count from the middle of the table."""

    at: Spot
    base: float | Sequence[float]
    facing: float
    outline: tuple[Spot, ...]
    stated: Mapping[str, Any]

    @property
    def shape(self) -> Shape:
        if self.outline:
            return Polygon(self.outline)
        if isinstance(self.base, float):
            return Disc(self.at, self.base / 2)
        width, length = self.base
        return rectangle(self.at, width, length, self.facing)

    def turned(self, turn: Turn) -> Unit:
        outline = tuple(map(turn.place, self.outline))
        return replace(self, at=turn.place(self.at), facing=turn.facing(self.facing), outline=outline)

    def written(self) -> dict[str, Any]:
        if self.outline:
            return {**self.stated, "building": True, "outline": [on_table(spot) for spot in self.outline]}
        return {**self.stated, "at": on_table(self.at), "base": self.base, "facing": round(self.facing, 3)}


@dataclass(frozen=True)
class Table:
    """Features by what they state and their outlines, units, and rulings."""

    features: tuple[tuple[Mapping[str, Any], tuple[Spot, ...]], ...]
    units: tuple[Unit, ...]
    rulings: Mapping[str, str]

    def turned(self, turn: Turn) -> Table:
        features = tuple((means, tuple(map(turn.place, outline))) for means, outline in self.features)
        return replace(self, features=features, units=tuple(unit.turned(turn) for unit in self.units))

    def scenario(self) -> sightline.Scenario:
        features = [{**means, "outline": [on_table(spot) for spot in outline]} for means, outline in self.features]
        free = {"grid": "free", "size": f"{SIZE}x{SIZE}", "features": features}
        pieces = {name: unit.written() for name, unit in zip(NAMES, self.units, strict=False)}
        stated = {"rulings": self.rulings, "map": free, "pieces": pieces}
        return sightline.parse(json.dumps({"sightline": 1, "rules": "post-galactica", **stated}))


def on_table(spot: Spot) -> Spot:
    return spot.plus(MIDDLE, MIDDLE)


def essence(scenario: sightline.Scenario, attacker: str, target: str) -> Any:
    """Return what of an answer turns with the table.

    Of things as far away, places to six digits may pick another order.
    """
    verdict = scenario.shot(attacker, target)
    keys = ("sight", "legal", "to_hit", "odds", "too_close", "cover", "engaged")
    found = sorted((f.clause.id, f.effect, f.on or "", f.value or 0, sorted(f.at)) for f in verdict.findings)
    return {key: getattr(verdict, key) for key in keys}, found


def deciding(scenario: sightline.Scenario, attacker: str, target: str) -> dict[str, str]:
    """Return the rulings that an answer names, without those of which other choices change no more than the line drawn.

    Where several lines are as wide as any, it is one of them; what else is on the table has a part in which one.
    """

    def is_changed(other: sightline.Scenario) -> bool:
        one, two = lengths(scenario, attacker, target), lengths(other, attacker, target)
        changed = essence(scenario, attacker, target) != essence(other, attacker, target)
        return changed or len(one) != len(two) or one != pytest.approx(two, abs=SAME)

    choices = {ruling.name: ruling.choices for ruling in SYSTEM.rulings}
    return {
        name: chosen
        for name, chosen in scenario.shot(attacker, target).rulings.items()
        if any(is_changed(scenario.with_rulings({name: other})) for other in choices[name])
    }


def lengths(scenario: sightline.Scenario, attacker: str, target: str) -> list[float]:
    """Return the distance and the margin of an answer, where there is one."""
    verdict: Any = scenario.shot(attacker, target)
    return [verdict.distance, *([] if verdict.margin is None else [verdict.margin])]


# --- strategies --------------------------------------------------------------------------------------------

KINDS: tuple[Mapping[str, Any], ...] = (
    {"is": "wall", "blocks": True},
    {"is": "ruin", "blocks": True, "cover": "heavy"},
    {"is": "hedge", "blocks": False, "cover": "light"},
    {"is": "wood", "blocks": False, "cover": "obscuring"},
)
SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
PLANK = ((-2, -0.25), (2, -0.25), (2, 0.25), (-2, 0.25))
WEDGE = ((0, -1), (1, 1), (-1, 1))
CORNER = ((-2, -2), (2, -2), (2, -1), (-1, -1), (-1, 2), (-2, 2))
SYSTEM = installed_systems()["post-galactica"]

coordinates = st.one_of(st.integers(-9, 9).map(float), st.floats(-9, 9))
angles = st.one_of(st.sampled_from((0.0, 30.0, 45.0, 90.0)), st.integers(0, 359_999).map(lambda each: each / 1000))
spots = st.builds(Spot, coordinates, coordinates)
turns = st.builds(Turn, angles, st.booleans(), st.builds(Spot, st.floats(-5, 5), st.floats(-5, 5)))
rulings = st.fixed_dictionaries(
    {}, optional={ruling.name: st.sampled_from(ruling.choices) for ruling in SYSTEM.rulings}
)
bases = st.one_of(st.sampled_from((1.0, 2.0)), st.floats(0.5, 3), st.tuples(st.floats(0.5, 3), st.floats(0.5, 3)))
stated = st.fixed_dictionaries(
    {"side": st.sampled_from(("red", "blue"))},
    optional={
        "tags": st.lists(st.sampled_from(("Large", "Stealth", "firing ports")), max_size=2),
        "allows": st.just(["PG-20.5"]),
        "cover": st.just("light"),
        "weapons": st.sampled_from(
            ([{"name": "rifle", "range": 9}], [{"name": "blade", "range": "melee", "melee_reach": 3}])
        ),
    },
)


@st.composite
def outlines(draw: st.DrawFn) -> tuple[Spot, ...]:
    shape, size = draw(st.sampled_from((SQUARE, PLANK, WEDGE, CORNER))), draw(st.sampled_from((0.5, 1.0, 1.7)))
    turn = Turn(draw(angles), draw(st.booleans()), draw(spots))
    return tuple(turn.place(Spot(size * x, size * y)) for x, y in shape)


units = st.builds(Unit, spots, bases, angles, st.one_of(st.just(()), st.just(()), outlines()), stated)


def apart_from_others(all_of_them: Sequence[Unit]) -> Iterator[Unit]:
    """Yield those that overlap none that come before them."""
    kept: list[Unit] = []
    for unit in all_of_them:
        if not any(overlap(unit.shape, other.shape) for other in kept):
            kept.append(unit)
    yield from kept


features = st.lists(st.tuples(st.sampled_from(KINDS), outlines()), max_size=5).map(tuple)
standing = st.lists(units, min_size=2, max_size=len(NAMES)).map(apart_from_others).map(tuple)
tables = st.builds(Table, features, standing, rulings)

# --- the property ------------------------------------------------------------------------------------------


@few
@given(tables, turns)
def test_answers_turn_with_a_free_table(table: Table, turn: Turn) -> None:
    here, there = table.scenario(), table.turned(turn).scenario()
    for pair in permutations(NAMES[: len(table.units)], 2):
        assert essence(here, *pair) == essence(there, *pair), pair
        assert deciding(here, *pair) == deciding(there, *pair), pair
        assert lengths(here, *pair) == pytest.approx(lengths(there, *pair), abs=SAME), pair


@few
@given(tables)
def test_sight_and_its_margin_are_the_same_both_ways(table: Table) -> None:
    plain = replace(table, units=tuple(replace(unit, stated={"side": "red"}) for unit in table.units)).scenario()
    for one, other in permutations(NAMES[: len(table.units)], 2):
        there: Any = plain.shot(one, other)
        back: Any = plain.shot(other, one)
        assert (there.sight, there.distance, there.margin) == (back.sight, back.distance, back.margin)


@few
@given(tables)
def test_pairs_seen_are_what_each_piece_sees(table: Table) -> None:
    scenario = table.scenario()
    names = NAMES[: len(table.units)]
    seen = {name: scenario.see(name).pieces for name in names}
    assert scenario.field().pairs().tolist() == [[other in seen[name] for other in names] for name in names]
