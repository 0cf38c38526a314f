"""The routes of saved teams."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import delete, get, put
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from sightline.formats.problems import collecting_problems
from sightline.i18n import N_, _, use_language
from sightline.server.accounts.kept_team_store import MAX_TEAMS, KeptTeam, KeptTeamStore
from sightline.server.errors import language_of
from sightline.server.guests.guest_identity import known_guest, require_guest
from sightline.server.http_refusals import HttpRefusal
from sightline.server.printable import is_printable
from sightline.server.request_body import read_body
from sightline.server.request_types import AnyHttpRequest
from sightline.server.settings import ServerLimits
from sightline.server.storage.open_database import database_of
from sightline.server.unix_time import now_milliseconds
from sightline.server.workers.admission import Admission

_MAX_BYTES = 64 * 1024
_MAX_CHARACTERS = 80
_NO_TEAM = N_("You have no team with this name.")
_TOO_MANY = N_("You can have at most {most} teams; delete one first.")
_TOO_LARGE = N_("A team has at most {most} bytes of JSON.")


class NewKeptTeam(Struct):
    """A team to be saved."""

    team: Mapping[str, Any]


def team_routes(limits: ServerLimits) -> list[ControllerRouterHandler]:
    """Return the routes of saved teams."""
    admission = Admission(limits.at_once, limits.each_second)

    @get("/me/teams")
    async def list_kept_teams(request: AnyHttpRequest) -> list[KeptTeam]:
        """List the saved teams of the caller, sorted by name."""
        guest = await known_guest(request)
        with admission.admit(guest.id):
            return await _teams_of(request).list_of(guest.id)

    @get("/me/teams/{name:str}")
    async def read_kept_team(request: AnyHttpRequest, name: FromPath[str]) -> KeptTeam:
        """Return a saved team of the caller."""
        guest = await known_guest(request)
        found = await _teams_of(request).find(guest.id, _check_name(request, name))
        if found is None:
            raise HttpRefusal(HTTPStatus.NOT_FOUND, _NO_TEAM)
        return found

    @put("/me/teams/{name:str}", takes=NewKeptTeam)
    async def keep_team(request: AnyHttpRequest, name: FromPath[str]) -> KeptTeam:
        """Save a team under a name, replacing one that is there."""
        guest = await require_guest(request)
        with admission.admit(guest.id):
            kept = KeptTeam(_check_name(request, name), now_milliseconds(), await _read_team(request))
            if not await _teams_of(request).put(guest.id, kept):
                raise HttpRefusal(HTTPStatus.CONFLICT, _TOO_MANY, fields={"most": MAX_TEAMS})
            return kept

    @delete("/me/teams/{name:str}", status_code=HTTPStatus.NO_CONTENT)
    async def delete_team(request: AnyHttpRequest, name: FromPath[str]) -> None:
        """Delete a saved team of the caller."""
        guest = await require_guest(request)
        if not await _teams_of(request).delete(guest.id, _check_name(request, name)):
            raise HttpRefusal(HTTPStatus.NOT_FOUND, _NO_TEAM)

    return [list_kept_teams, read_kept_team, keep_team, delete_team]


async def _read_team(request: AnyHttpRequest) -> Mapping[str, Any]:
    team = (await read_body(request, NewKeptTeam)).team
    if len(msgspec.json.encode(team)) > _MAX_BYTES:
        raise HttpRefusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _TOO_LARGE, fields={"most": _MAX_BYTES})
    return team


def _check_name(request: AnyHttpRequest, name: str) -> str:
    """Return the name of a team. Raise `ScenarioError`."""
    with use_language(language_of(request)), collecting_problems() as problems:
        if not (0 < len(name) <= _MAX_CHARACTERS and is_printable(name)):
            message = _("expected 1 to {most} printable characters")
            problems.add(None, "name", message.format(most=_MAX_CHARACTERS), found=name[:_MAX_CHARACTERS])
    return name


def _teams_of(request: AnyHttpRequest) -> KeptTeamStore:
    return KeptTeamStore(database_of(request.app))
