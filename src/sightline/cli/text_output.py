"""Answers as text: the picture in characters, and what the answer holds besides. Knows no rule system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any

import click
from msgspec import Struct, structs

from sightline.api import Answer
from sightline.i18n import _, localized, word
from sightline.rules import Effect, Odds, Rolled, Verdict, WhyNot, extension

_COLOURS = {
    Effect.BLOCKS: "red",
    Effect.FORBIDS: "red",
    Effect.IMPEDES: "yellow",
    Effect.MODIFIES: "cyan",
    Effect.PERMITS: "green",
}
_MAX_CELLS = 120
"""The greatest number of columns or rows of a map that is shown in a terminal."""
_COMMON = frozenset(Verdict.__struct_fields__) | {"why_not"}
_ROLLED = frozenset(Rolled.__struct_fields__) - {"seed"}
"""The keys of every verdict, and those of a rolled one, which the picture shows already."""
_ODDS = frozenset(Odds.__struct_fields__) - {"outcomes"}


def format_answer(answer: Answer[Any]) -> str:
    """Return an answer as text for a terminal, with colours, which `click.echo` removes elsewhere."""
    picture = answer.text(max_cells=_MAX_CELLS).rstrip("\n").split("\n")
    value = answer.value
    if isinstance(value, Verdict):
        picture = _coloured_findings(picture, value)
    blocks = ["\n".join(picture), "\n".join(_facts(value)), _format_rulings(value)]
    return "\n\n".join(block for block in blocks if block)


def _coloured_findings(picture: list[str], verdict: Verdict) -> list[str]:
    """Return the lines of a picture with its findings coloured.

    Findings are the last lines, but for the answers to `why_not` and the steps of a roll.
    """
    why_not, rolled = extension(verdict, WhyNot), extension(verdict, Rolled)
    behind = (len(why_not.why_not) if why_not else 0) + (len(rolled.steps) if rolled else 0)
    first = len(picture) - behind - len(verdict.findings)
    for row, finding in enumerate(verdict.findings, start=first):
        is_dim = finding.effect is Effect.NOTES or None
        picture[row] = click.style(picture[row], fg=_COLOURS.get(finding.effect), dim=is_dim)
    return picture


def _facts(value: Struct) -> Iterator[str]:
    """Yield what a verdict has beyond its picture: the odds by outcome, and the keys that its system adds."""
    if not isinstance(value, Verdict):
        return
    odds = structs.asdict(value.odds) if value.odds else {}
    facts = {_format_key(name): _format_fact(fact) for name, fact in odds.items() if name not in _ODDS}
    facts |= {name: words for name, words in system_facts(value).items() if words}
    width = max(map(len, facts), default=0)
    for name, words in facts.items():
        yield f"{name:{width}}  {words}"


def system_facts(verdict: Verdict) -> Mapping[str, str]:
    """Return the keys that the system adds to a verdict with their values as text, "" for None."""
    known = _COMMON | _ROLLED if extension(verdict, Rolled) else _COMMON
    facts = structs.asdict(verdict).items()
    return {_format_key(name): "" if fact is None else _format_fact(fact) for name, fact in facts if name not in known}


def _format_key(key: str) -> str:
    return word(key.replace("_", " "))


def _format_fact(fact: Any) -> str:
    match fact:
        case Mapping():
            words = (
                f"{_format_fact(name)} {_format_fact(part)}"
                for name, part in fact.items()
                if part or not isinstance(part, Fraction)
            )
            return ", ".join(words) or _("none")
        case list() | tuple():
            return ", ".join(map(_format_fact, fact)) or _("none")
        case bool():
            return _("yes") if fact else _("no")
        case StrEnum():
            return word(fact.value)
        case _:
            return localized(fact)


def _format_rulings(value: Struct) -> str:
    """Return a sentence that names the rulings of which another choice would change the answer."""
    chosen = [f"{name} ({choice})" for name, choice in structs.asdict(value).get("rulings", {}).items()]
    if not chosen:
        return ""
    *first, last = chosen
    named = _("{these} or {last}").format(these=", ".join(first), last=last) if first else last
    return _("Another choice of {rulings} would change this.").format(rulings=named)
