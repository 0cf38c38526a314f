"""The command that plays a battle in the terminal."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from sightline.api import Battle, battle
from sightline.battles import IllegalAction
from sightline.cli.commands import Action, NotUnderstood, format_command, parse_action, split_command
from sightline.cli.formations import FORMATION, parse_formations
from sightline.cli.output import printable
from sightline.cli.record_file import RecordFile, is_record, reopen
from sightline.cli.records import standing, told, told_log
from sightline.cli.scenario import LANGUAGE, SYSTEM, find_systems, open_scenario
from sightline.cli.simulating import LIMIT_OPTION, whole_seed
from sightline.cli.telling import tell
from sightline.language import N_, _, ngettext
from sightline.players import PLAYERS, choose

HUMAN = "human"
_PLAYER = click.Choice((HUMAN, *PLAYERS))
_LISTED = ("choose", "attack", "pick-up", "put-down", "end")
_FORECAST = 8
_SETTLED = {"seed": "--seed", "limit": "--limit", "formations": "--formation", "record": "--record"}
"""What the record of a battle that goes on settles."""
_HELP = N_(
    "A number takes that action. Else: move C3, or move B2 C3 for a way of your own; attack NAME, or a tile or border; "
    "turn NE; pick-up NAME; put-down NAME TILE; end; choose NAME; undo; resign; board; next; log; help; quit. The "
    "first letters of a word do."
)


class Stopped(Exception):
    """Somebody wants to go on another time."""


@click.command(short_help=N_("Play a battle in the terminal."))
@click.argument("file", metavar="FILE")
@click.option("--red", type=_PLAYER, default=HUMAN, show_default=True, help=N_("Choose who plays the first side."))
@click.option("--blue", type=_PLAYER, default="greedy", show_default=True, help=N_("Choose who plays the second side."))
@click.option(
    "--seed", metavar="N", callback=whole_seed, help=N_("Choose the dice: the same seed, the same dice. Else any.")
)
@LIMIT_OPTION
@FORMATION
@click.option("--record", metavar="OUT", help=N_("Write the record of the battle into this new file, at every action."))
@LANGUAGE
@SYSTEM
@click.pass_context
def play(context: click.Context, /, file: str, red: str, blue: str, record: str | None, **options: Any) -> None:
    """Play a battle from the scenario FILE, or go on with the one whose record FILE is.

    The record is written at every action, so that nothing is lost however the program ends. Until the battle is over
    the seed of its dice lies beside it, in a file of the same name with .seed behind.
    """
    systems = find_systems(options["system"])
    if file != "-" and is_record(file):
        _refuse_settled(context)
        table = Table(*reopen(file, systems), (red, blue))
    else:
        scenario = open_scenario(file, systems)
        formations = parse_formations(scenario, options["formations"])
        seed = secrets.token_hex(8) if options["seed"] is None else options["seed"]
        fought = battle(scenario, seed=seed, formations=formations, limit=options["limit"])
        table = Table(fought, None if record is None else RecordFile.begun(Path(record), fought), (red, blue))
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    table.play()


def _refuse_settled(context: click.Context) -> None:
    """Refuse what is settled for a battle that goes on."""
    flags = [
        flag for name, flag in _SETTLED.items() if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]
    if flags:
        message = _("The record of a battle that goes on settles this: leave {flags} out.")
        raise click.UsageError(message.format(flags=", ".join(flags)))


class Table:
    """A battle under way: the file in which it is kept, and who plays which side, the first seat's first."""

    def __init__(self, fought: Battle, kept: RecordFile | None, players: Sequence[str]) -> None:
        self.battle = fought
        self.kept = kept
        self.players = dict(zip(fought.run.sides, players, strict=True))

    def play(self) -> None:
        """Play until the battle is over, or somebody has had enough."""
        click.echo(told_log(self.battle)[-1])
        try:
            while (side := self._side()) is not None:
                if self.players[side] == HUMAN:
                    self._human(side)
                else:
                    self._take(choose(self.battle, self.players[side]))
        except (Stopped, EOFError):
            click.echo()
            if self.kept is not None:
                red, blue = self.players.values()
                command = f"sightline play {self.kept.path} --red {red} --blue {blue}"
                click.echo(printable(_("The battle is kept; go on with: {command}").format(command=command)))
            return
        click.echo(printable(standing(self.battle)))

    def _side(self) -> str | None:
        return self.battle.run.game.to_act(self.battle.run.state)

    def _take(self, action: Action) -> None:
        self.battle.apply(action)
        self._keep()
        click.echo(told(self.battle, self.battle.run.steps[-1].events))

    def _keep(self) -> None:
        if self.kept is not None:
            self.kept.keep(self.battle)

    def _human(self, side: str) -> None:
        """Let a human do one thing."""
        click.echo()
        click.echo(self.battle.snapshot().text())
        legal = self.battle.legal()
        click.echo("\n".join(map(printable, self._standing(side, legal))))
        listed = [action for action in legal if action["do"] in _LISTED]
        for number, action in enumerate(listed, start=1):
            click.echo(printable(f"{number:3}  {format_command(action)}"))
        while True:
            line = input("> ").strip()
            try:
                if line and self._is_done(line, side, listed):
                    return
            except (NotUnderstood, IllegalAction) as error:
                click.echo(printable(f"{error}."))

    def _standing(self, side: str, legal: Sequence[Action]) -> Iterator[str]:
        state = self.battle.state
        karma = ", ".join(f"{each} {points}" for each, points in state.karma.items())
        yield _("Tick {tick}; karma: {karma}.").format(tick=state.tick, karma=karma)
        if state.active is None:
            yield _("{side} chooses who is next.").format(side=side)
            return
        piece = state.pieces[state.active]
        yield _("{who} of {side} has the turn, at {at}: {health} Health, {ip} IP.").format(
            who=state.active, side=side, at=piece["at"], health=piece["health"], ip=piece["ip"]
        )
        for word, ends in (("move", "path"), ("turn", "facing")):
            places = [
                each[ends] if isinstance(each[ends], str) else each[ends][-1] for each in legal if each["do"] == word
            ]
            if places:
                yield f"{word}: {' '.join(places)}"

    def _is_done(self, line: str, side: str, listed: list[Action]) -> bool:
        """Do what a line says, and tell whether it has changed anything."""
        if line.isdigit():
            if not 1 <= int(line) <= len(listed):
                raise NotUnderstood(_("there is no action {number}").format(number=line))
            return self._is_taken(listed[int(line) - 1])
        word, rest = split_command(line)
        match word:
            case "quit":
                raise Stopped
            case "undo":
                return self._is_undone(side)
            case "help":
                click.echo(click.wrap_text(_(_HELP), 100))
            case "log":
                click.echo("\n".join(told_log(self.battle)))
            case "next":
                click.echo(printable(self._coming()))
            case "board":
                click.echo(self.battle.snapshot().text())
            case _:
                return self._is_taken(parse_action(word, rest, self.battle, side))
        return False

    def _is_taken(self, action: Action) -> bool:
        """Take an action, after a look at what it comes to where that is not sure; tell whether it was taken."""
        check = self.battle.check(action)
        if not check.legal:
            raise IllegalAction(check)
        if action["do"] == "attack":
            self._preview(action, [finding.why for finding in check.findings])
        if action["do"] in ("attack", "resign") and not _is_meant():
            return False
        self._take(action)
        return True

    def _preview(self, action: Action, findings: list[str]) -> None:
        who, target = action["who"], action["target"]
        if self.battle.state.pieces.get(target):
            click.echo(tell(self.battle.snapshot().shot(who, target)))
        else:
            click.echo("\n".join(map(printable, findings)) or _("This hits without dice."))

    def _is_undone(self, side: str) -> bool:
        """Take back what this side did last, with all that computers have done since."""
        steps = self.battle.run.steps
        if not steps:
            raise NotUnderstood(_("nothing has been done yet"))
        self._undo()
        while steps and self.players[self._side() or side] != HUMAN:
            self._undo()
        return True

    def _undo(self) -> None:
        number = len(self.battle.run.steps)
        self.battle.undo()
        self._keep()
        click.echo(_("{number} is taken back.").format(number=number))

    def _coming(self) -> str:
        turns = self.battle.forecast(_FORECAST)
        return ", ".join(
            ngettext("{who} in {ticks} tick", "{who} in {ticks} ticks", turn["ticks"]).format(**turn) for turn in turns
        )


def _is_meant() -> bool:
    return input(_("Really? Type y: ")).strip().lower() in ("y", "yes", _("y"))
