"""Previews of tables in chat programs: the title as Open Graph tags, and a picture of the shot that a link states."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from urllib.parse import urlencode

from litestar import Response, get
from litestar.params import FromPath
from sqlalchemy.exc import SQLAlchemyError

from sightline.server.errors import language_of
from sightline.server.http_refusals import HttpRefusal
from sightline.server.lru_cache import LruCache
from sightline.server.part import Part
from sightline.server.request_types import AnyHttpRequest
from sightline.server.tables.shot_picture import draw_shot
from sightline.server.tables.table_routes import service_of
from sightline.server.workers.task_of_request import run_for

_MISSING = '<meta name="table" content="missing" />'
"""The tag by which the page knows that a table is missing, without a request that browsers log as a failure (404)."""
_MAX_CACHED = 32
_MAX_BYTES = 300_000
"""The maximum number of cached pictures, and the maximum size of one in bytes."""
_SECONDS = 60
"""The time in seconds for which clients may cache a picture."""


def previews() -> Part:
    """Return the part of the server for pictures of shots."""
    pictures = LruCache[tuple[str, int, str, str, str | None, str], bytes](_MAX_CACHED)

    @get("/t/{table:str}/shot.png", include_in_schema=False, media_type="image/png")
    async def shot_picture(request: AnyHttpRequest, table: FromPath[str]) -> Response[bytes]:
        """Draw the shot of the query's `from` at `to`, with its `weapon` or the first one."""
        found, asked, language = await service_of(request).find(table), request.query_params, language_of(request)
        shot = asked.get("from", ""), asked.get("to", ""), asked.get("weapon") or None
        key = (table, found.revision, *shot, language)
        if (picture := pictures.get(key)) is None:
            subject = hash(found.scenario.encode())
            picture = await run_for(request, draw_shot, found.scenario, *shot, language, subject=subject)
            if picture is not None and len(picture) <= _MAX_BYTES:
                pictures.put(key, picture)
        headers = {"Cache-Control": f"max-age={_SECONDS}", "Vary": "Accept-Language"}
        return Response(picture, media_type="image/png", headers=headers)

    return Part(pages=[shot_picture])


async def open_graph(request: AnyHttpRequest, table: str) -> str:
    """Return the tags for the head of a table's page; for a missing table, a tag that says so."""
    try:
        found = await service_of(request).find(table)
    except HttpRefusal:
        return _MISSING
    except SQLAlchemyError:
        return ""  # the page itself shows the problems
    tags = {"og:site_name": "Sightline", "og:type": "website", "og:title": found.title or "Sightline"}
    return "\n    ".join(_iter_tags(tags | _picture_of(request, table)))


def _picture_of(request: AnyHttpRequest, table: str) -> dict[str, str]:
    """Return the address of the picture of the shot that a link states, if any."""
    asked = request.query_params
    if asked.get("ask") != "shot" or not asked.get("from") or not asked.get("to"):
        return {}
    query = urlencode({key: asked[key] for key in ("from", "to", "weapon") if asked.get(key)})
    return {"og:image": f"{str(request.base_url).rstrip('/')}/t/{table}/shot.png?{query}"}


def _iter_tags(tags: dict[str, str]) -> Iterator[str]:
    for name, content in tags.items():
        yield f'<meta property="{name}" content="{escape(content)}" />'
