"""SODWA in play: the clock, turns and their actions, karma, and how battles end."""

from sightline.rules.sodwa.play.game import SodwaGame
from sightline.rules.sodwa.play.state import State

__all__ = ["SodwaGame", "State"]
