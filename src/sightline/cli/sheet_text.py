"""Sheets of characters and clauses as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sightline.cli.output import aligned
from sightline.i18n import _, folded, pgettext, word
from sightline.rules import CharacterRow, CharacterSheet, Clause, SheetAbility, SheetGroup


def sheet_lines(name: str, sheet: CharacterSheet, about: str = "") -> Iterator[str]:
    """Yield a sheet as lines: the name, a sentence `about` the character, its values, abilities and current state."""
    yield _("{name} of {side}, at {at}, Health {now} of {full}").format(
        name=name, side=sheet.side, at=sheet.at, now=sheet.health.now, full=sheet.health.full
    )
    if about:
        yield about
    yield ""
    yield from aligned([row for group in sheet.groups for row in _rows(group)])
    if sheet.abilities or sheet.badges:
        yield ""
    yield from map(_ability, sheet.abilities)
    yield from sheet.badges


def find_clause(typed: str, clauses: Iterable[Clause]) -> Clause | None:
    """Return the clause with a number or title, in any case; the words of a title may be joined by hyphens."""

    def as_typed(text: str) -> str:
        return folded(text).replace("-", " ")

    called = ((clause, (clause.id, clause.title, _(clause.title))) for clause in clauses)
    return next((clause for clause, words in called if as_typed(typed) in map(as_typed, words)), None)


def clause_line(clause: Clause) -> str:
    """Return a clause as a line, in the current language."""
    return f"{clause.id}  {_(clause.text)}"


def _rows(group: SheetGroup) -> Iterator[Sequence[str]]:
    """Yield the rows of a group, with a separate row for each kind of attack."""
    if group.key != "combat":
        yield (_heading(group.key), _values(group.rows))
        return
    for kind in dict.fromkeys(row.kind for row in group.rows):
        yield (word(kind or ""), _values([row for row in group.rows if row.kind == kind]))


def _heading(key: str) -> str:
    headings = {
        "info": pgettext("sheet", "character"),
        "initiative": pgettext("sheet", "turns"),
        "saves": pgettext("sheet", "saves"),
        "reduction": pgettext("sheet", "takes less damage"),
    }
    return headings[key]


def _values(rows: Sequence[CharacterRow]) -> str:
    return ", ".join(f"{row.label} {row.value}" for row in rows)


def _ability(ability: SheetAbility) -> str:
    form = _("{name}: {text}") if ability.cost is None else _("{name} ({cost} IP): {text}")
    return form.format(name=ability.name, cost=ability.cost, text=ability.text)
