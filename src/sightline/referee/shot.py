"""Answer `shot`: one attack, explained."""

from __future__ import annotations

from typing import Any

from sightline.board import Piece, Weapon
from sightline.referee.deciding_rulings import find_deciding_rulings, with_rulings
from sightline.referee.judge import attack_on, judge, verdict
from sightline.rules.answers import Verdict
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset


def shot(rules: Ruleset[Any], position: Position, attacker: Piece, target: Piece, weapon: Weapon | None) -> Verdict:
    """Return the verdict on an attack: all findings, the numbers that follow, and the rulings that decide."""
    first, consulted = position.tracking_rulings()
    attack = attack_on(rules, first, attacker, target, weapon)
    judgement, view = judge(rules, attack), attack.view

    def is_decided_by(at: Position, changed: str) -> bool:
        seen = rules.view(at, attacker, target, weapon) if changed in view.rulings else view
        if seen.sight is not view.sight:
            return True
        other = judge(rules, attack_on(rules, at, attacker, target, weapon, seen))
        # Findings may come in another order and be the same once sorted, which is seldom worth the sorting.
        return other != judgement and verdict(rules, other) != verdict(rules, judgement)

    return with_rulings(verdict(rules, judgement), find_deciding_rulings(position, consulted, is_decided_by))
