"""The verdicts of Combat Hex."""

from __future__ import annotations

from sightline.rules import Verdict
from sightline.systems.combat_hex.fire import Shooting, ShootingOdds


class CombatHexVerdict(Verdict, frozen=True, kw_only=True):
    """A verdict with the bonus dice, whether the shot is degraded, and the label of the shooter's hex.

    `bonus` depends only on levels; `degraded` is false if sight is blocked.
    """

    to_hit: Shooting | None
    odds: ShootingOdds | None
    bonus: int
    degraded: bool
    shooter_hex: str
