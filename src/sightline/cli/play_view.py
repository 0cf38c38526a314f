"""What a player sees of a battle: the map, everybody on it, and what can be done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from sightline.api import Battle
from sightline.cli.output import aligned, printable
from sightline.cli.play_commands import Action, format_command
from sightline.i18n import Term, _, ngettext, word

NUMBERED = ("choose", "attack", "pick-up", "put-down", "end")
"""What is listed with numbers; everything else can be typed."""
_COLUMNS = (Term("side"), Term("at"), Term("facing"), Term("health"), Term("ip"), Term("moved"), Term("carries"))
_AHEAD = 4
"""How many turns for each piece are looked at for its next one."""
_LARGEST_MAP = 60
_FORECAST = 8


def show_table(battle: Battle, side: str) -> None:
    """Print how a battle stands for the side that has to act."""
    from sightline.render import map_text

    click.echo()
    scene = battle.snapshot().scene
    if not scene.is_free:
        click.echo(map_text(scene, max_cells=_LARGEST_MAP))
        click.echo()
    for line in (*everybody(battle), "", *_standing(battle, side)):
        click.echo(printable(line))


def everybody(battle: Battle) -> list[str]:
    """Give a line for everybody who can act: where it is, how it is, and when its next turn comes."""
    from sightline.render.roster import TOKEN
    from sightline.render.text_metrics import short_names

    state, began = battle.state, battle.run.game.to_json(battle.run.start)
    pieces = {name: piece for name, piece in state.pieces.items() if "side" in piece}
    names, turns = short_names(battle.snapshot().position.pieces, TOKEN), _next_turns(battle, _AHEAD * len(pieces))
    shown = [key for key in _COLUMNS if any(piece[key] for piece in pieces.values())]
    rows = [("", _("name"), *map(word, shown), _("next turn"))]
    for name, piece in pieces.items():
        known = {**piece, "health": f"{piece['health']}/{began['pieces'][name]['health']}"}
        called = name if names[name] == name else f"{names[name]} {name}"
        row = (called, *(_cell(known[key]) for key in shown), _when(turns.get(name)))
        rows.append((">" if name == state.active else "", *row))
    return aligned(rows)


def _cell(value: Any) -> str:
    match value:
        case True:
            return _("yes")
        case list():
            return ", ".join(value)
    return "" if value is None or value is False else str(value)


def _next_turns(battle: Battle, turns: int) -> Mapping[str, int]:
    return {turn["who"]: turn["ticks"] for turn in reversed(battle.forecast(turns))}


def _when(ticks: int | None) -> str:
    if not ticks:
        return "" if ticks is None else _("in this tick")
    return ngettext("in {ticks} tick", "in {ticks} ticks", ticks).format(ticks=ticks)


def coming(battle: Battle) -> str:
    """Say whose turns come next."""
    return ", ".join(f"{turn['who']} {_when(turn['ticks'])}" for turn in battle.forecast(_FORECAST))


def _standing(battle: Battle, side: str) -> Iterator[str]:
    """Yield whose turn it is, and what can be done: moves by cost, and what else has places for names."""
    state, legal = battle.state, battle.legal()
    yield battle.run.game.describe_state(battle.run.state)
    if state.active is None:
        yield _("{side} chooses who is next.").format(side=side)
    else:
        ip = state.pieces[state.active]["ip"]
        yield _("{who} of {side} has the turn, with {ip} IP.").format(who=state.active, side=side, ip=ip)
    yield from _moves(battle, legal)
    for typed, names in _listed(battle, legal).items():
        yield f"{typed}: {' '.join(names)}"
    rows = [
        (f"{number:3}", format_command(action), brief(battle, action))
        for number, action in enumerate(numbered(battle, legal), start=1)
    ]
    yield from aligned(rows) if rows else ()


def numbered(battle: Battle, legal: Sequence[Action]) -> list[Action]:
    """Give what is listed with numbers: attacks on terrain are not, which there are many of."""
    return [
        action
        for action in legal
        if action["do"] in NUMBERED and (action["do"] != "attack" or action["target"] in battle.state.pieces)
    ]


def brief(battle: Battle, action: Action) -> str:
    """Say the weightiest of what an action comes to."""
    return next(iter(battle.foretell(action)), "")


def _moves(battle: Battle, legal: Sequence[Action]) -> Iterator[str]:
    by_cost: dict[int, list[str]] = {}
    for action in legal:
        if action["do"] == "move":
            told = battle.preview(action)
            by_cost.setdefault(told["cost"], []).append(told["to"] + "!" * bool(told["stops"]))
    for cost, places in sorted(by_cost.items()):
        yield _("move, cost {cost}: {places}").format(cost=cost, places=" ".join(places))
    if any(place.endswith("!") for places in by_cost.values() for place in places):
        yield _("(! the movement ends there)")


def _listed(battle: Battle, legal: Sequence[Action]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for action in legal:
        if action["do"] == "turn":
            found.setdefault("turn", []).append(action["facing"])
        elif action["do"] == "attack" and action["target"] not in battle.state.pieces:
            found.setdefault("attack", []).append(action["target"])
    return found
