"""Attacks on obstructing terrain: preview, damage, and the map after its destruction."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar, NamedTuple

from msgspec import structs

from sightline.i18n import N_, Term, _, localized
from sightline.rules import Site
from sightline.rules.game import Event, Json
from sightline.systems.sodwa import destructible
from sightline.systems.sodwa.game.attack_on_character import Attacked
from sightline.systems.sodwa.game.effects import is_covered, without_site
from sightline.systems.sodwa.game.heuristic import clearing_value
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.pieces import AttackKind, Character


class Destroyed(Event, frozen=True, tag="destroyed"):
    """The destruction of obstructing terrain, with all the damage that it has taken."""

    text: ClassVar[str] = N_("What obstructed at {at} falls, after {damage} damage.")

    at: str
    damage: int


class _Hit(NamedTuple):
    """An attack on terrain: it takes no dice."""

    kind: AttackKind
    damage: int
    earlier: int
    destroys: bool


def _hit(state: SodwaState, attacker: Character, site: Site) -> _Hit:
    position, earlier = state.map.position, state.damage.get(site, 0)
    kind = destructible.attack_kind(position, attacker, site)
    damage = destructible.damage_of(attacker, kind) or 0
    return _Hit(kind, damage, earlier, destructible.is_destroyed(position, damage, earlier))


def preview(state: SodwaState, attacker: Character, site: Site) -> Json:
    """Return the outcome of a legal attack."""
    hit = _hit(state, attacker, site)
    return {**hit._asdict(), "kind": Term(hit.kind)}


def describe(preview: Json) -> Iterator[str]:
    """Yield a preview in phrases of the current language."""
    text = (
        _("{kind}, {damage} damage: it is destroyed")
        if preview["destroys"]
        else _("{kind}, {damage} damage: it stands")
    )
    yield text.format(kind=localized(preview["kind"]), damage=preview["damage"])


def resolve(resolution: Resolution, attacker: Character, site: Site) -> None:
    """Resolve an attack, already paid for."""
    hit, label = _hit(resolution.state, attacker, site), resolution.state.map.position.label(site)
    resolution.tell(Attacked(who=attacker.name, target=label, kind=hit.kind, damage=hit.damage))
    damage_terrain(resolution, site, hit.damage)


def damage_terrain(resolution: Resolution, site: Site, damage: int) -> None:
    """Damage obstructing terrain, and destroy it if that is enough. Terrain of an effect leaves no rubble."""
    state = resolution.state
    position, earlier = state.map.position, state.damage.get(site, 0)
    if not destructible.is_destroyed(position, damage, earlier):
        if damage and destructible.adds_up(position):
            resolution.state = structs.replace(state, damage={**state.damage, site: earlier + damage})
        return
    left = {place: points for place, points in state.damage.items() if place != site}
    state = structs.replace(state, damage=left)
    destroyed = Destroyed(at=position.label(site), damage=earlier + damage)
    if is_covered(state, site):
        resolution.state, ended = without_site(state, site, lays=True)
        resolution.tell(destroyed, *ended)
        return
    board = destructible.after_damage(position, site, damage, earlier)
    rubble = [cell for cell in destructible.tiles_of(site) if board.kinds(cell) != position.board.kinds(cell)]
    state = structs.replace(state, map=state.map.with_board(board, destructible.tiles_of(site)))
    resolution.tell(destroyed)
    for cell in rubble:
        state, ended = without_site(state, cell, lays=False)
        resolution.tell(*ended)
    resolution.state = state


def value(state: SodwaState, attacker: Character, site: Site) -> Fraction:
    """Return the points of damage that an attack is worth: something only where the terrain shuts the way."""
    hit = _hit(state, attacker, site)
    if hit.destroys:
        return clearing_value(state, attacker, site)
    part = (
        Fraction(hit.damage, destructible.MIN_DESTROYING_DAMAGE)
        if destructible.adds_up(state.map.position)
        else Fraction(0)
    )
    return part * clearing_value(state, attacker, site)
