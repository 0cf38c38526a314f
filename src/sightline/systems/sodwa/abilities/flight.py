"""Flight; its steps are those of `step_rules.Flyer`."""

from __future__ import annotations

from sightline.systems.sodwa.ability import Ability
from sightline.systems.sodwa.pieces import FLIGHT, is_flyer


class Flight(Ability):
    """Moves over terrain, characters and levels."""

    key = FLIGHT
    clause = is_flyer.clause
