"""The actions of the game, one module each: JSON form, check, options, result, preview, words."""

from sightline.systems.sodwa.game.actions.ability import AbilityAction
from sightline.systems.sodwa.game.actions.attack import AttackAction
from sightline.systems.sodwa.game.actions.base import ActiveAction, SodwaAction
from sightline.systems.sodwa.game.actions.choose import ChooseAction
from sightline.systems.sodwa.game.actions.end import EndAction
from sightline.systems.sodwa.game.actions.move import MoveAction
from sightline.systems.sodwa.game.actions.pick_up import PickUpAction
from sightline.systems.sodwa.game.actions.put_down import PutDownAction
from sightline.systems.sodwa.game.actions.resign import ResignAction
from sightline.systems.sodwa.game.actions.turn import TurnAction

__all__ = [
    "AbilityAction",
    "ActiveAction",
    "AttackAction",
    "ChooseAction",
    "EndAction",
    "MoveAction",
    "PickUpAction",
    "PutDownAction",
    "ResignAction",
    "SodwaAction",
    "TurnAction",
]
