"""English texts of messages that several rule systems use, with arguments in braces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec import structs

from sightline.i18n import N_, fill
from sightline.rules.answers import Finding, Message, Step

Statement = TypeVar("Statement", Finding, Step)

COMMON: Mapping[str, str] = {
    "no-sight": N_("no line of sight from {attacker} to {target}"),
    "friend": N_("{target} is on the side of {attacker}, {side}"),
    "without-terrain": N_("without the {terrain} at {cell}"),
    "without-hill": N_("without the hill at {cell}"),
    "without-pit": N_("without the pit at {cell}"),
    "without-piece": N_("without {piece} at {cell}"),
    "without": N_("without {what}"),
    "without-feature": N_("without {what}"),
    "turned": N_("with {piece} turned to {facing}"),
    "moved-to": N_("with {piece} moved to {cell}, at a cost of {cost}"),
}


def say(message: Message, texts: Mapping[str, str]) -> str:
    """Return the text of a message: that of its system, otherwise the common one. Raise KeyError for an unknown id.

    The text and arguments that are a `Term` are in the current language; names are not translated.
    """
    return fill(texts.get(message.id) or COMMON[message.id], message.args)


def with_text(statement: Statement, texts: Mapping[str, str]) -> Statement:
    """Return a finding or step with the text of its message, as `say` gives it."""
    return structs.replace(statement, why=say(statement.message, texts))
