"""Every pattern of walls on a hex and its six neighbours: who sees whom, among them and the twelve hexes around."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

import sightline
from tests.reference import geometry
from tests.reference.boards import IS_COMPLETE, sampled
from tests.reference.penance import model as penance
from tests.reference.penance.model import Piece, World

COLUMNS = ROWS = 5
MIDDLE = (2, 2)
WALL, CLEAR = (frozenset({"wall"}), 0), (frozenset[str](), 0)


def patch(layout: str) -> list[str]:
    """Return the seven hexes that may hold walls."""
    return [geometry.format_cell(cell) for cell in (MIDDLE, *geometry.neighbours(layout, MIDDLE))]


def ends(layout: str) -> list[str]:
    """Return the patch and the ring around it."""
    around = {cell for near in geometry.neighbours(layout, MIDDLE) for cell in geometry.neighbours(layout, near)}
    return sorted({geometry.format_cell(cell) for cell in around} | set(patch(layout)))


def patterns(layout: str) -> Iterator[dict[str, tuple[frozenset[str], int]]]:
    for walls in product((CLEAR, WALL), repeat=7):
        yield dict(zip(patch(layout), walls, strict=True))


def casket(layout: str, at: str) -> Piece:
    facing = penance.FACINGS[layout.split(maxsplit=1)[0]][0]
    return Piece(
        at=at,
        side=None,
        facing=facing,
        shield="none",
        moved=0,
        moved_last_turn=0,
        defense=0,
        sp=0,
        heat=0,
        weapons=[],
    )


class Lines:
    """All lines between two ends, worked out once: walls bend none of them."""

    def __init__(self, layout: str) -> None:
        self.caskets = {at: casket(layout, at) for at in ends(layout)}
        self.contacts = {
            one: {
                other: geometry.line(layout, COLUMNS, ROWS, set(), one, other) for other in self.caskets if one != other
            }
            for one in self.caskets
        }

    def seen_from(self, world: World, start: str) -> set[str]:
        return {
            stop
            for stop, contacts in self.contacts[start].items()
            if not any(penance.blocked_by(penance.Case(world, self.caskets[start], self.caskets[stop], None, contacts)))
        }


def test_the_patch_has_seven_hexes_and_nineteen_ends() -> None:
    for layout in geometry.LAYOUTS[:4]:
        assert len(set(patch(layout))) == 7
        assert len(ends(layout)) == 19


@pytest.mark.slow
@pytest.mark.parametrize(
    ("layout", "ruling"), list(zip(["flat odd-q", "pointy odd-r"], penance.RULINGS["hexside"], strict=True))
)
def test_every_pattern_of_walls_on_seven_hexes(layout: str, ruling: str) -> None:
    lines, around = Lines(layout), set(ends(layout))
    (other_ruling,) = set(penance.RULINGS["hexside"]) - {ruling}
    clear = {geometry.format_cell((x, y)): CLEAR for x in range(COLUMNS) for y in range(ROWS)}
    tried, tied = 0, 0
    for walls in sampled(patterns(layout)):
        world = World(layout, COLUMNS, ROWS, clear | walls, {"A": lines.caskets["C3"]}, {"hexside": ruling})
        scenario = sightline.parse(penance.to_yaml(world))
        for start in around:
            found = scenario.with_piece("A", at=start).see("A")
            wanted = lines.seen_from(world, start)
            assert found.cells.keys() & around == wanted, f"from {start} in\n{penance.to_yaml(world)}"
            otherwise = lines.seen_from(replace(world, rulings={"hexside": other_ruling}), start)
            assert set(found.rulings) >= ({"hexside"} if otherwise != wanted else set())
            tied += len(otherwise ^ wanted)
        tried += 1
    assert tried == (128 if IS_COMPLETE else 12)
    assert tied, "no pattern made the ruling matter"
