"""Data files in TOML: entries by key, each parsed as a struct, with all problems of a file at once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import cleandoc
from types import MappingProxyType
from typing import Annotated, Any, Final, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct, inspect

from sightline.i18n import _

Entry = TypeVar("Entry", bound=Struct)
Count = Annotated[int, Meta(ge=0, le=9999)]
Positive = Annotated[int, Meta(ge=1, le=9999)]
EntryKey = Annotated[str, Meta(max_length=40, pattern="^[a-z]+(-[a-z]+)*$")]
"""The key of an entry, or of a number in it: words in lower case, joined by hyphens."""
_KEY: Final = inspect.type_info(EntryKey)
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_MAX_FOUND: Final = 60


class EntryProblem(NamedTuple):
    """A problem of a data file: its line (from 1, None if unknown), its dotted key, and the allowed values."""

    line: int | None
    key: str
    message: str
    allowed: tuple[str, ...] = ()
    nearest: str | None = None

    def __str__(self) -> str:
        hint = "" if self.nearest is None else " " + _("Did you mean {word!r}?").format(word=self.nearest)
        choice = " " + _("Allowed: {words}.").format(words=", ".join(self.allowed)) if self.allowed else ""
        return f"{f'{self.key}: ' if self.key else ''}{self.message}.{hint}{choice}"


class EntryFileError(ValueError):
    """Raised for an invalid data file; `problems` has all of its problems, by line."""

    def __init__(self, file: str, problems: Sequence[EntryProblem]) -> None:
        self.file = file
        self.problems = tuple(problems)
        super().__init__(
            "\n".join(f"{file}:{each.line}: {each}" if each.line else f"{file}: {each}" for each in problems)
        )


@dataclass(frozen=True)
class EntryFormat(Generic[Entry]):
    """The form of a data file: `kind` is the struct of its entries.

    `words` are the allowed words of lists, by the key of the list in an entry; lists have no duplicates.
    """

    title: str
    kind: type[Entry]
    words: Mapping[str, Collection[str]] = field(default_factory=dict)

    def read(self, text: str, *, file: str) -> Mapping[str, Entry]:
        """Return the entries of a file by key, in its order. Raise `EntryFileError` with all problems."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            place = re.search(r" \(at line (\d+), column \d+\)$", str(error))
            raise EntryFileError(file, [EntryProblem(int(place[1]) if place else None, "", str(error))]) from error
        check = _Check(text.splitlines(), self.words)
        check.check(inspect.DictType(_KEY, inspect.type_info(self.kind)), data, ())
        if check.problems:
            raise EntryFileError(file, sorted(check.problems, key=lambda each: each.line or 0))
        return MappingProxyType({key: msgspec.convert(entry, self.kind) for key, entry in data.items()})

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of such files."""
        (entries,), definitions = msgspec.json.schema_components([dict[EntryKey, self.kind]])  # type: ignore[name-defined]
        for definition in definitions.values():
            # Docstrings are indented before Python 3.13.
            definition |= {"description": cleandoc(definition["description"]), "additionalProperties": False}
        properties = definitions[self.kind.__name__]["properties"]
        for key, words in self.words.items():
            properties[key] |= {"items": {"enum": [*words]}, "uniqueItems": True}
        return {"$schema": _DIALECT, "title": self.title, **entries, "$defs": definitions}


@dataclass
class _Check:
    """The check of the data of a file, with its lines for the places of problems."""

    lines: Sequence[str]
    words: Mapping[str, Collection[str]]
    problems: list[EntryProblem] = field(default_factory=list)

    def add(self, path: Sequence[str], message: str, allowed: Collection[str] = (), found: str | None = None) -> None:
        """Add a problem at a path of keys; the nearest of the allowed words to what was `found` is looked up."""
        import difflib  # imported lazily: most files have no problems

        near = [] if found is None else difflib.get_close_matches(found, [*allowed], n=1, cutoff=0.7)
        problem = EntryProblem(self.line_of(path), ".".join(path), message, tuple(allowed), next(iter(near), None))
        self.problems.append(problem)

    def line_of(self, path: Sequence[str]) -> int | None:
        """Return the line of the second key of a path, or else of its first, the heading of an entry."""
        found = None
        for number, line in enumerate(self.lines, start=1):
            if heading := re.match(r"\s*\[([^\[\]]+)\]", line):
                if found is not None:
                    break
                found = number if heading[1].strip(" \"'") == path[0] else None
            elif found is not None and len(path) > 1 and re.match(rf"\s*[\"']?{re.escape(path[1])}[\"']?\s*[.=]", line):
                return number
        return found

    def check(self, kind: inspect.Type, value: object, path: tuple[str, ...]) -> None:
        """Add the problems of a value that must be of a type."""
        match kind:
            case inspect.UnionType(types):
                self.check(next(each for each in types if not isinstance(each, inspect.NoneType)), value, path)
            case inspect.StructType(fields=fields) if self.accepts(dict, value, path, kind):
                self.check_struct({each.encode_name: each for each in fields}, value, path)
            case inspect.DictType(key_type, value_type) if self.accepts(dict, value, path, kind):
                self.check_dict(key_type, value_type, value, path)
            case inspect.VarTupleType(item_type) if self.accepts(list, value, path, kind):
                self.check_list(item_type, value, path)
            case inspect.StructType() | inspect.DictType() | inspect.VarTupleType():
                return
            case _:
                self.check_single(kind, value, path)

    def accepts(self, python_type: type, value: object, path: tuple[str, ...], kind: inspect.Type) -> bool:
        """Return whether a value is a table or a list, as expected, after adding a problem if not."""
        if isinstance(value, python_type):
            return True
        self.add(path, _("{text!r} is not {wanted}").format(text=_found(value), wanted=_describe_expected(kind)))
        return False

    def check_dict(self, key_type: inspect.Type, value_type: inspect.Type, value: Any, path: tuple[str, ...]) -> None:
        for key, each in value.items():
            self.check(key_type, key, (*path, key))
            self.check(value_type, each, (*path, key))

    def check_struct(self, fields: Mapping[str, inspect.Field], value: Any, path: tuple[str, ...]) -> None:
        for key, each in value.items():
            if key in fields:
                self.check(fields[key].type, each, (*path, key))
            else:
                message = _("{key!r} is not a key of {what}").format(key=key, what=path[-1])
                self.add((*path, key), message, [*fields], key)
        for key, needed in fields.items():
            if needed.required and key not in value:
                message = _("{key} is missing: {what} needs it").format(key=key, what=path[-1])
                self.add((*path, key), message, [_describe_expected(needed.type)])

    def check_list(self, item: inspect.Type, value: Any, path: tuple[str, ...]) -> None:
        words = self.words.get(path[-1]) if len(path) == 2 else None
        for number, each in enumerate(value):
            if words is not None and each in value[:number]:
                self.add(path, _("{text!r} is given twice").format(text=_found(each)))
            elif words is None:
                self.check(item, each, (*path, str(number)))
            elif each not in words:
                self.refuse(_found(each), inspect.LiteralType(tuple(words)), path)

    def check_single(self, kind: inspect.Type, value: object, path: tuple[str, ...]) -> None:
        match kind, value:
            case inspect.LiteralType(values), _ if value in values:
                return
            case inspect.BoolType(), bool():
                return
            case inspect.IntType(ge=low, le=high), int() if not isinstance(value, bool):
                if (low is None or low <= value) and (high is None or value <= high):
                    return
            case inspect.StrType(min_length=least, max_length=most, pattern=pattern), str():
                if (least or 0) <= len(value) <= (most or len(value)) and (not pattern or re.search(pattern, value)):
                    return
        self.refuse(_found(value), kind, path)

    def refuse(self, found: str, kind: inspect.Type, path: tuple[str, ...]) -> None:
        """Add the problem that a single value is not of its type."""
        if isinstance(kind, inspect.LiteralType):
            message = _("{text!r} is not one of the allowed words").format(text=found)
            self.add(path, message, [*map(str, kind.values)], found)
        else:
            self.add(path, _("{text!r} is not {wanted}").format(text=found, wanted=_describe_expected(kind)))


def _found(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= _MAX_FOUND else f"{text[: _MAX_FOUND - 3]}..."


def _describe_expected(kind: inspect.Type) -> str:
    """Return the description of the expected value of a type."""
    match kind:
        case inspect.UnionType(types):
            return _describe_expected(next(each for each in types if not isinstance(each, inspect.NoneType)))
        case inspect.IntType(ge=low, le=high):
            return _("a whole number from {low} to {high}").format(low=low, high=high)
        case inspect.StructType(fields=fields):
            return f"{{ {', '.join(f'{each.encode_name} = ...' for each in fields)} }}"
        case inspect.DictType():
            return "{ ... }"
        case inspect.VarTupleType():
            return _("a list")
        case inspect.LiteralType(values):
            return ", ".join(map(str, values))
        case inspect.BoolType():
            return "true, false"
        case inspect.StrType(pattern=pattern) if pattern == _KEY.pattern:  # type: ignore[attr-defined]
            return _("a key of words in lower case, joined by hyphens")
        case inspect.StrType(min_length=low, max_length=high):
            return _("a sentence of {low} to {high} characters, with a full stop").format(low=low, high=high)
    raise TypeError(f"data files have no values of the type {kind}")
