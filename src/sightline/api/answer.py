"""Answers to questions about a scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct

from sightline.api.drawable import Drawable
from sightline.api.own_language import in_own_language
from sightline.board import LineContacts, parse_point
from sightline.formats.json_answers import to_json
from sightline.rules import Verdict

if TYPE_CHECKING:
    from sightline.api.scenario import Scenario
    from sightline.render import Scene

Value = TypeVar("Value", bound=Struct)


class Answer(Drawable, Generic[Value]):
    """An answer to a question. Every key of its JSON is an attribute, with fractions and enums instead of text.

    A value like the scenario that it is about: it can be compared, copied and pickled.
    """

    def __init__(self, scenario: Scenario, value: Value, draw: Callable[[Scenario, Value], Scene]) -> None:
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
    def language(self) -> str:
        """The language of the scenario."""
        return self.scenario.language

    def __getstate__(self) -> dict[str, Any]:
        return {name: kept for name, kept in self.__dict__.items() if name != "scene"}  # which is drawn again

    def to_json(self, *, indent: int = 2) -> str:
        """Return the answer as JSON text; an indent of 0 puts it on one line."""
        return to_json(self.value, indent=indent)

    @cached_property
    @in_own_language
    def scene(self) -> Scene:
        """The content of a picture of the answer."""
        return self._draw(self.scenario, self.value)

    @in_own_language
    def side_view(self) -> str:
        """Return the lines of a verdict in profile, with levels and terrain, as SVG. TypeError for other answers."""
        from sightline import render

        scenario = self.scenario
        if not isinstance(self.value, Verdict) or scenario.position.is_free:
            raise TypeError("only the verdict on a shot over cells has a side view")
        return render.side_view_svg(scenario.rules, scenario.position, self.value, title=scenario.title)

    @in_own_language
    def side_view_png(self, *, width: int | None = None) -> bytes:
        """Return the side view as PNG. Raise `MissingExtra` where the extra `png` is not installed."""
        from sightline import render

        return render.png(self.side_view(), width=width)


def draw(name: str, scenario: Scenario, value: Any) -> Scene:
    """Return the scene of an answer, made by the function `name` of `sightline.render`, which is imported only now."""
    from sightline import render

    scene: Scene = getattr(render, name)(scenario.rules, scenario.position, value, title=scenario.title)
    return scene


def draw_line(scenario: Scenario, found: LineContacts) -> Scene:
    """Return the scene of a line and its contacts."""
    from sightline import render

    points = (parse_point(scenario.board, name) for name in (found.from_, found.to))
    return render.line_scene(scenario.rules, scenario.position, *points, title=scenario.title)
