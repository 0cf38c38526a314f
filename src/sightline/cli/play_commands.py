"""What a player types in a battle, and the actions that are meant. Words are those of the actions, or begin them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from sightline.api import Battle
from sightline.i18n import _

Action = dict[str, Any]
WORDS = (
    "attack",
    "board",
    "choose",
    "end",
    "help",
    "log",
    "move",
    "next",
    "pick-up",
    "preview",
    "put-down",
    "quit",
    "reach",
    "resign",
    "turn",
    "undo",
)
"""Every word that a line can begin with."""


class NotUnderstood(ValueError):
    """A line that means nothing here, or several things; the message says what is the matter."""


def format_command(action: Mapping[str, Any]) -> str:
    """Give what is typed for an action."""
    rest = {key: value for key, value in action.items() if key not in ("do", "who", "side")}
    if action["do"] == "choose":
        rest = {"who": action["who"]}
    words = (value if isinstance(value, str) else " ".join(value) for value in rest.values())
    return " ".join((str(action["do"]), *words))


def split_command(line: str) -> tuple[str, str]:
    """Give the whole word that a line begins with, and the rest. Raises `NotUnderstood`."""
    word, _space, rest = line.strip().partition(" ")
    meant = [each for each in WORDS if each.startswith(word.lower())]
    if word.lower() in meant:
        return word.lower(), rest.strip()
    if not meant:
        raise NotUnderstood(_("{word!r} means nothing here; help tells what does").format(word=word))
    if len(meant) > 1:
        raise NotUnderstood(_("{word!r} could be {words}").format(word=word, words=", ".join(meant)))
    return meant[0], rest.strip()


def parse_action(word: str, rest: str, battle: Battle, side: str) -> Action:
    """Give the action that the side means, which may be forbidden. Raises `NotUnderstood`."""
    if word == "choose":
        return {"do": word, "who": _named(rest, battle.state.pieces)}
    if word == "resign":
        return {"do": word, "side": side}
    if word not in _READERS:
        raise NotUnderstood(_("{word!r} is no action").format(word=word))
    who = battle.state.active
    if who is None:
        raise NotUnderstood(_("first it is to choose who is next"))
    return {"do": word, "who": who} | _READERS[word](rest, battle)


def parse_mover(rest: str, battle: Battle) -> str:
    """Give the name of the character that is meant, else of who has the turn. Raises `NotUnderstood`."""
    movers = [name for name, piece in battle.state.pieces.items() if "side" in piece]
    name = _named(rest, movers) if rest else battle.state.active
    if name not in movers:
        raise NotUnderstood(_("a name belongs here: {names}").format(names=", ".join(movers)))
    return name


def _move(rest: str, battle: Battle) -> Action:
    path = rest.upper().replace(",", " ").split()
    if len(path) == 1:
        legal = [each["path"] for each in battle.legal() if each["do"] == "move"]
        if legal and path[0] not in (each[-1] for each in legal):
            message = _("{who} cannot move to {cell} now; reach shows where it can")
            raise NotUnderstood(message.format(who=battle.state.active, cell=path[0]))
        path = next((each for each in legal if each[-1] == path[0]), path)
    return {"path": path}


def _target(rest: str, battle: Battle) -> Action:
    return {"target": _named(rest, battle.state.pieces)}


def _put_down(rest: str, battle: Battle) -> Action:
    name, _space, at = rest.rpartition(" ")
    return {"target": _named(name.strip(), battle.state.pieces), "at": at.upper()}


_READERS: Mapping[str, Callable[[str, Battle], Action]] = {
    "move": _move,
    "attack": _target,
    "turn": lambda rest, _battle: {"facing": rest.upper()},
    "pick-up": _target,
    "put-down": _put_down,
    "end": lambda _rest, _battle: {},
}


def _named(text: str, names: Collection[str]) -> str:
    """Give the name that is meant, however its letters are written; else the text, as that of a tile or border."""
    if text in names:
        return text
    like = [name for name in names if name.casefold() == text.casefold()]
    return like[0] if len(like) == 1 else text.upper()
