"""The ruling sheet: one row for each verdict, in the form in which the rulings are published."""

from __future__ import annotations

from typing import NamedTuple

from sightline.rules import Clause, Effect, Sight, Verdict, rule
from sightline.rules.combat_hex.verdict import CombatHexVerdict


class Row(NamedTuple):
    """A row of the sheet, in the words of its CSV form."""

    shooter: str
    target: str
    line_of_sight: str
    bonus: str
    hit_on: str
    rule: str


@rule(
    Clause(
        "CH-CITE",
        "Rules cited",
        "5.11, 5.12 and 5.141 are cited where they block, in this order; where sight is not blocked, 8.10 where a foot "
        "soldier degrades the shot and 5.171 where a printed line does.",
        "The sheet: Tournament rule",
    ),
    off=(),
)
def rules_cited(verdict: Verdict) -> tuple[str, ...]:
    """Give the tournament rules that decide about sight, by number."""
    effect = Effect.BLOCKS if verdict.sight is Sight.BLOCKED else Effect.IMPEDES
    cited = dict.fromkeys(finding.clause.id for finding in verdict.findings if finding.effect is effect)
    return tuple(clause.removeprefix("CH-") for clause in cited)


@rule(
    Clause(
        "CH-SHEET",
        "The ruling sheet",
        "A chart lists shooter, target, line of sight, shot bonus, what hits, and the rules cited.",
        "The sheet",
    ),
    off=Row("", "", "", "", "", ""),
)
def sheet_row(verdict: CombatHexVerdict) -> Row:
    """Give the row of a verdict."""
    cited = " ".join(rules_cited(verdict))
    if verdict.sight is Sight.BLOCKED:
        return Row(verdict.from_, verdict.to, "no", "", "", cited)
    bonus, hit_on = f"+{verdict.bonus}" if verdict.bonus else "", "6" if verdict.degraded else "5-6"
    return Row(verdict.from_, verdict.to, "yes", bonus, hit_on, cited)
