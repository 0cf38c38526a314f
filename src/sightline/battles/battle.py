"""A battle in progress: its states, and the actions that led to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from sightline._version import __version__
from sightline.battles.canonical_json import chain_hash
from sightline.battles.fair_dice import FairDice
from sightline.battles.weighed_actions import BattleHint, find_hint
from sightline.deadline import limited
from sightline.i18n import N_, _, joined
from sightline.rules import Dice, Finding, Playable, Position, Ruleset, require
from sightline.rules.game import Action, BattleOver, Check, Event, Game, UpcomingTurn
from sightline.rules.json_values import to_builtins
from sightline.rules.trial import Trial
from sightline.too_much import MAX_ACTIONS, check_amount

OUTSIDE_ENDS = ("draw", "forfeit", "time")
"""The ways in which a battle between people can end without an action."""
_TOO_MANY = N_("at most {most} legal actions are listed at once, and here there are {found}")


class IllegalAction(ValueError):
    """Raised for an action that is not legal; `check` holds the reasons."""

    def __init__(self, check: Check) -> None:
        against = (finding.why for finding in check.findings if finding.effect in ("forbids", "blocks"))
        super().__init__(joined(dict.fromkeys(against)) or _("the battle is over"))
        self.check = check


@dataclass(frozen=True)
class Takeback:
    """The undoing of the latest step; `number` is that of the step."""

    number: int


@dataclass(frozen=True, eq=False)
class BattleStep:
    """An action that was taken, its events, the state after it, and the step before it (None for the first)."""

    action: Action
    events: tuple[Event, ...]
    state: Any
    before: BattleStep | None = field(repr=False)


class BattleRun:
    """A battle between two sides by the rules of a system that can be played.

    - `sides`: the side of the first seat comes first.
    - `scenario`, `version`: the scenario text and the program version at the beginning of the battle, for the record.
    - `steps`: the steps up to the current state.
    - `log`: all steps and takebacks, in order.
    - `fair_dice`: the parts of the seed of the dice, if it was combined from several.
    - `ended`: the end of a battle without an action, such as a clock that ran out.

    Raises `NotAnswered` if the system has no game.
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
        fair_dice: FairDice | None = None,
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
        self.fair_dice = fair_dice
        self.ended: BattleOver | None = None
        opened = self.game.start(position, sides, limit, dice)
        self.opening, self.start = opened.events, opened.state
        self.steps: list[BattleStep] = []
        self.log: list[BattleStep | Takeback] = []
        self._hashes: dict[BattleStep, str] = {}

    def copy(self) -> BattleRun:
        """Return an independent copy of the battle with the same dice."""
        copied = copy(self)
        copied.steps, copied.log, copied._hashes = [*self.steps], [*self.log], dict(self._hashes)
        copied.dice = copy(self.dice)
        return copied

    def after(self, entries: int) -> BattleRun:
        """Return the battle as it was after `entries` entries of its log, with the current dice."""
        earlier = self.copy()
        earlier.log, earlier.steps, earlier.ended = self.log[:entries], [], None
        for entry in earlier.log:
            if isinstance(entry, Takeback):
                earlier.steps.pop()
            else:
                earlier.steps.append(entry)
        return earlier

    def after_step(self, number: int) -> BattleRun:
        """Return the battle as it was after a step, 0 being its start, or the current one if there is no such step.

        It has the current dice.
        """
        if number >= len(self.steps):
            return self.copy()
        earlier = self.copy()
        earlier.steps, earlier.ended = self.steps[: max(0, number)], None
        return earlier

    @property
    def state(self) -> Any:
        """The current state."""
        return self.steps[-1].state if self.steps else self.start

    def hash_of(self, step: BattleStep) -> str:
        """Return the hash of everything up to a step, taken back or not; hashes are computed on demand and cached."""
        unknown: list[BattleStep] = []
        before: BattleStep | None = step
        while before is not None and before not in self._hashes:
            unknown.append(before)
            before = before.before
        found = self._initial_hash if before is None else self._hashes[before]
        for each in reversed(unknown):
            entry = {"action": each.action, "events": each.events, "state": self.game.to_json(each.state)}
            self._hashes[each] = found = chain_hash(found, entry)
        return found

    @cached_property
    def _initial_hash(self) -> str:
        first = {
            "rules": self.rules.key,
            "rules_revision": self.rules.revision,
            "rulings": self.rulings,
            "scenario": self.scenario,
            "start": self.game.to_json(self.start),
        }
        return chain_hash("", first)

    def check(self, action: Action) -> Check:
        """Return whether an action is legal now, and all findings against it."""
        return Check(legal=False) if self.ended else self.game.check(self.state, action)

    def preview(self, action: Action) -> Mapping[str, Any]:
        """Return the deterministic part of the outcome of an action.

        Raise `IllegalAction` if it is not legal.
        """
        self._require_legal(action)
        return self.game.preview(self.state, action)

    def _require_legal(self, action: Action) -> None:
        """Raise `IllegalAction` if an action is not legal now."""
        check = self.check(action)
        if not check.legal:
            raise IllegalAction(check)

    def apply(self, action: Action) -> BattleStep:
        """Take an action and return its step. Raise `IllegalAction`, and change nothing, if it is not legal."""
        self._require_legal(action)
        return self.take(action)

    def take(self, action: Action) -> BattleStep:
        """Take an action that `legal` has returned for the current state, without checking it again."""
        state, events = self.game.apply(self.state, action, self.dice)
        step = BattleStep(action, events, state, self.steps[-1] if self.steps else None)
        self.steps.append(step)
        self.log.append(step)
        return step

    def undo(self) -> Any:
        """Undo the latest action and return the state before it; the dice are not rewound.

        Raise IndexError if there is none.
        """
        number = len(self.steps)
        if not number:
            raise IndexError(_("there is nothing to undo"))
        self.steps.pop()
        self.ended = None
        self.log.append(Takeback(number))
        return self.state

    def legal(self, side: str | None = None) -> list[Action]:
        """Return the legal actions of the side to act, or of `side`, without resigning.

        Raise `TooMuch` if there are very many.
        """
        options = [] if self.ended else [*self.game.legal(self.state, side)]
        check_amount(sum(map(len, options)), MAX_ACTIONS, "pieces", _TOO_MANY)
        return [*limited(chain.from_iterable(options), N_("actions"))]

    def end(self, winner: str | None, how: str) -> None:
        """End the battle without an action. Raise ValueError if it is over."""
        if self.result is not None:
            raise ValueError(_("the battle is over"))
        self.ended = BattleOver(winner=winner, how=how)

    def hint(self, side: str | None = None) -> BattleHint | None:
        """Return the best legal actions of the side to act, or of `side`, by value; None if there are none."""
        return None if self.ended else find_hint(self.game, self.state, side)

    def tell(self, step: BattleStep | None) -> Sequence[str]:
        """Return the narration of a step, as sentences of the current language; None is the opening."""
        if step is None:
            return [self.game.tell(event, None) for event in self.opening]
        return [self.game.tell(event, self.state_before(step)) for event in step.events]

    def findings_of(self, step: BattleStep) -> Sequence[Finding]:
        """Return the findings about the action of a step before it was taken."""
        return self.game.check(self.state_before(step), step.action).findings

    def state_before(self, step: BattleStep) -> Any:
        """Return the state in which a step was taken."""
        return self.start if step.before is None else step.before.state

    def side_of(self, step: BattleStep) -> str | None:
        """Return the side that took a step: not the side to act if it was a reaction in a turn of the other."""
        return self.game.side_of(self.state_before(step), step.action)

    def trials(self, step: BattleStep) -> Iterable[Trial]:
        """Yield the events of a step that were decided by dice, with their chances."""
        return self.game.trials(self.state_before(step), step.action, step.events)

    def forecast(self, turns: int, after: Sequence[Action] = ()) -> Sequence[UpcomingTurn]:
        """Return the next turns, assuming that the current turn ends with these actions."""
        return self.game.forecast(self.state, turns, after)

    @property
    def result(self) -> Mapping[str, Any] | None:
        """The winner and the kind of end of the battle, None while it is under way."""
        over = self.ended or self.game.result(self.state)
        return None if over is None else {"winner": over.winner, "how": over.how}

    def to_json(self) -> Mapping[str, Any]:
        """Return the record of the battle as JSON."""
        return {
            "sightline": self.version,
            "rules": self.rules.key,
            "rules_revision": self.rules.revision,
            "rulings": self.rulings,
            "scenario": self.scenario,
            "formations": self.formations,
            "seed": self.dice.seed if self.result else None,
            **self._fair_dice(),
            "limit": self.limit,
            "opening": to_builtins(self.opening),
            "start": to_builtins(self.game.to_json(self.start)),
            "steps": [self._step(number, step) for number, step in enumerate(self.steps, start=1)],
            "result": self.result,
        }

    def _fair_dice(self) -> Mapping[str, Any]:
        if self.fair_dice is None:
            return {}
        parts = self.fair_dice.parts_json() if self.result else None
        return {"dice": {"commitments": self.fair_dice.commitments_json(), "seeds": parts}}

    def _step(self, number: int, step: BattleStep) -> Mapping[str, Any]:
        return {
            "n": number,
            "action": to_builtins(step.action),
            "events": to_builtins(step.events),
            "hash": self.hash_of(step),
            "state": to_builtins(self.game.to_json(step.state)),
        }
