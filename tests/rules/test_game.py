"""A game of another system is played, recorded, taken back and replayed as well: only its own system knows it.

Both sides put out lamps of a common store in turn, one or two; who puts out the last one has won. A die says who is
first, and each action sheds a spark, which is a die too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

import pytest

import sightline
from sightline.board import Piece
from sightline.rules import Dice, FieldError, Finding, Playable, Position, installed_systems
from sightline.rules.game import Action, BattleOver, Check, Event, Game, Options, Transition, UpcomingTurn
from tests.rules.tiny_system import Lantern

MAX_LAMPS = 2


class PutOut(Action, frozen=True, tag="put-out"):
    side: str
    lamps: int


class Spark(Event, frozen=True, tag="spark"):
    face: int


@dataclass(frozen=True)
class Lamps:
    position: Position
    sides: tuple[str, ...]
    left: int
    turn: int


class PuttingOut(Game[Lamps]):
    actions: ClassVar[tuple[type[Action], ...]] = (PutOut,)

    def check_team(self, team: Any) -> Iterator[FieldError]:
        yield from ()

    def check_character(self, character: Piece) -> Iterator[FieldError]:
        yield from ()

    def lay(self, character: Piece, place: tuple[int, int], zone: Any, seat: int) -> Piece:
        return character

    def check_start(self, position: Position) -> Iterator[FieldError]:
        if len(position.pieces) != len(self.sides(position)):
            yield FieldError("", "each side has one lamplighter")

    def sides(self, position: Position) -> Sequence[str]:
        return tuple(dict.fromkeys(piece.side or "" for piece in position.pieces.values()))

    def start(self, position: Position, sides: Sequence[str], limit: int, dice: Dice) -> Transition[Lamps]:
        face = dice.throw(range(6))
        return Transition(Lamps(position, tuple(sides), limit, face % 2), (Spark(face=face),))

    def check(self, state: Lamps, action: Action) -> Check:
        assert isinstance(action, PutOut)
        is_legal = self.to_act(state) == action.side and 1 <= action.lamps <= min(MAX_LAMPS, state.left)
        findings: tuple[Finding, ...] = ()
        return Check(legal=is_legal, findings=findings)

    def apply(self, state: Lamps, action: Action, dice: Dice) -> Transition[Lamps]:
        assert isinstance(action, PutOut)
        after = replace(state, left=state.left - action.lamps, turn=1 - state.turn)
        over = self.result(after)
        return Transition(after, (Spark(face=dice.throw(range(6))), *([over] if over else [])))

    def legal(self, state: Lamps, side: str | None = None) -> list[Options]:
        side, most = state.sides[state.turn], min(MAX_LAMPS, state.left)
        return [Options(PutOut, range(1, most + 1), lambda lamps: PutOut(side=side, lamps=lamps))] if most else []

    def forecast(self, state: Lamps, turns: int, after: Sequence[Action] = ()) -> Sequence[UpcomingTurn]:
        return [UpcomingTurn(who=state.sides[(state.turn + turn) % 2], ticks=turn) for turn in range(1, turns + 1)]

    def result(self, state: Lamps) -> BattleOver | None:
        return None if state.left else BattleOver(winner=state.sides[1 - state.turn], how="dark")

    def to_act(self, state: Lamps) -> str | None:
        return state.sides[state.turn] if state.left else None

    def position(self, state: Lamps) -> Position:
        return state.position

    def score(self, state: Lamps, action: Action) -> Fraction:
        return Fraction(0)

    def tell(self, event: Event, before: Lamps | None) -> str:
        return f"A spark: {event.face}." if isinstance(event, Spark) else "It is dark."

    def to_json(self, state: Lamps) -> Mapping[str, Any]:
        return {"left": state.left, "turn": state.sides[state.turn]}


class Played(Lantern, Playable):
    def game(self) -> PuttingOut:
        return PuttingOut()


SYSTEMS = installed_systems().with_system(Played())
TEXT = """\
sightline: 1
rules: lantern
map: {grid: square, size: 3x3}
pieces:
  Ida: {at: A1, side: day}
  Udo: {at: C3, side: night}
"""


def begun(seed: int = 1) -> sightline.Battle:
    return sightline.battle(sightline.parse(TEXT, systems=SYSTEMS), seed=seed, limit=5)


def played(seed: int = 1) -> sightline.Battle:
    battle = begun(seed)
    while battle.legal():
        battle.apply(battle.legal()[-1])
    return battle


def test_it_is_played_to_its_end() -> None:
    battle = begun()
    first = battle.state["turn"]
    assert battle.legal() == [{"do": "put-out", "side": first, "lamps": lamps} for lamps in (1, 2)]
    battle = played()
    record = json.loads(battle.to_json())
    assert (record["rules"], battle.state["left"], len(record["steps"])) == ("lantern", 0, 3)
    assert record["result"] == {"winner": first, "how": "dark"}
    assert record["steps"][-1]["events"][-1] == {"event": "over", **record["result"]}


def test_what_may_be_done_is_made_when_it_is_looked_at() -> None:
    made: list[int] = []

    def make(lamps: int) -> PutOut:
        made.append(lamps)
        return PutOut(side="day", lamps=lamps)

    options = Options(PutOut, range(1, 9), make)
    assert (len(options), len(options[2:4]), made) == (8, 2, [])
    assert options[-1] == PutOut(side="day", lamps=8)
    assert list(options[2:4]) == [PutOut(side="day", lamps=lamps) for lamps in (3, 4)]
    assert made == [8, 3, 4]


def test_what_is_no_action_of_it_or_not_allowed_is_refused() -> None:
    battle = begun()
    before = battle.to_json()
    with pytest.raises(sightline.IllegalAction):
        battle.apply({"do": "put-out", "side": battle.state["turn"], "lamps": 3})
    for stated in ({"do": "end", "who": "Ida"}, {"do": "put-out", "side": "day"}, {"side": "day", "lamps": 1, "x": 2}):
        with pytest.raises(ValueError, match=r"end|lamps|do|x"):
            battle.apply(stated)
    assert battle.to_json() == before


def test_it_is_taken_back_foretold_and_replayed() -> None:
    battle = played()
    state = battle.state
    assert battle.undo() != state
    [last] = [action for action in battle.legal() if action["lamps"] == 1]
    battle.apply(last)
    assert [turn["ticks"] for turn in battle.forecast(3)] == [1, 2, 3]
    again = sightline.replay(battle.record(), systems=SYSTEMS)
    assert (again.state, again.to_json()) == (battle.state, battle.to_json())


def test_its_own_problems_are_reported() -> None:
    crowded = sightline.parse(TEXT + "  Eva: {at: B1, side: day}\n", systems=SYSTEMS)
    with pytest.raises(sightline.ScenarioError, match="each side has one lamplighter"):
        sightline.battle(crowded)


def test_teams_of_another_system_are_read_shown_and_written() -> None:
    text = (
        "sightline: 1\nrules: lantern\nlimit: 5\ncharacters: {Ida: {}, Udo: {}}\nformations: {f: {Ida: A1, Udo: B2}}\n"
    )
    team = sightline.parse_team(text, systems=SYSTEMS)
    assert (team.points, [*team.characters]) == (0, ["Ida", "Udo"])
    assert "Ida        0" in str(team)
    assert sightline.parse_team(team.to_json(), systems=SYSTEMS) == team
    with pytest.raises(sightline.ScenarioError, match="'Ida' already stands at A1"):
        sightline.parse_team(text.replace("B2", "A1"), systems=SYSTEMS)
