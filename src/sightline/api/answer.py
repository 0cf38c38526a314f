"""The base of answers: structs that know the scenario that they are about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from msgspec import Struct, defstruct, structs

from sightline.api.drawable import Drawable
from sightline.api.own_language import in_own_language
from sightline.formats.arguments import check_range, checked
from sightline.formats.json_text import MAX_INDENT, to_json

if TYPE_CHECKING:
    from sightline.api.scenario import Scenario
    from sightline.render import Backdrop, Scene
    from sightline.render.primitives.screen_size import ScreenSize

AnyAnswer = TypeVar("AnyAnswer", bound="Answer")


class Answer(Drawable):
    """An answer to a question: every key of its JSON is an attribute, with fractions and enums instead of text.

    An immutable value like the scenario that it is about: it can be compared, hashed, copied and pickled. Derived
    classes are structs, like the answers of the referee; the type of an answer also derives from the struct of its rule
    system, so that `isinstance` tells which further fields it has.
    """

    scene_function: ClassVar[str]
    """The function of `sightline.render` that draws it."""
    other_keys: ClassVar[Mapping[str, str]] = {}
    """The keys of the answer on the other kind of map, each with the corresponding key here."""

    @property
    def scenario(self) -> Scenario:
        """The scenario that was asked."""
        scenario: Scenario = self.__dict__["_scenario"]
        return scenario

    @property
    def language(self) -> str:
        """The language of the scenario."""
        return self.scenario.language

    if not TYPE_CHECKING:  # a type checker would take it for any name

        def __getattr__(self, key: str) -> Any:
            # A key that is a word of Python, such as `from`, has a field with another name, such as `from_`.
            names = dict(zip(self.__struct_encode_fields__, self.__struct_fields__, strict=True))
            if names.get(key, key) != key:
                return getattr(self, names[key])
            if key in self.other_keys:
                raise AttributeError(f"this answer has no {key}: it has {self.other_keys[key]}")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {key!r}", name=key, obj=self)

    @property
    def value(self) -> Struct:
        """The answer as the referee gives it, without the scenario and without pictures."""
        value: Struct = self.__dict__["_value"]
        return value

    def __hash__(self) -> int:
        return hash(repr(self.value))

    @in_own_language
    def __str__(self) -> str:
        from sightline.render.text_maps.answer_text import further_blocks

        return "\n\n".join([self.text().rstrip("\n"), *further_blocks(self.value)])

    def _identity(self) -> str:
        return f"{type(self).__name__}{self.scenario.to_yaml()}{self.to_json(indent=0)}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._summary()}>"

    def _summary(self) -> str:
        """Return a short English summary of the answer, for `repr`."""
        raise NotImplementedError

    def __copy__(self: AnyAnswer) -> AnyAnswer:
        return self

    def __deepcopy__(self: AnyAnswer, memo: object) -> AnyAnswer:
        return self

    def __reduce__(self) -> tuple[Callable[..., Answer], tuple[object, ...]]:
        return answer_as, (self.__dict__["_kind"], self.scenario, self.value)

    @checked
    def to_json(self, *, indent: int = 2) -> str:
        """Return the answer as JSON text; an indent of 0 puts it on one line."""
        check_range("indent", indent, 0, MAX_INDENT)
        return to_json(self, indent=indent)

    def backdrop(self, size: ScreenSize) -> Backdrop:
        """Return the backdrop of the scenario: its board or table alone."""
        return self.scenario.backdrop(size)

    @cached_property
    @in_own_language
    def scene(self) -> Scene:
        """The content of a picture of the answer."""
        from sightline import render

        scenario = self.scenario
        draw: Callable[..., Scene] = getattr(render, self.scene_function)
        return draw(scenario.rules, scenario.position, self.value, title=scenario.title)


def answer_as(kind: type[AnyAnswer], scenario: Scenario, value: Struct) -> AnyAnswer:
    """Return an answer of the referee as an `Answer` of a kind, about a scenario."""
    found = _answer_type(cast("type[Struct]", kind), type(value))(**structs.asdict(value))
    found.__dict__.update(_kind=kind, _scenario=scenario, _value=value)
    return cast("AnyAnswer", found)


@cache
def _answer_type(kind: type[Struct], value: type[Struct]) -> type[Struct]:
    """Return the type of answers of a kind that also has the fields of an answer of the referee."""
    if kind.__struct_fields__ == value.__struct_fields__:
        return kind
    return defstruct(
        kind.__name__,
        [],
        bases=(kind, value),
        module=kind.__module__,
        namespace={"__doc__": value.__doc__},
        frozen=True,
        kw_only=True,
        dict=True,
    )
