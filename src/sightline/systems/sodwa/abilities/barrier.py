"""Barrier."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import ClassVar

from sightline.board import Border
from sightline.i18n import N_, ngettext
from sightline.lattice import Cell
from sightline.rules import Clause, Finding, Site, rule
from sightline.rules.game import Json
from sightline.systems.sodwa.ability import ability_of_effect
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import Targets, lasting
from sightline.systems.sodwa.game.effects import as_drawn
from sightline.systems.sodwa.game.heuristic import threat
from sightline.systems.sodwa.game.indexed_tiles import SiteSet
from sightline.systems.sodwa.game.place_ability import Closed, PlaceAbility
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.terrain import OBSTRUCTING


@rule(
    Clause(
        "SOD-8.14",
        "Barrier",
        "For 3 of the user's turns a free tile becomes obstructing, or a border with the two that continue it in a "
        "straight line, as far as they do not obstruct yet. What destroys obstructing terrain removes a barrier there, "
        "and leaves no rubble.",
        "Abilities: Barrier; the figures, and its destruction: ours",
    ),
    off=(),
)
def raised(state: SodwaState, site: Site) -> Sequence[Site]:
    """Return the tile or borders that become obstructing, in the order of the map."""
    if isinstance(site, Cell):
        return (site,)
    return tuple(border for border in _in_line(site) if _can_rise(state, border))


def _in_line(border: Border) -> Iterator[Border]:
    """Yield a border between the two that continue it in a straight line."""
    (a, b), is_upright = border, border[0].r == border[1].r
    for by in (-1, 0, 1):
        x, y = (0, by) if is_upright else (by, 0)
        yield Cell(a.q + x, a.r + y), Cell(b.q + x, b.r + y)


def _can_rise(state: SodwaState, border: Border) -> bool:
    """Return whether a border can become obstructing: it is on the map, not obstructing yet, and not destroyed."""
    if not all(cell in state.board for cell in border):
        return False
    return not (_fallen(state) | state.map.walls) >> state.map.tiles.layout.in_layer(border) & 1


class Barrier(PlaceAbility):
    """Raises obstructing terrain."""

    key = "barrier"
    clause = raised.clause
    terrain = OBSTRUCTING
    begins: ClassVar = N_("A barrier rises: {on}.")
    messages: ClassVar = {
        "object-lies-there": N_("{name} lies on {cell}"),
        "effect-lies-there": N_("there is an effect on {cell} already: {effect}"),
        "border-obstructing": N_("{border} is obstructing terrain"),
    }

    def closed(self, use: AbilityUse) -> Iterator[Closed]:
        state, tiles = use.state, use.state.map.tiles
        walls, things, effects = state.map.walls, 0, 0
        for _name, tile in state.map.object_tiles:
            things |= 1 << tile
        for effect in state.effects:
            if isinstance(effect.on, tuple):
                effects |= tiles.sites(effect.on)
        yield Closed("tile-taken", state.occupancy.all)
        yield Closed("tile-obstructing", walls & tiles.all)
        yield Closed("object-lies-there", things)
        yield Closed("effect-lies-there", effects & tiles.all)
        yield Closed("border-obstructing", walls & ~tiles.all, "border")
        yield Closed("destroyed-there", _fallen(state), "place")

    def closing(self, use: AbilityUse, closed: Closed, site: Site) -> Iterator[Finding]:
        state, label = use.state, use.state.map.label(site)
        if closed.message == "object-lies-there":
            for name, tile in state.map.object_tiles:
                if state.map.tiles.cells[tile] == site:
                    yield use.refusal(closed.message, site, name=name, cell=label)
        elif closed.message == "effect-lies-there":
            for effect in state.effects:
                if isinstance(effect.on, tuple) and label in effect.on:
                    yield use.refusal(closed.message, site, cell=label, effect=ability_of_effect(effect.is_).title)
        else:
            yield closed.refusal(use, site)

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        sites = raised(resolution.state, _site(resolution.state, targets))
        if sites:
            on = tuple(map(resolution.state.map.label, sites))
            resolution.begin(self.key, on, user, self.entry.duration)

    def sites(self, use: AbilityUse, targets: Targets) -> Iterable[Site]:
        return raised(use.state, _site(use.state, targets))

    def outcome(self, use: AbilityUse, targets: Targets) -> Json:
        sites = raised(use.state, _site(use.state, targets))
        return {"places": tuple(map(use.state.map.label, sites)), "turns": self.entry.duration}

    def describe(self, preview: Json) -> Iterator[str]:
        places = preview["places"]
        text = ngettext("{places} becomes obstructing", "{places} become obstructing", len(places))
        yield text.format(places=", ".join(places))
        yield lasting(preview["turns"])

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        """Return the value of the ranged attacks that friends are spared, minus those that they can no longer make."""
        state, raised_bits = use.state, use.around.bits
        for site in raised(state, _site(state, targets)):
            raised_bits |= state.map.tiles.layout.in_all_layers(site)
        value, tiles = Fraction(0), state.occupancy.tiles
        for one, other in state.opponents_seen:
            if state.map.is_blocked(raised_bits, tiles[one.name], tiles[other.name]):
                value += threat(state, one, other) * (1 if use.is_enemy(one.name) else -1)
        return value


def _fallen(state: SodwaState) -> SiteSet:
    """Return the tiles and borders where something has been destroyed."""
    return state.map.tiles.all_sites & ~(as_drawn(state) | state.map.walls)


def _site(state: SodwaState, targets: Targets) -> Site:
    """Return the tile or border that is the target. Raise ValueError if there is none."""
    site = state.map.find_site(targets[0])
    if site is None:
        raise ValueError(targets[0])
    return site
