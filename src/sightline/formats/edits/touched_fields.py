"""The fields that edits touch, to detect conflicts of two people."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.board import Rectangle, parse_label
from sightline.formats.edits.edit_forms import Edit

FieldPath = tuple[str, ...]
"""The path of a field, such as `("pieces", "Ann", "at")` or `("cells", "B2:C3", "level")`; () is the whole scenario."""


def touched(edit: Edit) -> frozenset[FieldPath]:
    """Return the fields that an edit touches, including everything inside them. The edit must be valid."""
    return frozenset(_iter_fields(edit))


def touch_same(one: frozenset[FieldPath], other: frozenset[FieldPath]) -> bool:
    """Return whether two edits, given by their fields, touch a common field."""
    return any(_overlap(a, b) for a in one for b in other)


def _iter_fields(edit: Edit) -> Iterator[FieldPath]:
    match edit:
        case {"piece": name, **further}:
            yield from _iter_piece_fields(name, further)
        case {"cells": places}:
            yield from (("cells", place, key) for place in places for key in ("terrain", "level") if key in edit)
        case {"borders": places}:
            yield from (("borders", "/".join(sorted(place.split("/")))) for place in places)
        case {"feature": int(index), "set": {**stated}}:
            yield from (("features", str(index), str(key)) for key in stated)
        case {"feature": _}:
            yield ("features",)  # the numbers of the later ones change
        case {"ruling": name}:
            yield ("rulings", name)
        case {"title": _} | {"pairs": _}:
            yield (next(iter(edit)),)
        case _:
            yield ()


def _iter_piece_fields(name: str, further: Edit) -> Iterator[FieldPath]:
    match further:
        case {"set": stated}:
            yield from (("pieces", name, key) for key in stated)
        case {"rename": new}:
            yield from (("pieces", name), ("pieces", new))
        case _:
            yield ("pieces", name)


def _overlap(one: FieldPath, other: FieldPath) -> bool:
    """Return whether one field equals or contains the other."""
    if one[:1] == other[:1] == ("cells",):
        return one[2:] == other[2:] and _share_cells(one[1], other[1])
    return all(a == b for a, b in zip(one, other, strict=False))


def _share_cells(one: str, other: str) -> bool:
    a, b = _rectangle(one), _rectangle(other)
    return a.left <= b.right and b.left <= a.right and a.top <= b.bottom and b.top <= a.bottom


def _rectangle(text: str) -> Rectangle:
    """Return the rectangle of a text that is known to be valid."""
    labels = [parse_label(part) for part in text.split(":")]
    columns, rows = zip(*(place for place in labels if place is not None), strict=True)
    return Rectangle(min(columns), min(rows), max(columns), max(rows))
