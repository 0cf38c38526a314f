"""What may be done, found without the reasons that `sightline.systems.sodwa.game.legality` gives for each action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from sightline.rules.game import Options
from sightline.systems.sodwa.game import actions as act
from sightline.systems.sodwa.game import clock
from sightline.systems.sodwa.game.encounter import Scene
from sightline.systems.sodwa.game.state import State
from sightline.systems.sodwa.pieces import Character


def legal_in(state: State) -> Iterator[Options]:
    """Yield the groups of actions that may be taken, some of which may be empty."""
    if state.over is not None:
        return
    mover = state.mover
    if mover is None:
        yield Options(act.Choose, clock.may_choose(state), lambda who: act.Choose(who=who))
        return
    scene, who = Scene(state, mover), mover.name
    may_move, may_attack = _may_take(state, mover, "move"), _may_take(state, mover, "attack")
    if may_move:
        yield Options(act.Move, scene.ways(), lambda way: act.Move(who=who, path=scene.path(way)))
    if may_attack:
        yield Options(act.Attack, scene.enemies_to_attack(), lambda target: act.Attack(who=who, target=target))
    if may_move:
        yield Options(act.PickUp, scene.objects_to_pick_up(), lambda target: act.PickUp(who=who, target=target))
    if may_attack:
        yield Options(act.Attack, scene.walls_to_attack(), lambda target: act.Attack(who=who, target=target))
    if "turn" not in state.acted:
        facings = [facing for facing in state.board.grid.facings if facing != mover.facing]
        yield Options(act.Turn, facings, lambda facing: act.Turn(who=who, facing=facing))
    if "put-down" not in state.acted and who in state.carries:
        places = [*product(state.carries[who], scene.tiles_to_put_on())]
        yield Options(act.PutDown, places, lambda place: act.PutDown(who=who, target=place[0], at=place[1]))
    yield Options(act.End, (who,), lambda who: act.End(who=who))


def _may_take(state: State, mover: Character, kind: Literal["move", "attack"]) -> bool:
    return kind not in state.acted and mover.ip >= clock.cost_of(kind)
