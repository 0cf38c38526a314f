"""The request for a scene: a scenario, and a question about it whose answer is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sightline.api import Chart, Scenario
from sightline.api.drawable import Drawable
from sightline.board import format_border
from sightline.formats.arguments import refuse_argument
from sightline.formats.json_text import to_json
from sightline.formats.problems import Problem, ScenarioError, collecting_problems
from sightline.formats.writer import feature_keys
from sightline.i18n import _
from sightline.render import Screen
from sightline.render.primitives.colours import Colours
from sightline.render.primitives.screen_size import ScreenSize
from sightline.server.questions.requests import QUESTIONS, QuestionRequest
from sightline.server.questions.scenarios import open_scenario
from sightline.server.request_reader import request_of

_UNDRAWN = {"check", "draw", "edit"}
DRAWN = {name: kind for name, kind in QUESTIONS.items() if name not in _UNDRAWN}
"""The questions whose answers are drawn."""
_OF_THE_SCENE = {*QuestionRequest.__struct_encode_fields__, "compare"}
"""The keys of questions that are not allowed in `ask`: they are keys of the scene itself, or are not drawn."""


class SceneAnswer(Screen, frozen=True, kw_only=True):
    """A scene for a screen, and the data it shows.

    `answer` is the JSON of the question asked, null without one. `borders` are the kinds of terrain by border,
    `features` those of a free table, as files state them. `problems` are the reasons why `set` is refused: the scene is
    then drawn without it, and the question is not answered.
    """

    title: str
    rules: str
    grid: str
    sides: tuple[str, ...]
    rulings: Mapping[str, str]
    borders: Mapping[str, tuple[str, ...]]
    features: tuple[Mapping[str, Any], ...]
    answer: msgspec.Raw
    problems: Sequence[Problem]


class SceneRequest(QuestionRequest, kw_only=True, rename={"asked": "ask"}):
    """The board in layers for a screen, with the answer to a question on it.

    `ask` is null, or `{"question": "shot", "from": ...}` with the keys of that question. `colours` are "colour", "dark"
    or "print". `have` are the hashes of what the screen has: of layers by name, of "style" and of "cells". `screen` is
    its size.
    """

    asked: Mapping[str, Any] | None = None
    colours: Colours = "colour"
    have: Mapping[str, str] | None = None
    screen: ScreenSize = "large"

    def scene(self, language: str) -> bytes:
        """Return the JSON of the scene. Raise `ScenarioError`, but not for a `set` that is refused."""
        scenario, problems = self._try_changes(language)
        shown, answer = (scenario, "null") if problems else self._shown(scenario)
        screen = shown.screen(colours=self.colours, have=self.have, size=self.screen)
        return msgspec.json.encode(with_scenario(screen, scenario, answer, problems))

    def _try_changes(self, language: str) -> tuple[Scenario, Sequence[Problem]]:
        """Return the scenario after `set`, or the unchanged one and why `set` is refused. Raise `ScenarioError`."""
        before = open_scenario(self.scenario, self.rulings, language=language)
        try:
            return open_scenario(self.scenario, self.rulings, self.set_, language=language), ()
        except ScenarioError as error:
            return before, error.problems

    def _shown(self, scenario: Scenario) -> tuple[Drawable, str]:
        """Return the answer to draw, and its JSON. Raise `ScenarioError`."""
        if self.asked is None:
            return scenario, "null"
        found = _question_of(self.asked).ask(scenario)
        return Chart(scenario, tuple(found)) if isinstance(found, list) else found, to_json(found, indent=0)


def _question_of(asked: Mapping[str, Any]) -> QuestionRequest:
    """Return the request of the question in `ask`. Raise `ScenarioError` with places inside `ask`."""
    name = asked.get("question")
    if not isinstance(name, str) or name not in DRAWN:
        message = _("there is no question {name!r} that can be drawn").format(name=name)
        raise refuse_argument("ask.question", name, message, tuple(DRAWN))
    with collecting_problems() as problems:
        for key in _OF_THE_SCENE & asked.keys():
            problems.add(None, f"ask.{key}", _("{key!r} is not a key of {what}").format(key=key, what="ask"), found=key)
    try:
        return request_of(DRAWN[name], {"scenario": ""} | {key: asked[key] for key in asked if key != "question"})
    except ScenarioError as error:
        raise ScenarioError([msgspec.structs.replace(each, key=f"ask.{each.key}") for each in error.problems]) from None


def with_scenario(
    screen: Screen, scenario: Scenario, answer: str = "null", problems: Sequence[Problem] = ()
) -> SceneAnswer:
    """Return the scene of a screen, with data of its scenario and the JSON of an answer."""
    position = scenario.position
    sides = dict.fromkeys(piece.side for piece in position.pieces.values() if piece.side is not None)
    features = position.table.features if position.is_free else ()
    borders = {} if position.is_free else position.board.borders
    return SceneAnswer(
        **msgspec.structs.asdict(screen),
        title=scenario.title,
        rules=scenario.rules.key,
        grid="free" if position.is_free else position.board.grid.kind,
        sides=tuple(sides),
        rulings=dict(position.rulings),
        borders={format_border(position.board, border): kinds for border, kinds in borders.items()},
        features=tuple(feature_keys(feature, position) for feature in features),
        answer=msgspec.Raw(answer.encode()),
        problems=problems,
    )
