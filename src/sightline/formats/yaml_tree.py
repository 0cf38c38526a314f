"""The tree of a YAML text: scalars, mappings and sequences with their places, and nothing else.

Every scalar is kept as text. The tree is built from the events of libyaml with an explicit stack, so that deep nesting
cannot overflow the call stack, and is bounded.
"""

from __future__ import annotations

import re
from collections import abc
from collections.abc import Callable
from functools import cached_property
from typing import Any

import yaml
from msgspec import Struct, structs

from sightline.deadline import limited
from sightline.formats.line_index import Lines
from sightline.formats.yaml_hints import explain
from sightline.i18n import N_, _

MAX_BYTES = 16 * 2**20
MAX_DEPTH = 64
_MAX_BITS = 10_000
"""The maximum size of whole numbers: larger than any meaningful one, and small enough to be written out."""
MAX_NODES = 300_000
MAX_KEY_LENGTH = 1000
"""The maximum length of a key. A longer one is ignored with its value: every problem inside it would repeat it."""


class Source(Struct, dict=True):
    """A text that is being read, with its file name in problems.

    For a text without a place, such as a flag of the command line, problems have no line and column.
    """

    file: str
    text: str
    has_place: bool = True

    @cached_property
    def lines(self) -> Lines:
        """The lines of the text, without their line breaks."""
        return Lines(self.text)


class Node(Struct, eq=False):
    """A value in a YAML text, and where it begins (line and column count from 1)."""

    source: Source
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def file(self) -> str:
        """The name of the file it stands in."""
        return self.source.file

    @property
    def found(self) -> str:
        """The text of the source at the node; only the first of several lines."""
        lines = self.source.lines
        first = lines[self.line - 1] if self.line <= len(lines) else ""
        if self.end_line == self.line:
            return first[self.column - 1 : self.end_column - 1].strip()
        return f"{first[self.column - 1 :].strip()} ..."


class Scalar(Node, eq=False):
    """A single word, number or text. `style` is YAML's: "|" for a drawing, a quote, or None for plain."""

    text: str
    style: str | None

    @property
    def found(self) -> str:
        return self.text


class Sequence(Node, eq=False):
    """A list."""

    items: list[Node] = []


class Mapping(Node, eq=False):
    """Keys with their values, in order, by the text of the key. Repeated keys have been reported and dropped."""

    entries: dict[str, tuple[Scalar, Node]] = {}


class Unusable(Node, eq=False):
    """An unusable value, which has been reported."""


def start_of(source: Source) -> Node:
    """Return the place where a text begins."""
    return Unusable(source, 1, 1, 1, 1)


def mapping_of(place: Node, values: abc.Mapping[str, Node]) -> Mapping:
    """Return a mapping of these values, with each key at the place of its value."""
    entries = {key: (Scalar(*_place_of(node), key, None), node) for key, node in values.items()}
    return Mapping(*_place_of(place), entries)


def find_entry(node: Node, keys: abc.Sequence[str]) -> tuple[Node, Node] | None:
    """Return a key within a mapping and its value, by its path; None for a missing one."""
    first, *further = keys
    entry = node.entries.get(first) if isinstance(node, Mapping) else None
    return find_entry(entry[1], further) if entry and further else entry


def entry_of(node: Node, keys: abc.Sequence[str]) -> tuple[Node, Node]:
    """Return a key within a mapping and its value, by its path; if missing, the innermost existing mapping, twice."""
    *owners, last = keys
    for owner in owners:
        _, node = entry_of(node, [owner])
    return node.entries.get(last, (node, node)) if isinstance(node, Mapping) else (node, node)


def place_of(node: Node, keys: abc.Sequence[str]) -> Node:
    """Return a value within a mapping, by its path; if missing, the key of its owner, or the beginning of the text."""
    entry = find_entry(node, keys)
    if entry is not None:
        return entry[1]
    owner = find_entry(node, keys[:-1]) if len(keys) > 1 else None
    return start_of(node.source) if owner is None else owner[0]


def node_of(source: Source, value: object, depth: int = 0) -> Node:
    """Return the tree of a Python value: text, numbers, booleans, and lists and mappings of them.

    Raise TypeError for anything else, for values nested too deep, and for numbers with too many digits.
    """
    place = (source, 1, 1, 1, 1)
    if depth > MAX_DEPTH:
        raise TypeError(
            _("values nested more than {most} levels deep cannot be used in a scenario").format(most=MAX_DEPTH)
        )
    match value:
        case int() if value.bit_length() > _MAX_BITS:
            raise TypeError(_("a number with that many digits cannot be used in a scenario"))
        case bool():
            return Scalar(*place, "true" if value else "false", None)
        case str() | int():
            return Scalar(*place, str(value), None)
        case float():
            return Scalar(*place, f"{value:.9f}".rstrip("0").rstrip("."), None)
        case abc.Mapping():
            children = {str(key): node_of(source, child, depth + 1) for key, child in value.items()}
            text = ", ".join(f"{key}: {child.found}" for key, child in children.items())
            return mapping_of(_place_as(source, f"{{{text}}}"), children)
        case list() | tuple():
            items = [node_of(source, item, depth + 1) for item in value]
            return Sequence(*_place_of(_place_as(source, f"[{', '.join(item.found for item in items)}]")), items)
    kind = "null" if value is None else type(value).__name__
    raise TypeError(_("{kind} cannot be used in a scenario").format(kind=kind))


def _place_as(source: Source, text: str) -> Node:
    """Return the place of a value that is not part of a text, written as `text`."""
    return Unusable(structs.replace(source, text=text), 1, 1, 1, len(text) + 1)


Report = Callable[[Node, str | None, str, str | None], None]
"""A function that reports a problem: its node, its key, its message, and the text found."""


class UnreadableText(Exception):
    """Raised for a text that is not YAML, or too large or too deep; only this problem is reported."""

    def __init__(self, place: Node, message: str, *, key: str | None = None, found: str | None = None) -> None:
        super().__init__(message)
        self.place = place
        self.key = key
        self.found = found


def read_tree(source: Source, report: Report) -> Node:
    """Return the tree of a YAML text; an empty scalar for an empty text.

    Anchors, aliases, tags, repeated keys and further documents are reported and ignored. Raise `UnreadableText`.
    """
    builder = _TreeBuilder(source, report)
    try:
        for event in limited(yaml.parse(source.text, Loader=yaml.CSafeLoader), N_("items of the file")):
            builder.take(event)
            if builder.is_done:
                break
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        place = _place(source, line, column)
        message = explain(source.lines, error, line, column)
        raise UnreadableText(place, message, found=place.found or None) from None
    except (yaml.reader.ReaderError, UnicodeEncodeError):
        raise _odd_character(source) from None
    return builder.root or Scalar(source, 1, 1, 1, 1, "", None)


def reread_tree(source: Source) -> Node:
    """Return the tree of a YAML text that has been read before, without any problem."""

    def expect_nothing(_place: Node, _key: str | None, message: str, _found: str | None) -> None:
        raise AssertionError(message)

    return read_tree(source, expect_nothing)


class _TreeBuilder:
    """Builds the tree from the events of libyaml."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.root: Node | None = None
        self.is_done = False
        self.stack: list[_OpenNode] = []
        self.nodes = 0

    def take(self, event: Any) -> None:
        match event:
            case yaml.ScalarEvent():
                self._add(event, Scalar(*self._span(event), event.value, event.style if event.style != "" else None))
            case yaml.SequenceStartEvent():
                self._open(event, Sequence(*self._span(event)))
            case yaml.MappingStartEvent():
                self._open(event, Mapping(*self._span(event)))
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                self._close(event)
            case yaml.AliasEvent():
                node = Unusable(*self._span(event))
                self._put(node)
                self.report(
                    node,
                    self._key(),
                    _("aliases are not supported: write the value itself, or quote a text that begins with *"),
                    node.found,
                )
            case yaml.DocumentStartEvent() if self.root is not None:
                message = _("a second document begins here; a scenario is a single document")
                self.report(Unusable(*self._span(event)), None, message, "---")
                self.is_done = True

    def _span(self, event: Any) -> tuple[Source, int, int, int, int]:
        start, end = event.start_mark, event.end_mark
        return self.source, start.line + 1, start.column + 1, end.line + 1, end.column + 1

    def _key(self, last: str | None = None) -> str | None:
        """Return the path of the current value, or of the key `last` of the current mapping."""
        parts = [entry.part for entry in self.stack]
        if last is not None:
            parts[-1] = last
        return ".".join(parts) or None

    def _key_of_container(self) -> str | None:
        return ".".join(entry.part for entry in self.stack[:-1]) or None

    def _add(self, event: Any, node: Node) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            message = _("the file has more than {most} values").format(most=MAX_NODES)
            raise UnreadableText(node, message, key=self._key(), found=node.found or None)
        self._put(node)
        if event.anchor is not None:
            message = _("anchors are not supported: leave it out, or quote a text that begins with &")
            self.report(node, self._key(), message, _word_at(node))
        if event.tag is not None:
            message = _("tags are not supported: leave it out, or quote a text that begins with !")
            self.report(node, self._key(), message, _word_at(node))

    def _open(self, event: Any, node: Sequence | Mapping) -> None:
        if len(self.stack) >= MAX_DEPTH:
            message = _("the file is nested more than {deepest} levels deep").format(deepest=MAX_DEPTH)
            outermost = self.stack[0].part  # the whole path has as many parts as there are levels
            raise UnreadableText(node, message, key=outermost, found=node.found or _word_at(node))
        self._add(event, node)
        self.stack.append(_OpenNode(node))

    def _close(self, event: Any) -> None:
        node = self.stack.pop().node
        node.end_line, node.end_column = event.end_mark.line + 1, event.end_mark.column + 1

    def _put(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        entry = self.stack[-1]
        container = entry.node
        if isinstance(container, Sequence):
            container.items.append(node)
            entry.part = str(len(container.items) - 1)
        elif entry.wants_key:
            entry.key = self._as_key(container, node)
            entry.part = entry.key.text if entry.key else "?"
            entry.wants_key = False
        else:
            entry.wants_key = True
            if entry.key is not None:
                container.entries.setdefault(entry.key.text, (entry.key, node))

    def _as_key(self, container: Mapping, node: Node) -> Scalar | None:
        """Return a node as a key; None if it cannot be one, in which case its value is ignored."""
        if isinstance(node, Scalar):
            if len(node.text) > MAX_KEY_LENGTH:
                message = _("a key has at most {most} characters").format(most=MAX_KEY_LENGTH)
                self.report(node, self._key_of_container(), message, node.text)
                return None
            if node.text in container.entries:
                message = _("{text!r} is given twice").format(text=node.text)
                self.report(node, self._key(node.text), message, node.text)
            return node
        if not isinstance(node, Unusable):
            self.report(node, self._key_of_container(), _("a key must be a single word"), _word_at(node))
        return None


class _OpenNode(Struct):
    """A sequence or mapping that is being read, and the last part of the path of its current value.

    For a mapping also the current key, and whether a key comes next; the part is "?" after an invalid key.
    """

    node: Sequence | Mapping
    part: str = "0"
    key: Scalar | None = None
    wants_key: bool = True


_WORD = re.compile(rf"[^\s,]{{0,{MAX_KEY_LENGTH}}}")


def _word_at(node: Node) -> str:
    """Return the word where a node begins, or the beginning of a very long one."""
    match = _WORD.match(node.source.lines[node.line - 1], node.column - 1)
    return match[0] if match else ""


def _place_of(node: Node) -> tuple[Source, int, int, int, int]:
    return node.source, node.line, node.column, node.end_line, node.end_column


def _place(source: Source, line: int, column: int) -> Unusable:
    width = len(source.lines[line - 1]) if line <= len(source.lines) else 0
    return Unusable(source, line, column, line, width + 1)


_ODD = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _odd_character(source: Source) -> UnreadableText:
    """Return the error about the first character that YAML does not allow."""
    odd = _ODD.search(source.text)
    before = Lines(source.text[: odd.start()] if odd else "")
    line, column = len(before), len(before[len(before) - 1]) + 1
    message = _("YAML does not allow the character {code} in a text").format(
        code=f"U+{ord(odd[0]):04X}" if odd else "?"
    )
    return UnreadableText(Unusable(source, line, column, line, column + 1), message)
