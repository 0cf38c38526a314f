"""What stands under a picture in words. Reads verdicts by their common fields only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import structs

from sightline.lattice import Contact
from sightline.render.words import shorten
from sightline.rules import Finding, Verdict

_LONGEST_NAME = 32


class Remark(NamedTuple):
    """One row of text: what it goes by (a clause, a pair), its number, and the words."""

    key: str
    value: str
    words: str


def caption(verdict: Verdict) -> str:
    """Give a verdict in one sentence: who, at whom, with what, and how it comes out."""
    weapon = f" with {shorten(verdict.weapon, _LONGEST_NAME)}" if verdict.weapon else ""
    return f"{_pair(verdict)}{weapon}: {', '.join(part for part in (*_result(verdict), _odds(verdict)) if part)}"


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
    return f"{shorten(verdict.from_, _LONGEST_NAME)} → {shorten(verdict.to, _LONGEST_NAME)}"


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
