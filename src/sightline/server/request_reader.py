"""Parsing of request bodies into structs, with every problem reported as for files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, structs

from sightline.formats.arguments import iter_json_problems
from sightline.formats.problems import Problems, collecting_problems
from sightline.formats.yaml_tree import MAX_DEPTH
from sightline.i18n import N_, _
from sightline.server.http_refusals import HttpRefusal

AnyRequest = TypeVar("AnyRequest", bound=Struct)

_MAX_DEPTH = MAX_DEPTH + 8
"""The maximum nesting depth of a body, in which a scenario is somewhat deeper than in a file."""
_NOT_JSON = N_("The body is not JSON: {reason}.")
TOO_DEEP = N_("Lists and objects are nested too deeply.")
_NOT_AN_OBJECT = N_("The body is not a JSON object.")


def read_request(kind: type[AnyRequest], content: bytes) -> AnyRequest:
    """Return the body of a request as a struct.

    Raise `HttpRefusal` if it is not a JSON object, and `ScenarioError` as `request_of` does.
    """
    return request_of(kind, _decode(content))


def request_of(kind: type[AnyRequest], values: Mapping[str, Any]) -> AnyRequest:
    """Return a JSON object as a struct.

    Raise `ScenarioError` with each key that is unknown, missing, or of a wrong type. A struct whose last field is
    called `others` collects unknown keys there.
    """
    fields = {each.encode_name: each for each in structs.fields(kind) if each.name != "others"}
    others = {key: value for key, value in values.items() if key not in fields}
    takes_others = "others" in kind.__struct_fields__
    with collecting_problems() as problems:
        for key in others if not takes_others else ():
            message = _("{key!r} is not a key of {what}").format(key=key, what=_("a request"))
            problems.add(None, key, message, found=key, allowed=tuple(fields))
        check_fields(fields, values, problems, _("a request"))
    stated = {field.name: values[key] for key, field in fields.items() if key in values}
    return kind(**stated, **({"others": others} if takes_others else {}))


def check_fields(
    fields: Mapping[str, structs.FieldInfo], values: Mapping[str, Any], problems: Problems, owner: str
) -> None:
    """Report each key that is missing, or of a wrong type; `owner` is what needs them, in the current language."""
    for key, field in fields.items():
        if field.required and key not in values:
            problems.add(None, key, _("{key} is missing: {what} needs it").format(key=key, what=owner))
    problems.found += iter_json_problems(values, {key: field.type for key, field in fields.items()})


def _decode(content: bytes) -> dict[str, Any]:
    try:
        values = msgspec.json.decode(content)
    except msgspec.DecodeError as error:
        raise HttpRefusal(HTTPStatus.BAD_REQUEST, _NOT_JSON, fields={"reason": str(error)}) from error
    except RecursionError as error:
        raise HttpRefusal(HTTPStatus.UNPROCESSABLE_ENTITY, TOO_DEEP) from error
    if not isinstance(values, dict):
        raise HttpRefusal(HTTPStatus.BAD_REQUEST, _NOT_AN_OBJECT)
    if _is_deeper(values, _MAX_DEPTH):
        raise HttpRefusal(HTTPStatus.UNPROCESSABLE_ENTITY, TOO_DEEP)
    return values


def _is_deeper(value: object, most: int) -> bool:
    """Return whether lists and objects are nested deeper than `most`."""
    level = [value]
    for _depth in range(most):
        level = [child for each in level for child in _children(each)]
    return bool(level)


def _children(value: object) -> Iterable[object]:
    match value:
        case dict():
            return value.values()
        case list():
            return value
    return ()
