"""Text about answers in addition to their pictures: facts and rulings, independent of the rule system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import chain, repeat
from typing import Any

from msgspec import Struct, structs

from sightline.i18n import _, localized, word
from sightline.render.primitives.text_metrics import aligned, columns, pad
from sightline.render.scenes.captions import chance_of, number_of
from sightline.rules import Odds, Rolled, Verdict, extension, percent

_COMMON = frozenset(Verdict.__struct_fields__) | {"why_not"}
_ROLLED = frozenset(Rolled.__struct_fields__) - {"seed"}
"""The keys of verdicts, resolved or not, that the picture already shows."""
_AVERAGE = "expected_"
"""The prefix of keys whose fraction is an average; other fractions are chances."""
_ODDS = frozenset(Odds.__struct_fields__) - {"outcomes"}


def further_blocks(value: Struct) -> Sequence[str]:
    """Return the content of an answer beyond its picture: the facts of a verdict, and the deciding rulings."""
    return [block for block in ("\n".join(_facts(value)), _format_rulings(value)) if block]


def _facts(value: Struct) -> Iterator[str]:
    """Yield the facts of a verdict beyond its picture: the odds by outcome, and the keys that its system adds."""
    if not isinstance(value, Verdict):
        return
    odds = structs.asdict(value.odds) if value.odds else {}
    facts = {_format_key(name): _format_fact(name, fact) for name, fact in odds.items() if name not in _ODDS}
    facts |= {name: lines for name, lines in system_facts(value).items() if lines}
    width = max(map(columns, facts), default=0)
    for name, lines in facts.items():
        for key, line in zip(chain([name], repeat("")), lines, strict=False):
            yield f"{pad(key, width)}  {line}"


def system_facts(verdict: Verdict) -> Mapping[str, Sequence[str]]:
    """Return the keys that the system adds to a verdict with their values as lines, of None without any.

    They include the seed of a resolved verdict, unless nothing was rolled.
    """
    rolled = extension(verdict, Rolled)
    known = _COMMON | _ROLLED if rolled else _COMMON
    if rolled and not rolled.rolls:
        known |= {"seed"}
    facts = structs.asdict(verdict).items()
    return {_format_key(name): _format_fact(name, fact) for name, fact in facts if name not in known}


def _format_key(key: str) -> str:
    return word(key.replace("_", " "))


def _format_fact(key: str, fact: Any) -> Sequence[str]:
    """Return the value of a key as lines: one line per outcome for chances, without those of 0."""
    match fact:
        case None:
            return []
        case Mapping() if any(isinstance(part, Fraction) for part in fact.values()):
            rows = [(_format_value(key, name), _format_value(key, part)) for name, part in fact.items() if part]
            return aligned(rows) or [_("none")]
        case Mapping():
            parts = (f"{_format_value(key, name)} {_format_value(key, part)}" for name, part in fact.items())
            return [", ".join(parts) or _("none")]
        case list() | tuple():
            return [", ".join(_format_value(key, part) for part in fact) or _("none")]
    return [_format_value(key, fact)]


def _format_value(key: str, value: Any) -> str:
    """Return a single value; a fraction with its percentage, or with its decimals if it is an average."""
    match value:
        case bool():
            return _("yes") if value else _("no")
        case Fraction():
            return number_of(value) if key.startswith(_AVERAGE) else chance_of(value, percent(value))
        case StrEnum():
            return word(value.value)
    return localized(value)


def _format_rulings(value: Struct) -> str:
    """Return a line with the deciding rulings."""
    chosen = [f"{name} ({choice})" for name, choice in structs.asdict(value).get("rulings", {}).items()]
    if not chosen:
        return ""
    return _("Rulings that decide this: {rulings}.").format(rulings=", ".join(chosen))
