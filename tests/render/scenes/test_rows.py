"""The rows under areas: generic over what a system adds, short, in a fixed order."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sightline.board import Piece, parse_cell
from sightline.render import Remark
from sightline.render.scenes.remarks import advice_remark, danger_remarks, reach_remarks
from sightline.rules import Advised, Danger, Place, Reach
from tests.render.boards import PlainPenance, board


class Stead(Place, frozen=True, kw_only=True):
    """A place of a system that is not there."""

    turns: Mapping[str, int]
    wet_feet: bool = False
    mood: str = "fine"
    rolls: tuple[str, ...] = ()
    no_stop: tuple[str, ...] = ()


class Steading(PlainPenance):
    """A system with such places."""

    def place_clauses(self, place: Place) -> tuple[str, ...]:
        assert isinstance(place, Stead)
        return (*place.stops, *place.no_stop)


def rows(cells: Mapping[str, Stead]) -> list[Remark]:
    empty = board(12, 12)
    there = empty.with_pieces([Piece(name=name, at=parse_cell(empty, at)) for name, at in (("A", "C3"), ("Foe", "F6"))])
    return list(reach_remarks(Steading(), there, Reach(from_="A", cells=cells)))


NOBODY = Danger(attackers=(), best=Fraction(0))
OWN = Stead(cost=0, path=(), turns={"N": 3, "NE": 2})


def test_rows_stand_in_order_and_name_clauses_pieces_and_what_a_system_adds() -> None:
    places = {
        "C3": OWN,
        "C4": Stead(cost=1, path=("C4",), ends_move=True, stops=("PEN-7.3",), turns={}),
        "B3": Stead(cost=1, path=("B3",), may_stop=False, stops=("PEN-7.5", "OWN-1"), turns={}, wet_feet=True),
        "D3": Stead(cost=2, path=("C4", "D3"), provokes=("Foe",), turns={}, rolls=("climb",)),
        "E3": Stead(cost=3, path=("D3", "E3"), may_stop=False, turns={}, no_stop=("PEN-7.5",)),
    }
    assert rows(places) == [
        ("cost 0", "", "C3 (as it stands)"),
        ("cost 1", "1 place, 1 pass-through", "(B3) C4"),
        ("cost 2", "1 place", "D3"),
        ("cost 3", "0 places, 1 pass-through", "(E3)"),
        ("PEN-7.3", "Water", "C4"),
        ("PEN-7.5", "Moving through others", "(B3) (E3)"),
        ("OWN-1", "", "(B3)"),
        ("provokes", "Foe", "D3"),
        ("turns", "at C3", "N 3, NE 2"),
        ("wet feet", "no", "elsewhere"),
        ("wet feet", "yes", "(B3)"),
        ("rolls", "1 place", "D3"),
        ("no stop", "0 places, 1 pass-through", "(E3)"),
    ]


def test_long_lists_are_cut_and_sorted_by_column_and_row() -> None:
    labels = [f"{column}{row}" for row in range(1, 13) for column in "ABCDEFGHIJKL"]
    places = {label: Stead(cost=1, path=(label,), turns={}) for label in labels}
    (words,) = [words for key, _, words in rows(places) if key == "cost 1"]
    assert words.startswith("A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 B1 ")
    assert words.endswith(" and 104 more")


def test_dangers_are_counted_by_attacker() -> None:
    dangers = [Danger(attackers=names, best=Fraction(1, 2)) for names in (("A", "B"), ("A",), ("A",), ("B", "C"))]
    assert list(danger_remarks(dangers, ("A", "B", "C"))) == [
        ("A", "3 cells", "alone in 2 of them"),
        ("B", "2 cells", "alone in none of them"),
        ("C", "1 cell", "alone in none of them"),
    ]


def test_advice_says_how_and_what_hits_back() -> None:
    def remark(facing: str | None, weapon: str | None, back: Danger) -> Remark:
        hit = Fraction(5, 12)
        return advice_remark(3, Advised(at="C2", facing=facing, cost=6, target="T", weapon=weapon, hit=hit, back=back))

    one, two = Danger(attackers=("B",), best=Fraction(1, 6)), Danger(attackers=("B", "C"), best=Fraction(1, 6))
    three = Danger(attackers=("B", "C", "D"), best=Fraction(1, 6))
    value = "5/12 = 41.67 %"
    at = "facing NE, cost 6, rifle at T"
    assert remark("NE", "rifle", NOBODY) == ("3 C2", value, f"{at}; nothing hits back")
    assert remark("NE", "rifle", one) == ("3 C2", value, f"{at}; hit back by B at 1/6 = 16.67 %")
    assert remark("NE", "rifle", two) == ("3 C2", value, f"{at}; hit back by B and C at up to 1/6 = 16.67 %")
    assert remark("NE", "rifle", three) == ("3 C2", value, f"{at}; hit back by B, C and D at up to 1/6 = 16.67 %")
    assert remark(None, None, NOBODY) == ("3 C2", value, "cost 6, at T; nothing hits back")
