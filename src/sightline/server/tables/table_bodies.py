"""Request and response bodies of the routes about tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct


class NewTable(Struct):
    """A table to be created: `scenario` is the text of a scenario file, or an object with the same keys."""

    scenario: str | Mapping[str, Any]
    lang: str | None = None


class TableCreated(Struct):
    """A new table; `edit` is the secret that allows changes, and is shown only this once."""

    id: str
    edit: str
    revision: int


class TableState(Struct):
    """A table; it is deleted at `expires` (RFC 3339) unless somebody opens it before."""

    id: str
    revision: int
    title: str
    rules: str
    scenario: str
    expires: str


class NewEdits(Struct):
    """Edits to be applied together.

    - `id` is chosen by the sender, 1 to 100 characters; a repeated id returns the first answer and changes nothing.
    - `base` is the revision that the sender knows.
    - `client`, if given, identifies the sending page, whose edits do not count as overtaking its own.
    - `by` is the sender's name, which viewers are shown.
    """

    id: str
    base: int
    edits: Sequence[Any]
    client: str | None = None
    by: str | None = None
    lang: str | None = None


class EditsKept(Struct):
    """The result of edits: the revision after them, and the edits that undo them.

    `overtaken` are edits by others since `base` that touched the same fields, only the latest if there are many.
    """

    revision: int
    overtaken: Sequence[Mapping[str, Any]]
    undo: Sequence[Mapping[str, Any]]


class PastEdits(Struct):
    """Edits of a table that were applied together, and the edits that undo them."""

    revision: int
    id: str
    edits: Sequence[Mapping[str, Any]]
    undo: Sequence[Mapping[str, Any]]
