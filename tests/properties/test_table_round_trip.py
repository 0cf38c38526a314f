"""Whatever a free table holds, `to_yaml` writes it and `parse` reads the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import cos, pi, sin

from hypothesis import assume, example, given
from hypothesis import strategies as st

import sightline
from sightline.rules import installed_systems
from tests.properties.test_round_trip import LONGEST_NAME, ODD_WORDS, names, other_than, quoted

GALACTICA = installed_systems()["post-galactica"]
FIELDS = tuple(product((6, 18, 30), (6, 18)))
"""The middles of the fields of the table, 12 inches wide: whatever stands there keeps to its field."""

lengths = st.one_of(
    st.sampled_from(("1", "2.50", "3.141592654", "1.000000001", "05")),
    st.builds("{}.{}mm".format, st.integers(26, 120), st.integers(0, 9)),
    st.integers(26, 120).map("{} mm".format),
)
"""From 1 to 5 inches."""
facings = st.sampled_from(("0", "22.5", "90.0", "123.456789012", "360"))
covers = ("none", "light", "heavy")
flags = st.sampled_from(("true", "false"))
meanings = {"cover": st.sampled_from((*covers, "obscuring")), "difficult": flags, "impassable": flags}
numbers = st.integers(1, 9999).map(str)


@dataclass(frozen=True)
class Sheet:
    """What a scenario file of a table states: what features are, and mean besides, and what pieces state."""

    rulings: Mapping[str, str]
    kinds: Mapping[str, Mapping[str, str]]
    features: Sequence[tuple[str, Mapping[str, str]]]
    pieces: Mapping[str, Mapping[str, str]]

    def text(self) -> str:
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield f"sightline: 1\nrules: post-galactica\nrulings: {_flow(self.rulings)}"
        yield "map:\n  grid: free\n  size: 36 x 609.6mm"
        if self.kinds:
            yield "  kinds:"
        yield from (f"    ? {quoted(kind)}\n    : {_flow(means)}" for kind, means in self.kinds.items())
        if self.features:
            yield "  features:"
        yield from (f"    - {_flow({'is': quoted(kind), **means})}" for kind, means in self.features)
        if self.pieces:
            yield "pieces:"
        yield from (f"  ? {quoted(name)}\n  : {_flow(stated)}" for name, stated in self.pieces.items())


def _flow(stated: Mapping[str, str]) -> str:
    return f"{{{', '.join(f'{key}: {value}' for key, value in stated.items())}}}"


def _list(items: Sequence[str]) -> str:
    return f"[{', '.join(items)}]"


@st.composite
def places(draw: st.DrawFn, x: float, y: float) -> str:
    """Return a place written in inches or mm."""
    return _list([draw(st.sampled_from((f"{each:.9f}", f"{each * 25.4:.6f}mm"))) for each in (x, y)])


@st.composite
def outlines(draw: st.DrawFn, middle: tuple[int, int]) -> str:
    """Return an outline round a place: corners of as many directions, each so far away."""
    count, (x, y) = draw(st.integers(3, 8)), middle
    away = draw(st.lists(st.floats(2, 5), min_size=count, max_size=count))
    turns = [2 * pi * number / count for number in range(count)]
    corners = [(x + far * cos(turn), y + far * sin(turn)) for far, turn in zip(away, turns, strict=True)]
    return _list([draw(places(*corner)) for corner in corners])


weapons = st.fixed_dictionaries(
    {"name": names.map(quoted), "range": st.sampled_from(("melee", "1", "12.5", "9999", "1.000001"))},
    optional={"attacks": st.sampled_from(("1", "99")), "damage": numbers, "melee_reach": st.just("2.25")},
)


@st.composite
def pieces(draw: st.DrawFn, middle: tuple[int, int], others: Sequence[str]) -> dict[str, str]:
    """Return what a unit or a building states."""
    base = lengths | st.tuples(lengths, lengths).map(_list)
    at, outline = places(*middle), outlines(middle)
    arms = draw(st.lists(weapons, max_size=3, unique_by=lambda weapon: weapon["name"]))
    if draw(st.booleans()):
        needed = {"building": st.just("true"), "outline": outline}
        own = {"at": at, "base": base, "cover": st.sampled_from(covers)}
    else:
        needed, own = {"at": at, "base": base}, {}
    optional = {
        "side": names.map(quoted),
        "facing": facings,
        "tags": st.lists(names.map(quoted), max_size=3).map(_list),
        "protected": st.text(max_size=9).map(quoted),
        "allows": st.lists(st.sampled_from(("PG-20.5", "PG-21.3")), max_size=2).map(_list),
        "split_melee": flags,
        "disengaged": flags,
        **dict.fromkeys(("movement", "toughness", "armor", "cohesion", "body_value", "melee_skill"), numbers),
    }
    ranged = [weapon["name"] for weapon in arms if weapon["range"] != "melee"]
    if ranged and others:
        targets = st.dictionaries(st.sampled_from(ranged), st.sampled_from(others).map(quoted)).map(_flow)
        needed |= {"targets": targets, "split_fire": st.just("true")}
    stated = draw(st.fixed_dictionaries(needed, optional={**own, **optional}))
    return {**stated, "weapons": _list([_flow(weapon) for weapon in arms])}


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    means = st.fixed_dictionaries({"blocks": flags}, optional=meanings)
    kinds = draw(st.dictionaries(names.filter(lambda name: name not in GALACTICA.terrain), means, max_size=3))
    features = []
    for middle in draw(st.lists(st.sampled_from(FIELDS), max_size=5)):
        known = draw(st.sampled_from((*GALACTICA.terrain, *kinds)))
        more = st.fixed_dictionaries({}, optional={"blocks": flags, **meanings})
        kind, stated = draw(st.tuples(st.just(known), more) | st.tuples(names, means))
        features.append((kind, {**stated, "outline": draw(outlines(middle))}))
    who = draw(st.lists(names, max_size=len(FIELDS), unique=True))
    stands = {
        name: draw(pieces(middle, [other for other in who if other != name]))
        for name, middle in zip(who, FIELDS, strict=False)
    }
    rulings = draw(
        st.fixed_dictionaries({}, optional={each.name: st.sampled_from(each.choices) for each in GALACTICA.rulings})
    )
    return Sheet(rulings, kinds, features, stands)


@given(sheets())
def test_tables_round_trip(sheet: Sheet) -> None:
    check(sheet)


def named(name: str) -> Sheet:
    """Return a table on which everything that can be named has that name."""
    corners, word, other = "[[10, 10], [12, 10], [12, 12]]", quoted(name), other_than(name)
    unit = {"at": "[5, 5]", "base": "32mm", "side": word, "tags": _list([word]), "protected": word}
    arms = {"weapons": f"[{{name: {word}, range: 12.5}}]", "targets": f"{{{word}: {quoted(other)}}}"}
    building = {"building": "true", "outline": corners}
    features = [(name, {"outline": corners}), (other, {"blocks": "true", "outline": corners})]
    return Sheet({}, {name: {"blocks": "false"}}, features, {name: {**unit, **arms}, other: building})


@given(names)
@example("x" * LONGEST_NAME)
@example("\U0010ffff" * LONGEST_NAME)
def test_names_on_tables_round_trip(name: str) -> None:
    assume(name not in GALACTICA.terrain)
    scenario = check(named(name))
    assert [feature.kind for feature in scenario.table.features] == [name, other_than(name)]
    assert scenario.table.pieces[name].side == name


def test_odd_words_on_tables_round_trip() -> None:
    for word in ODD_WORDS:
        if word.strip():
            check(named(word))


def check(sheet: Sheet) -> sightline.Scenario:
    scenario = sightline.parse(sheet.text())
    text = scenario.to_yaml()
    again = sightline.parse(text)
    assert again.data == scenario.data
    assert list(again.table.pieces) == list(scenario.table.pieces) == list(sheet.pieces)
    assert again.to_yaml() == text
    assert again == scenario
    return scenario
