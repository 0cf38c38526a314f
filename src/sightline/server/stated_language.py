"""The language that an address states in its query."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.params import QueryParameter

from sightline.i18n import use_language
from sightline.server.errors import language_of, set_language
from sightline.server.questions.asked_question import check_stated_language

Lang = Annotated[str | None, QueryParameter(description="The language: en or fr. By default that of Accept-Language.")]


def state_language(request: Request[Any, Any, Any], stated: str | None) -> str:
    """Answer a request in the language that it states, if it does; return the language of the answer.

    Raise `ScenarioError` for one that there is not.
    """
    if stated is None:
        return language_of(request)
    with use_language(language_of(request)):
        check_stated_language(stated)
    set_language(request, stated)
    return stated
