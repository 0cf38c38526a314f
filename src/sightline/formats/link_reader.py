"""Readers of the linked cells of a map, for systems that have them."""

from __future__ import annotations

from typing import Any

from sightline.board import Hint, format_cell
from sightline.formats.containers import ListReader
from sightline.formats.context import Context
from sightline.formats.readers import INVALID, Schema
from sightline.formats.struct_readers import CELL
from sightline.formats.yaml_tree import Node
from sightline.i18n import N_, _
from sightline.lattice import Cell

_PAIR = 2


class _LinkReader(ListReader, frozen=True):
    """Two different cells of the map."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        cells = super().read(node, key, context, owner)
        if cells is INVALID or (len(cells) == _PAIR and cells[0] != cells[1]):
            return cells
        return self.refuse(node, key, context, _("a link must have two different cells"), (Hint("[B2, G5]"),))

    def schema(self, context: Context) -> Schema:
        return {**super().schema(context), "minItems": _PAIR, "maxItems": _PAIR, "uniqueItems": True}


class _LinksReader(ListReader, frozen=True):
    """Pairs of linked cells, each cell in at most one of them."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        found, linked, is_valid = [], set[Cell](), True
        for number, (item, pair) in enumerate(self.read_items(node, key, context)):
            twice = [] if pair is INVALID else [cell for cell in pair if cell in linked]
            if twice and context.board is not None:
                label = format_cell(context.board, twice[0])
                message = _("{cell} is linked already").format(cell=label)
                context.problems.add(item, f"{key}.{number}", message, found=label)
            is_valid &= pair is not INVALID and not twice
            linked.update(() if pair is INVALID else pair)
            found.append(pair)
        return tuple(found) if is_valid else INVALID


LINKS = _LinksReader(_LinkReader(CELL, N_("a pair of cells")), N_("a list of pairs of cells"))
"""The reader of the links of a map; the value is a tuple of pairs of cells."""
