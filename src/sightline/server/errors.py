"""Errors as JSON: `{"message", "errors", "request"}`, in the language of the request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, ValidationException

from sightline.formats.problems import Problem, ScenarioError, collecting_problems
from sightline.i18n import LANGUAGES, N_, _, use_language
from sightline.server.observation.logs import log
from sightline.server.observation.request_ids import request_id

MESSAGES = {
    HTTPStatus.BAD_REQUEST: N_("The request cannot be read."),
    HTTPStatus.UNAUTHORIZED: N_("This needs a secret."),
    HTTPStatus.FORBIDDEN: N_("This is not allowed."),
    HTTPStatus.NOT_FOUND: N_("There is nothing here."),
    HTTPStatus.METHOD_NOT_ALLOWED: N_("This address does not accept that method."),
    HTTPStatus.CONFLICT: N_("Somebody else has changed this."),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: N_("The request is too large."),
    HTTPStatus.UNPROCESSABLE_ENTITY: N_("There are problems with what was sent."),
    HTTPStatus.TOO_MANY_REQUESTS: N_("Too many requests; wait a moment."),
    HTTPStatus.SERVICE_UNAVAILABLE: N_("The server cannot answer this now; try again later."),
}
"""Messages for errors that have none of their own, by status."""
_LANGUAGE = "language"
_FAILED = N_("The server failed. Its log says more, under the number of this request.")


class CannotServe(Exception):
    """A reason not to start: `option` is that of the command line, without dashes, `found` what it was given."""

    def __init__(self, option: str, found: str, message: str) -> None:
        super().__init__(message)
        self.option, self.found = option, found


class HttpRefusal(Exception):
    """An answer other than success: a status, a message marked for translation with its fields, the problems behind it.

    `retry_after` is the number of seconds after which it may succeed, if waiting helps.
    """

    def __init__(
        self,
        status: HTTPStatus,
        message: str | None = None,
        *,
        fields: Mapping[str, object] | None = None,
        errors: Sequence[Problem] | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(message or status.phrase)
        self.status, self.message, self.fields = status, message, fields or {}
        self.errors, self.retry_after = errors, retry_after

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.status, self.message), vars(self)  # raised in other processes too


class ErrorBody(msgspec.Struct, omit_defaults=True):
    """An error: what is wrong in words, where it is in what was sent, and the request's own id."""

    message: str
    request: str
    errors: Sequence[Problem] | None = None


def set_language(request: Request[Any, Any, Any], language: str) -> None:
    """Answer a request in a language that it states elsewhere than in its header."""
    request.scope["state"][_LANGUAGE] = language


def language_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the language of the answer to a request.

    It is the one that the request states, else of those that there are the one that it accepts best, else English.
    """
    if stated := request.scope["state"].get(_LANGUAGE):
        return str(stated)
    wanted = sorted(request.headers.get("accept-language", "").lower().split(","), key=_weight, reverse=True)
    languages = (each.strip().partition(";")[0].partition("-")[0] for each in wanted if _weight(each) > 0)
    return next((each for each in languages if each in LANGUAGES), LANGUAGES[0])


def _weight(wanted: str) -> float:
    """Return the weight of one of the languages that a request accepts; 0 is one that it does not."""
    _name, _separator, weight = wanted.partition("q=")
    try:
        return float(weight or 1)
    except ValueError:
        return 0


def answer_refusal(request: Request[Any, Any, Any], error: HttpRefusal) -> Response[ErrorBody]:
    """Answer what was refused on purpose."""
    headers = {} if error.retry_after is None else {"Retry-After": str(error.retry_after)}
    return _answer(request, error.status, error.message, fields=error.fields, errors=error.errors, headers=headers)


def answer_problems(request: Request[Any, Any, Any], error: ScenarioError) -> Response[ErrorBody]:
    """Answer bad input with the list that `check` prints."""
    return _answer(request, HTTPStatus.UNPROCESSABLE_ENTITY, None, errors=error.problems)


def answer_parameters(request: Request[Any, Any, Any], error: ValidationException) -> Response[ErrorBody]:
    """Answer parameters of an address that are not of their type, each with its name and what was found."""
    extra = error.extra if isinstance(error.extra, list) else []
    found = {str(each.get("key")): request.query_params.get(str(each.get("key"))) for each in extra}
    with use_language(language_of(request)), suppress(ScenarioError), collecting_problems() as problems:
        for key, value in found.items():
            problems.add(None, key, _("{key} cannot be {found!r}").format(key=key, found=value), found=value)
    return _answer(request, HTTPStatus.UNPROCESSABLE_ENTITY, None, errors=problems.found)


def answer_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorBody]:
    """Answer what Litestar refuses, without its words: they speak to programmers, in English."""
    return _answer(request, HTTPStatus(error.status_code), None, headers=error.headers or {})


def answer_failure(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    """Answer an error of the program itself, and say nothing of it but where it is logged."""
    log().error("failed", request=request_id(request), exc_info=error)
    return _answer(request, HTTPStatus.INTERNAL_SERVER_ERROR, None)


def _answer(
    request: Request[Any, Any, Any],
    status: HTTPStatus,
    message: str | None,
    *,
    fields: Mapping[str, object] | None = None,
    errors: Sequence[Problem] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response[ErrorBody]:
    with use_language(language_of(request)):
        said = _(message or MESSAGES.get(status, _FAILED))
        body = ErrorBody(said.format(**fields) if fields else said, request_id(request), errors)
    return Response(body, status_code=status, headers=dict(headers or {}), media_type=MediaType.JSON)


HANDLERS: dict[Any, Any] = {
    HttpRefusal: answer_refusal,
    ScenarioError: answer_problems,
    ValidationException: answer_parameters,
    HTTPException: answer_http,
    Exception: answer_failure,
}
