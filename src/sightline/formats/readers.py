"""What a field of a file may hold: a reader reads it from the tree, collects what is wrong, and gives its JSON Schema.

A reader is asked with the node, its dotted key, the context of the file and the node's owner: the key that it stands
behind, at which missing things are reported. It gives the value, or INVALID after reporting why.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from sightline.board import LENGTH_PATTERN, Degrees, Hint, format_inches, parse_length
from sightline.formats import yaml_tree
from sightline.formats.yaml_tree import Node, Scalar
from sightline.i18n import _

if TYPE_CHECKING:
    from sightline.formats.context import Context


class _Invalid(Enum):
    INVALID = "invalid"


INVALID: Final = _Invalid.INVALID
"""What a reader gives for something that it has reported."""

Schema = dict[str, Any]

_PLAIN = ("string", "number", "boolean")
"""The types that other readers of YAML see in a word; here, a text may look like any of them."""


class Reader(ABC):
    """Reads one kind of value."""

    @abstractmethod
    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        """Give the value of a node, or INVALID after reporting what is wrong with it."""

    @abstractmethod
    def allowed(self, context: Context) -> Collection[str]:
        """Give what would be right."""

    @abstractmethod
    def schema(self, context: Context) -> Schema:
        """Give the JSON Schema of what may stand here."""


class ScalarReader(Reader):
    """Reads a single value."""

    @abstractmethod
    def parse(self, text: str, context: Context) -> Any:
        """Give the value that a text stands for, or INVALID."""

    @abstractmethod
    def wanted(self) -> str:
        """Say what belongs here, as in "a name"."""

    def complaint(self, text: str) -> str:
        """Say what is wrong with a text."""
        return _("{text!r} is not {wanted}").format(text=shorten(text), wanted=self.wanted())

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if isinstance(node, yaml_tree.Unusable):
            return INVALID
        if not isinstance(node, Scalar):
            message = misplaced(self.wanted(), node)
            context.problems.add(node, key, message, found=node.found, allowed=self.allowed(context))
            return INVALID
        value = self.parse(node.text, context)
        if value is INVALID:
            context.problems.add(node, key, self.complaint(node.text), found=node.text, allowed=self.allowed(context))
        return value


class TextReader(ScalarReader):
    """Any text."""

    def wanted(self) -> str:
        return _("a text")

    def parse(self, text: str, context: Context) -> str:
        return text

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(self.wanted()),)

    def schema(self, context: Context) -> Schema:
        return {"type": list(_PLAIN)}


# YAML takes no key of more than 1024 characters, and writing one character may take ten of them.
MAX_NAME_LENGTH = 100


class NameReader(TextReader):
    """A text of 1 to `MAX_NAME_LENGTH` characters, not all of them blank."""

    def wanted(self) -> str:
        return _("a name of 1 to {most} characters").format(most=MAX_NAME_LENGTH)

    def parse(self, text: str, context: Context) -> Any:
        return text if text.strip() and len(text) <= MAX_NAME_LENGTH else INVALID

    def complaint(self, text: str) -> str:
        is_long = _("{text!r} is too long for a name")
        return is_long.format(text=shorten(text)) if text.strip() else _("a name is missing here")

    def schema(self, context: Context) -> Schema:
        return {"type": list(_PLAIN), "minLength": 1, "maxLength": MAX_NAME_LENGTH}


@dataclass(frozen=True)
class IntegerReader(ScalarReader):
    """A whole number between two bounds, both included, in plain digits without leading zeros."""

    low: int
    high: int

    def wanted(self) -> str:
        return _("a whole number from {low} to {high}").format(low=self.low, high=self.high)

    def parse(self, text: str, context: Context) -> Any:
        if not re.fullmatch("0|-?[1-9][0-9]{0,8}", text):
            return INVALID
        return int(text) if self.low <= int(text) <= self.high else INVALID

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(self.wanted()),)

    def schema(self, context: Context) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class NumberReader(ScalarReader):
    """A number between two bounds, both included, in plain digits; gives an int where whole."""

    low: float
    high: float

    def wanted(self) -> str:
        return _("a number from {low} to {high}").format(low=self.low, high=self.high)

    def parse(self, text: str, context: Context) -> Any:
        if not re.fullmatch(r"-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,30})?", text) or not self.low <= float(text) <= self.high:
            return INVALID
        return int(float(text)) if float(text).is_integer() else float(text)

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(self.wanted()),)

    def schema(self, context: Context) -> Schema:
        return {"type": "number", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class LengthReader(ScalarReader):
    """A length in inches, or in mm where it says so, between two bounds in inches, both included."""

    low: float
    high: float

    def wanted(self) -> str:
        low, high = format_inches(self.low), format_inches(self.high)
        return _("a length from {low} to {high} inches, such as 12.5 or 32mm").format(low=low, high=high)

    def parse(self, text: str, context: Context) -> Any:
        try:
            length = parse_length(text)
        except ValueError:
            return INVALID
        return length if self.low <= length <= self.high else INVALID

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(self.wanted()),)

    def schema(self, context: Context) -> Schema:
        return {
            "anyOf": [
                {"type": "number", "minimum": self.low, "maximum": self.high},
                {"type": "string", "pattern": LENGTH_PATTERN},
            ]
        }


class AngleReader(ScalarReader):
    """A direction on a free table: degrees clockwise from up, from 0 to 360."""

    def wanted(self) -> str:
        return _("degrees clockwise from up, from 0 to 360")

    def parse(self, text: str, context: Context) -> Any:
        if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,30})?", text) or float(text) > 360:
            return INVALID
        return Degrees(text)

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(self.wanted()),)

    def schema(self, context: Context) -> Schema:
        return {"type": "number", "minimum": 0, "maximum": 360}


class BooleanReader(ScalarReader):
    """True or false, in these words."""

    def wanted(self) -> str:
        return one_of("true", "false")

    def parse(self, text: str, context: Context) -> Any:
        return {"true": True, "false": False}.get(text, INVALID)

    def allowed(self, context: Context) -> Collection[str]:
        return ("true", "false")

    def schema(self, context: Context) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class ChoiceReader(ScalarReader):
    """One of some words, which may depend on the file; `what` says in English what they are, as in "a facing".

    Without `what` it is `choices`, listed. `is_open` tells that files add words of their own.
    """

    words: Callable[[Context], Collection[str]]
    what: str
    as_type: Callable[[str], Any] = str
    is_open: bool = False
    choices: tuple[str, ...] = ()

    def wanted(self) -> str:
        return _(self.what) if self.what else one_of(*self.choices)

    def parse(self, text: str, context: Context) -> Any:
        return self.as_type(text) if text in self.words(context) else INVALID

    def allowed(self, context: Context) -> Collection[str]:
        return self.words(context)

    def schema(self, context: Context) -> Schema:
        known, own = {"enum": list(self.words(context))}, {"type": list(_PLAIN)}
        return {"anyOf": [known, own]} if self.is_open else known


def choice_reader(*choices: str, what: str = "") -> ChoiceReader:
    """Give the reader of one of these words; without `what`, messages list them."""
    return ChoiceReader(lambda _: choices, what, choices=choices)


@dataclass(frozen=True)
class EitherReader(ScalarReader):
    """What one of several readers of single values takes."""

    readers: tuple[ScalarReader, ...]

    def wanted(self) -> str:
        return one_of(*(reader.wanted() for reader in self.readers))

    def parse(self, text: str, context: Context) -> Any:
        values = (reader.parse(text, context) for reader in self.readers)
        return next((value for value in values if value is not INVALID), INVALID)

    def allowed(self, context: Context) -> Collection[str]:
        return tuple(word for reader in self.readers for word in reader.allowed(context))

    def schema(self, context: Context) -> Schema:
        return {"anyOf": [reader.schema(context) for reader in self.readers]}


def join(key: str, name: str) -> str:
    """Give the dotted path of a key within another."""
    return f"{key}.{name}" if key else name


def shorten(text: str) -> str:
    """Give a text as a message can hold it."""
    return text if len(text) <= 60 else f"{text[:57]}..."


def one_of(*choices: str) -> str:
    """Give a choice of words or descriptions: all but the last after commas, the last after an "or"."""
    *others, last = choices
    return _("{others} or {last}").format(others=", ".join(others), last=last) if others else last


def misplaced(wanted: str, node: Node) -> str:
    """Say that something else stands there than what is wanted."""
    return _("{wanted} belongs here, not {found}").format(wanted=wanted, found=describe(node))


def describe(node: Node) -> str:
    """Say what stands there instead of what belongs there."""
    match node:
        case yaml_tree.Sequence():
            return _("a list")
        case yaml_tree.Mapping():
            return _("a mapping")
        case Scalar(text="", style=None):
            return _("nothing")
        case _:
            return _("a single value")
