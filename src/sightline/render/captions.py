"""What stands under a picture in words. Reads verdicts by their common fields only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import structs

from sightline.lattice import Contact
from sightline.render.words import shorten
from sightline.rules import Change, Finding, Step, Verdict

LONGEST_NAME = 32


class Remark(NamedTuple):
    """One row of text: what it goes by (a clause, a pair), its number, and the words."""

    key: str
    value: str
    words: str


def caption(verdict: Verdict) -> str:
    """Give a verdict in one sentence: who, at whom, with what, and how it comes out."""
    weapon = f" with {shorten(verdict.weapon, LONGEST_NAME)}" if verdict.weapon else ""
    result = ", ".join(part for part in (*_result(verdict), _odds(verdict)) if part)
    return ": ".join(part for part in (f"{_pair(verdict)}{weapon}", result, outcome(verdict)) if part)


def outcome(verdict: Verdict) -> str:
    """Give what came of a rolled attack in a few words, nothing where none was rolled."""
    name = getattr(verdict, "outcome", None)
    if name is None or verdict.odds is None:
        return ""
    is_quality = name in verdict.odds.outcomes
    if not is_quality and name != "hit":
        return str(name)
    return f"{name}{' hit' if is_quality else ''}, {getattr(verdict, 'damage', 0)} damage"


def change_remark(change: Change) -> Remark:
    """Give a change that would help as a row: what to do, and what follows."""
    what = f"{change.change} {shorten(change.what if change.change == 'remove' else change.to or '', LONGEST_NAME)}"
    then = "allowed" if change.legal else f"{change.sight}, not yet allowed"
    return Remark("why not", what, f"{change.why}: then {then}")


def step_remark(step: Step) -> Remark:
    """Give a step of a rolled attack as a row."""
    return Remark(step.clause.id, "", step.why)


def pair_remark(verdict: Verdict) -> Remark:
    """Give a verdict as a row of a chart."""
    return Remark(_pair(verdict), _odds(verdict) or "–", ", ".join(_result(verdict)))


def finding_remark(finding: Finding) -> Remark:
    """Give a finding as a row: its clause, the signed number and what it is on (else its effect), and why."""
    value = str(finding.effect)
    if finding.value is not None:
        value = f"{signed(finding.value)} {_spaced(finding.on or '')}".rstrip()
    return Remark(finding.clause.id, value, finding.why)


def contact_remark(contact: Contact, cells: Sequence[str]) -> Remark:
    """Give a contact of a line as a row: how it meets, where on the line, and which cells."""
    return Remark(str(contact.kind), " – ".join(str(at) for at in contact.at), ", ".join(cells))


def signed(value: int) -> str:
    """Give a number with its sign, as a change is written."""
    return f"{value:+d}".replace("-", "−")


def _pair(verdict: Verdict) -> str:
    return f"{shorten(verdict.from_, LONGEST_NAME)} → {shorten(verdict.to, LONGEST_NAME)}"


def _result(verdict: Verdict) -> list[str]:
    parts = [str(verdict.sight)]
    if not verdict.legal:
        parts.append("not allowed")
    if verdict.to_hit is not None:
        numbers = structs.asdict(verdict.to_hit)
        parts += [f"{_spaced(name)} {value}" for name, value in numbers.items() if value is not None]
    return parts


def _odds(verdict: Verdict) -> str:
    return f"{verdict.odds.hit} = {verdict.odds.percent:.2f} %" if verdict.odds else ""


def _spaced(name: str) -> str:
    return name.replace("_", " ")
