"""Section 4: the readings of the sight plans: terrain, objects, characters, levels, and the two ways round a corner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from sightline.i18n import Term
from sightline.rules import Clause, MapMask, Position, Ruling, Site, TerrainMask, rule
from sightline.sight import NOTHING, EndIsIn, IsOwnSide, Leaf, Max, Min, Reading, Ruled
from sightline.sight.plan import End, Role
from sightline.systems.sodwa.terrain import (
    characters,
    elevated_tiles,
    is_elevated,
    objects_that,
    terrain_that,
    transitions,
)

_, IMPEDED, BLOCKED = range(3)
"""Degrees of sight."""

CORNER_CHARACTERS = Ruling(
    "corner-characters",
    "A line passes through a corner: does a character on a side tile close the way over that tile, or does it "
    "never do so?",
    ("block-in-pairs", "never"),
)
ADJACENT_FENCE = Ruling(
    "adjacent-fence",
    "Two characters are adjacent across an impeding border: is it ignored, or does it impede sight between them?",
    ("ignored", "impedes"),
)

_OBSTRUCTING = terrain_that(lambda terrain: terrain.sight == "obstructing")
_IMPEDING = terrain_that(lambda terrain: terrain.sight == "impeding")
_OBSTRUCTING_OBJECTS = objects_that(lambda terrain: terrain.sight == "obstructing")
_IMPEDING_OBJECTS = objects_that(lambda terrain: terrain.sight == "impeding")


@rule(
    Clause(
        "SOD-4.5",
        "Levels",
        "Elevated tiles in between block, unless both ends are elevated. Between elevated ends nothing on the "
        "ground counts. Between ends on different levels, characters, objects and impeding terrain on the ground "
        "do not count, except what impedes on the tile of a grounded target. What is on elevated tiles always "
        "counts. A border has the level of the higher of its tiles. At a corner an elevated side tile closes only "
        "its own way.",
        "Elevated Terrain LoS; Obstructing Terrain Elevation; borders and corners: ours",
    ),
    off={},
)
def elevated(position: Position) -> Mapping[Site, str]:
    """Return the mask of the elevated tiles, and of the borders of such tiles that have terrain."""
    board = position.board
    found: dict[Site, str] = dict.fromkeys(elevated_tiles(position), Term("elevated ground"))
    for border in board.borders:
        if any(is_elevated(position, cell) for cell in border):
            found[border] = Term("elevated ground")
    return found


_ELEVATED = TerrainMask(elevated)


_ENDS: tuple[End, End] = ("from", "to")


def _end_stands(end: End, *, grounded: bool) -> Reading:
    return EndIsIn(_ELEVATED, end, BLOCKED, negated=grounded)


_BOTH_GROUNDED = Min((_end_stands("from", grounded=True), _end_stands("to", grounded=True)))
_ONE_GROUNDED = Max((_end_stands("from", grounded=True), _end_stands("to", grounded=True)))
_BOTH_ELEVATED = Min((_end_stands("from", grounded=False), _end_stands("to", grounded=False)))
_ONE_ELEVATED = Max((_end_stands("from", grounded=False), _end_stands("to", grounded=False)))


def levels_reading(clause: Clause) -> Reading:
    """Return the reading, in the tile where a line ends, of levels that keep neighbours from being adjacent."""
    differ = Max(
        tuple(
            Min((_end_stands("from", grounded=start), _end_stands("to", grounded=not start))) for start in (True, False)
        )
    )
    over_corner = IsOwnSide("border", "to", BLOCKED, negated=True)
    no_transition = Min(
        (
            Leaf(transitions, "border", BLOCKED, negated=True),
            *(EndIsIn(transitions, end, BLOCKED, negated=True) for end in _ENDS),
        )
    )
    return Min((Leaf(MapMask, "cell", BLOCKED, clause), differ, Max((over_corner, no_transition))))


def unless_overlooked(role: Role, terrain: Reading, others: Reading) -> Reading:
    """Return the readings of a role, unless the ends see over it; `terrain` is the reading of terrain alone."""
    high = Leaf(_ELEVATED, role, BLOCKED)
    return Max((Min((terrain, Max((high, _ONE_GROUNDED)))), Min((others, Max((high, _BOTH_GROUNDED))))))


def overlooked_reading(role: Role, clause: Clause) -> Reading:
    """Return the reading of obstacles in a role that count on level ground, but that the ends see over."""
    low = Leaf(_ELEVATED, role, BLOCKED, negated=True)
    terrain = Leaf(_OBSTRUCTING, role, BLOCKED, clause)
    others = [Leaf(mask, role, IMPEDED, clause) for mask in (_IMPEDING, _IMPEDING_OBJECTS)]
    others += [Leaf(mask, role, BLOCKED, clause) for mask in (_OBSTRUCTING_OBJECTS, characters)]
    return Max((Min((terrain, low, _BOTH_ELEVATED)), Min((Max(tuple(others)), low, _ONE_ELEVATED))))


@rule(
    Clause(
        "SOD-4.1",
        "The line of sight",
        "The line of sight is straight, from tile centre to tile centre. Obstructing terrain that it crosses "
        "blocks it, and so do characters on tiles that it crosses. An object counts as its kind of terrain.",
        "Line of Sight",
    ),
    off=(NOTHING, NOTHING),
)
def blocking_readings(role: Role, clause: Clause) -> tuple[Reading, Reading]:
    """Return the readings of obstacles that block in a role, citing `clause`: terrain, objects and characters."""
    obstacles = (Leaf(mask, role, BLOCKED, clause) for mask in (_OBSTRUCTING_OBJECTS, characters))
    return Leaf(_OBSTRUCTING, role, BLOCKED, clause), Max(tuple(obstacles))


@rule(
    Clause(
        "SOD-4.2",
        "Clear, impeded, blocked",
        "A line is clear, impeded by impeding terrain, or blocked. The worst thing on it decides.",
        "Terrain; Impeding Terrain",
    ),
    off=NOTHING,
)
def impeding_reading(role: Role, clause: Clause) -> Reading:
    """Return the reading of obstacles that impede in a role, citing `clause`: terrain and objects."""
    return Max(tuple(Leaf(mask, role, IMPEDED, clause) for mask in (_IMPEDING, _IMPEDING_OBJECTS)))


def obstructing_reading(role: Role, clause: Clause) -> Reading:
    """Return the reading of obstructing terrain in a role, unless the ends see over it."""
    return unless_overlooked(role, Leaf(_OBSTRUCTING, role, BLOCKED, clause), NOTHING)


def tile_reading() -> Reading:
    """Return the reading of a tile strictly between the ends."""
    terrain, obstacles = blocking_readings("cell", blocking_readings.clause)
    impeding = impeding_reading("cell", impeding_reading.clause)
    height = Min((Leaf(_ELEVATED, "cell", BLOCKED, elevated.clause), _ONE_GROUNDED))
    return Max((height, unless_overlooked("cell", terrain, Max((obstacles, impeding)))))


def border_reading() -> Reading:
    """Return the reading of a border that the line crosses."""
    terrain, _ = blocking_readings("border", blocking_readings.clause)
    return unless_overlooked("border", terrain, impeding_reading("border", impeding_reading.clause))


@rule(
    Clause(
        "SOD-4.3",
        "The two tiles, and adjacent characters",
        "The shooter's own tile does not count; the target's does, as terrain. Between adjacent characters no tile "
        "impedes, and a ruling says whether an impeding border does. Sight can therefore differ by direction.",
        "Elevated Terrain LoS: Orange, Yellow; borders: ours",
    ),
    off=NOTHING,
)
def target_tile_reading(between: Literal["adjacent", "apart"]) -> Reading:
    """Return the reading of the target's own tile, between characters that are adjacent or not."""
    clause = target_tile_reading.clause
    terrain, blocking_objects = (Leaf(mask, "cell", BLOCKED, clause) for mask in (_OBSTRUCTING, _OBSTRUCTING_OBJECTS))
    blocking = unless_overlooked("cell", terrain, blocking_objects)
    return blocking if between == "adjacent" else Max((blocking, impeding_reading("cell", clause)))


def adjacent_border_reading(role: Role, clause: Clause) -> Reading:
    """Return the reading of an impeding border in a role between adjacent characters, as ruled."""
    return Ruled(ADJACENT_FENCE.name, {"ignored": NOTHING, "impedes": impeding_reading(role, clause)})


_WAYS: tuple[tuple[Role, tuple[Role, Role]], ...] = (
    ("one", ("into-one", "out-of-one")),
    ("other", ("into-other", "out-of-other")),
)
ReadingFunction = Callable[[Role, Clause], Reading]


@rule(
    Clause(
        "SOD-4.4",
        "Corners",
        "Two ways lead round the corner between two diagonal tiles, each over a side tile and its two borders. A "
        "way is as bad as the worst thing on it, and the corner is as bad as the better way. A ruling says whether "
        "a character on a side tile closes its way.",
        "Terrain: diagonal tiles; borders and characters: ours",
    ),
    off=NOTHING,
)
def corner_reading(impeding_tile: ReadingFunction, impeding_border: ReadingFunction) -> Reading:
    """Return the reading of a corner, given the readings of impeding tiles and borders."""
    return Min(tuple(_way_reading(tile, borders, impeding_tile, impeding_border) for tile, borders in _WAYS))


def _way_reading(
    tile: Role, borders: tuple[Role, Role], impeding_tile: ReadingFunction, impeding_border: ReadingFunction
) -> Reading:
    clause = corner_reading.clause
    terrain = Leaf(_OBSTRUCTING, tile, BLOCKED, clause)
    closing = Ruled(
        CORNER_CHARACTERS.name, {"block-in-pairs": Leaf(characters, tile, BLOCKED, clause), "never": NOTHING}
    )
    obstacles = Max((Leaf(_OBSTRUCTING_OBJECTS, tile, BLOCKED, clause), closing, impeding_tile(tile, clause)))
    height = Min((Leaf(_ELEVATED, tile, BLOCKED, clause), _ONE_GROUNDED))
    walls = (
        unless_overlooked(border, Leaf(_OBSTRUCTING, border, BLOCKED, clause), impeding_border(border, clause))
        for border in borders
    )
    return Max((height, unless_overlooked(tile, terrain, obstacles), *walls))


def no_reading(role: Role, clause: Clause) -> Reading:
    """Return the empty reading, for roles in which nothing impedes."""
    del role, clause
    return NOTHING
