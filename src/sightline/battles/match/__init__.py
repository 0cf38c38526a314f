"""Matches: battles of two seats, from taking the first seat to the end, represented by a log of entries alone.

`fold` computes the match from entries, `decide` the entries of a command (event sourcing); both are pure, and time is
an argument. The game itself is not run here: `task_of` returns the task for the battle of a command; the caller runs
it, and passes its outcome to `decide`.
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
