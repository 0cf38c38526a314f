"""Replay of records: all actions are taken again, and every line must equal the newly written one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile, zip_longest
from pathlib import PurePath
from typing import Any, NamedTuple

from msgspec import Struct, ValidationError, convert

from sightline.battles import record_writer
from sightline.battles.actions import parse_action
from sightline.battles.battle import OUTSIDE_ENDS, BattleRun, IllegalAction
from sightline.battles.fair_dice import FairDice, read_fair_dice
from sightline.deadline import limited
from sightline.i18n import N_, _, joined
from sightline.rules import Dice, RecordedDice

_MAX_SHOWN = 100


class BrokenRecord(ValueError):
    """Raised for a record that cannot result from a battle.

    - `line`: the number of the line, from 1.
    - `step`: the number of the step that fails, or None.
    """

    def __init__(self, message: str, line: int, step: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.step = step


class RecordHeading(Struct, frozen=True, kw_only=True):
    """The heading of a record, parsed; `opening` are events as JSON."""

    sightline: str
    rules: str
    rules_revision: int
    formations: dict[str, str] | None
    limit: int
    scenario: str
    opening: tuple[Any, ...]
    commitments: Any = None


class RecordEnd(NamedTuple):
    """The end of a record, parsed; `parts` are those of the seed, None if it has none."""

    result: Any
    seed: str
    parts: Any


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
                if found is not None and found.startswith(record_writer.CHECKSUM):
                    message = _("lines above were changed, or their checksum: found {found}, expected {wanted}")
                message = message.format(found=_shorten(found, wanted), wanted=_shorten(wanted, found))
                raise BrokenRecord(message, number, step)


@dataclass(frozen=True)
class Record:
    """A record split into its blocks. `stated_end` is None if it has no end, `fair_dice` if its seed has no parts."""

    heading: RecordHeading
    first: RecordBlock
    steps: Sequence[RecordBlock]
    end: RecordBlock | None
    stated_end: RecordEnd | None
    fair_dice: FairDice | None

    def dice(self, seed: str | None, sides: Sequence[str]) -> Dice:
        """Return the dice of the battle between these sides.

        They are rolled from the seed, or if that is None, read from the events of the record.
        """
        known = seed if self.stated_end is None else self.stated_end.seed
        if known is not None:
            return Dice(known)
        dice = RecordedDice()
        dice.recorded = recorded_dice(self.heading.opening, sides)
        return dice


def parse_record(text: str) -> Record:
    """Return a record from its text.

    Raise `BrokenRecord` if its first or last block is not intact, or its seed is not that of the parts.
    """
    first, *steps = _split_blocks(text)
    heading, end, stated = _parse_heading(first), None, None
    if steps and steps[-1].text.startswith(record_writer.RESULT):
        end = steps.pop()
        stated = _parse_end(end)
    return Record(heading, first, steps, end, stated, _read_fair_dice(heading, stated, end or first))


def _read_fair_dice(heading: RecordHeading, end: RecordEnd | None, block: RecordBlock) -> FairDice | None:
    """Return the fair dice of a record, None if its seed has no parts. Raise `BrokenRecord` if the parts are wrong."""
    if heading.commitments is None:
        return None
    try:
        fair = read_fair_dice(heading.commitments, None if end is None else end.parts)
    except ValueError as error:
        raise BrokenRecord(str(error), block.line) from error
    wrong = [*fair.faults()]
    if end is not None and end.seed != fair.seed and not wrong:
        wrong.append(_("the seed is not made of its parts"))
    if wrong:
        raise BrokenRecord(joined(wrong), block.line)
    return fair


def replay(record: Record, battle: BattleRun) -> None:
    """Take all actions of a record in a battle that has just begun. Raise `BrokenRecord` at the first difference."""
    record.first.require_text(record_writer.format_heading(battle))
    if record.fair_dice is not None and [*record.fair_dice.commitments] != [*battle.sides]:
        raise BrokenRecord(_("the parts of the seed are not those of the sides, in the order of seats"), 1)
    for block in limited(record.steps, N_("steps"), len(record.steps)):
        _replay_step(block, battle)
    if record.end is not None:
        _end_without_action(record, battle)
        if battle.result is None:
            raise BrokenRecord(_("the record ends here, but the battle is not over"), record.end.line)
        record.end.require_text(record_writer.format_end(battle))


def _end_without_action(record: Record, battle: BattleRun) -> None:
    """End a battle as its record states, if it ended without an action."""
    if battle.result is not None or record.fair_dice is None or record.stated_end is None:
        return
    match record.stated_end.result:
        case {"winner": (None | str()) as winner, "how": str(how)} if how in OUTSIDE_ENDS and (
            winner is None or winner in battle.sides
        ):
            battle.end(winner, how)


def recorded_dice(events: Iterable[Any], sides: Sequence[str]) -> dict[int, int]:
    """Return the dice stated in events, given as JSON, by number."""
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
    if battle.steps and block.text == record_writer.format_takeback(number):
        battle.undo()
        return
    try:
        stated, events = _parse_step(block)
        if isinstance(battle.dice, RecordedDice):
            battle.dice.recorded = recorded_dice(events, battle.sides)
        step = battle.apply(parse_action(battle.game, stated))
    except ValueError as error:
        why = _("this action is not legal: {why}") if isinstance(error, IllegalAction) else "{why}"
        raise BrokenRecord(why.format(why=error), block.line, number + 1) from error
    block.require_text(record_writer.format_entry(battle, (number + 1, step)), number + 1)


def _parse_step(block: RecordBlock) -> tuple[Mapping[str, Any], Sequence[Any]]:
    """Return the action and the events of a step. Raise ValueError if it cannot be read."""
    actions, events = [], []
    for line in block.text.split("\n"):
        if line.startswith(record_writer.ACTION):
            actions.append(_parse_json(line.removeprefix(record_writer.ACTION)))
        elif line.startswith(record_writer.INDENT):
            events.append(_parse_json(line))
    if len(actions) != 1 or not isinstance(actions[0], dict):
        raise ValueError(_("there is no action in this step"))
    return actions[0], events


def _parse_json(text: str) -> Any:
    """Return the value of a text. Raise ValueError if it cannot be read."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(_("this is not JSON: {text}").format(text=_shorten(text))) from error


def _parse_end(end: RecordBlock) -> RecordEnd:
    """Return the parsed last block. Raise `BrokenRecord` if there is no seed."""
    result, *lines = end.text.split("\n")
    seed = lines[0] if lines else ""
    parts = lines[1] if len(lines) > 1 and lines[1].startswith(record_writer.PARTS) else ""
    end.require_text(record_writer.with_checksum("".join(f"{line}\n" for line in (result, seed, parts) if line)))
    with suppress(ValueError, RecursionError):
        seed_value = json.loads(seed.removeprefix(record_writer.SEED))
        if isinstance(seed_value, str):
            parts_value = json.loads(parts.removeprefix(record_writer.PARTS) or "null")
            return RecordEnd(json.loads(result.removeprefix(record_writer.RESULT)), seed_value, parts_value)
    raise BrokenRecord(_("the end of the record has no seed"), end.line + 1)


def _split_blocks(text: str) -> list[RecordBlock]:
    *parts, last = text.split("\n\n")
    blocks, line = [], 1
    for part in (*(f"{part}\n" for part in parts), last):
        blocks.append(RecordBlock(line, part))
        line += part.count("\n") + 1
    return blocks


def _parse_heading(block: RecordBlock) -> RecordHeading:
    """Return the parsed first block. Raise `BrokenRecord` if it cannot be read."""
    lines = block.text.split("\n")
    if lines[0] != record_writer.TITLE:
        if len(lines) == 1 and PurePath(lines[0]).suffix[1:2].isalpha():
            raise BrokenRecord(_("this is the name of a file, not a battle record"), 1)
        is_other = lines[0].startswith(record_writer.BEGINNING)
        message = (
            _("this version cannot read battle records of this form") if is_other else _("this is not a battle record")
        )
        raise BrokenRecord(message, 1)
    block.require_text(record_writer.with_checksum("".join(f"{line}\n" for line in lines[:-2])))
    stated: dict[str, Any] = {}
    for line in lines:
        key, _colon, value = line.partition(": ")
        stated[key] = value
    margin = len(record_writer.MARGIN)
    stated["scenario"] = "\n".join(line[margin:] for line in lines if line.startswith(record_writer.MARGIN))
    try:
        stated["opening"] = [_parse_json(line) for line in lines if line.startswith(record_writer.INDENT)]
        for key in ("rules_revision", "formations", "limit", record_writer.COMMITMENTS):
            stated[key] = _parse_json(stated.get(key, "null"))
        return convert(stated, RecordHeading)
    except (ValueError, RecursionError, ValidationError) as error:
        raise BrokenRecord(str(error), block.line) from error


def _shorten(line: str | None, other: str | None = None) -> str:
    """Return a line as it is shown: of a long one the part around the first character in which another differs."""
    if line is None:
        return _("nothing")
    if len(line) <= _MAX_SHOWN:
        return repr(line)
    same = sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], zip(line, other or "", strict=False)))
    start = max(0, min(same - _MAX_SHOWN // 2, len(line) - _MAX_SHOWN))
    end = start + _MAX_SHOWN
    return repr(f"{'...' if start else ''}{line[start:end]}{'...' if end < len(line) else ''}")
