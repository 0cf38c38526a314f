"""Charts as tables: headings, rows and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import structs

from sightline.i18n import N_, _, decimal, localized, pgettext
from sightline.rules import Ruleset, Verdict, charting_of

_CELLS, _INCHES = N_("Cells"), N_("Inches")
_HEADINGS = (
    N_("From"),
    N_("To"),
    N_("Weapon"),
    _CELLS,
    N_("Sight"),
    N_("To hit"),
    N_("Chance"),
    N_("Percent"),
    N_("Clauses"),
)


def chart_headings(rules: Ruleset[Any], *, is_free: bool) -> tuple[str, ...]:
    """Return the headings of a chart: those of the system if it has any, otherwise the common ones."""
    own = [column.heading for column in charting_of(rules).chart_columns]
    common = [_INCHES if heading == _CELLS and is_free else heading for heading in _HEADINGS]
    return tuple(_(heading) for heading in own or common)


def format_row(rules: Ruleset[Any], verdict: Verdict) -> tuple[str, ...]:
    """Return the cells of a row of a chart, one per heading."""
    return tuple(column.words(verdict) for column in charting_of(rules).chart_columns) or _common_row(verdict)


def _common_row(verdict: Verdict) -> tuple[str, ...]:
    sight = pgettext("sight", verdict.sight.value)
    if verdict.sight != "blocked" and not verdict.legal:
        sight = _("{sight}, no attack").format(sight=sight)
    chance, percent = (str(verdict.odds.hit), decimal(verdict.odds.percent)) if verdict.odds else ("-", "-")
    numbers = localized(verdict.distance), sight, _roll(verdict) or "-", chance, percent
    return verdict.from_, verdict.to, verdict.weapon or "-", *numbers, _clauses(verdict)


def _roll(verdict: Verdict) -> str:
    """Return the numbers of the roll, or "" if there is none."""
    return " ".join(str(value) for value in structs.astuple(verdict.to_hit)) if verdict.to_hit else ""


def _clauses(verdict: Verdict) -> str:
    return " ".join(dict.fromkeys(finding.clause.id for finding in verdict.findings))


_CSV = ("from", "to", "weapon", "distance", "sight", "legal", "to_hit", "hit", "percent", "clauses")


def _csv_row(rules: Ruleset[Any], verdict: Verdict) -> tuple[str, ...]:
    if charting_of(rules).chart_columns:
        return tuple(column.value(verdict) for column in charting_of(rules).chart_columns)
    about = verdict.from_, verdict.to, verdict.weapon or "", str(verdict.distance)
    sight, legal = verdict.sight.value, str(verdict.legal).lower()
    odds = (str(verdict.odds.hit), f"{verdict.odds.percent:.2f}") if verdict.odds else ("", "")
    return *about, sight, legal, _roll(verdict), *odds, _clauses(verdict)


def iter_csv(rules: Ruleset[Any], verdicts: Iterable[Verdict]) -> Iterator[str]:
    """Yield a chart as lines of CSV without their terminators: names of columns, then one line for each verdict."""
    yield _csv_line([column.name for column in charting_of(rules).chart_columns] or _CSV)
    for verdict in verdicts:
        yield _csv_line(_csv_row(rules, verdict))


def _csv_line(cells: Iterable[str]) -> str:
    """Return a line of CSV without its terminator."""
    # The writer quotes only characters of its line terminator, so it gets both, and the terminator is removed.
    end, buffer = "\r\n", io.StringIO(newline="")
    csv.writer(buffer, lineterminator=end).writerow(cells)
    return buffer.getvalue().removesuffix(end)
