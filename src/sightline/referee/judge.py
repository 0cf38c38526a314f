"""What one attack comes to: its findings, folded into a verdict; or its bare chance, as whole boards want it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from msgspec import Struct, structs

from sightline.board import Piece, Weapon
from sightline.rules.answers import Effect, Finding, Odds, Verdict, rounded
from sightline.rules.attack import Attack
from sightline.rules.message_text import say
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset
from sightline.rules.view import View

_AGAINST = (Effect.BLOCKS, Effect.FORBIDS)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an attack comes to, findings as they were found; compared without the attack, which differs in rulings."""

    distance: int | float
    view: View
    legal: bool
    findings: tuple[Finding, ...]
    numbers: Mapping[str, int]
    to_hit: Struct | None
    odds: Odds | None
    extra_fields: Mapping[str, Any]
    attack: Attack[Any] = field(compare=False)


def attack_on(
    rules: Ruleset[Any],
    position: Position,
    attacker: Piece,
    target: Piece,
    weapon: Weapon | None,
    look: View | None = None,
) -> Attack[Any]:
    """Give the attack of one piece on another; sight, unless it is given, is looked for when it is asked for."""

    def find() -> View:
        return look or rules.view(position, attacker, target, weapon)

    return Attack(position, attacker, target, weapon, rules.distance(position, attacker, target), find)


def judge(rules: Ruleset[Any], attack: Attack[Any]) -> Judgement:
    """Judge an attack: all findings, and the numbers and odds that follow from them."""
    findings = tuple(rules.findings(attack))
    legal = not any(finding.effect in _AGAINST for finding in findings)
    if not legal:
        findings = tuple(finding for finding in findings if not _is_about_roll(rules, finding))
    numbers = _totals(findings)
    to_hit, odds = (rules.roll(attack, numbers) if legal else None) or (None, None)
    further_keys = rules.extra_fields(attack, numbers, odds)
    return Judgement(attack.distance, attack.view, legal, findings, numbers, to_hit, odds, further_keys, attack)


def chance(rules: Ruleset[Any], attack: Attack[Any]) -> Fraction | None:
    """Give the chance to hit, None where the attack is not legal or cannot be rolled.

    Stops at the first finding against it.
    """
    findings = []
    for finding in rules.findings(attack):
        if finding.effect in _AGAINST:
            return None
        findings.append(finding)
    rolled = rules.roll(attack, _totals(findings))
    return rolled[1].hit if rolled else None


def verdict(rules: Ruleset[Any], judgement: Judgement) -> Verdict:
    """Give a judgement as the answer, without the rulings that decided it."""
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
        findings=tuple(structs.replace(f, why=say(f.message, rules.messages)) for f in findings),
        lines=judgement.view.named_lines(attack.position),
        **judgement.extra_fields,
    )


def _is_about_roll(rules: Ruleset[Any], finding: Finding) -> bool:
    return finding.on in rules.roll_numbers or finding.effect is Effect.NOTES


def _totals(findings: Iterable[Finding]) -> Mapping[str, int]:
    """Sum up the findings on each number."""
    numbers: Counter[str] = Counter()
    for finding in findings:
        if finding.on is not None and finding.value is not None:
            numbers[finding.on] += finding.value
    return numbers


def _sort(rules: Ruleset[Any], attack: Attack[Any], found: Sequence[Finding]) -> list[Finding]:
    """Order findings by clause, then first place on the line, then label; bases lead the findings on their number."""
    order = {clause.id: number for number, clause in enumerate(rules.clauses)}
    located = Counter(finding.clause.id for finding in found if finding.at)

    def place(finding: Finding) -> tuple[int, Fraction | float, tuple[str, ...]]:
        is_alone = located[finding.clause.id] < 2
        return order[finding.clause.id], -1 if is_alone else _first_place(attack, finding), finding.at

    ordered = sorted(found, key=place)
    for base in [finding for finding in ordered if finding.message.id in rules.base_messages]:
        first = next(at for at, finding in enumerate(ordered) if finding.on == base.on)
        ordered.insert(first, ordered.pop(ordered.index(base)))
    return ordered


_OFF_THE_LINE = sys.maxsize


def _first_place(attack: Attack[Any], finding: Finding) -> Fraction | float:
    """Give the position on the line of the first site that a finding is about, -1 where it is about none."""
    if not finding.at:
        return -1
    place = attack.view.place_of_label(attack.position, finding.at[0])
    return _OFF_THE_LINE if place is None else place
