"""Battles: runs, records, undoes and replays a game whose states and actions a rule system supplies."""

from sightline.battles.actions import parse_action
from sightline.battles.battle import Battle, IllegalAction, Step, TakenBack
from sightline.battles.canonical_json import canonical, to_plain
from sightline.battles.record_reader import BrokenRecord, Record, parse_record, replay
from sightline.battles.record_writer import format_end, format_entry, format_record, numbered

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
