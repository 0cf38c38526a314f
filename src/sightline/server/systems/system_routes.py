"""The routes of rule systems and of the gallery."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Literal

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from sightline.i18n import N_
from sightline.server.http_refusals import HttpRefusal
from sightline.server.part import Part
from sightline.server.request_types import AnyHttpRequest
from sightline.server.security_headers import PICTURE_HEADERS
from sightline.server.stated_language import Lang, state_language
from sightline.server.systems.gallery import GalleryEntry, draw_dispute, gallery
from sightline.server.systems.system_answers import System, SystemSummary, describe_system, list_systems

_NO_SYSTEM = N_("There is no rule system {key!r}.")

PictureColours = Literal["colour", "print", "dark"]


def systems() -> Part:
    """Return the part of the server that describes rule systems."""
    return Part(api=[get_systems, get_system, get_gallery, get_picture])


@get("/systems", sync_to_thread=True)
def get_systems() -> Sequence[SystemSummary]:
    """List the rule systems."""
    return list_systems()


@get("/systems/{key:str}", sync_to_thread=True)
def get_system(request: AnyHttpRequest, key: FromPath[str], lang: Lang = None) -> System:
    """Describe a rule system: its clauses, rulings and terrain, what a piece states, and examples."""
    try:
        return describe_system(key, state_language(request, lang))
    except KeyError as error:
        raise _no_system(key) from error


@get("/gallery", sync_to_thread=True)
def get_gallery(request: AnyHttpRequest, lang: Lang = None) -> Sequence[GalleryEntry]:
    """List a dispute of each rule system, with the question that settles it."""
    return gallery(state_language(request, lang))


@get("/gallery/{key:str}/picture", sync_to_thread=True, media_type="image/svg+xml")
def get_picture(
    request: AnyHttpRequest,
    key: FromPath[str],
    lang: Lang = None,
    colours: FromQuery[Literal["colour", "print", "dark"]] = "colour",
) -> Response[str]:
    """Draw the answer to the question of a dispute, as SVG."""
    try:
        picture = draw_dispute(key, state_language(request, lang), colours)
    except KeyError as error:
        raise _no_system(key) from error
    return Response(picture, media_type="image/svg+xml", headers=PICTURE_HEADERS)


def _no_system(key: str) -> HttpRefusal:
    return HttpRefusal(HTTPStatus.NOT_FOUND, _NO_SYSTEM, fields={"key": key})
