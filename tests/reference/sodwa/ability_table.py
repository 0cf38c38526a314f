"""Model: what the abilities of SODWA state (section 8), written down once more from the page of abilities."""

from __future__ import annotations

from typing import NamedTuple


class Ability(NamedTuple):
    """What an ability states; a passive one has no type of action. A range of None is none that is asked."""

    category: str
    action: str | None = None
    cost: int = 0
    range: int | None = None
    sight: bool = False
    save: str | None = None
    strength: int = 0
    duration: int | None = None
    combines: tuple[str, ...] = ()


ATTACK, ENHANCEMENT, SUPPORT, CONTROL = "attack", "enhancement", "support", "battlefield-control"
MOVE, BOTH, EITHER = ("move",), ("move", "attack"), ("attack", "special")

ABILITIES = {
    "homing-attack": Ability(ATTACK),
    "piercing-attack": Ability(ATTACK),
    "immolate": Ability(ATTACK, "attack", 250, save="reflex", combines=MOVE),
    "regeneration": Ability(ENHANCEMENT),
    "invisibility": Ability(ENHANCEMENT, "special", 250, combines=MOVE),
    "flight": Ability(ENHANCEMENT),
    "teleportation": Ability(ENHANCEMENT, "move", 250, 6, combines=EITHER),
    "healing": Ability(SUPPORT, "special", 250, 6, sight=True, combines=BOTH),
    "mind-control": Ability(SUPPORT, "special", 500, 6, sight=True, save="power"),
    "immobilize": Ability(SUPPORT, "special", 250, 5, sight=True, save="fortitude", combines=MOVE),
    "bestow-regeneration": Ability(SUPPORT, "special", 250, 6, sight=True, duration=3, combines=BOTH),
    "stasis": Ability(SUPPORT, "special", 500, 5, sight=True, save="power", strength=10, duration=2),
    "telekinesis": Ability(ATTACK, "attack", 250, 6, sight=True, save="power", combines=MOVE),
    "barrier": Ability(CONTROL, "special", 250, 5, sight=True, duration=3, combines=MOVE),
    "portal": Ability(CONTROL, "special", 250, 6, sight=True, duration=4, combines=MOVE),
    "flood": Ability(CONTROL, "special", 250, 5, sight=True, duration=3, combines=MOVE),
    "ice": Ability(CONTROL, "special", 250, 5, sight=True, save="reflex", duration=3, combines=MOVE),
    "corrosion": Ability(CONTROL, "special", 250, 5, sight=True, save="fortitude", duration=3, combines=MOVE),
    "rally": Ability(SUPPORT, "special", 250, 3, duration=2, combines=BOTH),
    "karmic-might": Ability(ENHANCEMENT),
    "jinx": Ability(SUPPORT, "special", 250, combines=BOTH),
    "vigilance": Ability(ENHANCEMENT, "free"),
}
BASIC = {"move": "move", "attack": "attack", "turn": "free", "put-down": "free"}
"""The types of the actions that everybody has, by what `acted` calls them."""
EVERY_TYPE = ("move", "attack", "special")


def type_of(taken: str) -> str:
    """Return the type of an action by what `acted` calls it."""
    return BASIC.get(taken) or ABILITIES[taken].action or "passive"


def combines_of(taken: str) -> tuple[str, ...]:
    """Return the types of action that one says it goes together with; basic ones leave that to abilities."""
    return EVERY_TYPE if taken in BASIC else ABILITIES[taken].combines
