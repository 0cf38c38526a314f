"""The language stated in the query of an address."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from sightline.i18n import use_language
from sightline.server.errors import language_of, set_language
from sightline.server.questions.question_answer import check_stated_language
from sightline.server.request_types import AnyHttpRequest

Lang = Annotated[str | None, QueryParameter(description="The language: en or fr. By default that of Accept-Language.")]


def state_language(request: AnyHttpRequest, stated: str | None) -> str:
    """Set the language of the answer to the stated one, if any; return the language of the answer.

    Raise `ScenarioError` if it is unknown.
    """
    if stated is None:
        return language_of(request)
    with use_language(language_of(request)):
        check_stated_language(stated)
    set_language(request, stated)
    return stated
