"""Errors as JSON: `{"message", "errors", "request"}`, in the language of the request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import MediaType, Response
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException

from sightline.formats.problems import Problem, ScenarioError, collecting_problems
from sightline.i18n import LANGUAGES, N_, _, use_language
from sightline.server.http_refusals import HttpRefusal
from sightline.server.observation.logs import log
from sightline.server.observation.request_ids import request_id
from sightline.server.request_types import AnyConnection, AnyHttpRequest

MESSAGES = {
    HTTPStatus.BAD_REQUEST: N_("The request cannot be read."),
    HTTPStatus.UNAUTHORIZED: N_("This needs a secret."),
    HTTPStatus.FORBIDDEN: N_("This is not allowed."),
    HTTPStatus.NOT_FOUND: N_("There is nothing here."),
    HTTPStatus.METHOD_NOT_ALLOWED: N_("This address does not accept that method."),
    HTTPStatus.CONFLICT: N_("Somebody else has changed this."),
    HTTPStatus.UNPROCESSABLE_ENTITY: N_("There are problems with what was sent."),
    HTTPStatus.UPGRADE_REQUIRED: N_("This address answers a WebSocket only."),
    HTTPStatus.TOO_MANY_REQUESTS: N_("Too many requests; wait a moment."),
    HTTPStatus.SERVICE_UNAVAILABLE: N_("The server cannot answer this now; try again later."),
}
"""Messages by status, for errors without one of their own."""
_UPGRADE = {"Upgrade": "websocket", "Connection": "Upgrade"}
_LANGUAGE = "language"
_TOO_LARGE = N_("The request is larger than {most} bytes.")
_FAILED = N_("The server failed. Its log says more, under the number of this request.")


class ErrorBody(msgspec.Struct, omit_defaults=True):
    """The body of an error: a message, the problems with their places in the request, and the id of the request."""

    message: str
    request: str
    errors: Sequence[Problem] | None = None


def set_language(request: AnyHttpRequest, language: str) -> None:
    """Set the language of the answer to a request, if it is stated elsewhere than in its header."""
    request.scope["state"][_LANGUAGE] = language


def language_of(request: AnyConnection) -> str:
    """Return the language of the answer to a request.

    It is the one that the request states, otherwise the available one that it accepts best, otherwise English.
    """
    if stated := request.scope["state"].get(_LANGUAGE):
        return str(stated)
    wanted = sorted(request.headers.get("accept-language", "").lower().split(","), key=_weight, reverse=True)
    languages = (each.strip().partition(";")[0].partition("-")[0] for each in wanted if _weight(each) > 0)
    return next((each for each in languages if each in LANGUAGES), LANGUAGES[0])


def _weight(wanted: str) -> float:
    """Return the weight of one language in a header Accept-Language; 0 means not accepted."""
    _name, _separator, weight = wanted.partition("q=")
    try:
        return float(weight or 1)
    except ValueError:
        return 0


def answer_refusal(request: AnyHttpRequest, error: HttpRefusal) -> Response[ErrorBody]:
    """Answer a request that was refused with an `HttpRefusal`."""
    return _answer(request, error)


def answer_problems(request: AnyHttpRequest, error: ScenarioError) -> Response[ErrorBody]:
    """Answer invalid input with the list of problems that `check` prints."""
    return _answer(request, HttpRefusal(HTTPStatus.UNPROCESSABLE_ENTITY, errors=error.problems))


def answer_parameters(request: AnyHttpRequest, error: ValidationException) -> Response[ErrorBody]:
    """Answer invalid parameters of an address, each with its name and value."""
    extra = error.extra if isinstance(error.extra, list) else []
    return _answer(request, refuse_parameters(request, [str(each.get("key")) for each in extra]))


def refuse_parameters(connection: AnyConnection, keys: Iterable[str]) -> HttpRefusal:
    """Return the refusal of a request or WebSocket for invalid parameters of its address, given by their names."""
    with use_language(language_of(connection)), suppress(ScenarioError), collecting_problems() as problems:
        for key in keys:
            value = connection.query_params.get(key)
            problems.add(None, key, _("{key} cannot be {found!r}").format(key=key, found=value), found=value)
    return HttpRefusal(HTTPStatus.UNPROCESSABLE_ENTITY, errors=problems.found)


def answer_http(request: AnyHttpRequest, error: HTTPException) -> Response[ErrorBody]:
    """Answer an error of Litestar without its message, which is English and meant for programmers."""
    status = HTTPStatus(error.status_code)
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return _answer(request, HttpRefusal(status, _TOO_LARGE, fields={"most": request.app.request_max_body_size}))
    headers = error.headers or {}
    if headers.get("allow") == ScopeType.WEBSOCKET:  # which is no method
        return _answer(request, HttpRefusal(HTTPStatus.UPGRADE_REQUIRED), _UPGRADE)
    return _answer(request, HttpRefusal(status), headers)


def answer_failure(request: AnyHttpRequest, error: Exception) -> Response[ErrorBody]:
    """Answer an internal error without details: only the id under which it is logged."""
    log().error("failed", request=request_id(request), exc_info=error)
    return _answer(request, HttpRefusal(HTTPStatus.INTERNAL_SERVER_ERROR))


def refusal_message(refusal: HttpRefusal) -> str:
    """Return the message of a refusal, in the current language."""
    message = _(refusal.message or MESSAGES.get(refusal.status, _FAILED))
    return message.format(**refusal.fields) if refusal.fields else message


def refusal_body(refusal: HttpRefusal, connection: AnyConnection) -> ErrorBody:
    """Return the body that refuses a request or WebSocket."""
    with use_language(language_of(connection)):
        return ErrorBody(refusal_message(refusal), request_id(connection), refusal.errors)


def refusal_headers(refusal: HttpRefusal) -> dict[str, str]:
    """Return the headers of a refusal."""
    return {} if refusal.retry_after is None else {"Retry-After": str(refusal.retry_after)}


def _answer(
    request: AnyHttpRequest, refusal: HttpRefusal, headers: Mapping[str, str] | None = None
) -> Response[ErrorBody]:
    return Response(
        refusal_body(refusal, request),
        status_code=refusal.status,
        headers={**refusal_headers(refusal), **(headers or {})},
        media_type=MediaType.JSON,
    )


HANDLERS: dict[Any, Any] = {
    HttpRefusal: answer_refusal,
    ScenarioError: answer_problems,
    ValidationException: answer_parameters,
    HTTPException: answer_http,
    Exception: answer_failure,
}
