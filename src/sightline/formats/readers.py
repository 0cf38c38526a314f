"""What a field of a file may hold: a reader reads it from the tree, collects what is wrong, and gives its JSON Schema.

A reader is asked with the node, its dotted key, the context of the file and the node's owner: the key that it stands
behind, at which missing things are reported. It gives the value, or INVALID after reporting why.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from sightline.formats import tree
from sightline.formats.tree import Node, Scalar

if TYPE_CHECKING:
    from sightline.formats.context import Context


class _Invalid(Enum):
    INVALID = "invalid"


INVALID: Final = _Invalid.INVALID
"""What a reader gives for something that it has reported."""

Schema = dict[str, Any]


class Reader(ABC):
    """Reads one kind of value."""

    @abstractmethod
    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        """Give the value of a node, or INVALID after reporting what is wrong with it."""

    @abstractmethod
    def schema(self, context: Context) -> Schema:
        """Give the JSON Schema of what may stand here."""


class ScalarReader(Reader):
    """Reads one word."""

    @abstractmethod
    def parse(self, text: str, context: Context) -> Any:
        """Give the value that a text stands for, or INVALID."""

    @abstractmethod
    def allowed(self, context: Context) -> Sequence[str]:
        """Give what would be right."""

    def complaint(self, text: str) -> str:
        """Say what is wrong with a text."""
        return f"{shorten(text)!r} cannot stand here"

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if isinstance(node, tree.Unusable):
            return INVALID
        if not isinstance(node, Scalar):
            what = "a list" if isinstance(node, tree.Sequence) else "a mapping"
            message = f"a single value belongs here, not {what}"
            context.problems.add(node, key, message, found=node.found, allowed=self.allowed(context))
            return INVALID
        value = self.parse(node.text, context)
        if value is INVALID:
            context.problems.add(node, key, self.complaint(node.text), found=node.text, allowed=self.allowed(context))
        return value


class Text(ScalarReader):
    """Any text."""

    def parse(self, text: str, context: Context) -> str:
        return text

    def allowed(self, context: Context) -> Sequence[str]:
        return ("a text",)

    def schema(self, context: Context) -> Schema:
        return {"type": "string"}


LONGEST_NAME = 200


class Name(Text):
    """A text of 1 to `LONGEST_NAME` characters, not all of them blank."""

    def parse(self, text: str, context: Context) -> Any:
        return text if text.strip() and len(text) <= LONGEST_NAME else INVALID

    def allowed(self, context: Context) -> Sequence[str]:
        return (f"a name of 1 to {LONGEST_NAME} characters",)

    def complaint(self, text: str) -> str:
        return f"a name has at most {LONGEST_NAME} characters" if text.strip() else "a name is missing here"

    def schema(self, context: Context) -> Schema:
        return {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}


@dataclass(frozen=True)
class Whole(ScalarReader):
    """A whole number between two bounds, both included, in plain digits."""

    low: int
    high: int

    def parse(self, text: str, context: Context) -> Any:
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            return INVALID
        return int(text) if self.low <= int(text) <= self.high else INVALID

    def allowed(self, context: Context) -> Sequence[str]:
        return (f"a whole number from {self.low} to {self.high}",)

    def complaint(self, text: str) -> str:
        return f"{shorten(text)!r} is no whole number from {self.low} to {self.high}"

    def schema(self, context: Context) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Flag(ScalarReader):
    """True or false, in these words."""

    def parse(self, text: str, context: Context) -> Any:
        return {"true": True, "false": False}.get(text, INVALID)

    def allowed(self, context: Context) -> Sequence[str]:
        return ("true", "false")

    def complaint(self, text: str) -> str:
        return f"{shorten(text)!r} is neither true nor false"

    def schema(self, context: Context) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Word(ScalarReader):
    """One of some words, which may depend on the file; `what` says in a message what they are."""

    words: Callable[[Context], Iterable[str]]
    what: str
    as_type: Callable[[str], Any] = str

    def parse(self, text: str, context: Context) -> Any:
        return self.as_type(text) if text in self.words(context) else INVALID

    def allowed(self, context: Context) -> Sequence[str]:
        return tuple(self.words(context))

    def complaint(self, text: str) -> str:
        return f"{shorten(text)!r} is no {self.what}"

    def schema(self, context: Context) -> Schema:
        return {"enum": list(self.words(context))}


def words(*choices: str, what: str = "word that may stand here") -> Word:
    """Give the reader of one of these words."""
    return Word(lambda _: choices, what)


@dataclass(frozen=True)
class Either(ScalarReader):
    """What one of several readers of single values takes."""

    readers: tuple[ScalarReader, ...]

    def parse(self, text: str, context: Context) -> Any:
        values = (reader.parse(text, context) for reader in self.readers)
        return next((value for value in values if value is not INVALID), INVALID)

    def allowed(self, context: Context) -> Sequence[str]:
        return tuple(word for reader in self.readers for word in reader.allowed(context))

    def schema(self, context: Context) -> Schema:
        return {"anyOf": [reader.schema(context) for reader in self.readers]}


@dataclass(frozen=True)
class ListOf(Reader):
    """A list; gives a tuple. `unique` names the field in which no two items may agree."""

    item: Reader
    what: str = "a list"
    unique: str | None = None

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        values = self.read_items(node, key, context)
        return INVALID if any(value is INVALID for _, value in values) else tuple(value for _, value in values)

    def read_items(self, node: Node, key: str, context: Context) -> list[tuple[Node, Any]]:
        """Give every item with its value, which may be INVALID; what is no list counts as one invalid item."""
        if isinstance(node, tree.Unusable):
            return [(node, INVALID)]
        if not isinstance(node, tree.Sequence):
            allowed = (f"{self.what}: [...]",)
            context.problems.add(node, key, f"{self.what} belongs here", found=node.found, allowed=allowed)
            return [(node, INVALID)]
        if self.unique:
            self._report_repeated(node, key, context)
        return [
            (item, self.item.read(item, f"{key}.{number}", context, item)) for number, item in enumerate(node.items)
        ]

    def _report_repeated(self, node: tree.Sequence, key: str, context: Context) -> None:
        seen = set()
        for number, item in enumerate(node.items):
            pairs = item.pairs if isinstance(item, tree.Mapping) else ()
            for word, value in pairs:
                if word.text == self.unique and isinstance(value, Scalar):
                    if value.text in seen:
                        path = f"{key}.{number}.{self.unique}"
                        context.problems.add(value, path, f"{value.text!r} is here twice", found=value.text)
                    seen.add(value.text)

    def schema(self, context: Context) -> Schema:
        return {"type": "array", "items": self.item.schema(context)}


@dataclass(frozen=True)
class MapOf(Reader):
    """A mapping of any keys that `key` takes; gives a dict."""

    name: ScalarReader
    value: Reader
    what: str = "a mapping"

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not is_mapping(node, key, context, self.what):
            return INVALID
        assert isinstance(node, tree.Mapping)
        values, is_valid = {}, True
        for word, child in node.pairs:
            path = join(key, word.text)
            name = self.name.read(word, path, context, owner)
            value = self.value.read(child, path, context, word)
            if name is INVALID or value is INVALID:
                is_valid = False
            else:
                values[name] = value
        return values if is_valid else INVALID

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
class Table(Reader):
    """A mapping of known keys; gives what `build` makes of the values that are there, read in the order of `fields`."""

    fields: Mapping[str, Field]
    build: Callable[[dict[str, Any]], Any] = field(default=dict)
    what: str = "a mapping"

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not is_mapping(node, key, context, self.what):
            return INVALID
        assert isinstance(node, tree.Mapping)
        given = {word.text: (word, child) for word, child in node.pairs}
        for name, (word, _) in given.items():
            if name not in self.fields:
                allowed = tuple(self.fields)
                message = f"{shorten(name)!r} is no key of {key or 'a scenario'}"
                context.problems.add(word, join(key, name), message, found=name, allowed=allowed)
        values, is_valid = {}, all(name in self.fields for name in given)
        for name, entry in self.fields.items():
            if name in given and not self.can_read(name, context):
                is_valid = False
            elif name in given:
                word, child = given[name]
                values[name] = entry.reader.read(child, join(key, name), context, word)
                self.settle(name, child, values, context)
            elif entry.needed:
                context.problems.add(owner, join(key, name), f"{name} is missing")
                is_valid = False
        if not is_valid or any(value is INVALID for value in values.values()):
            return INVALID
        return self.build(values)

    def can_read(self, name: str, context: Context) -> bool:
        """Tell whether enough is known to read a field."""
        return True

    def settle(self, name: str, node: Node, values: Mapping[str, Any], context: Context) -> None:
        """Take note of what a field just read, from that node, settles for the fields after it."""

    def schema(self, context: Context) -> Schema:
        return {
            "type": "object",
            "properties": {name: entry.reader.schema(context) for name, entry in self.fields.items()},
            "required": [name for name, entry in self.fields.items() if entry.needed],
            "additionalProperties": False,
        }


def is_mapping(node: Node, key: str, context: Context, what: str) -> bool:
    """Tell whether a node is a mapping; if not, report it."""
    if not isinstance(node, tree.Mapping | tree.Unusable):
        context.problems.add(node, key or None, f"{what} belongs here", found=node.found, allowed=(f"{what}: {{...}}",))
    return isinstance(node, tree.Mapping)


def join(key: str, name: str) -> str:
    """Give the dotted path of a key within another."""
    return f"{key}.{name}" if key else name


def shorten(text: str) -> str:
    """Give a text as a message can hold it."""
    return text if len(text) <= 60 else f"{text[:57]}..."
