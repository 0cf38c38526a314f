"""Pictures of the ready maps."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus

from msgspec import structs

from sightline.api import ArgumentError, Scenario, ready_maps
from sightline.render import Colours, screen_document
from sightline.server.http_refusals import HttpRefusal


@cache
def draw_map(system: str, key: str, language: str, colours: Colours) -> str:
    """Return a ready map with its zones and objects as SVG. Raise `HttpRefusal` if there is none with this key.

    It has no texts: the picture is too small for them.
    """
    try:
        ready = ready_maps(system, language=language)[key]
    except (ArgumentError, KeyError) as error:
        raise HttpRefusal(HTTPStatus.NOT_FOUND) from error
    empty = Scenario(structs.replace(ready.data, teams={}), language)
    return screen_document(empty.screen(colours=colours, size="small"), ready.title, has_texts=False)
