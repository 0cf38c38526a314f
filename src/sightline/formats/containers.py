"""Readers of lists and mappings, composed of readers of their items."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sightline.board import Hint
from sightline.deadline import limited
from sightline.formats import yaml_tree
from sightline.formats.readers import INVALID, Reader, ScalarReader, Schema, join, shorten
from sightline.formats.yaml_tree import Node, Scalar
from sightline.i18n import N_, _

if TYPE_CHECKING:
    from sightline.formats.context import Context


class ListReader(Reader, frozen=True):
    """A list of at most `most` items; the value is a tuple.

    `unique` names the field that must differ between any two items; the items of a set, scalars or lists of scalars,
    are all different.
    """

    item: Reader
    what: str = N_("a list")
    unique: str | None = None
    most: int | None = None
    is_set: bool = False

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        values = self.read_items(node, key, context)
        return INVALID if any(value is INVALID for _, value in values) else tuple(value for _, value in values)

    def read_items(self, node: Node, key: str, context: Context) -> list[tuple[Node, Any]]:
        """Return all items with their values, which may be INVALID; anything but a list is a single invalid item."""
        if not self.accepts(node, yaml_tree.Sequence, key, context):
            return [(node, INVALID)]
        if _has_too_many(self, node, key, context, len(node.items), self.most):
            return [(node, INVALID)]
        self._report_repeated(node, key, context)
        items = limited(node.items, N_("items of the file"), len(node.items))
        return [(item, self.item.read(item, f"{key}.{number}", context, item)) for number, item in enumerate(items)]

    def _report_repeated(self, node: yaml_tree.Sequence, key: str, context: Context) -> None:
        seen = set[tuple[str, ...]]()
        for number, item in enumerate(node.items):
            place, value = f"{key}.{number}", item if self.is_set else None
            if self.unique:
                place = f"{place}.{self.unique}"
                _word, value = yaml_tree.find_entry(item, [self.unique]) or (None, None)
            texts = _texts_of(value)
            if value is None or texts is None:
                continue
            if texts in seen:
                message = _("{text!r} is given twice").format(text=shorten(value.found))
                context.problems.add(value, place, message, found=value.found)
            seen.add(texts)

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(_("{what}: [...]").format(what=_(self.what))),)

    def schema(self, context: Context) -> Schema:
        most = {} if self.most is None else {"maxItems": self.most}
        unique = {"uniqueItems": True} if self.is_set else {}
        return {"type": "array", "items": self.item.schema(context), **most, **unique}


def _texts_of(value: Node | None) -> tuple[str, ...] | None:
    """Return the texts of a scalar or of a list of scalars, None of anything else."""
    items = value.items if isinstance(value, yaml_tree.Sequence) else [value]
    texts = tuple(item.text for item in items if isinstance(item, Scalar))
    return texts if len(texts) == len(items) else None


def _has_too_many(reader: Reader, node: Node, key: str, context: Context, count: int, most: int | None) -> bool:
    """Return whether there are more than `most` items, after reporting that."""
    if most is None or count <= most:
        return False
    message = _("at most {most} are allowed here, not {count}").format(most=most, count=count)
    reader.refuse(node, key, context, message, (Hint(_("at most {most}").format(most=most)),))
    return True


class MappingReader(Reader, frozen=True):
    """A mapping."""

    what = N_("a mapping")

    def allowed(self, context: Context) -> Collection[str]:
        return (in_braces(self.what),)


class DictReader(MappingReader, frozen=True):
    """A mapping of any keys that `name` reads; the value is a dict.

    It has at most `most` keys. With `is_partial` it holds the valid entries even if others are invalid, so that the
    rest of the file can be checked against them.
    """

    name: ScalarReader
    value: Reader
    what: str = N_("a mapping")
    is_partial: bool = False
    most: int | None = None

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not self.accepts(node, yaml_tree.Mapping, key, context):
            return INVALID
        if _has_too_many(self, node, key, context, len(node.entries), self.most):
            return INVALID
        values, is_valid = {}, True
        for word, child in limited(node.entries.values(), N_("items of the file"), len(node.entries)):
            path = join(key, word.text)
            name = self.name.read(word, path, context, owner)
            value = self.value.read(child, path, context, word)
            if name is INVALID or value is INVALID:
                is_valid = False
            else:
                values[name] = value
        return values if is_valid or self.is_partial else INVALID

    def schema(self, context: Context) -> Schema:
        return {
            "type": "object",
            "propertyNames": self.name.schema(context),
            "additionalProperties": self.value.schema(context),
            **({} if self.most is None else {"maxProperties": self.most}),
        }


class Field(Struct, frozen=True):
    """One key of a mapping; it is optional unless `needed`."""

    reader: Reader
    needed: bool = False


class StructReader(MappingReader, frozen=True):
    """A mapping of known keys; the value is that of `build` for their values, which are read in the order of `fields`.

    An open one ignores further keys. One that is called by its key has that as `what`, and messages say "a mapping".
    """

    fields: Mapping[str, Field]
    build: Callable[[dict[str, Any]], Any] = dict
    what: str = N_("a mapping")
    is_open: bool = False
    is_called_by_key: bool = False

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not self.accepts(node, yaml_tree.Mapping, key, context):
            return INVALID
        unknown = [] if self.is_open else [word for name, (word, _) in node.entries.items() if name not in self.fields]
        for word in unknown:
            message = _("{key!r} is not a key of {what}").format(key=shorten(word.text), what=_(self.what))
            context.problems.add(word, join(key, word.text), message, found=word.text, allowed=self.fields)
        values, is_complete = self._read_fields(node, key, context, owner)
        is_valid = is_complete and not unknown and all(value is not INVALID for value in values.values())
        return self.build(values) if is_valid else INVALID

    def _read_fields(
        self, node: yaml_tree.Mapping, key: str, context: Context, owner: Node
    ) -> tuple[dict[str, Any], bool]:
        """Return the values by name, and whether all needed ones are there."""
        given = {name: child for name, (_, child) in node.entries.items()}
        values, is_complete = dict[str, Any](), True
        for name, entry in self.fields.items():
            if name in given:
                values[name] = entry.reader.read(given[name], join(key, name), context, node.entries[name][0])
                self.after_field(name, given[name], values, context)
            elif self.needs(name, given):
                message = _("{key} is missing: {what} needs it").format(key=name, what=_(self.what))
                context.problems.add(owner, join(key, name), message, allowed=entry.reader.allowed(context))
                is_complete = False
        return values, is_complete

    def wanted(self) -> str:
        return _("a mapping") if self.is_called_by_key else super().wanted()

    def allowed(self, context: Context) -> Collection[str]:
        if self.is_called_by_key:
            return (Hint(f"{{{', '.join(f'{name}: ...' for name in self.fields)}}}"),)
        return super().allowed(context)

    def needs(self, name: str, given: Mapping[str, Node]) -> bool:
        """Return whether a field that is not among `given` is required."""
        del given
        return self.fields[name].needed

    def partial(self) -> StructReader:
        """Return a reader of some of these fields, all optional."""
        return StructReader({name: Field(entry.reader) for name, entry in self.fields.items()}, self.build, self.what)

    def after_field(self, name: str, node: Node, values: Mapping[str, Any], context: Context) -> None:
        """Update the context with the value of a field, just read from `node`, for the fields after it."""

    def schema(self, context: Context) -> Schema:
        return {
            "type": "object",
            "properties": {name: entry.reader.schema(context) for name, entry in self.fields.items()},
            "required": [name for name, entry in self.fields.items() if entry.needed],
            "additionalProperties": self.is_open,
        }


def in_braces(what: str) -> str:
    """Return the notation of a mapping as a hint."""
    return Hint(_("{what}: {{...}}").format(what=_(what)))
