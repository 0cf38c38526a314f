"""Battles: the public interface.

```python
b = sightline.battle(scenario, seed=7)
for action in b.legal(): print(action)
b.apply({"do": "end", "who": "Ana"})
```
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import structs

from sightline import battles
from sightline._version import __version__
from sightline.api.battle_picture import BattlePicture
from sightline.api.battle_state import BattleState
from sightline.api.drawable import Drawable
from sightline.api.own_language import in_own_language
from sightline.api.question import question
from sightline.api.scenario import Scenario
from sightline.formats.arguments import check_range, check_seed, checked, refuse_argument
from sightline.formats.deployment import choose_formations, deploy_teams
from sightline.formats.json_answers import phases_answer
from sightline.formats.json_text import MAX_INDENT
from sightline.formats.problems import NO_FILE, ScenarioError, collecting_problems
from sightline.formats.scenario_reader import ScenarioData, parse_scenario
from sightline.formats.yaml_tree import Source, place_of, reread_tree
from sightline.i18n import _, decimal, use_language
from sightline.rules import CharacterSheet, Dice, FieldError, Playable, Position, Reach, Systems, require
from sightline.rules.game import Action, Check, Game
from sightline.rules.json_values import to_builtins

if TYPE_CHECKING:
    from sightline.render import Scene

LIMIT = 1000
"""The default limit of a battle, in ticks."""
_MAX_TURNS = 10_000
"""The maximum number of turns of a forecast."""
_NOTABLE = Fraction(1, 100)
"""The least difference of values that a hint gives as a number."""


@dataclass(frozen=True, eq=False, repr=False)
class Battle(Drawable):
    """A battle in progress. Actions are dictionaries, as `legal` returns them and as records have them.

    Pictures, `repr` and pickles are of its current state; a copy is independent, with the same dice.
    """

    scenario: Scenario
    run: battles.BattleRun

    def __repr__(self) -> str:
        to_act = self.run.game.to_act(self.run.state)
        ahead = "over" if to_act is None else f"{to_act} to act"
        return f"<Battle {self.scenario.title!r}: {len(self.run.steps)} steps, {ahead}>"

    @in_own_language
    def __str__(self) -> str:
        described = "\n".join(self.run.game.describe_state(self.run.state))
        return "\n\n".join(block for block in (self.text().rstrip("\n"), described) if block)

    def __copy__(self) -> Battle:
        return Battle(self.scenario, self.run.copy())

    def __deepcopy__(self, memo: object) -> Battle:
        return self.__copy__()

    def __reduce__(self) -> tuple[Callable[..., Battle], tuple[Scenario, str, str | None]]:
        from sightline.api.battle_records import restore

        return restore, (self.scenario, self.record(), self.run.dice.seed)

    @property
    @in_own_language
    def scene(self) -> Scene:
        """The content of a picture of the current position, with data of the battle."""
        scene, game, state = self.snapshot().scene, self.run.game, self.run.state
        depictions = {**scene.depictions, **game.piece_depictions(state)}
        areas, former = tuple(game.marked_areas(state)), game.position(self.run.start).pieces
        return structs.replace(scene, depictions=depictions, marked_areas=areas, former_pieces=former)

    def _identity(self) -> str:
        return self.record()

    @property
    def language(self) -> str:
        """The language of the scenario."""
        return self.scenario.language

    @property
    def state(self) -> BattleState:
        """The current state."""
        return self._state_of(self.run.state)

    @property
    def phase(self) -> str | None:
        """The name of the current phase; None where its system has no phases."""
        phase = self.run.game.phase(self.run.state)
        return None if phase is None else phase.phase

    @property
    @in_own_language
    def phases(self) -> list[dict[str, Any]]:
        """The phases of a battle: who acts in each, the possible actions, and the phases that follow."""
        return phases_answer(self.run.rules)

    def snapshot(self) -> Scenario:
        """Return the current position as a scenario."""
        now = self.scenario.data.in_battle(self.run.game.position(self.run.state))
        return Scenario(now, self.language)

    @in_own_language
    @checked
    def legal(self, side: str | None = None) -> list[dict[str, Any]]:
        """Return the legal actions, without resigning; one path per tile for moves.

        They are those of the side to act, or of `side`, which may have some in a turn of the other. Raise
        `ArgumentError` if it is not a side of the battle.
        """
        self._check_side(side)
        return [to_builtins(action) for action in self.run.legal(side)]

    def _check_side(self, side: str | None) -> None:
        if side is not None and side not in self.run.sides:
            raise refuse_argument("side", side, _("the sides are {sides}").format(sides=", ".join(self.run.sides)))

    @property
    @in_own_language
    def sheets(self) -> dict[str, CharacterSheet]:
        """The sheets of the characters by name, in words; empty if the system has none."""
        like = {name: key for team in self.scenario.data.teams.values() for name, key in team.like.items()}
        found = self.run.game.sheets(self.run.state)
        return {name: structs.replace(sheet, like=like.get(name)) for name, sheet in found.items()}

    @in_own_language
    def reach(self, name: str) -> BattlePicture:
        """Return the picture of where a character can move to, now or, if it is not its turn, in its next turn.

        Raise `ArgumentError` for an unknown name.
        """
        game, state = self.run.game, self.run.state
        places = game.places(state, name)
        if not places:
            raise refuse_argument("chosen", name, _("nobody of that name can move"), tuple(game.describe_pieces(state)))
        return BattlePicture(self, Reach(from_=name, cells=places))

    @in_own_language
    def sketch(self, action: Mapping[str, Any]) -> Drawable:
        """Return the picture of an action before it is taken: its path, its target. Raise as `apply`."""
        parsed = self._parse(action)
        check = self.run.check(parsed)
        if not check.legal:
            raise battles.IllegalAction(check)
        found = self.run.game.sketch(self.run.state, parsed)
        return self if found is None else BattlePicture(self, found)

    @in_own_language
    def check(self, action: Mapping[str, Any]) -> Check:
        """Return whether an action is legal now (`legal`), and all reasons (`findings`).

        Raise `ArgumentError` if it is not an action.
        """
        return self.run.check(self._parse(action))

    @in_own_language
    def preview(self, action: Mapping[str, Any]) -> dict[str, Any]:
        """Return the deterministic part of the outcome of an action, with odds as fractions. Raise as `apply` does."""
        return dict(self.run.preview(self._parse(action)))

    @in_own_language
    def foretell(self, action: Mapping[str, Any]) -> list[str]:
        """Return `preview` in phrases, the most important first."""
        parsed = self._parse(action)
        return list(self.run.game.describe_preview(parsed, self.run.preview(parsed)))

    @in_own_language
    def hint(self, side: str | None = None) -> dict[str, Any] | None:
        """Return what the greedy player would do now, with its reasons; None if there are no actions.

        `actions` are the legal actions of the highest `value`, in points of expected damage if the system has such;
        `next` are those of the next highest, None if there are no others. `reasons` are phrases about the first of
        `actions`, the most important first. No dice are rolled, and nothing changes. The hint is for the side to act,
        or for `side`, as in `legal`: in a turn of the other side the greedy player takes no action of value 0 or less.
        """
        self._check_side(side)
        hint, game, state = self.run.hint(side), self.run.game, self.run.state
        if hint is None:
            return None
        action = hint.best[0].action
        preview = game.describe_preview(action, game.preview(state, action))
        return {
            **_format_weighed(hint.best),
            "next": _format_weighed(hint.others) if hint.others else None,
            "reasons": [*preview, *game.reasons(state, action), *_compare(hint)],
        }

    @in_own_language
    def apply(self, action: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Take an action and return the events, in order.

        Raise `IllegalAction` if it is not legal, and `ArgumentError` if it is not an action; the battle is then
        unchanged.
        """
        return [to_builtins(event) for event in self.run.apply(self._parse(action)).events]

    @in_own_language
    def undo(self) -> BattleState:
        """Undo the latest action without rewinding dice, and return the state. Raise IndexError if there is none."""
        return self._state_of(self.run.undo())

    @in_own_language
    @checked
    def forecast(self, turns: int, *, after: Sequence[Mapping[str, Any]] = ()) -> list[dict[str, Any]]:
        """Return the next turns up to the limit, assuming that the current one ends now or `after` these actions.

        Raise `ArgumentError` for a wrong number, or if something is not an action.
        """
        check_range("turns", turns, 0, _MAX_TURNS)
        actions = [self._parse(action) for action in after]
        return [to_builtins(coming) for coming in self.run.forecast(turns, actions)]

    def luck(self) -> dict[str, dict[str, Any]]:
        """Return the outcomes of the dice of each side so far, compared with their expectation.

        `attacks`, `hits` and `damage` are actual values; `expected_hits` and `expected_damage` are exact sums of the
        chances, with the karma available then; `luckier_than` is the percentage of battles with the same attacks in
        which fewer hit, None without an attack; `saves`, `resisted` and `expected_resisted`; `spent` and `gained` are
        points such as karma. Undone steps do not count.
        """
        return {side: structs.asdict(luck) for side, luck in battles.luck_of(self.run).items()}

    def record(self) -> str:
        """Return the text of the record so far, which `replay` reads."""
        return battles.format_record(self.run)

    @checked
    def to_json(self, *, indent: int = 2) -> str:
        """Return the record of the battle so far as JSON text; an indent of 0 puts it on one line."""
        check_range("indent", indent, 0, MAX_INDENT)
        return json.dumps(self.run.to_json(), ensure_ascii=False, indent=indent or None)

    def _state_of(self, state: Any) -> BattleState:
        return BattleState(to_builtins(self.run.game.to_json(state)))

    def _parse(self, action: Mapping[str, Any]) -> Action:
        try:
            return battles.parse_action(self.run.game, action)
        except ValueError as error:
            raise refuse_argument("action", action, str(error)) from error


@checked
def battle(
    scenario: Scenario, seed: int | str = 1, formations: Mapping[str, str] | None = None, limit: int = LIMIT
) -> Battle:
    """Begin a battle from a scenario with its pieces where they stand; the same seed gives the same dice.

    Teams stand in these formations, by side, by default in their first ones. The battle ends without a winner when the
    next turn would begin after `limit` ticks. Raise `ScenarioError`, with every problem, if the scenario is not
    suitable for a battle, if a formation does not exist, if its rule system has no game, and for a wrong seed or limit.
    """
    with use_language(scenario.language):
        check_range("limit", limit, 0)
        check_seed(seed)
        text = standalone(scenario)
    return Battle(scenario, begin(scenario, lambda _sides: Dice(seed), limit=limit, text=text, formations=formations))


@question
def begin(
    scenario: Scenario,
    dice: Callable[[Sequence[str]], Dice],
    *,
    limit: int,
    text: str,
    formations: Mapping[str, str] | None = None,
    version: str = __version__,
    fair_dice: battles.FairDice | None = None,
) -> battles.BattleRun:
    """Begin a battle; `dice` creates its dice from the sides, `text` is the scenario in its record.

    Raise `ScenarioError` as `battle` does.
    """
    game = require(scenario.rules, Playable).game()
    chosen = choose_formations(scenario.data, formations)
    position = deploy_teams(scenario.data, chosen).position
    _check_start(game, position, scenario)
    sides = game.sides(position)
    return battles.BattleRun(
        scenario.rules,
        position,
        sides,
        dice(sides),
        limit=limit,
        scenario=text,
        formations=chosen,
        version=version,
        fair_dice=fair_dice,
    )


def _format_weighed(weighed: Sequence[battles.WeighedAction]) -> dict[str, Any]:
    """Return actions of one value as JSON."""
    return {"actions": [to_builtins(each.action) for each in weighed], "value": weighed[0].value}


def _compare(hint: battles.BattleHint) -> Iterator[str]:
    """Yield a phrase on how much worse the next best action is, in the current language."""
    if not hint.others:
        yield _("nothing else is possible") if len(hint.best) == 1 else _("everything possible is equally good")
        return
    other = hint.others[0]
    less = hint.best[0].value - other.value
    text = _("the next best, {action}, is worth hardly less")
    if less >= _NOTABLE:
        text = _("the next best, {action}, is worth {less} less")
    yield text.format(action=other.action.shortest_form(), less=decimal(float(less)))


def _check_start(game: Game[Any], position: Position, scenario: Scenario) -> None:
    """Raise `ScenarioError` with everything that prevents a battle, each at its place in the text that was read."""
    errors = tuple(_iter_start_errors(game, position, scenario.data))
    if not errors:
        return
    tree = None if scenario.original is None else reread_tree(Source(NO_FILE, scenario.original))
    with collecting_problems() as problems:
        for path, wrong in errors:
            place = None if tree is None else place_of(tree, path)
            problems.add(place, ".".join(path), wrong.message, allowed=wrong.allowed)


def _iter_start_errors(
    game: Game[Any], position: Position, data: ScenarioData
) -> Iterator[tuple[Sequence[str], FieldError]]:
    """Yield everything that prevents a battle, with its path in a scenario."""
    if data.zones and not data.teams and not game.sides(position):
        needed = _("a team for {sides}").format(sides=", ".join(data.zones))
        yield ("teams",), FieldError("", _("no team stands in the zones of this map"), (needed,))
        return
    for wrong in game.check_start(position):
        name, _dot, key = wrong.key.rpartition(".")
        yield ("pieces", name, key) if key else ("pieces",), wrong


def standalone(scenario: Scenario) -> str:
    """Return the text of a scenario: unchanged, or written anew if it depends on neighbouring files."""
    try:
        parse_scenario(Source("-", scenario.source), Systems({}, {scenario.rules.key: scenario.rules}))
    except ScenarioError:
        return scenario.to_yaml()
    return scenario.source
