"""Who may share a hex is what trying every order of coming says."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from sightline.lattice import Cell
from sightline.rules.hero5.passing import can_share, may_share
from sightline.rules.hero5.pieces import Character

characters = st.builds(
    Character,
    name=st.just(""),
    at=st.just(Cell(0, 0)),
    side=st.sampled_from((None, "red", "blue")),
    shrinking=st.sampled_from((0, 1, 2, 2, 2, 3)),
    helpless=st.booleans(),
)


def can_come(order: tuple[Character, ...]) -> bool:
    return all(may_share(last, order[:number]) for number, last in enumerate(order))


@given(st.lists(characters, max_size=6))
def test_some_order_of_coming_is_possible(together: list[Character]) -> None:
    named = [structs.replace(each, name=str(number)) for number, each in enumerate(together)]
    assert can_share(named) == any(can_come(order) for order in permutations(named))
