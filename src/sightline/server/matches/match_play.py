"""The battles of matches, played in worker processes, which cache those played last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sightline.api import Battle
from sightline.api.battles import LIMIT, begin
from sightline.battles import BattleRun, BattleStep, FairDice, IllegalAction, parse_action
from sightline.battles.match import BeginTask, Begun, Outcome, Refused, Situation, Stepped, TakeStep, Undone, UndoTask
from sightline.i18n import _, use_language
from sightline.players import choose, react
from sightline.rules import Dice
from sightline.rules.json_values import to_builtins
from sightline.server.lru_cache import LruCache
from sightline.server.questions.scenarios import open_scenario

Json = Mapping[str, Any]
_MAX_CACHED = 100


@dataclass(frozen=True)
class BattleSource:
    """Everything needed to rebuild a battle: the scenario with teams, the dice, and all moves (None is a takeback).

    `version` and `revision` are those with which it began, None for a new battle.
    """

    id: str
    scenario: str
    formations: Mapping[str, str]
    fair_dice: FairDice
    moves: tuple[Json | None, ...] = ()
    rules: str | None = None
    version: str | None = None
    revision: int | None = None


@dataclass
class CachedBattle:
    """A cached battle, and the moves that it has made."""

    battle: Battle
    moves: tuple[Json | None, ...]


_BATTLES = LruCache[str, CachedBattle](_MAX_CACHED)
"""The battles played last, by the id of the match."""


def run_battle_task(source: BattleSource, task: BeginTask | TakeStep | UndoTask, language: str) -> Outcome:
    """Return the outcome of a task in a battle. Raise `Refused`."""
    with use_language(language):
        if isinstance(task, BeginTask):
            return _begin(source)
        cached = open_battle(source)
        if isinstance(task, UndoTask):
            for _step in range(task.steps):
                cached.battle.run.undo()
            cached.moves = (*cached.moves, *[None] * task.steps)
            return Undone(situation=_situation(cached.battle))
        return _take_step(cached, legal_action(cached.battle, task.action, task.sides))


def find_computer_step(source: BattleSource, side: str, level: str) -> Stepped | None:
    """Return the step that a computer player takes for a side now, None if it does nothing."""
    cached = open_battle(source)
    run = cached.battle.run
    is_own = run.game.to_act(run.state) == side
    action = choose(cached.battle, level) if is_own else react(cached.battle, level, side)
    return None if action is None else _take_step(cached, action)


def write_record(source: BattleSource, over: tuple[str | None, str] | None) -> str:
    """Return the record of a battle; `over` is its winner and kind of end, None while it is under way."""
    return _finished_battle(source, over).record()


def write_json_record(source: BattleSource, over: tuple[str | None, str] | None) -> str:
    """Return the record of a battle as JSON; see `write_record`."""
    return _finished_battle(source, over).to_json(indent=0)


def _finished_battle(source: BattleSource, over: tuple[str | None, str] | None) -> Battle:
    run = open_battle(source).battle.run.copy()
    if over is not None and run.result is None:
        run.end(*over)
    return Battle(_scenario_of(source), run)


def cached_run(source: BattleSource) -> BattleRun:
    """Return the cached battle with all of its moves, which must not be modified. Raise `Refused`."""
    return open_battle(source).battle.run


def battle_at(source: BattleSource, moves: int, language: str) -> Battle:
    """Return a battle as it was after `moves` of its moves, in a language. Raise `Refused`."""
    return Battle(open_scenario(source.scenario, language=language), cached_run(source).after(moves))


def open_battle(source: BattleSource) -> CachedBattle:
    """Return the battle of a source after all of its moves."""
    cached = _BATTLES.get(source.id)
    if cached is None or cached.moves != source.moves[: len(cached.moves)]:
        cached = _BATTLES.put(source.id, CachedBattle(_new_battle(source), ()))
    run = cached.battle.run
    for move in source.moves[len(cached.moves) :]:
        if move is None:
            run.undo()
        else:
            run.take(parse_action(run.game, move))
    cached.moves = source.moves
    return cached


def _new_battle(source: BattleSource) -> Battle:
    scenario = _scenario_of(source)
    revision = scenario.rules.revision
    if source.revision not in (None, revision):
        message = _(
            "this battle is played by revision {theirs} of {rules}, and this server has revision {ours}; "
            "Sightline {version} can go on with it"
        )
        fields = {"theirs": source.revision, "ours": revision, "rules": scenario.rules.key, "version": source.version}
        raise Refused(message.format(**fields))
    seed = source.fair_dice.seed
    assert seed is not None
    options = {} if source.version is None else {"version": source.version}
    run = begin(
        scenario,
        lambda _sides: Dice(seed),
        limit=LIMIT,
        text=source.scenario,
        formations=source.formations,
        fair_dice=source.fair_dice,
        **options,
    )
    return Battle(scenario, run)


def _scenario_of(source: BattleSource) -> Any:
    return open_scenario(source.scenario, language="en")


def _begin(source: BattleSource) -> Begun:
    battle = open_battle(source).battle
    run = battle.run
    return Begun(
        rules=run.rules.key,
        revision=run.rules.revision,
        version=run.version,
        scenario=source.scenario,
        opening=to_builtins(run.opening),
        situation=_situation(battle),
    )


def legal_action(battle: Battle, stated: Any, sides: Sequence[str]) -> Json:
    """Return the stated action if it is legal now for one of these sides. Raise `Refused` if not."""
    run = battle.run
    try:
        action = parse_action(run.game, stated)
    except (ValueError, RecursionError) as error:
        raise Refused(str(error)) from error
    side = run.game.side_of(run.state, action)
    if side is not None and side not in sides:
        raise Refused(_("this is an action of {side}, which you do not play").format(side=side))
    check = run.check(action)
    if not check.legal:
        raise Refused(str(IllegalAction(check)), [to_builtins(finding) for finding in check.findings])
    return dict(to_builtins(action))


def _take_step(cached: CachedBattle, stated: Json) -> Stepped:
    """Take a legal action."""
    run = cached.battle.run
    action = parse_action(run.game, stated)
    side = run.game.side_of(run.state, action)
    assert side is not None
    step: BattleStep = run.take(action)
    taken = to_builtins(action)
    cached.moves = (*cached.moves, taken)
    return Stepped(
        side=side,
        action=taken,
        events=to_builtins(step.events),
        hash=run.hash_of(step),
        situation=_situation(cached.battle),
    )


def _situation(battle: Battle) -> Situation:
    run = battle.run
    state = to_builtins(run.game.to_json(run.state))
    return Situation(state=state, to_act=run.game.to_act(run.state), turn=run.game.active(run.state), result=run.result)
