"""What Combat Hex answers besides what every system does."""

from __future__ import annotations

from sightline.rules import Verdict
from sightline.systems.combat_hex.fire import Shooting, ShootingOdds


class CombatHexVerdict(Verdict, frozen=True, kw_only=True):
    """A verdict of Combat Hex: also the bonus die, whether the shot is degraded, and the hex that it is made from.

    `bonus` goes by levels alone; `degraded` is false where sight is blocked.
    """

    to_hit: Shooting | None
    odds: ShootingOdds | None
    bonus: int
    degraded: bool
    shooter_hex: str
