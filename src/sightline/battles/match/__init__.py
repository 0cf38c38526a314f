"""Battles of two seats, from the first seat taken to the last word: a log of entries, and nothing else.

`fold` makes the match of entries, `decide` makes the entries of a command; both are pure, and time is an argument. The
game itself is asked for by `task_of`: whoever runs matches lets a battle do it, and decides with what came of it.
"""

from sightline.battles.match.entry_view import view
from sightline.battles.match.match_clock import ClockSetting, DaysClock, LiveClock, MatchClock
from sightline.battles.match.match_commands import COMMANDS, Command, Query, Refused
from sightline.battles.match.match_decisions import (
    decide,
    decide_forfeit,
    decide_presence,
    decide_rematch,
    decide_resumption,
    decide_timeout,
    task_of,
)
from sightline.battles.match.match_entries import Created, LogEntry, Seated, format_log_entry, parse_log_entry
from sightline.battles.match.match_moment import Moment, moment_of
from sightline.battles.match.match_state import Match, fold, fold_all
from sightline.battles.match.match_tasks import (
    BeginTask,
    Begun,
    Outcome,
    Situation,
    Stepped,
    TakeStep,
    Undone,
    UndoTask,
)

__all__ = [
    "COMMANDS",
    "BeginTask",
    "Begun",
    "ClockSetting",
    "Command",
    "Created",
    "DaysClock",
    "LiveClock",
    "LogEntry",
    "Match",
    "MatchClock",
    "Moment",
    "Outcome",
    "Query",
    "Refused",
    "Seated",
    "Situation",
    "Stepped",
    "TakeStep",
    "UndoTask",
    "Undone",
    "decide",
    "decide_forfeit",
    "decide_presence",
    "decide_rematch",
    "decide_resumption",
    "decide_timeout",
    "fold",
    "fold_all",
    "format_log_entry",
    "moment_of",
    "parse_log_entry",
    "task_of",
    "view",
]
