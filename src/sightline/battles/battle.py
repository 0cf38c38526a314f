"""A battle in progress: its states, the actions that led to them, and what can be told of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from sightline._version import __version__
from sightline.battles.canonical_json import chained, to_plain
from sightline.i18n import _
from sightline.rules import Dice, Playable, Position, Ruleset, require
from sightline.rules.game import Action, Check, Event, Game, UpcomingTurn


class IllegalAction(ValueError):
    """An action that may not be taken; `check` says why."""

    def __init__(self, check: Check) -> None:
        super().__init__(
            "; ".join(finding.why for finding in check.findings if finding.effect in ("forbids", "blocks"))
        )
        self.check = check


@dataclass(frozen=True)
class TakenBack:
    """The latest step, whose number this is, was taken back."""

    number: int


@dataclass(frozen=True, eq=False)
class Step:
    """An action that was taken, what happened, the state that it led to, and the step before it, None for the first."""

    action: Action
    events: tuple[Event, ...]
    state: Any
    before: Step | None = field(repr=False)


class Battle:
    """A battle between two sides, the first seat's first, by the rules of a system that is played.

    `scenario` is the text that it started from and `version` the program that it was begun with, both kept for the
    record. `log` holds all that was done, with what was taken back. Raises `NotAnswered` where there is no game.
    """

    def __init__(
        self,
        rules: Ruleset[Any],
        position: Position,
        sides: Sequence[str],
        dice: Dice,
        *,
        limit: int,
        scenario: str,
        formations: Mapping[str, str] | None = None,
        version: str = __version__,
    ) -> None:
        self.rules = rules
        self.game: Game[Any] = require(rules, Playable).game()
        self.rulings = dict(position.rulings)
        self.dice = dice
        self.limit = limit
        self.scenario = scenario
        self.formations = formations
        self.version = version
        self.sides = sides
        opened = self.game.start(position, sides, limit, dice)
        self.opening, self.start = opened.events, opened.state
        self.steps: list[Step] = []
        self.log: list[Step | TakenBack] = []
        self._hashes: dict[Step, str] = {}

    @property
    def state(self) -> Any:
        """The state as it is now."""
        return self.steps[-1].state if self.steps else self.start

    def hash_of(self, step: Step) -> str:
        """Give the hash of everything up to a step, taken back or not; it is worked out when it is asked for."""
        unknown: list[Step] = []
        before: Step | None = step
        while before is not None and before not in self._hashes:
            unknown.append(before)
            before = before.before
        found = self._first_hash if before is None else self._hashes[before]
        for each in reversed(unknown):
            told = {"action": each.action, "events": each.events, "state": self.game.to_json(each.state)}
            self._hashes[each] = found = chained(found, told)
        return found

    @cached_property
    def _first_hash(self) -> str:
        first = {
            "rules": self.rules.key,
            "rules_revision": self.rules.revision,
            "rulings": self.rulings,
            "scenario": self.scenario,
            "start": self.game.to_json(self.start),
        }
        return chained("", first)

    def check(self, action: Action) -> Check:
        """Tell whether an action may be taken now, and everything that speaks against it."""
        return self.game.check(self.state, action)

    def preview(self, action: Action) -> Mapping[str, Any]:
        """Give what an action comes to, as far as it is known without dice. Raises `IllegalAction`."""
        self._must_be_legal(action)
        return self.game.preview(self.state, action)

    def _must_be_legal(self, action: Action) -> None:
        check = self.check(action)
        if not check.legal:
            raise IllegalAction(check)

    def apply(self, action: Action) -> Step:
        """Take an action. Raises `IllegalAction`, and changes nothing then."""
        self._must_be_legal(action)
        return self.take(action)

    def take(self, action: Action) -> Step:
        """Take an action that `legal` has given for the state as it is now: it is not checked once more."""
        state, events = self.game.apply(self.state, action, self.dice)
        step = Step(action, events, state, self.steps[-1] if self.steps else None)
        self.steps.append(step)
        self.log.append(step)
        return step

    def undo(self) -> Any:
        """Take the latest action back and give the state before it; the dice go on. Raises IndexError for none."""
        number = len(self.steps)
        if not number:
            raise IndexError(_("nothing has been done that could be taken back"))
        self.steps.pop()
        self.log.append(TakenBack(number))
        return self.state

    def legal(self) -> list[Action]:
        """Give the actions that may be taken now, without giving up."""
        return [*chain.from_iterable(self.game.legal(self.state))]

    def forecast(self, turns: int) -> Sequence[UpcomingTurn]:
        """Give the next turns to come."""
        return self.game.forecast(self.state, turns)

    @property
    def result(self) -> Mapping[str, Any] | None:
        """How the battle has ended, None while it goes on."""
        over = self.game.result(self.state)
        return None if over is None else {"winner": over.winner, "how": over.how}

    def to_json(self) -> Mapping[str, Any]:
        """Give the record of the battle as JSON has it."""
        return {
            "sightline": self.version,
            "rules": self.rules.key,
            "rules_revision": self.rules.revision,
            "rulings": self.rulings,
            "scenario": self.scenario,
            "formations": self.formations,
            "seed": self.dice.seed if self.result else None,
            "limit": self.limit,
            "opening": to_plain(self.opening),
            "start": to_plain(self.game.to_json(self.start)),
            "steps": [self._step(number, step) for number, step in enumerate(self.steps, start=1)],
            "result": self.result,
        }

    def _step(self, number: int, step: Step) -> Mapping[str, Any]:
        return {
            "n": number,
            "action": to_plain(step.action),
            "events": to_plain(step.events),
            "hash": self.hash_of(step),
            "state": to_plain(self.game.to_json(step.state)),
        }
