"""The section `rulings` of a scenario, and profiles: files of rulings that several scenarios share."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from sightline.board import Hint
from sightline.formats.containers import Field, StructReader, in_braces, is_mapping
from sightline.formats.context import Context
from sightline.formats.files import read_file, read_reported_tree
from sightline.formats.problems import ScenarioError
from sightline.formats.readers import INVALID, ChoiceReader, Reader, Schema, TextReader, shorten
from sightline.formats.yaml_tree import Node
from sightline.i18n import N_, _
from sightline.rules import Ruleset


class RulingsReader(Reader):
    """Choices of rulings, or a file of them; gives a dict."""

    what = N_("a mapping of rulings")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not is_mapping(node, key, context, self.what):
            return INVALID
        own = choices_reader(context, use=Field(_Profile())).read(node, key, context, owner)
        if own is INVALID or context.rules is None:
            return INVALID
        return in_order(context.rules, {**own.pop("use", {}), **own})

    def allowed(self, context: Context) -> Collection[str]:
        return (in_braces(self.what),)

    def schema(self, context: Context) -> Schema:
        return choices_reader(context, use=Field(TextReader())).schema(context)


def in_order(rules: Ruleset[Any], choices: Mapping[str, str]) -> dict[str, str]:
    """Give choices in the order in which the system declares the rulings, so that equal ones are written alike."""
    return {ruling.name: choices[ruling.name] for ruling in rules.rulings if ruling.name in choices}


def choices_reader(context: Context, **further: Field) -> StructReader:
    """Give the reader of choices by name of the ruling, and of further keys."""
    declared = context.rules.rulings if context.rules else ()
    choices = {ruling.name: Field(_choice(ruling.choices, ruling.name)) for ruling in declared}
    return StructReader({**further, **choices}, what=N_("the rulings of this system"), is_open=context.rules is None)


class _Choice(ChoiceReader):
    """A choice of the ruling that `what` is the name of."""

    def wanted(self) -> str:
        return _("a choice of {ruling}").format(ruling=self.what)


def _choice(choices: tuple[str, ...], name: str) -> ChoiceReader:
    return _Choice(lambda _: choices, name)


class _Profile(TextReader):
    """The name of a file of rulings beside the scenario; gives its choices."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        name = super().read(node, key, context, owner)
        if name is INVALID:
            return INVALID
        problems = context.problems
        if context.folder is None:
            message, allowed = _("a text without a place has no files beside it"), Hint(_("rulings by name"))
            problems.add(node, key, message, found=name, allowed=(allowed,))
            return INVALID
        try:
            source = read_file(_beside(context.folder, name))
        except OSError:
            beside = sorted(file.name for file in context.folder.glob("*.yaml"))
            message = _("there is no file {file!r} to read beside the scenario").format(file=shorten(name))
            problems.add(node, key, message, found=name, allowed=beside)
            return INVALID
        except ScenarioError as error:
            problems.found += error.problems
            return INVALID
        root = read_reported_tree(source, context)
        if root is None:
            return INVALID
        return choices_reader(context).read(root, "rulings", context, root)


def _beside(folder: Path, name: str) -> Path:
    """Give the path of a file in that very folder. Raises OSError where there is none."""
    path = folder / name
    if "\0" in name or path.name != name or not path.is_file():
        raise FileNotFoundError(name)
    return path
