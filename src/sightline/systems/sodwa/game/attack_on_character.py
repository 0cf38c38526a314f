"""Attacks on characters: findings, preview, dice, karma, defeat and knockback."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from msgspec import structs

from sightline.i18n import N_, Term, _, localized
from sightline.referee.judge import build_attack, judge
from sightline.rules import Dice, Finding, Ruleset
from sightline.rules.game import Event, Json
from sightline.systems.sodwa import basic_attack as attacks
from sightline.systems.sodwa.attack_numbers import ATTACK, DAMAGE, DEFENSE, ignored, numbers_of
from sightline.systems.sodwa.game.dangers import afflictions, describe_dangers
from sightline.systems.sodwa.game.karma import gained_by_failing, spent_on, success_chance
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.state_resolution import Resolution
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


def findings(rules: Ruleset[Any], state: SodwaState, attacker: Character, target: Character) -> Sequence[Finding]:
    """Return all findings about an attack, those against it among them."""
    return judge(rules, build_attack(rules, state.position, attacker, target, None)).findings


def preview(state: SodwaState, attacker: Character, target: Character, side: str | None = None) -> Json:
    """Return the values, the odds and the outcome of a legal basic attack (`SOD-5.9`), with the karma of a side.

    By default that is the attacker's side.
    """
    encounter = Surroundings(state, attacker).encounter(target)
    previewed = preview_of(state, encounter, side)
    to = None
    if encounter.kind == "ranged" and previewed["health"]:
        to = attacks.thrown_to(state.position, attacker, target)
    if to is None:
        return previewed
    return {**previewed, "knocked_back": state.map.label(to), "dangers": [*afflictions(state, target, [to])]}


def preview_of(state: SodwaState, encounter: BattleEncounter, side: str | None = None) -> Json:
    """Return the values, the odds and the outcome of an attack, knockback apart, with the karma of a side.

    By default that is the attacker's side.
    """
    target = encounter.target
    numbers, karma = numbers_of(encounter), state.karma[side or encounter.attacker.side or ""]
    difficulty, damage = attacks.difficulty_of(numbers), numbers[DAMAGE]
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
        "health": max(0, target.health - damage),
        "knocked_back": None,
        "dangers": [],
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
    yield from describe_dangers(preview)
    if preview["karma_on_failure"]:
        yield _("a failure earns {karma_on_failure} karma").format(**words)


def resolve(resolution: Resolution, attacker: str, target: str, side: str) -> None:
    """Resolve a basic attack, which the attacker has paid for; the karma is that of `side`."""
    state = resolution.state
    encounter = Surroundings(state, state.characters[attacker]).encounter(state.characters[target])
    attacked = roll(resolution, encounter, side)
    if attacked.success and attacked.doubles and encounter.kind == "ranged" and attacked.health:
        _knock_back(resolution, attacker, target)


def roll(resolution: Resolution, encounter: BattleEncounter, side: str) -> Attacked:
    """Roll an attack, with the damage, and the karma of `side`; return its event."""
    attacked = _rolled(encounter, resolution.state.karma[side], resolution.dice)
    resolution.tell(attacked)
    if not attacked.success:
        resolution.fail(side, attacked.difficulty or 0)
        return attacked
    resolution.spend_karma(side, attacked.karma_spent)
    hit = resolution.character(encounter.target.name)
    resolution.change(structs.replace(hit, health=attacked.health or 0))
    return attacked


def _knock_back(resolution: Resolution, attacker: str, target: str) -> None:
    state, hit = resolution.state, resolution.character(target)
    to = attacks.thrown_to(state.position, state.characters[attacker], hit)
    if to is not None:
        resolution.change(structs.replace(hit, at=to))
        resolution.tell(KnockedBack(who=target, to=state.map.label(to)))
        resolution.entered(target, [to])


def _rolled(encounter: BattleEncounter, karma: int, dice: Dice) -> Attacked:
    """Return the attack with the result of its dice; `karma` is that of the attacker's side."""
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
