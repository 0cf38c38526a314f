"""Scenes of areas: where a piece can move to, where a side can be hit, and where to attack from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec import structs

from sightline.board import Board
from sightline.i18n import N_, _, decimal, localized, ngettext, pgettext
from sightline.plane import Spot
from sightline.render.primitives.text_metrics import shorten
from sightline.render.scenes.answer_places import at_corners, cell_steps, corner_steps, covered, in_cells
from sightline.render.scenes.captions import LONGEST_NAME, Remark
from sightline.render.scenes.measurements import coordinates, inches
from sightline.render.scenes.parts import Ray, Value
from sightline.render.scenes.remarks import advice_remark, counted_cells, counted_places, danger_remarks, reach_remarks
from sightline.render.scenes.scene import Scene, board_scene
from sightline.rules import (
    Advice,
    Advised,
    Badge,
    Place,
    Position,
    Reach,
    ReachOutline,
    ReachWay,
    Ruleset,
    Threat,
    depiction_of,
    percent,
)

PROVOKES = Badge("burst", N_("provokes attacks"))
_REACHED = ("reached-1", "reached-2", "reached-3", "reached-4")
_DANGER = {
    "danger-1": (Fraction(0), N_("under 15 %")),
    "danger-2": (Fraction(15, 100), N_("from 15 %")),
    "danger-3": (Fraction(30, 100), N_("from 30 %")),
    "danger-4": (Fraction(45, 100), N_("from 45 %")),
    "danger-5": (Fraction(60, 100), N_("from 60 %")),
    "danger-6": (Fraction(75, 100), N_("from 75 %")),
}
_ADVISED = {
    "advised-1": (1, N_("the best")),
    "advised-2": (2, N_("the next best")),
    "advised-3": (5, N_("others")),
}
_MAX_ADVISED = 12


def reach_scene(
    rules: Ruleset[Any], position: Position, found: Reach[Place] | ReachOutline, *, title: str = ""
) -> Scene:
    """Return the scene of the places that a piece can move to."""
    if isinstance(found, ReachOutline):
        return _outline_scene(rules, position, found, title)
    return _places_scene(rules, position, found, title)


def _outline_scene(rules: Ruleset[Any], position: Position, found: ReachOutline, title: str) -> Scene:
    """Return the scene of the area where the centre of a piece can end its move, with its path if any."""
    words = (
        _("Where the centre of {name} can end its move, to {inches} inches")
        if found.outline
        else _("{name} cannot move")
    )
    return structs.replace(
        board_scene(rules, position, title=title),
        viewer=found.from_,
        area=tuple(tuple(Spot(*place) for place in ring) for ring in found.outline),
        way=tuple(Spot(*place) for place in found.path) if isinstance(found, ReachWay) else (),
        caption=words.format(name=_short(found.from_), inches=localized(found.bound)),
        remarks=tuple(_way_remarks(found)) if isinstance(found, ReachWay) else (),
    )


def _way_remarks(found: ReachWay) -> Iterator[Remark]:
    wish, *path = (coordinates(*place) for place in (found.toward, *found.path))
    if path:
        way = _("toward {place}: {path}").format(place=wish, path=" → ".join(path))
        yield Remark(pgettext("move", "way"), inches(found.length), way)
    else:
        yield Remark(pgettext("move", "way"), "", _("no path toward {place}").format(place=wish))


def _places_scene(rules: Ruleset[Any], position: Position, found: Reach[Place], title: str) -> Scene:
    """Return the scene of the cells and corners that a piece can move to, with the cost of each."""
    scene = board_scene(rules, position, title=title)
    piece = scene.board.pieces[found.from_]
    bands = _cost_bands(place.cost for place in found.cells.values())
    values = {label: _cost_value(rules, place, bands) for label, place in found.cells.items()}
    return structs.replace(
        scene,
        viewer=found.from_,
        values=in_cells(scene.board, values),
        corner_values=at_corners(scene.board, values),
        values_are=_("cost"),
        tints={tint: _cost_words(costs) for tint, costs in bands.items()},
        steps=tuple(cell_steps(scene.board, found.cells)),
        corner_steps=tuple(corner_steps(scene.board, found.cells)),
        covered=covered(rules, position, piece, found.cells),
        threatened=frozenset(
            cell for cells in depiction_of(rules).threatened(position, piece).values() for cell in cells
        ),
        caption=_reach_caption(found),
        remarks=tuple(reach_remarks(rules, scene.board, found)),
    )


def _reach_caption(found: Reach[Place]) -> str:
    """Return the caption with the number of places that a piece can move to, or that it cannot leave its own."""
    own = next((label for label, place in found.cells.items() if not place.path), "")
    text = _("Where {name} can move: {places}")
    if all(not place.path for place in found.cells.values()):
        text = _("{name} cannot leave {place}")
    return text.format(name=_short(found.from_), place=own, places=counted_places(found.cells.values()))


def threat_scene(rules: Ruleset[Any], position: Position, found: Threat, *, title: str = "") -> Scene:
    """Return the scene of the cells where pieces of a side can be hit: the best chance in each, and the attackers."""
    scene = board_scene(rules, position, title=title)
    percents = {best: _percent_value(best) for best in {danger.best for danger in found.cells.values()}}
    values = {cell: percents[danger.best] for cell, danger in in_cells(scene.board, found.cells).items()}
    names = {name for danger in found.cells.values() for name in danger.attackers}
    attackers = tuple(name for name in scene.board.pieces if name in names)
    cells, pieces = counted_cells(len(found.cells)), _counted_pieces(len(attackers))
    result = _("{cells}, by {pieces}").format(cells=cells, pieces=pieces) if attackers else _("nothing")
    used = {value.tint for value in values.values()}
    return structs.replace(
        scene,
        values=values,
        values_are=_("threat in percent"),
        tints={tint: _(words) for tint, (_least, words) in _DANGER.items() if tint in used},
        attackers=attackers,
        caption=_("What can hit {side}: {result}").format(side=_short(found.side), result=result),
        remarks=tuple(danger_remarks(found.cells.values(), attackers)),
    )


def advise_scene(rules: Ruleset[Any], position: Position, found: Advice, *, title: str = "") -> Scene:
    """Return the scene of the best dozen moves with an attack: ranks, facings, and the best line."""
    scene = board_scene(rules, position, title=title)
    values: dict[str, Value] = {}
    for rank, advised in enumerate(found.places[:_MAX_ADVISED], 1):
        tint = [tint for tint, (first, _) in _ADVISED.items() if first <= rank][-1]
        values.setdefault(advised.at, Value(str(rank), tint, facing=advised.facing))
    used = {value.tint for value in values.values()}
    result = _("nowhere it can move to")
    if found.places:
        best = decimal(percent(found.places[0].hit))
        result = _("{ways} listed, best {percent} %").format(ways=_counted_ways(len(found.places)), percent=best)
    return structs.replace(
        scene,
        viewer=found.from_,
        rays=tuple(ray for advised in found.places[:1] for ray in _aim(scene.board, advised)),
        values=in_cells(scene.board, values),
        corner_values=at_corners(scene.board, values),
        values_are=_("rank"),
        tints={tint: _(words) for tint, (_first, words) in _ADVISED.items() if tint in used},
        caption=_("Where {name} can attack from: {result}").format(name=_short(found.from_), result=result),
        remarks=tuple(advice_remark(rank, advised) for rank, advised in enumerate(found.places, 1)),
        max_remarks=_MAX_ADVISED,
    )


def _counted_pieces(number: int) -> str:
    return ngettext("{count} piece", "{count} pieces", number).format(count=number)


def _counted_ways(number: int) -> str:
    return ngettext("{count} way", "{count} ways", number).format(count=number)


def _short(name: str) -> str:
    return shorten(name, LONGEST_NAME)


def _cost_value(rules: Ruleset[Any], place: Place, bands: Mapping[str, list[int]]) -> Value:
    tint = next(tint for tint, costs in bands.items() if place.cost in costs)
    text = str(place.cost) if place.may_stop else f"({place.cost})"
    badges = (*depiction_of(rules).place_badges(place), *((PROVOKES,) if place.provokes else ()))
    return Value(text if place.path else "", tint, not place.may_stop, badges=badges)


def _cost_bands(costs: Iterable[int]) -> Mapping[str, list[int]]:
    """Return the costs in at most four bands of equal width by tint, the cheapest first."""
    found = sorted(set(costs))
    width = max(1, -(-max(found, default=0) // len(_REACHED)))
    bands: dict[str, list[int]] = {}
    for cost in found:
        bands.setdefault(_REACHED[max(0, cost - 1) // width], []).append(cost)
    return bands


def _cost_words(costs: list[int]) -> str:
    # without the cost 0 of standing still
    first, last = next(filter(None, costs), 0), costs[-1]
    words = _("cost {cost}") if first == last else _("cost {cost} to {highest}")
    return words.format(cost=first, highest=last)


def _percent_value(hit: Fraction) -> Value:
    """Return a chance as a whole percent; "<1" and ">99" if it is not quite 0 or 100."""
    rounded = int(hit * 100 + Fraction(1, 2))
    text = "<1" if hit and not rounded else ">99" if hit < 1 and rounded == 100 else str(rounded)
    return Value(text, [tint for tint, (least, _) in _DANGER.items() if hit >= least][-1])


def _aim(board: Board, advised: Advised) -> Iterable[Ray]:
    """Yield the line from a place to the nearest cell of its target."""
    grid, target = board.grid, board.pieces[advised.target]
    for cell in in_cells(board, {advised.at: None}):
        nearest = min(target.cells, key=lambda other: grid.distance(cell, other))
        yield Ray(grid.centre(cell), grid.centre(nearest))
    for corner in at_corners(board, {advised.at: None}):
        round_it = grid.cells_at(corner)
        nearest = min(target.cells, key=lambda other: min(grid.distance(cell, other) for cell in round_it))
        yield Ray(corner, grid.centre(nearest))
