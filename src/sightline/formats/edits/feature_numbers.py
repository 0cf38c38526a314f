"""Numbers of the features of a free table, which change when features are added and removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sightline.formats.edits.edit_application import EditGone
from sightline.formats.edits.edit_forms import Edit
from sightline.formats.problems import Problem, Problems
from sightline.i18n import _


class FeatureShift(NamedTuple):
    """The part of a past edit that changed the numbers of features, and whether the sender of new edits knows of it."""

    edit: Edit
    is_known: bool


def feature_shift_of(edit: Edit) -> Edit | None:
    """Return the part of a valid edit that changes the numbers of features, None if it changes none."""
    match edit:
        case {"scenario": _}:
            return {"scenario": ""}
        case {"feature": "new"}:
            return {key: edit[key] for key in ("feature", "before") if key in edit}
        case {"feature": number, "set": None}:
            return {"feature": number, "set": None}
    return None


def renumber_features(edits: Sequence[Any], past: Sequence[FeatureShift], count: int) -> Sequence[Any]:
    """Return edits with the present numbers of features, where they state those that their sender knows.

    `past` are the shifts since the state on which the edits are based, in order, and `count` is the present number of
    features. Edits that are invalid, or that follow a change of the whole scenario, are returned as they are, and so
    are all if the sender does not know the last such change of the past. Raise `EditGone` with each edit of a feature
    that has been removed.
    """
    replaced = max((number for number, shift in enumerate(past) if "scenario" in shift.edit), default=None)
    if replaced is not None:
        if not past[replaced].is_known:
            return edits
        past = past[replaced + 1 :]
    order = _FeatureOrder(count - sum(1 if shift.edit["feature"] == "new" else -1 for shift in past))
    for shift in past:
        order.replay(shift)
    renumbered: list[Any] = []
    problems: list[Problem] = []
    for index, edit in enumerate(edits):
        if isinstance(edit, Mapping) and "scenario" in edit:
            renumbered += edits[index:]  # the numbers are those of the new scenario
            break
        if isinstance(edit, Mapping) and "feature" in edit:
            problems += order.find_gone(f"edits.{index}", edit)
            renumbered.append(order.translate(edit))
        else:
            renumbered.append(edit)
    if problems:
        raise EditGone(problems)
    return renumbered


class _FeatureOrder:
    """The features in order, as the sender of edits knows them and as they are now; each feature is an object."""

    def __init__(self, count: int) -> None:
        self._known = [object() for _number in range(count)]
        self._now = [*self._known]

    def replay(self, shift: FeatureShift) -> None:
        """Apply a past shift, whose numbers were those of its time."""
        _apply(shift.edit, self._now, [self._known] if shift.is_known else [])

    def find_gone(self, file: str, edit: Edit) -> Sequence[Problem]:
        """Return the problem of a new edit whose feature has been removed, if so."""
        problems, number = Problems(file), _number_in(edit, "feature", self._known)
        if number is not None and self._known[number] not in self._now:
            problems.add(
                None, "feature", _("feature {number} has been removed").format(number=number), found=f"{number}"
            )
        return problems.found

    def translate(self, edit: Edit) -> Edit:
        """Return a new edit with the present numbers, and apply it."""
        translated = dict(edit)
        for key in ("feature", "before"):
            number = _number_in(edit, key, self._known)
            if number is not None:
                translated[key] = _number_of(self._known[number], self._now)
        _apply(edit, self._known, [self._now])
        return translated


def _apply(edit: Edit, features: list[object], others: Sequence[list[object]]) -> None:
    """Add or remove a feature in all lists; the numbers of the edit are those of the first."""
    number, before = (_number_in(edit, key, features) for key in ("feature", "before"))
    if edit["feature"] == "new":
        added, follower = object(), None if before is None else features[before]
        for each in (features, *others):
            each.insert(_number_of(follower, each), added)
    elif number is not None and edit.get("set", ...) is None:
        removed = features[number]
        for each in (features, *others):
            if removed in each:
                each.remove(removed)


def _number_in(edit: Edit, key: str, features: Sequence[object]) -> int | None:
    """Return the number that an edit states, None if none of the features has it."""
    number = edit.get(key)
    return number if type(number) is int and 0 <= number < len(features) else None


def _number_of(feature: object | None, features: Sequence[object]) -> int:
    """Return the number of a feature, or the number of features if it is not among them."""
    return features.index(feature) if feature in features else len(features)
