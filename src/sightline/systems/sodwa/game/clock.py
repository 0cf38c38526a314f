"""Section 2: the clock, the order of turns, and the forecast."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Final, NamedTuple, Protocol, TypeVar

from msgspec import structs

from sightline.i18n import N_
from sightline.rules import Clause, Dice, Ruling, rule
from sightline.rules.game import BattleOver, CoinTossed, Event, Transition, UpcomingTurn
from sightline.systems.sodwa.ability import ability_of_effect
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.pieces import Character

NEEDED: Final = 1000
"""The IP with which a turn comes up."""
DIGITS = tuple(range(10))
_COSTS: Final = {"turn": 500, "move": 250, "attack": 250}

OPENING_TIE = Ruling(
    "opening-tie",
    "Both sides are tied before anyone has had a turn: does a coin decide who goes first, or does the first seat "
    "go first?",
    ("coin", "first-seat"),
)


class Ticked(Event, frozen=True, tag="tick"):
    """The tick at which the clock has stopped."""

    text: ClassVar[str] = N_("The clock shows {tick}.")
    is_routine: ClassVar[bool] = True

    tick: int


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    """The end of a turn."""

    text: ClassVar[str] = N_("The turn of {who} is over.")
    is_routine: ClassVar[bool] = True

    who: str


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """The beginning of a turn, which has been paid."""

    text: ClassVar[str] = N_("{who} has a turn, with {ip} IP left.")
    is_routine: ClassVar[bool] = True

    who: str
    ip: int


@rule(
    Clause(
        "SOD-2.1",
        "The clock",
        "The clock starts at 0. At each tick every character gains as many IP as its Initiative.",
        "The Turn System",
    ),
    off=0,
)
def ip_gained(initiative: int, ticks: int) -> int:
    """Return the IP that a character gains in `ticks`."""
    return initiative * ticks


@rule(
    Clause(
        "SOD-2.2",
        "Who gets a turn",
        "A character with 1,000 IP or more gets a turn, one per tick, and the clock stands still until all of them "
        "have had theirs. IP above 1,000 are kept. A character defeated before its turn gets none.",
        "The Turn System; defeat before the turn: ours",
    ),
    off=True,
)
def gets_turn(ip: int) -> bool:
    """Return whether a character with `ip` gets a turn."""
    return ip >= NEEDED


class Waiting(Protocol):
    """The properties of a character that decide the order of turns."""

    @property
    def name(self) -> str: ...

    @property
    def side(self) -> str | None: ...

    @property
    def ip(self) -> int: ...

    @property
    def initiative(self) -> int: ...


class _Forecast(NamedTuple):
    """A character in a forecast."""

    name: str
    side: str | None
    ip: int
    initiative: int


AnyWaiting = TypeVar("AnyWaiting", bound=Waiting)


@rule(
    Clause(
        "SOD-2.3",
        "Whose turn comes first",
        "The character with the highest IP goes first, judged anew after each turn. On a tie between teams it is "
        "the team that did not take the latest turn; a ruling decides before any turn was taken. Within a team its "
        "player chooses.",
        "The Turn System",
    ),
    off=(),
)
def foremost(due: Sequence[AnyWaiting], last: str | None, opening: Callable[[], str]) -> Sequence[AnyWaiting]:
    """Return the characters, all of one side, of which one is next.

    `last` is the side of the latest turn; before any turn `opening` returns the side that is first.
    """
    most = max(each.ip for each in due)
    tied = [each for each in due if each.ip == most]
    if len({each.side for each in tied}) == 1:
        return tied
    first = opening() if last is None else next(each.side for each in tied if each.side != last)
    return [each for each in tied if each.side == first]


@rule(
    Clause(
        "SOD-2.4",
        "What turns and actions cost",
        "A turn costs 500 IP when it comes up, a Move 250, an Attack 250. Each kind of action can be taken once "
        "per turn, and only if the IP left can pay for it.",
        "The Turn System; what cannot be paid: ours",
    ),
    off=0,
)
def cost_of(kind: str) -> int:
    """Return the IP that a turn costs, or an action of a type."""
    return _COSTS.get(kind, 0)


def begin_turn(state: SodwaState, name: str, dice: Dice) -> Transition[SodwaState]:
    """Return the state in which a character's turn has begun, and been paid, with what abilities do as it begins."""
    character = state.characters[name]
    ip = character.ip - cost_of("turn")
    started = structs.replace(character, ip=ip, moved=False, attacked=False)
    left = tuple(each for each in state.due if each != name)
    characters = {**state.characters, name: started}
    after = structs.replace(
        state, characters=characters, active=name, choosing=None, last=character.side, due=left, acted=()
    )
    resolution = Resolution(after, dice)
    resolution.tell(TurnBegan(who=name, ip=ip))
    resolution.begin_turn(name)
    return resolution.finish()


def end_turn(state: SodwaState, name: str, dice: Dice) -> Transition[SodwaState]:
    """Return the next state in which somebody has to act, after the turn of a character, who may be defeated."""
    ended = state.characters.get(name)
    if ended is not None and ended.attacked:
        state = state.with_character(structs.replace(ended, attacked=False))
    resolution = Resolution(structs.replace(state, active=None, acted=()), dice)
    resolution.tell(TurnEnded(who=name))
    for effect in state.effects:
        if ability_of_effect(effect.is_).ends_with_turn:
            resolution.end(effect, "ended")
    if ended is not None:
        resolution.end_turn(name)
    before, events = resolution.finish()
    after = advance(before, dice)
    return Transition(after.state, (*events, *after.events))


def settle(transition: Transition[SodwaState], dice: Dice) -> Transition[SodwaState]:
    """Return a transition, with the turn at an end if the active character has been defeated, and so on."""
    state, events = transition
    while state.over is None and state.active is not None and state.active not in state.characters:
        state, more = end_turn(state, state.active, dice)
        events = (*events, *more)
    return Transition(state, events)


def advance(state: SodwaState, dice: Dice) -> Transition[SodwaState]:
    """Return the next state in which somebody has to act, or the battle is over."""
    events: list[Event] = []
    if not state.due:
        ticks = _ticks_to_first(state.characters.values())
        if is_beyond_limit(state, ticks):
            over = BattleOver(winner=None, how="limit")
            return Transition(state.finished(over), (over,))
        state = _after_ticks(state, ticks)
        events.append(Ticked(tick=state.tick))

    def toss() -> str:
        if state.position.rulings[OPENING_TIE.name] == "first-seat":
            return state.sides[0]
        die, number = dice.thrown, dice.throw(DIGITS)
        events.append(CoinTossed(side=state.sides[number % 2], die=die))
        return state.sides[number % 2]

    next_ones = foremost([state.characters[name] for name in state.due], state.last, toss)
    if len(next_ones) > 1:
        return Transition(structs.replace(state, choosing=next_ones[0].side), tuple(events))
    began = begin_turn(state, next_ones[0].name, dice)
    return Transition(began.state, (*events, *began.events))


def tied_characters(state: SodwaState) -> tuple[str, ...]:
    """Return the names of the tied characters of which the choosing side chooses the next."""
    due = [state.characters[name] for name in state.due]
    most = max((each.ip for each in due), default=0)
    return tuple(each.name for each in due if each.ip == most and each.side == state.choosing)


def start(state: SodwaState, dice: Dice) -> Transition[SodwaState]:
    """Return the first state in which somebody has to act; who starts with enough IP gets a turn at once."""
    return advance(structs.replace(state, due=_due(state.characters)), dice)


def _due(characters: Mapping[str, Character]) -> tuple[str, ...]:
    return tuple(name for name, character in characters.items() if gets_turn(character.ip))


def _ticks_to_first(waiting: Iterable[Waiting]) -> int:
    """Return the number of ticks, at least one, until the first of several gets a turn."""
    return max(1, min([-((each.ip - NEEDED) // each.initiative) for each in waiting]))


def ticks_to_turn(state: SodwaState, ip: int, initiative: int) -> int | None:
    """Return the ticks, at least one, until a character with these numbers gets a turn; None beyond the limit."""
    ticks = _ticks_to_first((_Forecast("", None, ip, initiative),))
    return None if is_beyond_limit(state, ticks) else ticks


def is_beyond_limit(state: SodwaState, ticks: int) -> bool:
    """Return whether the battle is over at its limit before so many more ticks have passed."""
    return state.tick + ticks > state.limit


def _after_ticks(state: SodwaState, ticks: int) -> SodwaState:
    gained = {
        name: structs.replace(each, ip=each.ip + ip_gained(each.initiative, ticks))
        for name, each in state.characters.items()
    }
    return structs.replace(state, characters=gained, tick=state.tick + ticks, due=_due(gained))


@rule(
    Clause(
        "SOD-2.5",
        "The forecast",
        "The forecast treats every future turn as a pass, so nobody acts sooner than forecast. Ties are decided as "
        "in play, and within a team by the order of the file.",
        "The Turn-Sequence Bar",
    ),
    off=(),
)
def forecast(state: SodwaState, turns: int, spent: int = 0) -> tuple[UpcomingTurn, ...]:
    """Return the next turns up to the limit, without the one under way, in which its character still spends some IP."""
    characters = state.characters.values()
    standing = {each.name: _Forecast(each.name, each.side, each.ip, each.initiative) for each in characters}
    if state.active is not None:
        mover = standing[state.active]
        standing[state.active] = mover._replace(ip=max(0, mover.ip - spent))
    due, last, ticks = list(state.due), state.last, 0
    found: list[UpcomingTurn] = []
    while standing and len(found) < turns:
        if not due:
            passed = _ticks_to_first(standing.values())
            ticks += passed
            if is_beyond_limit(state, ticks):
                break
            standing = {
                name: each._replace(ip=each.ip + ip_gained(each.initiative, passed)) for name, each in standing.items()
            }
            due = [name for name, each in standing.items() if gets_turn(each.ip)]
        first = foremost([standing[name] for name in due], last, lambda: state.choosing or state.sides[0])[0]
        due.remove(first.name)
        last = first.side
        standing[first.name] = first._replace(ip=first.ip - cost_of("turn"))
        found.append(UpcomingTurn(who=first.name, ticks=ticks))
    return tuple(found)
