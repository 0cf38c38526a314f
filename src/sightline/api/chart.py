"""Charts: the verdicts of many attacks as a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, overload

from sightline.api.answer_types import ShotAnswer
from sightline.api.drawable import Drawable
from sightline.api.own_language import in_own_language
from sightline.formats.arguments import check_range, checked
from sightline.formats.json_text import MAX_INDENT, to_json
from sightline.render.primitives.colours import Colours
from sightline.render.scenes.parts import ChartLines

if TYPE_CHECKING:
    from sightline.api.scenario import Scenario
    from sightline.render import Backdrop, Scene
    from sightline.render.primitives.screen_size import ScreenSize


@dataclass(frozen=True, repr=False)
class Chart(Drawable, Sequence[ShotAnswer]):
    """The verdicts on the attacks of a scenario, in order: a sequence of answers, and itself an immutable value."""

    scenario: Scenario
    verdicts: tuple[ShotAnswer, ...]
    lines: ChartLines | None = None
    """The choice of lines in its picture; None for as many as are legible."""

    @property
    def language(self) -> str:
        """The language of the scenario."""
        return self.scenario.language

    def __len__(self) -> int:
        return len(self.verdicts)

    @overload
    def __getitem__(self, index: int) -> ShotAnswer: ...
    @overload
    def __getitem__(self, index: slice) -> Chart: ...
    def __getitem__(self, index: int | slice) -> ShotAnswer | Chart:
        return (
            Chart(self.scenario, self.verdicts[index], self.lines) if isinstance(index, slice) else self.verdicts[index]
        )

    def __deepcopy__(self, memo: object) -> Chart:
        return self

    def __reduce__(self) -> tuple[type[Chart], tuple[Scenario, tuple[ShotAnswer, ...], ChartLines | None]]:
        return Chart, (self.scenario, self.verdicts, self.lines)  # a cached picture would be outdated

    def __repr__(self) -> str:
        return f"<Chart {self.scenario.title!r}: {len(self)} verdicts>"

    @in_own_language
    def __str__(self) -> str:
        from sightline.render.pages.chart_table import chart_headings, format_row
        from sightline.render.primitives.text_metrics import aligned

        rules = self.scenario.rules
        headings = chart_headings(rules, is_free=self.scenario.position.is_free)
        rows = aligned([headings, *(format_row(rules, verdict) for verdict in self)])
        return "\n".join([self.scenario.title, "", *rows] if self.scenario.title else rows)

    @cached_property
    @in_own_language
    def scene(self) -> Scene:
        """The content of a picture of all verdicts."""
        return self.scenario.chart_scene(self.verdicts, lines=self.lines)

    def backdrop(self, size: ScreenSize) -> Backdrop:
        """Return the backdrop of the scenario: its board or table alone."""
        return self.scenario.backdrop(size)

    @checked
    def with_lines(self, lines: ChartLines | None) -> Chart:
        """Return the chart with other lines in its picture; None for as many as are legible."""
        return replace(self, lines=lines)

    @in_own_language
    def to_csv(self) -> str:
        """Return the chart as CSV: a line with the names of the columns, then one line per verdict."""
        from sightline.render.pages.chart_table import iter_csv

        return "".join(f"{line}\r\n" for line in iter_csv(self.scenario.rules, self))

    @in_own_language
    @checked
    def to_html(self, *, size: float | None = None, colours: Colours = "colour") -> str:
        """Return the chart as an HTML page for printing: the map, the table, and the cited clauses.

        Options are those of `svg`.
        """
        from sightline.render.pages.chart_page import chart_page

        scenario = self.scenario
        return chart_page(
            scenario.rules, scenario.position, scenario.title, self, self.scene, size=size, colours=colours
        )

    @checked
    def to_json(self, *, indent: int = 2) -> str:
        """Return the list of the verdicts as JSON text; an indent of 0 puts it on one line."""
        check_range("indent", indent, 0, MAX_INDENT)
        return to_json(self.verdicts, indent=indent)

    def _identity(self) -> str:
        return f"{self.scenario.to_yaml()}{self.to_json(indent=0)}"
