"""Battles as a user of the library meets them.

```python
b = sightline.battle(scenario, seed=7)
for action in b.legal(): print(action)
b.apply({"do": "end", "who": "Ana"})
```
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sightline import battles
from sightline._version import __version__
from sightline.formats.problems import Problems, ScenarioError
from sightline.language import speaking
from sightline.rules import NotAnswered
from sightline.rules.game import Action, Check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sightline.api.scenario import Scenario

LIMIT = 1000
"""How many ticks a battle lasts at most unless told."""
SEATS = 2


class BattleState:
    """The state of a battle at one moment. Every key of its JSON is an attribute."""

    def __init__(self, value: Mapping[str, Any]) -> None:
        self._value = value

    def __getattr__(self, key: str) -> Any:
        if key == "_value" or key not in self._value:  # not set yet, as while copying
            raise AttributeError(key)
        return self._value[key]

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self._value]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BattleState) and self._value == other._value

    def __hash__(self) -> int:
        return hash(battles.canonical(self._value))

    def __repr__(self) -> str:
        return self.to_json(indent=0)

    def to_json(self, *, indent: int = 2) -> str:
        """Give the state as JSON text; an indent of 0 puts it on one line."""
        return json.dumps(self._value, ensure_ascii=False, indent=indent or None)


class Battle:
    """A battle in progress. Actions are dictionaries, as `legal` gives them and as records have them."""

    def __init__(self, scenario: Scenario, run: battles.Battle) -> None:
        self.scenario = scenario
        self._run = run

    @property
    def state(self) -> BattleState:
        """The state as it is now."""
        return self._state_of(self._run.state)

    def legal(self) -> list[dict[str, Any]]:
        """Give the actions that may be taken now, without resigning; of moves one path for each tile."""
        return [battles.to_plain(action) for action in self._run.legal()]

    def check(self, action: Mapping[str, Any]) -> Check:
        """Tell whether an action may be taken now (`legal`), and all about it (`findings`).

        Raises ValueError for what is no action.
        """
        with speaking(self.scenario.language):
            return self._run.check(self._parsed(action))

    def apply(self, action: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Take an action and give what happens, in order.

        Raises `IllegalAction` for one that may not be taken, and ValueError for what is no action; neither changes
        anything.
        """
        with speaking(self.scenario.language):
            step = self._run.apply(self._parsed(action))
        return [battles.to_plain(event) for event in step.events]

    def undo(self) -> BattleState:
        """Take the latest action back and give the state before it; the dice go on. Raises IndexError for none."""
        return self._state_of(self._run.undo())

    def forecast(self, turns: int) -> list[dict[str, Any]]:
        """Give the next turns to come, the one under way left out."""
        return [battles.to_plain(coming) for coming in self._run.forecast(turns)]

    def to_json(self, *, indent: int = 2) -> str:
        """Give the record of the battle so far as JSON text; an indent of 0 puts it on one line."""
        return json.dumps(self._run.to_json(__version__), ensure_ascii=False, indent=indent or None)

    def _state_of(self, state: Any) -> BattleState:
        return BattleState(battles.to_plain(self._run.game.to_json(state)))

    def _parsed(self, action: Mapping[str, Any]) -> Action:
        return battles.parse_action(self._run.game, action)


def battle(scenario: Scenario, *, seed: int | str = 1, limit: int = LIMIT) -> Battle:
    """Begin a battle from a scenario with its pieces where they stand; the same seed, the same dice.

    It ends without a winner where the next turn lies beyond so many ticks. Raises `ScenarioError`, with every problem,
    where the scenario is none for a battle, and where its rules are not played.
    """
    with speaking(scenario.language), _playing(scenario):
        game = scenario.rules.game()
        problems = Problems("-")
        for wrong in game.check_start(scenario.position):
            key = f"pieces.{wrong.key}" if wrong.key else "pieces"
            problems.add(None, key, wrong.message, allowed=wrong.allowed)
        problems.raise_if_any()
        sides = game.sides(scenario.position)
        run = battles.Battle(
            scenario.rules, scenario.position, sides, seed=str(seed), limit=limit, scenario=scenario.source
        )
    return Battle(scenario, run)


@contextmanager
def _playing(scenario: Scenario) -> Iterator[None]:
    try:
        yield
    except NotAnswered as error:
        problems = Problems("-")
        problems.add(None, "rules", str(error), found=scenario.rules.key)
        raise ScenarioError(problems.found) from error
