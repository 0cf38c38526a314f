"""Request and response bodies of the routes about lessons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from sightline.rules import Finding
from sightline.server.matches.match_scene import MatchSceneRequest

Json = Mapping[str, Any]
Actions = list[dict[str, Any]]


class ListedLesson(Struct, frozen=True):
    """A lesson in a list: what it teaches, and how many tasks it has."""

    key: str
    title: str
    about: str
    tasks: int


class LessonRequest(Struct, kw_only=True):
    """A lesson under way, stated by the learner's own actions from its start, in order.

    The answer has the entries after number `after`.
    """

    actions: Actions
    after: int = 0
    lang: str | None = None


class LessonQuestion(Struct, kw_only=True):
    """A question about a lesson after these actions, as the WebSocket of a battle answers it.

    `what` is "legal", "preview", "forecast", "hint" or "read".
    """

    actions: Actions
    query: Mapping[str, Any]
    lang: str | None = None


class LessonSceneRequest(MatchSceneRequest, kw_only=True):
    """The board of a lesson after these actions in layers for a screen, with the keys of a scene of a battle."""

    actions: Actions


class LessonEntry(Struct, frozen=True, kw_only=True):
    """The start of a lesson, which has number 1, or a step: the side, the events, also in words, and the state."""

    n: int
    by: str | None
    action: Json | None
    events: Sequence[Json]
    state: Json
    to_act: str | None
    turn: str | None
    words: Sequence[str]
    findings: Sequence[Json]


class ToldTask(Struct, frozen=True, kw_only=True):
    """A task in words, with cells to `show`; `after` is the number of the entry that fulfilled it, null until then."""

    text: str
    hint: str
    done: str
    show: Sequence[str]
    after: int | None


class RefusedAction(Struct, frozen=True):
    """The reasons why an action is not legal."""

    message: str
    findings: Sequence[Finding]


class LessonAnswer(Struct, frozen=True, kw_only=True):
    """The answer to a question in a lesson, or its refusal."""

    answer: Any = None
    refused: RefusedAction | None = None


class LessonPlayed(Struct, frozen=True, kw_only=True):
    """The state of a lesson after actions, including the other side's turns.

    - `level` is the computer player of the other side, null if it only passes; `dice` says where the dice come from.
    - `slips` are the mistakes that lead away from the current task.
    - `refused` says why the last action is not legal, if so: it is then ignored.
    - `next` is the key of the next lesson.
    """

    key: str
    title: str
    rules: str
    about: str
    dice: str
    learner: str
    level: str | None
    sides: Sequence[str]
    n: int
    entries: Sequence[LessonEntry]
    tasks: Sequence[ToldTask]
    slips: Sequence[str]
    refused: RefusedAction | None
    result: Json | None
    next: str | None
