"""Battles: runs, records, undoes and replays a game whose states and actions a rule system supplies."""

from sightline.battles.battle import Battle, IllegalAction, Step, parse_action
from sightline.battles.canonical import canonical, to_plain

__all__ = ["Battle", "IllegalAction", "Step", "canonical", "parse_action", "to_plain"]
