"""Parsing of request bodies in the language that they state."""

from __future__ import annotations

from sightline.i18n import use_language
from sightline.server.errors import language_of, set_language
from sightline.server.questions.question_answer import check_stated_language
from sightline.server.request_reader import AnyRequest, read_request
from sightline.server.request_types import AnyHttpRequest


async def read_body(request: AnyHttpRequest, kind: type[AnyRequest]) -> AnyRequest:
    """Return the parsed body of a request, and set the language of the answer if it states one."""
    content = await request.body()
    with use_language(language_of(request)):
        read = read_request(kind, content)
        stated = getattr(read, "lang", None)
        if stated is not None:
            check_stated_language(stated)
            set_language(request, stated)
    return read
