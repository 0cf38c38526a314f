"""The plan of a lesson that teaches a game by playing it: its tasks, and when each is done.

A goal is stated as patterns of events and of the state, in the JSON of the game, so that this module does not depend on
any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from sightline.i18n import N_, _

AT_LEAST, AT_MOST, NOT = "at-least", "at-most", "not"
_BOUNDS = frozenset({AT_LEAST, AT_MOST})
_DICE = N_("The dice of a lesson come from the seed {seed}, so that they fall the same for everybody.")


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """The goal of a task: all `events` and none of `without` have happened since it began, and `state` matches.

    A mapping as pattern matches mappings that have at least its keys, with matching values; a list matches if any of
    its items does; `{at-least: N}` and `{at-most: N}` match numbers, `{not: PATTERN}` matches what the pattern does
    not, and any other value matches an equal one.
    """

    events: tuple[Any, ...] = ()
    without: tuple[Any, ...] = ()
    state: Any = None

    def is_reached(self, events: Iterable[Mapping[str, Any]], state: Mapping[str, Any]) -> bool:
        """Return whether the goal is reached, from the JSON of the events since the task began and of the state."""
        happened = [*events]
        return (
            all(any(matches(each, event) for event in happened) for each in self.events)
            and not any(matches(each, event) for each in self.without for event in happened)
            and (self.state is None or matches(self.state, state))
        )


class Slip(Struct, frozen=True, forbid_unknown_fields=True):
    """A mistake that leads away from the goal of a task, with the message about it in English."""

    when: Goal
    text: str


class LessonTask(Struct, frozen=True, forbid_unknown_fields=True):
    """One task of a lesson, with its texts in English.

    `text` says what to do, `hint` how, and `done`, if not empty, what the task has shown. `show` are cells to mark.
    """

    text: str
    hint: str
    until: Goal
    done: str = ""
    show: tuple[str, ...] = ()
    slips: tuple[Slip, ...] = ()


class LessonPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of a lesson about a position.

    - `about` says in English what it teaches.
    - `learner` is the side of the learner. `opponent` plays the other one: a computer player, or a kind of action, such
      as ending a turn, that is taken whenever possible.
    - `seed` is that of the dice.
    - `like` are the roster characters on which pieces are based, by the name of the piece.
    """

    about: str
    learner: str
    opponent: str
    seed: str
    tasks: tuple[LessonTask, ...]
    like: Mapping[str, str] = {}

    def texts(self) -> Iterable[str]:
        """Yield all texts, in English."""
        yield self.about
        for task in self.tasks:
            yield from (task.text, task.hint)
            yield from (each.text for each in task.slips)
            if task.done:
                yield task.done

    def dice_in_words(self) -> str:
        """Return where the dice come from, in the current language."""
        return _(_DICE).format(seed=self.seed)


def matches(pattern: Any, value: Any) -> bool:
    """Return whether a JSON value matches a pattern; see `Goal`."""
    if isinstance(pattern, Mapping):
        if pattern and pattern.keys() <= _BOUNDS:
            return _is_within(pattern, value)
        if pattern.keys() == {NOT}:
            return not matches(pattern[NOT], value)
        return isinstance(value, Mapping) and all(
            key in value and matches(wanted, value[key]) for key, wanted in pattern.items()
        )
    if isinstance(pattern, list | tuple):
        return any(matches(each, value) for each in pattern)
    return bool(pattern == value)


def _is_within(bounds: Mapping[str, Any], value: Any) -> bool:
    if not isinstance(value, int | float):
        return False
    return bool(bounds.get(AT_LEAST, value) <= value <= bounds.get(AT_MOST, value))
