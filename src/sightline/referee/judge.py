"""The judgement of one attack: its findings, the numbers and odds that follow from them, and the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, structs

from sightline.board import Piece, Weapon
from sightline.deadline import check_limit
from sightline.referee.finding_order import sort_findings
from sightline.rules.answers import Effect, Finding, Odds, Verdict, rounded
from sightline.rules.attack import Attack
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset
from sightline.rules.shared_findings import shared_findings
from sightline.rules.view import View

AGAINST = (Effect.BLOCKS, Effect.FORBIDS)
"""The effects of findings that make an attack illegal."""


class Judgement(Struct, frozen=True, eq=False):
    """The result of judging an attack, findings in the order found.

    Comparison ignores `attack`, whose position may differ in rulings.
    """

    distance: int | float
    view: View
    legal: bool
    findings: tuple[Finding, ...]
    numbers: Mapping[str, int]
    to_hit: Struct | None
    odds: Odds | None
    extra_fields: Mapping[str, Any]
    attack: Attack[Any]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Judgement) and structs.astuple(self)[:-1] == structs.astuple(other)[:-1]

    __hash__ = None  # type: ignore[assignment]


def build_attack(
    rules: Ruleset[Any],
    position: Position,
    attacker: Piece,
    target: Piece,
    weapon: Weapon | None,
    view: View | None = None,
) -> Attack[Any]:
    """Return an attack. Without a `view`, the system is asked for it at its first use."""

    def find_view() -> View:
        return view or rules.view(position, attacker, target, weapon)

    return Attack(position, attacker, target, weapon, rules.distance(position, attacker, target), find_view)


def judge(rules: Ruleset[Any], attack: Attack[Any]) -> Judgement:
    """Judge an attack: all findings, and the numbers and odds that follow from them."""
    return judge_findings(rules, attack, rules.findings(attack))


def judge_findings(rules: Ruleset[Any], attack: Attack[Any], found: Iterable[Finding]) -> Judgement:
    """Judge an attack whose findings are known."""
    check_limit()
    legal, findings = filter_findings(rules, tuple(found))
    numbers = _totals(findings)
    to_hit, odds = (rules.roll(attack, numbers) if legal else None) or (None, None)
    extra_fields = rules.extra_fields(attack, numbers, odds)
    return Judgement(attack.distance, attack.view, legal, findings, numbers, to_hit, odds, extra_fields, attack)


def build_verdict(rules: Ruleset[Any], judgement: Judgement) -> Verdict:
    """Return the verdict of a judgement, without the rulings that decide it."""
    attack = judgement.attack
    findings = sort_findings(rules, attack, judgement.findings)
    return rules.verdict_type(
        rules=rules.key,
        rules_revision=rules.revision,
        from_=attack.attacker.name,
        to=attack.target.name,
        weapon=attack.weapon.name if attack.weapon else None,
        distance=rounded(judgement.distance),
        sight=judgement.view.sight,
        legal=judgement.legal,
        to_hit=judgement.to_hit,
        odds=judgement.odds,
        findings=shared_findings(attack.position).with_texts(findings, rules.messages),
        lines=judgement.view.named_lines(attack.position),
        **judgement.extra_fields,
    )


def filter_findings(rules: Ruleset[Any], findings: tuple[Finding, ...]) -> tuple[bool, tuple[Finding, ...]]:
    """Return whether an attack with these findings is legal, and the findings that its answer lists."""
    for finding in findings:
        if finding.effect in AGAINST:
            about_roll, notes = rules.roll_numbers, Effect.NOTES
            return False, tuple([each for each in findings if each.on not in about_roll and each.effect is not notes])
    return True, findings


def _totals(findings: Iterable[Finding]) -> Mapping[str, int]:
    """Return the sum of the findings on each number."""
    numbers = Counter[str]()
    for finding in findings:
        if finding.on is not None and finding.value is not None:
            numbers[finding.on] += finding.value
    return numbers
