"""The routes of rule systems and of the gallery."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Any, Literal

from litestar import Request, Response, get
from litestar.params import FromPath, FromQuery, QueryParameter

from sightline.i18n import LANGUAGES, N_
from sightline.server.errors import HttpRefusal, language_of, set_language
from sightline.server.part import Part
from sightline.server.systems.gallery import GalleryEntry, draw_dispute, gallery
from sightline.server.systems.system_answers import System, SystemSummary, describe_system, list_systems

_NO_SYSTEM = N_("There is no rule system {key!r}.")
_NO_LANGUAGE = N_("There is no language {language!r}.")
_PICTURE_POLICY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""Pictures have a style sheet of their own, and nothing else."""

Lang = Annotated[str | None, QueryParameter(description="The language: en or fr. By default that of Accept-Language.")]
PictureColours = Literal["colour", "print", "dark"]
AnyRequest = Request[Any, Any, Any]


def systems() -> Part:
    """Return the part of the server that describes rule systems."""
    return Part(api=[get_systems, get_system, get_gallery, get_picture])


@get("/systems", sync_to_thread=True)
def get_systems() -> Sequence[SystemSummary]:
    """List the rule systems."""
    return list_systems()


@get("/systems/{key:str}", sync_to_thread=True)
def get_system(request: AnyRequest, key: FromPath[str], lang: Lang = None) -> System:
    """Describe a rule system: its clauses, rulings and terrain, what a piece states, and examples."""
    try:
        return describe_system(key, _language(request, lang))
    except KeyError as error:
        raise _no_system(key) from error


@get("/gallery", sync_to_thread=True)
def get_gallery(request: AnyRequest, lang: Lang = None) -> Sequence[GalleryEntry]:
    """List a dispute of each rule system, with the question that settles it."""
    return gallery(_language(request, lang))


@get("/gallery/{key:str}/picture", sync_to_thread=True, media_type="image/svg+xml")
def get_picture(
    request: AnyRequest,
    key: FromPath[str],
    lang: Lang = None,
    colours: FromQuery[Literal["colour", "print", "dark"]] = "colour",
) -> Response[str]:
    """Draw the answer to the question of a dispute, as SVG."""
    try:
        picture = draw_dispute(key, _language(request, lang), colours)
    except KeyError as error:
        raise _no_system(key) from error
    return Response(picture, media_type="image/svg+xml", headers=_PICTURE_POLICY)


def _language(request: AnyRequest, stated: str | None) -> str:
    """Return the language of an answer. Raise `HttpRefusal` for one that there is not."""
    if stated is None:
        return language_of(request)
    if stated not in LANGUAGES:
        raise HttpRefusal(HTTPStatus.UNPROCESSABLE_ENTITY, _NO_LANGUAGE, fields={"language": stated})
    set_language(request, stated)
    return stated


def _no_system(key: str) -> HttpRefusal:
    return HttpRefusal(HTTPStatus.NOT_FOUND, _NO_SYSTEM, fields={"key": key})
