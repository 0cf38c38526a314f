"""The order in which a verdict lists its findings."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sightline.rules.answers import Finding
from sightline.rules.attack import Attack
from sightline.rules.ruleset import Ruleset

_BEFORE_THE_LINE, _OFF_THE_LINE = -1, sys.maxsize
"""The sort keys of findings without a site, before all others, and at a site that no line meets, behind them."""


def sort_findings(rules: Ruleset[Any], attack: Attack[Any], found: Sequence[Finding]) -> list[Finding]:
    """Sort findings by clause, then first position on the line, then label; base values lead those on their number."""
    order, last = _clause_order(rules), len(rules.clauses)
    by_clause: dict[int, list[Finding]] = {}
    for finding in found:  # findings of a clause that is not listed come last
        by_clause.setdefault(order.get(finding.clause.id, last), []).append(finding)
    ordered: list[Finding] = []
    for number in sorted(by_clause):
        findings = by_clause[number]
        ordered += _sort_along_the_line(attack, findings) if len(findings) > 1 else findings
    for base in [finding for finding in ordered if finding.message.id in rules.base_messages]:
        first = next(at for at, finding in enumerate(ordered) if finding.on == base.on)
        ordered.insert(first, ordered.pop(ordered.index(base)))
    return ordered


def _sort_along_the_line(attack: Attack[Any], findings: list[Finding]) -> list[Finding]:
    """Sort findings by the position at which the line first meets their first site, if several of a clause have one."""
    located = Counter([finding.clause.id for finding in findings if finding.at])
    position_of_label, position = attack.view.position_of_label, attack.position

    def sort_key(finding: Finding) -> tuple[Fraction | float, tuple[str, ...]]:
        at = finding.at
        if not at or located[finding.clause.id] < 2:
            return _BEFORE_THE_LINE, at
        found = position_of_label(position, at[0])
        return _OFF_THE_LINE if found is None else found, at

    return sorted(findings, key=sort_key)


@lru_cache
def _clause_order(rules: Ruleset[Any]) -> Mapping[str, int]:
    """Return the index of each clause in the order of the rulebook, by id."""
    return {clause.id: number for number, clause in enumerate(rules.clauses)}
