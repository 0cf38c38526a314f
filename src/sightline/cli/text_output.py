"""Answers in words: the picture in characters, and what the answer holds besides. Knows no rule system."""

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
_MOST_CELLS = 120
"""Of a side of a map; a larger one is of no use in a terminal, though `draw` draws it."""
_COMMON = frozenset(Verdict.__struct_fields__) | {"why_not"}
_ROLLED = frozenset(Rolled.__struct_fields__) - {"seed"}
"""The keys of every verdict, and those of one that is rolled: the picture tells them already."""
_ODDS = frozenset(Odds.__struct_fields__) - {"outcomes"}


def tell(answer: Answer[Any]) -> str:
    """Give an answer as text for a terminal, with colours, which `click.echo` leaves out elsewhere."""
    picture = answer.text(max_cells=_MOST_CELLS).rstrip("\n").split("\n")
    value = answer.value
    if isinstance(value, Verdict):
        picture = _coloured(picture, value)
    blocks = ["\n".join(picture), "\n".join(_facts(value)), _decided(value)]
    return "\n\n".join(block for block in blocks if block)


def _coloured(picture: list[str], verdict: Verdict) -> list[str]:
    """Colour the findings, which stand at the end of a picture, with what follows from them behind."""
    why_not, rolled = extension(verdict, WhyNot), extension(verdict, Rolled)
    behind = (len(why_not.why_not) if why_not else 0) + (len(rolled.steps) if rolled else 0)
    first = len(picture) - behind - len(verdict.findings)
    for row, finding in enumerate(verdict.findings, start=first):
        is_dim = finding.effect is Effect.NOTES or None
        picture[row] = click.style(picture[row], fg=_COLOURS.get(finding.effect), dim=is_dim)
    return picture


def _facts(value: Struct) -> Iterator[str]:
    """Yield what a verdict says beyond its picture: the odds by outcome, and all keys that its system adds."""
    if not isinstance(value, Verdict):
        return
    odds = structs.asdict(value.odds) if value.odds else {}
    told = {_named(name): _say(fact) for name, fact in odds.items() if name not in _ODDS}
    told |= {name: words for name, words in further_facts(value).items() if words}
    width = max(map(len, told), default=0)
    for name, words in told.items():
        yield f"{name:{width}}  {words}"


def further_facts(verdict: Verdict) -> Mapping[str, str]:
    """Give, in words, the keys that a verdict's system adds; empty where one has no value."""
    told = _COMMON | _ROLLED if extension(verdict, Rolled) else _COMMON
    facts = structs.asdict(verdict).items()
    return {_named(name): "" if fact is None else _say(fact) for name, fact in facts if name not in told}


def _named(key: str) -> str:
    return word(key.replace("_", " "))


def _say(fact: Any) -> str:
    match fact:
        case Mapping():
            words = (
                f"{_say(name)} {_say(part)}" for name, part in fact.items() if part or not isinstance(part, Fraction)
            )
            return ", ".join(words) or _("none")
        case list() | tuple():
            return ", ".join(map(_say, fact)) or _("none")
        case bool():
            return _("yes") if fact else _("no")
        case StrEnum():
            return word(fact.value)
        case _:
            return localized(fact)


def _decided(value: Struct) -> str:
    """Say of which rulings another choice would change the answer."""
    chosen = [f"{name} ({choice})" for name, choice in structs.asdict(value).get("rulings", {}).items()]
    if not chosen:
        return ""
    *first, last = chosen
    named = _("{these} or {last}").format(these=", ".join(first), last=last) if first else last
    return _("Another choice of {rulings} would change this.").format(rulings=named)
