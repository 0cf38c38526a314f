"""What stands in the way of a line: terrain, objects, characters and levels, and the two ways round a corner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from sightline.i18n import Term
from sightline.rules import Clause, MapMask, Position, Ruling, Site, TerrainMask, rule
from sightline.sight import NOTHING, EndIsIn, IsOwnSide, Leaf, Max, Min, Reading, Ruled
from sightline.sight.plan import End, Role
from sightline.systems.sodwa.terrain import characters, is_elevated, objects_that, terrain_that, transitions

_, IMPEDED, BLOCKED = range(3)
"""Degrees of sight."""

CORNER_CHARACTERS = Ruling(
    "corner-characters",
    "A line passes through a corner: does a character on a side tile close the way over that tile, or never?",
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
        "Elevated tiles between block, unless both ends are elevated. Between elevated ends nothing on the ground "
        "counts. Between ends of different levels characters, objects and impeding terrain on the ground do not, but "
        "what impedes on a grounded target's tile does. What is on elevated tiles always counts. A border has the "
        "level of the higher of its tiles. At a corner an elevated side tile closes its own way.",
        "Elevated Terrain LoS; Obstructing Terrain Elevation; borders and corners: ours",
    ),
    off={},
)
def elevated(position: Position) -> Mapping[Site, str]:
    """Mask the elevated tiles, and the borders of such tiles that have terrain."""
    board = position.board
    found: dict[Site, str] = {cell: Term("elevated ground") for cell in board if is_elevated(position, cell)}
    for border in board.borders:
        if any(is_elevated(position, cell) for cell in border):
            found[border] = Term("elevated ground")
    return found


_ELEVATED = TerrainMask(elevated)


_ENDS: tuple[End, End] = ("from", "to")


def _stands(end: End, *, grounded: bool) -> Reading:
    return EndIsIn(_ELEVATED, end, BLOCKED, negated=grounded)


_BOTH_GROUNDED = Min((_stands("from", grounded=True), _stands("to", grounded=True)))
_ONE_GROUNDED = Max((_stands("from", grounded=True), _stands("to", grounded=True)))
_BOTH_ELEVATED = Min((_stands("from", grounded=False), _stands("to", grounded=False)))
_ONE_ELEVATED = Max((_stands("from", grounded=False), _stands("to", grounded=False)))


def levels_part(clause: Clause) -> Reading:
    """Give when levels keep neighbours apart, read of the tile that a line ends in."""
    differ = Max(
        tuple(Min((_stands("from", grounded=start), _stands("to", grounded=not start))) for start in (True, False))
    )
    over_corner = IsOwnSide("border", "to", BLOCKED, negated=True)
    no_transition = Min(
        (
            Leaf(transitions, "border", BLOCKED, negated=True),
            *(EndIsIn(transitions, end, BLOCKED, negated=True) for end in _ENDS),
        )
    )
    return Min((Leaf(MapMask, "cell", BLOCKED, clause), differ, Max((over_corner, no_transition))))


def seen_over(role: Role, terrain: Reading, others: Reading) -> Reading:
    """Give what is left of things in that role that the ends may see over; `terrain` is what obstructs by itself."""
    high = Leaf(_ELEVATED, role, BLOCKED)
    return Max((Min((terrain, Max((high, _ONE_GROUNDED)))), Min((others, Max((high, _BOTH_GROUNDED))))))


def overlooked(role: Role, clause: Clause) -> Reading:
    """Give the things in that role that would count if all were level, and that levels let the ends see over."""
    low = Leaf(_ELEVATED, role, BLOCKED, negated=True)
    terrain = Leaf(_OBSTRUCTING, role, BLOCKED, clause)
    others = [Leaf(mask, role, IMPEDED, clause) for mask in (_IMPEDING, _IMPEDING_OBJECTS)]
    others += [Leaf(mask, role, BLOCKED, clause) for mask in (_OBSTRUCTING_OBJECTS, characters)]
    return Max((Min((terrain, low, _BOTH_ELEVATED)), Min((Max(tuple(others)), low, _ONE_ELEVATED))))


@rule(
    Clause(
        "SOD-4.1",
        "The line of sight",
        "Sight is a straight line from tile centre to tile centre. Obstructing terrain that it crosses blocks it, and "
        "so do characters on tiles that it crosses; objects count as their kind of terrain.",
        "Line of Sight",
    ),
    off=(NOTHING, NOTHING),
)
def what_blocks(role: Role, clause: Clause) -> tuple[Reading, Reading]:
    """Give what blocks in that role, as found by `clause`: terrain, and objects and characters."""
    things = (Leaf(mask, role, BLOCKED, clause) for mask in (_OBSTRUCTING_OBJECTS, characters))
    return Leaf(_OBSTRUCTING, role, BLOCKED, clause), Max(tuple(things))


@rule(
    Clause(
        "SOD-4.2",
        "Clear, impeded, blocked",
        "A line is clear, impeded by impeding terrain or blocked, as the worst thing on it has it.",
        "Terrain; Impeding Terrain",
    ),
    off=NOTHING,
)
def what_impedes(role: Role, clause: Clause) -> Reading:
    """Give what impedes in that role, as found by `clause`: terrain and objects."""
    return Max(tuple(Leaf(mask, role, IMPEDED, clause) for mask in (_IMPEDING, _IMPEDING_OBJECTS)))


def obstructing(role: Role, clause: Clause) -> Reading:
    """Give what obstructing terrain in that role does, unless the ends see over it."""
    return seen_over(role, Leaf(_OBSTRUCTING, role, BLOCKED, clause), NOTHING)


def tile_between() -> Reading:
    """Give what a tile strictly between does."""
    terrain, things = what_blocks("cell", what_blocks.clause)
    impeding = what_impedes("cell", what_impedes.clause)
    height = Min((Leaf(_ELEVATED, "cell", BLOCKED, elevated.clause), _ONE_GROUNDED))
    return Max((height, seen_over("cell", terrain, Max((things, impeding)))))


def border_crossed() -> Reading:
    """Give what a border does that the line crosses."""
    terrain, _ = what_blocks("border", what_blocks.clause)
    return seen_over("border", terrain, what_impedes("border", what_impedes.clause))


@rule(
    Clause(
        "SOD-4.3",
        "The two tiles, and adjacent characters",
        "The shooter's own tile does not count, the target's does, as terrain. Between adjacent characters no tile "
        "impedes; whether an impeding border does is ruled. So sight can differ by direction.",
        "Elevated Terrain LoS: Orange, Yellow; borders: ours",
    ),
    off=NOTHING,
)
def targets_tile(between: Literal["adjacent", "apart"]) -> Reading:
    """Give what the target's own tile does, between characters that are adjacent or not."""
    clause = targets_tile.clause
    terrain, object_blocks = (Leaf(mask, "cell", BLOCKED, clause) for mask in (_OBSTRUCTING, _OBSTRUCTING_OBJECTS))
    blocking = seen_over("cell", terrain, object_blocks)
    return blocking if between == "adjacent" else Max((blocking, what_impedes("cell", clause)))


def adjacent_fence(role: Role, clause: Clause) -> Reading:
    """Give what an impeding border in that role does between adjacent characters."""
    return Ruled(ADJACENT_FENCE.name, {"ignored": NOTHING, "impedes": what_impedes(role, clause)})


_WAYS: tuple[tuple[Role, tuple[Role, Role]], ...] = (
    ("one", ("into-one", "out-of-one")),
    ("other", ("into-other", "out-of-other")),
)
Tiles = Callable[[Role, Clause], Reading]


@rule(
    Clause(
        "SOD-4.4",
        "Corners",
        "Through the corner between two diagonal tiles two ways lead, each over a side tile and its two borders, and "
        "as bad as the worst on it. The corner is as bad as the better way. Whether a character on a side tile closes "
        "its way is ruled.",
        "Terrain: diagonal tiles; borders and characters: ours",
    ),
    off=NOTHING,
)
def corner(impeding_tile: Tiles, impeding_border: Tiles) -> Reading:
    """Give what a corner does, where tiles and borders impede as stated."""
    return Min(tuple(_way(tile, borders, impeding_tile, impeding_border) for tile, borders in _WAYS))


def _way(tile: Role, borders: tuple[Role, Role], impeding_tile: Tiles, impeding_border: Tiles) -> Reading:
    clause = corner.clause
    terrain = Leaf(_OBSTRUCTING, tile, BLOCKED, clause)
    closing = Ruled(
        CORNER_CHARACTERS.name, {"block-in-pairs": Leaf(characters, tile, BLOCKED, clause), "never": NOTHING}
    )
    things = Max((Leaf(_OBSTRUCTING_OBJECTS, tile, BLOCKED, clause), closing, impeding_tile(tile, clause)))
    height = Min((Leaf(_ELEVATED, tile, BLOCKED, clause), _ONE_GROUNDED))
    walls = (
        seen_over(border, Leaf(_OBSTRUCTING, border, BLOCKED, clause), impeding_border(border, clause))
        for border in borders
    )
    return Max((height, seen_over(tile, terrain, things), *walls))


def impedes_nothing(role: Role, clause: Clause) -> Reading:
    """Give what impedes where nothing does."""
    del role, clause
    return NOTHING
