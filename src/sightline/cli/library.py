"""What the program knows: systems, their clauses and their rulings."""

from __future__ import annotations

import click

from sightline.cli.output import print_json
from sightline.cli.scenario import JSON, LANGUAGE, SYSTEM, find_systems
from sightline.formats.problems import Problems
from sightline.rules import Clause, Ruleset, Ruling


@click.command(short_help="List rule systems, their clauses and their rulings.")
@click.argument("key", metavar="[SYSTEM]", required=False)
@click.argument("name", metavar="[CLAUSE]", required=False)
@JSON
@LANGUAGE
@SYSTEM
def rules(key: str | None, name: str | None, as_json: bool, system: str | None) -> None:
    """List the rule systems; the clauses and rulings of one SYSTEM; or one CLAUSE, or ruling, of it."""
    systems = find_systems(system)
    problems = Problems("command line")
    if key is None:
        _list_systems(list(systems.values()), as_json)
        return
    if key not in systems:
        problems.add(None, "system", f"there is no rule system {key!r}", found=key, allowed=tuple(systems))
        problems.raise_if_any()
    ruleset = systems[key]
    if name is None:
        _list_clauses(ruleset, as_json)
        return
    entries: dict[str, Clause | Ruling] = {clause.id: clause for clause in ruleset.clauses}
    entries |= {ruling.name: ruling for ruling in ruleset.rulings}
    if name not in entries:
        problems.add(None, "clause", f"{ruleset.title} has no clause {name!r}", found=name, allowed=tuple(entries))
        problems.raise_if_any()
    entry = entries[name]
    if as_json:
        print_json(_clause(entry) if isinstance(entry, Clause) else _ruling(entry))
    else:
        _print_entry(entry)


def _list_systems(systems: list[Ruleset], as_json: bool) -> None:
    if as_json:
        print_json([{"key": each.key, "title": each.title, "revision": each.revision} for each in systems])
        return
    for each in systems:
        click.echo(f"{click.style(each.key, bold=True)}  {each.title}, revision {each.revision}: ", nl=False)
        click.echo(f"{len(each.clauses)} clauses, {len(each.rulings)} rulings")


def _list_clauses(ruleset: Ruleset, as_json: bool) -> None:
    if as_json:
        clauses, rulings = map(_clause, ruleset.clauses), map(_ruling, ruleset.rulings)
        print_json({"clauses": list(clauses), "rulings": list(rulings)})
        return
    entries: tuple[Clause | Ruling, ...] = (*ruleset.clauses, *ruleset.rulings)
    for entry in entries:
        _print_entry(entry)
        click.echo()


def _print_entry(entry: Clause | Ruling) -> None:
    if isinstance(entry, Clause):
        click.echo(f"{click.style(entry.id, bold=True)}  {entry.title}")
        click.echo(click.wrap_text(entry.text, 100, "  ", "  "))
        click.secho(f"  ({entry.source})", dim=True)
    else:
        choices = ", ".join((f"{entry.default} (default)", *entry.choices[1:]))
        click.echo(f"Ruling {click.style(entry.name, bold=True)}: {choices}")
        click.echo(click.wrap_text(entry.question, 100, "  ", "  "))


def _clause(clause: Clause) -> dict[str, str]:
    return {"id": clause.id, "title": clause.title, "text": clause.text, "source": clause.source}


def _ruling(ruling: Ruling) -> dict[str, str | list[str]]:
    choices = list(ruling.choices)
    return {"name": ruling.name, "question": ruling.question, "choices": choices, "default": ruling.default}
