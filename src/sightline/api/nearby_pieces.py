"""The other pieces as seen by one piece, nearest first, in words."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees
from typing import TYPE_CHECKING

from sightline.api.question import find_actor, question
from sightline.board import Piece
from sightline.i18n import N_, _, ngettext
from sightline.plane import Spot
from sightline.rules import Position

if TYPE_CHECKING:
    from sightline.api.scenario import Scenario
    from sightline.render.screen.screen_payload import Nearby

_DIRECTIONS = {
    "N": N_("north"),
    "NE": N_("north-east"),
    "E": N_("east"),
    "SE": N_("south-east"),
    "S": N_("south"),
    "SW": N_("south-west"),
    "W": N_("west"),
    "NW": N_("north-west"),
}
_COMPASS = tuple(_DIRECTIONS)


@question
def nearby(scenario: Scenario, name: str) -> tuple[Nearby, ...]:
    """Return the other pieces as seen by a piece, nearest first, then clockwise from the north."""
    found = _iter_nearby(scenario, find_actor(scenario, name))
    return tuple(sorted(found, key=lambda each: (each.distance, _COMPASS.index(each.direction or "N"))))


def _iter_nearby(scenario: Scenario, piece: Piece) -> Iterator[Nearby]:
    from sightline.render.scenes.captions import sight_words
    from sightline.render.screen.screen_payload import Nearby

    rules, position = scenario.rules, scenario.position
    for other in (position.pieces[name] for name in scenario.actors if name != piece.name):
        sight = rules.view(position, piece, other, None).sight
        distance = rules.distance(position, piece, other)
        direction = _direction(_middle(position, piece), _middle(position, other))
        words = [_distance_words(position, distance), *([_(_DIRECTIONS[direction])] if direction else [])]
        seen = _("sight {sight}").format(sight=sight_words(sight))
        text = _("{name}: {place}, {sight}").format(name=other.name, place=" ".join(words), sight=seen)
        yield Nearby(other.name, distance, direction, sight.value, text)


def _middle(position: Position, piece: Piece) -> Spot:
    """Return the centre of a piece in the drawing plane, or in inches."""
    from sightline.render.primitives.projection import lattice_to_plane
    from sightline.render.primitives.table_shapes import middle

    if position.is_free:
        return middle(piece.shape)
    grid = position.board.grid
    places = [lattice_to_plane(grid)(*grid.centre(cell)) for cell in piece.cells]
    return Spot(sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places))


def _direction(start: Spot, stop: Spot) -> str | None:
    """Return the nearest of the eight compass points, None for the same place."""
    x, y = stop.x - start.x, stop.y - start.y
    if abs(x) < 1e-6 and abs(y) < 1e-6:
        return None
    return _COMPASS[round(degrees(atan2(x, -y)) / 45) % len(_COMPASS)]


def _distance_words(position: Position, distance: float) -> str:
    from sightline.render.scenes.measurements import inches

    if position.is_free:
        return inches(distance)
    return ngettext("{count} cell", "{count} cells", int(distance)).format(count=distance)
