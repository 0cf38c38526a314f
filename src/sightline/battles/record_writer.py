"""The record of a battle as text: readable for people, and only ever appended to.

It consists of blocks with an empty line between them: the heading, one block per action or takeback, and the end with
the seed of the dice. The block of a step has a line of narration, then the action, the events and the hash as JSON. The
first block and the last end with a checksum. If the seed was combined from several parts, the heading states the
commitments, and the end the parts. `sightline.battles.record_reader` reads it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

from sightline.battles.battle import BattleRun, BattleStep, Takeback
from sightline.i18n import use_language
from sightline.rules.game import Event
from sightline.rules.json_values import to_builtins

BEGINNING = "Sightline battle record"
"""The beginning of every record, whatever its version."""
TITLE = f"{BEGINNING} 1"
CHECKSUM = "sum: "
RESULT, SEED, ACTION = "result: ", "seed: ", "action: "
COMMITMENTS, PARTS = "commitments", "seed_parts: "
MARGIN, INDENT = "|", "  "


def format_record(battle: BattleRun) -> str:
    """Return the record of a battle so far."""
    blocks = [format_heading(battle), *(format_entry(battle, entry) for entry in number_entries(battle.log))]
    if battle.result and battle.dice.seed is not None:
        blocks.append(format_end(battle))
    return "\n".join(blocks)


def number_entries(log: Iterable[BattleStep | Takeback]) -> Iterator[tuple[int, BattleStep | Takeback]]:
    """Yield the entries of a log, each with the number of the step that it takes or undoes."""
    number = 0
    for entry in log:
        if isinstance(entry, BattleStep):
            number += 1
            yield number, entry
        else:
            yield number, entry
            number -= 1


def format_heading(battle: BattleRun) -> str:
    """Return the first block: how a battle began."""
    fair = battle.fair_dice
    lines = [
        TITLE,
        f"sightline: {battle.version}",
        f"rules: {battle.rules.key}",
        f"rules_revision: {battle.rules.revision}",
        f"rulings: {_json(battle.rulings)}",
        f"formations: {_json(battle.formations)}",
        f"limit: {battle.limit}",
        *([] if fair is None else [f"{COMMITMENTS}: {_json(fair.commitments_json())}"]),
        "scenario:",
        *(MARGIN + line for line in battle.scenario.split("\n")),
        f"opening: {_narration(battle, None)}",
        *_events(battle.opening),
        f"start: {_json(battle.game.to_json(battle.start))}",
    ]
    return with_checksum("".join(f"{line}\n" for line in lines))


def format_entry(battle: BattleRun, entry: tuple[int, BattleStep | Takeback]) -> str:
    """Return the block of a step or takeback."""
    number, done = entry
    if isinstance(done, Takeback):
        return format_takeback(number)
    lines = [
        f"{number}. {_narration(battle, done)}",
        ACTION + _json(done.action),
        *_events(done.events),
        f"hash: {battle.hash_of(done)}",
    ]
    return "".join(f"{line}\n" for line in lines)


def format_end(battle: BattleRun) -> str:
    """Return the last block of a battle that is over."""
    fair = battle.fair_dice
    parts = "" if fair is None else f"{PARTS}{_json(fair.parts_json())}\n"
    return with_checksum(f"{RESULT}{_json(battle.result)}\n{SEED}{_json(battle.dice.seed)}\n{parts}")


def format_takeback(number: int) -> str:
    """Return the block of a takeback of the step with a number."""
    return f"{number} is taken back.\n"


def with_checksum(text: str) -> str:
    """Return a text with a line `sum:` appended, its SHA-256 checksum."""
    return f"{text}{CHECKSUM}{hashlib.sha256(text.encode()).hexdigest()}\n"


def _json(value: Any) -> str:
    return json.dumps(to_builtins(value), ensure_ascii=False)


def _events(events: Iterable[Event]) -> Iterator[str]:
    return (INDENT + _json(event) for event in events)


def _narration(battle: BattleRun, step: BattleStep | None) -> str:
    """Return a step, or the opening, as one line of English prose."""
    with use_language("en"):
        return " ".join(" ".join(battle.tell(step)).split())
