"""Moving along a path of tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, Self

from msgspec import structs

from sightline.i18n import N_, Term, _, decimal, ngettext
from sightline.lattice import Cell
from sightline.rules import ActionSketch, Clause, Dice, Finding, Place, Ruleset
from sightline.rules.game import Event, Json, NotUnderstood, Options, Transition, tag_of
from sightline.systems.sodwa import sight, step_rules
from sightline.systems.sodwa.ability import Ability, abilities_with
from sightline.systems.sodwa.facing import direction, facing_to
from sightline.systems.sodwa.game.action_types import MOVE
from sightline.systems.sodwa.game.actions.base import ActiveAction, active
from sightline.systems.sodwa.game.activated_ability import resist_chance
from sightline.systems.sodwa.game.dangers import afflictions, danger, describe_dangers
from sightline.systems.sodwa.game.enemy_distance import tiles_to_enemy
from sightline.systems.sodwa.game.heuristic import DEFEAT, EFFORT, best_attack_value, damage_to_expect, position_loss
from sightline.systems.sodwa.game.prospects import describe_prospects, prospects_of
from sightline.systems.sodwa.game.refusals import refusal
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.game.surroundings import Surroundings
from sightline.systems.sodwa.movement import (
    CharacterSteps,
    MoveNode,
    Walk,
    budgets,
    divisor_after_attack,
    places,
    places_along,
)
from sightline.systems.sodwa.pieces import Character, attributes, is_flyer
from sightline.systems.sodwa.portals import portals_of
from sightline.systems.sodwa.terrain import changes_level, character_on, is_elevated, kinds_at, meaning, obstructs


class Moved(Event, frozen=True, tag="moved"):
    """A move along a path, and the facing after it."""

    who: str
    path: tuple[str, ...]
    facing: str

    def tell(self) -> str:
        *way, to = self.path
        text = _("{who} moves to {to} by {way}.") if way else _("{who} moves to {to}.")
        return text.format(who=self.who, to=to, way=", ".join(way))


class MoveAction(ActiveAction, frozen=True, tag="move"):
    """A move of the active character along tiles, without the tile on which it starts."""

    usage: ClassVar[str] = N_("move C3, or move B2 C3 to choose the path")
    nothing: ClassVar[str] = N_("every tile around is closed")
    action_type: ClassVar[Term] = MOVE
    note: ClassVar[str] = "move"
    clauses: ClassVar[tuple[Clause, ...]] = (divisor_after_attack.clause,)

    path: tuple[str, ...]

    @classmethod
    def options(cls, state: SodwaState, around: Surroundings) -> Options:
        who = around.character.name
        return Options(cls, around.find_paths(), lambda path: cls(who=who, path=around.labels(path)))

    def objections(self, rules: Ruleset[Any], state: SodwaState, around: Surroundings) -> Iterator[Finding]:
        mover = around.character
        walk = self._walk(state, mover)
        node, start = walk.nodes[-1], walk.nodes[0]
        if len(walk.nodes) <= len(self.path):
            yield _halt(state, mover, node, self.path[len(walk.nodes) - 1])
            return
        if node.cell == mover.cell:
            yield refusal(direction.clause, "ends-where-it-began", who=mover.name)
        if walk.cost > budgets(mover, start.free)[-1]:
            yield _too_far(state, mover, start.free, walk.cost)
        for clause in node.step.no_stop:
            label = state.map.label(node.cell)
            yield refusal(clause, "no-stop", at=[label], cell=label)

    def apply(self, rules: Ruleset[Any], state: SodwaState, dice: Dice) -> Transition[SodwaState]:
        resolution, path = Resolution(state, dice), self._cells(state)
        for risky in self._iter_risky_steps(state):
            if not resolution.is_resisted(self.who, risky.ability):
                path = path[: risky.steps]
                break
        moved = _moved(state, path)
        resolution.state = self.paid(state, moved)
        resolution.tell(Moved(who=self.who, path=self.path[: len(path)], facing=str(moved.facing)))
        resolution.entered(self.who, path)
        return resolution.finish()

    def _cells(self, state: SodwaState) -> Sequence[Cell]:
        return [*map(state.map.tiles.cell, self.path)]

    def _iter_risky_steps(self, state: SodwaState) -> Iterator[_RiskyStep]:
        """Yield the steps at which the move ends early unless the mover makes a save."""
        mover, abilities = active(state), abilities_with("halts")
        perilous = state.map.perilous_to(mover)
        if not perilous:
            return
        for steps, cell in enumerate(self._cells(state)[:-1], start=1):
            if perilous >> state.map.tiles.index(cell) & 1:
                yield from (_RiskyStep(steps, ability) for ability in abilities if ability.halts(state, mover, cell))

    def _iter_ends(self, state: SodwaState) -> Iterator[tuple[Sequence[Cell], Fraction]]:
        """Yield the paths that the move may take after all saves, each with its probability."""
        path, left = self._cells(state), Fraction(1)
        for steps, ability in self._iter_risky_steps(state):
            resisted = resist_chance(active(state), ability)
            yield path[:steps], left * (1 - resisted)
            left *= resisted
        yield path, left

    def _dangers(self, state: SodwaState, mover: Character) -> Iterator[Json]:
        """Yield the places at which an ability stops or hurts the mover, with the probability of its save, as JSON."""
        path = self._cells(state)
        for steps, ability in self._iter_risky_steps(state):
            yield danger(state, mover, ability, path[steps - 1])
        yield from afflictions(state, mover, path)

    @classmethod
    def places(cls, state: SodwaState, mover: Character) -> Mapping[str, Place]:
        """Return the tiles to which a character can move, now or in its next turn, its own tile first."""
        is_active = mover.name == state.active
        can_move = not is_active or cls.is_available(state, mover)
        rested = mover if is_active else structs.replace(mover, attacked=False)
        return places(state.position, rested if can_move else structs.replace(rested, move=0))

    def sketch(self, state: SodwaState) -> ActionSketch:
        mover = active(state)
        walk = self._walk(state, mover)
        return ActionSketch(who=self.who, places=places_along(state.position, walk))

    def outcome(self, rules: Ruleset[Any], state: SodwaState, mover: Character) -> Json:
        walk = self._walk(state, mover)
        before, end = walk.nodes[-2:]
        return {
            "to": self.path[-1],
            "cost": walk.cost,
            "move": budgets(mover, walk.nodes[0].free)[-1],
            "stops": [clause.id for clause in end.step.ends],
            "facing": str(facing_to(before.cell, [end.cell])),
            "dangers": [*self._dangers(state, mover)],
            **self._prospects(state),
        }

    def _prospects(self, state: SodwaState) -> Json:
        """Return the targets of the mover at the end of the path, and the enemies that could attack it there."""
        after = self._after(state, self._cells(state))
        return prospects_of(after, active(after))

    def _after(self, state: SodwaState, path: Sequence[Cell]) -> SodwaState:
        """Return the state at the end of a path, without the effects of abilities along it."""
        return self.paid(state, _moved(state, path))

    def _walk(self, state: SodwaState, mover: Character) -> Walk:
        return CharacterSteps(state.position, mover).walk(mover, map(state.map.find_cell, self.path))

    def describe_outcome(self, preview: Json) -> Iterator[str]:
        yield _("costs {cost} of {move}, ends facing {facing}").format(**preview)
        if preview["stops"]:
            yield _("the movement must end there by {clauses}").format(clauses=", ".join(preview["stops"]))
        yield from describe_dangers(preview)
        yield from describe_prospects(preview)

    def score(self, state: SodwaState) -> Fraction:
        if "attack" in state.acted:
            return super().score(state)
        worth = (chance * self._worth(state, path) for path, chance in self._iter_ends(state))
        return sum(worth, Fraction(0)) - EFFORT

    def _worth(self, state: SodwaState, path: Sequence[Cell]) -> Fraction:
        """Return the value of a path in points of damage."""
        after = self._after(state, path)
        mover = active(after)
        loss = position_loss(state, mover) + damage_to_expect(state, mover, path)
        return best_attack_value(after, mover) - loss

    def reasons(self, state: SodwaState) -> Iterator[str]:
        mover, after = active(state), self._after(state, self._cells(state))
        value = best_attack_value(after, active(after))
        if value:
            text = _(
                "its best attack from there: worth {value} points of damage on average, with {defeat} more for a defeat"
            )
            yield text.format(value=decimal(float(value)), defeat=DEFEAT)
        yield _describe_approach(tiles_to_enemy(state, mover) - tiles_to_enemy(after, active(after)))

    @classmethod
    def parse_fields(cls, text: str, state: SodwaState) -> dict[str, Any]:
        path = tuple(text.upper().replace(",", " ").split())
        if len(path) != 1:
            return {"path": path}
        mover = active(state)
        paths = [action.path for action in cls.legal(state) if isinstance(action, cls)]
        if paths and path[0] not in (each[-1] for each in paths):
            raise NotUnderstood(_why_not_to(state, mover, path[0]))
        return {"path": next((each for each in paths if each[-1] == path[0]), path)}

    def is_numbered(self, state: SodwaState) -> bool:
        return False

    def shortest_form(self) -> str:
        return f"{tag_of(self)} {self.path[-1]}"

    @classmethod
    def summarize(cls, actions: Sequence[Self], state: SodwaState) -> str:
        number, cost = len(actions), max(action._cost(state) for action in actions)
        text = ngettext("move: {number} tile, cost {cost}", "move: {number} tiles, cost up to {cost}", number)
        return text.format(number=number, cost=cost)

    def _cost(self, state: SodwaState) -> int:
        return self._walk(state, active(state)).cost

    @classmethod
    def enumerate(cls, actions: Sequence[Self], state: SodwaState) -> Iterator[str]:
        mover, tiles = active(state), dict[int, list[str]]()
        for action in actions:
            walk = action._walk(state, mover)
            tiles.setdefault(walk.cost, []).append(action.path[-1] + "!" * bool(walk.nodes[-1].step.ends))
        for cost, labels in sorted(tiles.items()):
            yield _("move, cost {cost}: {places}").format(cost=cost, places=" ".join(labels))
        if any(label.endswith("!") for labels in tiles.values() for label in labels):
            yield _("(! the movement ends there)")


class _RiskyStep(NamedTuple):
    """An ability that may end a move early, after a number of steps."""

    steps: int
    ability: Ability


def _moved(state: SodwaState, path: Sequence[Cell]) -> Character:
    """Return the mover at the end of a path, before paying for it."""
    mover = active(state)
    *_, before, at = (mover.cell, *path)
    return structs.replace(mover, at=at, facing=facing_to(before, [at]), moved=True)


def _describe_approach(tiles: int) -> str:
    """Return by how many tiles the path to the nearest enemy gets shorter, in words of the current language."""
    if not tiles:
        return _("its way to the nearest enemy stays as long")
    if tiles > 0:
        text = ngettext(
            "its way to the nearest enemy gets {tiles} tile shorter",
            "its way to the nearest enemy gets {tiles} tiles shorter",
            tiles,
        )
    else:
        text = ngettext(
            "its way to the nearest enemy gets {tiles} tile longer",
            "its way to the nearest enemy gets {tiles} tiles longer",
            -tiles,
        )
    return text.format(tiles=abs(tiles))


def _why_not_to(state: SodwaState, mover: Character, label: str) -> str:
    """Return the reason why a character cannot move to the tile with a label, in the current language."""
    to = state.map.find_cell(label)
    if to is None:
        return _("there is no tile {cell!r}").format(cell=label)
    position, standing = state.position, character_on(state.position, to)
    if standing is not None:
        return _("{who} stands at {cell}").format(who=standing.name, cell=label)
    if any(obstructs(meaning(position.terrain, kind)) for kind in kinds_at(position, to)):
        return _("{cell} is obstructing, so that nobody can move there").format(cell=label)
    message = _("{who} cannot move to {cell} now; reach shows where it can")
    return message.format(who=mover.name, cell=label)


def _halt(state: SodwaState, mover: Character, node: MoveNode, label: str) -> Finding:
    """Return the refusal of an impossible step of the mover from a node to the tile with a label."""
    to = state.map.find_cell(label)
    is_linked = to is not None and portals_of(state.board).get(node.cell) == to
    if to is None or not (is_linked or state.board.grid.distance(node.cell, to) == 1):
        before = state.map.label(node.cell)
        return refusal(sight.distance.clause, "no-neighbour", at=[label], cell=label, before=before)
    if node.step.ends:
        return refusal(node.step.ends[0], "ended-before", cell=state.map.label(node.cell))
    clause = _closing_clause(state, mover, node, to, is_linked=is_linked)
    return refusal(clause, "no-step", at=[label], cell=label)


def _too_far(state: SodwaState, mover: Character, free: step_rules.Kinds, cost: int) -> Finding:
    """Return the refusal of a path that is too long, by the first limit of a Move that it exceeds."""
    who, (move, halved, quartered) = mover.name, budgets(mover, free)
    if cost > move:
        return refusal(attributes.clause, "too-far", who=who, cost=cost, move=move)
    if cost > halved:
        (kind, clause), *_others = step_rules.hindering(sorted(free), state.position.terrain).items()
        return refusal(clause, "too-far-from", who=who, cost=cost, move=halved, terrain=Term(kind))
    return refusal(divisor_after_attack.clause, "too-far-after-attack", who=who, cost=cost, move=quartered)


def _closing_clause(state: SodwaState, mover: Character, node: MoveNode, to: Cell, *, is_linked: bool) -> Clause:
    """Return the clause that forbids a step: the first that would forbid it alone."""
    position, at, rules = state.position, node.cell, step_rules.step_rules_of(state.position, mover)
    other = character_on(position, to)
    if is_linked:
        return obstructs.clause if other is None else step_rules.occupied.clause
    step = rules.step(at, to, node.free) or step_rules.TileStep()
    if other is not None and rules.past(mover, other, step) is None:
        return step_rules.occupied.clause
    if is_flyer(mover):
        return step_rules.is_ceiling.clause
    if any(obstructs(meaning(position.terrain, kind)) for kind in kinds_at(position, to)):
        return obstructs.clause
    is_diagonal = at.q != to.q and at.r != to.r
    if is_elevated(position, at) != is_elevated(position, to) and (is_diagonal or not changes_level(position, at, to)):
        return step_rules.is_transition.clause
    return step_rules.corner_hinders.clause if is_diagonal else obstructs.clause
