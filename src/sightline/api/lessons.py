"""The lessons of a rule system, each a position with tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec import structs

from sightline.api.battles import LIMIT, begin
from sightline.api.loader import parse
from sightline.api.scenario import Scenario
from sightline.api.system_by_key import require_system
from sightline.battles import BattleRun
from sightline.battles.lesson_plan import LessonPlan
from sightline.formats.files import read_path
from sightline.formats.lesson_reader import split_lesson
from sightline.i18n import _, use_language
from sightline.rules import Dice, Systems, Taught

_LESSON: Final = ".lesson.yaml"


@dataclass(frozen=True)
class Lesson:
    """A lesson: its initial position, in English, and its plan."""

    key: str
    scenario: Scenario
    plan: LessonPlan

    def begin(self) -> BattleRun:
        """Return the battle of the lesson before its first action."""
        seed = self.plan.seed
        return begin(self.scenario, lambda _sides: Dice(seed), limit=LIMIT, text=self.scenario.source)

    def scenario_in(self, language: str) -> Scenario:
        """Return the position with its title in a language."""
        with use_language(language):
            return Scenario(structs.replace(self.scenario.data, title=_(self.scenario.title)), language)


def read_lessons(system: str, *, systems: Systems | None = None) -> Mapping[str, Lesson]:
    """Return the lessons of a rule system by key, in order.

    Raise `ArgumentError` if the system is unknown or has no lessons, and ValueError if a file is invalid.
    """
    folder = require_system(system, Taught, systems).lesson_folder
    lessons = [_read(path, systems) for path in sorted(folder.glob(f"*{_LESSON}"))]
    return MappingProxyType({lesson.key: lesson for lesson in lessons})


def _read(path: Path, systems: Systems | None) -> Lesson:
    text, plan = split_lesson(read_path(path).text, path.name)
    with use_language("en"):
        scenario = parse(text, systems=systems, file=path.name)
    return Lesson(path.name.removesuffix(_LESSON), scenario, plan)
