"""Attacks on obstructing terrain: preview, damage, and the map where it falls."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar, NamedTuple

from msgspec import structs

from sightline.i18n import N_, Term, _, localized
from sightline.rules import Site
from sightline.rules.game import Event, Json, Transition
from sightline.systems.sodwa import destructible
from sightline.systems.sodwa.game.attack_on_character import Attacked
from sightline.systems.sodwa.game.heuristic import clearing_value
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.pieces import AttackKind, Character, attributes


class Destroyed(Event, frozen=True, tag="destroyed"):
    """The fall of obstructing terrain, with all the damage that it has taken."""

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
    numbers = attributes(attacker, kind)
    damage = numbers.damage if numbers else 0
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


def resolve(state: SodwaState, attacker: Character, site: Site) -> Transition[SodwaState]:
    """Return the result of an attack in the state in which the attacker has paid for it."""
    hit, position = _hit(state, attacker, site), state.map.position
    label = position.label(site)
    attacked = Attacked(who=attacker.name, target=label, kind=hit.kind, damage=hit.damage)
    if hit.destroys:
        left = {place: points for place, points in state.damage.items() if place != site}
        board = destructible.after_damage(position, site, hit.damage, hit.earlier)
        fallen = structs.replace(state, map=state.map.with_board(board, destructible.tiles_of(site)), damage=left)
        return Transition(fallen, (attacked, Destroyed(at=label, damage=hit.earlier + hit.damage)))
    if hit.damage and destructible.adds_up(position):
        state = structs.replace(state, damage={**state.damage, site: hit.earlier + hit.damage})
    return Transition(state, (attacked,))


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
