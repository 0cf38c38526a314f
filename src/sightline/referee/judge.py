"""Judge one attack: all findings, the numbers and odds that follow from them, and the verdict."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec import Struct, structs

from sightline.board import Piece, Weapon
from sightline.deadline import check_limit
from sightline.rules.answers import Effect, Finding, Odds, Verdict, rounded
from sightline.rules.attack import Attack
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset
from sightline.rules.shared_findings import shared_findings
from sightline.rules.view import View

AGAINST = (Effect.BLOCKS, Effect.FORBIDS)
"""The effects of findings that make an attack illegal."""
_BEFORE_THE_LINE, _OFF_THE_LINE = -1, sys.maxsize
"""The positions of findings without a site, before all others, and at a site that no line meets, behind them."""


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


def attack_on(
    rules: Ruleset[Any],
    position: Position,
    attacker: Piece,
    target: Piece,
    weapon: Weapon | None,
    view: View | None = None,
) -> Attack[Any]:
    """Return the attack of one piece on another. Without a `view` sight is evaluated at the first use."""

    def find() -> View:
        return view or rules.view(position, attacker, target, weapon)

    return Attack(position, attacker, target, weapon, rules.distance(position, attacker, target), find)


def judge(rules: Ruleset[Any], attack: Attack[Any]) -> Judgement:
    """Judge an attack: all findings, and the numbers and odds that follow from them."""
    return conclude(rules, attack, rules.findings(attack))


def conclude(rules: Ruleset[Any], attack: Attack[Any], found: Iterable[Finding]) -> Judgement:
    """Judge an attack by its findings."""
    check_limit()
    legal, findings = those_that_count(rules, tuple(found))
    numbers = _totals(findings)
    to_hit, odds = (rules.roll(attack, numbers) if legal else None) or (None, None)
    further_keys = rules.extra_fields(attack, numbers, odds)
    return Judgement(attack.distance, attack.view, legal, findings, numbers, to_hit, odds, further_keys, attack)


def verdict(rules: Ruleset[Any], judgement: Judgement) -> Verdict:
    """Return the verdict of a judgement, without the rulings that decide it."""
    attack = judgement.attack
    findings = _sort(rules, attack, judgement.findings)
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


def those_that_count(rules: Ruleset[Any], findings: tuple[Finding, ...]) -> tuple[bool, tuple[Finding, ...]]:
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


def _sort(rules: Ruleset[Any], attack: Attack[Any], found: Sequence[Finding]) -> list[Finding]:
    """Sort findings by clause, then first position on the line, then label; base values lead those on their number."""
    order, last = _order_of(rules), len(rules.clauses)
    by_clause: dict[int, list[Finding]] = {}
    for finding in found:  # findings of a clause that is not listed come last
        by_clause.setdefault(order.get(finding.clause.id, last), []).append(finding)
    ordered: list[Finding] = []
    for number in sorted(by_clause):
        findings = by_clause[number]
        ordered += _along_the_line(attack, findings) if len(findings) > 1 else findings
    for base in [finding for finding in ordered if finding.message.id in rules.base_messages]:
        first = next(at for at, finding in enumerate(ordered) if finding.on == base.on)
        ordered.insert(first, ordered.pop(ordered.index(base)))
    return ordered


def _along_the_line(attack: Attack[Any], findings: list[Finding]) -> list[Finding]:
    """Sort findings by their first position on the line, unless at most one of their clause is about a place."""
    located = Counter([finding.clause.id for finding in findings if finding.at])
    find_place, position = attack.view.position_of_label, attack.position

    def place(finding: Finding) -> tuple[Fraction | float, tuple[str, ...]]:
        at = finding.at
        if not at or located[finding.clause.id] < 2:
            return _BEFORE_THE_LINE, at
        found = find_place(position, at[0])
        return _OFF_THE_LINE if found is None else found, at

    return sorted(findings, key=place)


@lru_cache
def _order_of(rules: Ruleset[Any]) -> Mapping[str, int]:
    """Return the place of each clause in the rulebook, by id."""
    return {clause.id: number for number, clause in enumerate(rules.clauses)}
