"""The routes of the questions: they are answered by worker processes."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, post
from litestar.handlers import HTTPRouteHandler

from sightline.i18n import LANGUAGES
from sightline.server.errors import language_of, set_language
from sightline.server.part import Part
from sightline.server.questions.asked_question import answer_question
from sightline.server.questions.requests import QUESTIONS
from sightline.server.workers.task_of_request import run_for

_LONG = {"chart", "threat", "advise", "draw"}
"""The questions that may take long, and that others do not wait for."""


class Outline(msgspec.Struct):
    """The part of a request that decides where and when it is worked on."""

    scenario: msgspec.Raw = msgspec.Raw()
    lang: Any = None
    why_not: Any = False


def outline_of(content: bytes) -> Outline:
    """Return the outline of a body, an empty one for whatever cannot be read: whoever works on it will say so."""
    with suppress(msgspec.DecodeError, msgspec.ValidationError, RecursionError):
        return msgspec.json.decode(content, type=Outline)
    return Outline()


def questions() -> Part:
    """Return the part of the server that answers questions."""
    return Part(api=[_route(name) for name in QUESTIONS])


def _route(name: str) -> HTTPRouteHandler:
    @post(f"/{name}", name=name, status_code=200, media_type=MediaType.JSON)
    async def ask(request: Request[Any, Any, Any]) -> Response[bytes]:
        content = await request.body()
        outline = outline_of(content)
        if outline.lang in LANGUAGES:
            set_language(request, outline.lang)
        answer = await run_for(
            request,
            answer_question,
            name,
            content,
            language_of(request),
            subject=hash(bytes(outline.scenario)),
            is_long=name in _LONG or bool(outline.why_not),
        )
        return Response(answer, media_type=MediaType.JSON)

    ask.fn.__doc__ = QUESTIONS[name].__doc__
    return ask
