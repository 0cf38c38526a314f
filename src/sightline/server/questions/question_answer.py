"""Answers to questions as JSON, computed in a worker process."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sightline.formats.arguments import refuse_argument
from sightline.formats.json_text import to_json
from sightline.formats.problems import Problems, ScenarioError
from sightline.i18n import LANGUAGES, _, use_language
from sightline.server.questions.requests import QUESTIONS, QuestionRequest
from sightline.server.request_reader import read_request
from sightline.too_much import TooMuch

AnyQuestion = TypeVar("AnyQuestion", bound=QuestionRequest)


def answer_question(question: str, content: bytes, language: str) -> bytes:
    """Return the JSON of an answer, as the command of that name prints it, in `language` unless the request states one.

    Raise `ScenarioError` for invalid input, and `HttpRefusal` if the body cannot be read.
    """
    return answered(QUESTIONS[question], content, language, _answer)


def _answer(request: QuestionRequest, language: str) -> bytes:
    return to_json(request.answer(language), indent=0).encode()


def answered(
    kind: type[AnyQuestion], content: bytes, language: str, answer: Callable[[AnyQuestion, str], bytes]
) -> bytes:
    """Return `answer` applied to the parsed body of a request, in `language` unless the request states one.

    Raise as `answer_question` does.
    """
    with use_language(language):
        request = read_request(kind, content)
        stated = request.lang or language
        check_stated_language(stated)
    with use_language(stated):
        try:
            return answer(request, stated)
        except TooMuch as error:
            problems = Problems("-")
            problems.add(None, error.key, str(error), found=str(error.found))
            raise ScenarioError(problems.found) from error


def check_stated_language(language: str) -> None:
    """Raise `ScenarioError` if a request states an unknown language."""
    if language not in LANGUAGES:
        message = _("there is no language {language!r}").format(language=language)
        raise refuse_argument("lang", language, message, LANGUAGES)
