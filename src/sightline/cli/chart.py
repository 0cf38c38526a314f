"""Output of charts as tables, JSON and CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, islice
from typing import Any

import click
from rich.cells import cell_len

from sightline.api import Scenario
from sightline.api.lenient_questions import ChartChange, iter_chart_changes
from sightline.cli.output import print_data, print_json_list, printable
from sightline.cli.text_options import terminal_size
from sightline.i18n import _, joined
from sightline.render.pages.chart_table import chart_headings, format_row, iter_csv
from sightline.rules import Ruleset, Verdict


def print_chart(scenario: Scenario, verdicts: Iterable[Verdict], form: str) -> None:
    """Print a chart as a table, JSON or CSV. Rows are printed as they are computed."""
    match form:
        case "json":
            print_json_list(verdicts)
        case "csv":
            _print_csv(scenario.rules, verdicts)
        case _:
            rows = (format_row(scenario.rules, verdict) for verdict in verdicts)
            _print_table(scenario, _headings(scenario), rows, _("There is no pair to judge."))


def _headings(scenario: Scenario) -> tuple[str, ...]:
    return chart_headings(scenario.rules, is_free=scenario.position.is_free)


def print_changes(scenario: Scenario, now: Iterable[Verdict], then: Iterable[Verdict], form: str) -> None:
    """Print the rows in which two charts of one scenario, under different rulings, differ."""
    changes = iter_chart_changes(now, then)
    if form == "json":
        print_json_list(changes)
    else:
        headings = ("", *_headings(scenario), "")
        _print_table(scenario, headings, _iter_change_rows(scenario.rules, changes), _("Nothing would change."))


def _iter_change_rows(rules: Ruleset[Any], changes: Iterable[ChartChange]) -> Iterator[tuple[str, ...]]:
    """Yield two rows per change, before and after. If they are equal, the difference outside the row is appended."""
    for change in changes:
        before, after = change.now, change.then
        now, then = format_row(rules, before), format_row(rules, after)
        yield _("now"), *now, _differences(before, after) if now == then else ""
        yield _("then"), *then, _differences(after, before) if now == then else ""


def _differences(verdict: Verdict, other: Verdict) -> str:
    """Return the differences of a verdict from another one, besides the row.

    These are keys of the system, or else findings, or else lines, or else the places of findings.
    """
    for facts_of in (_facts, _reasons, _lines, _places):
        ours, theirs = facts_of(verdict), facts_of(other)
        if ours != theirs:
            return joined(words for words in ours if words not in theirs)
    return ""


def _facts(verdict: Verdict) -> Sequence[str]:
    from sightline.render.text_maps.answer_text import system_facts

    facts = system_facts(verdict).items()
    return [f"{name} {', '.join(' '.join(line.split()) for line in lines)}" for name, lines in facts]


def _reasons(verdict: Verdict) -> Sequence[str]:
    return [finding.why for finding in verdict.findings]


def _lines(verdict: Verdict) -> Sequence[str]:
    return [_("line {start} to {stop}").format(start=line.from_, stop=line.to) for line in verdict.lines]


def _places(verdict: Verdict) -> Sequence[str]:
    return [f"{finding.clause.id}: {', '.join(map(str, finding.at))}" for finding in verdict.findings]


def _print_csv(rules: Ruleset[Any], verdicts: Iterable[Verdict]) -> None:
    for line in iter_csv(rules, verdicts):
        print_data(line)


_FIRST_ROWS = 200
_GAP, _INDENT = "  ", "    "
"""The separator of two columns, and the indentation of the further lines of a row."""


def _print_table(scenario: Scenario, headings: tuple[str, ...], rows: Iterable[tuple[str, ...]], empty: str) -> None:
    """Print rows in columns whose widths fit the first rows, or `empty` if there are none.

    If a terminal is narrower, the columns that do not fit follow on further lines.
    """
    if scenario.title:
        click.secho(f"{printable(scenario.title)}\n", bold=True)
    rows = (tuple(map(printable, row)) for row in rows)
    first = list(islice(rows, _FIRST_ROWS))
    if not first:
        click.echo(empty)
        return
    widths = [max(map(cell_len, column)) for column in zip(headings, *first, strict=True)]
    room = terminal_size(None).columns
    for line in _iter_lines(headings, widths, room):
        click.secho(line, underline=True)
    for row in chain(first, rows):
        click.echo("\n".join(_iter_lines(row, widths, room)))


def _iter_lines(row: tuple[str, ...], widths: list[int], room: int | None) -> Iterator[str]:
    """Yield a row as one line of aligned cells, or, if that has no room, as several."""
    ends = accumulate(width + len(_GAP) for width in widths)
    fitting = len(row) if room is None else max(1, sum(end - len(_GAP) <= room for end in ends))
    padded = (cell + " " * (width - cell_len(cell)) for cell, width in zip(row[:fitting], widths, strict=False))
    yield _GAP.join(padded).rstrip()
    if room is not None and any(row[fitting:]):
        rest = _GAP.join(filter(None, row[fitting:]))
        yield from click.wrap_text(rest, room, _INDENT, _INDENT).split("\n")
