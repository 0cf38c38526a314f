"""Files of lessons: a scenario, a line `---`, and the plan of the lesson."""

from __future__ import annotations

import yaml
from msgspec import ValidationError, convert

from sightline.battles.lesson_plan import LessonPlan
from sightline.i18n import _

_SEPARATOR = "\n---\n"


def split_lesson(text: str, file: str) -> tuple[str, LessonPlan]:
    """Return the text of the scenario of a lesson, and its plan. Raise ValueError with the problem and its place."""
    scenario, separator, plan = text.partition(_SEPARATOR)
    if not separator:
        raise ValueError(_("{file}: a lesson is a scenario, a line ---, and its plan").format(file=file))
    try:
        return scenario + "\n", convert(yaml.safe_load(plan), LessonPlan)
    except (ValidationError, yaml.YAMLError) as error:
        raise ValueError(_("{file}: plan of the lesson: {reason}").format(file=file, reason=error)) from error
