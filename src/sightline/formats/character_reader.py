"""Characters of teams: based on a roster character, or stated in full."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import structs

from sightline.board import Piece
from sightline.formats import yaml_tree
from sightline.formats.containers import Field, StructReader, in_braces
from sightline.formats.context import Context
from sightline.formats.readers import INVALID, ChoiceReader, Reader, Schema
from sightline.formats.struct_readers import by_field, struct_reader
from sightline.formats.yaml_tree import Node, Scalar
from sightline.i18n import N_
from sightline.rules import NOWHERE
from sightline.rules.game import Game

LIKE = "like"
"""The key of a character that names the roster character that it is based on."""


class _StatedCharacterReader(StructReader, frozen=True):
    """The fields of a character; none is required if it is based on another."""

    def needs(self, name: str, given: Mapping[str, Node]) -> bool:
        return LIKE not in given and super().needs(name, given)


class CharacterReader(Reader, frozen=True):
    """A character of the roster by its key, or the fields of one; the value is a dict of fields, without the name."""

    what = N_("a character")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if context.rules is None:
            return INVALID
        if isinstance(node, Scalar):
            like = _roster_reader(context).read(node, key, context, owner)
            return INVALID if like is INVALID else {LIKE: like}
        if not self.accepts(node, yaml_tree.Mapping, key, context):
            return INVALID
        return self._stated_reader(context).read(node, key, context, owner)

    def _stated_reader(self, context: Context) -> StructReader:
        assert context.rules is not None  # because characters of an unknown system are not read
        kind = context.rules.piece_type
        known = struct_reader(kind, N_("a character of a team"), omit=unstated_fields(kind, context.game))
        fields = {LIKE: Field(_roster_reader(context)), **known.fields}
        return _StatedCharacterReader(fields, lambda values: by_field(kind, values), known.what)

    def allowed(self, context: Context) -> Collection[str]:
        return (*_roster_reader(context).allowed(context), in_braces(N_("a character of a team")))

    def schema(self, context: Context) -> Schema:
        return {"anyOf": [_roster_reader(context).schema(context), self._stated_reader(context).schema(context)]}


def unstated_fields(kind: type[Piece], game: Game[Any]) -> tuple[str, ...]:
    """Return the fields of pieces that characters of a team cannot state."""
    return ("name", "at", "side", *kind.derived_fields, *game.settled)


def _roster_reader(context: Context) -> ChoiceReader:
    return ChoiceReader(lambda _: tuple(context.game.roster), N_("a character of the roster"))


def build_character(name: str, stated: Mapping[str, Any], context: Context) -> Piece:
    """Return the character with these fields, based on one of the roster if it has the key `like`."""
    assert context.rules is not None
    given = {key: value for key, value in stated.items() if key != LIKE} | {"name": name}
    if LIKE in stated:
        return structs.replace(context.game.roster[stated[LIKE]], **given)
    return context.rules.piece_type(at=NOWHERE, **given)
