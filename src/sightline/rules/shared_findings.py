"""Findings that are the same for all attacks over a terrain: each is made once, and said once in a language."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping

from sightline.i18n import current_language
from sightline.rules.answers import Finding
from sightline.rules.message_text import with_text
from sightline.rules.position import Position


class SharedFindings:
    """The findings kept with the terrain of a position, by a key that says what they depend on besides.

    Findings are not hashable, so that those kept are told from others by their identity.
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
            self._shared.update(map(id, found))  # which stay theirs, as they are kept
        return found

    def with_texts(self, findings: Iterable[Finding], texts: Mapping[str, str]) -> tuple[Finding, ...]:
        """Return findings with the texts of their messages, in the current language."""
        known = self._with_text.setdefault((current_language(), id(texts)), {})
        found = []
        for finding in findings:
            said = known.get(id(finding))
            if said is None:
                said = with_text(finding, texts)
                if id(finding) in self._shared:
                    known[id(finding)] = said
            found.append(said)
        return tuple(found)


def shared_findings(position: Position) -> SharedFindings:
    """Return the findings that are kept with the terrain of a position."""
    return position.cached_by_terrain(SharedFindings, SharedFindings)
