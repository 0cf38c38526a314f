"""Answer `shot`: one attack, explained."""

from __future__ import annotations

from typing import Any

from sightline.board import Piece, Weapon
from sightline.referee.deciding_rulings import find_deciding_rulings, with_rulings
from sightline.referee.judge import attack_on, conclude, those_that_count, verdict
from sightline.rules.answers import Finding, Verdict
from sightline.rules.attack import Attack
from sightline.rules.position import Position
from sightline.rules.ruleset import FindingPart, Ruleset

_NONE = frozenset[str]()


_Part = tuple[FindingPart, tuple[Finding, ...], frozenset[str]]
"""A part of the rules, its findings about an attack, and the rulings consulted for them."""


def shot(rules: Ruleset[Any], position: Position, attacker: Piece, target: Piece, weapon: Weapon | None) -> Verdict:
    """Return the verdict on an attack: all findings, the numbers that follow, and the rulings that decide.

    Each part of the rules is evaluated once, and the rulings that it consults are noted. Under another choice of a
    ruling only the parts that consulted it are evaluated again: the others would find the same.
    """
    tracked, consulted = position.tracking_rulings()
    attack = attack_on(rules, tracked, attacker, target, weapon)
    before = frozenset(consulted)
    parts = _find_parts(rules, attack, consulted)
    judgement, view = conclude(rules, attack, [each for _, findings, _ in parts for each in findings]), attack.view
    # The view is evaluated at its first use. The part that used it first consulted the rulings, maybe not this one.
    in_all, after = before | view.rulings, frozenset(consulted)

    def is_decided_by(at: Position, changed: str) -> bool:
        """Return whether the answer differs in a position in which only one ruling is changed."""
        seen = rules.view(at, attacker, target, weapon) if changed in view.rulings else view
        if seen.sight is not view.sight:
            return True
        again = attack_on(rules, at, attacker, target, weapon, seen) if changed in before else attack.under(at, seen)
        others: list[Finding] = []
        for find, findings, asked in parts:
            others += find(again) if changed in in_all or changed in asked else findings
        is_legal, counting = those_that_count(rules, tuple(others))
        if is_legal != judgement.legal:
            return True
        if not (changed in in_all or changed in after) and counting == judgement.findings:
            return False
        other = conclude(rules, again, others)
        # Findings in another order may be the same once sorted. Sorting them to find out is seldom worth it.
        return other != judgement and verdict(rules, other) != answer

    answer = verdict(rules, judgement)
    asked = before.union(after, view.rulings, *(asked for _, _, asked in parts))
    deciding = find_deciding_rulings(position, asked, is_decided_by)
    return with_rulings(answer, deciding) if deciding else answer


def _find_parts(rules: Ruleset[Any], attack: Attack[Any], consulted: set[str]) -> list[_Part]:
    """Return the parts that matter with their findings, and the rulings consulted for each."""
    parts: list[_Part] = []
    is_legal = True
    for find in rules.finding_parts or (rules.findings,):
        if not is_legal and find in rules.roll_parts:
            continue
        consulted.clear()
        findings = tuple(find(attack))
        parts.append((find, findings, frozenset(consulted) if consulted else _NONE))
        is_legal = is_legal and those_that_count(rules, findings)[0]
    consulted.clear()
    return parts
