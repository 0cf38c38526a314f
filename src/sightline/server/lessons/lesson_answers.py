"""Lessons played in worker processes, which cache those played last, so that the next action is a single step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec
from msgspec import structs

from sightline.api import ArgumentError, Battle
from sightline.api.lessons import Lesson, read_lessons
from sightline.battles.match import Query, Refused
from sightline.formats.arguments import refuse_argument
from sightline.formats.problems import ScenarioError
from sightline.i18n import _, use_language
from sightline.players import PLAYERS
from sightline.players.lesson_play import LessonPlay
from sightline.rules.json_values import to_builtins
from sightline.server.http_refusals import HttpRefusal
from sightline.server.lessons.lesson_bodies import (
    Actions,
    LessonAnswer,
    LessonEntry,
    LessonPlayed,
    LessonQuestion,
    LessonRequest,
    LessonSceneRequest,
    ListedLesson,
    RefusedAction,
    ToldTask,
)
from sightline.server.lru_cache import LruCache
from sightline.server.matches.match_messages import command_of
from sightline.server.matches.match_play import legal_action
from sightline.server.matches.match_queries import answer_about
from sightline.server.matches.match_scene import ShownMoment

MAX_ACTIONS = 80
_MAX_CACHED = 64
_MAX_SHOWN = 60
_START = 1
"""The number of the entry of the start."""
_QUERIES = ("legal", "preview", "forecast", "hint", "read")

_PLAYS = LruCache[bytes, LessonPlay](_MAX_CACHED)
"""The cache of this process: lessons after some actions. They must not be modified."""


def list_lessons(system: str, language: str) -> list[ListedLesson]:
    """Return the lessons of a system in order. Raise `HttpRefusal` if it has none."""
    with use_language(language):
        return [
            ListedLesson(key, _(lesson.scenario.title), _(lesson.plan.about), len(lesson.plan.tasks))
            for key, lesson in _lessons_of(system).items()
        ]


def play_lesson(system: str, key: str, request: LessonRequest, language: str) -> bytes:
    """Return the JSON of a `LessonPlayed`. Raise `HttpRefusal`, `ScenarioError` and `Refused`."""
    with use_language(language):
        refused = None
        try:
            play = _play(system, key, request.actions)
        except _LastRefused as error:
            refused, play = RefusedAction(error.message, error.findings), _play(system, key, request.actions[:-1])
        return msgspec.json.encode(_describe(play, request.after, refused, system))


def answer_in_lesson(system: str, key: str, request: LessonQuestion, language: str) -> bytes:
    """Return the JSON of a `LessonAnswer`. Raise `HttpRefusal`, `ScenarioError` and `Refused`."""
    with use_language(language):
        query = _query(request.query)
        play = _play(system, key, request.actions)
        try:
            answer = answer_about(query, _battle(play, len(play.run.steps), language), play.lesson.plan.learner)
        except Refused as refused:
            return msgspec.json.encode(LessonAnswer(refused=RefusedAction(refused.message, refused.findings)))
        return msgspec.json.encode(LessonAnswer(answer=to_builtins(answer)))


def draw_lesson(system: str, key: str, request: LessonSceneRequest, language: str) -> bytes:
    """Return the JSON of a scene of a lesson. Raise `HttpRefusal`, `ScenarioError` and `Refused`."""
    with use_language(language):
        play = _play(system, key, request.actions)
        last = len(play.run.steps)
        steps = last if request.after is None else min(max(0, request.after - _START), last)
        battle = _battle(play, steps, language)
        shown, like = ShownMoment.of(battle), play.lesson.plan.like
        sheets = {name: structs.replace(sheet, like=like.get(name)) for name, sheet in shown.sheets.items()}
        phase = "over" if battle.run.result else "battle"
        return shown._replace(sheets=sheets).encode(steps + _START, phase, request)


@cache
def _every_lesson(system: str) -> Mapping[str, Lesson]:
    return read_lessons(system)


def _lessons_of(system: str) -> Mapping[str, Lesson]:
    try:
        return _every_lesson(system)
    except ArgumentError as error:
        raise HttpRefusal(HTTPStatus.NOT_FOUND) from error


class _LastRefused(Refused):
    """Raised if the last action of a request is refused."""


def _play(system: str, key: str, actions: Actions) -> LessonPlay:
    """Return a lesson after actions of the learner."""
    lesson = _lessons_of(system).get(key)
    if lesson is None:
        raise HttpRefusal(HTTPStatus.NOT_FOUND)
    if len(actions) > MAX_ACTIONS:
        message = _("a lesson is played with at most {most} actions").format(most=MAX_ACTIONS)
        raise refuse_argument("actions", str(len(actions)), message)
    keys = [msgspec.json.encode([system, key, actions[:number]]) for number in range(len(actions) + 1)]
    known = next((number for number in range(len(actions), -1, -1) if keys[number] in _PLAYS), 0)
    cached = _PLAYS.get(keys[known])
    if cached is not None and known == len(actions):
        return cached
    play = LessonPlay(lesson) if cached is None else cached.copy()
    for number, action in enumerate(actions[known:], start=known + 1):
        try:
            play.take(legal_action(Battle(lesson.scenario, play.run), action, [lesson.plan.learner]))
        except Refused as refused:
            kind = _LastRefused if number == len(actions) else Refused
            raise kind(refused.message, refused.findings) from refused
    return _PLAYS.put(keys[-1], play)


def _query(stated: Mapping[str, Any]) -> Query:
    """Return a parsed question. Raise `ScenarioError`."""
    what = str(stated.get("what"))[:_MAX_SHOWN]
    if what not in _QUERIES:
        message = _("a question about a lesson is one of {kinds}").format(kinds=", ".join(_QUERIES))
        raise refuse_argument("query", what, message, _QUERIES)
    try:
        query = command_of(stated)
    except ScenarioError as error:
        raise refuse_argument("query", what, str(error)) from error
    assert isinstance(query, Query)
    return query


def _battle(play: LessonPlay, steps: int, language: str) -> Battle:
    """Return the battle of a lesson as it was after `steps` steps, in a language."""
    return Battle(play.lesson.scenario_in(language), play.run.after_step(steps))


def _describe(play: LessonPlay, after: int, refused: RefusedAction | None, system: str) -> LessonPlayed:
    """Return the state of a lesson in words of the current language."""
    lesson, run = play.lesson, play.run
    keys = [*_lessons_of(system)]
    return LessonPlayed(
        key=lesson.key,
        title=_(lesson.scenario.title),
        rules=system,
        about=_(lesson.plan.about),
        dice=lesson.plan.dice_in_words(),
        learner=lesson.plan.learner,
        level=lesson.plan.opponent if lesson.plan.opponent in PLAYERS else None,
        sides=run.sides,
        n=len(run.steps) + _START,
        entries=[_entry(play, steps) for steps in range(max(0, after), len(run.steps) + 1)],
        tasks=_tasks(play),
        slips=[_(slip.text) for slip in play.slips()],
        refused=refused,
        result=run.result,
        next=next(iter(keys[keys.index(lesson.key) + 1 :]), None),
    )


def _tasks(play: LessonPlay) -> Sequence[ToldTask]:
    done = [steps + _START for steps in play.done_after]
    return [
        ToldTask(
            text=_(task.text),
            hint=_(task.hint),
            done=_(task.done) if task.done else "",
            show=task.show,
            after=done[number] if number < len(done) else None,
        )
        for number, task in enumerate(play.lesson.plan.tasks)
    ]


def _entry(play: LessonPlay, steps: int) -> LessonEntry:
    """Return the entry of the start (`steps` 0), or of the step with that number."""
    run, game = play.run, play.run.game
    step = run.steps[steps - 1] if steps else None
    state = run.start if step is None else step.state
    return LessonEntry(
        n=steps + _START,
        by=None if step is None else run.side_of(step),
        action=None if step is None else to_builtins(step.action),
        events=to_builtins(run.opening if step is None else step.events),
        state=to_builtins(game.to_json(state)),
        to_act=game.to_act(state),
        turn=game.active(state),
        words=run.tell(step),
        findings=() if step is None else [to_builtins(each) for each in run.findings_of(step)],
    )
