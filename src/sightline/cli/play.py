"""The command `play`: a battle in the terminal."""

from __future__ import annotations

import secrets
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from sightline.api import Battle, battle
from sightline.battles import IllegalAction
from sightline.cli.formation_option import FORMATION, parse_formations
from sightline.cli.output import aligned, printable
from sightline.cli.play_commands import parse_action, parse_mover, split_command
from sightline.cli.play_view import coming, numbered, show_table
from sightline.cli.record_file import RecordFile, is_record, reopen
from sightline.cli.replay import describe_result, narrate, narrate_log
from sightline.cli.scenario_options import LANGUAGE, SYSTEM, find_systems, open_scenario, problems_of
from sightline.cli.simulate import LIMIT_OPTION, whole_seed
from sightline.i18n import N_, _, ngettext, pgettext
from sightline.players import PLAYERS, choose
from sightline.render.captions import finding_remark
from sightline.rules import depiction_of
from sightline.rules.game import Action, Check, NotUnderstood
from sightline.rules.json_values import to_builtins

HUMAN = "human"
_MAX_DIGITS = 9
"""The greatest number of digits of an action's number."""
_PLAYER = click.Choice((HUMAN, *PLAYERS))
_SETTLED = {"seed": "--seed", "limit": "--limit", "formations": "--formation", "record": "--record"}
"""Options that the record of a battle determines."""
_HELP = N_(
    "A number takes that action. Else: {actions}.\n\n"
    "preview 1, or preview {example}, tells what that comes to, and everything against it, and does nothing. reach "
    "shows where who has the turn can move to, reach NAME where another could. board shows the whole board, next the "
    "turns to come, log all that has happened. undo takes back what your side did last, with what computers have done "
    "since; the dice go on. quit leaves.\n\n"
    "The first letters of a word do."
)


class Quit(Exception):
    """Raised when the player quits; the battle can be resumed from its record."""


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
        table = BattleSession(*reopen(file, systems), (red, blue), options["system"])
    else:
        scenario = open_scenario(file, systems)
        formations = parse_formations(scenario, options["formations"])
        seed = secrets.token_hex(8) if options["seed"] is None else options["seed"]
        with problems_of(file):
            fought = battle(scenario, seed=seed, formations=formations, limit=options["limit"])
        table = BattleSession(
            fought, None if record is None else RecordFile.create(Path(record), fought), (red, blue), options["system"]
        )
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    table.play()


def _refuse_settled(context: click.Context) -> None:
    """Raise `click.UsageError` for options that the record determines."""
    flags = [
        flag for name, flag in _SETTLED.items() if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]
    if flags:
        message = _("The record of a battle that goes on settles this: leave {flags} out.")
        raise click.UsageError(message.format(flags=", ".join(flags)))


class BattleSession:
    """A battle being played: the file of its record, and the player of each side, the first seat's first."""

    def __init__(self, fought: Battle, kept: RecordFile | None, players: Sequence[str], system: str | None) -> None:
        self.battle = fought
        self.kept = kept
        self.players = dict(zip(fought.run.sides, players, strict=True))
        self.system = system

    def play(self) -> None:
        """Play until the battle is over or the player quits."""
        click.echo(narrate_log(self.battle)[-1])
        if HUMAN in self.players.values() and self._side() is not None:
            click.echo(_("Type help for the words that can be typed."))
        try:
            while (side := self._side()) is not None:
                if self.players[side] == HUMAN:
                    self._human(side)
                else:
                    self._apply(choose(self.battle, self.players[side]))
        except (Quit, EOFError, KeyboardInterrupt):
            click.echo()
            click.echo(printable(self._how_to_go_on()))
            return
        click.echo(printable(describe_result(self.battle)))

    def _how_to_go_on(self) -> str:
        if self.kept is None:
            return _("The battle is not kept; --record OUT keeps one.")
        red, blue = self.players.values()
        words = ["sightline", "play", str(self.kept.path), "--red", red, "--blue", blue]
        command = shlex.join([*words, *(() if self.system is None else ("--system", self.system))])
        return _("The battle is kept; go on with: {command}").format(command=command)

    def _side(self) -> str | None:
        return self.battle.run.game.to_act(self.battle.run.state)

    def _apply(self, action: Mapping[str, Any]) -> None:
        self.battle.apply(action)
        self._keep()
        click.echo(narrate(self.battle, self.battle.run.steps[-1].events))

    def _keep(self) -> None:
        if self.kept is not None:
            self.kept.keep(self.battle)

    def _human(self, side: str) -> None:
        """Prompt a human until one action or undo has been done."""
        show_table(self.battle)
        listed = numbered(self.battle)
        prompt = printable(f"{self.battle.run.game.active(self.battle.run.state) or side}> ")
        while True:
            line = input(prompt).strip()
            try:
                if line and not line.startswith("#") and self._is_done(line, side, listed):
                    return
            except (NotUnderstood, IllegalAction) as error:
                click.echo(printable(f"{error}."))

    def _is_done(self, line: str, side: str, listed: list[Action]) -> bool:
        """Execute a line; return whether it has changed anything."""
        if line.isdecimal():
            return self._is_taken(_listed(line, listed))
        word, rest = split_command(line, self.battle)
        match word:
            case "quit":
                raise Quit
            case "undo":
                return self._is_undone(side)
            case "preview":
                self._preview(rest, side, listed)
            case "help":
                click.echo(click.wrap_text(self._help(), 100, preserve_paragraphs=True))
            case "log":
                click.echo("\n".join(narrate_log(self.battle)))
            case "next":
                click.echo(printable(coming(self.battle)))
            case "board":
                click.echo(self.battle.snapshot().text())
            case "reach":
                click.echo(self.battle.snapshot().reach(parse_mover(rest, self.battle)).text())
            case _:
                return self._is_taken(parse_action(word, rest, self.battle, side))
        return False

    def _help(self) -> str:
        """Return the help on what can be typed."""
        actions = pgettext("separator", "; ").join(self.battle.run.game.usages())
        return _(_HELP).format(actions=actions, example=self._example())

    def _example(self) -> str:
        """Return an action as it is typed."""
        usages = self.battle.run.game.usages()
        return usages[0].partition(",")[0] if usages else ""

    def _is_taken(self, action: Action) -> bool:
        """Take an action, after a confirmation with its preview if it needs one; return whether it was taken."""
        stated = to_builtins(action)
        check = self.battle.check(stated)
        if not check.legal:
            raise IllegalAction(check)
        if action.needs_confirmation:
            self._show(check, self.battle.foretell(stated))
            if not _is_meant():
                return False
        self._apply(stated)
        return True

    def _preview(self, line: str, side: str, listed: list[Action]) -> None:
        """Print the preview of an action, or everything that speaks against it."""
        if not line:
            message = _("an action belongs behind it, as in preview {example}")
            raise NotUnderstood(message.format(example=self._example()))
        if line.isdecimal():
            action = _listed(line, listed)
        else:
            action = parse_action(*split_command(line, self.battle), self.battle, side)
        stated = to_builtins(action)
        check = self.battle.check(stated)
        lines = self.battle.foretell(stated) or [_("nothing")] if check.legal else [_("this is not allowed")]
        self._show(check, lines)

    def _show(self, check: Check, lines: Sequence[str]) -> None:
        """Print the preview of an action and the findings about it."""
        depiction = depiction_of(self.battle.scenario.rules)
        rows = [finding_remark(depiction, finding) for finding in check.findings]
        for line in (*(f"{line[:1].upper()}{line[1:]}." for line in lines), *(aligned(rows) if rows else ())):
            click.echo(printable(line))

    def _is_undone(self, side: str) -> bool:
        """Take back the last action of this side, with all that computers have done since; return True."""
        steps = self.battle.run.steps
        last = len(steps)
        if not steps:
            raise NotUnderstood(_("nothing has been done yet"))
        self._undo()
        while steps and self.players[self._side() or side] != HUMAN:
            self._undo()
        message = ngettext("Step {last} is taken back.", "Steps {first} to {last} are taken back.", last - len(steps))
        click.echo(message.format(first=len(steps) + 1, last=last))
        return True

    def _undo(self) -> None:
        self.battle.undo()
        self._keep()


def _listed(line: str, listed: list[Action]) -> Action:
    """Return the action with a number."""
    number = int(line) if len(line) <= _MAX_DIGITS else 0
    if not 1 <= number <= len(listed):
        raise NotUnderstood(_("there is no action {number}").format(number=line))
    return listed[number - 1]


def _is_meant() -> bool:
    return input(_("Really? Type y: ")).strip().lower() in ("y", "yes", _("y"))
