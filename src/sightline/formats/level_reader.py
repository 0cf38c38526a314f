"""The reader of the level of a cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sightline.formats.readers import IntegerReader, shorten
from sightline.i18n import _

if TYPE_CHECKING:
    from sightline.formats.context import Context


class LevelReader(IntegerReader, frozen=True):
    """A level from `low` to `high`, as allowed by the rule system with the name `rules`, which is "" while unknown."""

    rules: str

    @classmethod
    def of(cls, context: Context) -> LevelReader:
        """Return the reader of the levels of a file's system."""
        return cls(context.levels[0], context.levels[-1], context.rules.title if context.rules else "")

    def complaint(self, text: str) -> str:
        if not re.fullmatch("0|-?[1-9][0-9]*", text):
            return super().complaint(text)
        message = _("level {level} is not allowed: {rules} has levels {low} to {high}")
        if not self.rules:
            message = _("level {level} is not allowed: levels go from {low} to {high}")
        return message.format(level=shorten(text), rules=self.rules, low=self.low, high=self.high)
