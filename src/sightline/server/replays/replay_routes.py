"""The routes of replays, which worker processes run."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar

from litestar import MediaType, Response, post

from sightline.server.errors import language_of
from sightline.server.part import Part
from sightline.server.replays.replay_request import (
    Replay,
    ReplayRequest,
    ReplayScene,
    ReplaySceneRequest,
    draw_replay,
    replay_record,
)
from sightline.server.request_body import read_body
from sightline.server.request_types import AnyHttpRequest
from sightline.server.workers.task_of_request import run_for

AnyRequest = TypeVar("AnyRequest", bound=ReplayRequest)
_JSON: dict[str, Any] = {"status_code": HTTPStatus.OK, "media_type": MediaType.JSON}


def replays() -> Part:
    """Return the part of the server for replays."""
    return Part(api=[replay, replay_scene])


@post("/replay", takes=ReplayRequest, gives=[Replay], **_JSON)
async def replay(request: AnyHttpRequest) -> Response[bytes]:
    """Replay a record, verify every step, and narrate it."""
    return await _answer(request, ReplayRequest, replay_record, is_long=True)


@post("/replay/scene", takes=ReplaySceneRequest, gives=[ReplayScene], **_JSON)
async def replay_scene(request: AnyHttpRequest) -> Response[bytes]:
    """Return the board of a record, after one of its steps, in layers for a screen."""
    return await _answer(request, ReplaySceneRequest, draw_replay)


async def _answer(
    request: AnyHttpRequest,
    kind: type[AnyRequest],
    answer: Callable[[AnyRequest, str], bytes],
    *,
    is_long: bool = False,
) -> Response[bytes]:
    asked = await read_body(request, kind)
    subject = hash(asked.record)
    found = await run_for(request, answer, asked, language_of(request), subject=subject, is_long=is_long)
    return Response(found, media_type=MediaType.JSON)
