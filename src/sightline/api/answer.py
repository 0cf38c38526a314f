"""What a question about a scenario is answered with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct

from sightline.api.drawable import Drawable
from sightline.board import LineContacts, parse_point
from sightline.formats.json_answers import to_json
from sightline.i18n import use_language
from sightline.rules import Verdict

if TYPE_CHECKING:
    from sightline.api.scenario import Scenario
    from sightline.render import Scene, TableScene

Value = TypeVar("Value", bound=Struct)


class Answer(Drawable, Generic[Value]):
    """An answer to a question. Every key of its JSON is an attribute, with fractions and enums instead of text.

    A value like the scenario that it is about: it can be compared, copied and pickled.
    """

    def __init__(self, scenario: Scenario, value: Value, draw: Callable[[Scenario, Value], Scene | TableScene]) -> None:
        self.scenario = scenario
        self.value = value
        self._draw = draw

    def __getattr__(self, key: str) -> Any:
        if "value" not in self.__dict__:  # not set yet, as while copying
            raise AttributeError(key)
        # `from` is a word of Python, so its field has another name: getattr(answer, "from") and answer.from_ are one.
        names = dict(zip(self.value.__struct_encode_fields__, self.value.__struct_fields__, strict=True))
        return getattr(self.value, names.get(key, key))

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self.value.__struct_fields__]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and bool(other.value == self.value)

    def __hash__(self) -> int:
        return hash(repr(self.value))

    def __repr__(self) -> str:
        return repr(self.value)

    @property
    def _spoken(self) -> str:
        return self.scenario.language

    def __getstate__(self) -> dict[str, Any]:
        return {name: kept for name, kept in self.__dict__.items() if name != "scene"}  # which is drawn again

    def to_json(self, *, indent: int = 2) -> str:
        """Give the answer as JSON text; an indent of 0 puts it on one line."""
        return to_json(self.value, indent=indent)

    @cached_property
    def scene(self) -> Scene | TableScene:
        """What a picture of the answer shows."""
        with use_language(self.scenario.language):
            return self._draw(self.scenario, self.value)

    def side_view(self) -> str:
        """Give the lines of a verdict in profile, with levels and terrain, as SVG; TypeError for other answers."""
        from sightline import render

        if not isinstance(self.value, Verdict) or self.scenario.position.is_free:
            raise TypeError("only the verdict on a shot over cells has a side view")
        with use_language(self.scenario.language):
            return render.side_view_svg(
                self.scenario.rules, self.scenario.position, self.value, title=self.scenario.title
            )

    def side_view_png(self, *, width: int | None = None) -> bytes:
        """Give the side view as PNG (needs the extra `png`)."""
        from sightline import render

        with use_language(self.scenario.language):
            return render.png(self.side_view(), width=width)


def draw(name: str, scenario: Scenario, value: Any) -> Scene | TableScene:
    """Draw an answer with that function of `sightline.render`, which is imported only now."""
    from sightline import render

    scene: Scene | TableScene = getattr(render, name)(scenario.rules, scenario.position, value, title=scenario.title)
    return scene


def draw_line(scenario: Scenario, found: LineContacts) -> Scene:
    """Draw the answer about a line."""
    from sightline import render

    points = (parse_point(scenario.board, name) for name in (found.from_, found.to))
    return render.line_scene(scenario.rules, scenario.position, *points, title=scenario.title)
