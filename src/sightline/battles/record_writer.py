"""The record of a battle as a text: a person can read it, and a program adds to its end what is done next.

It is made of blocks with an empty line between: how the battle began, each action with what came of it, each takeback,
and the end with the seed of the dice. In the block of a step a line of words is followed by the action, the events and
the hash, as JSON has them; a sum ends the first block and the last. `sightline.battles.record_reader` reads it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

from sightline.battles.battle import Battle, Step, TakenBack
from sightline.battles.canonical_json import to_plain
from sightline.i18n import use_language
from sightline.rules.game import Event, Game

TITLE = "Sightline battle record 1"
RESULT, SEED, ACTION = "result: ", "seed: ", "action: "
MARGIN, INDENT = "|", "  "


def format_record(battle: Battle) -> str:
    """Give the record of a battle so far."""
    blocks = [format_heading(battle), *(format_entry(battle, entry) for entry in numbered(battle.log))]
    if battle.result and battle.dice.seed is not None:
        blocks.append(format_end(battle))
    return "\n".join(blocks)


def numbered(log: Iterable[Step | TakenBack]) -> Iterator[tuple[int, Step | TakenBack]]:
    """Yield what was done with the number of the step that it is, or takes back."""
    number = 0
    for entry in log:
        if isinstance(entry, Step):
            number += 1
            yield number, entry
        else:
            yield number, entry
            number -= 1


def format_heading(battle: Battle) -> str:
    """Give the first block, which tells how a battle began."""
    lines = [
        TITLE,
        f"sightline: {battle.version}",
        f"rules: {battle.rules.key}",
        f"rules_revision: {battle.rules.revision}",
        f"rulings: {_json(battle.rulings)}",
        f"formations: {_json(battle.formations)}",
        f"limit: {battle.limit}",
        "scenario:",
        *(MARGIN + line for line in battle.scenario.split("\n")),
        f"opening: {_told(battle.game, battle.opening)}",
        *_events(battle.opening),
        f"start: {_json(battle.game.to_json(battle.start))}",
    ]
    return with_sum("".join(f"{line}\n" for line in lines))


def format_entry(battle: Battle, entry: tuple[int, Step | TakenBack]) -> str:
    """Give the block of a step, or of a takeback."""
    number, done = entry
    if isinstance(done, TakenBack):
        return format_takeback(number)
    lines = [
        f"{number}. {_told(battle.game, done.events)}",
        ACTION + _json(done.action),
        *_events(done.events),
        f"hash: {battle.hash_of(done)}",
    ]
    return "".join(f"{line}\n" for line in lines)


def format_end(battle: Battle) -> str:
    """Give the last block, the battle being over."""
    return with_sum(f"{RESULT}{_json(battle.result)}\n{SEED}{_json(battle.dice.seed)}\n")


def format_takeback(number: int) -> str:
    """Give the block of a takeback of the step of that number."""
    return f"{number} is taken back.\n"


def with_sum(text: str) -> str:
    """Give a text with a line that sums it up."""
    return f"{text}sum: {hashlib.sha256(text.encode()).hexdigest()}\n"


def _json(value: Any) -> str:
    return json.dumps(to_plain(value), ensure_ascii=False)


def _events(events: Iterable[Event]) -> Iterator[str]:
    return (INDENT + _json(event) for event in events)


def _told(game: Game[Any], events: Iterable[Event]) -> str:
    with use_language("en"):
        return " ".join(" ".join(map(game.tell, events)).split())
