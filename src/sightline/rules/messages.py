"""Texts of the messages that more than one rule system uses, in English, with their arguments in braces."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.rules.answer import Message

COMMON: Mapping[str, str] = {
    "no-sight": "no line of sight from {attacker} to {target}",
    "friend": "{target} is on the side of {attacker}, {side}",
    "without-terrain": "without the {terrain} at {cell}",
    "without-piece": "without {piece} at {cell}",
    "turned": "with {piece} turned to {facing}",
    "moved-to": "with {piece} moved to {cell}, at a cost of {cost}",
}


def say(message: Message, texts: Mapping[str, str]) -> str:
    """Give a message in words: its own system's text, else the common one. Raises KeyError for an unknown id."""
    text = texts.get(message.id) or COMMON[message.id]
    return text.format_map(message.args)
