"""The ruling sheet: a chart with one row per verdict, in its published form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sightline.i18n import N_, _
from sightline.rules import Clause, Column, Effect, Sight, Sign, Verdict, rule
from sightline.systems.combat_hex.verdict import CombatHexVerdict


class SheetRow(NamedTuple):
    """A row of the sheet, as in CSV."""

    shooter: str = ""
    target: str = ""
    line_of_sight: str = ""
    bonus: str = ""
    hit_on: str = ""
    rule: str = ""


@rule(
    Clause(
        "CH-CITE",
        "Rules cited",
        "5.11, 5.12 and 5.141 are cited, in this order, if they block sight. If sight is not blocked, 8.10 is "
        "cited where a foot soldier degrades the shot, and 5.171 where a printed line does.",
        "The sheet: Tournament rule",
    ),
    off=(),
)
def rules_cited(verdict: Verdict) -> tuple[str, ...]:
    """Return the numbers of the tournament rules that decide sight."""
    effect = Effect.BLOCKS if verdict.sight is Sight.BLOCKED else Effect.IMPEDES
    cited = dict.fromkeys(finding.clause.id for finding in verdict.findings if finding.effect is effect)
    return tuple(clause.removeprefix("CH-") for clause in cited)


@rule(
    Clause(
        "CH-SHEET",
        "The ruling sheet",
        "A chart lists shooter, target, line of sight, shot bonus, the rolls that hit and the rules cited.",
        "The sheet",
    ),
    off=SheetRow(),
)
def sheet_row(verdict: CombatHexVerdict) -> SheetRow:
    """Return the row of a verdict."""
    row = SheetRow(verdict.from_, verdict.to, "no", rule=" ".join(rules_cited(verdict)))
    if verdict.sight is Sight.BLOCKED:
        return row
    bonus, hit_on = f"+{verdict.bonus}" if verdict.bonus else "", "6" if verdict.degraded else "5-6"
    return row._replace(line_of_sight="yes", bonus=bonus, hit_on=hit_on)


SIGNS: Mapping[Sign, str] = {
    "arrow": N_("5 and 6 hit"),
    "square": N_("only 6 hits"),
    "disc": N_("line of sight blocked"),
}


def sign_of(verdict: CombatHexVerdict) -> Sign:
    """Return the sign of a verdict on the map of the sheet."""
    if verdict.sight is Sight.BLOCKED:
        return "disc"
    return "square" if verdict.degraded else "arrow"


_HEADINGS = (N_("Shooter"), N_("Target"), N_("LoS"), N_("Shot bonus"), N_("Hit on"), N_("Rule"))


def printed_row(verdict: CombatHexVerdict) -> SheetRow:
    """Return the row of a verdict in print: with localized words, and a dash if sight is blocked."""
    row = sheet_row(verdict)
    if row.line_of_sight == "no":
        return row._replace(line_of_sight=_("no"), bonus="-", hit_on="-")
    hit_on = row.hit_on.replace("-", ",")
    return row._replace(line_of_sight=_("yes"), bonus=row.bonus or _("no"), hit_on=hit_on)


def _column(number: int) -> Column:
    return Column(
        SheetRow._fields[number],
        _HEADINGS[number],
        lambda verdict: printed_row(verdict)[number],
        lambda verdict: sheet_row(verdict)[number],
    )


COLUMNS = tuple(_column(number) for number in range(len(SheetRow._fields)))
"""The columns of the sheet."""
