"""The section `rulings` of a scenario, and profiles: files of rulings that several scenarios share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sightline.formats import yaml_tree
from sightline.formats.containers import Field, MappingReader, StructReader
from sightline.formats.context import Context
from sightline.formats.neighbouring_file import USE, NeighbouringFileReader
from sightline.formats.readers import INVALID, ChoiceReader, Schema
from sightline.formats.yaml_tree import Node
from sightline.i18n import N_, _
from sightline.rules import Ruleset, Ruling


class RulingsReader(MappingReader, frozen=True):
    """Choices of rulings, possibly with a profile; the value is a dict."""

    what = N_("a mapping of rulings")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not self.accepts(node, yaml_tree.Mapping, key, context):
            return INVALID
        own = choices_reader(context, use=Field(_PROFILE)).read(node, key, context, owner)
        if own is INVALID or context.rules is None:
            return INVALID
        return in_order(context.rules, {**own.pop(USE, {}), **own})

    def schema(self, context: Context) -> Schema:
        return choices_reader(context, use=Field(_PROFILE)).schema(context)


def in_order(rules: Ruleset[Any], choices: Mapping[str, str]) -> dict[str, str]:
    """Return choices in the order of the system's declarations, so that equal ones are written in the same way."""
    return {ruling.name: choices[ruling.name] for ruling in rules.rulings if ruling.name in choices}


def choices_reader(context: Context, **further: Field) -> StructReader:
    """Return the reader of choices by name of the ruling, and of further keys."""
    declared = context.rules.rulings if context.rules else ()
    choices = {ruling.name: Field(_ruling_reader(ruling)) for ruling in declared}
    return StructReader({**further, **choices}, what=N_("the rulings of this system"), is_open=context.rules is None)


class _RulingReader(ChoiceReader, frozen=True):
    """A choice of a ruling."""

    def wanted(self) -> str:
        return _("a choice of {ruling}").format(ruling=self.what)


def _ruling_reader(ruling: Ruling) -> _RulingReader:
    return _RulingReader(lambda _: ruling.choices, ruling.name)


class _ProfileReader(NeighbouringFileReader, frozen=True):
    """The name of a file of rulings next to the scenario; the value is its choices."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        root = super().read(node, key, context, owner)
        return INVALID if root is INVALID else choices_reader(context).read(root, "rulings", context, root)


_PROFILE = _ProfileReader(N_("rulings by name"))
