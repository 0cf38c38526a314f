"""PG-4.4, 14.1 and 21.4: movement in inches on a free table."""

from __future__ import annotations

from sightline.board import Piece
from sightline.plane.movement import MoveQuery
from sightline.rules import Position
from sightline.systems.post_galactica.engagement import can_engage, disengage_movement, is_enemy
from sightline.systems.post_galactica.inch_measure import terrain_of
from sightline.systems.post_galactica.pieces import unit_of


def move(position: Position, piece: Piece) -> MoveQuery:
    """Return the move of a unit; an engaged one disengages, and a building cannot move."""
    unit, table = unit_of(piece), position.table
    others = [other for other in map(unit_of, table.pieces.values()) if other.name != unit.name]
    enemies = [other for other in others if is_enemy(unit, other)]
    near = tuple(other.shape for other in enemies if can_engage(position, unit, other))
    disengaging = disengage_movement(position, unit)
    barriers = (feature.outline for feature in table.features if terrain_of(feature).impassable)
    barring = (other.shape for other in others if other.building or other in enemies)
    return MoveQuery(
        base=unit.shape,
        budget=0 if unit.building else unit.movement if disengaging is None else disengaging,
        width=table.width,
        height=table.height,
        impassable=(*barriers, *barring),
        friends=tuple(other.shape for other in others if not other.building and other not in enemies),
        stops=near if disengaging is None else (),
        shunned=() if disengaging is None else near,
        difficult=tuple(feature.outline for feature in table.features if terrain_of(feature).difficult),
    )
