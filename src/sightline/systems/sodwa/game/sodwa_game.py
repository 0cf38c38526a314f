"""The game: what comes of each action, and what may be done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from msgspec import structs

from sightline.board import Facing, Piece, Zone
from sightline.i18n import _
from sightline.rules import Dice, Effect, FieldError, Phase, Position, Ruleset, Team
from sightline.rules.game import Action, BattleOver, Check, Event, Game, Json, Options, Transition, UpcomingTurn
from sightline.rules.message_text import say
from sightline.systems.sodwa import teams
from sightline.systems.sodwa.facing import facing_to
from sightline.systems.sodwa.game import actions as act
from sightline.systems.sodwa.game import clock
from sightline.systems.sodwa.game.attacks import attack_character, attack_terrain, finished, put
from sightline.systems.sodwa.game.battle_map import arena_of
from sightline.systems.sodwa.game.heuristic import weigh
from sightline.systems.sodwa.game.legal_actions import legal_in
from sightline.systems.sodwa.game.legality import objections, site_named
from sightline.systems.sodwa.game.narration import told, told_state
from sightline.systems.sodwa.game.phases import PHASES, phase_of
from sightline.systems.sodwa.game.preview import foretold, preview
from sightline.systems.sodwa.game.state import State
from sightline.systems.sodwa.pieces import Character, character_of
from sightline.systems.sodwa.roster import ROSTER

SEATS = 2
_AGAINST = (Effect.BLOCKS, Effect.FORBIDS)


@dataclass(frozen=True)
class SodwaGame(Game[State]):
    """The game that a rule system's referee judges the attacks of."""

    rules: Ruleset[Any]

    actions: ClassVar[tuple[type[Action], ...]] = (
        act.Choose,
        act.Move,
        act.Attack,
        act.Turn,
        act.PickUp,
        act.PutDown,
        act.End,
        act.Resign,
    )

    phases: ClassVar[Sequence[Phase]] = tuple(PHASES.values())
    roster: ClassVar[Mapping[str, Piece]] = ROSTER
    settled: ClassVar[tuple[str, ...]] = ("kind", "is_")

    def check_team(self, team: Team) -> Iterator[FieldError]:
        return teams.check_team(team)

    def check_character(self, character: Piece) -> Iterator[FieldError]:
        return teams.check_character(character_of(character))

    def lay(self, character: Piece, place: tuple[int, int], zone: Zone, seat: int) -> Piece:
        cell, facing = teams.laid(place, zone, seat)
        return structs.replace(character_of(character), at=cell, facing=facing)

    def check_start(self, position: Position) -> Iterator[FieldError]:
        characters = [piece for piece in map(character_of, position.pieces.values()) if piece.as_terrain is None]
        for character in characters:
            for wrong in teams.iter_unstated(character, "side", "melee", "ranged"):
                yield wrong._replace(key=f"{character.name}.{wrong.key}")
        sides = self.sides(position)
        if len(sides) != SEATS:
            message = _("a battle has two sides, and this scenario has {count}").format(count=len(sides))
            yield FieldError("", message)

    def sides(self, position: Position) -> Sequence[str]:
        return tuple(dict.fromkeys(piece.side for piece in position.pieces.values() if piece.side is not None))

    def start(self, position: Position, sides: Sequence[str], limit: int, dice: Dice) -> Transition[State]:
        fresh = {
            piece.name: structs.replace(piece, attacked=False)
            for piece in map(character_of, position.pieces.values())
            if piece.as_terrain is None
        }
        state = State(position, arena_of(position), fresh, tuple(sides), limit, dict.fromkeys(sides, 0))
        return clock.start(state, dice)

    def check(self, state: State, action: Action) -> Check:
        found = tuple(objections(self.rules, state, action))
        told = tuple(structs.replace(each, why=say(each.message, self.rules.messages)) for each in found)
        return Check(legal=not any(finding.effect in _AGAINST for finding in told), findings=told)

    def apply(self, state: State, action: Action, dice: Dice) -> Transition[State]:
        match action:
            case act.Resign(side=side):
                over = BattleOver(winner=state.other_side(side), how="resigned")
                return Transition(finished(state, over), (over,))
            case act.Choose(who=who):
                return clock.begin_turn(state, who)
        mover = state.mover
        assert mover is not None  # as nobody else may act
        match action:
            case act.Move(path=path):
                return _moved(state, mover, path)
            case act.Attack(target=target) if target in state.characters:
                return attack_character(self.rules, state, mover, target, dice)
            case act.Attack(target=target):
                site = site_named(state, target)
                assert site is not None
                return attack_terrain(state, mover, site)
            case act.Turn(facing=facing):
                turned = structs.replace(mover, facing=Facing(facing))
                return Transition(state.after("turn", turned, 0), (act.Turned(who=mover.name, facing=facing),))
            case act.PickUp(target=target):
                return _picked_up(state, mover, target)
            case act.PutDown(target=target, at=at):
                return _put_down(state, mover, target, at)
            case act.End():
                return _ended(state, mover, dice)
        raise TypeError(action)

    def legal(self, state: State) -> Sequence[Options]:
        return [options for options in legal_in(state) if options]

    def forecast(self, state: State, turns: int) -> Sequence[UpcomingTurn]:
        return () if state.over else clock.forecast(state, turns)

    def result(self, state: State) -> BattleOver | None:
        return state.over

    def to_act(self, state: State) -> str | None:
        return state.choosing if state.mover is None else state.mover.side

    def phase(self, state: State) -> Phase:
        return phase_of(state)

    def position(self, state: State) -> Position:
        return state.position

    def score(self, state: State, action: Action) -> Fraction:
        return weigh(state, action)

    def preview(self, state: State, action: Action) -> Json:
        return preview(self.rules, state, action)

    def describe_preview(self, action: Action, told: Json) -> Iterator[str]:
        return foretold(action, told)

    def describe_state(self, state: State) -> str:
        return told_state(state)

    def tell(self, event: Event) -> str:
        return told(event)

    def to_json(self, state: State) -> Json:
        return state.to_json()


def _moved(state: State, mover: Character, path: tuple[str, ...]) -> Transition[State]:
    tiles = state.arena.tiles
    before = tiles.cell(path[-2]) if len(path) > 1 else mover.cell
    at = tiles.cell(path[-1])
    facing = facing_to(before, [at])
    moved = structs.replace(mover, at=at, facing=facing, moved=True)
    event = act.Moved(who=mover.name, path=path, facing=str(facing))
    return Transition(state.after("move", moved, clock.cost_of("move")), (event,))


def _picked_up(state: State, mover: Character, target: str) -> Transition[State]:
    thing = state.arena.objects[target]
    arena = state.arena.with_board(state.board.without_piece(target), [thing.cell])
    carries = {**state.carries, mover.name: (*state.carries.get(mover.name, ()), target)}
    after = structs.replace(state, arena=arena, carried={**state.carried, target: thing}, carries=carries)
    moved = structs.replace(mover, moved=True)
    return Transition(after.after("move", moved, clock.cost_of("move")), (act.PickedUp(who=mover.name, target=target),))


def _put_down(state: State, mover: Character, target: str, at: str) -> Transition[State]:
    after = put(state, mover.name, target, state.arena.tiles.cell(at)).after("put-down", mover, 0)
    return Transition(after, (act.WasPutDown(who=mover.name, target=target, at=at),))


def _ended(state: State, mover: Character, dice: Dice) -> Transition[State]:
    rested = {**state.characters, mover.name: structs.replace(mover, attacked=False)}
    passed = clock.advance(structs.replace(state, active=None, acted=(), characters=rested), dice)
    return Transition(passed.state, (act.TurnEnded(who=mover.name), *passed.events))
