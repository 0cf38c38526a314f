"""The section `rulings` of a scenario, and profiles: files of rulings that several scenarios share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sightline.board import Hint
from sightline.formats import yaml_tree
from sightline.formats.containers import Field, MappingReader, StructReader
from sightline.formats.context import Context
from sightline.formats.files import read_file, read_reported_tree
from sightline.formats.problems import ScenarioError, find_nearest
from sightline.formats.readers import INVALID, ChoiceReader, Schema, TextReader, shorten
from sightline.formats.yaml_tree import Node
from sightline.i18n import N_, _
from sightline.rules import Ruleset, Ruling


class RulingsReader(MappingReader):
    """Choices of rulings, perhaps beside a file of them; the value is a dict."""

    what = N_("a mapping of rulings")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not self.accepts(node, yaml_tree.Mapping, key, context):
            return INVALID
        own = choices_reader(context, use=Field(_ProfileReader())).read(node, key, context, owner)
        if own is INVALID or context.rules is None:
            return INVALID
        return in_order(context.rules, {**own.pop("use", {}), **own})

    def schema(self, context: Context) -> Schema:
        return choices_reader(context, use=Field(TextReader())).schema(context)


def in_order(rules: Ruleset[Any], choices: Mapping[str, str]) -> dict[str, str]:
    """Return choices in the order in which the system declares the rulings, so that equal ones are written alike."""
    return {ruling.name: choices[ruling.name] for ruling in rules.rulings if ruling.name in choices}


def choices_reader(context: Context, **further: Field) -> StructReader:
    """Return the reader of choices by name of the ruling, and of further keys."""
    declared = context.rules.rulings if context.rules else ()
    choices = {ruling.name: Field(_RulingReader(ruling)) for ruling in declared}
    return StructReader({**further, **choices}, what=N_("the rulings of this system"), is_open=context.rules is None)


class _RulingReader(ChoiceReader):
    """A choice of a ruling."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(lambda _: ruling.choices, ruling.name)

    def wanted(self) -> str:
        return _("a choice of {ruling}").format(ruling=self.what)


class _ProfileReader(TextReader):
    """The name of a file of rulings beside the scenario; the value is its choices."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        name = super().read(node, key, context, owner)
        if name is INVALID:
            return INVALID
        if context.folder is None:
            message = _("a scenario read from text cannot use files beside it")
            return self.refuse(node, key, context, message, [Hint(_("rulings by name"))])
        try:
            source = read_file(_beside(context.folder, name))
        except OSError:
            message = _("there is no file {file!r} beside the scenario").format(file=shorten(name))
            nearest = find_nearest(name, _others_beside(context.folder, node.file))
            context.problems.add(node, key, message, found=node.found, nearest=nearest)
            return INVALID
        except ScenarioError as error:
            context.problems.found += error.problems
            return INVALID
        root = read_reported_tree(source, context)
        return INVALID if root is None else choices_reader(context).read(root, "rulings", context, root)


def _others_beside(folder: Path, file: str) -> Sequence[str]:
    """Return the names of the YAML files in a folder, but for that of a file."""
    names = sorted(path.name for pattern in ("*.yaml", "*.yml") for path in folder.glob(pattern))
    return [name for name in names if name != Path(file).name]


def _beside(folder: Path, name: str) -> Path:
    """Return the path of a file in that very folder. Raise OSError where there is none."""
    path = folder / name
    if "\0" in name or path.name != name or not path.is_file():
        raise FileNotFoundError(name)
    return path
