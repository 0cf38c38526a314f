"""Model: what comes of an action in a battle of SODWA, written from the pages of rules and of records alone."""

from __future__ import annotations

from itertools import count

from tests.reference.sodwa import model as sodwa
from tests.reference.sodwa.ability_table import ABILITIES
from tests.reference.sodwa.ability_uses import USES
from tests.reference.sodwa.battle_scenario import Json
from tests.reference.sodwa.change_model import Change, facing_to
from tests.reference.sodwa.destruction_model import attack_kind
from tests.reference.sodwa.effect_model import SAVED_FROM, effect_on, has
from tests.reference.sodwa.movement_model import Mover, knocked_back
from tests.reference.sodwa.turn_model import PRICE, noted

TURN, NEEDED, EVEN = 500, 1000, 50


def ignite(attacker: sodwa.Character, stated: Json) -> None:
    """Let a character attack with 4 energy damage instead of what it states (SOD-8.3)."""
    assert attacker["melee"] is not None
    assert attacker["ranged"] is not None
    for kind, numbers in (("melee", attacker["melee"]), ("ranged", attacker["ranged"])):
        numbers["damage"] += 4 - stated[kind]["damage"]
    attacker["damage_kind"] = "energy"


class Play(Change):
    """What comes of one action, until somebody has to act."""

    def take(self, action: Json) -> None:
        """Take a legal one."""
        match action:
            case {"do": "resign", "side": side}:
                self.finish(self.table.other(side), "resigned")
            case {"do": "choose", "who": who}:
                self.begin(who)
            case {"do": "end", "who": who}:
                self.end(who)
            case {"do": "ability", "who": who, "ability": key, "targets": targets}:
                self.use(who, key, targets)
                self.settle()
            case _:
                self.act(action["who"], action)
                self.settle()

    def act(self, who: str, action: Json) -> None:
        """What the active character does in its turn."""
        mine, kind = self.pieces[who], noted(action["do"])
        mine["ip"] -= PRICE.get(kind, 0)
        mine["moved"] |= kind == "move"
        mine["acted"].append(kind)
        match action:
            case {"do": "move", "path": path}:
                self.move(who, path)
            case {"do": "turn", "facing": facing}:
                mine["facing"] = facing
                self.tell("turned", who=who, facing=facing)
            case {"do": "pick-up", "target": target}:
                self.pieces[target]["at"] = None
                mine["carries"].append(target)
                self.tell("picked-up", who=who, target=target)
            case {"do": "put-down", "target": target, "at": at}:
                self.put_down(who, target, at)
            case {"do": "attack", "target": target} if self.pieces.get(target, {}).get("side"):
                self.face(who, target)
                self.attack(who, target, payer=mine["side"])
                self.reveal(who)
            case {"do": "attack", "target": target}:
                place = self.moment.place_named(target) or ""
                mine["facing"] = facing_to(mine["at"], place)
                self.strike(who, place)
                self.reveal(who)

    def use(self, who: str, key: str, targets: list[str]) -> None:
        """Use an ability; of an attack the user turns to its first target, if that is somewhere else."""
        mine, ability = self.pieces[who], ABILITIES[key]
        mine["ip"] -= ability.cost
        mine["moved"] |= ability.action == "move"
        if who == self.state["active"]:
            mine["acted"].append(key)
        if ability.action == "attack":
            self.face(who, targets[0])
        self.tell("used", who=who, ability=key, targets=targets, ip=mine["ip"])
        USES[key](self, who, *targets)
        if ability.category == "attack":
            self.reveal(who)

    def move(self, who: str, path: list[str]) -> None:
        """Move as far as ice lets one (SOD-8.17), through what corrodes (SOD-8.18)."""
        mine, ground = self.pieces[who], self.moment.ground
        mover = Mover(ground, who)
        for number, tile in enumerate(path[:-1], start=1):
            is_slippery = "icy" in ground.kinds_at(tile) and not mover.piece.flies and not mover.no_stop(tile)
            if is_slippery and not self.saves(who, "ice", "reflex", 0):
                path = path[:number]
                break
        before, at = [mine["at"], *path][-2:]
        mine.update(at=at, facing=facing_to(before, at))
        self.tell("moved", who=who, path=path, facing=mine["facing"])
        entered = path[-1:] if mover.piece.flies else path
        if any("corrosive" in ground.kinds_at(tile) for tile in entered):
            self.corrode(who)

    # --- attacks -------------------------------------------------------------------------------------------

    def attack(self, who: str, target: str, payer: str, *, burns: bool = False) -> None:
        """A basic attack, or Immolate; `payer` is the side whose karma it is about."""
        world = self.moment.world
        if burns:
            ignite(world.characters[who], self.table.pieces[who])
        shot = sodwa.shot(world, who, target)
        karma = self.state["karma"]
        difficulty, die = shot["defense_value"] - shot["attack_value"], self.digits.next
        tens, ones = self.digits.throw(), self.digits.throw()
        roll = 10 * tens + ones or 100
        success, spent = roll == 100 or (roll != 1 and roll >= difficulty), 0
        if not success and roll != 1 and difficulty - roll <= karma[payer]:
            success, spent = True, difficulty - roll
        damage = shot["damage"] if success else 0
        health = max(0, self.pieces[target]["health"] - damage)
        karma[payer] -= spent
        self.pieces[target]["health"] = health
        self.tell(
            "attacked",
            who=who,
            target=target,
            kind=shot["kind"],
            attack_value=shot["attack_value"],
            defense_value=shot["defense_value"],
            difficulty=difficulty,
            dice=[tens, ones],
            die=die,
            roll=roll,
            karma_spent=spent,
            success=success,
            doubles=tens == ones,
            damage=damage,
            health=health,
        )
        if not success:
            self.failures.append((payer, EVEN - max(difficulty, 1)))
        elif health and burns:
            self.set_on_fire(who, target, 20 if tens == ones else 0)
        elif health and shot["kind"] == "ranged" and tens == ones:
            self.knock_back(who, target)

    def knock_back(self, who: str, target: str) -> None:
        """SOD-5.8, not of the immobilized (SOD-8.10), perhaps into what corrodes (SOD-8.18)."""
        ground = self.moment.ground
        to = None if has(self.state, target, "immobilize") else knocked_back(ground, who, target)
        if to is None:
            return
        self.pieces[target]["at"] = to
        self.tell("knocked-back", who=target, to=to)
        if "corrosive" in ground.kinds_at(to):
            self.corrode(target)

    def strike(self, who: str, place: str) -> None:
        """An attack on terrain."""
        kind = attack_kind(self.pieces[who]["at"], place)
        damage = self.moment.world.characters[who][kind]["damage"]  # type: ignore[literal-required]
        plain = ("attack_value", "defense_value", "difficulty", "dice", "die", "roll", "doubles", "health")
        told = {"who": who, "target": place, "kind": kind, "karma_spent": 0, "success": True, "damage": damage}
        self.tell("attacked", **told, **dict.fromkeys(plain))
        self.batter(place, damage)

    def settle(self) -> None:
        """What comes last of an action, or of the beginning of a turn: karma, defeats, the end of the battle."""
        for side, gained in self.failures:
            self.gain_karma(side, gained)
        self.failures = []
        active = self.state["active"]
        fallen = [name for name in self.table.characters if name in self.pieces and not self.pieces[name]["health"]]
        for name in fallen:
            self.defeat(name)
        sides = {piece["side"] for piece in self.pieces.values() if "side" in piece}
        if len(sides) < len(self.table.sides):
            self.finish(next(iter(sides), None), "defeat" if sides else "draw")
        elif active in fallen:
            self.end(active)

    def defeat(self, who: str) -> None:
        self.tell("defeated", who=who)
        fallen = self.pieces[who]
        for target in list(fallen["carries"]):
            self.put_down(who, target, fallen["at"])
        for effect in [each for each in self.state["effects"] if who in (each["on"], each["by"])]:
            self.end_effect(effect, "defeated")
        del self.pieces[who]
        self.state["due"] = [name for name in self.state["due"] if name != who]

    # --- saves, damage, healing ----------------------------------------------------------------------------

    # --- effects -------------------------------------------------------------------------------------------

    def set_on_fire(self, who: str, target: str, strength: int) -> None:
        """SOD-8.3."""
        if not has(self.state, target, "immolate") and not self.is_wet(target):
            self.begin_effect("immolate", target, who, None, strength)

    # --- the clock -----------------------------------------------------------------------------------------

    def finish(self, winner: str | None, how: str) -> None:
        if self.state["active"] in self.pieces:
            self.pieces[self.state["active"]]["acted"] = []
        self.state.update(active=None, choosing=None)
        self.tell("over", winner=winner, how=how)

    def fill_due(self) -> None:
        ready = [name for name in self.table.characters if name in self.pieces and self.pieces[name]["ip"] >= NEEDED]
        self.state["due"] = ready

    def advance(self) -> None:
        """Until somebody has to act."""
        if not self.state["due"]:
            people = {name: self.pieces[name] for name in self.table.characters if name in self.pieces}
            gains = {name: self.table.pieces[name].get("initiative", 50) for name in people}
            ticks = next(n for n in count(1) if any(people[name]["ip"] + n * gains[name] >= NEEDED for name in people))
            if self.state["tick"] + ticks > self.limit:
                return self.finish(None, "limit")
            self.state["tick"] += ticks
            for name, each in people.items():
                each["ip"] += gains[name] * ticks
            self.tell("tick", tick=self.state["tick"])
            self.fill_due()
        most = max(self.pieces[name]["ip"] for name in self.state["due"])
        tied = [name for name in self.state["due"] if self.pieces[name]["ip"] == most]
        if len({self.pieces[name]["side"] for name in tied}) > 1:
            first = self.first_side()
            tied = [name for name in tied if self.pieces[name]["side"] == first]
        if len(tied) > 1:
            self.state["choosing"] = self.pieces[tied[0]]["side"]
            return None
        return self.begin(tied[0])

    def first_side(self) -> str:
        """Return which of two tied sides is first."""
        if self.state["last"] is not None:
            return self.table.other(self.state["last"])
        if self.table.rulings["opening-tie"] == "first-seat":
            return self.table.sides[0]
        die = self.digits.next
        side = self.table.sides[self.digits.throw() % 2]
        self.tell("coin", side=side, die=die)
        return side

    def begin(self, who: str) -> None:
        """Begin a turn: what one has laid on tiles counts down, then one burns, regenerates and is corroded."""
        mine = self.pieces[who]
        mine.update(ip=mine["ip"] - TURN, moved=False)
        due = [name for name in self.state["due"] if name != who]
        self.state.update(active=who, choosing=None, last=mine["side"], due=due)
        self.tell("turn-began", who=who, ip=mine["ip"])
        self.suffer(who)

    def suffer(self, who: str) -> None:
        """What effects do as a turn begins."""
        for effect in [each for each in self.state["effects"] if each["by"] == who and isinstance(each["on"], list)]:
            self.count_down(effect)
        if not has(self.state, who, "stasis"):
            self.burn(who)
            self.regenerate(who)
            if "corrosive" in self.moment.ground.kinds_at(self.pieces[who]["at"]):
                self.corrode(who)
        self.settle()

    def burn(self, who: str) -> None:
        """SOD-8.3: as a turn begins."""
        fire = effect_on(self.state, who, "immolate")
        if fire is not None and self.is_wet(who):
            self.end_effect(fire, "ended")
        elif fire is not None:
            self.hurt(who, "immolate", "energy", 2)

    def regenerate(self, who: str) -> None:
        """SOD-8.4 and SOD-8.11: by oneself, or by who has bestowed it."""
        if "regeneration" in self.table.pieces[who].get("abilities", []):
            self.heal(who, who, 2)
        bestowed = effect_on(self.state, who, "bestow-regeneration")
        if bestowed is not None:
            self.heal(who, bestowed["by"], bestowed["strength"])

    def end(self, who: str) -> None:
        """End a turn: of whoever was vigilant in it, and what is on who had it; then the clock goes on."""
        self.state["active"] = None
        self.tell("turn-ended", who=who)
        for effect in [each for each in self.state["effects"] if each["is"] == "vigilance"]:
            self.end_effect(effect, "ended")
        if who in self.pieces:
            self.pieces[who]["acted"] = []
            self.recover(who)
        self.advance()

    def recover(self, who: str) -> None:
        """What is on a character as its turn ends: put out, saved from, or one turn less."""
        is_in_stasis = has(self.state, who, "stasis")
        for effect in [each for each in self.state["effects"] if each["on"] == who]:
            key = effect["is"]
            if is_in_stasis and key != "stasis":
                continue
            if key == "immolate" and self.is_wet(who):
                self.end_effect(effect, "ended")
            elif key in SAVED_FROM and self.saves(who, key, SAVED_FROM[key], effect["strength"]):
                self.end_effect(effect, "saved")
            else:
                self.count_down(effect)


class Passing(Play):
    """Turns that pass, for forecasts: nothing comes of effects in them (SOD-2.5)."""

    def suffer(self, who: str) -> None:
        pass
