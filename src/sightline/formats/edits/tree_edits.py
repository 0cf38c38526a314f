"""Edits of pieces, features, rulings, title and pairs: changes to the tree of the scenario's text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from sightline.formats import yaml_tree
from sightline.formats.edits.edit_forms import StatedEdit
from sightline.formats.readers import shorten
from sightline.formats.yaml_tree import Node, Scalar, Sequence, Source
from sightline.i18n import _

Json = dict[str, Any]
_BOOLEANS = {"true": True, "false": False}
_NUMBER = re.compile(r"(?!-0$)-?(0|[1-9][0-9]{0,8})([.][0-9]{0,8}[1-9])?")
"""Numbers that are written in the same way as they are read."""


class TreeEdits:
    """The state of applying edits to the tree of a scenario, one by one.

    Problems of the result are found by reading the tree again. `undo` are the edits that undo them, to be applied from
    last to first. `is_gone` is true once an edit names a piece or feature that does not exist.
    """

    def __init__(self, text: str, keys: Collection[str], rulings: Collection[str]) -> None:
        """Parse the text of a scenario. `keys` are those that pieces may have, `rulings` those that are declared."""
        self.source = Source("-", text, has_place=False)
        self.root = yaml_tree.reread_tree(self.source)
        self.keys = keys
        self.declared = rulings
        self.undo: list[Json] = []
        self.is_gone = False

    def apply(self, edit: StatedEdit) -> None:
        """Apply an edit, or report why that is not possible."""
        match edit.subject:
            case "piece":
                self._apply_to_piece(edit)
            case "feature":
                self._apply_to_feature(edit)
            case "ruling":
                self._choose(edit)
            case "title":
                self.undo.append({"title": _plain(self._put(self._entries(), "title", edit)) or ""})
            case "pairs":
                self.undo.append({"pairs": _plain(self._put(self._entries(), "pairs", edit))})

    def _entries(self, *keys: str) -> dict[str, tuple[Scalar, Node]]:
        """Return the entries of a mapping of the file, which is created if missing."""
        node = self.root
        for key in keys:
            assert isinstance(node, yaml_tree.Mapping)
            empty = yaml_tree.mapping_of(yaml_tree.start_of(self.source), {})
            node = node.entries.setdefault(key, (Scalar(self.source, 1, 1, 1, 1, key, None), empty))[1]
        assert isinstance(node, yaml_tree.Mapping)
        return node.entries

    def _put(self, entries: dict[str, tuple[Scalar, Node]], key: str, edit: StatedEdit) -> Node | None:
        """Set a key to the value of the edit's subject, or delete it; return the earlier value."""
        before, value = entries.pop(key, None), edit.values[edit.subject]
        node = None if value is None else edit.node(key, value)
        if node is not None:
            entries[key] = (edit.word(key), node)
        return before and before[1]

    def _apply_to_piece(self, edit: StatedEdit) -> None:
        pieces, name = self._entries("pieces"), edit.values["piece"]
        if "add" in edit.values:
            self._add(pieces, name, edit)
        elif name not in pieces:
            message = _("there is no piece {name!r}").format(name=shorten(name))
            edit.refuse(f"pieces.{shorten(name)}", message, name, tuple(pieces))
            self.is_gone = True
        elif "set" in edit.values:
            stated = _stated(pieces[name][1])
            before = _set(stated, edit, f"pieces.{name}", self.keys)
            pieces[name] = (edit.word(name), yaml_tree.mapping_of(edit.place, stated))
            self.undo.append({"piece": name, "set": before})
        elif "rename" in edit.values:
            self._rename(pieces, name, edit)
        else:
            self._remove(pieces, name)

    def _add(self, pieces: dict[str, tuple[Scalar, Node]], name: str, edit: StatedEdit) -> None:
        if name in pieces:
            edit.refuse(f"pieces.{name}", _("there is already a piece {name!r}").format(name=shorten(name)), name)
            return
        node = edit.node(f"pieces.{name}", edit.values["add"])
        if edit.node("piece", name) is None or node is None:
            return
        following = edit.values.get("before")
        later = _entries_from(pieces, following) if following in pieces else {}
        for key in later:
            del pieces[key]
        pieces[name] = (edit.word(name), node)
        pieces.update(later)
        self.undo.append({"piece": name, "remove": True})

    def _remove(self, pieces: dict[str, tuple[Scalar, Node]], name: str) -> None:
        """Delete a piece, and the pairs that contain it."""
        pairs = _items(self._entries(), "pairs")
        left = [pair for pair in pairs if name not in _names(pair)]
        if len(left) < len(pairs):
            self.undo.append({"pairs": [_plain(pair) for pair in pairs]})
            pairs[:] = left
        following = list(_entries_from(pieces, name))[1:2]
        place = {"before": following[0]} if following else {}
        self.undo.append({"piece": name, "add": _stated_value(pieces.pop(name)[1]), **place})

    def _rename(self, pieces: dict[str, tuple[Scalar, Node]], name: str, edit: StatedEdit) -> None:
        """Rename a piece, also in the pairs."""
        new = edit.values["rename"]
        if new in pieces:
            edit.refuse("rename", _("there is already a piece {name!r}").format(name=shorten(new)), new)
            return
        if edit.node("rename", new) is None:
            return
        entries = [(new, (edit.word(new), entry[1])) if key == name else (key, entry) for key, entry in pieces.items()]
        pieces.clear()
        pieces.update(entries)
        for pair in _items(self._entries(), "pairs"):
            assert isinstance(pair, Sequence)
            pair.items[:] = [
                edit.word(new) if isinstance(item, Scalar) and item.text == name else item for item in pair.items
            ]
        self.undo.append({"piece": new, "rename": name})

    def _apply_to_feature(self, edit: StatedEdit) -> None:
        owner, index = self._entries("map"), edit.values["feature"]
        if "features" not in owner:
            owner["features"] = (edit.word("features"), Sequence(edit.source, 1, 1, 1, 1, []))
        features = _items(owner, "features")
        if index == "new":
            self._add_feature(features, edit)
        elif not 0 <= index < len(features):
            message = _("there is no feature {number}, the table has {count}")
            edit.refuse("feature", message.format(number=index, count=len(features)), str(index))
            self.is_gone = True
        elif edit.values["set"] is None:
            self.undo.append({"feature": "new", "set": _stated_value(features.pop(index)), "before": index})
        else:
            stated = _stated(features[index])
            before = _set(stated, edit, f"map.features.{index}", None)
            features[index] = yaml_tree.mapping_of(edit.place, stated)
            self.undo.append({"feature": index, "set": before})

    def _add_feature(self, features: list[Node], edit: StatedEdit) -> None:
        stated = edit.values["set"]
        node = None if stated is None else edit.node("set", stated)
        if stated is None:
            edit.refuse("set", _("a new feature needs its keys, not null"), "null")
        if node is None:
            return
        place = max(0, min(edit.values.get("before", len(features)), len(features)))
        features.insert(place, node)
        self.undo.append({"feature": place, "set": None})

    def _choose(self, edit: StatedEdit) -> None:
        rulings, name, choice = self._entries("rulings"), edit.values["ruling"], edit.values["choice"]
        if name not in self.declared:
            message = _("there is no ruling {name!r}").format(name=shorten(name))
            edit.refuse("ruling", message, name, tuple(self.declared))
            return
        before = rulings.pop(name, None)
        node = None if choice is None else edit.node(f"rulings.{name}", choice)
        if node is not None:
            rulings[name] = (edit.word(name), node)
        self.undo.append({"ruling": name, "choice": before and _plain(before[1])})


def _set(stated: dict[str, Node], edit: StatedEdit, path: str, keys: Collection[str] | None) -> Json:
    """Set the keys of a mapping to the values of an edit, null deletes one; return the earlier values.

    Only `keys` can be deleted; None means any.
    """
    before: Json = {}
    for key, value in edit.values["set"].items():
        before[key] = _stated_value(stated.pop(key, None))
        node = None if value is None else edit.node(f"{path}.{key}", value)
        if node is not None:
            stated[key] = node
        elif value is None and keys is not None and key not in keys:
            message = _("{key!r} is not a key of {what}").format(key=shorten(key), what=_("a piece"))
            edit.refuse(f"{path}.{key}", message, key, tuple(keys))
    return before


def _stated(node: Node) -> dict[str, Node]:
    """Return the values of a mapping by key; none for anything else, which is reported when it is read."""
    return {key: value for key, (_, value) in node.entries.items()} if isinstance(node, yaml_tree.Mapping) else {}


def _items(entries: Mapping[str, tuple[Scalar, Node]], key: str) -> list[Node]:
    """Return the items of a list in a mapping, to be modified; none if there is no list."""
    node = entries[key][1] if key in entries else None
    return node.items if isinstance(node, Sequence) else []


def _names(pair: Node) -> list[str]:
    return [item.text for item in pair.items if isinstance(item, Scalar)] if isinstance(pair, Sequence) else []


def _entries_from(entries: Mapping[str, tuple[Scalar, Node]], key: str) -> dict[str, tuple[Scalar, Node]]:
    """Return an entry and those after it."""
    keys = list(entries)
    return {each: entries[each] for each in keys[keys.index(key) :]}


def _plain(node: Node | None, of_word: Callable[[Scalar], Any] = lambda word: word.text) -> Any:
    """Return a value of the tree as JSON: texts, lists and mappings, null for none."""
    match node:
        case Scalar():
            return of_word(node)
        case Sequence(items=items):
            return [_plain(item, of_word) for item in items]
        case yaml_tree.Mapping(entries=entries):
            return {key: _plain(value, of_word) for key, (_, value) in entries.items()}
    return None


def _stated_value(node: Node | None) -> Any:
    """Return the stated value of a piece or feature as JSON, with numbers and booleans."""
    return _plain(node, _word_value)


def _word_value(word: Scalar) -> Any:
    """Return a scalar as a number or boolean if it is written like one, otherwise as text."""
    if word.style is None and word.text in _BOOLEANS:
        return _BOOLEANS[word.text]
    if word.style is not None or not _NUMBER.fullmatch(word.text):
        return word.text
    return float(word.text) if "." in word.text else int(word.text)
