"""Whatever a scenario holds, `to_yaml` writes it and `parse` reads the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from hypothesis import assume, example, given
from hypothesis import strategies as st

import sightline
from sightline.lattice import HEX_LAYOUTS, format_column, parse_grid
from sightline.rules import installed_systems

PENANCE = installed_systems()["penance"]
LONGEST_NAME = 100

# Words that YAML or a careless writer takes for something else.
ODD_WORDS = (
    *(
        "on",
        "off",
        "no",
        "yes",
        "true",
        "null",
        "~",
        "#",
        "1e3",
        "1_000",
        "0x1F",
        "0o7",
        "12:30:45",
        "2024-01-01",
        ".inf",
        "=",
        "<<",
    ),
    *(
        "- a",
        "a: b",
        "a #b",
        " a",
        "a ",
        "'",
        '"',
        "''",
        "\\",
        "\\n",
        "a\nb",
        "a\r\nb",
        "\t",
        "{a}",
        "[a]",
        "&a",
        "*a",
        "!a",
        "|",
        ">",
    ),
    *(
        "%a",
        "@a",
        "`a",
        "?",
        ":",
        ",",
        "---",
        "...",
        "é",
        "e\u0301",
        "\ufeff",
        "\u2028",
        "\x85",
        "\x00a",
        "\x7f",
        "\ue000",
        "😀",
        "\U0010ffff",
    ),
)

names = st.one_of(
    st.sampled_from([word for word in ODD_WORDS if word.strip()]),
    st.text(min_size=1, max_size=12).filter(lambda text: bool(text.strip())),
)
numbers = st.sampled_from((0, 1, 2, 9999))


def quoted(text: str) -> str:
    """Return a YAML scalar for any text, as little like `to_yaml` as can be."""
    return '"' + "".join(c if c.isascii() and c.isalnum() else f"\\U{ord(c):08x}" for c in text) + '"'


@dataclass(frozen=True)
class Sheet:
    """What a scenario file states."""

    title: str
    layout: str
    rulings: Mapping[str, str]
    kinds: Mapping[str, tuple[str, str, str]]
    columns: int
    cells: tuple[tuple[tuple[str, ...] | None, int], ...]
    pieces: Mapping[str, tuple[str, str]]
    pairs: tuple[tuple[str, str], ...] | None

    def text(self) -> str:
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield f"sightline: 1\nrules: penance\ntitle: {quoted(self.title)}"
        yield f"rulings: {{{', '.join(f'{name}: {choice}' for name, choice in self.rulings.items())}}}"
        yield f"map:\n  grid: hex\n  hexes: {self.layout}"
        if self.kinds:
            yield "  kinds:"
        for kind, (blocks, cover, cost) in self.kinds.items():
            yield f"    ? {quoted(kind)}\n    : {{blocks: {blocks}, cover: {cover}, cost: {cost}}}"
        letters = dict(zip((*PENANCE.terrain, *self.kinds), "αβγδεζηθικλμνξο", strict=False))
        yield "  legend:"
        yield from (f"    {letter}: {quoted(kind)}" for kind, letter in letters.items())
        yield "  cells: |"
        for start in range(0, len(self.cells), self.columns):
            yield "    " + " ".join(self._token(cell, letters) for cell in self.cells[start : start + self.columns])
        if self.pieces:
            yield "pieces:"
        for name, (at, stated) in self.pieces.items():
            yield f"  ? {quoted(name)}\n  : {{at: {at}, {stated}}}"
        if self.pairs is not None:
            yield f"pairs: [{', '.join(f'[{quoted(a)}, {quoted(t)}]' for a, t in self.pairs)}]"

    def _token(self, cell: tuple[tuple[str, ...] | None, int], letters: Mapping[str, str]) -> str:
        kinds, level = cell
        if kinds is None:
            return "_"
        return ("".join(letters[kind] for kind in kinds) or ".") + (str(level) if level else "")


weapons = st.lists(
    st.tuples(names, st.sampled_from(("melee", "1", "9999")), numbers, numbers),
    max_size=3,
    unique_by=lambda weapon: weapon[0],
)


@st.composite
def pieces(draw: st.DrawFn, facings: tuple[str, ...]) -> str:
    """Return what a piece states besides its place."""
    optional: dict[str, st.SearchStrategy[str]] = {
        "side": names.map(quoted),
        "shield": st.sampled_from(("left", "right", "none")),
        "weapons": weapons.map(_weapons),
    }
    for key in ("sp", "moved", "moved_last_turn", "heat", "defense"):
        optional[key] = numbers.map(str)
    keys = draw(st.fixed_dictionaries({"facing": st.sampled_from(facings)}, optional=optional))
    return ", ".join(f"{key}: {value}" for key, value in keys.items())


def _weapons(weapons: list[tuple[str, str, int, int]]) -> str:
    each = [
        f"{{name: {quoted(name)}, range: {reach}, damage: {damage}, attacks: {max(1, attacks)}}}"
        for name, reach, damage, attacks in weapons
    ]
    return f"[{', '.join(each)}]"


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    layout = draw(st.sampled_from(HEX_LAYOUTS))
    kind = st.tuples(
        st.sampled_from(("true", "false")),
        st.sampled_from(("none", "light", "heavy")),
        st.sampled_from(("1", "9999", "impassable")),
    )
    kinds = draw(st.dictionaries(names.filter(lambda name: name not in PENANCE.terrain), kind, max_size=5))
    columns, rows = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    words = sorted({*PENANCE.terrain, *kinds} - {"clear"})
    cell = st.tuples(
        st.none() | st.lists(st.sampled_from(words), max_size=3, unique=True).map(tuple), st.integers(0, 2)
    )
    cells = draw(st.lists(cell, min_size=columns * rows, max_size=columns * rows))
    free = [i for i, (there, _) in enumerate(cells) if there is not None]
    places = draw(st.lists(st.sampled_from(free), max_size=4, unique=True)) if free else []
    who = draw(st.lists(names, min_size=len(places), max_size=len(places), unique=True))
    facings = parse_grid(layout).facings
    stated = {
        name: (f"{format_column(place % columns)}{place // columns + 1}", draw(pieces(facings)))
        for name, place in zip(who, places, strict=True)
    }
    pairs = (
        draw(st.none() | st.lists(st.sampled_from(list(permutations(who, 2))), max_size=4, unique=True).map(tuple))
        if who[1:]
        else None
    )
    rulings = draw(
        st.fixed_dictionaries({}, optional={each.name: st.sampled_from(each.choices) for each in PENANCE.rulings})
    )
    return Sheet(draw(st.text(max_size=30)), layout, rulings, kinds, columns, tuple(cells), stated, pairs)


def other_than(name: str) -> str:
    """Another name of that length."""
    return name[:-1] + ("y" if name.endswith("x") else "x")


def named(name: str) -> Sheet:
    """Return a sheet in which everything that can be named has that name."""
    weapons = _weapons([(name, "8", 1, 1)])
    stated = {
        name: ("A1", f"facing: N, side: {quoted(name)}, weapons: {weapons}"),
        other_than(name): ("B1", "facing: S"),
    }
    kinds = {name: ("true", "light", "2")}
    ground: tuple[tuple[tuple[str, ...] | None, int], ...] = (((name,), 1), ((), 0))
    return Sheet(name, "flat odd-q", {}, kinds, 2, ground, stated, ((name, other_than(name)),))


@given(sheets())
def test_scenarios_round_trip(sheet: Sheet) -> None:
    check(sheet)


@given(names)
@example("x" * LONGEST_NAME)
@example("😀" * LONGEST_NAME)
@example("\ue000" * LONGEST_NAME)
@example("\U0010ffff" * LONGEST_NAME)
@example('"' * LONGEST_NAME)
def test_names_round_trip(name: str) -> None:
    assume(name not in PENANCE.terrain)  # the name of a kind of terrain too, which a built-in kind has already
    scenario = check(named(name))
    assert scenario.title == name
    assert list(scenario.board.pieces) == [name, other_than(name)]
    assert scenario.board.pieces[name].side == name
    assert scenario.board.ground[0] == (name,)
    assert scenario.pairs == ((name, other_than(name)),)


def test_odd_words_round_trip() -> None:
    for word in ODD_WORDS:
        if word.strip():
            check(named(word))


def check(sheet: Sheet) -> sightline.Scenario:
    scenario = sightline.parse(sheet.text())
    text = scenario.to_yaml()
    again = sightline.parse(text)
    assert again.data == scenario.data
    assert list(again.board.pieces) == list(scenario.board.pieces) == list(sheet.pieces)
    assert again.to_yaml() == text
    assert again == scenario
    assert sightline.parse(text.replace("\n", "\r\n")) == scenario
    return scenario
