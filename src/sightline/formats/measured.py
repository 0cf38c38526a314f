"""Readers of what is measured: places on a free table, outlines, bases."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sightline.board import MAX_TABLE_SIZE, Base, Hint, format_inches
from sightline.formats import yaml_tree
from sightline.formats.containers import ListReader
from sightline.formats.context import Context
from sightline.formats.readers import INVALID, LengthReader, Reader, Schema, describe
from sightline.formats.yaml_tree import Node, Scalar
from sightline.i18n import N_, _
from sightline.plane import Polygon, Spot, find_crossing

MAX_CORNERS = 100
_MAX_BASE, _MIN_BASE = 40.0, 0.01


@dataclass(frozen=True)
class SpotReader(Reader):
    """A place on the table, [x, y]; gives a `Spot`."""

    what = N_("a place on the table, [x, y], in inches from the top left")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if isinstance(node, yaml_tree.Unusable):
            return INVALID
        if not isinstance(node, yaml_tree.Sequence) or len(node.items) != 2:
            message = (
                _("a place has 2 coordinates, not {count}").format(count=len(node.items))
                if isinstance(node, yaml_tree.Sequence)
                else _("{wanted}, belongs here, not {found}").format(wanted=_(self.what), found=describe(node))
            )
            context.problems.add(node, key, message, found=node.found, allowed=self.allowed(context))
            return INVALID
        table = context.table
        limits = (table.width, table.height) if table else (MAX_TABLE_SIZE, MAX_TABLE_SIZE)
        readers = [LengthReader(0, limit) for limit in limits]
        pairs = enumerate(zip(readers, node.items, strict=True))
        values = [reader.read(item, f"{key}.{number}", context, item) for number, (reader, item) in pairs]
        return INVALID if INVALID in values else Spot(*values)

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(_(self.what)),)

    def schema(self, context: Context) -> Schema:
        coordinate = LengthReader(0, MAX_TABLE_SIZE).schema(context)
        return {"type": "array", "items": coordinate, "minItems": 2, "maxItems": 2}


SPOT = SpotReader()


@dataclass(frozen=True)
class OutlineReader(ListReader):
    """An outline: at least three places, one after the other round it; gives a tuple of them."""

    item: Reader = SPOT
    what: str = N_("a list of at least 3 places")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        corners = super().read(node, key, context, owner)
        if corners is INVALID:
            return INVALID
        complaint = _complaint(corners)
        if complaint:
            context.problems.add(node, key, complaint, found=node.found, allowed=self.allowed(context))
            return INVALID
        return corners

    def schema(self, context: Context) -> Schema:
        return {**super().schema(context), "minItems": 3, "maxItems": MAX_CORNERS}


def _complaint(corners: Sequence[Spot]) -> str | None:
    """Say what is wrong with an outline."""
    if not 3 <= len(corners) <= MAX_CORNERS:
        message = _("an outline has 3 to {most} corners, not {count}")
        return message.format(most=MAX_CORNERS, count=len(corners))
    if corners[0] == corners[-1]:
        return _("an outline closes by itself: leave out its last corner, {place}").format(place=_said(corners[-1]))
    crossing = find_crossing(Polygon(tuple(corners)))
    if crossing is None:
        return None
    first, second = (_("{start} to {stop}").format(start=_said(a), stop=_said(b)) for a, b in crossing)
    return _("the outline meets itself: {one} and {other}").format(one=first, other=second)


def _said(spot: Spot) -> str:
    return f"[{format_inches(spot.x)}, {format_inches(spot.y)}]"


class BaseReader(Reader):
    """A base: the diameter of a circle, or the width and length of a rectangle; gives a `Base`."""

    _side = LengthReader(_MIN_BASE, _MAX_BASE)

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if isinstance(node, Scalar):
            width = self._side.read(node, key, context, owner)
            return INVALID if width is INVALID else Base(width)
        if not isinstance(node, yaml_tree.Sequence) or len(node.items) != 2:
            if not isinstance(node, yaml_tree.Unusable):
                message = _("a base is a diameter, or a width and a length")
                context.problems.add(node, key, message, found=node.found, allowed=self.allowed(context))
            return INVALID
        sides = [self._side.read(item, f"{key}.{n}", context, item) for n, item in enumerate(node.items)]
        return INVALID if INVALID in sides else Base(*sides)

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(_("a diameter, such as 32mm")), Hint(_("[width, length], such as [60mm, 35mm]")))

    def schema(self, context: Context) -> Schema:
        side = self._side.schema(context)
        return {"anyOf": [*side["anyOf"], {"type": "array", "items": side, "minItems": 2, "maxItems": 2}]}


OUTLINE = OutlineReader()
BASE = BaseReader()
