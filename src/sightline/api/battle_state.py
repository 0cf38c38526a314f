"""The state of a battle, by the keys of its JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sightline import battles
from sightline.formats.arguments import check_range, checked
from sightline.formats.json_text import MAX_INDENT


class BattleState(Mapping[str, Any]):
    """The state of a battle: a mapping with the keys of its JSON, which are attributes as well."""

    def __init__(self, value: Mapping[str, Any]) -> None:
        self.__dict__["_value"] = value

    def __getitem__(self, key: str) -> Any:
        return self._value[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._value)

    def __len__(self) -> int:
        return len(self._value)

    if TYPE_CHECKING:
        _value: Mapping[str, Any]

        @property
        def tick(self) -> int:
            """The time."""
            return 0

        @property
        def active(self) -> str | None:
            """The name of the piece whose turn it is."""

        @property
        def choosing(self) -> str | None:
            """The side that has to choose the piece of the next turn."""

        @property
        def last(self) -> str | None:
            """The side of the latest turn."""

        @property
        def due(self) -> Sequence[str]:
            """The names of the pieces that still have a turn in this tick."""
            return ()

        @property
        def karma(self) -> Mapping[str, int]:
            """The karma of each side, in points."""
            return {}

        @property
        def pieces(self) -> Mapping[str, Mapping[str, Any]]:
            """The pieces by name, each as a mapping."""
            return {}

        @property
        def terrain(self) -> Mapping[str, str]:
            """The terrain that has changed since the scenario, by label."""
            return {}

        @property
        def damage(self) -> Mapping[str, int]:
            """The damage that standing terrain has taken, by label."""
            return {}

        @property
        def effects(self) -> Sequence[Mapping[str, Any]]:
            """The effects of abilities, in the order in which they began."""
            return ()

    else:

        def __getattr__(self, key: str) -> Any:
            if key == "_value" or key not in self._value:  # not set yet, such as while copying
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {key!r}", name=key, obj=self)
            return self._value[key]

        def __setattr__(self, key: str, value: object) -> None:
            raise AttributeError(f"a state cannot be changed: {key!r}")

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self._value]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BattleState) and self._value == other._value

    def __hash__(self) -> int:
        return hash(battles.encode_canonical(self._value))

    def __reduce__(self) -> tuple[type[BattleState], tuple[Mapping[str, Any]]]:
        return BattleState, (self._value,)

    def __repr__(self) -> str:
        return f"<BattleState {self.to_json(indent=0)}>"

    def __str__(self) -> str:
        return self.to_json()

    @checked
    def to_json(self, *, indent: int = 2) -> str:
        """Return the state as JSON text; an indent of 0 puts it on one line."""
        check_range("indent", indent, 0, MAX_INDENT)
        return json.dumps(self._value, ensure_ascii=False, indent=indent or None)
