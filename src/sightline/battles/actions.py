"""Parsing of actions from JSON or Python dictionaries."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from msgspec import ValidationError, convert, structs

from sightline.i18n import N_, _, joined
from sightline.rules.game import Action, Game
from sightline.rules.json_values import json_words

_DO: Final = "do"
_EXPECTED_TYPES: Final[Mapping[object, str]] = {
    str: N_("a text"),
    int: N_("a whole number"),
    tuple[str, ...]: N_("a list of texts"),
}
"""A description of the values of a key, by the type of its field."""


def parse_action(game: Game[Any], stated: object) -> Action:
    """Return an action of a game from its JSON.

    Raise ValueError with all faults, and what is allowed instead.
    """
    kinds = {str(kind.__struct_config__.tag): kind for kind in game.actions}
    if not isinstance(stated, Mapping):
        message = _("an action must be a mapping with the key {key!r}, not {found}")
        raise ValueError(message.format(key=_DO, found=_shorten(stated)))
    do = stated.get(_DO)
    if not isinstance(do, str) or do not in kinds:
        raise ValueError(_unknown(do, list(kinds)))
    wrong = list(_iter_faults(do, kinds[do], stated))
    if wrong:
        raise ValueError(joined(wrong))
    action: Action = convert(dict(stated), kinds[do])
    return action


def _unknown(do: object, kinds: list[str]) -> str:
    """Return the message for an action that the game does not have."""
    known = ", ".join(kinds)
    if do is None:
        return _("{key!r} is missing; it names the action, one of {kinds}").format(key=_DO, kinds=known)
    near = difflib.get_close_matches(str(do).lower(), kinds, n=1, cutoff=0.7)
    if near:
        message = _("there is no action {do}; did you mean {near!r}? The actions are {kinds}")
        return message.format(do=_shorten(do), near=near[0], kinds=known)
    return _("there is no action {do}; the actions are {kinds}").format(do=_shorten(do), kinds=known)


def _iter_faults(do: str, kind: type[Action], stated: Mapping[Any, Any]) -> Iterator[str]:
    """Yield what is wrong with the keys and values of an action of type `kind`."""
    fields = _fields_of(kind)
    keys = ", ".join((_DO, *fields))
    for key in stated:
        if key != _DO and key not in fields:
            yield _("{key} is not a key of {do!r}; its keys are {keys}").format(key=_shorten(key), do=do, keys=keys)
    for key, field in fields.items():
        if key in stated:
            yield from _iter_type_faults(do, field, stated[key])
    missing = [repr(key) for key, field in fields.items() if field.required and key not in stated]
    if missing:
        yield _("{do!r} needs {missing}; its keys are {keys}").format(do=do, missing=", ".join(missing), keys=keys)


@cache
def _fields_of(kind: type[Action]) -> Mapping[str, structs.FieldInfo]:
    """Return the fields of an action type by key; cached, because finding them evaluates annotations."""
    return {field.encode_name: field for field in structs.fields(kind)}


def _iter_type_faults(do: str, field: structs.FieldInfo, value: object) -> Iterator[str]:
    """Yield what is wrong with the type of one value."""
    try:
        convert(value, field.type)
    except ValidationError:
        wanted = _(_EXPECTED_TYPES.get(field.type, N_("something else")))
        message = _("{key!r} of {do!r} must be {wanted}, not {found}")
        yield message.format(key=field.encode_name, do=do, wanted=wanted, found=_shorten(value))


def _shorten(value: object) -> str:
    text = repr(value) if isinstance(value, str) else json_words(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
