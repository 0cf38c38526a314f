"""The part of the server for lessons, which worker processes play from the actions that the page sends."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.params import FromPath

from sightline.battles.match import Refused
from sightline.server.errors import language_of
from sightline.server.http_refusals import HttpRefusal
from sightline.server.lessons.lesson_answers import answer_in_lesson, draw_lesson, list_lessons, play_lesson
from sightline.server.lessons.lesson_bodies import (
    LessonAnswer,
    LessonPlayed,
    LessonQuestion,
    LessonRequest,
    LessonSceneRequest,
    ListedLesson,
)
from sightline.server.matches.match_scene import MatchScene
from sightline.server.part import Part
from sightline.server.request_body import read_body
from sightline.server.request_types import AnyHttpRequest
from sightline.server.stated_language import Lang, state_language
from sightline.server.workers.task_of_request import run_for

_JSON: dict[str, Any] = {"status_code": HTTPStatus.OK, "media_type": MediaType.JSON}


def lessons() -> Part:
    """Return the part of the server for lessons."""
    return Part(api=[read_lesson_list, play_a_lesson, ask_in_lesson, draw_lesson_scene])


@get("/lessons/{system:str}")
async def read_lesson_list(request: AnyHttpRequest, system: FromPath[str], lang: Lang = None) -> Sequence[ListedLesson]:
    """Return the lessons of a system in order."""
    state_language(request, lang)
    found: Sequence[ListedLesson] = await run_for(request, list_lessons, system, language_of(request))
    return found


@post(
    "/lessons/{system:str}/{lesson:str}",
    takes=LessonRequest,
    gives=[LessonPlayed],
    example={"actions": [{"do": "end", "who": "Ada"}], "lang": "fr"},
    **_JSON,
)
async def play_a_lesson(request: AnyHttpRequest, system: FromPath[str], lesson: FromPath[str]) -> Response[bytes]:
    """Play a lesson from its start with the learner's actions; nothing is stored."""
    return await _run(request, play_lesson, system, lesson, await read_body(request, LessonRequest))


@post(
    "/lessons/{system:str}/{lesson:str}/ask",
    takes=LessonQuestion,
    gives=[LessonAnswer],
    example={"actions": [], "query": {"what": "legal"}},
    **_JSON,
)
async def ask_in_lesson(request: AnyHttpRequest, system: FromPath[str], lesson: FromPath[str]) -> Response[bytes]:
    """Answer a question about a lesson after some actions, as the WebSocket of a battle does."""
    return await _run(request, answer_in_lesson, system, lesson, await read_body(request, LessonQuestion))


@post(
    "/lessons/{system:str}/{lesson:str}/scene",
    takes=LessonSceneRequest,
    gives=[MatchScene],
    example={"actions": [], "colours": "dark"},
    **_JSON,
)
async def draw_lesson_scene(request: AnyHttpRequest, system: FromPath[str], lesson: FromPath[str]) -> Response[bytes]:
    """Return the board of a lesson, after one of its entries, in layers for a screen."""
    return await _run(request, draw_lesson, system, lesson, await read_body(request, LessonSceneRequest))


async def _run(request: AnyHttpRequest, function: Any, system: str, lesson: str, asked: Any) -> Response[bytes]:
    subject = (system, lesson, request.client.host if request.client else "")
    try:
        found = await run_for(request, function, system, lesson, asked, language_of(request), subject=subject)
    except Refused as refused:
        raise HttpRefusal(HTTPStatus.CONFLICT, refused.message) from refused
    return Response(found, media_type=MediaType.JSON)
