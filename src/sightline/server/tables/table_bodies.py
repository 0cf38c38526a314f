"""The bodies of requests about tables, and of their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct


class NewTable(Struct):
    """A table to be made: `scenario` is the text of a scenario file, or an object with the same keys."""

    scenario: str | Mapping[str, Any]
    lang: str | None = None


class TableCreated(Struct):
    """A new table; `edit` is the secret that allows changes, and is shown this once."""

    id: str
    edit: str
    revision: int


class TableState(Struct):
    """A table; it goes at `expires` (RFC 3339) if nobody opens it before."""

    id: str
    revision: int
    title: str
    rules: str
    scenario: str
    expires: str


class NewEdits(Struct):
    """Edits to be applied together.

    - `id` is the sender's own, 1 to 100 characters; the same id again gives the first answer and changes nothing.
    - `base` is the revision that the sender knows.
    - `client`, if given, stands for the page that sends them: its own edits overtake none of its edits.
    - `by` is the sender's name, which whoever looks on is told.
    """

    id: str
    base: int
    edits: Sequence[Any]
    client: str | None = None
    by: str | None = None
    lang: str | None = None


class EditsKept(Struct):
    """Edits that have been kept: the revision after them, and what takes them back.

    `overtaken` are edits of others since `base` that touched the same, of many the latest.
    """

    revision: int
    overtaken: Sequence[Mapping[str, Any]]
    undo: Sequence[Mapping[str, Any]]


class PastEdits(Struct):
    """Edits of a table that were applied together, and what takes them back."""

    revision: int
    id: str
    edits: Sequence[Mapping[str, Any]]
    undo: Sequence[Mapping[str, Any]]
