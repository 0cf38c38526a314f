"""The captions under a picture. Only the common fields of verdicts are used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import structs

from sightline.board import Board, format_point
from sightline.i18n import N_, Term, _, decimal, localized, ngettext, pgettext, word
from sightline.lattice import Contact, Point
from sightline.render.primitives.text_metrics import arrow_between, explained, shorten
from sightline.rules import Change, Depicted, Finding, Rolled, Sight, Step, Verdict, WhyNot, extension

LONGEST_NAME = 32
_CHANGES = {"remove": N_("remove {what}"), "turn": N_("turn {what}"), "move": N_("move {what}")}

_MARKED = (
    *(Term("starts-in"), Term("crosses"), Term("ends-in"), Term("along"), Term("touches"), Term("crosses-border")),
    *(Term("hit"), Term("damage"), Term("glances on")),
)
"""Words of answers that are not marked for translation elsewhere."""


class Remark(NamedTuple):
    """One row of text: its key (a clause, a pair), its value, and the words."""

    key: str
    value: str
    words: str


def caption(depiction: Depicted[Any], verdict: Verdict) -> str:
    """Return a verdict in one sentence: attacker and target, weapon, and result."""
    attack = _pair(verdict)
    if verdict.weapon:
        attack = _("{attack} with {weapon}").format(attack=attack, weapon=shorten(verdict.weapon, LONGEST_NAME))
    result = ", ".join(part for part in (*_result(depiction, verdict), _odds(verdict)) if part)
    return explained(*(part for part in (attack, result, outcome(verdict)) if part))


def outcome(verdict: Verdict) -> str:
    """Return the outcome of a resolved attack in a few words, "" if it is not resolved."""
    rolled = extension(verdict, Rolled)
    if rolled is None:
        return ""
    if rolled.outcome is None or verdict.odds is None:
        return _("nothing is rolled")
    name, damage = rolled.outcome, rolled.damage
    is_quality = name in verdict.odds.outcomes and name != "hit"
    if not is_quality and name != "hit":
        return word(name)
    if is_quality:
        text = ngettext("{quality} hit, {damage} damage", "{quality} hit, {damage} damage", damage)
    else:
        text = ngettext("hit, {damage} damage", "hit, {damage} damage", damage)
    return text.format(quality=word(name), damage=damage)


def verdict_remarks(depiction: Depicted[Any], verdict: Verdict) -> Iterator[Remark]:
    """Yield the findings, then the further remarks."""
    yield from (finding_remark(depiction, finding) for finding in verdict.findings)
    yield from further_remarks(verdict)


def further_remarks(verdict: Verdict) -> Iterator[Remark]:
    """Yield the single changes that would help, or a remark that there are none, or the steps of a resolved attack."""
    if why_not := extension(verdict, WhyNot):
        changes = why_not.why_not
        yield from map(change_remark, changes)
        if not any(change.legal for change in changes):
            yield Remark(_("why not"), "", _no_change(verdict, is_sight_cleared=bool(changes)))
    if rolled := extension(verdict, Rolled):
        yield from map(step_remark, rolled.steps)


def _no_change(verdict: Verdict, *, is_sight_cleared: bool) -> str:
    """Return why no single change allows an attack; `is_sight_cleared` if one clears at least the line of sight."""
    if verdict.legal:
        return _("the attack is allowed as it is")
    if is_sight_cleared or verdict.sight is Sight.CLEAR:
        return _("no single change allows the attack")
    return _("no single change allows the attack or clears the line of sight")


def seen_caption(name: str, sights: Iterable[Sight]) -> str:
    """Return a sentence on how many cells or pieces a piece sees, by sight."""
    return _("What {name} sees: {counts}").format(name=name, counts=counts(sights))


def counts(sights: Iterable[Sight]) -> str:
    """Return the number of occurrences of each sight in words."""
    found = list(sights)
    return ", ".join(_count(sight, found.count(sight)) for sight in Sight if sight in found) or _("nothing")


def _count(sight: Sight, count: int) -> str:
    match sight:
        case Sight.CLEAR:
            text = ngettext("{count} clear", "{count} clear", count)
        case Sight.IMPEDED:
            text = ngettext("{count} impeded", "{count} impeded", count)
        case Sight.BLOCKED:
            text = ngettext("{count} blocked", "{count} blocked", count)
    return text.format(count=count)


def change_remark(change: Change) -> Remark:
    """Return a change that would help as a row: the change, and its result."""
    what = shorten(localized(change.what) if change.change == "remove" else change.to or "", LONGEST_NAME)
    then = _("{why}: then allowed") if change.legal else _("{why}: then {sight}, not yet allowed")
    words = then.format(why=change.why, sight=sight_words(change.sight))
    return Remark(_("why not"), _(_CHANGES[change.change]).format(what=what), words)


def step_remark(step: Step) -> Remark:
    """Return a step of a resolved attack as a row."""
    return Remark(step.clause.id, "", step.why)


def pair_remark(depiction: Depicted[Any], verdict: Verdict) -> Remark:
    """Return a verdict as a row of a chart: the pair, the chance, and weapon and result."""
    result = ", ".join(_result(depiction, verdict))
    words = explained(shorten(verdict.weapon, LONGEST_NAME), result) if verdict.weapon else result
    return Remark(_pair(verdict), _odds(verdict) or "–", words)


def finding_remark(depiction: Depicted[Any], finding: Finding) -> Remark:
    """Return a finding as a row: its clause, the signed number (else its effect), and why."""
    value = word(finding.effect)
    if finding.value is not None:
        value = f"{signed(finding.value)} {number_words(depiction, finding.on or '')}".rstrip()
    return Remark(finding.clause.id, value, finding.why)


def line_caption(board: Board, start: Point, stop: Point) -> str:
    """Return the ends of a line and their distance in cells, for corners that of the nearest cells."""
    grid = board.grid
    steps = min(grid.distance(one, other) for one in grid.cells_at(start) for other in grid.cells_at(stop))
    text = ngettext("distance {count} cell", "distance {count} cells", steps)
    if grid.kind == "square":
        text = ngettext(
            "distance {count} cell, a diagonal step counting 1",
            "distance {count} cells, a diagonal step counting 1",
            steps,
        )
    return explained(f"{format_point(board, start)} → {format_point(board, stop)}", text.format(count=steps))


def contact_remark(contact: Contact, cells: Sequence[str]) -> Remark:
    """Return a contact of a line as a row: its kind, where on the line as fractions and decimals, and the cells."""
    fractions, rounded = (" – ".join(map(form, contact.at)) for form in (str, decimals))
    at = fractions if fractions == rounded else f"{fractions} ({rounded})"
    return Remark(word(contact.kind), at, ", ".join(cells))


def sight_words(sight: Sight) -> str:
    """Return the result of a line of sight in words that can be used alone."""
    match sight:
        case Sight.CLEAR:
            return pgettext("line of sight", "clear")
        case Sight.IMPEDED:
            return pgettext("line of sight", "impeded")
        case Sight.BLOCKED:
            return pgettext("line of sight", "blocked")


def signed(value: int) -> str:
    """Format a number with its sign."""
    return f"{value:+d}".replace("-", "−")


def _pair(verdict: Verdict) -> str:
    return arrow_between(shorten(verdict.from_, LONGEST_NAME), shorten(verdict.to, LONGEST_NAME))


def _result(depiction: Depicted[Any], verdict: Verdict) -> list[str]:
    parts = [sight_words(verdict.sight)]
    if not verdict.legal:
        parts.append(_("not allowed"))
    elif verdict.to_hit is None:
        parts.append(_("numbers not stated"))
    if verdict.to_hit is not None:
        numbers = structs.asdict(verdict.to_hit)
        parts += [f"{number_words(depiction, name)} {value}" for name, value in numbers.items() if value is not None]
    return parts


def _odds(verdict: Verdict) -> str:
    return chance_of(verdict.odds.hit, verdict.odds.percent) if verdict.odds else ""


def chance_of(hit: Fraction, percent: float) -> str:
    """Format a chance as a fraction and as percent."""
    return _("{hit} = {percent} %").format(hit=hit, percent=decimal(percent))


def number_of(value: Fraction) -> str:
    """Format a fraction with its decimals; an integer unchanged."""
    if value.denominator == 1:
        return str(value)
    return f"{value} = {decimals(value)}"


def decimals(value: Fraction) -> str:
    """Format a fraction with at most two decimals, rounded half up."""
    return localized(int(value * 100 + Fraction(1, 2)) / 100)


def number_words(depiction: Depicted[Any], name: str) -> str:
    """Return the name of a number of findings and rolls."""
    return word(depiction.number_names.get(name) or name.replace("_", " "))
