"""The referee for tactical tabletop games: who can see and hit whom, with what odds, and which clause says so."""

from sightline._version import __version__
from sightline.api import (
    Answer,
    Battle,
    BattleState,
    Problem,
    RecordError,
    Scenario,
    ScenarioError,
    battle,
    load,
    parse,
    replay,
)
from sightline.battles import IllegalAction
from sightline.extras import MissingExtra
from sightline.language import LANGUAGES
from sightline.rules import Effect, Sight, Verdict

__all__ = [
    "LANGUAGES",
    "Answer",
    "Battle",
    "BattleState",
    "Effect",
    "IllegalAction",
    "MissingExtra",
    "Problem",
    "RecordError",
    "Scenario",
    "ScenarioError",
    "Sight",
    "Verdict",
    "__version__",
    "battle",
    "load",
    "parse",
    "replay",
]
