"""Scenarios as text, the inverse of `parse_scenario`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import NODEFAULT, Struct, structs

from sightline.board import (
    Base,
    BasedPiece,
    Board,
    Feature,
    Inches,
    Piece,
    Table,
    format_border,
    format_cell,
    format_label,
    format_piece,
    format_rectangle,
)
from sightline.formats.character_reader import unstated_fields
from sightline.formats.drawn_map import HOLE
from sightline.formats.file_header import FORMAT_VERSION
from sightline.formats.scenario_reader import ScenarioData
from sightline.lattice import Cell
from sightline.plane import Polygon, inner_spot
from sightline.rules import Playable, Position, Ruleset, TeamData, require, terrain_letters

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.@/-]*( [A-Za-z0-9_.@/-]+)*")


def format_scenario(data: ScenarioData) -> str:
    """Return a scenario as YAML: the map as a drawing, the rest in the order of the format, without defaults."""
    return "\n".join(_lines(data)) + "\n"


def _lines(data: ScenarioData) -> Iterator[str]:
    yield f"sightline: {FORMAT_VERSION}"
    if data.title:
        yield f"title: {_scalar(data.title)}"
    yield f"rules: {_scalar(data.rules.key)}"
    if data.position.rulings.chosen:
        yield f"rulings: {_flow(data.position.rulings.chosen)}"
    yield "map:"
    yield from (f"  {line}" for line in (_table(data) if data.position.is_free else _cells(data)))
    pieces = data.position.pieces.values()
    if pieces:
        yield "pieces:"
        for piece in pieces:
            yield f"  {_scalar(piece.name)}: {_flow(piece_keys(piece, data.position.surface))}"
    if data.pairs is not None:
        yield f"pairs: {_flow(data.pairs)}"
    if data.teams:
        yield "teams:"
        for side, team in data.teams.items():
            yield f"  {_scalar(side)}:"
            yield from (f"    {line}" for line in _team(team, data.rules))


def format_team(rules: Ruleset[Any], team: TeamData) -> str:
    """Return a team as the YAML of a team file, a line for each character."""
    header = (f"sightline: {FORMAT_VERSION}", f"rules: {_scalar(rules.key)}")
    characters = (f"  {_scalar(name)}: {_flow(stated)}" for name, stated in _characters(team, rules).items())
    return "\n".join((*header, *_limit(team), "characters:", *characters, *_formations(team))) + "\n"


def _team(team: TeamData, rules: Ruleset[Any]) -> Iterator[str]:
    """Yield the lines of a team in a scenario, its characters on one line."""
    yield from _limit(team)
    yield f"characters: {_flow(_characters(team, rules))}"
    yield from _formations(team)


def _limit(team: TeamData) -> Iterator[str]:
    if team.name:
        yield f"name: {_scalar(team.name)}"
    yield f"limit: {team.limit}"


def _formations(team: TeamData) -> Iterator[str]:
    yield "formations:"
    for label, formation in team.formations.items():
        yield f"  {_scalar(label)}: {_flow(_tiles(formation))}"


def _characters(team: TeamData, rules: Ruleset[Any]) -> dict[str, Any]:
    """Return the characters of a team, by name, as in a file: without values that are those of the roster."""
    game = require(rules, Playable).game()
    characters: dict[str, Any] = {}
    for name, character in team.characters.items():
        like = team.like.get(name)
        known = None if like is None else game.roster[like]
        stated = _stated(character, None, *unstated_fields(type(character), game), known=known)
        characters[name] = stated if like is None else {"like": like, **stated} if stated else like
    return characters


def _tiles(formation: Mapping[str, tuple[int, int]]) -> dict[str, str]:
    return {name: format_label(*tile) for name, tile in formation.items()}


def piece_keys(piece: Piece, surface: Board | Table) -> dict[str, Any]:
    """Return the keys and values of a piece as in a file."""
    stated = _stated(piece, surface, "name", *piece.derived_fields)
    if isinstance(surface, Board) and piece.centred:
        stated["at"] = format_piece(surface, piece)
    elif isinstance(surface, Board) and piece.beside:
        stated["at"] = _plain(piece.cells, surface)
    elif isinstance(piece, BasedPiece) and piece.outline and piece.at == inner_spot(Polygon(piece.outline)):
        del stated["at"]
    return stated


def _table(data: ScenarioData) -> Iterator[str]:
    table = data.position.table
    yield "grid: free"
    yield f"size: {_flow(_plain(table.width, table))}x{_flow(_plain(table.height, table))}"
    yield from _kinds(data)
    if table.features:
        yield "features:"
        yield from (f"  - {_flow(feature_keys(feature, data.position))}" for feature in table.features)


def feature_keys(feature: Feature, position: Position) -> dict[str, Any]:
    """Return the keys and values of a feature of a free table as in a file."""
    means = _stated(feature.means, position.table, "letter", known=position.terrain.get(feature.kind))
    corners = [_plain(corner, position.table) for corner in feature.outline.corners]
    return {"is": feature.kind, **means, "outline": corners}


def _kinds(data: ScenarioData) -> Iterator[str]:
    if data.own_kinds:
        kinds = {name: _stated(kind, data.position.surface, "letter") for name, kind in data.own_kinds.items()}
        yield f"kinds: {_flow(kinds)}"


def _cells(data: ScenarioData) -> Iterator[str]:
    board = data.position.board
    letters = terrain_letters(data.position)
    yield f"grid: {board.grid.kind}"
    if board.grid.kind == "hex":
        yield f"hexes: {board.grid.layout}"
    yield from _kinds(data)
    legend = _legend(data, letters)
    if legend:
        yield f"legend: {_flow(legend)}"
    rows = list(_rows(board, letters))
    indented_first = rows[0].startswith(" ") and not all(row.startswith(" ") for row in rows)
    yield "cells: |2" if indented_first else "cells: |"
    yield from (f"  {row}" for row in rows)
    borders = _borders(board)
    if borders:
        yield f"borders: {_flow({kind: borders[kind] for kind in sorted(borders)})}"
    if board.links:
        yield f"links: {_flow([[format_cell(board, cell) for cell in link] for link in board.iter_links()])}"
    if data.zones:
        zones = {side: [*map(format_rectangle, zone.rectangles)] for side, zone in data.zones.items()}
        yield f"zones: {_flow(zones)}"


def _borders(board: Board) -> Mapping[str, list[str]]:
    """Return the borders by kind of terrain, in the order of the map."""
    borders: dict[str, list[str]] = {}
    for border in sorted(board.borders, key=lambda border: [board.grid.column_row(cell) for cell in border]):
        for kind in board.borders[border]:
            borders.setdefault(kind, []).append(format_border(board, border))
    return borders


def _legend(data: ScenarioData, letters: Mapping[str, str]) -> Mapping[str, str]:
    """Return the kinds by letter that differ from the system's: those used in the drawing, and others stated."""
    found = {letters.get(kind, means.letter): kind for kind, means in data.position.terrain.items()}
    built_in = {means.letter: kind for kind, means in data.rules.terrain.items()}
    return {letter: kind for letter, kind in found.items() if letter and built_in.get(letter) != kind}


def _rows(board: Board, letters: Mapping[str, str]) -> Iterator[str]:
    tokens = [_token(kinds, level, letters) for kinds, level in zip(board.ground, board.levels, strict=True)]
    width = max(map(len, tokens))
    for row in range(board.rows):
        cells = tokens[row * board.columns : (row + 1) * board.columns]
        is_shifted = board.grid.kind == "hex" and _is_shifted(board, row)
        yield (" " if is_shifted else "") + " ".join(token.ljust(width) for token in cells).rstrip()


def _is_shifted(board: Board, row: int) -> bool:
    """Return whether a row of hexes is shifted right by half a hex."""
    layout = board.grid.layout
    return layout.startswith("pointy") and (row % 2 == 1) == layout.endswith("odd-r")


def _token(kinds: tuple[str, ...] | None, level: int, letters: Mapping[str, str]) -> str:
    if kinds is None:
        return HOLE
    return ("".join(letters[kind] for kind in kinds) or letters["clear"]) + (str(level) if level else "")


def _stated(struct: Struct, surface: Board | Table | None, *omit: str, known: Struct | None = None) -> dict[str, Any]:
    """Return the fields of a struct, by key, that differ from its defaults, or from `known`."""
    given = _defaults(struct) if known is None else structs.asdict(known)
    keys = dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))
    values = {name: getattr(struct, name) for name in keys if name not in omit}
    return {keys[name]: _plain(value, surface) for name, value in values.items() if value != given.get(name, NODEFAULT)}


def _defaults(struct: Struct) -> dict[str, Any]:
    defaults = struct.__struct_defaults__
    needed = len(struct.__struct_fields__) - len(defaults)
    return dict(zip(struct.__struct_fields__[needed:], defaults, strict=True))


def _plain(value: Any, surface: Board | Table | None) -> Any:
    """Return a value of a struct as it is written in a file."""
    match value:
        case Cell() if isinstance(surface, Board):
            return format_cell(surface, value)
        case Base(width, None):
            return _plain(width, surface)
        case Base(width, length):
            return [_plain(width, surface), _plain(length, surface)]
        case Struct():
            return _stated(value, surface)
        case tuple():
            return [_plain(item, surface) for item in value]
        case Mapping():
            return {str(key): _plain(item, surface) for key, item in value.items()}
        case Inches():
            return value.text
        case float():  # also degrees
            return float(value)
        case str():
            return str(value)
        case _:
            return value


def _flow(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case Mapping():
            return f"{{{', '.join(f'{_scalar(str(key))}: {_flow(child)}' for key, child in value.items())}}}"
        case str():
            return _scalar(value)
        case float():
            return f"{value:.9f}".rstrip("0").rstrip(".")
        case Iterable():
            return f"[{', '.join(map(_flow, value))}]"
        case _:
            return str(value)


def _scalar(text: str) -> str:
    """Return a text as a YAML scalar that every YAML parser reads as that text or a number, never as an indicator."""
    if _PLAIN.fullmatch(text):
        return text
    return '"' + "".join(map(_escape, text)) + '"'


def _escape(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
