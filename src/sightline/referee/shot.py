"""Answer `shot`: one attack, explained."""

from __future__ import annotations

from typing import Any, NamedTuple

from sightline.board import Piece, Weapon
from sightline.referee.deciding_rulings import find_deciding_rulings, with_rulings
from sightline.referee.judge import Judgement, build_attack, build_verdict, filter_findings, judge_findings
from sightline.rules.answers import Finding, Verdict
from sightline.rules.attack import Attack
from sightline.rules.position import Position
from sightline.rules.ruleset import FindingPart, Ruleset
from sightline.rules.view import View

_NONE = frozenset[str]()


def shot(rules: Ruleset[Any], position: Position, attacker: Piece, target: Piece, weapon: Weapon | None) -> Verdict:
    """Return the verdict on an attack: all findings, the numbers that follow, and the rulings that decide."""
    tracked, consulted = position.tracking_rulings()
    attack = build_attack(rules, tracked, attacker, target, weapon)
    by_attack = frozenset(consulted)
    parts = _find_parts(rules, attack, consulted)
    judgement = judge_findings(rules, attack, [finding for part in parts for finding in part.findings])
    view = attack.view
    shared, by_judgement = by_attack | view.rulings, frozenset(consulted)
    answer = build_verdict(rules, judgement)
    judged = _JudgedShot(rules, view, parts, judgement, answer, by_attack, shared, by_judgement)
    asked = by_judgement.union(shared, *(part.consulted for part in parts))
    deciding = find_deciding_rulings(position, asked, judged.is_decided_by)
    return with_rulings(answer, deciding) if deciding else answer


class _Part(NamedTuple):
    """A part of the rules, its findings about an attack, and the rulings consulted for them."""

    find: FindingPart
    findings: tuple[Finding, ...]
    consulted: frozenset[str]


def _find_parts(rules: Ruleset[Any], attack: Attack[Any], consulted: set[str]) -> list[_Part]:
    """Return the parts with their findings, without those that no longer matter. `consulted` is cleared."""
    parts: list[_Part] = []
    is_legal = True
    for find in rules.finding_parts or (rules.findings,):
        if not is_legal and find in rules.roll_parts:
            continue
        consulted.clear()
        findings = tuple(find(attack))
        parts.append(_Part(find, findings, frozenset(consulted) if consulted else _NONE))
        is_legal = is_legal and filter_findings(rules, findings)[0]
    consulted.clear()
    return parts


class _JudgedShot(NamedTuple):
    """A judged attack, with the rulings consulted at each step, so that under another choice little is judged again.

    - `by_attack`: the rulings consulted for the attack itself, such as for its distance.
    - `shared`: those and the rulings of the view. The view is evaluated at its first use, so that the part which uses
      it first consults them, but the findings of every part may depend on them.
    - `by_judgement`: the rulings consulted for the numbers and odds that follow from the findings.
    """

    rules: Ruleset[Any]
    view: View
    parts: list[_Part]
    judgement: Judgement
    answer: Verdict
    by_attack: frozenset[str]
    shared: frozenset[str]
    by_judgement: frozenset[str]

    def is_decided_by(self, position: Position, ruling: str) -> bool:
        """Return whether the answer differs in a position in which only the choice of a ruling is another."""
        first = self.judgement.attack
        attacker, target, weapon = first.attacker, first.target, first.weapon
        view = self.view
        if ruling in view.rulings:
            view = self.rules.view(position, attacker, target, weapon)
            if view.sight is not self.view.sight:
                return True
        if ruling in self.by_attack:
            attack = build_attack(self.rules, position, attacker, target, weapon, view)
        else:
            attack = first.under(position, view)
        return self._differs(attack, self._findings_under(attack, ruling), ruling)

    def _findings_under(self, attack: Attack[Any], ruling: str) -> list[Finding]:
        """Return the findings about the attack under another choice. Parts that did not consult it find the same."""
        is_shared, findings = ruling in self.shared, list[Finding]()
        for part in self.parts:
            findings += part.find(attack) if is_shared or ruling in part.consulted else part.findings
        return findings

    def _differs(self, attack: Attack[Any], findings: list[Finding], ruling: str) -> bool:
        """Return whether these findings about the attack under another choice of a ruling lead to another answer."""
        is_legal, listed = filter_findings(self.rules, tuple(findings))
        if is_legal != self.judgement.legal:
            return True
        is_unused = ruling not in self.shared and ruling not in self.by_judgement
        if is_unused and listed == self.judgement.findings:
            return False
        other = judge_findings(self.rules, attack, findings)
        # Findings in another order may be the same once sorted. Sorting them to find out is seldom worth it.
        return other != self.judgement and build_verdict(self.rules, other) != self.answer
