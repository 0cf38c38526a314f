"""The English texts of the findings of Post Galactica, by message id."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sightline.i18n import N_

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "cuts": N_("{what} at {place} cuts lines of sight, and none is open"),
        "cuts-named": N_("{what} cuts lines of sight, and none is open"),
        "shoots-through": N_("{attacker} shoots through {building}, which a natural 2 hits"),
        "hidden": N_("{target} is hidden behind {buildings}"),
        "sees-past": N_("a special rule lets {attacker} attack past {buildings}"),
        "light-cover": N_("light cover of {target}: {what} at {place}"),
        "heavy-cover": N_("heavy cover of {target}: {what} at {place}"),
        "lower-cover": N_("{what} at {place} covers {target} too, and only the best cover counts"),
        "light-cover-named": N_("light cover of {target}: {what}"),
        "heavy-cover-named": N_("heavy cover of {target}: {what}"),
        "lower-cover-named": N_("{what} covers {target} too, and only the best cover counts"),
        "no-ranged-skill": N_("{name} has no ranged attacks"),
        "no-melee-skill": N_("{name} has no melee attacks"),
        "beyond-range": N_("{weapon} reaches {range}, the target is {distance} away"),
        "just-beyond-range": N_("{weapon} reaches {range}, the target is slightly farther away"),
        "protected": N_("{target} is protected: {reason}"),
        "stealth": N_("{target} has Stealth and is more than {most} away"),
        "stealth-lifted": N_(
            "{target} has Stealth and is more than {most} away, but a rule of the attacker overrides this"
        ),
        "stealth-detected": N_("{name} has Stealth Detection and may target {target}"),
        "stealth-hit": N_("{target} has Stealth"),
        "undeclared": N_("{attacker} has declared its targets, but none for {weapon}"),
        "other-target": N_("{attacker} has declared {target} as the target of {weapon}"),
        "must-fight": N_("{name} is engaged by {enemies} and must fight in the Melee Phase"),
        "engaged": N_("{name} is engaged by {enemies} and cannot shoot"),
        "engaged-lifted": N_("{name} is engaged by {enemies}, but a special rule lets it shoot"),
        "disengaged": N_("{name} has disengaged this turn and cannot attack"),
        "disengaged-lifted": N_("{name} has disengaged this turn, but a special rule lets it attack"),
        "without-sight": N_("{target} is out of sight, but melee does not need sight"),
        "chooses": N_("{name} is engaged by {enemies} and chooses whom to attack"),
        "chooses-and-divides": N_("{name} is engaged by {enemies} and divides its attacks among them as it likes"),
        "own-skill": N_("skill of {name}"),
        "own-toughness": N_("Toughness of {name}"),
        "own-armor": N_("Armor of {name}"),
        "hits": N_("Hit Check {dice}: {total} against {number}, a hit"),
        "misses": N_("Hit Check {dice}: {total} against {number}, a miss"),
        "always-misses": N_("Hit Check {dice}: a natural 2 misses"),
        "hits-building": N_("Hit Check {dice}: a natural 2 hits {building}"),
        "wounds": N_("wound roll {dice}: {total} against {number} wounds {name}"),
        "does-not-wound": N_("wound roll {dice}: {total} against {number} does not wound {name}"),
        "left": N_("{name} loses {lost} Cohesion and has {cohesion} left; models left: {left}"),
        "gone": N_("{name} loses {lost} Cohesion and is destroyed"),
    }
)
