"""The page: one document for the gallery, every table and the rulebooks, and its assets."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path
from typing import Any

from litestar import MediaType, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File
from litestar.static_files import create_static_files_router

from sightline.i18n import N_, _, use_language
from sightline.server.errors import answer_http, language_of
from sightline.server.part import Part
from sightline.server.request_types import AnyHttpRequest
from sightline.server.tables.table_preview import open_graph

ADDRESSES = (
    "/",
    "/new",
    "/rules",
    "/rules/{system:str}",
    "/play",
    "/learn",
    "/learn/{lesson:str}",
    "/b/{battle:str}",
    "/team",
    "/team/{key:str}",
    "/account",
    "/replay",
    "/replay/{battle:str}",
)
"""The addresses that the client routes itself, in addition to those of tables."""
_NO_PAGES = ("/api/", "/assets/")
"""Prefixes of addresses that never are pages."""
_OPEN_GRAPH = "<!-- open-graph -->"
"""The placeholder in the document for the Open Graph tags of a table."""
_FOR_EVER = CacheControlHeader(public=True, max_age=365 * 24 * 3600, immutable=True)
_CHECKED_EACH_TIME = {"Cache-Control": "no-cache"}
_UNBUILT = N_("The page is not built. In a clone, `make web` builds it; that needs Node.")


def pages(static: Path) -> Part:
    """Return the routes of the built client in a folder; if it is not built, a page that says how to build it."""
    document = static / "index.html"

    @get(list(ADDRESSES), include_in_schema=False, media_type=MediaType.HTML)
    async def page(request: AnyHttpRequest) -> Response[str] | File:
        """Send the document, whose script reads the address."""
        if document.is_file():
            return File(
                document, media_type=MediaType.HTML, content_disposition_type="inline", headers=_CHECKED_EACH_TIME
            )
        return _unbuilt(request)

    @get("/t/{table:str}", include_in_schema=False, media_type=MediaType.HTML)
    async def table_page(request: AnyHttpRequest, table: FromPath[str]) -> Response[str]:
        """Send the document with the Open Graph tags of a table."""
        if not document.is_file():
            return _unbuilt(request)
        content = document.read_text(encoding="utf-8").replace(_OPEN_GRAPH, await open_graph(request, table))
        return Response(content, media_type=MediaType.HTML, headers=_CHECKED_EACH_TIME)

    def answer_nowhere(request: AnyHttpRequest, error: NotFoundException) -> Response[Any]:
        """Answer an unknown address: with the document for browsers, with JSON for other clients."""
        is_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(_NO_PAGES)
        if not (is_page and document.is_file()):
            return answer_http(request, error)
        content = document.read_text(encoding="utf-8")
        return Response(
            content, media_type=MediaType.HTML, status_code=HTTPStatus.NOT_FOUND, headers=_CHECKED_EACH_TIME
        )

    # The names of assets contain a hash of their content, so that they never change.
    assets = create_static_files_router("/assets", [static / "assets"], cache_control=_FOR_EVER)
    return Part(pages=[page, table_page, assets], exceptions={NotFoundException: answer_nowhere})


def _unbuilt(request: AnyHttpRequest) -> Response[str]:
    with use_language(language_of(request)):
        return Response(_(_UNBUILT), media_type=MediaType.TEXT, status_code=HTTPStatus.SERVICE_UNAVAILABLE)
