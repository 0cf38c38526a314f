"""Section 2: the clock, who has the next turn, and what turns are to come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypeVar

from msgspec import structs

from sightline.rules import Clause, Dice, Ruling, rule
from sightline.rules.game import BattleOver, CoinTossed, Event, Transition, UpcomingTurn
from sightline.systems.sodwa.game.actions import Ticked, TurnBegan
from sightline.systems.sodwa.game.state import State
from sightline.systems.sodwa.pieces import Character

NEEDED: Final = 1000
"""The IP that a turn comes up with."""
DIGITS = tuple(range(10))
_COSTS: Final = {"turn": 500, "move": 250, "attack": 250}

OPENING_TIE = Ruling(
    "opening-tie",
    "Both sides are tied before anybody has had a turn: does a coin say who is first, or is it the first seat?",
    ("coin", "first-seat"),
)


@rule(
    Clause(
        "SOD-2.1",
        "The clock",
        "The clock starts at 0. Each tick adds its Initiative to every character's IP.",
        "The Turn System",
    ),
    off=0,
)
def ip_gained(initiative: int, ticks: int) -> int:
    """Give the IP that so many ticks bring."""
    return initiative * ticks


@rule(
    Clause(
        "SOD-2.2",
        "Who gets a turn",
        "Who has 1,000 IP or more gets a turn, one for each tick, and the clock stands still until all of them had "
        "theirs. What is above 1,000 is kept. Who is defeated before its turn gets none.",
        "The Turn System; defeat before the turn: ours",
    ),
    off=True,
)
def gets_turn(ip: int) -> bool:
    """Tell whether so much IP brings a turn."""
    return ip >= NEEDED


class Waiting(Protocol):
    """What the order of turns looks at in a character."""

    @property
    def name(self) -> str: ...

    @property
    def side(self) -> str | None: ...

    @property
    def ip(self) -> int: ...

    @property
    def initiative(self) -> int: ...


class Standing(NamedTuple):
    """A character as a forecast has it."""

    name: str
    side: str | None
    ip: int
    initiative: int


AnyWaiting = TypeVar("AnyWaiting", bound=Waiting)


@rule(
    Clause(
        "SOD-2.3",
        "Whose turn is first",
        "The highest IP is first, judged anew after each turn. On a tie between teams it is the team that did not take "
        "the latest turn, before any turn as ruled; within a team its player chooses.",
        "The Turn System",
    ),
    off=(),
)
def foremost(due: Sequence[AnyWaiting], last: str | None, opening: Callable[[], str]) -> Sequence[AnyWaiting]:
    """Give those, all of one side, of whom one is next; `opening` says which side is, before anybody has had a turn."""
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
        "A turn costs 500 IP when it comes up, a Move 250, an Attack 250. One kind of action is taken once in a turn, "
        "and none that the IP left cannot pay.",
        "The Turn System; what cannot be paid: ours",
    ),
    off=0,
)
def cost_of(kind: str) -> int:
    """Give the IP that a turn, or an action of a kind, costs."""
    return _COSTS.get(kind, 0)


def begin_turn(state: State, name: str) -> Transition[State]:
    """Give the state in which a character's turn has begun, and been paid."""
    character = state.characters[name]
    ip = character.ip - cost_of("turn")
    started = structs.replace(character, ip=ip, moved=False, attacked=False)
    left = tuple(each for each in state.due if each != name)
    characters = {**state.characters, name: started}
    after = structs.replace(
        state, characters=characters, active=name, choosing=None, last=character.side, due=left, acted=()
    )
    return Transition(after, (TurnBegan(who=name, ip=ip),))


def advance(state: State, dice: Dice) -> Transition[State]:
    """Give the next state in which somebody has to act, or the battle is over."""
    events: list[Event] = []
    if not state.due:
        ticks = ticks_to_next(state.characters.values())
        if state.tick + ticks > state.limit:
            over = BattleOver(winner=None, how="limit")
            return Transition(structs.replace(state, over=over), (over,))
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
    began = begin_turn(state, next_ones[0].name)
    return Transition(began.state, (*events, *began.events))


def may_choose(state: State) -> tuple[str, ...]:
    """Give the characters of whom the choosing side says which is next."""
    due = [state.characters[name] for name in state.due]
    most = max((each.ip for each in due), default=0)
    return tuple(each.name for each in due if each.ip == most and each.side == state.choosing)


def start(state: State, dice: Dice) -> Transition[State]:
    """Give the first state in which somebody has to act; who starts with enough IP has a turn at once."""
    return advance(structs.replace(state, due=_due(state.characters)), dice)


def _due(characters: Mapping[str, Character]) -> tuple[str, ...]:
    return tuple(name for name, character in characters.items() if gets_turn(character.ip))


def ticks_to_next(standing: Iterable[Waiting]) -> int:
    """Give how many ticks it takes, at least one, until somebody gets a turn."""
    return max(1, min(-((each.ip - NEEDED) // each.initiative) for each in standing))


def _after_ticks(state: State, ticks: int) -> State:
    gained = {
        name: structs.replace(each, ip=each.ip + ip_gained(each.initiative, ticks))
        for name, each in state.characters.items()
    }
    return structs.replace(state, characters=gained, tick=state.tick + ticks, due=_due(gained))


@rule(
    Clause(
        "SOD-2.5",
        "The forecast",
        "The forecast takes every future turn for a pass, so that nobody acts sooner than forecast. Ties go as in "
        "play, within a team in the order of the file.",
        "The Turn-Sequence Bar",
    ),
    off=(),
)
def forecast(state: State, turns: int) -> tuple[UpcomingTurn, ...]:
    """Give the next turns to come, the one under way left out."""
    characters = state.characters.values()
    standing = {each.name: Standing(each.name, each.side, each.ip, each.initiative) for each in characters}
    due, last, ticks = list(state.due), state.last, 0
    found: list[UpcomingTurn] = []
    while standing and len(found) < turns:
        if not due:
            passed = ticks_to_next(standing.values())
            ticks += passed
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
