"""A session of a battle in the terminal: prompts, the execution of commands, and their output."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import click

from sightline.api import Battle
from sightline.battles import BattleStep, IllegalAction
from sightline.cli._language import FLAG
from sightline.cli.line_reader import LineReader
from sightline.cli.output import aligned, printable
from sightline.cli.play_commands import (
    MAX_DIGITS,
    PROGRAM_WORDS,
    completions,
    describe_named,
    help_lines,
    kind_of,
    parse_action,
    parse_count,
    parse_mover,
    parse_step,
    split_command,
)
from sightline.cli.play_view import BattleView, coming, numbered, numbered_lines, show_map
from sightline.cli.reactions import describe_reactions, reactions_of
from sightline.cli.record_file import RecordFile
from sightline.cli.replay import describe_result, narrate, narrate_log
from sightline.cli.text_options import TerminalSize, echo_text, painted, terminal_size
from sightline.i18n import LANGUAGES, _, current_language, decimal, ngettext, pgettext
from sightline.players import choose, react
from sightline.render import text
from sightline.render.scenes.captions import finding_remark
from sightline.rules import Finding, depiction_of
from sightline.rules.game import Action, NotUnderstood, usage_of
from sightline.rules.json_values import to_builtins

HUMAN = "human"


class Quit(Exception):
    """Raised when the player quits; the battle can be resumed from its record."""


class BattleSession:
    """A session of a battle, with the file of its record and the player of each side, in the order of seats."""

    def __init__(
        self,
        battle: Battle,
        record_file: RecordFile | None,
        players: Sequence[str],
        system: str | None,
        *,
        width: int | None = None,
        has_map: bool = True,
    ) -> None:
        self.battle = battle
        self.record_file = record_file
        self.players = dict(zip(battle.run.sides, players, strict=True))
        self.system = system
        self._view = BattleView(has_map=has_map)
        self._width = width
        self._reader = LineReader()
        self._news: list[str] = []
        """The events since the battle was last shown to a human."""
        self._last: str | None = None
        """The name of whoever took the action that the last item of the news is about."""

    @property
    def size(self) -> TerminalSize:
        """The size of the terminal now."""
        return terminal_size(self._width)

    def play(self) -> None:
        """Play until the battle is over or the player quits."""
        self._news = self._first_news()
        try:
            while (side := self._side_to_act()) is not None:
                if self._let_computer_react(side) or self._let_human_react(side):
                    continue
                if self.players[side] == HUMAN:
                    self._let_human_act(side)
                else:
                    self._apply(choose(self.battle, self.players[side]))
        except (Quit, EOFError, KeyboardInterrupt):
            click.echo(f"\n{printable(self._how_to_go_on())}")  # on one line, so that the command can be copied
            return
        if HUMAN in self.players.values():
            self._show_battle()
        self._echo([*self._news, printable(describe_result(self.battle))])
        if self.record_file is not None:
            message = _("The battle is saved; every step of it, verified: {command}")
            click.echo(printable(message.format(command=self._command("replay", str(self.record_file.path)))))

    def _first_news(self) -> list[str]:
        """Return the last events before the first prompt, as lines."""
        if HUMAN not in self.players.values() or self._side_to_act() is None:
            return [narrate_log(self.battle)[-1]]
        opening = " ".join(_sentences_of(self.battle)[0])
        return [*filter(None, (opening, self._seats(), _("Type help for a list of commands.")))]

    def _seats(self) -> str:
        """Return which side the human plays, and which the computer; nothing if both are human."""
        own = [side for side, player in self.players.items() if player == HUMAN]
        if len(own) != 1:
            return ""
        [other] = self.players.keys() - own
        return printable(_("You play {own}; the computer plays {other}.").format(own=own[0], other=other))

    def _echo(self, lines: Iterable[str]) -> None:
        echo_text("\n".join(lines), self.size.columns)

    def _how_to_go_on(self) -> str:
        if self.record_file is None:
            return _("The battle was not saved; --record OUT saves one.")
        red, blue = self.players.values()
        command = self._command("play", str(self.record_file.path), "--red", red, "--blue", blue)
        return _("The battle is saved; continue with: {command}").format(command=command)

    def _command(self, *words: str) -> str:
        """Return a command line about this battle, with the options that it needs."""
        system = () if self.system is None else ("--system", self.system)
        language = () if current_language() == LANGUAGES[0] else (FLAG, current_language())
        return shlex.join(("sightline", *words, *system, *language))

    def _side_to_act(self) -> str | None:
        return self.battle.run.game.to_act(self.battle.run.state)

    def _apply(self, action: Mapping[str, Any]) -> None:
        """Take an action. Its events are printed, or become news for the next human to whom the battle is shown."""
        by = self.battle.run.game.active(self.battle.run.state)
        self.battle.apply(action)
        self._write_record()
        if HUMAN not in self.players.values():
            self._echo([*self._news, narrate(self.battle, self.battle.run.steps[-1])])
            self._news = []
            return
        has_acted = by is not None and by == self._last
        notable, [first, *_others] = _sentences_of(self.battle)
        sentence = " ".join(notable) or ("" if has_acted else first)  # the end of a turn without any action is news
        if sentence and has_acted and by == self.battle.run.game.active(self.battle.run.state):
            self._news[-1] += f" {sentence}"
        elif sentence:
            self._news.append(sentence)
        self._last = by

    def _let_computer_react(self, side: str) -> bool:
        """Let the computer react in a turn of `side`, if it plays the other side; return whether it did."""
        for other, player in self.players.items():
            action = None if other == side or player == HUMAN else react(self.battle, player, other)
            if action is not None:
                self._apply(action)
                return True
        return False

    def _let_human_react(self, side: str) -> bool:
        """Prompt the human of the other side for a reaction in a turn of the computer, after an event in that turn.

        Return whether there was one.
        """
        other = next(each for each in self.players if each != side)
        is_asked = self._news and self.players[other] == HUMAN and self.players[side] != HUMAN
        return bool(is_asked and reactions_of(self.battle, other)) and self._let_human_act(other)

    def _write_record(self) -> None:
        if self.record_file is not None:
            self.record_file.write(self.battle)

    def _show_battle(self) -> None:
        click.echo()
        click.echo(self._view.show(self.battle, self.size, self._news))
        self._news, self._last = [], None

    def _let_human_act(self, side: str) -> bool:
        """Prompt a human until one action or undo has been done; return whether it has.

        In a turn of the other side an empty line does nothing.
        """
        self._show_battle()
        is_reacting = side != self._side_to_act()
        choices = [] if is_reacting else numbered(self.battle)
        if reactions := self._reactions(side):
            self._echo(reactions)
        prompt = printable(f"{side if is_reacting else self.battle.run.game.active(self.battle.run.state) or side}> ")
        while True:
            line = self._reader.read(prompt, partial(completions, battle=self.battle, side=side))
            if is_reacting and not line:
                return False
            try:
                if line and not line.startswith("#") and self._execute(line, side, choices):
                    return True
            except (NotUnderstood, IllegalAction) as error:
                self._echo(_sentences([str(error)]))

    def _reactions(self, side: str) -> list[str]:
        """Return how to type the reactions that a human has in a turn of the other side, as lines."""
        lines = [
            printable(describe_reactions(self.battle, each, reactions))
            for each, player in self.players.items()
            if player == HUMAN and (reactions := reactions_of(self.battle, each))
        ]
        return [*lines, _("Press Enter to continue.")] if side != self._side_to_act() else lines

    def _execute(self, line: str, side: str, choices: list[Action]) -> bool:
        """Execute a line; return whether it has changed anything."""
        if line.isdecimal():
            return self._take(_choice_of(line, choices), side)
        word, rest = split_command(line, self.battle)
        match word:
            case "quit":
                raise Quit
            case "undo":
                self._undo(parse_count(rest))
                return True
            case "preview":
                self._preview(rest, side, choices)
            case _ if word in PROGRAM_WORDS:
                self._echo(self._answer(word, rest, side))
            case _ if not rest and not kind_of(word, self.battle).is_bare():
                self._echo(self._usage(word, side))
            case _:
                return self._take(self._parsed(word, rest, side), side)
        return False

    def _parsed(self, word: str, rest: str, side: str) -> Action:
        """Parse the typed action of a side, or reaction of the other one. Raise `NotUnderstood`."""
        try:
            return parse_action(word, rest, self.battle, side)
        except NotUnderstood:
            for other, player in self.players.items():
                if other != side and player == HUMAN and reactions_of(self.battle, other):
                    with suppress(NotUnderstood):
                        return parse_action(word, rest, self.battle, other)
            raise

    def _answer(self, word: str, rest: str, side: str) -> Iterable[str]:
        """Return the answer to a command that changes nothing, as lines."""
        width = self.size.columns
        match word:
            case "help":
                return help_lines(self.battle)
            case "log":
                return self._log_of(parse_step(rest, self.battle)) if rest else narrate_log(self.battle)
            case "hint":
                return self._hint(side)
            case "next":
                return [printable(coming(self.battle))]
            case "show":
                return [*map(printable, describe_named(rest, self.battle))]
            case "reach":
                scene = self.battle.snapshot().reach(parse_mover(rest, self.battle)).scene
                return [*show_map(scene, self.size), "", printable(scene.caption)]
            case _:
                return [text(self.battle.scene, width=width, paint=painted).rstrip()]

    def _hint(self, side: str) -> list[str]:
        """Return the action that the greedy player would take, as it is typed, and its reasons."""
        hint, found = self.battle.run.hint(side), self.battle.hint(side)
        assert hint is not None
        assert found is not None  # a prompt is only shown while there are legal actions
        if side != self._side_to_act() and hint.best[0].value <= 0:
            return [_("The greedy player would do nothing.")]
        typed, value = [each.action.shortest_form() for each in hint.best], decimal(float(hint.best[0].value))
        first = _("the greedy player would take: {action} (value {value})").format(action=typed[0], value=value)
        equal = [_("as good: {actions}").format(actions=", ".join(typed[1:]))] if typed[1:] else []
        return _sentences([first, *equal, *found["reasons"]])

    def _usage(self, word: str, side: str) -> list[str]:
        """Return how an action is typed, and all legal actions."""
        kind = kind_of(word, self.battle)
        actions = [action for action in self.battle.run.legal(side) if isinstance(action, kind)]
        if not actions:
            return [" ".join(_sentences(self._why_none(word, kind, side)))]
        is_reacting, state = side != self._side_to_act(), self.battle.run.state
        typed = [action for action in actions if is_reacting or not action.is_numbered(state)]
        lines = [*(() if is_reacting else numbered_lines(self.battle, kind)), *kind.enumerate(typed, state)]
        return [*_sentences([usage_of(kind)]), *map(printable, lines)]

    def _continued(self, action: Action, side: str) -> Iterator[str]:
        """Yield the legal actions that complete a partly typed action, as lines."""
        kind, begun = type(action), f"{action.format()} "
        legal = (each for each in self.battle.run.legal(side) if isinstance(each, kind))
        possible = [each for each in legal if each.format().startswith(begun)]
        yield from map(printable, kind.enumerate(possible, self.battle.run.state))

    def _why_none(self, word: str, kind: type[Action], side: str) -> Iterator[str]:
        """Yield the statement that no action of a kind is possible, and the reasons, as phrases."""
        yield _("{word} is not possible now").format(word=word)
        yield from self.battle.run.game.why_none(self.battle.run.state, kind, side)

    def _take(self, action: Action, side: str) -> bool:
        """Take an action, after a confirmation with its preview if it needs one; return whether it was taken."""
        stated = to_builtins(action)
        check = self.battle.check(stated)
        if not check.legal:
            self._echo([*_sentences([str(IllegalAction(check))]), *self._continued(action, side)])
            return False
        if action.needs_confirmation:
            # In few lines, so that the map stays visible; `preview` shows the findings too.
            self._echo([" ".join(_sentences(self.battle.foretell(stated)))])
            if not self._confirm():
                self._echo([_("Nothing is done.")])
                return False
        self._apply(stated)
        return True

    def _confirm(self) -> bool:
        """Ask for confirmation; return whether the answer is yes. One other than yes and no becomes the next line."""
        answer = self._reader.confirm(_("Go ahead? Type y: "))
        if answer and any(yes.startswith(answer.lower()) for yes in ("yes", pgettext("answer", "yes"))):
            return True
        if not any(no.startswith(answer.lower()) for no in ("no", pgettext("answer", "no"))):
            self._reader.put_back(answer)
        return False

    def _preview(self, line: str, side: str, choices: list[Action]) -> None:
        """Print the preview of an action, or all objections to it."""
        if not line:
            message = _("name an action, as in preview {example}")
            example = next(iter(self.battle.run.game.usages().values()), "").partition(",")[0]
            raise NotUnderstood(message.format(example=example))
        if line.isdecimal():
            action = _choice_of(line, choices)
        else:
            action = self._parsed(*split_command(line, self.battle), side)
        stated = to_builtins(action)
        check = self.battle.check(stated)
        phrases = [_("this is not allowed")]
        if check.legal:
            phrases = self.battle.foretell(stated) or [_("nothing")]
        self._echo([*_sentences(phrases), *self._remarks(check.findings)])

    def _remarks(self, findings: Iterable[Finding]) -> Iterator[str]:
        """Yield findings as lines, each with its clause."""
        depiction = depiction_of(self.battle.scenario.rules)
        rows = [finding_remark(depiction, finding) for finding in findings]
        yield from map(printable, aligned(rows) if rows else ())

    def _log_of(self, step: BattleStep) -> list[str]:
        """Return the events of a step and its findings, as lines."""
        return [narrate(self.battle, step), *self._remarks(self.battle.run.findings_of(step))]

    def _undo(self, number: int) -> None:
        """Take back the last actions of humans, with all actions of computers since.

        Raise `NotUnderstood` if there are not so many.
        """
        steps = self.battle.run.steps
        humans = [side for side, player in self.players.items() if player == HUMAN]
        own = [index for index, step in enumerate(steps) if self.battle.run.side_of(step) in humans]
        if not own:
            raise NotUnderstood(_("nothing has been done yet"))
        if number > len(own):
            message = ngettext(
                "there is only {number} action to take back", "there are only {number} actions to take back", len(own)
            )
            raise NotUnderstood(message.format(number=len(own)))
        first, last = own[-number] + 1, len(steps)
        while len(steps) >= first:
            self.battle.undo()
        self._write_record()
        message = ngettext("Step {last} is taken back.", "Steps {first} to {last} are taken back.", last - first + 1)
        self._news.append(message.format(first=first, last=last))


def _sentences_of(battle: Battle) -> tuple[list[str], list[str]]:
    """Return the events of the last step or the opening in sentences: those not visible in the position, and all."""
    run = battle.run
    step = run.steps[-1] if run.steps else None
    sentences = [*map(printable, run.tell(step))]
    events = run.opening if step is None else step.events
    return [sentence for sentence, event in zip(sentences, events, strict=True) if not event.is_routine], sentences


def _sentences(phrases: Iterable[str]) -> list[str]:
    """Return phrases as sentences."""
    return [printable(f"{phrase[:1].upper()}{phrase[1:]}.") for phrase in phrases]


def _choice_of(line: str, choices: list[Action]) -> Action:
    """Return the action with a number."""
    number = int(line) if len(line) <= MAX_DIGITS else 0
    if not 1 <= number <= len(choices):
        message = (
            _("there is no action {number}; the numbers are 1 to {last}") if choices else _("nothing has a number")
        )
        raise NotUnderstood(message.format(number=line, last=len(choices)))
    return choices[number - 1]
