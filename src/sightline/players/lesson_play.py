"""Lessons under way: the learner acts, and the opponent as the lesson states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from sightline.api.battles import Battle
from sightline.api.lessons import Lesson
from sightline.battles import BattleRun, BattleStep, IllegalAction, parse_action
from sightline.battles.lesson_plan import LessonTask, Slip
from sightline.deadline import check_limit
from sightline.players.simple import PLAYERS, choose
from sightline.rules.game import Action, tag_of
from sightline.rules.json_values import to_builtins

Json = Mapping[str, Any]


class LessonPlay:
    """A lesson under way. The opponent has taken its turns, so that the learner is to act, or the battle is over.

    - `run` is the battle, `done_after` the numbers of the steps that fulfilled the tasks done so far.
    """

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.run: BattleRun = lesson.begin()
        self.done_after: list[int] = []
        self._let_opponent_play()

    def copy(self) -> LessonPlay:
        """Return an independent copy of the lesson with the same dice."""
        copied = copy(self)
        copied.run, copied.done_after = self.run.copy(), [*self.done_after]
        return copied

    @property
    def task(self) -> LessonTask | None:
        """The current task, None if all are done."""
        tasks = self.lesson.plan.tasks
        return tasks[len(self.done_after)] if len(self.done_after) < len(tasks) else None

    def slips(self) -> Sequence[Slip]:
        """Return the mistakes that have led away from the goal of the current task."""
        task = self.task
        if task is None:
            return ()
        events, state = self._events(), self._state()
        return [slip for slip in task.slips if slip.when.is_reached(events, state)]

    def take(self, stated: object) -> None:
        """Take an action of the learner, and then those of the opponent.

        Raise ValueError if it is not an action, and `IllegalAction` if it is not legal; the latter also for an action
        of the opponent.
        """
        action = parse_action(self.run.game, stated)
        check = self.run.check(action)
        side = self.run.game.side_of(self.run.state, action)
        if not check.legal or side != self.lesson.plan.learner:
            raise IllegalAction(check)
        self._take(action)
        self._let_opponent_play()

    def _take(self, action: Action) -> BattleStep:
        step = self.run.take(action)
        task = self.task
        if task is not None and task.until.is_reached(self._events(), self._state()):
            self.done_after.append(len(self.run.steps))
        return step

    def _let_opponent_play(self) -> None:
        """Let the opponent act until the learner is to act, or the battle is over."""
        game, learner = self.run.game, self.lesson.plan.learner
        while game.to_act(self.run.state) not in (None, learner):
            check_limit()
            self._take(self._opponent_action())

    def _opponent_action(self) -> Action:
        """Return the action of the opponent: chosen by its computer player, or of the kind that it always takes."""
        opponent = self.lesson.plan.opponent
        if opponent in PLAYERS:
            return parse_action(self.run.game, choose(Battle(self.lesson.scenario, self.run), opponent))
        groups = self.run.game.legal(self.run.state)
        return next((group for group in groups if tag_of(group.kind) == opponent), groups[0])[0]

    def _events(self) -> list[Json]:
        """Return the events since the current task began."""
        since = self.done_after[-1] if self.done_after else 0
        return [to_builtins(event) for step in self.run.steps[since:] for event in step.events]

    def _state(self) -> Json:
        state: Json = to_builtins(self.run.game.to_json(self.run.state))
        return state
