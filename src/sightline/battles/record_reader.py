"""Reading records: everything in them is done again, and each line has to be what it would be now."""

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
from sightline.battles.battle import Battle, IllegalAction
from sightline.i18n import _
from sightline.rules import Dice, RecordedDice

_MOST_SHOWN = 100


class BrokenRecord(ValueError):
    """A record that no battle left like this: `step` is the one that fails, None for none; `line` is where."""

    def __init__(self, message: str, line: int, step: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.step = step


class Heading(Struct, frozen=True, kw_only=True):
    """How a battle began, as its record states it; `opening` are events, as JSON has them."""

    sightline: str
    rules: str
    rules_revision: int
    formations: dict[str, str] | None
    limit: int
    scenario: str
    opening: tuple[Any, ...]


class Block(NamedTuple):
    """Lines of a record, and the number of the first."""

    line: int
    text: str

    def only_if(self, expected: str, step: int | None = None) -> None:
        """Raise `BrokenRecord` unless this is the text that is expected."""
        lines = zip_longest(self.text.split("\n"), expected.split("\n"))
        for number, (found, wanted) in enumerate(lines, start=self.line):
            if found != wanted:
                message = _("the record is cut or has changed here: {found}, and not {wanted}")
                raise BrokenRecord(message.format(found=_shown(found), wanted=_shown(wanted)), number, step)


@dataclass(frozen=True)
class Record:
    """A record taken apart. `seed` is None where it has no end."""

    heading: Heading
    first: Block
    steps: Sequence[Block]
    end: Block | None
    seed: str | None

    def dice(self, seed: str | None, sides: Sequence[str]) -> Dice:
        """Give the dice of the battle between these sides: those of its seed, else those that the record tells."""
        known = seed if self.seed is None else self.seed
        if known is not None:
            return Dice(known)
        dice = RecordedDice()
        dice.recorded = told_dice(self.heading.opening, sides)
        return dice


def parse_record(text: str) -> Record:
    """Take a record apart. Raises `BrokenRecord` where its first block or its last is not whole."""
    first, *steps = _blocks(text)
    heading = _heading(first)
    if not steps or not steps[-1].text.startswith(texts.RESULT):
        return Record(heading, first, steps, None, None)
    return Record(heading, first, steps[:-1], steps[-1], _seed(steps[-1]))


def replay(record: Record, battle: Battle) -> None:
    """Do in a battle that has just begun all that a record tells. Raises `BrokenRecord` at what is not so."""
    record.first.only_if(texts.format_heading(battle))
    for block in record.steps:
        _replay_step(block, battle)
    if record.end is not None:
        if battle.result is None:
            raise BrokenRecord(_("the record ends here, and the battle is not over"), record.end.line)
        record.end.only_if(texts.format_end(battle))


def told_dice(events: Iterable[Any], sides: Sequence[str]) -> dict[int, int]:
    """Give, by number, the dice that events tell of, as JSON has them."""
    told: dict[int, int] = {}
    for event in events:
        match event:
            case {"event": "coin", "side": side, "die": int(die)} if side in sides:
                told[die] = sides.index(side)
            case {"dice": list(dice), "die": int(die)}:
                told |= dict(enumerate(dice, start=die))
    return told


def _replay_step(block: Block, battle: Battle) -> None:
    number = len(battle.steps)
    if battle.steps and block.text == texts.format_takeback(number):
        battle.undo()
        return
    try:
        stated, events = _step(block)
        if isinstance(battle.dice, RecordedDice):
            battle.dice.recorded = told_dice(events, battle.sides)
        step = battle.apply(parse_action(battle.game, stated))
    except (ValueError, RecursionError) as error:
        why = _("this action is not legal: {why}") if isinstance(error, IllegalAction) else "{why}"
        raise BrokenRecord(why.format(why=error), block.line, number + 1) from error
    block.only_if(texts.format_entry(battle, (number + 1, step)), number + 1)


def _step(block: Block) -> tuple[Mapping[str, Any], Sequence[Any]]:
    """Give the action and the events of a step. Raises ValueError and RecursionError."""
    actions, events = [], []
    for line in block.text.split("\n"):
        if line.startswith(texts.ACTION):
            actions.append(json.loads(line.removeprefix(texts.ACTION)))
        elif line.startswith(texts.INDENT):
            events.append(json.loads(line))
    if len(actions) != 1 or not isinstance(actions[0], dict):
        raise ValueError(_("there is no action in this step"))
    return actions[0], events


def _seed(end: Block) -> str:
    """Read the last block. Raises `BrokenRecord`."""
    result, *lines = end.text.split("\n")
    seed = lines[0] if lines else ""
    end.only_if(texts.with_sum(f"{result}\n{seed}\n"))
    with suppress(ValueError, RecursionError):
        told = json.loads(seed.removeprefix(texts.SEED))
        if isinstance(told, str):
            return told
    raise BrokenRecord(_("the end of the record has no seed"), end.line + 1)


def _blocks(text: str) -> list[Block]:
    *parts, last = text.split("\n\n")
    blocks, line = [], 1
    for part in (*(f"{part}\n" for part in parts), last):
        blocks.append(Block(line, part))
        line += part.count("\n") + 1
    return blocks


def _heading(block: Block) -> Heading:
    """Read the first block. Raises `BrokenRecord`."""
    lines = block.text.split("\n")
    if lines[0] != texts.TITLE:
        raise BrokenRecord(_("this is no record of a battle that this version reads"), 1)
    block.only_if(texts.with_sum("".join(f"{line}\n" for line in lines[:-2])))
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
        return convert(stated, Heading)
    except (ValueError, RecursionError, ValidationError) as error:
        raise BrokenRecord(str(error), block.line) from error


def _shown(line: str | None) -> str:
    if line is None:
        return _("nothing")
    return repr(line if len(line) <= _MOST_SHOWN else f"{line[:_MOST_SHOWN]}...")
