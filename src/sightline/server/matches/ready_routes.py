"""The routes of the roster, ready maps and ready teams of a system."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Literal

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.types import ControllerRouterHandler

from sightline.i18n import use_language
from sightline.server.errors import language_of
from sightline.server.matches.map_pictures import draw_map
from sightline.server.matches.ready_answers import (
    ComputerPlayer,
    maps_answer,
    players_answer,
    portrait_of,
    roster_answer,
    teams_answer,
)
from sightline.server.matches.team_check import TeamChecked, TeamToCheck, check_team
from sightline.server.request_body import read_body
from sightline.server.request_types import AnyHttpRequest
from sightline.server.security_headers import PICTURE_HEADERS
from sightline.server.stated_language import Lang, state_language
from sightline.server.workers.admission import sender_of
from sightline.server.workers.task_of_request import run_for
from sightline.server.workers.workers import workers_of

_SVG = "image/svg+xml"
_PORTRAIT_SECONDS = 24 * 3600
_MAP_SECONDS = 3600
"""The time for which a browser may cache a picture."""


@get("/rosters/{system:str}")
async def read_roster(request: AnyHttpRequest, system: FromPath[str]) -> Mapping[str, Any]:
    """Return the characters of a system by key, with points and abilities."""
    answer: Mapping[str, Any] = await _run(request, roster_answer, system, language_of(request))
    return answer


@get("/rosters/{system:str}/portraits/{key:str}", sync_to_thread=True, media_type=_SVG)
def read_portrait(system: FromPath[str], key: FromPath[str]) -> Response[str]:
    """Return the portrait of a character of a roster, as SVG."""
    headers = {**PICTURE_HEADERS, "Cache-Control": f"public, max-age={_PORTRAIT_SECONDS}"}
    return Response(portrait_of(system, key), media_type=_SVG, headers=headers)


@get("/maps/{system:str}")
async def read_maps(request: AnyHttpRequest, system: FromPath[str]) -> Mapping[str, Any]:
    """Return the maps of a system by key, each with its title, its limit and its zones."""
    answer: Mapping[str, Any] = await _run(request, maps_answer, system, language_of(request))
    return answer


@get("/players/{system:str}", sync_to_thread=True)
def read_players(request: AnyHttpRequest, system: FromPath[str], lang: Lang = None) -> list[ComputerPlayer]:
    """List the computer players of a system, the default one first."""
    return players_answer(system, state_language(request, lang))


@get("/teams/{system:str}")
async def read_teams(
    request: AnyHttpRequest, system: FromPath[str], limit: FromQuery[int | None] = None
) -> list[Mapping[str, Any]]:
    """Return the ready teams of a system, only those for a limit if one is given."""
    answer: list[Mapping[str, Any]] = await _run(request, teams_answer, system, limit, language_of(request))
    return answer


@get("/maps/{system:str}/{key:str}/picture", media_type=_SVG)
async def read_map_picture(
    request: AnyHttpRequest,
    system: FromPath[str],
    key: FromPath[str],
    colours: FromQuery[Literal["colour", "print", "dark"]] = "colour",
) -> Response[str]:
    """Draw a map as SVG."""
    picture = await _run(request, draw_map, system, key, language_of(request), colours)
    headers = {**PICTURE_HEADERS, "Cache-Control": f"max-age={_MAP_SECONDS}", "Vary": "Accept-Language"}
    return Response(picture, media_type=_SVG, headers=headers)


@post("/teams/{system:str}/check", status_code=HTTPStatus.OK, takes=TeamToCheck, gives=[TeamChecked])
async def check_built_team(request: AnyHttpRequest, system: FromPath[str]) -> Any:
    """Check a team that is being built; nothing is stored."""
    asked = await read_body(request, TeamToCheck)
    return await run_for(request, check_team, system, asked.team, asked.map, asked.lang or language_of(request))


async def _run(request: AnyHttpRequest, function: Any, *arguments: Any) -> Any:
    with use_language(language_of(request)):
        return await workers_of(request.app).run(function, *arguments, owner=sender_of(request))


READY_ROUTES: tuple[ControllerRouterHandler, ...] = (
    check_built_team,
    read_players,
    read_roster,
    read_portrait,
    read_maps,
    read_map_picture,
    read_teams,
)
