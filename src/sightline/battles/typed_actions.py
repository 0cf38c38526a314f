"""Parsing of typed actions: a word, or its first letters, and its arguments."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sightline.i18n import _
from sightline.rules.game import Action, Game, NotUnderstood, tag_of, usage_of


def read_typed_action(line: str, game: Game[Any], state: Any, side: str) -> Action:
    """Return the action, legal or not, of a line typed by a side. Raise `NotUnderstood`."""
    word, _space, rest = line.strip().partition(" ")
    return read_typed_rest(_kind_meant(word, game.actions), rest.strip(), state, side)


def _kind_meant(word: str, kinds: Collection[type[Action]]) -> type[Action]:
    """Return the kind of action named by a word or its first letters. Raise `NotUnderstood`."""
    typed = word.lower()
    meant = {tag_of(kind): kind for kind in kinds if tag_of(kind).startswith(typed) and len(typed) >= kind.letters}
    if typed in meant or len(meant) == 1:
        return meant.get(typed) or next(iter(meant.values()))
    if not meant:
        words = ", ".join(sorted(map(tag_of, kinds)))
        raise NotUnderstood(_("there is no action {word!r}; there are: {words}").format(word=word, words=words))
    raise NotUnderstood(_("{word!r} could mean {words}").format(word=word, words=", ".join(sorted(meant))))


def read_typed_rest(kind: type[Action], rest: str, state: Any, side: str) -> Action:
    """Return the action of a kind, legal or not, from the typed arguments of a side. Raise `NotUnderstood`."""
    if not rest and not kind.is_bare():
        raise NotUnderstood(usage_of(kind))
    if rest and kind.is_bare():
        message = _("{word} is typed alone, without {rest!r} behind it")
        raise NotUnderstood(message.format(word=tag_of(kind), rest=rest))
    return kind.parse(rest, state, side)
