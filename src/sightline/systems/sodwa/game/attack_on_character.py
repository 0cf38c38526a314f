"""Attacks on characters: findings, preview, dice, karma, defeat and knockback."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from msgspec import structs

from sightline.i18n import N_, Term, _, localized
from sightline.referee.judge import attack_on, judge
from sightline.rules import Dice, Finding, Ruleset
from sightline.rules.game import BattleOver, Event, Json, Transition
from sightline.systems.sodwa import basic_attack as attacks
from sightline.systems.sodwa.attack_numbers import ATTACK, DAMAGE, DEFENSE, ignored, numbers_of
from sightline.systems.sodwa.game.karma import KarmaGained, gain, gained_by_failing, spent_on, success_chance
from sightline.systems.sodwa.game.objects import WasPutDown, lay_object
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.surroundings import BattleEncounter, Surroundings
from sightline.systems.sodwa.pieces import AttackKind, Character


class Attacked(Event, frozen=True, tag="attacked"):
    """An attack and its dice, tens and ones; on terrain there are neither values nor dice."""

    who: str
    target: str
    kind: AttackKind
    damage: int
    attack_value: int | None = None
    defense_value: int | None = None
    difficulty: int | None = None
    dice: tuple[int, int] | None = None
    die: int | None = None
    roll: int | None = None
    karma_spent: int = 0
    success: bool = True
    doubles: bool | None = None
    health: int | None = None

    def tell(self) -> str:
        return " ".join(self._sentences())

    def _sentences(self) -> Iterator[str]:
        values = structs.asdict(self) | {"kind": localized(Term(self.kind)), "roll": f"{self.roll or 0:02}"}
        if self.roll is None:
            yield _("{who} strikes at {target} ({kind}) for {damage} damage.").format(**values)
            return
        yield _(
            "{who} attacks {target} ({kind}): {attack_value} against {defense_value}, so {difficulty} is needed, "
            "and the dice show {roll}."
        ).format(**values)
        if self.karma_spent:
            yield _("{karma_spent} karma makes up for it.").format(**values)
        if self.success:
            yield _("A success: {damage} damage, {health} Health left.").format(**values)
        else:
            yield _("A failure.")


class KnockedBack(Event, frozen=True, tag="knocked-back"):
    """The throw of a character onto another tile by doubles."""

    text: ClassVar[str] = N_("{who} is knocked back to {to}.")

    who: str
    to: str


class Defeated(Event, frozen=True, tag="defeated"):
    """The defeat of a character, which leaves the map."""

    text: ClassVar[str] = N_("{who} is defeated.")

    who: str


def findings(rules: Ruleset[Any], state: SodwaState, attacker: Character, target: Character) -> Sequence[Finding]:
    """Return all findings about an attack, those against it among them."""
    return judge(rules, attack_on(rules, state.position, attacker, target, None)).findings


def preview(state: SodwaState, attacker: Character, target: Character) -> Json:
    """Return the values, the odds and the outcome of a legal attack (`SOD-5.9`)."""
    encounter = Surroundings(state, attacker).encounter(target)
    numbers, karma = numbers_of(encounter), state.karma[attacker.side or ""]
    difficulty, damage = attacks.difficulty_of(numbers), numbers[DAMAGE]
    health = max(0, target.health - damage)
    to = attacks.thrown_to(state.position, attacker, target) if encounter.kind == "ranged" and health else None
    return {
        "kind": Term(encounter.kind),
        "attack_value": numbers[ATTACK],
        "defense_value": numbers[DEFENSE],
        "difficulty": difficulty,
        "karma": karma,
        "odds": {
            "hit": success_chance(difficulty, 0),
            "with_karma": success_chance(difficulty, karma),
            "doubles": success_chance(difficulty, karma, only_doubles=True),
        },
        "damage": damage,
        "ignored": ignored(encounter),
        "health": health,
        "knocked_back": None if to is None else state.map.label(to),
        "karma_on_failure": gained_by_failing(difficulty),
    }


def describe(target: str, preview: Json) -> Iterator[str]:
    """Yield a preview in phrases of the current language, the most important first."""
    odds = {name: int(100 * chance) for name, chance in preview["odds"].items()}
    chances = _("{kind}, {hit} %")
    if odds["with_karma"] > odds["hit"]:
        chances = _("{kind}, {hit} %, with {karma} karma {with_karma} %")
    comes_to = (
        _("{damage} damage, {health} Health left")
        if preview["health"]
        else _("{damage} damage, which defeats {target}")
    )
    words = {**preview, **odds, "kind": localized(preview["kind"]), "target": target}
    yield _("{chances}: {comes_to}").format(chances=chances, comes_to=comes_to).format(**words)
    yield _("{attack_value} against {defense_value}: {difficulty} or more is needed").format(**words)
    if preview["ignored"]:
        yield _("{ignored} damage is ignored").format(**words)
    if preview["knocked_back"]:
        yield _("doubles ({doubles} %) knock {target} back to {knocked_back}").format(**words)
    if preview["karma_on_failure"]:
        yield _("a failure earns {karma_on_failure} karma").format(**words)


def resolve(state: SodwaState, attacker: Character, target: Character, dice: Dice) -> Transition[SodwaState]:
    """Return the result of an attack in the state in which the attacker has paid for it."""
    encounter, side = Surroundings(state, attacker).encounter(target), attacker.side or ""
    attacked = _roll(encounter, state.karma[side], dice)
    if not attacked.success:
        return _failed(state, side, attacked)
    karma = {**state.karma, side: state.karma[side] - attacked.karma_spent}
    state, hit = structs.replace(state, karma=karma), structs.replace(target, health=attacked.health or 0)
    if attacks.is_defeated(hit.health):
        return _defeated(state, hit, attacked)
    is_thrown = attacked.doubles and encounter.kind == "ranged"
    to = attacks.thrown_to(state.position, attacker, target) if is_thrown else None
    if to is None:
        return Transition(state.with_character(hit), (attacked,))
    thrown = state.with_character(structs.replace(hit, at=to))
    return Transition(thrown, (attacked, KnockedBack(who=target.name, to=state.map.label(to))))


def _roll(encounter: BattleEncounter, karma: int, dice: Dice) -> Attacked:
    """Return the attack as the dice fall; `karma` is that of the attacker's side."""
    target, numbers = encounter.target, numbers_of(encounter)
    die, tens, ones = dice.thrown, dice.throw(attacks.DIE), dice.throw(attacks.DIE)
    roll, difficulty = attacks.read((tens, ones)), attacks.difficulty_of(numbers)
    is_success = attacks.is_success(roll, difficulty)
    spent = 0 if is_success else spent_on(roll, difficulty, karma)
    damage = numbers[DAMAGE] if is_success or spent else 0
    return Attacked(
        who=encounter.attacker.name,
        target=target.name,
        kind=encounter.kind,
        attack_value=numbers[ATTACK],
        defense_value=numbers[DEFENSE],
        difficulty=difficulty,
        dice=(tens, ones),
        die=die,
        roll=roll,
        karma_spent=spent,
        success=is_success or spent > 0,
        doubles=tens == ones,
        damage=damage,
        health=max(0, target.health - damage),
    )


def _failed(state: SodwaState, side: str, attacked: Attacked) -> Transition[SodwaState]:
    gained = gained_by_failing(attacked.difficulty or 0)
    if not gained:
        return Transition(state, (attacked,))
    cancelled, karma = gain(state.karma, side, gained)
    event = KarmaGained(side=side, gained=gained, cancelled=cancelled, points=karma[side])
    return Transition(structs.replace(state, karma=karma), (attacked, event))


def _defeated(state: SodwaState, target: Character, attacked: Attacked) -> Transition[SodwaState]:
    """Return the state without a character, whose objects fall on its tile; its side may have lost."""
    state = state.without_character(target.name)
    events: list[Event] = [attacked, Defeated(who=target.name)]
    at = state.map.label(target.cell)
    for name in state.carries.get(target.name, ()):
        state = lay_object(state, target.name, name, target.cell)
        events.append(WasPutDown(who=target.name, target=name, at=at))
    if not any(other.side == target.side for other in state.characters.values()):
        over = BattleOver(winner=state.other_side(target.side or ""), how="defeat")
        return Transition(state.finished(over), (*events, over))
    return Transition(state, tuple(events))
