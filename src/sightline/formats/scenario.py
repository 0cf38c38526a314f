"""Scenario files: reading a text into what it describes, with every problem at once."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import structs

from sightline._version import __version__
from sightline.formats import tree
from sightline.formats.context import Context
from sightline.formats.maps import MAP
from sightline.formats.pieces import PAIRS, Pieces, check_places
from sightline.formats.problems import Problems, ScenarioError, TooManyProblems
from sightline.formats.readers import (
    INVALID,
    Field,
    Reader,
    Schema,
    Table,
    Text,
    Word,
    is_mapping,
)
from sightline.formats.structs import struct_reader
from sightline.formats.tree import MOST_BYTES, Node, Source, UnreadableText, read_tree
from sightline.rules import Position, Ruleset, Rulings, Systems, Terrain

FORMAT_VERSION = "1"


@dataclass(frozen=True)
class Setting:
    """What a scenario file describes. `pairs` are those that a chart lists, by name; None where the file names none."""

    title: str
    rules: Ruleset
    position: Position
    own_kinds: Mapping[str, Terrain]
    pairs: tuple[tuple[str, str], ...] | None


class _Version(Word):
    def __init__(self) -> None:
        super().__init__(lambda _: (FORMAT_VERSION,), "format version that this program reads")

    def complaint(self, text: str) -> str:
        newer = text.isascii() and text.isdigit()
        hint = f"a newer Sightline than {__version__} reads it" if newer else f"Sightline {__version__} reads version 1"
        return f"format version {text!r} is not known; {hint}"


class _Rulings(Reader):
    """Choices of rulings, or a file of them; gives a dict."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not is_mapping(node, key, context, "a mapping of rulings"):
            return INVALID
        assert isinstance(node, tree.Mapping)
        if context.rules is None:
            return INVALID
        used: Any = {}
        own = Table({"use": Field(_Profile()), **_ruling_fields(context)}).read(node, key, context, owner)
        if own is not INVALID:
            used = own.pop("use", {})
        return {**used, **own} if own is not INVALID else INVALID

    def schema(self, context: Context) -> Schema:
        return Table({"use": Field(Text()), **_ruling_fields(context)}).schema(context)


def _ruling_fields(context: Context) -> dict[str, Field]:
    declared = context.rules.rulings if context.rules else ()
    return {ruling.name: Field(_choice(ruling.choices, ruling.name)) for ruling in declared}


def _choice(choices: tuple[str, ...], name: str) -> Word:
    return Word(lambda _: choices, f"choice of {name}")


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
        path = context.folder / name
        if path.name != name or not path.is_file():
            beside = sorted(file.name for file in context.folder.glob("*.yaml"))
            problems.add(node, key, f"there is no file {name!r} beside the scenario", found=name, allowed=beside)
            return INVALID
        try:
            source = read_file(path)
        except ScenarioError as error:
            problems.found += error.problems
            return INVALID
        root = _read_tree(source, context)
        return INVALID if root is None else Table(_ruling_fields(context)).read(root, "rulings", context, root)


class _File(Table):
    """The whole file."""

    def can_read(self, name: str, context: Context) -> bool:
        return context.rules is not None or name in ("sightline", "rules", "title")

    def settle(self, name: str, node: Node, values: Mapping[str, Any], context: Context) -> None:
        if name == "sightline" and values[name] is INVALID:
            raise _OtherVersion
        if name == "rules" and values[name] is not INVALID:
            context.rules = context.systems[values[name]]


class _OtherVersion(Exception):
    """The file is of another version of the format, so that nothing more can be said about it."""


SCENARIO = _File(
    {
        "sightline": Field(_Version(), needed=True),
        "rules": Field(Word(lambda context: tuple(context.systems), "rule system"), needed=True),
        "title": Field(Text()),
        "rulings": Field(_Rulings()),
        "map": Field(MAP, needed=True),
        "pieces": Field(Pieces()),
        "pairs": Field(PAIRS),
    },
    what="a scenario",
)
"""The table of a scenario file's keys: it reads the file, and gives its JSON Schema."""


def read_setting(source: Source, systems: Systems, folder: Path | None = None) -> Setting:
    """Read a scenario from a text; files that it names lie in `folder`. Raises `ScenarioError` with every problem."""
    context = Context(Problems(source.file), systems, folder)
    setting = INVALID
    with contextlib.suppress(TooManyProblems):
        root = _read_tree(source, context)
        if root is not None:
            setting = _read(root, context)
    context.problems.raise_if_any()
    assert isinstance(setting, Setting)
    return setting


def read_file(path: Path) -> Source:
    """Give the text of a file. Raises `ScenarioError` where it is too large or no UTF-8, OSError as reading does."""
    with path.open("rb") as file:
        return decode(file.read(MOST_BYTES + 1), str(path))


def decode(content: bytes, file: str) -> Source:
    """Give the text that these bytes of a file are, one of at most `MOST_BYTES`. Raises `ScenarioError`."""
    problems = Problems(file)
    if len(content) > MOST_BYTES:
        _refuse(problems, Source(file, ""), f"the file is larger than {MOST_BYTES // 2**20} MiB")
    try:
        return Source(file, content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = Source(file, content[: error.start].decode("utf-8-sig"))
        _refuse(problems, before, "this is no UTF-8 text")
    raise AssertionError("refused above")


def _refuse(problems: Problems, before: Source, message: str) -> None:
    line, column = len(before.lines), len(before.lines[-1]) + 1
    problems.add(tree.Unusable(before, line, column, line, column), None, message)
    problems.raise_if_any()


def _read_tree(source: Source, context: Context) -> Node | None:
    """Give the tree of a text; None, with that one problem reported, where it is unreadable."""
    problems = context.problems
    before = list(problems.found)
    try:
        return read_tree(source, lambda node, key, said, found: problems.add(node, key, said, found=found))
    except UnreadableText as error:
        problems.found[:] = before
        problems.add(error.place, error.key, str(error), found=error.found)
        return None


def _read(root: Node, context: Context) -> Any:
    try:
        values = SCENARIO.read(root, "", context, tree.start_of(root.source))
    except _OtherVersion:
        context.problems.found[:] = context.problems.found[-1:]
        return INVALID
    except UnreadableText as error:
        context.problems.add(error.place, error.key, str(error))
        return INVALID
    if context.rules is None or context.board is None or values is INVALID:
        return INVALID
    board = values["map"].with_pieces(values.get("pieces", ()))
    rules = context.rules
    position = Position(
        board, MappingProxyType(dict(context.terrain)), Rulings(rules.rulings, values.get("rulings", {}))
    )
    return Setting(values.get("title", ""), rules, position, MappingProxyType(context.own_kinds), values.get("pairs"))


def with_pieces(setting: Setting, changes: Mapping[str, Mapping[str, Node]]) -> Setting:
    """Give the setting with other values of some keys of some pieces. Raises `ScenarioError` with every problem.

    The problems have the places of the nodes.
    """
    rules, board = setting.rules, setting.position.board
    context = Context(Problems("-"), Systems({}, {}), rules=rules, grid=board.grid, board=board)
    context.piece_names = tuple(board.pieces)
    changed = []
    for name, nodes in changes.items():
        owner = next(iter(nodes.values()))
        if name not in board.pieces:
            context.problems.add(
                owner, f"pieces.{name}", f"there is no piece {name!r}", found=name, allowed=tuple(board.pieces)
            )
            continue
        node = tree.mapping_of(owner, nodes)
        table = struct_reader(rules.piece, "a piece", omit=("name",))
        values = Table({key: Field(entry.reader) for key, entry in table.fields.items()}).read(
            node, f"pieces.{name}", context, owner
        )
        context.places |= {f"pieces.{name}": value for key, value in nodes.items() if key == "at"}
        if values is not INVALID:
            changed.append(structs.replace(board.pieces[name], **values))
    board = board.with_pieces(changed)
    check_places(board, context)
    context.problems.raise_if_any()
    return replace(setting, position=setting.position.with_board(board))


def with_rulings(setting: Setting, choices: Mapping[str, str], file: str = "-") -> Setting:
    """Give the setting with other choices of some rulings. Raises `ScenarioError` with every problem, as of `file`."""
    context = Context(Problems(file), Systems({}, {}), rules=setting.rules)
    node = tree.node_of(Source(file, "", has_place=False), choices)
    values = Table(_ruling_fields(context)).read(node, "rulings", context, node)
    context.problems.raise_if_any()
    rulings = setting.position.rulings
    chosen = {**rulings.chosen, **values}
    return replace(setting, position=setting.position.with_rulings(Rulings(rulings.declared, chosen)))
