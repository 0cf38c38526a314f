"""PG-20.3 and PG-20.5: sight through and past buildings, and the findings about sight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import cast

from msgspec import structs

from sightline.board import Piece, PieceName, Weapon
from sightline.i18n import terrain_term
from sightline.rules import Attack, Clause, Finding, Position, Sight, Site, TableObstacles, rule
from sightline.systems.post_galactica.inch_measure import InchMeasure
from sightline.systems.post_galactica.measure import Measure, MeasuredView, ObstacleSites, is_within
from sightline.systems.post_galactica.measures import measure_of
from sightline.systems.post_galactica.pieces import SHOOT_THROUGH_TAGS, Unit, has_tag, is_melee, lifts, unit_of
from sightline.systems.post_galactica.sight_plan import obstacle_kind
from sightline.systems.post_galactica.terrain import TERRAIN_ADJECTIVES

_MAX_SHOOT_THROUGH_DISTANCE = 1


@rule(
    Clause(
        "PG-20.3",
        "Shooting through a friendly building",
        "A unit at most 1 inch from a building of its own side that has firing ports, an elevated platform, a "
        "transparent shield or the like may shoot through that one building if no line is clear otherwise; of "
        "several, through the first in the file that opens a line. The building then neither hides the target nor "
        "gives it cover. A natural 2 on the Hit Check hits the building, and wounds are rolled against it.",
        "20.3 Shooting Through Friendly Buildings; one building: ours",
    ),
    off=(),
)
def buildings_to_shoot_through(position: Position, attacker: Piece) -> tuple[str, ...]:
    """Return the names of the buildings that a unit may shoot through, in file order."""
    measure = measure_of(position)
    return tuple(
        piece.name
        for piece in position.cached(_buildings_with_ports, _buildings_with_ports)
        if piece.is_friend_of(attacker) and piece.name != attacker.name
        if is_within(measure.distance(attacker, piece), _MAX_SHOOT_THROUGH_DISTANCE)
    )


def _buildings_with_ports(position: Position) -> tuple[Unit, ...]:
    """Return the buildings that may be shot through, in file order."""
    return tuple(
        unit for unit in map(unit_of, position.pieces.values()) if unit.building and has_tag(unit, *SHOOT_THROUGH_TAGS)
    )


@rule(
    Clause(
        "PG-20.5",
        "Targets behind buildings",
        "A building that cuts any line between the two gives the target its stated cover, or light cover if it "
        "states none. Buildings that cut every line by themselves forbid the attack, whatever else is in the way, "
        "and in melee too. If a rule exempts the attacker and no line is open, no building cuts, but each still "
        "gives cover.",
        "20.5 Cover From Buildings; which cover, and melee: ours",
    ),
    off={},
)
def buildings_between(position: Position, one: Piece, other: Piece) -> Mapping[str, tuple[Site | str, ...]]:
    """Return the names of the buildings that cut any line between two pieces, with the sites where they do."""
    found: dict[str, dict[Site | str, None]] = {}
    if not position.cached(_has_buildings, _has_buildings):
        return {}
    for named in measure_of(position).cutting(one, other):
        for site, name in named:
            if isinstance(name, PieceName) and unit_of(position.pieces[name]).building:
                found.setdefault(name, {})[site] = None
    return {name: tuple(sites) for name, sites in found.items()}


def _has_buildings(position: Position) -> bool:
    return any(unit_of(piece).building for piece in position.pieces.values())


def find_view(position: Position, attacker: Piece, target: Piece, weapon: Weapon | None) -> MeasuredView:
    """Return the view of a target by an attacker, past or through buildings if allowed."""
    tracking, consulted = position.tracking_rulings()
    view = _view(tracking, measure_of(tracking), attacker, target, weapon)
    return replace(view, rulings=frozenset(consulted))


def _view(position: Position, measure: Measure, attacker: Piece, target: Piece, weapon: Weapon | None) -> MeasuredView:
    view = measure.view(attacker, target)
    if view.sight is Sight.CLEAR:
        return view
    if lifts(unit_of(attacker), buildings_between.clause):
        between = tuple(buildings_between(position, attacker, target))
        return measure.view(attacker, target, without=between) if between else view
    for name in () if is_melee(weapon) else buildings_to_shoot_through(position, attacker):
        through = measure.view(attacker, target, without=(name,))
        if through.sight is Sight.CLEAR:
            return replace(through, through=name)
    return view


def table_obstacles(position: Position) -> TableObstacles:
    """Return the obstacles of a free table; units that may see past or through buildings are exempt."""
    exempt = (name for name, piece in position.pieces.items() if is_exempt(position, piece))
    return structs.replace(InchMeasure(position).obstacles(), exempt=frozenset(exempt))


def is_exempt(position: Position, piece: Piece) -> bool:
    """Return whether a piece may see others past or through buildings when no line is open."""
    return lifts(unit_of(piece), buildings_between.clause) or bool(buildings_to_shoot_through(position, piece))


def view_of(attack: Attack[Unit]) -> MeasuredView:
    """Return the attacker's view of the target."""
    return cast("MeasuredView", attack.view)


def obstacles(attack: Attack[Unit]) -> Iterator[Finding]:
    """Yield everything that cuts a line if none is open; melee needs none."""
    if not is_melee(attack.weapon):
        for named in iter_cutting(attack):
            sites = sites_of(named)
            message, args = obstacle_message(attack, "cuts", [word for _, word in named], sites)
            yield attack.blocks(obstacle_kind.clause, message, sites, **args)


def iter_cutting(attack: Attack[Unit]) -> Iterable[ObstacleSites]:
    """Return all obstacles that cut a line if none is open, otherwise none."""
    view = view_of(attack)
    if view.sight is Sight.CLEAR:
        return ()
    return measure_of(attack.position).blocking(attack.attacker, attack.target, without=view.without)


def buildings(attack: Attack[Unit]) -> Iterator[Finding]:
    """Yield the findings that buildings hide the target, or are shot through or past."""
    view, position, names = view_of(attack), attack.position, {"attacker": attack.attacker.name}
    if view.through is not None:
        sites = measure_of(position).sites(position.pieces[view.through])
        clause, args = buildings_to_shoot_through.clause, {"building": view.through, **names}
        yield attack.permits(clause, "shoots-through", sites, **args)
        return
    between = buildings_between(position, attack.attacker, attack.target)
    if not between:
        return
    built = {site for sites in between.values() for site in sites}
    cuts = measure_of(position).cutting(attack.attacker, attack.target)
    sites = list(dict.fromkeys(site for named in cuts for site, _ in named if site in built))
    args = {"buildings": ", ".join(between), "target": attack.target.name, **names}
    if view.without and view.sight is Sight.CLEAR:
        yield attack.permits(buildings_between.clause, "sees-past", sites, **args)
    elif not lifts(attack.attacker, buildings_between.clause):
        hidden = measure_of(position).view(attack.attacker, attack.target, only_buildings=True)
        if hidden.sight is Sight.BLOCKED:
            yield attack.forbids(buildings_between.clause, "hidden", sites, **args)


def sites_of(named: ObstacleSites) -> list[Site | str]:
    """Return the sites of an obstacle, each once."""
    return list(dict.fromkeys(site for site, _ in named))


def obstacle_message(
    attack: Attack[Unit], message: str, words: Iterable[str], sites: Iterable[Site | str]
) -> tuple[str, dict[str, str]]:
    """Return the id and arguments of a message about an obstacle; on a free table it is named, without a place."""
    place = ", ".join(map(attack.position.label, sites))
    each = dict.fromkeys(words)
    what = place if attack.position.is_free else ", ".join(each)
    if not any(isinstance(word, PieceName) for word in each):
        what = terrain_term(what, TERRAIN_ADJECTIVES)
    if attack.position.is_free:
        return f"{message}-named", {"what": what}
    return message, {"what": what, "place": place}
