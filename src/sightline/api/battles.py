"""Battles as a user of the library meets them.

```python
b = sightline.battle(scenario, seed=7)
for action in b.legal(): print(action)
b.apply({"do": "end", "who": "Ana"})
```
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sightline import battles
from sightline._version import __version__
from sightline.api.scenario import Scenario
from sightline.formats import scenario_reader as files
from sightline.formats.deployment import choose_formations, deploy_teams
from sightline.formats.json_answers import phases_answer
from sightline.formats.problems import Problems, ScenarioError
from sightline.formats.yaml_tree import Source
from sightline.i18n import _, use_language
from sightline.rules import Dice, NotAnswered, Playable, Systems, require
from sightline.rules.game import Action, Check

if TYPE_CHECKING:
    from collections.abc import Iterator


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
        self.run = run

    @property
    def state(self) -> BattleState:
        """The state as it is now."""
        return self._state_of(self.run.state)

    @property
    def phase(self) -> str | None:
        """The name of the phase that the battle is in, None where its system says nothing of phases."""
        phase = self.run.game.phase(self.run.state)
        return None if phase is None else phase.phase

    @property
    def phases(self) -> list[dict[str, Any]]:
        """The phases of such a battle: who acts in each, what can be done, and what follows."""
        with use_language(self.scenario.language):
            return phases_answer(self.run.rules)

    def snapshot(self) -> Scenario:
        """Give the scenario as it stands now, which can be drawn and asked like any other."""
        data = self.scenario.data
        position = self.run.game.position(self.run.state)
        now = dataclasses.replace(data, position=position, zones=MappingProxyType({}), teams=())
        return Scenario(now, self.scenario.language)

    def legal(self) -> list[dict[str, Any]]:
        """Give the actions that may be taken now, without resigning; of moves one path for each tile."""
        return [battles.to_plain(action) for action in self.run.legal()]

    def check(self, action: Mapping[str, Any]) -> Check:
        """Tell whether an action may be taken now (`legal`), and all about it (`findings`).

        Raises ValueError for what is no action.
        """
        with use_language(self.scenario.language):
            return self.run.check(self._parsed(action))

    def preview(self, action: Mapping[str, Any]) -> dict[str, Any]:
        """Give what an action would come to, as far as it is known without dice, with odds as fractions.

        Raises as `apply` does.
        """
        with use_language(self.scenario.language):
            return dict(self.run.preview(self._parsed(action)))

    def foretell(self, action: Mapping[str, Any]) -> list[str]:
        """Say what `preview` gives, in phrases of which the weightiest comes first."""
        with use_language(self.scenario.language):
            parsed = self._parsed(action)
            return list(self.run.game.describe_preview(parsed, self.run.preview(parsed)))

    def apply(self, action: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Take an action and give what happens, in order.

        Raises `IllegalAction` for one that may not be taken, and ValueError for what is no action; neither changes
        anything.
        """
        with use_language(self.scenario.language):
            step = self.run.apply(self._parsed(action))
        return [battles.to_plain(event) for event in step.events]

    def undo(self) -> BattleState:
        """Take the latest action back and give the state before it; the dice go on. Raises IndexError for none."""
        with use_language(self.scenario.language):
            return self._state_of(self.run.undo())

    def forecast(self, turns: int) -> list[dict[str, Any]]:
        """Give the next turns to come, the one under way left out."""
        return [battles.to_plain(coming) for coming in self.run.forecast(turns)]

    def record(self) -> str:
        """Give the text of the record file so far, which `replay` reads."""
        return battles.format_record(self.run)

    def to_json(self, *, indent: int = 2) -> str:
        """Give the record of the battle so far as JSON text; an indent of 0 puts it on one line."""
        return json.dumps(self.run.to_json(), ensure_ascii=False, indent=indent or None)

    def _state_of(self, state: Any) -> BattleState:
        return BattleState(battles.to_plain(self.run.game.to_json(state)))

    def _parsed(self, action: Mapping[str, Any]) -> Action:
        return battles.parse_action(self.run.game, action)


def battle(
    scenario: Scenario, *, seed: int | str = 1, formations: Mapping[str, str] | None = None, limit: int = LIMIT
) -> Battle:
    """Begin a battle from a scenario with its pieces where they stand; the same seed, the same dice.

    Teams stand in their formations, by side: in their first ones unless told. It ends without a winner where the next
    turn lies beyond so many ticks. Raises `ScenarioError`, with every problem, where the scenario is none for a battle,
    where there is no such formation, and where its rules are not played; TypeError and ValueError for a seed or a limit
    that is none.
    """
    with use_language(scenario.language):
        _check_options(seed, limit, formations)
        text = standalone(scenario)
        return Battle(
            scenario, begin(scenario, lambda _sides: Dice(seed), limit=limit, text=text, formations=formations)
        )


def is_seed(text: str) -> bool:
    """Tell whether a text can be a seed: half of a character cannot be hashed."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _check_options(seed: object, limit: object, formations: object) -> None:
    """Raise TypeError and ValueError for what is no seed, no limit or no choice of formations."""
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise TypeError(_("a seed is a whole number or a text, and not {found!r}").format(found=seed))
    if isinstance(seed, str) and not is_seed(seed):
        raise ValueError(_("a seed is a text of whole characters, and not {found!r}").format(found=seed))
    if isinstance(limit, bool) or not isinstance(limit, int):
        raise TypeError(_("a limit is a whole number of ticks, and not {found!r}").format(found=limit))
    if limit < 0:
        raise ValueError(_("a limit is a number of ticks, 0 or more, and not {found}").format(found=limit))
    if formations is not None and not (
        isinstance(formations, Mapping) and all(isinstance(text, str) for each in formations.items() for text in each)
    ):
        message = _("formations are names by side, as in {example}, and not {found!r}")
        raise TypeError(message.format(example={"red": "wedge"}, found=formations))


def begin(
    scenario: Scenario,
    dice: Callable[[Sequence[str]], Dice],
    *,
    limit: int,
    text: str,
    formations: Mapping[str, str] | None = None,
    version: str = __version__,
) -> battles.Battle:
    """Begin a battle with the dice that there are between its sides; `text` is what its record calls the scenario.

    Raises `ScenarioError` as `battle` does.
    """
    with _playing(scenario):
        game = require(scenario.rules, Playable).game()
        chosen = choose_formations(scenario.data, formations)
        position = deploy_teams(scenario.data, chosen).position
        problems = Problems("-")
        for wrong in game.check_start(position):
            key = f"pieces.{wrong.key}" if wrong.key else "pieces"
            problems.add(None, key, wrong.message, allowed=wrong.allowed)
        problems.raise_if_any()
        sides = game.sides(position)
        return battles.Battle(
            scenario.rules,
            position,
            sides,
            dice(sides),
            limit=limit,
            scenario=text,
            formations=chosen,
            version=version,
        )


def standalone(scenario: Scenario) -> str:
    """Give the text of a scenario, unchanged unless it cannot be read without the files beside it."""
    try:
        files.parse_scenario(Source("-", scenario.source), Systems({}, {scenario.rules.key: scenario.rules}))
    except ScenarioError:
        return scenario.to_yaml()
    return scenario.source


@contextmanager
def _playing(scenario: Scenario) -> Iterator[None]:
    try:
        yield
    except NotAnswered as error:
        problems = Problems("-")
        problems.add(None, "rules", str(error), found=scenario.rules.key)
        raise ScenarioError(problems.found) from error
