"""Charts in all their forms."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice

import click
from msgspec import structs
from rich.cells import cell_len

from sightline.api import Scenario
from sightline.cli.output import print_json_list, printable
from sightline.cli.telling import further_facts
from sightline.rules import Ruleset, Verdict

HEADINGS = ("From", "To", "Weapon", "Cells", "Sight", "To hit", "Chance", "Percent", "Clauses")


_LANGUAGE = "en"


def headings_of(rules: Ruleset) -> tuple[str, ...]:
    """Give the headings of a chart: the system's own, else the common ones."""
    return tuple(column.headings[_LANGUAGE] for column in rules.chart_columns) or HEADINGS


def row_of(rules: Ruleset, verdict: Verdict) -> tuple[str, ...]:
    """Give the cells of a chart's row, one for each of its headings."""
    return tuple(column.words(verdict, _LANGUAGE) for column in rules.chart_columns) or _common_row(verdict)


def _common_row(verdict: Verdict) -> tuple[str, ...]:
    chance, percent = ("-", "-")
    if verdict.odds:
        chance, percent = str(verdict.odds.hit), f"{verdict.odds.percent:.2f}"
    sight = verdict.sight.value if verdict.legal or verdict.sight != "clear" else f"{verdict.sight.value}, no attack"
    weapon, distance = verdict.weapon or "-", str(verdict.distance)
    clauses = " ".join(dict.fromkeys(finding.clause.id for finding in verdict.findings))
    return verdict.from_, verdict.to, weapon, distance, sight, _roll(verdict), chance, percent, clauses


def _roll(verdict: Verdict) -> str:
    """Give the numbers of the roll."""
    return " ".join(str(value) for value in structs.astuple(verdict.to_hit)) if verdict.to_hit else "-"


def print_chart(scenario: Scenario, verdicts: Iterable[Verdict], form: str) -> None:
    """Print a chart; rows come as they are worked out, save in pictures and pages."""
    match form:
        case "json":
            print_json_list(verdicts)
        case "csv":
            _print_csv(scenario.rules, verdicts)
        case "svg" | "html":
            from sightline import render
            from sightline.cli.sheet import sheet

            found = list(verdicts)
            scene = scenario.chart_scene(found)
            if form == "svg":
                click.echo(render.svg(scene))
            else:  # the page has a title and a table of its own
                bare = replace(scene, title="", caption="", remarks=())
                click.echo(sheet(scenario, found, render.svg(bare)))
        case _:
            rows = (row_of(scenario.rules, verdict) for verdict in verdicts)
            _print_table(scenario, headings_of(scenario.rules), rows, "There is no pair to judge.")


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
        headings = ("", *headings_of(scenario.rules), "")
        _print_table(scenario, headings, _two_rows_each(scenario.rules, changes), "Nothing would change.")


def _two_rows_each(rules: Ruleset, changes: Iterable[tuple[Verdict, Verdict]]) -> Iterator[tuple[str, ...]]:
    """Yield a row for before and one for after; where they look alike, with the other keys that differ."""
    for before, after in changes:
        rows, facts = (row_of(rules, before), row_of(rules, after)), (further_facts(before), further_facts(after))
        differ = [name for name in facts[0] if rows[0] == rows[1] and facts[0][name] != facts[1][name]]
        for when, row, known in zip(("now", "then"), rows, facts, strict=True):
            yield when, *row, "; ".join(f"{name} {known[name]}" for name in differ)


def _without_rulings(verdict: Verdict) -> Verdict:
    return structs.replace(verdict, rulings={})


_CSV = ("from", "to", "weapon", "distance", "sight", "legal", "to_hit", "hit", "percent", "clauses")


def _csv_row(rules: Ruleset, verdict: Verdict) -> tuple[str, ...]:
    if rules.chart_columns:
        return tuple(column.value(verdict) for column in rules.chart_columns)
    attacker, target, _, distance, _, roll, chance, percent, clauses = _common_row(verdict)
    legal = str(verdict.legal).lower()
    numbers = ("" if cell == "-" else cell for cell in (roll, chance, percent))
    return attacker, target, verdict.weapon or "", distance, verdict.sight.value, legal, *numbers, clauses


def _print_csv(rules: Ruleset, verdicts: Iterable[Verdict]) -> None:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([column.name for column in rules.chart_columns] or _CSV)
    for verdict in verdicts:
        writer.writerow(_csv_row(rules, verdict))
        click.echo(buffer.getvalue(), nl=False)
        buffer.seek(0)
        buffer.truncate()


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
