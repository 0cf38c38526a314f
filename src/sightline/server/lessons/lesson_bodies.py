"""The bodies of requests about lessons, and of their answers."""

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
    """A lesson as somebody plays it: their own actions so far, from its start, in order.

    The answer has the entries behind `after`.
    """

    actions: Actions
    after: int = 0
    lang: str | None = None


class LessonQuestion(Struct, kw_only=True):
    """A question about a lesson after these actions: one that the connection of a battle answers, with its key `what`.

    It is "legal", "preview", "forecast", "hint" or "read".
    """

    actions: Actions
    query: Mapping[str, Any]
    lang: str | None = None


class LessonSceneRequest(MatchSceneRequest, kw_only=True):
    """The board of a lesson after these actions in layers for a screen, with the keys of a scene of a battle."""

    actions: Actions


class LessonEntry(Struct, frozen=True, kw_only=True):
    """The start of a lesson, which has number 1, or a step: by whom, what happened, also in words, how things stand."""

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
    """A task in words, with the cells to `show`; `after` is the number of the entry that fulfilled it, if any."""

    text: str
    hint: str
    done: str
    show: Sequence[str]
    after: int | None


class RefusedAction(Struct, frozen=True):
    """Why an action may not be taken."""

    message: str
    findings: Sequence[Finding]


class LessonAnswer(Struct, frozen=True, kw_only=True):
    """The answer to a question in a lesson, or why it is refused."""

    answer: Any = None
    refused: RefusedAction | None = None


class LessonPlayed(Struct, frozen=True, kw_only=True):
    """A lesson as actions leave it, the other side's turns included.

    - `level` is the computer player of the other side, null where it only passes; `dice` says where these come from.
    - `slips` is what leads away from the task under way.
    - `refused` says why the last action may not be taken, if so: then it is as if it had not been sent.
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
