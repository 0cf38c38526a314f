"""Battles: runs, records, undoes and replays a game whose states and actions a rule system supplies."""

from sightline.battles.battle import Battle, IllegalAction, Step, TakenBack
from sightline.battles.canonical import canonical, to_plain
from sightline.battles.parsing import parse_action
from sightline.battles.reading import BrokenRecord, Record, parse_record, replay
from sightline.battles.record import format_end, format_entry, format_record, numbered

__all__ = [
    "Battle",
    "BrokenRecord",
    "IllegalAction",
    "Record",
    "Step",
    "TakenBack",
    "canonical",
    "format_end",
    "format_entry",
    "format_record",
    "numbered",
    "parse_action",
    "parse_record",
    "replay",
    "to_plain",
]
