"""The view of a battle that a player has: the map, the pieces, and what is legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import click

from sightline.api import Battle
from sightline.cli.output import aligned, printable
from sightline.i18n import _, ngettext, word
from sightline.rules.game import Action
from sightline.rules.json_values import to_builtins

_AHEAD = 4
"""How many turns for each piece are looked at for its next one."""
_LARGEST_MAP = 60
_FORECAST = 8


def show_table(battle: Battle) -> None:
    """Print a battle as it stands, and what is legal."""
    from sightline.render import map_text

    click.echo()
    scene = battle.snapshot().scene
    if not scene.is_free:
        click.echo(map_text(scene, max_cells=_LARGEST_MAP))
        click.echo()
    for line in (*_pieces(battle), "", *battle.run.game.describe_state(battle.run.state), *_legal(battle)):
        click.echo(printable(line))


def _pieces(battle: Battle) -> list[str]:
    """Return a line for each piece that can act, with its next turn, under the columns in which any has a value."""
    from sightline.render.text_metrics import short_names

    game, state = battle.run.game, battle.run.state
    pieces, active = game.describe_pieces(state), game.active(state)
    names, turns = short_names(battle.snapshot().position.pieces), _next_turns(battle, _AHEAD * len(pieces))
    shown = [key for key in next(iter(pieces.values()), {}) if any(piece[key] for piece in pieces.values())]
    rows = [("", _("name"), *map(word, shown), _("next turn"))]
    for name, piece in pieces.items():
        called = name if names[name] == name else f"{names[name]} {name}"
        row = (called, *(_cell(piece[key]) for key in shown), _when(turns.get(name)))
        rows.append((">" if name == active else "", *row))
    return aligned(rows)


def _cell(value: object) -> str:
    match value:
        case True:
            return _("yes")
        case tuple():
            return ", ".join(value)
    return "" if value is None or value is False else str(value)


def _next_turns(battle: Battle, turns: int) -> Mapping[str, int]:
    return {turn["who"]: turn["ticks"] for turn in reversed(battle.forecast(turns))}


def _when(ticks: int | None) -> str:
    if not ticks:
        return "" if ticks is None else _("in this tick")
    return ngettext("in {ticks} tick", "in {ticks} ticks", ticks).format(ticks=ticks)


def coming(battle: Battle) -> str:
    """Return the turns to come, in the current language."""
    return ", ".join(f"{turn['who']} {_when(turn['ticks'])}" for turn in battle.forecast(_FORECAST))


def _legal(battle: Battle) -> Iterator[str]:
    """Yield what is legal: a summary of what can only be typed, then the numbered actions."""
    state, typed = battle.run.state, dict[type[Action], list[Action]]()
    for action in battle.run.legal():
        if not action.is_numbered(state):
            typed.setdefault(type(action), []).append(action)
    for kind, actions in typed.items():
        yield from kind.summarize(actions, state)
    rows = [
        (f"{number:3}", action.format(), _brief(battle, action))
        for number, action in enumerate(numbered(battle), start=1)
    ]
    yield from aligned(rows) if rows else ()


def numbered(battle: Battle) -> list[Action]:
    """Return the legal actions that are taken by number, in order."""
    return [action for action in battle.run.legal() if action.is_numbered(battle.run.state)]


def _brief(battle: Battle, action: Action) -> str:
    """Return the most important phrase of a preview."""
    return next(iter(battle.foretell(to_builtins(action))), "")
