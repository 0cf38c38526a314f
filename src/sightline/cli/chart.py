"""Output of charts as tables, JSON and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

import click
from msgspec import structs
from rich.cells import cell_len

from sightline.api import Scenario
from sightline.cli.output import print_data, print_json_list, printable
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


def chart_headings(scenario: Scenario) -> tuple[str, ...]:
    """Return the headings of a chart: those of the system if it has any, otherwise the common ones."""
    own = [column.heading for column in charting_of(scenario.rules).chart_columns]
    common = [_INCHES if heading == _CELLS and scenario.position.is_free else heading for heading in _HEADINGS]
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


def print_chart(scenario: Scenario, verdicts: Iterable[Verdict], form: str) -> None:
    """Print a chart as a table, JSON or CSV. Rows are printed as they are computed."""
    match form:
        case "json":
            print_json_list(verdicts)
        case "csv":
            _print_csv(scenario.rules, verdicts)
        case _:
            rows = (format_row(scenario.rules, verdict) for verdict in verdicts)
            _print_table(scenario, chart_headings(scenario), rows, _("There is no pair to judge."))


def print_changes(scenario: Scenario, now: Iterable[Verdict], then: Iterable[Verdict], form: str) -> None:
    """Print the rows in which two charts of one scenario, under different rulings, differ."""
    pairs = zip(now, then, strict=True)
    changes = ((before, after) for before, after in pairs if _ignoring_rulings(before) != _ignoring_rulings(after))
    if form == "json":
        print_json_list(
            {"from": before.from_, "to": before.to, "weapon": before.weapon, "now": before, "then": after}
            for before, after in changes
        )
    else:
        headings = ("", *chart_headings(scenario), "")
        _print_table(scenario, headings, _iter_change_rows(scenario.rules, changes), _("Nothing would change."))


def _iter_change_rows(rules: Ruleset[Any], changes: Iterable[tuple[Verdict, Verdict]]) -> Iterator[tuple[str, ...]]:
    """Yield two rows per change, before and after; if they are equal, with the difference outside the row appended."""
    for before, after in changes:
        now, then = format_row(rules, before), format_row(rules, after)
        yield _("now"), *now, _differences(before, after) if now == then else ""
        yield _("then"), *then, _differences(after, before) if now == then else ""


def _differences(verdict: Verdict, other: Verdict) -> str:
    """Return what a verdict has besides its row that another has not.

    System keys, otherwise findings, otherwise lines.
    """
    for facts_of in (_facts, _reasons, _lines):
        ours, theirs = facts_of(verdict), facts_of(other)
        if ours != theirs:
            return "; ".join(words for words in ours if words not in theirs)
    return ""


def _facts(verdict: Verdict) -> Sequence[str]:
    from sightline.cli.text_output import system_facts

    facts = system_facts(verdict).items()
    return [f"{name} {', '.join(' '.join(line.split()) for line in lines)}" for name, lines in facts]


def _reasons(verdict: Verdict) -> Sequence[str]:
    return [finding.why for finding in verdict.findings]


def _lines(verdict: Verdict) -> Sequence[str]:
    return [_("line {start} to {stop}").format(start=line.from_, stop=line.to) for line in verdict.lines]


def _ignoring_rulings(verdict: Verdict) -> Verdict:
    return structs.replace(verdict, rulings={})


_CSV = ("from", "to", "weapon", "distance", "sight", "legal", "to_hit", "hit", "percent", "clauses")


def _csv_row(rules: Ruleset[Any], verdict: Verdict) -> tuple[str, ...]:
    if charting_of(rules).chart_columns:
        return tuple(column.value(verdict) for column in charting_of(rules).chart_columns)
    about = verdict.from_, verdict.to, verdict.weapon or "", str(verdict.distance)
    sight, legal = verdict.sight.value, str(verdict.legal).lower()
    odds = (str(verdict.odds.hit), f"{verdict.odds.percent:.2f}") if verdict.odds else ("", "")
    return *about, sight, legal, _roll(verdict), *odds, _clauses(verdict)


def _print_csv(rules: Ruleset[Any], verdicts: Iterable[Verdict]) -> None:
    print_data(_csv_line([column.name for column in charting_of(rules).chart_columns] or _CSV))
    for verdict in verdicts:
        print_data(_csv_line(_csv_row(rules, verdict)))


def _csv_line(cells: Iterable[str]) -> str:
    """Return a line of CSV without its terminator."""
    # The writer quotes only characters of its line terminator, so it gets both, and the terminator is removed.
    end, buffer = "\r\n", io.StringIO(newline="")
    csv.writer(buffer, lineterminator=end).writerow(cells)
    return buffer.getvalue().removesuffix(end)


_FIRST_ROWS = 200


def _print_table(scenario: Scenario, headings: tuple[str, ...], rows: Iterable[tuple[str, ...]], empty: str) -> None:
    """Print rows in columns whose widths fit the first rows, or `empty` if there are none."""
    if scenario.title:
        click.secho(f"{printable(scenario.title)}\n", bold=True)
    rows = (tuple(map(printable, row)) for row in rows)
    first = list(islice(rows, _FIRST_ROWS))
    if not first:
        click.echo(empty)
        return
    widths = [max(map(cell_len, column)) for column in zip(headings, *first, strict=True)]
    click.secho(_aligned_row(headings, widths), underline=True)
    for row in chain(first, rows):
        click.echo(_aligned_row(row, widths))


def _aligned_row(row: tuple[str, ...], widths: list[int]) -> str:
    padded = (cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True))
    return "  ".join(padded).rstrip()
