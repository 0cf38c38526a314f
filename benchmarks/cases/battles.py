"""Random battles in the plain engine: each step finds all legal actions, and takes a random one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import structs

from benchmarks.measurement import Case, Floor, Sizes, Work
from benchmarks.peers.games import pettingzoo_plays

if TYPE_CHECKING:
    from sightline.rules.game import Game

_SCENARIOS = Path(__file__).parents[2] / "scenarios" / "sodwa"
_SIDE = 20
_NUMBERS = "melee: {accuracy: 50, defense: 100, damage: 4}, ranged: {accuracy: 45, defense: 100, damage: 3}"
_WARMING = 2
_LIMIT = 400
_PLAIN, _MANY = 0, 3
"""The numbers of abilities of each character: none, and more than a character of the roster has."""


def _walled_map() -> str:
    """Return a map of 20 x 20 tiles with many walls, and two sides of four, as the text of a scenario."""
    draw = Random(3)
    rows = [draw.choices("#.id", (22, 65, 7, 6), k=_SIDE) for _ in range(_SIDE)]
    places = [divmod(place, _SIDE) for place in draw.sample(range(_SIDE**2), 8)]
    for row, column in places:
        rows[row][column] = "."
    lines = ["sightline: 1", "rules: sodwa", "map:", "  grid: square", "  cells: |"]
    lines += [f"    {' '.join(row)}" for row in rows]
    lines.append("pieces:")
    for number, (row, column) in enumerate(places):
        at, side = f"{chr(ord('A') + column)}{row + 1}", ("red", "blue")[number % 2]
        lines.append(
            f"  Fighter {number}: {{at: {at}, side: {side}, initiative: {50 + 7 * number}, facing: N, {_NUMBERS}}}"
        )
    return "\n".join(lines) + "\n"


def _play(text: str, abilities: int | None = None) -> Callable[[int], None]:
    """Return random play of battles from a scenario, begun again when they are over.

    With `abilities` each character has that many random ones instead of its own.
    """
    import sightline
    from sightline.rules import Dice

    begun = sightline.battle(sightline.parse(text)).run
    game, generator, seeds = begun.game, Random(1), count()
    start = begun.start if abilities is None else _with_abilities(game, begun.start, abilities)

    def states() -> Iterator[None]:
        while True:
            state, dice = start, Dice(next(seeds))
            while game.to_act(state) is not None:
                legal = game.legal(state)
                chosen = generator.randrange(sum(map(len, legal)))
                for options in legal:
                    if chosen < len(options):
                        state = game.apply(state, options[chosen], dice).state
                        break
                    chosen -= len(options)
                yield

    running = states()

    def play(steps: int) -> None:
        for _ in range(steps):
            next(running)

    return play


def _with_abilities(game: Game[Any], begun: Any, number: int) -> Any:
    """Return the start of the same battle with a number of abilities for each character."""
    from sightline.rules import Dice
    from sightline.systems.sodwa.ability import ability_keys

    position, draw, keys = game.position(begun), Random(5), sorted(ability_keys())
    pieces = {
        name: piece
        if piece.as_terrain is not None
        else structs.replace(piece, abilities=tuple(draw.sample(keys, number)), ip=0)
        for name, piece in position.pieces.items()
    }
    changed = position.with_surface(structs.replace(position.board, pieces=pieces))
    return game.start(changed, game.sides(changed), _LIMIT, Dice(0)).state


def _text_of(board: str) -> str:
    return _walled_map() if board == "walls" else (_SCENARIOS / f"{board}.yaml").read_text(encoding="utf-8")


def _plain_steps(steps: int, *, board: str, peer: str) -> Work:
    ours, theirs = _play(_text_of(board), _PLAIN), pettingzoo_plays(peer)
    ours(_WARMING * steps)
    return Work(partial(ours, steps), theirs and partial(theirs, steps), questions=steps)


def _steps_with_abilities(steps: int, *, board: str, abilities: int | None) -> Work:
    ours, theirs = _play(_text_of(board), abilities), _play(_text_of(board), _PLAIN)
    ours(_WARMING * steps)
    theirs(_WARMING * steps)
    return Work(partial(ours, steps), partial(theirs, steps), questions=steps)


_SIZES = Sizes(full=10_000, quick=1_000, tiny=20)
_AGAINST_GAMES = tuple(
    Case(
        f"a step of a random battle, {title} (SODWA){', against ' + words if number else ''}",
        _SIZES,
        partial(_plain_steps, board=board, peer=peer),
        f"PettingZoo {peer}",
        Floor(seconds=1 / 20_000 if board == "the-checkpoint" else 1 / 25_000),
        "The peer plays another game. A step is to know all that may be done, to choose any of it, and to do it. No "
        "character has an ability.",
    )
    for board, title in (
        ("the-checkpoint", "the checkpoint"),
        ("the-ferry", "the ferry"),
        ("walls", f"{_SIDE} x {_SIDE} tiles with 22% walls"),
    )
    for number, (peer, words) in enumerate((("chess_v6", "chess"), ("connect_four_v3", "connect four")))
)
_WITH_ABILITIES = tuple(
    Case(
        f"a step of a random battle, {title} (SODWA), {words}",
        _SIZES,
        partial(_steps_with_abilities, board=board, abilities=abilities),
        "the same without abilities",
        floor,
        "Both are ours: with abilities there is more to choose from, and terrain changes.",
    )
    for board, title, abilities, words, floor in (
        ("the-ferry", "the ferry", None, "teams of the roster", Floor(seconds=1 / 10_000)),
        ("the-checkpoint", "the checkpoint", _MANY, "three abilities for each character", Floor(seconds=1 / 10_000)),
        ("the-ferry", "the ferry", _MANY, "three abilities for each character", Floor(times=0.5)),
    )
)
BATTLES = (*_AGAINST_GAMES, *_WITH_ABILITIES)
"""Half of what is wanted without abilities is wanted with them."""
