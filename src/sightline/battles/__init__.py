"""Battles: run, record, undo and replay a game whose states and actions a rule system defines."""

from sightline.battles.actions import parse_action
from sightline.battles.battle import BattleRun, BattleStep, IllegalAction, Takeback
from sightline.battles.canonical_json import encode_canonical
from sightline.battles.fair_dice import FairDice, commitment_of
from sightline.battles.luck import Luck, luck_of
from sightline.battles.record_reader import BrokenRecord, Record, parse_record, replay
from sightline.battles.record_writer import format_end, format_entry, format_record, number_entries
from sightline.battles.typed_actions import read_typed_action, read_typed_rest
from sightline.battles.weighed_actions import BattleHint, WeighedAction, best_of, weigh

__all__ = [
    "BattleHint",
    "BattleRun",
    "BattleStep",
    "BrokenRecord",
    "FairDice",
    "IllegalAction",
    "Luck",
    "Record",
    "Takeback",
    "WeighedAction",
    "best_of",
    "commitment_of",
    "encode_canonical",
    "format_end",
    "format_entry",
    "format_record",
    "luck_of",
    "number_entries",
    "parse_action",
    "parse_record",
    "read_typed_action",
    "read_typed_rest",
    "replay",
    "weigh",
]
