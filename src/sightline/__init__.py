"""The referee for tactical tabletop games: who can see and hit whom, with what odds, and which clause says so."""

from typing import TYPE_CHECKING

from sightline._lazy import lazy_getattr
from sightline._version import __version__
from sightline.api import Answer, Problem, Scenario, ScenarioError, load, parse
from sightline.deadline import LimitExceeded, Limits, limits
from sightline.extras import MissingExtra
from sightline.i18n import LANGUAGES
from sightline.rules import Effect, Sight, Verdict

if TYPE_CHECKING:
    from sightline.api import Battle, BattleState, RecordError, battle, replay
    from sightline.battles import IllegalAction

__all__ = [
    "LANGUAGES",
    "Answer",
    "Battle",
    "BattleState",
    "Effect",
    "IllegalAction",
    "LimitExceeded",
    "Limits",
    "MissingExtra",
    "Problem",
    "RecordError",
    "Scenario",
    "ScenarioError",
    "Sight",
    "Verdict",
    "__version__",
    "battle",
    "limits",
    "load",
    "parse",
    "replay",
]

if not TYPE_CHECKING:
    _OF_API = ("Battle", "BattleState", "RecordError", "battle", "replay")
    __getattr__ = lazy_getattr(
        __name__, {**dict.fromkeys(_OF_API, "sightline.api"), "IllegalAction": "sightline.battles"}
    )
