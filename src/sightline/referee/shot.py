"""Answer `shot`: one attack, explained."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sightline.board import Piece, Weapon
from sightline.referee.deciding_rulings import find_deciding_rulings, with_rulings
from sightline.referee.judge import attack_on, conclude, verdict
from sightline.rules.answers import Finding, Verdict
from sightline.rules.attack import Attack
from sightline.rules.position import Position
from sightline.rules.ruleset import FindingPart, Ruleset


class _Part(NamedTuple):
    """The findings of one part of the rules about an attack, and the rulings consulted for them."""

    find: FindingPart
    findings: tuple[Finding, ...]
    rulings: frozenset[str]


def shot(rules: Ruleset[Any], position: Position, attacker: Piece, target: Piece, weapon: Weapon | None) -> Verdict:
    """Return the verdict on an attack: all findings, the numbers that follow, and the rulings that decide."""
    first, consulted = position.tracking_rulings()
    attack = attack_on(rules, first, attacker, target, weapon)
    before = frozenset(consulted)
    parts = [_find_part(find, attack, consulted) for find in rules.finding_parts or (rules.findings,)]
    judgement, view = conclude(rules, attack, _all_findings(parts)), attack.view
    # A part that uses the view may be another than the one that was the first to use it, and consulted for it.
    in_all, after = before | view.rulings, frozenset(consulted)

    def is_decided_by(at: Position, changed: str) -> bool:
        seen = rules.view(at, attacker, target, weapon) if changed in view.rulings else view
        if seen.sight is not view.sight:
            return True
        again = attack_on(rules, at, attacker, target, weapon, seen)
        others = [
            part._replace(findings=tuple(part.find(again))) if changed in part.rulings | in_all else part
            for part in parts
        ]
        if changed not in in_all | after and _all_findings(others) == _all_findings(parts):
            return False
        other = conclude(rules, again, _all_findings(others))
        # Findings may come in another order and be the same once sorted, which is seldom worth the sorting.
        return other != judgement and verdict(rules, other) != verdict(rules, judgement)

    asked = before.union(after, *(part.rulings for part in parts), view.rulings)
    return with_rulings(verdict(rules, judgement), find_deciding_rulings(position, asked, is_decided_by))


def _find_part(find: FindingPart, attack: Attack[Any], consulted: set[str]) -> _Part:
    consulted.clear()
    found = tuple(find(attack))
    part = _Part(find, found, frozenset(consulted))
    consulted.clear()
    return part


def _all_findings(parts: Iterable[_Part]) -> list[Finding]:
    return [finding for part in parts for finding in part.findings]
