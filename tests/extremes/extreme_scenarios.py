"""Generator: small files of which a single question could take minutes, or more memory than there is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin
from string import ascii_uppercase
from typing import Any


@dataclass(frozen=True)
class Extreme:
    """A file, and a question about it as on the command line: FILE stands for the file, OUT for a picture."""

    name: str
    text: Callable[[], str]
    asked: tuple[str, ...]
    is_small: bool = False
    """Whether it is answered, or refused, in so little time that ordinary tests ask it."""


def label(column: int, row: int) -> str:
    """Return the label of a cell, counted from 0."""
    letters, number = "", column + 1
    while number:
        number, rest = divmod(number - 1, len(ascii_uppercase))
        letters = ascii_uppercase[rest] + letters
    return f"{letters}{row + 1}"


def scenario(rules: str, map_: dict[str, Any], pieces: dict[str, Any], **more: Any) -> str:
    """Return a scenario as JSON, which is YAML."""
    return json.dumps({"sightline": 1, "rules": rules, "map": map_, "pieces": pieces, **more})


def star(x: float, y: float, corners: int, outer: float, inner: float) -> list[list[float]]:
    """Return the outline of a star."""
    radii = [outer if number % 2 else inner for number in range(corners)]
    turns = [2 * pi * number / corners for number in range(corners)]
    return [[round(x + r * cos(t), 4), round(y + r * sin(t), 4)] for r, t in zip(radii, turns, strict=True)]


def free_table(features: Sequence[dict[str, Any]], pieces: dict[str, Any] | None = None, movement: float = 9999) -> str:
    """Return a free table of 100 x 100 inches; without `pieces` with two of them in opposite corners."""
    two = {
        "A": {"at": [1, 1], "base": "25mm", "side": "red", "movement": movement, "weapons": [_weapon("gun", 200)]},
        "T": {"at": [99, 99], "base": "25mm", "side": "blue", "weapons": [_weapon("gun", 200)]},
    }
    return scenario("post-galactica", {"grid": "free", "size": "100x100", "features": list(features)}, pieces or two)


def _weapon(name: str, reach: float | str) -> dict[str, Any]:
    return {"name": name, "range": reach}


def _spread(count: int) -> Iterator[tuple[float, float]]:
    """Yield places evenly spread over a table of 100 x 100, away from its corners."""
    per_row = int(count**0.5 + 0.999)
    step = 94 / per_row
    for number in range(count):
        yield 3 + step * (number % per_row + 0.5), 3 + step * (number // per_row + 0.5)


def _features(count: int, corners: int, **means: Any) -> list[dict[str, Any]]:
    size = 94 / int(count**0.5 + 0.999) * 0.45
    return [
        {"is": "thing", **means, "outline": star(x, y, corners, size, size * (1 if corners < 6 else 0.6))}
        for x, y in _spread(count)
    ]


def one_difficult_feature() -> str:
    return free_table([{"is": "bog", "blocks": False, "difficult": True, "outline": star(50, 50, 50, 45, 20)}])


def features(
    count: int, corners: int, movement: float = 9999, keep: int | None = None, **means: Any
) -> Callable[[], str]:
    """Return a table evenly covered with features, all of them or the first ones."""
    return lambda: free_table(_features(count, corners, blocks=False, **means)[:keep], movement=movement)


def covering(count: int, corners: int) -> list[dict[str, Any]]:
    """Return blocking features all over a table."""
    return _features(count, corners, blocks=True)


def blocking_stars() -> str:
    return free_table(_features(950, 100, blocks=True))


def table_pieces(count: int = 1000) -> str:
    pieces = {
        f"P{number}": {"at": [round(x, 3), round(y, 3)], "base": "25mm", "side": "red" if number % 2 else "blue"}
        for number, (x, y) in enumerate(_spread(count))
    }
    return free_table([], pieces)


def two_buildings(hexes: int) -> Callable[..., str]:
    """Return a map of Post Galactica with two buildings of that many hexes, and a wall between them.

    With `apart` further buildings as large stand below.
    """

    def build(apart: int = 0) -> str:
        columns, rows = 62, max(30, (hexes + 24) // 25)
        across = 5 if hexes <= 50 else 10 if hexes <= 300 else 25
        down = hexes // across
        one = f"A1:{label(across - 1, down - 1)}"
        other = f"{label(columns - across, 0)}:{label(columns - 1, down - 1)}"
        middle = f"{label(columns // 2, 0)}:{label(columns // 2, rows - 1)}"
        building = {"building": True, "movement": 0, "weapons": [_weapon("gun", 200)]}
        pieces = {"A": {"at": [one], "side": "red", **building}, "T": {"at": [other], "side": "blue", **building}}
        for number in range(apart):
            further = f"{label(10 * number, rows - down)}:{label(10 * number + across - 1, rows - 1)}"
            pieces[f"B{number}"] = {"at": [further], "side": "blue", **building}
        map_ = {"grid": "hex", "size": f"{columns}x{rows}", "terrain": {"blocking": [middle]}}
        return scenario("post-galactica", map_, pieces)

    return build


def wide_open(rules: str, size: int = 1000, movement: int = 9999) -> Callable[[], str]:
    by_rules: dict[str, dict[str, Any]] = {"sodwa": {"move": movement}, "penance": {"facing": "N", "sp": movement}}
    moves = by_rules.get(rules, {"movement": movement})
    other = {"facing": "N"} if rules == "penance" else {}
    pieces: dict[str, dict[str, Any]] = {
        "A": {"at": label(size // 2, size // 2), "side": "red", **moves},
        "T": {"at": "A1", "side": "blue", **other},
    }
    grid = "square" if rules == "sodwa" else "hex"
    return lambda: scenario(rules, {"grid": grid, "size": f"{size}x{size}"}, pieces)


def lone_duel(size: int) -> str:
    """Return a map of SODWA for a battle of two, of whom one goes as far as it likes."""
    fights = {name: {"accuracy": 40, "defense": 100, "damage": 5} for name in ("melee", "ranged")}
    pieces = {
        "A": {"at": label(size // 2, size // 2), "side": "red", "move": 9999, "initiative": 90, **fights},
        "T": {"at": "A1", "side": "blue", **fights},
    }
    return scenario("sodwa", {"grid": "square", "size": f"{size}x{size}"}, pieces)


def long_reason(reason: int = 1_000_000) -> str:
    places = (label(column, row) for row in range(70) for column in range(72))
    pieces = {f"P{number}": {"at": place, "side": "red"} for number, place in zip(range(5000), places, strict=False)}
    pieces["T"] = {"at": label(99, 99), "side": "blue", "protected": "x" * reason}
    return scenario("post-galactica", {"grid": "hex", "size": "100x100"}, pieces)


def crowded_line(rules: str = "penance") -> str:
    """Return a map of 1000 x 3 full of walls and rubble, with a piece at either end."""
    map_ = {
        "grid": "hex",
        "size": "1000x3",
        "terrain": {"wall": [f"B1:{label(998, 2)}"], "rubble": [f"B1:{label(998, 2)}"]},
    }
    pieces = {
        "A": {"at": "A2", "side": "red", "facing": "SE", "weapons": [_weapon("gun", 2000)]},
        "T": {"at": label(999, 1), "side": "blue", "facing": "N"},
    }
    return scenario(rules, map_, pieces)


def many_kinds_on_a_line() -> str:
    kinds = {f"k{number}": {"blocks": True} for number in range(200)}
    map_ = {
        "grid": "hex",
        "size": "300x1",
        "kinds": kinds,
        "terrain": {name: ["B1:KM1"] for name in kinds},
    }
    pieces = {
        "A": {"at": "A1", "side": "red", "facing": "SE", "weapons": [_weapon("gun", 2000)]},
        "T": {"at": "KN1", "side": "blue", "facing": "N"},
    }
    return scenario("penance", map_, pieces)


def caskets_in_a_row(count: int = 300) -> str:
    pieces = {
        f"P{number}": {"at": label(number, 0), "side": "red" if number % 2 else "blue", "facing": "N"}
        for number in range(count)
    }
    return scenario("penance", {"grid": "hex", "size": f"{count}x1"}, pieces)


def long_shot() -> str:
    pieces = {
        "A": {"at": "A1", "side": "red", "facing": "SE", "weapons": [_weapon("gun", 2000)]},
        "T": {"at": label(999, 999), "side": "blue", "facing": "N"},
    }
    return scenario("penance", {"grid": "hex", "size": "1000x1000"}, pieces)


def rubble_and_two(size: int) -> str:
    """Return a map of Penance of rubble, with a wall beside one of two pieces."""
    map_ = {
        "grid": "hex",
        "size": f"{size}x{size}",
        "terrain": {"rubble": [f"A1:{label(size - 1, size - 1)}"], "wall": ["A3"]},
    }
    pieces = {name: {"at": at, "side": name, "facing": "S"} for name, at in (("A", "A2"), ("T", "A9"))}
    return scenario("penance", map_, pieces)


def scattered_characters(count: int) -> str:
    """Return a map of HERO of 100 x 100 with a crowd of two sides."""
    pieces = {
        f"P{number}": {"at": label(*divmod(number * 83, 100)), "side": "red" if number % 2 else "blue"}
        for number in range(count)
    }
    return scenario("hero5", {"grid": "hex", "size": "100x100", "terrain": {"blocking": ["E5"]}}, pieces)


def separate_hills() -> str:
    """Return a map of Combat Hex with hills of a hex each all over it."""
    hills = [label(column, row) for row in range(1, 40, 3) for column in range(1, 40, 4)]
    pieces = {"A": {"at": "A1", "side": "red"}, "T": {"at": label(39, 39), "side": "blue"}}
    return scenario("combat-hex", {"grid": "hex", "size": "40x40", "levels": {1: hills}}, pieces)


def surrounded(enemies: int) -> Callable[[], str]:
    """Return a map of HERO with enemies spread over it and one piece among them that moves as far as it likes."""

    def build() -> str:
        size = 40
        step = max(1, size * size // enemies)
        pieces: dict[str, Any] = {"A": {"at": "T20", "side": "red", "movement": 9999, "weapons": [_weapon("bow", 99)]}}
        for number in range(enemies):
            row, column = divmod(number * step, size)
            if label(column, row) != "T20":
                club = [_weapon("club", "melee")]
                pieces[f"E{number}"] = {"at": label(column, row), "side": "blue", "weapons": club}
        return scenario("hero5", {"grid": "hex", "size": f"{size}x{size}"}, pieces)

    return build


def many_weapons(count: int = 20_000, rules: str = "hero5") -> Callable[[], str]:
    own = {"facing": "N"} if rules == "penance" else {}

    def build() -> str:
        weapons = [_weapon(f"w{number}", 30) for number in range(count)]
        pieces = {
            "A": {"at": "D4", "side": "red", "weapons": weapons, **own},
            "T": {"at": "H4", "side": "blue", **own},
        }
        return scenario(rules, {"grid": "hex", "size": "12x8"}, pieces)

    return build


def every_border(size: int = 120) -> str:
    """Return a map of HERO with something on every border."""
    borders: dict[str, list[str]] = {"fence": [], "low-wall": [], "door-frame": []}
    words = list(borders)
    for row in range(size):
        for column in range(size):
            down = 0 if column % 2 == 0 else 1  # columns B, D, F ... are half a hex lower
            near = [(column, row + 1), (column + 1, row + down), (column + 1, row + down - 1)]
            for number, (c, r) in enumerate(near):
                if 0 <= c < size and 0 <= r < size:
                    word = words[(column * 7 + row * 3 + number) % 3]
                    borders[word].append(f"{label(column, row)}/{label(c, r)}")
    pieces = {"A": {"at": label(size // 2, size // 2), "side": "red"}, "T": {"at": "A1", "side": "blue"}}
    return scenario("hero5", {"grid": "hex", "size": f"{size}x{size}", "borders": borders}, pieces)


def own_kinds(size: int = 300) -> str:
    """Return a map of which every cell is of a kind of its own."""
    cells = [(column, row) for row in range(size) for column in range(size)]
    kinds = {f"k{number}": {"blocks": False} for number in range(len(cells))}
    terrain = {f"k{number}": [label(*cell)] for number, cell in enumerate(cells)}
    pieces = {"A": {"at": "A1", "facing": "N"}}
    return scenario("penance", {"grid": "hex", "size": f"{size}x{size}", "kinds": kinds, "terrain": terrain}, pieces)


def _ask(name: str, text: Callable[[], str], *questions: str) -> Iterator[Extreme]:
    text = cache(text)
    for number, question in enumerate(questions):
        words = tuple(question.split())
        yield Extreme(f"{name}-{words[0]}" + (f"-{number}" if number else ""), text, words)


REACH, TOWARD, SHOT, WHY_NOT = "reach FILE A", "reach FILE A --toward 98,98", "shot FILE A T", "shot FILE A T --why-not"
ADVISE, FEWEST, SEE = "advise FILE A", "reach FILE A --fewest-attacks", "see FILE A"
EXTREMES: tuple[Extreme, ...] = tuple(
    each
    for found in (
        _ask("one-difficult-feature", one_difficult_feature, REACH, TOWARD),
        _ask("1000-impassable", features(1000, 4, impassable=True), REACH, TOWARD),
        _ask("1000-difficult", features(1000, 4, difficult=True), REACH, TOWARD),
        _ask("1000-impassable-6-inches", features(1000, 4, 6, impassable=True), REACH, TOWARD),
        _ask("1000-difficult-6-inches", features(1000, 4, 6, difficult=True), REACH, TOWARD),
        _ask("1000-impassable-stars", features(950, 100, impassable=True), REACH),
        _ask("1000-difficult-stars", features(950, 100, difficult=True), TOWARD),
        _ask(
            "1000-blocking-stars",
            blocking_stars,
            SHOT,
            WHY_NOT,
            SEE,
            "draw FILE --svg OUT.svg",
        ),
        _ask("1000-table-pieces", table_pieces, "chart FILE --json", "see FILE P0", "reach FILE P0"),
        _ask("two-buildings-300", two_buildings(300), SHOT, WHY_NOT, "chart FILE"),
        _ask("two-buildings-1000", two_buildings(1000), SHOT, WHY_NOT),
        _ask("open-post-galactica", wide_open("post-galactica"), REACH, ADVISE, SEE, "threat FILE red"),
        _ask("open-sodwa", wide_open("sodwa"), REACH, SEE, "threat FILE red"),
        _ask("open-hero", wide_open("hero5"), REACH, ADVISE, FEWEST, SEE),
        _ask("open-penance", wide_open("penance"), REACH, ADVISE, SEE, "threat FILE red"),
        _ask("long-reason", long_reason, "chart FILE --to T --json", "chart FILE --to T", "shot FILE P0 T"),
        _ask("crowded-line", crowded_line, WHY_NOT),
        _ask("many-kinds-on-a-line", many_kinds_on_a_line, WHY_NOT),
        _ask("caskets-in-a-row", caskets_in_a_row, "chart FILE --json"),
        _ask("long-shot", long_shot, "shot FILE A T --side-view OUT.svg", "line FILE A1 ALL1000"),
        _ask("scattered-characters", lambda: scattered_characters(120), "chart FILE --json", "threat FILE red"),
        _ask("separate-hills", separate_hills, SEE, WHY_NOT, "threat FILE red"),
        _ask("rubble", lambda: rubble_and_two(1000), WHY_NOT, "draw FILE", "draw FILE --svg OUT.svg"),
        _ask("surrounded-by-60", surrounded(60), ADVISE),
        _ask("surrounded-by-200", surrounded(200), FEWEST, "threat FILE blue"),
        _ask("20000-weapons", many_weapons(), ADVISE, "chart FILE --json", SHOT, "threat FILE blue"),
        _ask("every-border", every_border, SEE, WHY_NOT, "draw FILE --svg OUT.svg"),
        _ask("own-kinds", own_kinds, "draw FILE --png OUT.png", "draw FILE --svg OUT.svg", "draw FILE"),
    )
    for each in found
)
