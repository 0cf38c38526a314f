"""The abilities of section 8, one module each, in the order of the rulebook."""

from __future__ import annotations

from typing import Final

from sightline.systems.sodwa.abilities.barrier import Barrier
from sightline.systems.sodwa.abilities.bestow_regeneration import BestowRegeneration
from sightline.systems.sodwa.abilities.corrosion import Corrosion
from sightline.systems.sodwa.abilities.flight import Flight
from sightline.systems.sodwa.abilities.flood import Flood
from sightline.systems.sodwa.abilities.healing import Healing
from sightline.systems.sodwa.abilities.homing_attack import HomingAttack
from sightline.systems.sodwa.abilities.ice import Ice
from sightline.systems.sodwa.abilities.immobilize import Immobilize
from sightline.systems.sodwa.abilities.immolate import Immolate
from sightline.systems.sodwa.abilities.invisibility import Invisibility
from sightline.systems.sodwa.abilities.jinx import Jinx
from sightline.systems.sodwa.abilities.karmic_might import KarmicMight
from sightline.systems.sodwa.abilities.mind_control import MindControl
from sightline.systems.sodwa.abilities.piercing_attack import PiercingAttack
from sightline.systems.sodwa.abilities.portal import Portal
from sightline.systems.sodwa.abilities.rally import Rally
from sightline.systems.sodwa.abilities.regeneration import Regeneration
from sightline.systems.sodwa.abilities.stasis import Stasis
from sightline.systems.sodwa.abilities.telekinesis import Telekinesis
from sightline.systems.sodwa.abilities.teleportation import Teleportation
from sightline.systems.sodwa.abilities.vigilance import Vigilance
from sightline.systems.sodwa.ability import Ability, register

IN_ORDER: Final[tuple[type[Ability], ...]] = (
    HomingAttack,
    PiercingAttack,
    Immolate,
    Regeneration,
    Invisibility,
    Flight,
    Teleportation,
    Healing,
    MindControl,
    Immobilize,
    BestowRegeneration,
    Stasis,
    Telekinesis,
    Barrier,
    Portal,
    Flood,
    Ice,
    Corrosion,
    Rally,
    KarmicMight,
    Jinx,
    Vigilance,
)

for _ability in IN_ORDER:
    register(_ability())
