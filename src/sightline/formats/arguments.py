"""Arguments of public functions, checked against their annotations and reported like invalid input."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, wraps
from inspect import Parameter, Signature, signature
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, ParamSpec, TypeVar, Union, get_args, get_origin

from msgspec import Meta

from sightline.formats.problems import Problem, Problems, ScenarioError
from sightline.i18n import LANGUAGES, N_, _, current_language, use_language
from sightline.rules.json_values import json_words, python_words

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_MAX_FOUND = 60
"""The maximum number of characters of a wrong argument that an error shows."""
_MAX_SEED_BITS = 10_000


class ArgumentError(ScenarioError, TypeError):
    """Raised for invalid arguments; `problems` names each of them by its key."""


class Kind(NamedTuple):
    """A type of arguments: a test of values, and its English name, in which `limits` are filled in.

    `choices` are the allowed values of an enumeration; `item` is the type of the values of a mapping.
    """

    accepts: Callable[[Any], bool]
    words: str
    choices: tuple[str, ...] = ()
    item: Kind | None = None
    limits: Mapping[str, int] = MappingProxyType({})


def checked(call: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Decorate a function to raise `ArgumentError` with all arguments that are not of their annotated type."""

    @wraps(call)
    def checked_call(*args: Parameters.args, **options: Parameters.kwargs) -> Result:
        try:
            bound = _signature_of(call).bind(*args, **options)
        except TypeError as error:  # which does not name the function
            raise TypeError(f"{call.__qualname__}() {error}") from None
        wrong = [fault for each in _iter_arguments(bound.arguments, _kinds_of(call)) for fault in _iter_faults(*each)]
        if wrong:
            with use_language(getattr(args[0] if args else None, "language", current_language())):
                raise ArgumentError([_problem(*each, python_words, _IN_PYTHON) for each in wrong])
        return call(*args, **options)

    return checked_call


def iter_json_problems(values: Mapping[str, object], types: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem, in the current language, for each JSON value that is not of the type stated for its key."""
    for key, value in values.items():
        if key in types:
            for place, found, kind in _iter_faults(key, value, kind_of(types[key])):
                yield _problem(place, found, kind, json_words)


def refuse_argument(key: str, found: object, message: str, allowed: Sequence[str] = ()) -> ArgumentError:
    """Return the error for a wrong argument, which the caller raises; the message is in the current language.

    `found` is the value, None where the argument is missing.
    """
    problems = Problems("-")
    problems.add(None, key, message, found=None if found is None else _format_found(found), allowed=allowed)
    return ArgumentError(problems.found)


def check_range(key: str, value: float | None, least: float, most: float = math.inf) -> None:
    """Raise `ArgumentError` unless a number lies in a range or is None. NaN lies in no range."""
    if value is None or least <= value <= most:
        return
    if most < math.inf:
        message = _("expected a number from {least} to {most}, not {found}").format(least=least, most=most, found=value)
    else:
        message = _("expected a number of at least {least}, not {found}").format(least=least, found=value)
    raise refuse_argument(key, value, message)


def check_seed(seed: int | str) -> None:
    """Raise `ArgumentError` unless a seed is valid: a number, or a text that can be encoded."""
    if isinstance(seed, int) and seed.bit_length() > _MAX_SEED_BITS:
        raise refuse_argument("seed", seed, _("expected a number of fewer digits"))
    if isinstance(seed, str) and not is_encodable(seed):
        raise refuse_argument("seed", seed, _("expected a text of valid characters"))


def is_encodable(text: str) -> bool:
    """Return whether a text can be encoded in UTF-8: it has no unpaired surrogates."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def check_language(language: str | None) -> None:
    """Raise `ArgumentError` unless a language is known or None."""
    if language is not None and language not in LANGUAGES:
        message = _("there is no language {language!r}").format(language=language)
        raise refuse_argument("language", language, message, LANGUAGES)


def _iter_arguments(
    arguments: Mapping[str, Any], kinds: Mapping[str, tuple[Kind, bool]]
) -> list[tuple[str, object, Kind]]:
    """Return the arguments with an annotated type, those of `**options` each by its own name."""
    found: list[tuple[str, object, Kind]] = []
    for name, value in arguments.items():
        if name in kinds:
            kind, is_open = kinds[name]
            found += [(each, option, kind) for each, option in value.items()] if is_open else [(name, value, kind)]
    return found


def _iter_faults(key: str, value: object, kind: Kind) -> Iterator[tuple[str, object, Kind]]:
    """Yield the parts of a value of a wrong type: the value itself, or non-text keys and wrong values of a mapping."""
    if not kind.accepts(value):
        yield key, value, kind
    elif kind.item is not None and isinstance(value, Mapping):
        for name, each in value.items():
            if isinstance(name, str):
                yield from _iter_faults(f"{key}.{name}", each, kind.item)
            else:
                yield key, name, _PLAIN[str]


@cache
def _signature_of(call: Callable[..., object]) -> Signature:
    return signature(call)


@cache
def _kinds_of(call: Callable[..., object]) -> Mapping[str, tuple[Kind, bool]]:
    """Return the type of each annotated parameter, and whether it is a `**` parameter."""
    parameters = _signature_of(call).parameters.values()
    names: dict[str, Any] = getattr(call, "__globals__", {})
    return {
        each.name: (kind_of(eval(each.annotation, names)), each.kind is Parameter.VAR_KEYWORD)
        for each in parameters
        if isinstance(each.annotation, str)
    }


def kind_of(stated: Any) -> Kind:
    """Return the `Kind` of an annotation: a plain type, with limits or without, a union or collection, or a class."""
    if isinstance(stated, Kind):
        return stated
    if stated in _PLAIN:
        return _PLAIN[stated]
    origin, parts = get_origin(stated), get_args(stated)
    if origin is Annotated:
        return _limited(kind_of(parts[0]), parts[1])
    if origin in (Union, UnionType):
        return _union([kind_of(part) for part in parts])
    if origin is Literal:
        words = tuple(map(str, parts))
        return Kind(lambda value: isinstance(value, str) and value in parts, N_("one of the words allowed"), words)
    if origin is not None and issubclass(origin, Mapping):
        return Kind(lambda value: isinstance(value, Mapping), N_("a mapping"), item=kind_of(parts[1]))
    if origin is not None and issubclass(origin, Sequence):
        return Kind(lambda value: isinstance(value, Sequence) and not isinstance(value, str | bytes), N_("a list"))
    kind: type = origin or stated
    return Kind(lambda value: isinstance(value, kind), kind.__name__)


def _limited(kind: Kind, meta: Meta) -> Kind:
    """Return a type with limits: of the length of a text, or of a whole number, which has both."""
    size: Callable[[Any], int] = int
    if meta.max_length is not None:
        size, words = len, N_("a text of {low} to {high} characters")
        limits = {"low": meta.min_length or 0, "high": meta.max_length}
    else:
        assert meta.ge is not None
        assert meta.le is not None
        limits, words = {"low": int(meta.ge), "high": int(meta.le)}, N_("a whole number from {low} to {high}")
    return Kind(
        lambda value: kind.accepts(value) and limits["low"] <= size(value) <= limits["high"], words, limits=limits
    )


_PLAIN: dict[Any, Kind] = {
    Any: Kind(lambda value: True, ""),
    object: Kind(lambda value: True, ""),
    str: Kind(lambda value: isinstance(value, str), N_("a text")),
    bool: Kind(lambda value: isinstance(value, bool), N_("true or false")),
    int: Kind(lambda value: isinstance(value, int) and not isinstance(value, bool), N_("a whole number")),
    float: Kind(lambda value: isinstance(value, int | float) and not isinstance(value, bool), N_("a number")),
    NoneType: Kind(lambda value: value is None, "null"),
}
_IN_PYTHON = {"null": "None", "true or false": N_("True or False")}
"""The names of values in Python, by those in JSON, where they differ."""


def _union(kinds: Sequence[Kind]) -> Kind:
    words, choices = [kind.words for kind in kinds], tuple(word for kind in kinds for word in kind.choices)
    item = next((kind.item for kind in kinds if kind.item), None)
    limits = {name: limit for kind in kinds for name, limit in kind.limits.items()}
    return Kind(lambda value: any(kind.accepts(value) for kind in kinds), "|".join(words), choices, item, limits)


def _problem(
    key: str,
    found: object,
    kind: Kind,
    notation: Callable[[object], str],
    names: Mapping[str, str] = MappingProxyType({}),
) -> Problem:
    """Return the problem of an argument of a wrong type, with its value in a notation, in which texts are quoted.

    `names` replaces the names of some kinds.
    """
    words = [_(names.get(each, each)).format(**kind.limits) for each in kind.words.split("|")]
    *first, last = words
    wanted = _("{these} or {last}").format(these=", ".join(first), last=last) if first else last
    message = _("expected {wanted}, not {found}").format(wanted=wanted, found=_shortened(notation(found)))
    return refuse_argument(key, _format_found(found, notation), message, kind.choices).problems[0]


def _format_found(value: object, notation: Callable[[object], str] = python_words) -> str:
    """Return a value as text of limited length; text itself is unchanged."""
    return _shortened(value if isinstance(value, str) else notation(value))


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_FOUND else f"{text[:_MAX_FOUND]}..."


_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*", re.ASCII)


def check_id_prefix(prefix: str) -> None:
    """Raise `ArgumentError` unless a prefix can begin an XML id."""
    if not _NAME.fullmatch(prefix):
        message = _("expected a letter, then letters, digits, dots, dashes or underscores")
        raise refuse_argument("prefix", prefix, message)
