"""The command `rules`: systems, their clauses and rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import click

from sightline.cli.output import aligned, print_json, printable
from sightline.cli.scenario_options import JSON, LANGUAGE, SYSTEM, find_system, find_systems
from sightline.cli.sheet_text import find_clause
from sightline.cli.text_options import echo_text, terminal_size
from sightline.formats.json_answers import entry_answer, phases_answer, rules_answer
from sightline.formats.problems import Problems, ScenarioError, find_nearest
from sightline.i18n import N_, _, ngettext, word
from sightline.rules import Clause, NotAnswered, Ruleset, Ruling, Systems, UnusableSystem

_MAX_COLUMNS = 100


@click.command(short_help=N_("List rule systems, their clauses and their rulings."))
@click.argument("key", metavar="[SYSTEM]", required=False)
@click.argument("name", metavar="[CLAUSE]", required=False)
@click.option("--phases", is_flag=True, help=N_("Print the phases of the game that is played by the system."))
@JSON
@LANGUAGE
@SYSTEM
def rules(key: str | None, name: str | None, phases: bool, as_json: bool, system: str | None) -> None:
    """List the rule systems, the clauses and rulings of one SYSTEM, or one CLAUSE or ruling of it.

    A clause may be named as answers name it, such as PEN-1.3, also alone, or by its number or title.

    With --phases: who acts in each phase of a battle, what can be done in it, and what follows.
    """
    systems = find_systems(system)
    if phases:
        if key is None:
            raise click.UsageError(_("--phases needs a SYSTEM."))
        if name is not None:
            raise click.UsageError(_("--phases is about a whole system: leave out {name!r}.").format(name=name))
        _list_phases(find_system(key, systems), as_json)
    elif key is None:
        _list_systems(_usable(systems), as_json)
    elif name is None:
        clause = _find_clause(key, systems)
        if clause is None:
            _list_clauses(find_system(key, systems), as_json)
        else:
            _show(clause, as_json)
    else:
        _show(_find_entry(name, find_system(key, systems)), as_json)


def _usable(systems: Systems) -> Iterator[Ruleset[Any]]:
    """Yield the systems that can be used, and print an error for each of the others."""
    for key in systems:
        try:
            yield systems[key]
        except UnusableSystem as error:
            click.echo(printable(f"{error}."), err=True)


def _find_entry(name: str, ruleset: Ruleset[Any]) -> Clause | Ruling:
    entries: dict[str, Clause | Ruling] = {clause.id: clause for clause in ruleset.clauses}
    entries |= {ruling.name: ruling for ruling in ruleset.rulings}
    numbered = {clause.id.partition("-")[2]: clause for clause in ruleset.clauses}
    found = (
        entries.get(name)
        or entries.get(name.upper())
        or numbered.get(name.upper())
        or find_clause(name, ruleset.clauses)
    )
    if found is None:
        problems = Problems(_("command line"))
        message = _("{rules} has no clause {name!r}").format(rules=ruleset.title, name=name)
        near = find_nearest(name, [*entries, *(_(clause.title) for clause in ruleset.clauses)])
        problems.add(None, "clause", message, found=name, nearest=near, allowed=() if near else tuple(entries))
        raise ScenarioError(problems.found)
    return found


def _find_clause(name: str, systems: Systems) -> Clause | None:
    """Return the clause of any system with an id; None for the key of a system and for any other name."""
    if name in systems or "-" not in name:
        return None
    clauses = (clause for ruleset in _iter_usable(systems) for clause in ruleset.clauses)
    return next((clause for clause in clauses if clause.id == name.upper()), None)


def _iter_usable(systems: Systems) -> Iterator[Ruleset[Any]]:
    for key in systems:
        with suppress(UnusableSystem):
            yield systems[key]


def _list_systems(systems: Iterable[Ruleset[Any]], as_json: bool) -> None:
    if as_json:
        print_json([{"key": each.key, "title": each.title, "revision": each.revision} for each in systems])
        return
    rows: list[tuple[str, str]] = []
    for each in systems:
        clauses, rulings = len(each.clauses), len(each.rulings)
        summary = _("{title}, revision {revision}: {clauses}, {rulings}").format(
            title=each.title,
            revision=each.revision,
            clauses=ngettext("{number} clause", "{number} clauses", clauses).format(number=clauses),
            rulings=ngettext("{number} ruling", "{number} rulings", rulings).format(number=rulings),
        )
        rows.append((click.style(each.key, bold=True), summary))
    echo_text("\n".join(aligned(rows) if rows else ()), terminal_size(None).columns)


def _list_clauses(ruleset: Ruleset[Any], as_json: bool) -> None:
    if as_json:
        print_json(rules_answer(ruleset))
        return
    entries: tuple[Clause | Ruling, ...] = (*ruleset.clauses, *ruleset.rulings)
    for entry in entries:
        _print_entry(entry)
        click.echo()


def _list_phases(ruleset: Ruleset[Any], as_json: bool) -> None:
    try:
        answer = phases_answer(ruleset)
    except NotAnswered as error:
        problems = Problems(_("command line"))
        problems.add(None, "system", str(error), found=ruleset.key)
        raise ScenarioError(problems.found) from error
    if as_json:
        print_json(answer)
        return
    columns = terminal_size(None).columns
    for phase in answer:
        name = click.style(phase["phase"], bold=True)
        echo_text(f"{name}  {phase['text']} ({', '.join(phase['clauses'])})", columns)
        rows = aligned([_phase_row(each) for each in phase["actions"]]) if phase["actions"] else []
        echo_text("".join(f"  {row}\n" for row in rows), columns)


def _phase_row(action: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the row of an action of a phase: its name, who takes it, type and cost, next phases, clauses."""
    takes = ""
    if action["type"] is not None:
        text = _("{type}, costs {cost}") if action["cost"] else "{type}"
        takes = text.format(type=word(action["type"]), cost=action["cost"])
    return action["do"], action["by"], takes, "→ " + ", ".join(action["then"]), ", ".join(action["clauses"])


def _show(entry: Clause | Ruling, as_json: bool) -> None:
    if as_json:
        print_json(entry_answer(entry))
    else:
        _print_entry(entry)


def _print_entry(entry: Clause | Ruling) -> None:
    entry = entry.localized()
    if isinstance(entry, Clause):
        _echo(f"{click.style(entry.id, bold=True)}  {entry.title}")
        _echo(entry.text, "  ")
        _echo(click.style(f"({entry.source})", dim=True), "  ")
    else:
        choices = ", ".join((_("{choice} (default)").format(choice=entry.default), *entry.choices[1:]))
        _echo(_("Ruling {name}: {choices}").format(name=click.style(entry.name, bold=True), choices=choices))
        _echo(entry.question, "  ")


def _echo(text: str, indent: str = "") -> None:
    """Print a text with lines of at most 100 columns, or as many as the terminal has."""
    width = min(_MAX_COLUMNS, terminal_size(None).columns or _MAX_COLUMNS)
    click.echo(click.wrap_text(text, width, indent, "  "))
