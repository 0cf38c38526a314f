"""Readers of measured values: places on a free table, outlines, bases."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sightline.board import MAX_TABLE_SIZE, Base, Hint, format_inches
from sightline.formats import yaml_tree
from sightline.formats.containers import ListReader
from sightline.formats.context import Context
from sightline.formats.readers import INVALID, LengthReader, Reader, Schema
from sightline.formats.yaml_tree import Node, Scalar
from sightline.i18n import N_, _
from sightline.plane import Polygon, Spot, find_crossing

MAX_CORNERS = 100
_MAX_BASE, _MIN_BASE = 40.0, 0.01


class SpotReader(Reader, frozen=True):
    """A place on the table, [x, y]; the value is a `Spot`."""

    what = N_("a place on the table, [x, y], in inches from the top left")
    misplaced = N_("expected {wanted}, found {found}")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not self.accepts(node, yaml_tree.Sequence, key, context):
            return INVALID
        if len(node.items) != 2:
            message = _("a place must have 2 coordinates, not {count}").format(count=len(node.items))
            return self.refuse(node, key, context, message)
        table = context.table
        limits = (table.width, table.height) if table else (MAX_TABLE_SIZE, MAX_TABLE_SIZE)
        pairs = enumerate(zip(limits, node.items, strict=True))
        values = [LengthReader(0, limit).read(item, f"{key}.{n}", context, item) for n, (limit, item) in pairs]
        return INVALID if INVALID in values else Spot(*values)

    def schema(self, context: Context) -> Schema:
        coordinate = LengthReader(0, MAX_TABLE_SIZE).schema(context)
        return {"type": "array", "items": coordinate, "minItems": 2, "maxItems": 2}


SPOT = SpotReader()


class OutlineReader(ListReader, frozen=True):
    """An outline: the places of at least three corners in order; the value is a tuple of them."""

    item: Reader = SPOT
    what: str = N_("a list of at least 3 places")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        corners = super().read(node, key, context, owner)
        error = None if corners is INVALID else _outline_error(corners)
        return self.refuse(node, key, context, error) if error else corners

    def schema(self, context: Context) -> Schema:
        return {**super().schema(context), "minItems": 3, "maxItems": MAX_CORNERS}


def _outline_error(corners: Sequence[Spot]) -> str | None:
    """Return the message about an invalid outline, None if it is valid."""
    if not 3 <= len(corners) <= MAX_CORNERS:
        message = _("an outline must have 3 to {most} corners, not {count}")
        return message.format(most=MAX_CORNERS, count=len(corners))
    if corners[0] == corners[-1]:
        message = _("an outline closes on its own: leave out the last corner, {place}")
        return message.format(place=_format_spot(corners[-1]))
    crossing = find_crossing(Polygon(tuple(corners)))
    if crossing is None:
        return None
    if crossing[0] == crossing[1]:  # an edge without a length
        return _("the corner {place} is repeated: leave one out").format(place=_format_spot(crossing[0][0]))
    edges = [_("{start} to {stop}").format(start=_format_spot(a), stop=_format_spot(b)) for a, b in crossing]
    return _("the outline crosses or touches itself: {one} and {other}").format(one=edges[0], other=edges[1])


def _format_spot(spot: Spot) -> str:
    return f"[{format_inches(spot.x)}, {format_inches(spot.y)}]"


class BaseReader(Reader, frozen=True):
    """A base: the diameter of a circle, or the width and length of a rectangle; the value is a `Base`."""

    _side = LengthReader(_MIN_BASE, _MAX_BASE)

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if isinstance(node, yaml_tree.Unusable):
            return INVALID
        if isinstance(node, Scalar):
            sides = [self._side.read(node, key, context, owner)]
        elif isinstance(node, yaml_tree.Sequence) and len(node.items) == 2:
            sides = [self._side.read(item, f"{key}.{n}", context, item) for n, item in enumerate(node.items)]
        else:
            return self.refuse(node, key, context, _("a base is a diameter, or a width and a length"))
        return INVALID if INVALID in sides else Base(*sides)

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(_("a diameter, such as 32mm")), Hint(_("[width, length], such as [60mm, 35mm]")))

    def schema(self, context: Context) -> Schema:
        side = self._side.schema(context)
        return {"anyOf": [*side["anyOf"], {"type": "array", "items": side, "minItems": 2, "maxItems": 2}]}


OUTLINE = OutlineReader()
BASE = BaseReader()
