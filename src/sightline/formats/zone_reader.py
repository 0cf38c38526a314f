"""Readers of the zones in which the sides of a battle start, only for systems with a game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sightline.board import Zone
from sightline.formats import yaml_tree
from sightline.formats.cell_lists import CELLS
from sightline.formats.containers import DictReader
from sightline.formats.context import Context
from sightline.formats.readers import INVALID, NameReader, Reader, Schema, join, shorten
from sightline.formats.yaml_tree import Node, entry_of
from sightline.i18n import N_, _
from sightline.rules import NotAnswered, Playable, require

SIDES = 2


class GameOnlyReader(Reader, frozen=True):
    """A section for systems with a game; the key is refused in others."""

    reader: Reader

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        try:
            if context.rules is not None:
                require(context.rules, Playable)
        except NotAnswered as error:
            return self.refuse(owner, key, context, str(error), ())
        return self.reader.read(node, key, context, owner)

    def allowed(self, context: Context) -> Collection[str]:
        return self.reader.allowed(context)

    def schema(self, context: Context) -> Schema:
        return self.reader.schema(context) if context.is_played else {}


class _ZoneReader(Reader, frozen=True):
    """A list of cells and rectangles of cells, not empty; the value is a `Zone`."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        rectangles = CELLS.read(node, key, context, owner)
        if rectangles == ():
            return self.refuse(node, key, context, _("a zone must have at least one cell"), ())
        return INVALID if rectangles is INVALID else Zone(rectangles)

    def allowed(self, context: Context) -> Collection[str]:
        return CELLS.allowed(context)

    def schema(self, context: Context) -> Schema:
        return {**CELLS.schema(context), "minItems": 1}


class _ZonesReader(DictReader, frozen=True):
    """Zones by side, pairwise disjoint."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if isinstance(node, yaml_tree.Mapping) and len(node.entries) > SIDES:
            message = _("a battle has two sides, but there are zones of {count}").format(count=len(node.entries))
            context.problems.add(node, key, message, found=node.found)
        zones = super().read(node, key, context, owner)
        if zones is INVALID:
            return INVALID
        context.zones = zones
        if len(zones) == SIDES:
            _check_apart(zones, node, key, context)
        return zones


def _check_apart(zones: Mapping[str, Zone], node: Node, key: str, context: Context) -> None:
    """Report the rectangles of the second zone that overlap the first."""
    (first, zone), (second, other) = zones.items()
    listed = entry_of(node, [second])[1]
    assert isinstance(listed, yaml_tree.Sequence)
    for number, (rectangle, item) in enumerate(zip(other.rectangles, listed.items, strict=True)):
        left, top, right, bottom = rectangle
        if any((column, row) in zone for row in range(top, bottom + 1) for column in range(left, right + 1)):
            message = _("{cells} overlaps the zone of {side!r}")
            message = message.format(cells=item.found, side=shorten(first))
            context.problems.add(item, f"{join(key, second)}.{number}", message, found=item.found)


_ZONES = _ZonesReader(NameReader(), _ZoneReader(), N_("a mapping of sides to lists of cells"))
ZONES = GameOnlyReader(_ZONES)
"""The reader of the zones of a map: a dict of `Zone` by side."""
