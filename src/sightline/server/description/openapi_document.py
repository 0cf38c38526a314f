"""The routes under `/api/v1` as an OpenAPI document: what each takes and returns, and its errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from inspect import cleandoc
from typing import Any, get_origin

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from msgspec import Struct

from sightline import __version__
from sightline.formats.json_answers import schema_components
from sightline.server.errors import ErrorBody

_COMPONENTS = "#/components/schemas/{name}"
_JSON = "application/json"
_ERRORS = {
    "400": "The body is not JSON.",
    "413": "The body is larger than 2 MiB.",
    "422": "What was sent has problems: `errors` lists each with its place.",
    "429": "One address asks too much at once.",
    "503": "The question takes too long, or too many wait.",
}
"""The errors of every route that takes a body, in addition to its own."""


def document(app: Litestar, root: str) -> dict[str, Any]:
    """Return the description of the routes under a path.

    The request body of a route is the struct `takes` in its options, with `example` as an example; the answer is one of
    the types `gives` there, otherwise of its return annotation.
    """
    routes = [route for route in app.routes if isinstance(route, HTTPRoute) and route.path.startswith(root)]
    found = [(route, handler) for route in routes for handler in route.route_handlers if handler.include_in_schema]
    kinds = list(dict.fromkeys(kind for _route, handler in found for kind in (*_takes(handler), *_gives(handler))))
    schemas, components = schema_components([*kinds, ErrorBody], _COMPONENTS)
    by_kind = dict(zip(kinds, schemas, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for route, handler in found:
        for method in sorted(handler.http_methods):
            operation = _operation(route, handler, by_kind)
            paths.setdefault(_path_of(route, root), {})[method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sightline", "version": __version__},
        "servers": [{"url": root}],
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"edit": {"type": "http", "scheme": "bearer"}}},
    }


def _path_of(route: HTTPRoute, root: str) -> str:
    return route.path_format.removeprefix(root)


def _takes(handler: HTTPRouteHandler) -> Iterator[type[Struct]]:
    if "takes" in handler.opt:
        yield handler.opt["takes"]


def _gives(handler: HTTPRouteHandler) -> Sequence[Any]:
    """Return the types of the answer, none if it is not described."""
    if "gives" in handler.opt:
        return tuple(handler.opt["gives"])
    returned = handler.parsed_fn_signature.return_type.annotation
    is_struct = isinstance(returned, type) and issubclass(returned, Struct)
    return (returned,) if is_struct or get_origin(returned) in (list, Sequence) else ()


def _operation(route: HTTPRoute, handler: HTTPRouteHandler, by_kind: Mapping[Any, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": handler.name or handler.handler_name,
        "description": cleandoc(getattr(handler.fn, "func", handler.fn).__doc__ or ""),  # `func` in a thread
        "parameters": [*_path_parameters(route), *_query_parameters(route, handler)],
        "responses": {
            str(handler.status_code): {"description": "The answer.", **_answer(handler, by_kind)},
            "default": _error("What is wrong."),
        },
    }
    if handler.opt.get("needs_secret"):
        operation["security"] = [{"edit": []}]
    for kind in _takes(handler):
        content = {"schema": by_kind[kind]} | ({"example": example} if (example := handler.opt.get("example")) else {})
        operation["requestBody"] = {"required": True, "content": {_JSON: content}}
        operation["responses"] |= {status: _error(what) for status, what in _ERRORS.items()}
    return operation


def _error(what: str) -> dict[str, Any]:
    return {
        "description": what,
        "headers": {"Retry-After": {"schema": {"type": "string"}}},
        **_content({"$ref": _COMPONENTS.format(name=ErrorBody.__name__)}),
    }


def _content(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"content": {_JSON: {"schema": schema}}}


def _answer(handler: HTTPRouteHandler, by_kind: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the content of an answer: one of its types, or another media type."""
    found = [by_kind[kind] for kind in _gives(handler)]
    if found:
        return _content(found[0] if len(found) == 1 else {"anyOf": found})
    return {"content": {getattr(handler.media_type, "value", handler.media_type): {}}} if handler.media_type else {}


def _path_parameters(route: HTTPRoute) -> Iterator[dict[str, Any]]:
    for name in route.path_parameters:
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _query_parameters(route: HTTPRoute, handler: HTTPRouteHandler) -> Iterator[dict[str, Any]]:
    for name, parameter in handler.parsed_fn_signature.parameters.items():
        if name not in {"request", "state", *route.path_parameters}:
            schema = msgspec.json.schema(parameter.annotation)
            yield {"name": name, "in": "query", "required": parameter.is_required, "schema": schema}
