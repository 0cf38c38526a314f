"""Scenarios, answers and battles: the public interface of the library.

```python
s = sightline.load("across-the-rubble.yaml")
v = s.shot("A", "T")
v.legal, v.odds and v.odds.hit
```
"""

from typing import TYPE_CHECKING

from sightline._lazy import lazy_names
from sightline.api.answer import Answer
from sightline.api.answer_types import (
    AdviseAnswer,
    LineAnswer,
    ReachAnswer,
    ReachOutlineAnswer,
    ReachWayAnswer,
    ResolveAnswer,
    SeeAnswer,
    SeePiecesAnswer,
    ShotAnswer,
    StrikeAnswer,
    ThreatAnswer,
    WhyNotAnswer,
)
from sightline.api.board_search import DEFAULT_SECONDS
from sightline.api.loader import load, parse
from sightline.api.scenario import Scenario
from sightline.api.team_value import Team, load_team, parse_team
from sightline.formats.arguments import ArgumentError
from sightline.formats.problems import Problem, ScenarioError

if TYPE_CHECKING:
    from sightline.api.battle_records import RecordError, replay
    from sightline.api.battle_state import BattleState
    from sightline.api.battles import Battle, battle
    from sightline.api.chart import Chart
    from sightline.api.ready import ready_maps, ready_teams
    from sightline.formats.edits.edit_application import EditGone

__all__ = [
    "DEFAULT_SECONDS",
    "AdviseAnswer",
    "Answer",
    "ArgumentError",
    "Battle",
    "BattleState",
    "Chart",
    "EditGone",
    "LineAnswer",
    "Problem",
    "ReachAnswer",
    "ReachOutlineAnswer",
    "ReachWayAnswer",
    "RecordError",
    "ResolveAnswer",
    "Scenario",
    "ScenarioError",
    "SeeAnswer",
    "SeePiecesAnswer",
    "ShotAnswer",
    "StrikeAnswer",
    "Team",
    "ThreatAnswer",
    "WhyNotAnswer",
    "battle",
    "load",
    "load_team",
    "parse",
    "parse_team",
    "ready_maps",
    "ready_teams",
    "replay",
]

if not TYPE_CHECKING:
    _BATTLES, _READY, _RECORDS = "sightline.api.battles", "sightline.api.ready", "sightline.api.battle_records"
    _MODULE_OF = {
        "Battle": _BATTLES,
        "BattleState": "sightline.api.battle_state",
        "battle": _BATTLES,
        "Chart": "sightline.api.chart",
        "EditGone": "sightline.formats.edits.edit_application",
        "RecordError": _RECORDS,
        "ready_maps": _READY,
        "ready_teams": _READY,
        "replay": _RECORDS,
    }
    __getattr__, __dir__ = lazy_names(__name__, _MODULE_OF)
