"""The section `teams` of a scenario, in systems that are played as games."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import structs

from sightline.board import Hint, Piece, parse_label
from sightline.formats import yaml_tree
from sightline.formats.containers import DictReader, Field, MappingReader, StructReader, in_braces
from sightline.formats.context import Context
from sightline.formats.formation_reader import check_formations, check_members
from sightline.formats.piece_checks import report_field_errors
from sightline.formats.readers import (
    INVALID,
    ChoiceReader,
    IntegerReader,
    NameReader,
    Reader,
    ScalarReader,
    Schema,
    join,
    shorten,
)
from sightline.formats.struct_readers import LABEL, by_field, struct_reader
from sightline.formats.yaml_tree import Node, Scalar, entry_of
from sightline.formats.zone_reader import SIDES, GameOnlyReader
from sightline.i18n import N_, _
from sightline.rules import NOWHERE, Team

MAX_POINTS = 999_999
LIKE = "like"
"""The key of a character that names the one of the roster that it is made from."""


class _TileReader(ScalarReader):
    """A label of the formation grid; the value is (column, row), both from 0."""

    what = N_("a tile of the formation grid")

    def parse(self, text: str, context: Context) -> Any:
        place = parse_label(text)
        return INVALID if place is None else place

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(_("a label, such as B1; row 1 is the front")),)

    def schema(self, context: Context) -> Schema:
        return {"type": "string", "pattern": f"^{LABEL}$"}


class _StatedCharacterReader(StructReader):
    """The fields of a character; of one that is like another none is needed."""

    def needs(self, name: str, given: Mapping[str, Node]) -> bool:
        return LIKE not in given and super().needs(name, given)


class _CharacterReader(Reader):
    """A character of the roster by its key, or the fields of one; the value is a dict of fields, without the name."""

    what = N_("a character")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if isinstance(node, Scalar):
            like = _roster_reader(context).read(node, key, context, owner)
            return INVALID if like is INVALID else {LIKE: like}
        if not self.accepts(node, yaml_tree.Mapping, key, context):
            return INVALID
        return self._stated_reader(context).read(node, key, context, owner)

    def _stated_reader(self, context: Context) -> StructReader:
        assert context.rules is not None  # as nothing of an unknown system's teams is read
        kind = context.rules.piece_type
        omit = ("name", "at", "side", *kind.derived_fields, *context.game.settled)
        known = struct_reader(kind, N_("a character of a team"), omit=omit)
        fields = {LIKE: Field(_roster_reader(context)), **known.fields}
        return _StatedCharacterReader(fields, lambda values: by_field(kind, values), known.what)

    def allowed(self, context: Context) -> Collection[str]:
        return (*_roster_reader(context).allowed(context), in_braces(N_("a character of a team")))

    def schema(self, context: Context) -> Schema:
        return {"anyOf": [_roster_reader(context).schema(context), self._stated_reader(context).schema(context)]}


def _roster_reader(context: Context) -> ChoiceReader:
    return ChoiceReader(lambda _: tuple(context.game.roster), N_("a character of the roster"))


class _TeamReader(StructReader):
    """A team; the values read so far are noted, as those are checked that are right."""

    def after_field(self, name: str, node: Node, values: Mapping[str, Any], context: Context) -> None:
        context.stated = values


_TILES = DictReader(NameReader(), _TileReader(), N_("a mapping of characters to tiles"), is_partial=True)
_CHARACTERS = DictReader(NameReader(), _CharacterReader(), N_("a mapping of characters"), is_partial=True)
_FORMATIONS = DictReader(NameReader(), _TILES, N_("a mapping of formations"), is_partial=True)
_TEAM = _TeamReader(
    {
        "limit": Field(IntegerReader(0, MAX_POINTS), needed=True),
        "characters": Field(_CHARACTERS, needed=True),
        "formations": Field(_FORMATIONS, needed=True),
    },
    what=N_("a team"),
)


class _TeamsReader(MappingReader):
    """The teams by side, the first seat's first; the value is a tuple of them."""

    what = N_("a mapping of teams")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if context.rules is None or not self.accepts(node, yaml_tree.Mapping, key, context):
            return INVALID
        if len(node.entries) != SIDES:
            message = _("a battle has two sides, but there are teams of {count}").format(count=len(node.entries))
            context.problems.add(node, key, message, found=node.found)
        teams = [_read_team(word, child, join(key, word.text), context) for word, child in node.entries.values()]
        _check_names(teams, node, key, context)
        _check_zones(node, key, context)
        check_formations(teams[:SIDES], context.zones, node, context)
        return tuple(teams)

    def schema(self, context: Context) -> Schema:
        return {
            "type": "object",
            "propertyNames": NameReader().schema(context),
            "additionalProperties": _TEAM.schema(context),
            "minProperties": SIDES,
            "maxProperties": SIDES,
        }


TEAMS = GameOnlyReader(_TeamsReader())
"""The reader of the section: a tuple of `Team`."""


def _read_team(word: Scalar, node: Node, key: str, context: Context) -> Team:
    """Read the team of a side, as far as it is right, and report what is wrong with it apart from others."""
    NameReader().read(word, key, context, word)
    context.stated = {}
    _TEAM.read(node, key, context, word)
    values = {name: value for name, value in context.stated.items() if value is not INVALID}
    stated = values.get("characters", {})
    like = {name: character[LIKE] for name, character in stated.items() if LIKE in character}
    characters = {name: _build_character(name, word.text, character, context) for name, character in stated.items()}
    team = Team(word.text, values.get("limit", MAX_POINTS), characters, like, values.get("formations", {}))
    given = entry_of(node, ["characters"])[1]
    if isinstance(given, yaml_tree.Mapping) and len(given.entries) == len(characters):
        report_field_errors(context.game.check_team(team), word, node, key, context)
    for name, character in characters.items():
        errors = context.game.check_character(character)
        report_field_errors(errors, *entry_of(given, [name]), f"{key}.characters.{name}", context)
    check_members(node, key, context)
    return team


def _build_character(name: str, side: str, stated: Mapping[str, Any], context: Context) -> Piece:
    """Return the character with these fields, made from one of the roster where it is like another."""
    assert context.rules is not None
    given = {key: value for key, value in stated.items() if key != LIKE} | {"name": name, "side": side}
    if LIKE in stated:
        return structs.replace(context.game.roster[stated[LIKE]], **given)
    return context.rules.piece_type(at=NOWHERE, **given)


def _check_names(teams: Sequence[Team], node: Node, key: str, context: Context) -> None:
    """Report names of characters that others have."""
    taken = set(context.piece_names)
    for team in teams:
        for name in team.characters:
            if name in taken:
                word = entry_of(node, [team.side, "characters", name])[0]
                message = _("{name!r} is already the name of another").format(name=shorten(name))
                context.problems.add(word, f"{key}.{team.side}.characters.{name}", message, found=name)
        taken |= team.characters.keys()


def _check_zones(node: yaml_tree.Mapping, key: str, context: Context) -> None:
    """Report teams without a zone."""
    if context.zones is None:
        return
    for side, (word, _team) in node.entries.items():
        if side not in context.zones:
            message = _("there is no zone for {side!r} in map.zones").format(side=shorten(side))
            context.problems.add(word, join(key, side), message, found=side, allowed=tuple(context.zones))
