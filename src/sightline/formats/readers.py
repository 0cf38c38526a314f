"""Readers of scalars, and the base of all readers.

A reader reads one kind of value from the tree of a file, reports its problems, and states its JSON Schema. Its
arguments are the node, its dotted key, the context of the file, and the owner of the node: the node of its key, where
missing values are reported. It returns the value, or INVALID after reporting why.
"""

from __future__ import annotations

import re
from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Collection
from enum import Enum
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeGuard, TypeVar

from msgspec import Struct, StructMeta

from sightline.board import LENGTH_PATTERN, Degrees, Hint, format_inches, parse_length
from sightline.formats import yaml_tree
from sightline.formats.yaml_tree import Node, Scalar
from sightline.i18n import N_, _

if TYPE_CHECKING:
    from sightline.formats.context import Context


class _Invalid(Enum):
    INVALID = "invalid"


INVALID: Final = _Invalid.INVALID
"""The value of an invalid node, whose problems have been reported."""

Schema = dict[str, Any]
NodeType = TypeVar("NodeType", bound=Node)

_PLAIN = ("string", "number", "boolean")
"""The types that other YAML parsers assign to plain scalars; here, a text may look like any of them."""


class _AbstractStruct(ABCMeta, StructMeta):
    """The type of structs with abstract methods."""


class Reader(Struct, frozen=True, metaclass=_AbstractStruct):
    """A reader of one kind of value. `what` names that in English; messages translate it."""

    what = ""
    misplaced: ClassVar[str] = N_("expected {wanted}, found {found}")
    """The message about a node of a wrong type."""

    @abstractmethod
    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        """Return the value of a node, or INVALID after reporting its problems."""

    @abstractmethod
    def schema(self, context: Context) -> Schema:
        """Return the JSON Schema of the values."""

    def wanted(self) -> str:
        """Return the expected kind of value, such as "a name", in the current language."""
        return _(self.what)

    def allowed(self, context: Context) -> Collection[str]:
        """Return the allowed words, or a hint at what is allowed."""
        return (Hint(self.wanted()),)

    def accepts(self, node: Node, kind: type[NodeType], key: str, context: Context) -> TypeGuard[NodeType]:
        """Return whether a node is of the expected type, after reporting it if not."""
        if isinstance(node, kind):
            return True
        if not isinstance(node, yaml_tree.Unusable):
            self.refuse(node, key, context, _(self.misplaced).format(wanted=self.wanted(), found=_describe(node, key)))
        return False

    def refuse(
        self, node: Node, key: str, context: Context, message: str, allowed: Collection[str] | None = None
    ) -> Any:
        """Report a problem of a node, by default with the `allowed` of the reader. Return INVALID."""
        allowed = self.allowed(context) if allowed is None else allowed
        context.problems.add(node, key or None, message, found=node.found, allowed=allowed)
        return INVALID


class ContextReader(Reader, frozen=True):
    """A reader that depends on earlier parts of the file."""

    @abstractmethod
    def reader_in(self, context: Context) -> Reader:
        """Return the reader in a context."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        return self.reader_in(context).read(node, key, context, owner)

    def allowed(self, context: Context) -> Collection[str]:
        return self.reader_in(context).allowed(context)

    def schema(self, context: Context) -> Schema:
        return self.reader_in(context).schema(context)


class ScalarReader(Reader, frozen=True):
    """A reader of a single value."""

    @abstractmethod
    def parse(self, text: str, context: Context) -> Any:
        """Return the value of a text, or INVALID."""

    def complaint(self, text: str) -> str:
        """Return the message about an invalid text."""
        return _("{text!r} is not {wanted}").format(text=shorten(text), wanted=self.wanted())

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not self.accepts(node, Scalar, key, context):
            return INVALID
        value = self.parse(node.text, context)
        return self.refuse(node, key, context, self.complaint(node.text)) if value is INVALID else value


MAX_TEXT_LENGTH = 1000
"""The maximum length of any text: answers repeat some texts for each attack."""


class TextReader(ScalarReader, frozen=True):
    """A text of at most `MAX_TEXT_LENGTH` characters."""

    what = N_("a text")

    def parse(self, text: str, context: Context) -> Any:
        return text if len(text) <= MAX_TEXT_LENGTH else INVALID

    def complaint(self, text: str) -> str:
        message = _("a text has at most {most} characters, not {count}")
        return message.format(most=MAX_TEXT_LENGTH, count=len(text))

    def schema(self, context: Context) -> Schema:
        return {"type": list(_PLAIN), "maxLength": MAX_TEXT_LENGTH}


# YAML allows keys of at most 1024 characters, and one escaped character may take ten of them.
MAX_NAME_LENGTH = 100


class NameReader(TextReader, frozen=True):
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


class IntegerReader(ScalarReader, frozen=True):
    """A whole number from `low` to `high`, in plain digits without leading zeros."""

    low: int
    high: int

    def wanted(self) -> str:
        return _("a whole number from {low} to {high}").format(low=self.low, high=self.high)

    def parse(self, text: str, context: Context) -> Any:
        if not re.fullmatch("0|-?[1-9][0-9]{0,8}", text):
            return INVALID
        return int(text) if self.low <= int(text) <= self.high else INVALID

    def schema(self, context: Context) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class NumberReader(ScalarReader, frozen=True):
    """A number from `low` to `high`, in plain digits; an int if whole."""

    low: float
    high: float

    def wanted(self) -> str:
        return _("a number from {low} to {high}").format(low=self.low, high=self.high)

    def parse(self, text: str, context: Context) -> Any:
        if not re.fullmatch(r"-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,30})?", text) or not self.low <= float(text) <= self.high:
            return INVALID
        return int(float(text)) if float(text).is_integer() else float(text)

    def schema(self, context: Context) -> Schema:
        return {"type": "number", "minimum": self.low, "maximum": self.high}


class LengthReader(ScalarReader, frozen=True):
    """A length in inches, or in mm if it ends in mm, from `low` to `high` inches."""

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

    def schema(self, context: Context) -> Schema:
        return {
            "anyOf": [
                {"type": "number", "minimum": self.low, "maximum": self.high},
                {"type": "string", "pattern": LENGTH_PATTERN},
            ]
        }


class AngleReader(ScalarReader, frozen=True):
    """A direction on a free table: degrees clockwise from up, from 0 to 360."""

    what = N_("degrees clockwise from up, from 0 to 360")

    def parse(self, text: str, context: Context) -> Any:
        if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,30})?", text) or float(text) > 360:
            return INVALID
        return Degrees(text)

    def schema(self, context: Context) -> Schema:
        return {"type": "number", "minimum": 0, "maximum": 360}


class BooleanReader(ScalarReader, frozen=True):
    """A boolean: `true` or `false`."""

    def wanted(self) -> str:
        return one_of("true", "false")

    def parse(self, text: str, context: Context) -> Any:
        return {"true": True, "false": False}.get(text, INVALID)

    def allowed(self, context: Context) -> Collection[str]:
        return ("true", "false")

    def schema(self, context: Context) -> Schema:
        return {"type": "boolean"}


class ChoiceReader(ScalarReader, frozen=True):
    """One of several words, which may depend on the file.

    Without `what`, messages list `choices`. With `is_open`, files may define further words.
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
    """Return the reader of one of these words; without `what`, messages list them."""
    return ChoiceReader(lambda _: choices, what, choices=choices)


class EitherReader(ScalarReader, frozen=True):
    """A value of the first of several readers that reads it."""

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
    """Return the dotted path of a key within another."""
    return f"{key}.{name}" if key else name


def shorten(text: str) -> str:
    """Return a text, cut to the maximum length in a message."""
    return text if len(text) <= 60 else f"{text[:57]}..."


def one_of(*choices: str) -> str:
    """Return a choice of words or descriptions: all but the last after commas, the last after an "or"."""
    *others, last = choices
    return _("{others} or {last}").format(others=", ".join(others), last=last) if others else last


def _describe(node: Node, key: str) -> str:
    """Return the type of a node with a key, "" for the whole text, for messages."""
    match node:
        case yaml_tree.Sequence():
            return _("a list")
        case yaml_tree.Mapping():
            return _("a mapping")
        case Scalar(text="", style=None):
            return _("nothing")
        case Scalar() if not key and PurePath(node.text).suffix[1:2].isalpha():  # in place of its text
            return _("the name of a file")
        case _:
            return _("a single value")
