"""Objects that are carried, and laid on a tile."""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from sightline.i18n import N_
from sightline.lattice import Cell
from sightline.rules.game import Event
from sightline.systems.sodwa.game.state import SodwaState


class WasPutDown(Event, frozen=True, tag="put-down"):
    """An object's being put down, or its fall where its carrier is defeated."""

    text: ClassVar[str] = N_("{target}, which {who} carried, is on {at} now.")

    who: str
    target: str
    at: str


def lay_object(state: SodwaState, carrier: str, name: str, cell: Cell) -> SodwaState:
    """Return the state with an object on a tile that `carrier` has carried."""
    thing = structs.replace(state.carried[name], at=cell)
    left = tuple(each for each in state.carries[carrier] if each != name)
    carries = {who: names for who, names in {**state.carries, carrier: left}.items() if names}
    carried = {each: other for each, other in state.carried.items() if each != name}
    battle_map = state.map.with_board(state.board.with_pieces([thing]), [cell])
    return structs.replace(state, map=battle_map, carried=carried, carries=carries)
