"""The game: teams, the start, and what its actions and its clock answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from msgspec import structs

from sightline.board import Piece, Zone
from sightline.i18n import Term, _
from sightline.rules import (
    ActionSketch,
    CharacterSheet,
    Clause,
    Dice,
    Effect,
    FieldError,
    Finding,
    MarkedArea,
    Message,
    Phase,
    PieceDepiction,
    Place,
    Position,
    Ruleset,
    TeamData,
    depiction_of,
)
from sightline.rules.game import (
    Action,
    BattleOver,
    Check,
    Event,
    Game,
    Json,
    Options,
    Transition,
    TurnLength,
    UpcomingTurn,
    tag_of,
)
from sightline.rules.message_text import say, with_text
from sightline.rules.trial import Trial
from sightline.systems.sodwa import teams
from sightline.systems.sodwa.ability import ABILITIES
from sightline.systems.sodwa.basic_attack import is_defeated
from sightline.systems.sodwa.game import clock, effects
from sightline.systems.sodwa.game.actions import AbilityAction, ActiveAction, ChooseAction, MoveAction, SodwaAction
from sightline.systems.sodwa.game.battle_map import battle_map_of
from sightline.systems.sodwa.game.effects import EffectEnded
from sightline.systems.sodwa.game.occupancy import Occupancy
from sightline.systems.sodwa.game.phases import ACTIONS, PHASES, REFUSALS, offers, phase_of
from sightline.systems.sodwa.game.refusals import refusal
from sightline.systems.sodwa.game.screen import preview_lines, turn_sequence
from sightline.systems.sodwa.game.sheets import effect_texts, sheets
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.surroundings import Surroundings
from sightline.systems.sodwa.game.trials import iter_trials
from sightline.systems.sodwa.game.turn_lengths import turn_lengths
from sightline.systems.sodwa.pieces import character_of
from sightline.systems.sodwa.roster import ABOUT, ROSTER, portraits

SEATS = 2
_AGAINST = (Effect.BLOCKS, Effect.FORBIDS)


@dataclass(frozen=True)
class SodwaGame(Game[SodwaState]):
    """The game, whose attacks are judged by `rules`."""

    rules: Ruleset[Any]

    actions: ClassVar[tuple[type[Action], ...]] = ACTIONS
    phases: ClassVar[Sequence[Phase]] = tuple(PHASES.values())
    basics: ClassVar[Sequence[Clause]] = (
        clock.ip_gained.clause,
        clock.gets_turn.clause,
        clock.cost_of.clause,
        is_defeated.clause,
    )
    roster: ClassVar[Mapping[str, Piece]] = ROSTER
    about: ClassVar[Mapping[str, str]] = ABOUT
    settled: ClassVar[tuple[str, ...]] = ("kind", "is_", "effects", "karma")

    def check_team(self, team: TeamData) -> Iterator[FieldError]:
        return teams.check_team(team)

    def check_character(self, character: Piece) -> Iterator[FieldError]:
        return teams.check_character(character_of(character))

    def worth(self, characters: Iterable[Piece]) -> int:
        return teams.worth(map(character_of, characters))

    def portraits(self) -> Mapping[str, str]:
        return portraits()

    def describe_character(self, character: Piece) -> Mapping[Term, object]:
        return teams.character_row(character_of(character))

    def traits(self, character: Piece) -> Sequence[Term]:
        return teams.traits(character_of(character))

    def abilities(self, character: Piece) -> Mapping[str, Clause]:
        return {key: ABILITIES[key].clause for key in character_of(character).abilities if key in ABILITIES}

    def lay(self, character: Piece, place: tuple[int, int], zone: Zone, seat: int) -> Piece:
        cell, facing = teams.start_placement(place, zone, seat)
        return structs.replace(character_of(character), at=cell, facing=facing)

    def check_start(self, position: Position) -> Iterator[FieldError]:
        characters = [piece for piece in map(character_of, position.pieces.values()) if piece.as_terrain is None]
        for character in characters:
            for wrong in teams.iter_unstated(character, "side", "melee", "ranged"):
                yield wrong._replace(key=f"{character.name}.{wrong.key}")
        sides = self.sides(position)
        if len(sides) != SEATS:
            message = _("a battle has two sides, but this scenario has {count}").format(count=len(sides))
            yield FieldError("", message)

    def sides(self, position: Position) -> Sequence[str]:
        return tuple(dict.fromkeys(piece.side for piece in position.pieces.values() if piece.side is not None))

    def start(self, position: Position, sides: Sequence[str], limit: int, dice: Dice) -> Transition[SodwaState]:
        fresh = {
            piece.name: structs.replace(piece, attacked=False, effects=(), karma=0)
            for piece in map(character_of, position.pieces.values())
            if piece.as_terrain is None
        }
        battle_map = battle_map_of(position)
        occupancy = Occupancy.of(fresh.values(), battle_map.tiles)
        karma = dict.fromkeys(sides, 0)
        begun = SodwaState(position, battle_map, fresh, occupancy, tuple(sides), limit, karma)
        return clock.settle(clock.start(begun, dice), dice)

    def check(self, state: SodwaState, action: Action) -> Check:
        found = [with_text(each, self.rules.messages) for each in self._find(state, action)]
        return Check(legal=not any(finding.effect in _AGAINST for finding in found), findings=tuple(found))

    def _find(self, state: SodwaState, action: Action) -> Iterable[Finding]:
        """Return everything that is found of an action."""
        phase = phase_of(state)
        if phase.allows(tag_of(action)):
            return _own(action).check(self.rules, state)
        return (refusal(phase.clauses[0], REFUSALS[phase.phase], who=getattr(action, "who", "")),)

    def why_none(self, state: SodwaState, kind: type[Action], side: str) -> Iterator[str]:
        mover = state.mover
        if not issubclass(kind, SodwaAction):
            raise TypeError(kind)
        if mover is None and issubclass(kind, ActiveAction | AbilityAction):
            names = ", ".join(clock.tied_characters(state))
            yield _("first choose who is next: {names}").format(names=names)
            return
        if mover is not None and mover.side != side:
            yield say(Message("not-its-turn", {"who": side}), self.rules.messages)
            return
        found = (
            {say(each.message, self.rules.messages): None for each in kind.turn_objections(state, mover)}
            if mover
            else {}
        )
        yield from found or ([_(kind.nothing)] if kind.nothing else ())

    def apply(self, state: SodwaState, action: Action, dice: Dice) -> Transition[SodwaState]:
        return clock.settle(_own(action).apply(self.rules, state, dice), dice)

    def legal(self, state: SodwaState, side: str | None = None) -> Sequence[Options]:
        if state.over is not None:
            return ()
        if side is not None and side != self.to_act(state):
            return [options for options in self._reactions(state, side) if options]
        mover = state.mover
        if mover is None:
            return (ChooseAction.options(state),)
        around, ip = Surroundings(state, mover), mover.ip
        groups = [find(state, around) for needed, find in offers(state.acted, mover.effects) if needed <= ip]
        if mover.abilities:
            groups[-1:-1] = AbilityAction.options(self.rules, state, around)
        return [options for options in groups if options]

    def _reactions(self, state: SodwaState, side: str) -> Iterator[Options]:
        """Yield what the characters of a side can do in a turn of the other."""
        if state.active is None:
            return
        for character in state.characters.values():
            if character.side == side and character.abilities:
                yield from AbilityAction.reactions(self.rules, state, character)

    def forecast(self, state: SodwaState, turns: int, after: Sequence[Action] = ()) -> Sequence[UpcomingTurn]:
        spent = sum(_own(action).price for action in after if getattr(action, "who", None) == state.active)
        return turn_sequence(state, turns, spent)

    def turn_lengths(self, state: SodwaState) -> Sequence[TurnLength]:
        return turn_lengths(state)

    def result(self, state: SodwaState) -> BattleOver | None:
        return state.over

    def to_act(self, state: SodwaState) -> str | None:
        return state.choosing if state.mover is None else state.mover.side

    def active(self, state: SodwaState) -> str | None:
        return state.active

    def phase(self, state: SodwaState) -> Phase:
        return phase_of(state)

    def position(self, state: SodwaState) -> Position:
        return state.position

    def score(self, state: SodwaState, action: Action) -> Fraction:
        return _own(action).score(state)

    def reasons(self, state: SodwaState, action: Action) -> Iterable[str]:
        return _own(action).reasons(state)

    def preview(self, state: SodwaState, action: Action) -> Json:
        return _own(action).preview(self.rules, state)

    def trials(self, before: SodwaState, action: Action, events: Sequence[Event]) -> Iterator[Trial]:
        side = self.side_of(before, action) or ""
        return iter_trials(before, side, events, lambda: int(self.preview(before, action)["damage"]))

    def describe_preview(self, action: Action, preview: Json) -> Iterable[str]:
        return preview_lines(_own(action), preview)

    def describe_state(self, state: SodwaState) -> Iterator[str]:
        karma = ", ".join(f"{side} {state.karma[side]}" for side in state.sides)
        yield _("Tick {tick}; karma: {karma}.").format(tick=state.tick, karma=karma)
        mover = state.mover
        if mover is not None:
            yield _("{who} of {side} has the turn, with {ip} IP.").format(who=mover.name, side=mover.side, ip=mover.ip)
        elif state.choosing is not None:
            yield _("{side} chooses who is next.").format(side=state.choosing)

    def describe_pieces(self, state: SodwaState) -> Mapping[str, Mapping[Term, object]]:
        began = state.origin.pieces
        return {
            each.name: {
                Term("side"): each.side,
                Term("at"): state.map.label(each.cell),
                Term("facing"): each.facing,
                Term("health"): f"{each.health}/{character_of(began[each.name]).health}",
                Term("ip"): each.ip,
                Term("moved"): each.moved,
                Term("carries"): state.carries.get(each.name, ()),
                Term("effects"): effect_texts(state, each.name),
            }
            for each in state.characters.values()
        }

    def sheets(self, state: SodwaState) -> Mapping[str, CharacterSheet]:
        return sheets(self.rules, state)

    def places(self, state: SodwaState, name: str) -> Mapping[str, Place]:
        mover = state.characters.get(name)
        return {} if mover is None else MoveAction.places(state, mover)

    def sketch(self, state: SodwaState, action: Action) -> ActionSketch | None:
        return _own(action).sketch(state)

    def piece_depictions(self, state: SodwaState) -> Mapping[str, PieceDepiction]:
        depict = depiction_of(self.rules).piece_depiction
        return {
            name: structs.replace(depict(each), words=effect_texts(state, name))
            for name, each in state.characters.items()
            if each.effects
        }

    def marked_areas(self, state: SodwaState) -> Iterable[MarkedArea]:
        return effects.marked_areas(state)

    def usages(self) -> Mapping[str, str]:
        # Actions of a turn stand first: they are typed most.
        ordered = sorted(ACTIONS, key=lambda kind: not issubclass(kind, ActiveAction))
        return {tag_of(kind): _(kind.usage) for kind in ordered}

    def tell(self, event: Event, before: SodwaState | None) -> str:
        # An effect that ends is known by its number: its name and what it was on are told too.
        if isinstance(event, EffectEnded) and before is not None:
            return event.tell_of(next((each for each in before.effects if each.id == event.id), None))
        return event.tell()

    def to_json(self, state: SodwaState) -> Json:
        return state.to_json()


def _own(action: Action) -> SodwaAction:
    if not isinstance(action, SodwaAction):
        raise TypeError(action)
    return action
