"""The referee for tactical tabletop games: who can see and hit whom, with what odds, and which clause says so.

```python
s = sightline.load("across-the-rubble.yaml")
v = s.shot("A", "T")
v.legal, v.sight, v.odds and v.odds.hit
```

`Scenario` lists all questions, `Battle` all that a battle can do. Names are loaded when they are used.
"""

from typing import TYPE_CHECKING

from sightline._lazy import lazy_names
from sightline._version import __version__
from sightline.deadline import LimitExceeded, Limits, limits
from sightline.i18n import LANGUAGES
from sightline.too_much import TooMuch

if TYPE_CHECKING:
    from sightline import board, lattice, plane, render, rules
    from sightline.api import (
        AdviseAnswer,
        Answer,
        ArgumentError,
        Battle,
        BattleState,
        Chart,
        EditGone,
        LineAnswer,
        Problem,
        ReachAnswer,
        ReachOutlineAnswer,
        ReachWayAnswer,
        RecordError,
        ResolveAnswer,
        Scenario,
        ScenarioError,
        SeeAnswer,
        SeePiecesAnswer,
        ShotAnswer,
        StrikeAnswer,
        Team,
        ThreatAnswer,
        WhyNotAnswer,
        battle,
        load,
        load_team,
        parse,
        parse_team,
        ready_maps,
        ready_teams,
        replay,
    )
    from sightline.battles import IllegalAction
    from sightline.extras import MissingExtra
    from sightline.render.raster.glyphs import MissingGlyphs
    from sightline.rules import Effect, Sight, Verdict

__all__ = [
    "LANGUAGES",
    "AdviseAnswer",
    "Answer",
    "ArgumentError",
    "Battle",
    "BattleState",
    "Chart",
    "EditGone",
    "Effect",
    "IllegalAction",
    "LimitExceeded",
    "Limits",
    "LineAnswer",
    "MissingExtra",
    "MissingGlyphs",
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
    "Sight",
    "StrikeAnswer",
    "Team",
    "ThreatAnswer",
    "TooMuch",
    "Verdict",
    "WhyNotAnswer",
    "__version__",
    "battle",
    "board",
    "lattice",
    "limits",
    "load",
    "load_team",
    "parse",
    "parse_team",
    "plane",
    "ready_maps",
    "ready_teams",
    "render",
    "replay",
    "rules",
]

if not TYPE_CHECKING:
    _ELSEWHERE = {
        **dict.fromkeys(("Effect", "Sight", "Verdict"), "sightline.rules"),
        "IllegalAction": "sightline.battles",
        "MissingExtra": "sightline.extras",
        "MissingGlyphs": "sightline.render.raster.glyphs",
        **{package: f"sightline.{package}" for package in ("board", "lattice", "plane", "render", "rules")},
    }
    _EAGER = ("LANGUAGES", "LimitExceeded", "Limits", "TooMuch", "__version__", "limits")
    __getattr__, __dir__ = lazy_names(
        __name__, {name: _ELSEWHERE.get(name, "sightline.api") for name in __all__ if name not in _EAGER}
    )
