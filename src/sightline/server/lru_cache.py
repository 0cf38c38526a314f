"""A cache of limited size that drops what was not used for longest (least recently used)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """At most `most` values by key, none of them None. A value is used when it is stored or returned."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def __contains__(self, key: Key) -> bool:
        """Return whether there is a value of a key, which does not count as using it."""
        return key in self._values

    def get(self, key: Key) -> Value | None:
        """Return the value of a key, None if there is none."""
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    def put(self, key: Key, value: Value) -> Value:
        """Store the value of a key, and return it."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._most:
            self._values.popitem(last=False)
        return value

    def get_or_make(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return the value of a key, or make and store it. Exceptions of `make` are not cached."""
        found = self.get(key)
        return self.put(key, make()) if found is None else found
