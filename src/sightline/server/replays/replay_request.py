"""Requests to replay a record, run in a worker process, which caches the latest replays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

import sightline
from sightline.api import Battle, Scenario
from sightline.battles import BattleRun, Luck, luck_of
from sightline.formats.json_text import to_json
from sightline.i18n import use_language
from sightline.render.primitives.colours import Colours
from sightline.render.primitives.screen_size import ScreenSize
from sightline.rules import Finding
from sightline.rules.game import UpcomingTurn
from sightline.server.lru_cache import LruCache
from sightline.server.questions.scenarios import check_size
from sightline.server.scenes.scene_request import SceneAnswer, with_scenario

_MAX_CACHED = 16
_TURNS = 20


class ReplayRequest(Struct, kw_only=True):
    """The text of a record to be replayed."""

    record: str
    lang: str | None = None


class ReplaySceneRequest(ReplayRequest, kw_only=True):
    """The board of a record in layers for a screen, after step `after`; 0 is before the first.

    `colours`, `have` and `screen` are as in a request for a scene.
    """

    after: int = 0
    colours: Colours = "colour"
    have: Mapping[str, str] | None = None
    screen: ScreenSize = "large"


class ReplayedStep(Struct, frozen=True, kw_only=True):
    """A step in words: its side, its events and findings; `turn` is the piece whose turn it is afterwards."""

    n: int
    side: str | None
    turn: str | None
    words: Sequence[str]
    findings: Sequence[Finding]


class Replay(Struct, frozen=True, kw_only=True):
    """A verified record: its JSON, its narration, and the luck of each side."""

    title: str
    record: Mapping[str, Any]
    opening: Sequence[str]
    steps: Sequence[ReplayedStep]
    luck: Mapping[str, Luck]


class ReplayScene(SceneAnswer, frozen=True, kw_only=True):
    """A scene of a record after step `n`; `order` are the upcoming turns, with the ticks until each."""

    n: int
    order: Sequence[UpcomingTurn]


_BATTLES = LruCache[tuple[str, str], Battle](_MAX_CACHED)
"""The latest replays, by record and language."""


def _replay(record: str, language: str) -> Battle:
    """Return the battle of a record. Raise `RecordError`, and `ScenarioError` if it is larger than the limits."""

    def replay() -> Battle:
        battle = sightline.replay(record, language=language)
        check_size(battle.snapshot())
        return battle

    return _BATTLES.get_or_make((record, language), replay)


def replay_record(request: ReplayRequest, language: str) -> bytes:
    """Return the JSON of a `Replay`. Raise as `sightline.replay` does."""
    with use_language(language):
        battle = _replay(request.record, language)
        run = battle.run
        replay = Replay(
            title=battle.scenario.title,
            record=run.to_json(),
            opening=run.tell(None),
            steps=[_narrate(run, number) for number in range(1, len(run.steps) + 1)],
            luck=luck_of(run),
        )
        return to_json(replay, indent=0).encode()


def _narrate(run: BattleRun, number: int) -> ReplayedStep:
    step = run.steps[number - 1]
    return ReplayedStep(
        n=number,
        side=run.side_of(step),
        turn=run.game.active(step.state),
        words=run.tell(step),
        findings=run.findings_of(step),
    )


def draw_replay(request: ReplaySceneRequest, language: str) -> bytes:
    """Return the JSON of a `ReplayScene`. Raise as `sightline.replay` does."""
    with use_language(language):
        whole = _replay(request.record, language)
        shown = Battle(whole.scenario, whole.run.after_step(request.after))
        snapshot: Scenario = shown.snapshot()
        screen = shown.screen(colours=request.colours, have=request.have, size=request.screen)
        scene = msgspec.structs.asdict(with_scenario(screen, snapshot))
        order = () if shown.run.result else shown.run.forecast(_TURNS)
        return msgspec.json.encode(ReplayScene(**scene, n=len(shown.run.steps), order=order))
