"""Scenes of matches for screens, drawn in worker processes: the board, the character sheets, the upcoming turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from sightline.api import Battle, Scenario
from sightline.battles import IllegalAction
from sightline.battles.match import Moment, Refused
from sightline.i18n import use_language
from sightline.render import Backdrop, Scene, build_screen
from sightline.render.primitives.colours import Colours
from sightline.render.primitives.screen_size import ScreenSize
from sightline.rules import CharacterSheet
from sightline.rules.game import TurnLength, UpcomingTurn
from sightline.server.lru_cache import LruCache
from sightline.server.matches.match_play import BattleSource, battle_at
from sightline.server.questions.scenarios import open_scenario
from sightline.server.scenes.scene_request import SceneAnswer, with_scenario

_TURNS = 20
_MAX_CACHED = 32


class MatchScene(SceneAnswer, frozen=True, kw_only=True):
    """A scene of a battle after entry `n`, with the `phase` at that time.

    `sheets` are the character sheets by name, empty before the battle begins. `order` are the upcoming turns, with the
    ticks until each; `lengths` are the lengths that the current turn can have, each with the ticks until the
    character's next turn. `side_colours` are the colours of the sides, also of one that has nobody left.
    """

    n: int
    phase: str
    sheets: Mapping[str, CharacterSheet]
    order: Sequence[UpcomingTurn]
    lengths: Sequence[TurnLength]
    side_colours: Mapping[str, str]


class MatchSceneRequest(Struct, kw_only=True):
    """The board of a battle in layers for a screen, after entry `after`; null: the latest visible entry.

    The picture shows where the character `chosen` can move to, or a preview of `action`. `colours` are "colour", "dark"
    or "print". `have` are the hashes of what the screen has: of layers by name, of "style" and of "cells". `screen` is
    its size.
    """

    after: int | None = None
    chosen: str | None = None
    action: Mapping[str, Any] | None = None
    colours: Colours = "colour"
    lang: str | None = None
    have: Mapping[str, str] | None = None
    screen: ScreenSize = "large"


class SceneSource(Struct, frozen=True):
    """The scenario text of a match without battle, and the source of the battle once it has begun."""

    text: str
    battle: BattleSource | None


def draw_match(source: SceneSource, moment: Moment, request: MatchSceneRequest, language: str) -> bytes:
    """Return the JSON of a scene of a match at a moment. Raise `ScenarioError` and `Refused`."""
    with use_language(language):
        if source.battle is None or moment.moves is None:
            scenario = _scene_before_battle(source.text, moment, language)
            shown = ShownMoment(scenario, scenario, scenario.scene, {}, {}, (), ())
        else:
            shown = _moment_of(source.battle, moment.moves, language)
        return shown.encode(moment.n, moment.phase, request)


def _scene_before_battle(text: str, moment: Moment, language: str) -> Scenario:
    """Return the empty map, or the map with the teams in their formations."""
    scenario = open_scenario(text, language=language)
    return scenario if moment.formations is None else scenario.with_formations(moment.formations)


class ShownMoment(NamedTuple):
    """The part of a scene that does not depend on the request, cached because many viewers look at the same moment."""

    shown: Scenario | Battle
    scenario: Scenario
    scene: Scene
    backdrops: dict[ScreenSize, Backdrop]
    sheets: Mapping[str, CharacterSheet]
    order: Sequence[UpcomingTurn]
    lengths: Sequence[TurnLength]

    @classmethod
    def of(cls, battle: Battle) -> ShownMoment:
        """Return the shown moment of a battle in its current state."""
        order, lengths = battle.run.forecast(_TURNS), battle.run.game.turn_lengths(battle.run.state)
        return cls(battle, battle.snapshot(), battle.scene, {}, battle.sheets, order, lengths)

    def encode(self, n: int, phase: str, request: MatchSceneRequest) -> bytes:
        """Return the JSON of the `MatchScene` that a request asks for. Raise `ScenarioError`, and `Refused`."""
        shown = self.scene if isinstance(self.shown, Scenario) else _requested_scene(self.shown, request, self.scene)
        if request.screen not in self.backdrops:
            self.backdrops[request.screen] = self.shown.backdrop(request.screen)
        screen = build_screen(shown, self.backdrops[request.screen], colours=request.colours, have=request.have)
        scene = msgspec.structs.asdict(with_scenario(screen, self.scenario))
        order, lengths = ((), ()) if phase == "over" else (self.order, self.lengths)
        answer = MatchScene(
            **scene,
            n=n,
            phase=phase,
            sheets=self.sheets,
            order=order,
            lengths=lengths,
            side_colours={side: colour for side, colour in self.scene.side_colours.items() if side is not None},
        )
        return msgspec.json.encode(answer)


_MOMENTS = LruCache[tuple[str, int, str], ShownMoment](_MAX_CACHED)
"""The latest shown moments of this process, by the id of the match, the number of moves, and the language."""


def _moment_of(source: BattleSource, moves: int, language: str) -> ShownMoment:
    """Return a battle after some of its moves as it is shown. Raise `Refused`."""
    return _MOMENTS.get_or_make(
        (source.id, moves, language), lambda: ShownMoment.of(battle_at(source, moves, language))
    )


def _requested_scene(battle: Battle, request: MatchSceneRequest, plain: Scene) -> Scene:
    """Return the scene with the move or action that a request asks about. Raise `ScenarioError`, and `Refused`."""
    try:
        if request.action is not None:
            return battle.sketch(request.action).scene
    except IllegalAction as illegal:
        raise Refused(str(illegal), illegal.check.findings) from illegal
    return plain if request.chosen is None else battle.reach(request.chosen).scene
