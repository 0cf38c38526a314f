"""The forms of edits: which keys belong together, and the types of their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import structs

from sightline.board import Hint
from sightline.formats import yaml_tree
from sightline.formats.arguments import Kind, is_encodable, iter_json_problems, kind_of
from sightline.formats.problems import Problems
from sightline.formats.readers import shorten
from sightline.formats.yaml_tree import Node, Scalar, Source
from sightline.i18n import N_, _

Edit = Mapping[str, Any]
"""An edit as a JSON object."""
MAX_EDITS = 1000
"""The maximum number of edits that are applied together."""
_TEXT = kind_of(str)
_KEYS = Kind(lambda value: isinstance(value, Mapping) and all(isinstance(key, str) for key in value), N_("a mapping"))
_LIST = kind_of(Sequence[Any])
_OR_NULL = "|null"


def _or_null(kind: Kind) -> Kind:
    return Kind(lambda value: value is None or kind.accepts(value), kind.words + _OR_NULL)


@dataclass(frozen=True)
class _Form:
    """One form of edit: the type of its subject, the types of its actions, and of further keys.

    Exactly one of `actions` must be stated, or with `several` at least one.
    """

    subject: Kind
    actions: Mapping[str, Kind]
    options: Mapping[str, Kind]
    several: bool = False


_FORMS: Mapping[str, _Form] = {
    "piece": _Form(
        _TEXT,
        {"set": _KEYS, "add": _KEYS, "remove": Kind(lambda value: value is True, "true"), "rename": _TEXT},
        {"before": _TEXT},
    ),
    "cells": _Form(_LIST, {"terrain": _LIST, "level": kind_of(int)}, {}, several=True),
    "borders": _Form(_LIST, {"terrain": _LIST}, {}),
    "feature": _Form(
        Kind(lambda value: value == "new" or kind_of(int).accepts(value), N_("a whole number") + '|"new"'),
        {"set": _or_null(_KEYS)},
        {"before": kind_of(int)},
    ),
    "ruling": _Form(_TEXT, {"choice": _or_null(_TEXT)}, {}),
    "title": _Form(_TEXT, {}, {}),
    "pairs": _Form(_or_null(_LIST), {}, {}),
    "scenario": _Form(_TEXT, {}, {}),
}


@dataclass(frozen=True)
class StatedEdit:
    """An edit of a valid form; its problems are those of the file `edits.NUMBER`."""

    subject: str
    """The key of the thing that it changes, such as `piece`."""
    values: Edit
    problems: Problems
    source: Source

    @property
    def place(self) -> Scalar:
        """The place of the edit, as a word without text."""
        return self.word("")

    def word(self, text: str) -> Scalar:
        """Return a text of the edit as a scalar."""
        return Scalar(self.source, 1, 1, 1, 1, text, None)

    def node(self, key: str, value: object) -> Node | None:
        """Return a value as a node, as if it stood in a file; None after reporting one that cannot stand there."""
        try:
            node = yaml_tree.node_of(self.source, value)
        except TypeError as error:
            self.refuse(key, str(error))
            return None
        if not all(map(is_encodable, _iter_texts(value))):
            self.refuse(key, _("expected a text of valid characters"))
            return None
        return node

    def refuse(self, key: str, message: str, found: str | None = None, allowed: Sequence[str] = ()) -> None:
        """Report a problem of the edit."""
        self.problems.add(
            self.place, key or None, message, found=None if found is None else shorten(found), allowed=allowed
        )


def read_edits(edits: Sequence[Edit], problems: Problems) -> list[StatedEdit]:
    """Return the edits of valid form; report the problems of the others."""
    if len(edits) > MAX_EDITS:
        message = _("at most {most} are allowed here, not {count}").format(most=MAX_EDITS, count=len(edits))
        problems.add(None, "edits", message, allowed=(Hint(_("at most {most}").format(most=MAX_EDITS)),))
        return []
    stated = (_read_edit(number, edit, problems) for number, edit in enumerate(edits))
    return [edit for edit in stated if edit is not None]


def _read_edit(number: int, edit: Edit, problems: Problems) -> StatedEdit | None:
    source = Source(f"edits.{number}", "", has_place=False)
    before = len(problems.found)
    if not _KEYS.accepts(edit):
        _report_types({"": edit}, {"": _KEYS}, source, problems)
        return None
    subject = next((key for key in _FORMS if key in edit), None)
    stated = StatedEdit(subject or "", edit, problems, source)
    if subject is None:
        stated.refuse("", _("an edit says what it changes"), ", ".join(edit), tuple(_FORMS))
        return None
    _check_keys(stated, _FORMS[subject])
    return stated if len(problems.found) == before else None


def _check_keys(edit: StatedEdit, form: _Form) -> None:
    """Report keys that do not belong to a form, are missing or contradict each other, and values of other types."""
    kinds = {edit.subject: form.subject, **form.actions, **form.options}
    for key in edit.values.keys() - kinds.keys():
        message = _("{key!r} is not a key of {what}").format(key=shorten(key), what=_("an edit of this form"))
        edit.refuse(key, message, key, tuple(kinds))
    actions = [key for key in form.actions if key in edit.values]
    if form.actions and not actions:
        edit.refuse(edit.subject, _("an edit must state an action"), allowed=tuple(form.actions))
    if len(actions) > 1 and not form.several:
        message = _("{one} and {other} are two edits").format(one=actions[0], other=actions[1])
        edit.refuse(actions[1], message, actions[1])
    _report_types(edit.values, kinds, edit.source, edit.problems)


def _report_types(values: Edit, kinds: Mapping[str, Kind], source: Source, problems: Problems) -> None:
    for problem in iter_json_problems(values, kinds):
        problems.found.append(structs.replace(problem, file=source.file, key=problem.key or None))


def _iter_texts(value: object) -> Iterator[str]:
    """Yield the texts in a value, including keys."""
    match value:
        case str():
            yield value
        case Mapping():
            for key, child in value.items():
                yield from (str(key), *_iter_texts(child))
        case list() | tuple():
            for child in value:
                yield from _iter_texts(child)
