"""Readers of lists and mappings, made of readers of what stands in them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sightline.board import Hint
from sightline.formats import yaml_tree
from sightline.formats.readers import INVALID, Reader, ScalarReader, Schema, join, misplaced, shorten
from sightline.formats.yaml_tree import Node, Scalar
from sightline.i18n import N_, _

if TYPE_CHECKING:
    from sightline.formats.context import Context


@dataclass(frozen=True)
class ListReader(Reader):
    """A list; gives a tuple. `unique` names the field in which no two items may agree.

    `what` says in English what it is; messages translate it, here and below.
    """

    item: Reader
    what: str = N_("a list")
    unique: str | None = None

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        values = self.read_items(node, key, context)
        return INVALID if any(value is INVALID for _, value in values) else tuple(value for _, value in values)

    def read_items(self, node: Node, key: str, context: Context) -> list[tuple[Node, Any]]:
        """Give every item with its value, which may be INVALID; what is no list counts as one invalid item."""
        if isinstance(node, yaml_tree.Unusable):
            return [(node, INVALID)]
        if not isinstance(node, yaml_tree.Sequence):
            message = misplaced(_(self.what), node)
            context.problems.add(node, key, message, found=node.found, allowed=self.allowed(context))
            return [(node, INVALID)]
        if self.unique:
            self._report_repeated(node, key, context)
        return [
            (item, self.item.read(item, f"{key}.{number}", context, item)) for number, item in enumerate(node.items)
        ]

    def _report_repeated(self, node: yaml_tree.Sequence, key: str, context: Context) -> None:
        seen = set()
        for number, item in enumerate(node.items):
            value = item.entries.get(str(self.unique)) if isinstance(item, yaml_tree.Mapping) else None
            if value is None or not isinstance(value[1], Scalar):
                continue
            text = value[1].text
            if text in seen:
                path = f"{key}.{number}.{self.unique}"
                message = _("{text!r} is here twice").format(text=shorten(text))
                context.problems.add(value[1], path, message, found=text)
            seen.add(text)

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(_("{what}: [...]").format(what=_(self.what))),)

    def schema(self, context: Context) -> Schema:
        return {"type": "array", "items": self.item.schema(context)}


@dataclass(frozen=True)
class MappingReader(Reader):
    """A mapping of any keys that `key` takes; gives a dict."""

    name: ScalarReader
    value: Reader
    what: str = N_("a mapping")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not is_mapping(node, key, context, self.what):
            return INVALID
        assert isinstance(node, yaml_tree.Mapping)
        values, is_valid = {}, True
        for word, child in node.entries.values():
            path = join(key, word.text)
            name = self.name.read(word, path, context, owner)
            value = self.value.read(child, path, context, word)
            if name is INVALID or value is INVALID:
                is_valid = False
            else:
                values[name] = value
        return values if is_valid else INVALID

    def allowed(self, context: Context) -> Collection[str]:
        return (in_braces(self.what),)

    def schema(self, context: Context) -> Schema:
        return {
            "type": "object",
            "propertyNames": self.name.schema(context),
            "additionalProperties": self.value.schema(context),
        }


@dataclass(frozen=True)
class Field:
    """One key of a mapping. Without `needed` it may be left out."""

    reader: Reader
    needed: bool = False


@dataclass(frozen=True)
class StructReader(Reader):
    """A mapping of known keys; gives what `build` makes of the values that are there, read in the order of `fields`.

    An open one may have further keys, of which nothing is known; they are left out. One that is called by its key has
    that for `what`, which says nothing where something else stands there.
    """

    fields: Mapping[str, Field]
    build: Callable[[dict[str, Any]], Any] = field(default=dict)
    what: str = N_("a mapping")
    is_open: bool = False
    is_called_by_key: bool = False

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not is_mapping(node, key, context, self.wanted, self.allowed(context)):
            return INVALID
        assert isinstance(node, yaml_tree.Mapping)
        given = node.entries
        unknown = [] if self.is_open else [word for name, (word, _) in given.items() if name not in self.fields]
        for word in unknown:
            message = _("{key!r} is no key of {what}").format(key=shorten(word.text), what=_(self.what))
            context.problems.add(word, join(key, word.text), message, found=word.text, allowed=self.fields)
        values, is_valid = {}, not unknown
        for name, entry in self.fields.items():
            if name in given:
                word, child = given[name]
                values[name] = entry.reader.read(child, join(key, name), context, word)
                self.after_field(name, child, values, context)
            elif self.needs(name, {key: child for key, (_, child) in given.items()}):
                message = _("{key} is missing: {what} needs it").format(key=name, what=_(self.what))
                context.problems.add(owner, join(key, name), message, allowed=entry.reader.allowed(context))
                is_valid = False
        if not is_valid or any(value is INVALID for value in values.values()):
            return INVALID
        return self.build(values)

    @property
    def wanted(self) -> str:
        """What belongs here, in English."""
        return N_("a mapping") if self.is_called_by_key else self.what

    def allowed(self, context: Context) -> Collection[str]:
        if self.is_called_by_key:
            return (Hint(f"{{{', '.join(f'{name}: ...' for name in self.fields)}}}"),)
        return (in_braces(self.what),)

    def needs(self, name: str, given: Mapping[str, Node]) -> bool:
        """Tell whether a field that is not there is needed where these are given."""
        del given
        return self.fields[name].needed

    def partial(self) -> StructReader:
        """Give the reader of some of these fields, of which none is needed."""
        return StructReader({name: Field(entry.reader) for name, entry in self.fields.items()}, self.build, self.what)

    def after_field(self, name: str, node: Node, values: Mapping[str, Any], context: Context) -> None:
        """Note what the value of a field, just read from `node`, means for the fields after it."""

    def schema(self, context: Context) -> Schema:
        return {
            "type": "object",
            "properties": {name: entry.reader.schema(context) for name, entry in self.fields.items()},
            "required": [name for name, entry in self.fields.items() if entry.needed],
            "additionalProperties": self.is_open,
        }


def is_mapping(node: Node, key: str, context: Context, what: str, allowed: Collection[str] = ()) -> bool:
    """Tell whether a node is a mapping; if not, report it, with what is allowed unless that is `what` in braces."""
    if not isinstance(node, yaml_tree.Mapping | yaml_tree.Unusable):
        message = misplaced(_(what), node)
        context.problems.add(node, key or None, message, found=node.found, allowed=allowed or (in_braces(what),))
    return isinstance(node, yaml_tree.Mapping)


def in_braces(what: str) -> str:
    """Say how a mapping is written."""
    return Hint(_("{what}: {{...}}").format(what=_(what)))
