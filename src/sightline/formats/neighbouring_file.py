"""Files that a scenario uses: they are in its folder, and named under `use`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sightline.board import Hint
from sightline.formats.context import Context
from sightline.formats.files import read_file, read_reported_tree
from sightline.formats.problems import ScenarioError, find_nearest
from sightline.formats.readers import INVALID, TextReader, shorten
from sightline.formats.yaml_tree import Node
from sightline.i18n import _

USE = "use"
"""The key that names such a file."""


class NeighbouringFileReader(TextReader, frozen=True):
    """The name of a file next to the scenario; the value is its tree. `instead` names the alternative to a file."""

    instead: str

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        name = super().read(node, key, context, owner)
        if name is INVALID:
            return INVALID
        if context.folder is None:
            message = _("a scenario read from text cannot use files beside it")
            return self.refuse(node, key, context, message, [Hint(_(self.instead))])
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
        return INVALID if root is None else root


def _others_beside(folder: Path, file: str) -> Sequence[str]:
    """Return the names of the YAML files in a folder, except for `file`."""
    names = sorted(path.name for pattern in ("*.yaml", "*.yml") for path in folder.glob(pattern))
    return [name for name in names if name != Path(file).name]


def _beside(folder: Path, name: str) -> Path:
    """Return the path of a file directly in a folder. Raise OSError if there is none."""
    path = folder / name
    if "\0" in name or path.name != name or not path.is_file():
        raise FileNotFoundError(name)
    return path
