"""Who may share a hex is what trying every order of coming says."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from sightline.lattice import Cell
from sightline.systems.hero5.moving_through import can_share, may_share
from sightline.systems.hero5.pieces import HeroCharacter

characters = st.builds(
    HeroCharacter,
    name=st.just(""),
    at=st.just(Cell(0, 0)),
    side=st.sampled_from((None, "red", "blue")),
    shrinking=st.sampled_from((0, 1, 2, 2, 2, 3)),
    helpless=st.booleans(),
)


def can_come(order: tuple[HeroCharacter, ...]) -> bool:
    return all(may_share(last, order[:number]) for number, last in enumerate(order))


@given(st.lists(characters, max_size=6))
def test_some_order_of_coming_is_possible(together: list[HeroCharacter]) -> None:
    named = [structs.replace(each, name=str(number)) for number, each in enumerate(together)]
    assert can_share(named) == any(can_come(order) for order in permutations(named))


def test_nobody_squeezed_moves_onto_someone_and_nobody_large_to_who_is_conscious() -> None:
    squeezed = HeroCharacter(name="A", at=Cell(0, 0), side="red", growth=1, squeezed="squeezed")
    fallen = structs.replace(squeezed, helpless=True)
    foe = HeroCharacter(name="B", at=Cell(0, 0), side="blue")
    small = structs.replace(foe, shrinking=2)
    assert not can_share([squeezed, structs.replace(foe, helpless=True)])
    assert can_share([fallen, foe])
    assert can_share([squeezed, small])
    assert not can_share([fallen, structs.replace(fallen, name="C", side="blue")])
