"""The picture of a shot at a table, drawn in a worker process."""

from __future__ import annotations

from http import HTTPStatus

from sightline.api import Scenario
from sightline.i18n import N_, use_language
from sightline.server.http_refusals import HttpRefusal
from sightline.server.questions.scenarios import open_scenario
from sightline.too_much import TooMuch

_WIDTH = 1000
_MAX_SIDE = 100
_TOO_LARGE = N_("Links show pictures of boards of at most {most} cells or inches each way.")


def draw_shot(scenario: str, attacker: str, target: str, weapon: str | None, language: str) -> bytes:
    """Return the picture of a shot, with the first weapon if `weapon` is None, as PNG.

    Raise `ScenarioError` for unknown pieces and weapons, and `HttpRefusal` for a board that is too large to be drawn.
    """
    with use_language(language):
        opened = open_scenario(scenario, language=language)
        too_large = HttpRefusal(HTTPStatus.UNPROCESSABLE_ENTITY, _TOO_LARGE, fields={"most": _MAX_SIDE})
        if _longest_side(opened) > _MAX_SIDE:
            raise too_large
        try:
            return opened.shot(attacker, target, weapon=weapon).png(width=_WIDTH)
        except TooMuch as error:
            raise too_large from error


def _longest_side(scenario: Scenario) -> float:
    """Return the longer side of a board in cells, or of a free table in inches."""
    scene = scenario.scene
    return max(scene.table.width, scene.table.height) if scene.is_free else max(scene.board.columns, scene.board.rows)
