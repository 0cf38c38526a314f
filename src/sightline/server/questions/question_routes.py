"""The routes of the questions, which worker processes answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from litestar import MediaType, Response, post
from litestar.handlers import HTTPRouteHandler

from sightline.i18n import LANGUAGES
from sightline.server.errors import language_of, set_language
from sightline.server.part import Part
from sightline.server.questions.answer_kinds import answer_kinds
from sightline.server.questions.question_answer import answer_question
from sightline.server.questions.question_examples import EXAMPLES
from sightline.server.questions.requests import QUESTIONS
from sightline.server.request_types import AnyHttpRequest
from sightline.server.workers.task_of_request import run_for

LONG = {"chart", "threat", "advise", "draw"}
"""The questions that may take long: other tasks do not wait for them."""


class Outline(msgspec.Struct):
    """The keys of a request that decide in which worker and when it is run."""

    scenario: msgspec.Raw = msgspec.Raw()
    lang: Any = None
    why_not: Any = False
    ask: Any = None


def outline_of(content: bytes) -> Outline:
    """Return the outline of a body, an empty one if it cannot be read: the worker reports that."""
    with suppress(msgspec.DecodeError, msgspec.ValidationError, RecursionError):
        return msgspec.json.decode(content, type=Outline)
    return Outline()


async def answer_in_worker(
    request: AnyHttpRequest, outline: Outline, answer: Callable[[bytes, str], bytes], *, is_long: bool
) -> Response[bytes]:
    """Return the result of a function, run in a worker process on the body of a request and its language, as JSON."""
    if outline.lang in LANGUAGES:
        set_language(request, outline.lang)
    content, subject = await request.body(), hash(bytes(outline.scenario))
    found = await run_for(request, answer, content, language_of(request), subject=subject, is_long=is_long)
    return Response(found, media_type=MediaType.JSON)


def questions() -> Part:
    """Return the part of the server that answers questions."""
    kinds = answer_kinds()
    return Part(api=[_route(name, kinds[name]) for name in QUESTIONS])


def _route(name: str, gives: Sequence[Any]) -> HTTPRouteHandler:
    described = {"takes": QUESTIONS[name], "gives": gives, "example": EXAMPLES[name]}

    @post(f"/{name}", name=name, status_code=200, media_type=MediaType.JSON, opt=described)
    async def ask(request: AnyHttpRequest) -> Response[bytes]:
        outline = outline_of(await request.body())
        is_long = name in LONG or bool(outline.why_not)
        return await answer_in_worker(request, outline, partial(answer_question, name), is_long=is_long)

    ask.fn.__doc__ = QUESTIONS[name].__doc__
    return ask
