"""The section `rulings` of a scenario, and profiles: files of rulings that several scenarios share."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from sightline.formats import tree
from sightline.formats.containers import Field, Table, in_braces, is_mapping
from sightline.formats.context import Context
from sightline.formats.files import read_file, read_reported_tree
from sightline.formats.problems import ScenarioError
from sightline.formats.readers import INVALID, Reader, Schema, Text, Word, shorten
from sightline.formats.tree import Node
from sightline.rules import Ruleset

WHAT = "the rulings of this system"


class RulingsReader(Reader):
    """Choices of rulings, or a file of them; gives a dict."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not is_mapping(node, key, context, "a mapping of rulings"):
            return INVALID
        assert isinstance(node, tree.Mapping)
        if context.rules is None:
            return INVALID
        own = self._table(_Profile(), context).read(node, key, context, owner)
        if own is INVALID:
            return INVALID
        return in_order(context.rules, {**own.pop("use", {}), **own})

    def _table(self, use: Reader, context: Context) -> Table:
        return Table({"use": Field(use), **choices_of(context)}, what=WHAT)

    def allowed(self, context: Context) -> Collection[str]:
        return (in_braces("a mapping of rulings"),)

    def schema(self, context: Context) -> Schema:
        return self._table(Text(), context).schema(context)


def in_order(rules: Ruleset, choices: Mapping[str, str]) -> dict[str, str]:
    """Give choices in the order in which the system declares the rulings, so that equal ones are written alike."""
    return {ruling.name: choices[ruling.name] for ruling in rules.rulings if ruling.name in choices}


def choices_of(context: Context) -> dict[str, Field]:
    declared = context.rules.rulings if context.rules else ()
    return {ruling.name: Field(_choice(ruling.choices, ruling.name)) for ruling in declared}


def _choice(choices: tuple[str, ...], name: str) -> Word:
    return Word(lambda _: choices, f"a choice of {name}")


class _Profile(Text):
    """The name of a file of rulings beside the scenario; gives its choices."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        name = super().read(node, key, context, owner)
        if name is INVALID:
            return INVALID
        problems = context.problems
        if context.folder is None:
            problems.add(
                node, key, "a text without a place has no files beside it", found=name, allowed=("rulings by name",)
            )
            return INVALID
        try:
            source = read_file(_beside(context.folder, name))
        except OSError:
            beside = sorted(file.name for file in context.folder.glob("*.yaml"))
            message = f"there is no file {shorten(name)!r} to read beside the scenario"
            problems.add(node, key, message, found=name, allowed=beside)
            return INVALID
        except ScenarioError as error:
            problems.found += error.problems
            return INVALID
        root = read_reported_tree(source, context)
        if root is None:
            return INVALID
        return Table(choices_of(context), what=WHAT).read(root, "rulings", context, root)


def _beside(folder: Path, name: str) -> Path:
    """Give the path of a file in that very folder. Raises OSError where there is none."""
    path = folder / name
    if "\0" in name or path.name != name or not path.is_file():
        raise FileNotFoundError(name)
    return path
