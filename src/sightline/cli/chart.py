"""Charts in all their forms."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any

import click
from msgspec import structs
from rich.cells import cell_len

from sightline.api import Scenario
from sightline.cli.output import print_data, print_json_list, printable
from sightline.cli.text_output import further_facts
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


def headings_of(scenario: Scenario) -> tuple[str, ...]:
    """Give the headings of a chart: the system's own, else the common ones."""
    own = [column.heading for column in charting_of(scenario.rules).chart_columns]
    common = [_INCHES if heading == _CELLS and scenario.position.is_free else heading for heading in _HEADINGS]
    return tuple(_(heading) for heading in own or common)


def row_of(rules: Ruleset[Any], verdict: Verdict) -> tuple[str, ...]:
    """Give the cells of a chart's row, one for each of its headings."""
    return tuple(column.words(verdict) for column in charting_of(rules).chart_columns) or _common_row(verdict)


def _common_row(verdict: Verdict) -> tuple[str, ...]:
    sight = pgettext("sight", verdict.sight.value)
    if verdict.sight != "blocked" and not verdict.legal:
        sight = _("{sight}, no attack").format(sight=sight)
    chance, percent = (str(verdict.odds.hit), decimal(verdict.odds.percent)) if verdict.odds else ("-", "-")
    numbers = localized(verdict.distance), sight, _roll(verdict) or "-", chance, percent
    return verdict.from_, verdict.to, verdict.weapon or "-", *numbers, _clauses(verdict)


def _roll(verdict: Verdict) -> str:
    """Give the numbers of the roll, empty where there is none."""
    return " ".join(str(value) for value in structs.astuple(verdict.to_hit)) if verdict.to_hit else ""


def _clauses(verdict: Verdict) -> str:
    return " ".join(dict.fromkeys(finding.clause.id for finding in verdict.findings))


def print_chart(scenario: Scenario, verdicts: Iterable[Verdict], form: str) -> None:
    """Print a chart; rows come as they are worked out, save in pictures and pages."""
    match form:
        case "json":
            print_json_list(verdicts)
        case "csv":
            _print_csv(scenario.rules, verdicts)
        case "svg" | "html":
            from sightline import render
            from sightline.cli.chart_html import sheet

            found = list(verdicts)
            scene = scenario.chart_scene(found)
            if form == "svg":
                print_data(render.svg(scene))
            else:  # the page has a title and a table of its own
                bare = replace(scene, title="", caption="", remarks=())
                print_data(sheet(scenario, found, render.svg(bare)))
        case _:
            rows = (row_of(scenario.rules, verdict) for verdict in verdicts)
            _print_table(scenario, headings_of(scenario), rows, _("There is no pair to judge."))


def print_changes(scenario: Scenario, now: Iterable[Verdict], then: Iterable[Verdict], form: str) -> None:
    """Print where two charts of one scenario, under other rulings, differ."""
    pairs = zip(now, then, strict=True)
    changes = ((before, after) for before, after in pairs if _without_rulings(before) != _without_rulings(after))
    if form == "json":
        print_json_list(
            {"from": before.from_, "to": before.to, "weapon": before.weapon, "now": before, "then": after}
            for before, after in changes
        )
    else:
        headings = ("", *headings_of(scenario), "")
        _print_table(scenario, headings, _two_rows_each(scenario.rules, changes), _("Nothing would change."))


def _two_rows_each(rules: Ruleset[Any], changes: Iterable[tuple[Verdict, Verdict]]) -> Iterator[tuple[str, ...]]:
    """Yield a row for before and one for after; where they look alike, with what differs all the same."""
    for before, after in changes:
        now, then = row_of(rules, before), row_of(rules, after)
        yield _("now"), *now, _unlike(before, after) if now == then else ""
        yield _("then"), *then, _unlike(after, before) if now == then else ""


def _unlike(verdict: Verdict, other: Verdict) -> str:
    """Say what a verdict holds besides its row that another does not: further keys, else findings, else lines."""
    for tell in (_facts, _reasons, _lines):
        ours, theirs = tell(verdict), tell(other)
        if ours != theirs:
            return "; ".join(words for words in ours if words not in theirs)
    return ""


def _facts(verdict: Verdict) -> Sequence[str]:
    return [f"{name} {words}" for name, words in further_facts(verdict).items()]


def _reasons(verdict: Verdict) -> Sequence[str]:
    return [finding.why for finding in verdict.findings]


def _lines(verdict: Verdict) -> Sequence[str]:
    return [_("line {start} to {stop}").format(start=line.from_, stop=line.to) for line in verdict.lines]


def _without_rulings(verdict: Verdict) -> Verdict:
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
    print_data(_in_csv([column.name for column in charting_of(rules).chart_columns] or _CSV))
    for verdict in verdicts:
        print_data(_in_csv(_csv_row(rules, verdict)))


def _in_csv(cells: Iterable[str]) -> str:
    """Give a line of CSV, without its end."""
    # The writer quotes whatever could end a line, so it is told of both signs that do, and the end is ours again.
    end, buffer = "\r\n", io.StringIO(newline="")
    csv.writer(buffer, lineterminator=end).writerow(cells)
    return buffer.getvalue().removesuffix(end)


_FIRST_ROWS = 200


def _print_table(scenario: Scenario, headings: tuple[str, ...], rows: Iterable[tuple[str, ...]], empty: str) -> None:
    """Print rows in columns as wide as what the first of them need, or say that there are none."""
    if scenario.title:
        click.secho(f"{printable(scenario.title)}\n", bold=True)
    rows = (tuple(map(printable, row)) for row in rows)
    first = list(islice(rows, _FIRST_ROWS))
    if not first:
        click.echo(empty)
        return
    widths = [max(map(cell_len, column)) for column in zip(headings, *first, strict=True)]
    click.secho(_in_columns(headings, widths), underline=True)
    for row in chain(first, rows):
        click.echo(_in_columns(row, widths))


def _in_columns(row: tuple[str, ...], widths: list[int]) -> str:
    padded = (cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True))
    return "  ".join(padded).rstrip()
