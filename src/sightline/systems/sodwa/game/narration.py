"""What happens, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import structs

from sightline.i18n import N_, Term, _, localized
from sightline.rules.game import BattleOver, CoinTossed, Event
from sightline.systems.sodwa.game import actions as act
from sightline.systems.sodwa.game.state import State

_TEXTS: Final[Mapping[type[Event], str]] = {
    act.Ticked: N_("The clock shows {tick}."),
    CoinTossed: N_("A coin lets {side} be first."),
    act.TurnBegan: N_("{who} has a turn, with {ip} IP left."),
    act.Turned: N_("{who} turns to {facing}."),
    act.PickedUp: N_("{who} picks {target} up."),
    act.WasPutDown: N_("{target}, which {who} carried, is on {at} now."),
    act.KnockedBack: N_("{who} is knocked back to {to}."),
    act.Destroyed: N_("What obstructed at {at} falls, after {damage} damage."),
    act.Defeated: N_("{who} is defeated."),
    act.TurnEnded: N_("The turn of {who} is over."),
}
_ENDS: Final = {
    "defeat": N_("{winner} has won: nobody of the other side is left."),
    "resigned": N_("{winner} has won: the other side gives up."),
    "limit": N_("The battle ends without a winner: its time is over."),
    "draw": N_("The battle ends without a winner: nobody is left."),
}


def told(event: Event) -> str:
    """Say in a sentence, in the language that is spoken, what has happened."""
    match event:
        case act.Moved(who=who, path=path):
            way = N_("{who} moves to {to} by {way}.") if len(path) > 1 else N_("{who} moves to {to}.")
            return _(way).format(who=who, to=path[-1], way=", ".join(path[:-1]))
        case act.Attacked():
            return " ".join(_attacked(event))
        case act.KarmaGained():
            text = N_("{side} gains {gained} karma and has {points}.")
            if event.cancelled:
                text = N_("{side} gains {gained} karma, cancels {cancelled} of the other side, and has {points}.")
            return _(text).format(**structs.asdict(event))
        case BattleOver(winner=winner, how=how):
            return _(_ENDS[how]).format(winner=winner)
    return _(_TEXTS[type(event)]).format(**structs.asdict(event))


def told_state(state: State) -> str:
    """Say in a sentence, in the language that is spoken, what the clock and the karma of both sides are."""
    karma = ", ".join(f"{side} {state.karma[side]}" for side in state.sides)
    return _("Tick {tick}; karma: {karma}.").format(tick=state.tick, karma=karma)


def _attacked(event: act.Attacked) -> Iterator[str]:
    told = structs.asdict(event) | {"kind": localized(Term(event.kind)), "roll": f"{event.roll or 0:02}"}
    if event.roll is None:
        yield _("{who} strikes at {target} ({kind}) for {damage} damage.").format(**told)
        return
    yield _(
        "{who} attacks {target} ({kind}): {attack_value} against {defense_value}, so {difficulty} is needed, "
        "and the dice show {roll}."
    ).format(**told)
    if event.karma_spent:
        yield _("{karma_spent} karma makes up for it.").format(**told)
    if event.success:
        yield _("A success: {damage} damage, {health} Health left.").format(**told)
    else:
        yield _("A failure.")
