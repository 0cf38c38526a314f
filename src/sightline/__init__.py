"""The referee for tactical tabletop games: who can see and hit whom, with what odds, and which clause says so."""

from sightline._version import __version__
from sightline.api import Answer, Problem, Scenario, ScenarioError, load, parse
from sightline.extras import MissingExtra
from sightline.language import LANGUAGES
from sightline.rules import Effect, Sight, Verdict

__all__ = [
    "LANGUAGES",
    "Answer",
    "Effect",
    "MissingExtra",
    "Problem",
    "Scenario",
    "ScenarioError",
    "Sight",
    "Verdict",
    "__version__",
    "load",
    "parse",
]
