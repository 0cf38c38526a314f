"""Typed commands of a battle: the words of the program, and those of the game's actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sightline.api import Battle
from sightline.battles import BattleStep, read_typed_rest
from sightline.cli.output import aligned
from sightline.cli.sheet_text import clause_line, find_clause, sheet_lines
from sightline.i18n import N_, _, folded
from sightline.rules.game import Action, NotUnderstood, find_name, tag_of

PROGRAM_WORDS = {
    "preview": N_("preview 1, or preview and an action: what it would do, and everything that forbids it"),
    "hint": N_("hint: what the computer player greedy would do now, and why"),
    "reach": N_("reach, or reach NAME: the map with every place to move to"),
    "board": N_("board: the map, and everything on it in words"),
    "show": N_(
        "show, or show NAME: a character, with all its values and abilities; "
        "show CLAUSE: what that clause says, by its number or its title, such as an ability"
    ),
    "next": N_("next: the turns to come"),
    "log": N_("log: everything that has happened; log 12: what counted in step 12, each with its clause"),
    "undo": N_("undo, or undo 3: take back your last action, or your last three, and everything after it"),
    "help": N_("help: this list"),
    "quit": N_("quit: leave the battle"),
}
"""The commands that are not actions, each with its meaning."""
_LETTERS = {"hint": 2}
"""The fewest letters that abbreviate a word, where one letter abbreviates another: `h` is help."""
_SIGNS = {"?": "help"}
"""Signs that are short for words."""
MAX_DIGITS = 9
"""The most digits of a typed number."""


def words_of(battle: Battle) -> Sequence[str]:
    """Return the words that a line can begin with, actions first."""
    return (*_kinds(battle), *PROGRAM_WORDS)


def split_command(line: str, battle: Battle) -> tuple[str, str]:
    """Return the whole word that a line begins with, and the rest. Raise `NotUnderstood`."""
    word, _space, rest = line.strip().partition(" ")
    word = _SIGNS.get(word, word)
    meant = [*_meant(word.lower(), battle)]
    if word.lower() in meant:
        return word.lower(), rest.strip()
    if not meant:
        raise NotUnderstood(_("{word!r} is not a command; type help for a list").format(word=word))
    if len(meant) > 1:
        raise NotUnderstood(_("{word!r} could mean {words}").format(word=word, words=", ".join(meant)))
    return meant[0], rest.strip()


def _can_mean(typed: str, word: str, battle: Battle) -> bool:
    """Return whether a typed word can be short for another."""
    kind = _kinds(battle).get(word)
    fewest = _LETTERS.get(word, 1) if kind is None else kind.letters
    return word.startswith(typed) and len(typed) >= fewest


def kind_of(word: str, battle: Battle) -> type[Action]:
    """Return the kind of action that a word names. Raise `NotUnderstood`."""
    kind = _kinds(battle).get(word)
    if kind is None:
        raise NotUnderstood(_("{word!r} is not an action").format(word=word))
    return kind


def parse_action(word: str, rest: str, battle: Battle, side: str) -> Action:
    """Return the action of a side, legal or not. Raise `NotUnderstood`."""
    return read_typed_rest(kind_of(word, battle), rest, battle.run.state, side)


def parse_mover(rest: str, battle: Battle) -> str:
    """Return the name of the piece that is named, by default the active one. Raise `NotUnderstood`."""
    game, state = battle.run.game, battle.run.state
    names = game.describe_pieces(state)
    name = find_name(rest, names) if rest else game.active(state)
    if name is None or name not in names:
        message = _("nobody is called {name!r}: {names}") if rest else _("a name is needed: {names}")
        raise NotUnderstood(message.format(name=rest, names=", ".join(names)))
    return name


def describe_named(rest: str, battle: Battle) -> Iterator[str]:
    """Yield a description of a character, by default the active one, or of a clause. Raise `NotUnderstood`."""
    names = battle.run.game.describe_pieces(battle.run.state)
    clause = None if find_name(rest, names) in names else find_clause(rest, battle.scenario.rules.clauses)
    if clause is not None:
        yield clause_line(clause)
        return
    name = parse_mover(rest, battle)
    if (sheet := battle.sheets.get(name)) is None:
        raise NotUnderstood(_("there is nothing more to say about {name}").format(name=name))
    yield from sheet_lines(name, sheet, _(battle.run.game.about.get(sheet.like or "", "")))


def parse_step(rest: str, battle: Battle) -> BattleStep:
    """Return the step with a typed number. Raise `NotUnderstood`."""
    steps = battle.run.steps
    number = int(rest) if rest.isdecimal() and len(rest) <= MAX_DIGITS else 0
    if not 1 <= number <= len(steps):
        message = _("log takes the number of a step, such as log 12, not {found!r}; the last one is {last}")
        raise NotUnderstood(message.format(found=rest, last=len(steps)))
    return steps[number - 1]


def parse_count(rest: str) -> int:
    """Return how many actions to take back: the typed number, by default one. Raise `NotUnderstood`."""
    if not rest:
        return 1
    number = int(rest) if rest.isdecimal() and len(rest) <= MAX_DIGITS else 0
    if number < 1:
        message = _("undo takes a number of actions, such as undo 3, not {found!r}")
        raise NotUnderstood(message.format(found=rest))
    return number


def completions(line: str, battle: Battle, side: str | None = None) -> Iterator[str]:
    """Yield the completions of a line: words, then the legal arguments after a word.

    They are those of the side to act, or of `side`. A word that takes arguments ends with a space.
    """
    word, space, rest = line.lstrip().partition(" ")
    if not space:
        for each in words_of(battle):
            if each.startswith(word.lower()):
                yield each if _is_bare(each, battle) else f"{each} "
        return
    try:
        whole, _rest = split_command(word, battle)
    except NotUnderstood:
        return
    if whole == "preview":
        words = completions(rest.lstrip(), battle, side)
        yield from (f"preview {each}" for each in words if each.strip() not in PROGRAM_WORDS)
        return
    typed = folded(f"{whole} {rest.lstrip()}")
    yield from (each for each in dict.fromkeys(_forms(whole, battle, side)) if folded(each).startswith(typed))


def _is_bare(word: str, battle: Battle) -> bool:
    """Return whether a word needs no arguments."""
    return word != "preview" and (word in PROGRAM_WORDS or kind_of(word, battle).is_bare())


def _forms(word: str, battle: Battle, side: str | None) -> Iterator[str]:
    """Yield the forms of a command that begins with a word."""
    if word in ("reach", "show"):
        yield from (f"{word} {name}" for name in battle.run.game.describe_pieces(battle.run.state))
    for options in battle.run.game.legal(battle.run.state, side):
        if tag_of(options.kind) == word:
            yield from (action.shortest_form() for action in options)


def help_lines(battle: Battle) -> list[str]:
    """Return the commands with their shortest forms, and the course of the game, in the current language."""
    program_words = {word: _(text) for word, text in PROGRAM_WORDS.items()}
    rows = [("1", _("the action with that number"))]
    rows += [(_shortest(word, battle), text) for word, text in {**battle.run.game.usages(), **program_words}.items()]
    head = _("Commands, each after its shortest form; in a terminal, Tab completes them:")
    basics = map(clause_line, battle.run.game.basics)
    return [head, *aligned(rows), *basics]


def _shortest(word: str, battle: Battle) -> str:
    """Return the shortest prefix that distinguishes a word from all others."""
    beginnings = (word[:length] for length in range(1, len(word)))
    return next((each for each in beginnings if [*_meant(each, battle)] == [word]), word)


def _meant(typed: str, battle: Battle) -> Iterator[str]:
    """Yield the words for which a typed word can be short, in alphabetical order."""
    return (word for word in sorted(words_of(battle)) if _can_mean(typed, word, battle))


def _kinds(battle: Battle) -> Mapping[str, type[Action]]:
    return {tag_of(kind): kind for kind in battle.run.game.actions}
