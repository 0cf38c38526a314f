"""Typed commands of a battle: words of the program, and those of the game's actions."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.api import Battle
from sightline.i18n import _
from sightline.rules.game import Action, NotUnderstood, find_name, tag_of

PROGRAM_WORDS = ("board", "help", "log", "next", "preview", "quit", "reach", "undo")
"""The words that are no actions."""


def split_command(line: str, battle: Battle) -> tuple[str, str]:
    """Return the whole word that a line begins with, and the rest. Raise `NotUnderstood`."""
    word, _space, rest = line.strip().partition(" ")
    meant = [each for each in sorted((*PROGRAM_WORDS, *_kinds(battle))) if each.startswith(word.lower())]
    if word.lower() in meant:
        return word.lower(), rest.strip()
    if not meant:
        raise NotUnderstood(_("{word!r} means nothing here; help tells what does").format(word=word))
    if len(meant) > 1:
        raise NotUnderstood(_("{word!r} could be {words}").format(word=word, words=", ".join(meant)))
    return meant[0], rest.strip()


def parse_action(word: str, rest: str, battle: Battle, side: str) -> Action:
    """Return the action, legal or not, that the side means. Raise `NotUnderstood`."""
    kind = _kinds(battle).get(word)
    if kind is None:
        raise NotUnderstood(_("{word!r} is no action").format(word=word))
    return kind.parse(rest, battle.run.state, side)


def parse_mover(rest: str, battle: Battle) -> str:
    """Return the name of the piece that is meant, or of the active one. Raise `NotUnderstood`."""
    game, state = battle.run.game, battle.run.state
    names = game.describe_pieces(state)
    name = find_name(rest, names) if rest else game.active(state)
    if name is None or name not in names:
        raise NotUnderstood(_("a name belongs here: {names}").format(names=", ".join(names)))
    return name


def _kinds(battle: Battle) -> Mapping[str, type[Action]]:
    return {tag_of(kind): kind for kind in battle.run.game.actions}
