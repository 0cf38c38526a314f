"""Scenarios and answers as a user of the library meets them.

```python
s = sightline.load("across-the-rubble.yaml")
v = s.shot("A", "T")
v.legal, v.odds.hit
```
"""

from sightline.api.answer import Answer
from sightline.api.battle import Battle, BattleState, battle
from sightline.api.records import RecordError, replay
from sightline.api.scenario import SECONDS, Scenario, load, parse
from sightline.formats.problems import Problem, ScenarioError

__all__ = [
    "SECONDS",
    "Answer",
    "Battle",
    "BattleState",
    "Problem",
    "RecordError",
    "Scenario",
    "ScenarioError",
    "battle",
    "load",
    "parse",
    "replay",
]
