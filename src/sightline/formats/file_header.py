"""The keys at the beginning of every file: the version of the format, and the rule system."""

from __future__ import annotations

import re
from typing import Any

from sightline._version import __version__
from sightline.formats.containers import Field
from sightline.formats.context import Context
from sightline.formats.readers import INVALID, ChoiceReader, Schema, shorten
from sightline.formats.yaml_tree import Node
from sightline.i18n import N_, _
from sightline.rules import UnusableSystem

FORMAT_VERSION = "1"


class OtherVersion(Exception):
    """Raised for a file of another version of the format, which cannot be read further."""


class _VersionReader(ChoiceReader, frozen=True):
    """The format version; if it is another one, only that is reported."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if super().read(node, key, context, owner) is INVALID:
            raise OtherVersion
        return FORMAT_VERSION

    def complaint(self, text: str) -> str:
        newer = re.fullmatch("[1-9][0-9]*", text)
        message = (
            _("format version {version!r} is unknown; it needs a newer Sightline than {program}")
            if newer
            else _("format version {version!r} is unknown; Sightline {program} reads version 1")
        )
        return message.format(version=shorten(text), program=__version__)

    def schema(self, context: Context) -> Schema:
        return {"enum": [int(FORMAT_VERSION), FORMAT_VERSION]}


class _RulesReader(ChoiceReader, frozen=True):
    """The key of a rule system, which is set in the context."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        found = super().read(node, key, context, owner)
        if found is INVALID:
            return INVALID
        try:
            context.use_rules(context.systems[found])
        except UnusableSystem as error:
            context.problems.add(node, key, str(error), found=node.found)
        return found


_VERSION = _VersionReader(lambda _: (FORMAT_VERSION,), N_("a format version that this program reads"))
_RULES = _RulesReader(lambda context: context.systems, N_("a rule system"))
HEADER = {"sightline": Field(_VERSION, needed=True), "rules": Field(_RULES, needed=True)}
"""The fields of the header."""
