"""A team as text: a table of its characters, their descriptions, and its formations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sightline.i18n import Term, _, word
from sightline.lattice import format_column
from sightline.render.primitives.text_metrics import (
    aligned,
    aligned_within,
    clean,
    columns,
    enumerated,
    names_with_room,
    pad,
)
from sightline.rules import Playable, Ruleset, TeamData, require

_LONGEST_NAME, _SHORTEST_NAME = 10, 3
"""The columns of names in a formation: the maximum where there is room, and the minimum."""
_MAX_COLUMNS, _MAX_ROWS = 26, 40
"""The maximum size of a drawn formation; the tiles of larger ones are listed."""
_EMPTY = "."


def team_text(rules: Ruleset[Any], team: TeamData, *, width: int | None = None) -> str:
    """Return a team as text: its name, points and limit, rows for each character, and each formation.

    A table that does not fit in `width` columns is cut into parts, one below the other; in a formation names are
    shorter then.
    """
    table = _table(rules, team)
    lines = aligned(table) if width is None else aligned_within(table, width)
    blocks = [[*([clean(team.name)] if team.name else []), title_of(rules, team)], lines]
    if described := [*_descriptions(rules, team)]:
        blocks.append(aligned(described))
    blocks += [_formation(label, tiles, width) for label, tiles in team.formations.items()]
    return "\n\n".join("\n".join(block) for block in blocks)


def title_of(rules: Ruleset[Any], team: TeamData) -> str:
    """Return the rule system of a team, and how much of its limit it uses."""
    points = require(rules, Playable).game().worth(team.characters.values())
    text = _("{rules}, {points} of {limit} points")
    return text.format(rules=rules.title, points=points, limit=team.limit)


def _table(rules: Ruleset[Any], team: TeamData) -> list[Sequence[str]]:
    """Return the rows of characters, with all single values; there are no empty columns."""
    game = require(rules, Playable).game()
    described = {name: game.describe_character(character) for name, character in team.characters.items()}
    stated = next(iter(described.values()), {})
    shown = [key for key in stated if any(not isinstance(row[key], tuple | None) for row in described.values())]
    rows: list[Sequence[str]] = [("", _("like"), _("points"), *map(word, shown))]
    for name, character in team.characters.items():
        values = (_cell(described[name][key]) for key in shown)
        rows.append((clean(name), team.like.get(name, ""), str(game.worth([character])), *values))
    return rows


def _descriptions(rules: Ruleset[Any], team: TeamData) -> Iterator[Sequence[str]]:
    """Yield the names of characters with their descriptions, and with each list that they have."""
    game = require(rules, Playable).game()
    for name, character in team.characters.items():
        about = game.about.get(team.like.get(name, ""))
        lists = ((key, value) for key, value in game.describe_character(character).items() if isinstance(value, tuple))
        named = (_("{what}: {words}").format(what=word(key), words=_cell(value)) for key, value in lists if value)
        texts = [*([_(about)] if about else []), *named]
        yield from zip((clean(name), *[""] * len(texts)), texts, strict=False)


def _cell(value: object) -> str:
    match value:
        case tuple():
            return ", ".join(map(_cell, value))
        case Term():
            return word(value)
    return "" if value is None else str(value)


def _formation(label: str, tiles: Mapping[str, tuple[int, int]], width: int | None) -> list[str]:
    """Return a formation as a small map, from A1 to its last row and column; row 1 is the front.

    The tiles of a formation that is too large or too wide for that are listed.
    """
    across, deep = (1 + max(places, default=0) for places in zip(*tiles.values(), strict=True))
    if across <= _MAX_COLUMNS and deep <= _MAX_ROWS:
        for longest in range(_LONGEST_NAME, _SHORTEST_NAME - 1, -1):
            names = names_with_room(tiles, longest)
            standing = dict[tuple[int, int], str]()
            for name, tile in tiles.items():
                standing.setdefault(tile, names[name])
            lines = aligned([*_rows(standing, across, deep)])
            if width is None or max(map(columns, lines)) <= width:
                return [clean(label), *lines]
    places = [f"{clean(name)} {format_column(column)}{row + 1}" for name, (column, row) in tiles.items()]
    return [clean(label), enumerated(places, len(places))]


def _rows(standing: Mapping[tuple[int, int], str], across: int, deep: int) -> Iterator[Sequence[str]]:
    """Yield the rows of a map, whose columns are equally wide."""
    width = max(map(columns, standing.values()))
    yield ("", *(pad(format_column(column), width) for column in range(across)))
    for row in range(deep):
        yield (str(row + 1), *(pad(standing.get((column, row), _EMPTY), width) for column in range(across)))
