"""The routes of the screen of a match: the board at any entry, and the narration."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.types import ControllerRouterHandler

from sightline.battles.match import Match, Moment, Refused, moment_of
from sightline.server.errors import language_of
from sightline.server.guests.guest_identity import guest_id_of
from sightline.server.http_refusals import HttpRefusal
from sightline.server.matches.live_match import LiveMatch
from sightline.server.matches.match_scene import MatchScene, MatchSceneRequest, SceneSource, draw_match
from sightline.server.matches.match_service import service_of
from sightline.server.matches.match_words import NarratedStep, StepEntry, narrate_steps
from sightline.server.matches.shown_match import last_shown
from sightline.server.request_body import read_body
from sightline.server.request_types import AnyHttpRequest
from sightline.server.stated_language import Lang, state_language
from sightline.server.workers.task_of_request import run_for

_MAX_STEPS, _MANY_STEPS = 500, 50
"""The maximum number of narrated steps, and the number from which a task counts as long."""


def screen_routes() -> list[ControllerRouterHandler]:
    """Return the routes of the screen of a match."""
    return [_scene_route(), _words_route()]


def _scene_route() -> ControllerRouterHandler:
    @post(
        "/battles/{match:str}/scene",
        status_code=HTTPStatus.OK,
        media_type=MediaType.JSON,
        takes=MatchSceneRequest,
        gives=[MatchScene],
        example={"after": 12, "colours": "dark", "lang": "fr"},
    )
    async def draw_scene(request: AnyHttpRequest, match: FromPath[str]) -> Response[bytes]:
        """Return the board of a battle, after one of its entries, in layers for a screen."""
        asked = await read_body(request, MatchSceneRequest)
        live, last = await _open_match(request, match)
        moment = moment_of(live.match, last if asked.after is None else min(asked.after, last))
        drawn = await _run(request, draw_match, _scene_source(live, moment), moment, asked, subject=match)
        return Response(drawn, media_type=MediaType.JSON)

    return draw_scene


def _words_route() -> ControllerRouterHandler:
    @get("/battles/{match:str}/words", media_type=MediaType.JSON, gives=[list[NarratedStep]])
    async def read_words(
        request: AnyHttpRequest, match: FromPath[str], after: FromQuery[int] = 0, lang: Lang = None
    ) -> Response[bytes]:
        """Narrate the steps after an entry, with the findings about their actions."""
        state_language(request, lang)
        live, last = await _open_match(request, match)
        entries = list(itertools.islice(_steps_after(live.match, after, last), _MAX_STEPS))
        narration = b"[]"
        if entries:
            is_long = len(entries) > _MANY_STEPS
            narration = await _run(request, narrate_steps, live.source(), entries, subject=match, is_long=is_long)
        return Response(narration, media_type=MediaType.JSON)

    return read_words


def _steps_after(match: Match, after: int, last: int) -> Iterator[StepEntry]:
    """Yield the entries of the start and of steps after one number, up to another."""
    if match.begun is not None and after < match.begun.n <= last:
        yield StepEntry(match.begun.n, None, None)
    for number, move in enumerate(match.moves):
        if move.action is not None and after < move.n <= last:
            yield StepEntry(move.n, move.by, number)


async def _open_match(request: AnyHttpRequest, match: str) -> tuple[LiveMatch, int]:
    """Return a match and the number of the last entry that the caller may see. Raise `HttpRefusal`."""
    guest = await guest_id_of(request)
    live = await service_of(request).open(match)
    last = last_shown(live, guest)
    if not last:
        raise HttpRefusal(HTTPStatus.NOT_FOUND)
    return live, last


def _scene_source(live: LiveMatch, moment: Moment) -> SceneSource:
    match = live.match
    text = match.created.scenario if moment.formations is None else str(match.scenario)
    return SceneSource(text, None if moment.moves is None else live.source())


async def _run(request: AnyHttpRequest, function: Any, *arguments: Any, subject: str, is_long: bool = False) -> Any:
    try:
        return await run_for(request, function, *arguments, language_of(request), subject=subject, is_long=is_long)
    except Refused as refused:
        raise HttpRefusal(HTTPStatus.CONFLICT, refused.message) from refused
