"""Bit sets of readings agree with the evaluator of single contacts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from random import Random

import pytest

from sightline.field.visibility.bit_layout import BitLayout
from sightline.field.visibility.bitset_algebra import (
    BitSetAlgebra,
    EndQuestion,
    SiteFact,
    SiteOffsets,
    end_questions,
    facts_of,
    sites_of,
    with_rulings,
)
from sightline.field.visibility.board_bits import BoardBits
from sightline.lattice import Cell
from sightline.rules import Position
from sightline.rules.position import Site
from sightline.sight import ContactKind, EndIsIn
from sightline.sight.contact_evaluator import CompiledReading, ContactEvaluator
from sightline.sight.plan import Distances, End, Reading, Role
from tests.field.visibility.random_plans import ENDS, Plans, random_position
from tests.reference.boards import least, many

KINDS: Mapping[ContactKind, tuple[Role, ...]] = {
    "cell": (),
    "end": ("border",),
    "touch": (),
    "along": ("one", "other"),
    "border": (),
    "border-touch": ("one", "other"),
    "corner": (),
}
"""Which roles of a contact may be absent."""
FEW, MANY = 100, 6_000
CONTACTS = 8
"""Of each reading so many are compared."""
Ends = Mapping[End, tuple[Cell, ...]]


def ways(kind: ContactKind, position: Position) -> tuple[int, ...]:
    if kind in ("cell", "touch"):
        return (0,)
    is_hex = position.board.grid.kind == "hex"
    if kind == "corner":
        return () if is_hex else (0, 1, 2, 3)
    return (0, 1, 2, 3, 4, 5) if is_hex else (0, 1, 3, 4)


def sites_at(
    position: Position, sites: SiteOffsets, here: Cell, absent: frozenset[Role]
) -> Iterator[tuple[Role, Site]]:
    """Yield the sites of a contact that lies there, save those that are absent."""
    for role, cells in sites.items():
        one, *other = (Cell(here.q + q, here.r + r) for q, r in cells)
        if role not in absent:
            yield role, position.board.border(one, *other) if other else one


def facts_at(position: Position, reading: Reading, sites: Mapping[Role, Site], ends: Ends) -> dict[SiteFact, bool]:
    """Return what is known of sites that stand there."""
    distance, found = position.board.grid.distance, dict[SiteFact, bool]()
    for fact in facts_of(reading):
        site = sites.get(fact.at, ())
        cells = [site] if isinstance(site, Cell) else list(site)
        if isinstance(fact, Distances):
            away = [min((distance(cell, own) for cell in cells for own in ends[end]), default=0) for end in ENDS]
            found[fact] = bool(cells) and fact.holds(*away)
        else:
            found[fact] = any(cell in cells for cell in ends[fact.end])
    return found


def told_of(position: Position, reading: Reading, ends: Ends) -> dict[EndQuestion, Hashable]:
    """Return what is asked for of the ends."""
    found = dict[EndQuestion, Hashable]()
    for asked in end_questions(reading):
        [cell] = ends[asked.end]
        if isinstance(asked, EndIsIn):
            found[asked] = cell in position.mask(asked.mask)
        else:
            found[asked] = asked.label(position, cell)
    return found


def compare(rng: Random, readings: int) -> Counter[str]:
    counts = Counter[str]()
    for _ in range(readings):
        position, kind = random_position(rng), rng.choice(list(KINDS))
        if not ways(kind, position):
            continue
        board, whole = position.board, Plans(rng).reading(kind)
        layout = BitLayout(board.grid, board.columns, board.rows)
        ground = BoardBits(position, layout)
        reading = with_rulings(whole, position.rulings, ground.is_empty)
        for _ in range(CONTACTS):
            ends: Ends = {end: (rng.choice(list(board)),) for end in ENDS}
            here, way = rng.choice(list(board)), rng.choice(ways(kind, position))
            absent = frozenset(role for role in KINDS[kind] if rng.random() < 0.3)
            sites = dict(sites_at(position, sites_of(kind, way), here, absent))
            facts, told = facts_at(position, reading, sites, ends), told_of(position, reading, ends)
            bits = BitSetAlgebra(ground, told, facts, absent, sites_of(kind, way))
            expected, leaves = ContactEvaluator(position, ends, ends).evaluate(CompiledReading(whole), sites)
            for degree in (1, 2):
                found = bool(bits.find(reading, degree) >> layout.bit_of(here) + layout.margin & 1)
                assert found == (bool(leaves) and expected >= degree), (kind, way, here, absent, ends, whole, position)
            counts[f"{kind} {expected if leaves else 0}"] += 1
    return counts


def test_a_few_random_readings() -> None:
    compare(Random("a few readings"), FEW)


@pytest.mark.slow
def test_random_readings() -> None:
    counts = compare(Random("readings"), many(MANY))
    assert all(counts[f"{kind} {degree}"] >= least(10) for kind in KINDS for degree in (0, 1, 2)), counts
