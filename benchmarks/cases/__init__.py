"""The cases of the suite, by the part of the page that they stand in."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.cases.battles import BATTLES
from benchmarks.cases.free_tables import FREE_TABLES
from benchmarks.cases.online import ONLINE
from benchmarks.cases.page import PAGE
from benchmarks.cases.questions import QUESTIONS
from benchmarks.cases.reach import REACH
from benchmarks.cases.reach_everywhere import REACH_EVERYWHERE
from benchmarks.cases.screens import SCREENS
from benchmarks.cases.single_questions import SINGLE_QUESTIONS
from benchmarks.cases.whole_boards import WHOLE_BOARDS
from benchmarks.measurement import Case

PARTS: Mapping[str, tuple[Case, ...]] = {
    "Whole boards": WHOLE_BOARDS,
    "Battles": BATTLES,
    "Free tables": FREE_TABLES,
    "Moving": REACH,
    "Reach of whole boards": REACH_EVERYWHERE,
    "Questions about many attacks": QUESTIONS,
    "Single questions": SINGLE_QUESTIONS,
    "On the screen": SCREENS,
    "Online": ONLINE,
    "At the page": PAGE,
}
