"""The circumstances of attacks. Attacks in equal circumstances differ in cover, sight and damage alone."""

from __future__ import annotations

from typing import NamedTuple

from sightline.board import Weapon
from sightline.rules import Attack
from sightline.systems.penance.elevation import height
from sightline.systems.penance.facing import is_before_attacker, sides_entered
from sightline.systems.penance.pieces import Casket


class Circumstances(NamedTuple):
    """All that an attack depends on except cover, sight and rulings: card, distance, sides, levels and movement."""

    weapon: Weapon | None
    hexes: int
    is_friend: bool
    is_before_attacker: bool
    entered_by: tuple[int, ...]
    shield: str
    height: int
    moved: int
    target_moved: int


def circumstances_of(attack: Attack[Casket]) -> Circumstances:
    """Return the circumstances of an attack."""
    attacker, target = attack.attacker, attack.target
    return Circumstances(
        attack.weapon,
        attack.cells,
        attacker.is_friend_of(target),
        is_before_attacker(attack),
        attack.cached(sides_entered),
        target.shield,
        attack.cached(height),
        attacker.moved,
        target.moved_last_turn,
    )
