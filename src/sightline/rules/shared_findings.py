"""Findings that are the same for all attacks over a terrain: each is made once, and gets its text once per language."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping

from sightline.i18n import current_language
from sightline.rules.answers import Finding
from sightline.rules.message_text import with_text
from sightline.rules.position import Position


class SharedFindings:
    """A cache of findings for one terrain, by a key for everything else that they depend on.

    Findings are not hashable, so that those in the cache are recognized by their identity.
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[Finding, ...]] = {}
        self._shared = set[int]()
        self._with_text: dict[tuple[str, int], dict[int, Finding]] = {}

    def find(self, key: Hashable, make: Callable[[], Iterable[Finding]]) -> tuple[Finding, ...]:
        """Return the findings of a key: `make()` at the first use."""
        found = self._known.get(key)
        if found is None:
            found = self._known.setdefault(key, tuple(make()))
            # No other object gets these ids, because the cache keeps the findings alive.
            self._shared.update(map(id, found))
        return found

    def with_texts(self, findings: Iterable[Finding], texts: Mapping[str, str]) -> tuple[Finding, ...]:
        """Return findings with the texts of their messages, in the current language."""
        known = self._with_text.setdefault((current_language(), id(texts)), {})
        found = []
        for finding in findings:
            worded = known.get(id(finding))
            if worded is None:
                worded = with_text(finding, texts)
                if id(finding) in self._shared:
                    known[id(finding)] = worded
            found.append(worded)
        return tuple(found)


def shared_findings(position: Position) -> SharedFindings:
    """Return the cache of findings for the terrain of a position."""
    return position.cached_by_terrain(SharedFindings, SharedFindings)
