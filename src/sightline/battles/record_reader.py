"""Reading of records: all actions are taken again, and every line must equal the one that is written now."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

from msgspec import Struct, ValidationError, convert

from sightline.battles import record_writer as texts
from sightline.battles.actions import parse_action
from sightline.battles.battle import BattleRun, IllegalAction
from sightline.deadline import limited
from sightline.i18n import N_, _
from sightline.rules import Dice, RecordedDice

_MAX_SHOWN = 100


class BrokenRecord(ValueError):
    """A record that does not result from a battle.

    - `line`: the number of the line, from 1.
    - `step`: the number of the step that fails, or None.
    """

    def __init__(self, message: str, line: int, step: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.step = step


class RecordHeading(Struct, frozen=True, kw_only=True):
    """The beginning of a battle as its record states it; `opening` are events as JSON."""

    sightline: str
    rules: str
    rules_revision: int
    formations: dict[str, str] | None
    limit: int
    scenario: str
    opening: tuple[Any, ...]


class RecordBlock(NamedTuple):
    """A block of a record, and the number of its first line."""

    line: int
    text: str

    def require_text(self, expected: str, step: int | None = None) -> None:
        """Raise `BrokenRecord` unless the text of the block is `expected`."""
        lines = zip_longest(self.text.split("\n"), expected.split("\n"))
        for number, (found, wanted) in enumerate(lines, start=self.line):
            if found != wanted:
                message = _("the record is cut off or was changed here: found {found}, expected {wanted}")
                raise BrokenRecord(message.format(found=_shortened(found), wanted=_shortened(wanted)), number, step)


@dataclass(frozen=True)
class Record:
    """A record split into its blocks. `seed` is None if the record has no end."""

    heading: RecordHeading
    first: RecordBlock
    steps: Sequence[RecordBlock]
    end: RecordBlock | None
    seed: str | None

    def dice(self, seed: str | None, sides: Sequence[str]) -> Dice:
        """Return the dice of the battle between these sides.

        Those of its seed, otherwise those that the record states.
        """
        known = seed if self.seed is None else self.seed
        if known is not None:
            return Dice(known)
        dice = RecordedDice()
        dice.recorded = recorded_dice(self.heading.opening, sides)
        return dice


def parse_record(text: str) -> Record:
    """Return a record from its text. Raise `BrokenRecord` if its first or last block is not intact."""
    first, *steps = _split_blocks(text)
    heading = _parse_heading(first)
    if not steps or not steps[-1].text.startswith(texts.RESULT):
        return Record(heading, first, steps, None, None)
    return Record(heading, first, steps[:-1], steps[-1], _parse_seed(steps[-1]))


def replay(record: Record, battle: BattleRun) -> None:
    """Take all actions of a record in a battle that has just begun. Raise `BrokenRecord` at the first difference."""
    record.first.require_text(texts.format_heading(battle))
    for block in limited(record.steps, N_("steps"), len(record.steps)):
        _replay_step(block, battle)
    if record.end is not None:
        if battle.result is None:
            raise BrokenRecord(_("the record ends here, but the battle is not over"), record.end.line)
        record.end.require_text(texts.format_end(battle))


def recorded_dice(events: Iterable[Any], sides: Sequence[str]) -> dict[int, int]:
    """Return the dice that events state, as JSON, by their number."""
    known: dict[int, int] = {}
    for event in events:
        match event:
            case {"event": "coin", "side": side, "die": int(die)} if side in sides:
                known[die] = sides.index(side)
            case {"dice": list(dice), "die": int(die)}:
                known |= dict(enumerate(dice, start=die))
    return known


def _replay_step(block: RecordBlock, battle: BattleRun) -> None:
    """Take, or take back, the action of one block."""
    number = len(battle.steps)
    if battle.steps and block.text == texts.format_takeback(number):
        battle.undo()
        return
    try:
        stated, events = _parse_step(block)
        if isinstance(battle.dice, RecordedDice):
            battle.dice.recorded = recorded_dice(events, battle.sides)
        step = battle.apply(parse_action(battle.game, stated))
    except (ValueError, RecursionError) as error:
        why = _("this action is not legal: {why}") if isinstance(error, IllegalAction) else "{why}"
        raise BrokenRecord(why.format(why=error), block.line, number + 1) from error
    block.require_text(texts.format_entry(battle, (number + 1, step)), number + 1)


def _parse_step(block: RecordBlock) -> tuple[Mapping[str, Any], Sequence[Any]]:
    """Return the action and the events of a step. Raise ValueError or RecursionError if it cannot be read."""
    actions, events = [], []
    for line in block.text.split("\n"):
        if line.startswith(texts.ACTION):
            actions.append(json.loads(line.removeprefix(texts.ACTION)))
        elif line.startswith(texts.INDENT):
            events.append(json.loads(line))
    if len(actions) != 1 or not isinstance(actions[0], dict):
        raise ValueError(_("there is no action in this step"))
    return actions[0], events


def _parse_seed(end: RecordBlock) -> str:
    """Return the seed that the last block states. Raise `BrokenRecord` if there is none."""
    result, *lines = end.text.split("\n")
    seed = lines[0] if lines else ""
    end.require_text(texts.with_checksum(f"{result}\n{seed}\n"))
    with suppress(ValueError, RecursionError):
        stated = json.loads(seed.removeprefix(texts.SEED))
        if isinstance(stated, str):
            return stated
    raise BrokenRecord(_("the end of the record has no seed"), end.line + 1)


def _split_blocks(text: str) -> list[RecordBlock]:
    *parts, last = text.split("\n\n")
    blocks, line = [], 1
    for part in (*(f"{part}\n" for part in parts), last):
        blocks.append(RecordBlock(line, part))
        line += part.count("\n") + 1
    return blocks


def _parse_heading(block: RecordBlock) -> RecordHeading:
    """Return what the first block states. Raise `BrokenRecord` if it cannot be read."""
    lines = block.text.split("\n")
    if lines[0] != texts.TITLE:
        raise BrokenRecord(_("this is not a battle record that this version can read"), 1)
    block.require_text(texts.with_checksum("".join(f"{line}\n" for line in lines[:-2])))
    stated: dict[str, Any] = {}
    for line in lines:
        key, _colon, value = line.partition(": ")
        stated[key] = value
    margin = len(texts.MARGIN)
    stated["scenario"] = "\n".join(line[margin:] for line in lines if line.startswith(texts.MARGIN))
    try:
        stated["opening"] = [json.loads(line) for line in lines if line.startswith(texts.INDENT)]
        for key in ("rules_revision", "formations", "limit"):
            stated[key] = json.loads(stated.get(key, "null"))
        return convert(stated, RecordHeading)
    except (ValueError, RecursionError, ValidationError) as error:
        raise BrokenRecord(str(error), block.line) from error


def _shortened(line: str | None) -> str:
    if line is None:
        return _("nothing")
    return repr(line if len(line) <= _MAX_SHOWN else f"{line[:_MAX_SHOWN]}...")
